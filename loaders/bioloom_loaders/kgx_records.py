"""One KGX row or object to one node or edge: list slots, types, and the sources of older KGX releases."""

import json
import math
from collections.abc import Iterable, Mapping, Set
from functools import lru_cache

from bioloom.biolink import model
from bioloom.errors import InvalidRecord
from bioloom.names import NO_TEXTS, split_cell
from bioloom.records import Place, Reject, Scalar, SourceEdge, SourceNode, Value
from bioloom.records.trapi_qualifiers import unfold_qualifiers
from bioloom_loaders.format_terms import format_terms

_READ_OTHERWISE = frozenset({"sources", *model().qualifiers(), *model().typed_slots})
LIST_SLOTS = frozenset(format_terms("kgx list")) | {
    name for name, slot in model().release.slots.items() if slot.multivalued and name not in _READ_OTHERWISE
}
"""Slots that hold lists: those of the release that may have several texts, and more that are in use."""

_TRUE, _FALSE = {"true", "1", "yes", "t"}, {"false", "0", "no", "f"}
_CLAIM = ("subject", "relationship", "object")
_FURTHER = ("subject_id", "object_id", "subject_category", "object_category")
_NAMED = {"node": ("id", "name"), "edge": ("subject", "predicate", "object"), "claim": (*_CLAIM, *_FURTHER)}
_PRIMARY = "primary_knowledge_source"
_OF_EDGES = frozenset({"id", "subject", "predicate", "object", "sources", _PRIMARY})
_OF_NODES = frozenset({"id", "name", "category"})
_OLDER_SLOTS = ("knowledge_source", "aggregator_knowledge_source", "provided_by")


def node_from(record: Mapping[str, object], place: Place) -> SourceNode | Reject:
    """Read a node; without an id it is rejected."""
    try:
        name = one_text(record, "id", "MISSING_ID")
        label = one_text(record, "name")
        if label in NO_TEXTS:
            label = None
        properties = slots_from(record, _OF_NODES)
        if properties.get("description") in NO_TEXTS:
            del properties["description"]
        return SourceNode(name or "", _many("category", record.get("category")), place, label, properties)
    except InvalidRecord as unfit:
        return _reject("node", unfit, record, place)


def edge_from(record: Mapping[str, object], place: Place) -> SourceEdge | Reject:
    """Read an edge; without subject, predicate and object it is rejected.

    Its own id is kept as ``original_id``, unless it states one. Where it states no primary source, an older
    slot stands in, named by ``primary_knowledge_source_from``. Qualifiers that are listed become slots.
    """
    record = unfold_qualifiers(record)
    try:
        subject = one_text(record, "subject", "MISSING_SUBJECT") or ""
        predicate = one_text(record, "predicate", "MISSING_PREDICATE") or ""
        object_ = one_text(record, "object", "MISSING_OBJECT") or ""
        if subject.startswith("biolink:") or object_.startswith("biolink:"):
            raise InvalidRecord(
                "BAD_ROW", "subject or object is a Biolink term: a cell is missing or out of place"
            )
        properties = slots_from(record, _OF_EDGES)
        if "sources" in record and not _is_retrieval(record["sources"]):
            properties |= slots_from({"sources": record["sources"]}, frozenset())
        own = one_text(record, "id")
        if own:
            properties.setdefault("original_id", own)
        stated = one_text(record, _PRIMARY)
        if stated:
            properties[_PRIMARY] = stated
        else:
            properties.update(_sources(record, properties))
        return SourceEdge(subject, predicate, object_, place, properties)
    except InvalidRecord as unfit:
        return _reject("edge", unfit, record, place)


def _reject(kind: str, unfit: InvalidRecord, record: Mapping[str, object], place: Place) -> Reject:
    return Reject(unfit.code, "extract", str(unfit), place, kept_record(kind, record))


def kept_record(kind: str, record: Mapping[str, object]) -> dict[str, object]:
    """Keep a record in the form that the pipeline replays: named slots, all others as properties."""
    named = _NAMED[kind]
    kept: dict[str, object] = {"kind": kind, **{slot: record.get(slot) for slot in named}}
    if kind == "node":
        kept["categories"] = _parted("category", record.get("category"))
    others = (slot for slot in record if slot not in (*named, "category"))
    kept["properties"] = {slot: _parted(slot, record[slot]) for slot in others}
    try:
        stored: dict[str, object] = json.loads(_as_json(kept).encode("utf-8", "replace"))
    except InvalidRecord:
        return {"kind": kind}
    return stored


def _parted(slot: str, given: object) -> object:
    """Give a cell of a list slot as the list that it is read as, any other value as it is."""
    if slot not in LIST_SLOTS or not isinstance(given, str):
        return given
    return split_cell(given)


def _sources(record: Mapping[str, object], properties: Mapping[str, Value]) -> dict[str, Value]:
    """Find the primary source of an edge that states none as such."""
    listed = record.get("sources")
    if isinstance(listed, list):
        found = _listed_sources(listed)
        if _PRIMARY in found:
            return found
    for slot in _OLDER_SLOTS:
        values = properties.get(slot)
        if isinstance(values, tuple) and len(values) == 1:
            return {_PRIMARY: values[0], f"{_PRIMARY}_from": slot}
    return {}


