"""Supporting evidence of an edge between entities: one entry a sentence, and the slots derived from all.

Several sentences of several documents may state one claim. The edge lists them in `support`, one JSON text
each (document, sentences, text, both ends with their characters in the document, publication, extractor,
confidence). What is asked for most follows from these entries: `document_ids`, `sentence_ids`,
`supporting_text`, `publications` and `extractor` list what they hold, the other slots say what the best of
them says: one that a person annotated before one that a program found, then the most confident.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from bioloom.graph.rows.property_values import PropertyRow, content_hash
from bioloom.graph.rows.record_entries import content_of

SUPPORT, DOCUMENTS = "support", "document_ids"
_DECODER = json.JSONDecoder()
_LISTS = (DOCUMENTS, "sentence_ids", "supporting_text", "publications", "extractor")
_BY_PERSON = frozenset({"manual_agent", "manual_validation_of_automated_agent"})


def hash_record(properties: PropertyRow) -> str:
    """Hash the record of an edge; where a document supports it, the hash begins with the document's key."""
    content = content_hash(properties)
    documents = properties.get(DOCUMENTS)
    if SUPPORT not in properties or not isinstance(documents, list) or len(documents) != 1:
        return content
    return f"{_key(str(documents[0]))}-{content}"


def read_support(value: object) -> list[str] | None:
    """Read the entries that a source states, a list or (in tables) one text; None if they are no evidence."""
    texts = [str(item) for item in value] if isinstance(value, (list, tuple)) else [str(value)]
    entries: list[str] = []
    try:
        for text in texts:
            start = 0
            while start < len(text):
                _, end = _DECODER.raw_decode(text, start)
                entries.append(text[start:end])
                if text[end : end + 1] not in ("", "|"):
                    return None
                start = end + 1
        derive_slots({SUPPORT: entries})
        for entry in entries:
            read = json.loads(entry)
            _key(read["document"])
            if not all(isinstance(read[end], dict) for end in ("subject", "object")):
                return None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return entries


def derive_slots(row: PropertyRow) -> PropertyRow:
    """Derive an edge's properties from its evidence, whatever the order in which that came."""
    entries = _entries(row)
    if not entries:
        return row
    result: PropertyRow = {**row, SUPPORT: sorted(entries)}
    said = [json.loads(entry) for entry in sorted(entries)]
    for slot in _LISTS:
        _put(result, slot, [*_contributed(said, slot), *listed(row, slot)])
    best = min(said, key=_rank)
    for slot, value in _told(best).items():
        if value is None:
            result.pop(slot, None)
        else:
            result[slot] = value
    return result


def remove_documents(row: PropertyRow, ids: Iterable[str]) -> PropertyRow | None:
    """Remove documents from an edge's evidence; None where nothing supports the edge any more."""
    gone = frozenset(ids)
    keys = tuple(f"{_key(id_)}-" for id_ in gone)
    records = [str(entry) for entry in listed(row, "record_hash")]
    standing = [entry for entry in records if not content_of(entry).startswith(keys)]
    said = {entry: json.loads(entry) for entry in _entries(row)}
    kept = sorted(entry for entry, read in said.items() if read["document"] not in gone)
    if not standing:
        return None
    lost = [read for read in said.values() if read["document"] in gone]
    rest: PropertyRow = {**row, "record_hash": standing}
    for slot in _LISTS:
        dropped = set(_contributed(lost, slot))
        _put(rest, slot, [value for value in listed(row, slot) if value not in dropped])
    _put(rest, SUPPORT, kept)
    return derive_slots(rest)


def split_edge(
    row: PropertyRow, held: Mapping[str, str], moved: Mapping[str, str]
) -> list[tuple[str, str, PropertyRow]]:
    """Split an edge where names that its ends stand for now name other entities.

    `held` says of local ids by which end they are held, `moved` which entity they name from now on. Gives the
    ends and the properties of each edge that results; records of no document stay with the old ends, or go
    with the first part where nothing else stays.
    """
    parts: dict[tuple[str, str], list[str]] = defaultdict(list)
    ends = str(row["subject"]), str(row["object"])
    for entry in sorted(_entries(row)):
        read = json.loads(entry)
        named = [read[end].get("id") for end in ("subject", "object")]
        now = [next((moved[id_] for id_ in named if held.get(id_) == end), end) for end in ends]
        parts[now[0], now[1]].append(entry)
    if len(parts) == 1:
        return [(*one, row) for one in parts]
    stays = ends if ends in parts else next(iter(parts))
    return [(*one, _part(row, entries, bare=one == stays)) for one, entries in parts.items()]


def _part(row: PropertyRow, entries: list[str], *, bare: bool) -> PropertyRow:
    """Build an edge with some of its evidence, and with the records of no document where `bare`."""
    every = [json.loads(entry) for entry in _entries(row)]
    said = [json.loads(entry) for entry in entries]
    keys = tuple(f"{_key(read['document'])}-" for read in said)
    all_keys = tuple(f"{_key(read['document'])}-" for read in every)
    part: PropertyRow = {**row, SUPPORT: entries}
    for slot in _LISTS:
        others = set(_contributed(every, slot))
        rest = [value for value in listed(row, slot) if value not in others]
        _put(part, slot, [*_contributed(said, slot), *rest])
    records = [(entry, content_of(entry)) for entry in listed(row, "record_hash")]
    part["record_hash"] = [
        entry
        for entry, content in records
        if content.startswith(keys) or (bare and not content.startswith(all_keys))
    ]
    return derive_slots(part)


def _entries(row: PropertyRow) -> list[str]:
    return [str(entry) for entry in listed(row, SUPPORT)]


def listed(row: PropertyRow, slot: str) -> list[str]:
    """Give what a property lists, as texts; one value is a list of itself."""
    value = row.get(slot)
    if isinstance(value, list):
        return [str(item) for item in value]
    return [] if value is None else [str(value)]


def _put(row: PropertyRow, slot: str, values: Iterable[str]) -> None:
    distinct = list(dict.fromkeys(values))
    if distinct:
        row[slot] = distinct
    else:
        row.pop(slot, None)


def _contributed(said: Iterable[Mapping[str, Any]], slot: str) -> list[str]:
    """List what entries give to a slot."""
    if slot == "sentence_ids":
        return [id_ for read in said for id_ in read["sentences"]]
    name = {DOCUMENTS: "document", "supporting_text": "text", "publications": "publication"}.get(slot, slot)
    return [str(read[name]) for read in said if read.get(name) is not None]


def _told(best: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "original_subject": best["subject"]["name"],
        "original_predicate": best["predicate"],
        "original_object": best["object"]["name"],
        "extraction_confidence_score": best.get("confidence"),
        "knowledge_level": best["knowledge_level"],
        "agent_type": best["agent_type"],
    }


def _rank(read: Mapping[str, Any]) -> tuple[bool, float]:
    return read["agent_type"] not in _BY_PERSON, -float(read.get("confidence") or 0.0)


@lru_cache(maxsize=4096)
def _key(document_id: str) -> str:
    return blake2b(document_id.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
