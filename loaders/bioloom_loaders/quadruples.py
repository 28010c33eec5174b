"""Claims of extractors: subject, relation phrase, object and text, as JSON, JSON Lines or tables."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from bioloom.errors import InvalidRecord
from bioloom.records import LoadOptions, Place, Reject, SourceClaim, SourceRecord, Value
from bioloom_loaders.format_detection import JSON_SUFFIXES, FormatLoader
from bioloom_loaders.json_items import Item, read_items
from bioloom_loaders.kgx_records import kept_record, one_text, slots_from
from bioloom_loaders.publications import is_pmid
from bioloom_loaders.tables import TableRow, read_rows
from bioloom_loaders.text_lines import open_bytes, read_lines, shown

_CLAIM = ("subject", "relationship", "object")
_TEXTS = ("abstract", "sentence", "text")
_FURTHER = ("subject_id", "object_id", "subject_category", "object_category")
_OWN = {*_CLAIM, *_TEXTS, *_FURTHER, "id", "pmid", "confidence"}


class QuadruplesLoader(FormatLoader):
    """Reads one claim a row: RELATE's quadruples (SPEC R8), and what else an extractor says of them."""

    name = "quadruples"
    description = "claims of extractors: subject, relationship, object, abstract (JSON, JSON Lines, TSV, CSV)"

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give one claim a row, in the order of the file."""
        name, file = source.name.lower(), shown(source)
        with open_bytes(source) as opened:
            if name.endswith(JSON_SUFFIXES):
                for item in read_items(opened, file):
                    yield claim_from(item.value, item.place) if isinstance(item, Item) else item
            elif name.removesuffix(".gz").endswith((".tsv", ".csv")):
                for row in read_rows(opened, file, _CLAIM):
                    yield claim_from(row.cells, row.place) if isinstance(row, TableRow) else row
            else:
                for line in read_lines(opened, file):
                    yield line if isinstance(line, Reject) else _from_line(line.text, line.place)


def _from_line(text: str, place: Place) -> SourceClaim | Reject:
    try:
        return claim_from(json.loads(text), place)
    except (ValueError, RecursionError) as error:
        return Reject("BAD_JSON", "extract", str(error), place, {"line": text[:2000]})


def claim_from(record: object, place: Place) -> SourceClaim | Reject:
    """Read a claim; what is missing or cannot be an end is told later, with the claim kept for a replay.

    A PubMed number becomes a publication, the sentence (or else the abstract) the text of the claim.
    """
    if not isinstance(record, Mapping):
        return Reject("BAD_TYPE", "extract", "a claim must be an object with named fields", place)
    try:
        said = {slot: one_text(record, slot) or "" for slot in (*_TEXTS, *_FURTHER, "pmid")}
        ends = {slot: _phrase(record, slot) for slot in _CLAIM}
        properties = slots_from(record, _OWN)
        properties.update(_evidence(record, said, properties))
    except InvalidRecord as unfit:
        return Reject(unfit.code, "extract", str(unfit), place, kept_record("claim", record))
    text = said["sentence"] or said["text"] or said["abstract"]
    further = {slot: said[slot] for slot in _FURTHER}
    return SourceClaim(**ends, place=place, text=text, **further, properties=properties)


def _phrase(record: Mapping[str, object], slot: str) -> str:
    given = record.get(slot)
    if given is None:
        return ""
    if not isinstance(given, str):
        raise InvalidRecord("BAD_TYPE", f"{slot} must be a text, not {type(given).__name__}")
    one_text(record, slot)  # a broken character raises
    return given


def _evidence(
    record: Mapping[str, object], said: Mapping[str, str], properties: Mapping[str, Value]
) -> dict[str, Value]:
    found: dict[str, Value] = {}
    if own := one_text(record, "id"):
        found["original_id"] = own
    if said["sentence"] and "supporting_text" not in properties:
        found["supporting_text"] = (said["sentence"],)
    if said["pmid"]:
        number = said["pmid"].removeprefix("PMID:").strip()
        if not is_pmid(number):
            message = f"pmid has 1 to 8 digits and no leading zero, not {said['pmid'][:40]!r}"
            raise InvalidRecord("BAD_PMID", f"{message}; publications takes other ids")
        listed = properties.get("publications")
        others = listed if isinstance(listed, tuple) else ()
        found["publications"] = tuple(dict.fromkeys((*others, f"PMID:{number}")))
    if (confidence := record.get("confidence")) not in (None, ""):
        found["extraction_confidence_score"] = _number(confidence)
    return found


def _number(given: object) -> float:
    try:
        number = float(str(given))
    except ValueError:
        number = -1.0
    if isinstance(given, bool) or not 0 <= number <= 1:
        raise InvalidRecord("BAD_TYPE", f"confidence must be a number from 0 to 1, not {str(given)[:40]!r}")
    return number