def _is_retrieval(given: object) -> bool:
    """Say whether `sources` lists retrieval sources as TRAPI does; texts are a slot of the source's own."""
    return isinstance(given, list) and any(isinstance(each, Mapping) for each in given)


def _listed_sources(listed: Iterable[object]) -> dict[str, Value]:
    """Read a TRAPI-like list of retrieval sources."""
    roles: dict[str, list[str]] = {}
    for source in listed:
        if isinstance(source, dict):
            role, name = source.get("resource_role"), source.get("resource_id")
            if isinstance(role, str) and isinstance(name, str):
                roles.setdefault(role.removeprefix("biolink:"), []).append(name)
    found: dict[str, Value] = {}
    if len(roles.get(_PRIMARY, [])) == 1:
        found[_PRIMARY] = roles[_PRIMARY][0]
    if "aggregator_knowledge_source" in roles:
        found["aggregator_knowledge_source"] = tuple(roles["aggregator_knowledge_source"])
    return found


def slots_from(record: Mapping[str, object], without: Set[str]) -> dict[str, Value]:
    """Read all slots of a record but some, each with a value that the database can store."""
    properties: dict[str, Value] = {}
    for slot, given in record.items():
        if slot in without or given is None or given == "" or given == []:
            continue
        if not _is_name(slot):
            raise InvalidRecord("BAD_SLOT", "a slot has a name that cannot be stored")
        if slot in LIST_SLOTS:
            properties[slot] = _many(slot, given)
        elif slot == "negated":
            properties[slot] = _truth(given)
        elif isinstance(given, list):
            properties[slot] = _alike(_scalar(slot, member) for member in given if _is_value(member))
        elif _is_value(given):
            properties[slot] = _scalar(slot, given)
    return properties


def _is_value(given: object) -> bool:
    """Say whether something in JSON is a value; NaN and infinite numbers are none."""
    return given is not None and not (isinstance(given, float) and not math.isfinite(given))


@lru_cache(maxsize=4096)
def _is_name(slot: str) -> bool:
    """Say whether a slot may be the name of a property."""
    return bool(slot) and "\0" not in slot and _storable(slot)


def one_text(record: Mapping[str, object], slot: str, missing: str | None = None) -> str | None:
    """Read a slot that holds one text or number; without one it is None, or unfit with the code `missing`."""
    given = record.get(slot)
    if isinstance(given, list) and len(given) == 1:
        given = given[0]
    if isinstance(given, str) and (text := given.strip()):
        return text if text.isascii() else str(_scalar(slot, text))
    if given is None or isinstance(given, str):
        if missing:
            raise InvalidRecord(
                missing, f"it has no {slot}, only {', '.join(map(str, record))[:200] or 'empty cells'}"
            )
        return None
    if isinstance(given, (list, dict, bool)) or missing:
        raise InvalidRecord("BAD_TYPE", f"{slot} must be a text, not {type(given).__name__}")
    return str(_scalar(slot, given)).strip()


def _many(slot: str, given: object) -> tuple[str, ...]:
    if given is None:
        return ()
    if isinstance(given, str):
        return tuple(split_cell(given if given.isascii() else str(_scalar(slot, given))))
    members = given if isinstance(given, list) else [given]
    stored = (str(_scalar(slot, member)) for member in members if _is_value(member))
    texts = [text for member in stored if (text := member.strip())]
    return tuple(texts) if len(texts) < 2 else tuple(dict.fromkeys(texts))


def _truth(given: object) -> bool:
    text = str(given).strip().lower()
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    raise InvalidRecord("BAD_TYPE", f"negated must be true or false, not {text[:40]!r}")


def _scalar(slot: str, given: object) -> Scalar:
    """Give a value that the database can store: nested values as JSON text, huge numbers as text."""
    if isinstance(given, str):
        if not given.isascii() and not _storable(given):
            raise InvalidRecord("BAD_ENCODING", f"{slot} holds half of a surrogate pair")
        return given
    if isinstance(given, bool):
        return given
    if isinstance(given, int):
        return given if -(2**63) <= given < 2**63 else str(given)
    if isinstance(given, float):
        return given if math.isfinite(given) else str(given)
    text = _as_json(given)
    if not _storable(text):
        raise InvalidRecord("BAD_ENCODING", f"{slot} holds half of a surrogate pair")
    return text


def _alike(members: Iterable[Scalar]) -> tuple[Scalar, ...]:
    """Make a list of one type, as the database needs it."""
    found = tuple(members)
    kinds = {type(member) for member in found}
    if kinds == {int, float} and all(float(member) == member for member in found):
        return tuple(float(member) for member in found)
    return found if len(kinds) <= 1 else tuple(str(member) for member in found)


def _storable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _as_json(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    except RecursionError as error:
        raise InvalidRecord("BAD_JSON", "values are nested too deeply") from error
