"""Record validation: nodes and edges of sources against the pinned Biolink release, with reason codes."""

import math
import re
import unicodedata
from collections.abc import Callable, Mapping, Set
from dataclasses import replace
from functools import lru_cache

from bioloom.biolink import Biolink, Slot
from bioloom.errors import InvalidRecord
from bioloom.graph.rows.property_values import LONGEST_NAME
from bioloom.graph.rows.supporting_evidence import SUPPORT, read_support
from bioloom.names import LONGEST_ID
from bioloom.pipeline.validation.predicate_resolution import SOURCE, ResolvedPredicate, resolve_predicate
from bioloom.pipeline.validation.publication_ids import PUBLICATIONS, pubmed_curie
from bioloom.records import Assertion, Entity, LoadOptions, Reject, Scalar, SourceEdge, SourceNode, Value
from bioloom.records.graph import ID_LENGTH
from bioloom.records.record_serialization import serialize_record
from bioloom.standardization.number_parsing import underflows
from bioloom.standardization.relation_tables import mapping_table

_CURIE = re.compile(r"[A-Za-z_][A-Za-z0-9_.\-]*:(?!//)\S+")
_NOT_OF_A_SLUG = re.compile(r"[^a-z0-9]+")
_RESERVED = frozenset({"record_hash", "normalised", "name_keys"})
"""Properties that the program writes on nodes; edges have the first only."""

CLAIM = frozenset({"id", "subject", "predicate", "object", "negated", "biolink_version", "record_hash"})
"""Slots that no property keeps: the claim itself, and what is written anew."""

_OWN_VALUES = {
    "derived": Slot(("edge",), False, "boolean"),
    "predicate_score": Slot(("edge",), False, "number"),
}
_TRUTHS = {"true": True, "1": True, "false": False, "0": False}
_WHOLE = re.compile(r"[+-]?[0-9]{1,19}")
_PRIMARY, _AGGREGATOR = "primary_knowledge_source", "aggregator_knowledge_source"
_LEVEL, _AGENT = "knowledge_level", "agent_type"
_MAPPED_BY = "predicate_mapped_by"

SHARED = frozenset({_PRIMARY, _AGGREGATOR, _LEVEL, _AGENT, "negated"})
"""Slots whose values many edges of a source share; the qualifiers are such slots too."""

ID_SLOTS = ("xref", "equivalent_identifiers", "same_as")
"""Slots of nodes that list ids, which an index finds the node by."""

NO_OPTIONS = LoadOptions()
"""Nothing is declared about a source: what it does not state itself is missing."""


def validate_node(node: SourceNode, biolink: Biolink) -> Entity | Reject:
    """Check a node's id and categories against the pinned Biolink release.

    Unknown categories beside known ones are kept in the property `unknown_category`.
    """
    try:
        check_curie(node.id, "id", "MISSING_ID")
        categories, unknown = _categories(node, biolink)
        properties = typed_values(node.properties, biolink)
        _check_names(node.properties, _RESERVED)
        _check_listed_ids(properties)
        if len(node.name or "") > LONGEST_NAME:
            said = f"its name has {len(node.name or ''):,} characters, more than {LONGEST_NAME:,}: shorten it"
            raise InvalidRecord("BAD_NAME", f"{said}, or put the text into another column")
    except InvalidRecord as refused:
        return Reject(refused.code, "validate", str(refused), node.place, serialize_record(node))
    slots = {name: value for name, value in properties.items() if name != "id"}
    synonyms, xrefs = _texts(slots.pop("synonym", ())), _texts(slots.pop("xref", ()))
    native = slots.pop("native_type", None)
    if unknown:
        slots["unknown_category"] = unknown
    return Entity(
        node.id, node.name or "", categories, synonyms, xrefs, None if native is None else str(native), slots
    )


def validate_edge(
    edge: SourceEdge, options: LoadOptions, biolink: Biolink, resolved: ResolvedPredicate | None = None
) -> Assertion | Reject:
    """Check an edge's ends, predicate, qualifiers and provenance; bring it into canonical direction.

    `resolved` is what its predicate was found to mean; without it, only what the release and the tables
    of ontology/ know can pass. What the source said is kept in `original_predicate`, `original_subject`
    and `original_object` where it changed, and in `original_primary_knowledge_source` where a name
    became an infores CURIE. `predicate_mapped_by` names the release, or the source itself, where neither a
    table nor a model mapped it and the edge has an `original_predicate`.
    """
    try:
        return _assertion(edge, options, biolink, resolved)
    except InvalidRecord as refused:
        return Reject(refused.code, "validate", str(refused), edge.place, serialize_record(edge))


def _assertion(
    edge: SourceEdge, options: LoadOptions, biolink: Biolink, resolved: ResolvedPredicate | None
) -> Assertion:
    check_curie(edge.subject, "subject", "MISSING_SUBJECT")
    check_curie(edge.object, "object", "MISSING_OBJECT")
    if not edge.predicate:
        raise InvalidRecord("MISSING_PREDICATE", "it has no predicate")
    resolved = resolved or resolve_predicate(edge.predicate, biolink)
    if resolved is None:
        raise InvalidRecord(
            "UNKNOWN_PREDICATE",
            f"{edge.predicate[:200]!r} is not a predicate of Biolink {biolink.version} nor mapped to one",
        )
    predicate, swap = resolved.predicate, resolved.swapped
    _check_names(edge.properties, _RESERVED & CLAIM)
    slots = typed_values(edge.properties, biolink)
    primary = _primary_source(slots, options)
    level = _stated(slots, _LEVEL, options.knowledge_level, biolink.knowledge_level)
    agent = _stated(slots, _AGENT, options.agent_type, biolink.agent_type)
    _coerce_aggregators(slots)
    negated = _negated(slots) or resolved.negated
    slots |= resolved.chosen
    if swap:
        slots = {other_end(name): value for name, value in slots.items()}
    qualifiers = _joined(resolved, _qualifiers(slots, biolink, swap=swap), biolink)
    ends = (edge.object, edge.subject) if swap else (edge.subject, edge.object)
    if predicate != edge.predicate:
        slots.setdefault("original_predicate", edge.predicate)
        if mapping_table(edge.predicate) is None:
            slots.setdefault(_MAPPED_BY, f"Biolink {biolink.version}")
    if swap:
        slots.setdefault("original_subject", edge.subject)
        slots.setdefault("original_object", edge.object)
    kept = {name: value for name, value in slots.items() if name not in CLAIM}
    claim = Assertion(
        ends[0],
        predicate,
        ends[1],
        primary,
        level,
        agent,
        negated=negated,
        qualifiers=qualifiers,
        properties=kept,
    )
    stated = kept.get("original_id")
    if (
        isinstance(stated, str) and len(stated) == ID_LENGTH and stated == claim.id
    ):  # a graph of ours that comes back: it says nothing new
        return replace(claim, properties={name: kept[name] for name in kept if name != "original_id"})
    if predicate == edge.predicate and "original_predicate" in kept:
        return replace(claim, properties={_MAPPED_BY: SOURCE, **kept})
    return claim


def typed_values(properties: Mapping[str, Value], biolink: Biolink) -> dict[str, Value]:
    """Give the properties with the numbers and truth values that tables and some writers hold as text.

    A slot is as the release says: an integer, a number, true or false, and a list where it may have several.
    """
    slots = dict(properties)
    for name in properties:
        slot = _typed_slot(name, biolink)
        if slot is None:
            continue
        given = slots[name]
        if given in ("", ()):
            continue
        if isinstance(given, str) and slot.multivalued:
            given = tuple(given.split("|"))
        values = tuple(
            _typed(name, slot.value, value) for value in (given if isinstance(given, tuple) else (given,))
        )
        slots[name] = values if slot.multivalued or len(values) > 1 else values[0]
    if isinstance(cited := slots.get(PUBLICATIONS), tuple):
        slots[PUBLICATIONS] = tuple(dict.fromkeys(pubmed_curie(str(each)) for each in cited))
    if SUPPORT in slots:
        entries = read_support(slots[SUPPORT])
        if entries is None:
            message = f"{SUPPORT} must list evidence as this program writes it; name your slot otherwise"
            raise InvalidRecord("BAD_VALUE", message)
        slots[SUPPORT] = tuple(entries)
    return slots


def _check_names(properties: Mapping[str, Value], reserved: Set[str]) -> None:
    """Refuse a slot whose name a property of the program's own has."""
    if taken := sorted(reserved & properties.keys()):
        message = f"{taken[0]} is the name of a property that bioloom writes itself; name your slot otherwise"
        raise InvalidRecord("BAD_SLOT", message)


def _check_listed_ids(properties: Mapping[str, Value]) -> None:
    """Refuse ids of other vocabularies that no index takes."""
    for slot in ID_SLOTS:
        if (length := longest_id(properties.get(slot, ()))) > LONGEST_ID:
            said = f"its {slot} lists an id of {length:,} characters, more than {LONGEST_ID:,}"
            raise InvalidRecord("BAD_CURIE", f"{said}: shorten it, or put the text into another column")


def longest_id(value: object) -> int:
    """Count the characters of the longest text of a value, or of its list."""
    listed = value if isinstance(value, tuple | list) else (value,)
    return max((len(str(each).strip()) for each in listed), default=0)


def _typed_slot(name: str, biolink: Biolink) -> Slot | None:
    return biolink.typed_slots.get(name) or _OWN_VALUES.get(name)


def is_typed(name: str, biolink: Biolink) -> bool:
    """Say whether the values of a slot are read by its type."""
    return name == SUPPORT or _typed_slot(name, biolink) is not None


def _typed(name: str, kind: str, given: Scalar) -> Scalar:
    text = str(given).strip()
    if kind == "boolean":
        if text.lower() in _TRUTHS:
            return _TRUTHS[text.lower()]
    elif not isinstance(given, bool):
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if underflows(text, number):
            said = f"{name} {text[:40]} is too small for a number: it would become 0"
            raise InvalidRecord("BAD_VALUE", said)
        if kind == "number" and math.isfinite(number):
            return number
        whole = int(text) if _WHOLE.fullmatch(text) else int(number) if number.is_integer() else None
        if kind == "integer" and whole is not None and -(2**63) <= whole < 2**63:
            return whole
    wanted = "true or false" if kind == "boolean" else f"a{'n' * (kind == 'integer')} {kind}"
    raise InvalidRecord("BAD_VALUE", f"{name} must be {wanted}, not {text[:40]!r}")


def check_curie(text: str, slot: str, missing: str) -> None:
    """Check the syntax of a CURIE; `missing` is the code for an empty one."""
    if not text.strip():
        raise InvalidRecord(missing, f"it has no {slot}")
    if not is_curie(text):
        raise InvalidRecord(
            "BAD_CURIE", f"{slot} {text[:80]!r} is not a CURIE (prefix:local, without spaces)"
        )


def is_curie(text: str) -> bool:
    """Say whether a text has the syntax of a CURIE, and no more characters than an id may have."""
    return len(text) <= LONGEST_ID and _CURIE.fullmatch(text) is not None


def _categories(node: SourceNode, biolink: Biolink) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if not node.categories:
        raise InvalidRecord("MISSING_CATEGORY", f"{node.id} has no category")
    found = {text: biolink.category(text) for text in node.categories}
    known = dict.fromkeys(category for category in found.values() if category is not None)
    unknown = tuple(text for text, category in found.items() if category is None)
    if not known:
        raise InvalidRecord(
            "UNKNOWN_CATEGORY", f"{', '.join(unknown)[:200]} is not a category of Biolink {biolink.version}"
        )
    return tuple(known), unknown


def _primary_source(slots: dict[str, Value], options: LoadOptions) -> str:
    given = _texts(slots.pop(_PRIMARY, ()))
    if len(given) == 1 and "|" in given[0]:  # as a cell of a table holds several
        given = _texts(tuple(dict.fromkeys(given[0].split("|"))))
    if len(given) > 1:
        raise InvalidRecord("BAD_PRIMARY_SOURCE", f"it has {len(given)} primary sources, an edge has one")
    stated = given[0] if given else options.primary_knowledge_source
    if not stated:
        raise InvalidRecord(
            "MISSING_PRIMARY_SOURCE",
            "it states no primary_knowledge_source; name it with --primary-source infores:...",
        )
    source = infores(stated)
    if source is None:
        raise InvalidRecord("BAD_PRIMARY_SOURCE", f"{stated!r} cannot be written as an infores CURIE")
    if source != stated:
        slots.setdefault(f"original_{_PRIMARY}", stated)
    return source


def _coerce_aggregators(slots: dict[str, Value]) -> None:
    given = _texts(slots.get(_AGGREGATOR, ()))
    if not given:
        return
    coerced = tuple(dict.fromkeys(infores(text) or text for text in given))
    if coerced != given:
        slots.setdefault(f"original_{_AGGREGATOR}", given)
    slots[_AGGREGATOR] = coerced


def _stated(
    slots: dict[str, Value], slot: str, default: str | None, find: Callable[[str], str | None]
) -> str:
    given = _texts(slots.pop(slot, ()))
    text = given[0] if given else default
    option = "--" + slot.replace("_", "-")
    if not text:
        raise InvalidRecord(
            f"MISSING_{slot.upper()}",
            f"it states no {slot}; state it for the whole source, for example with {option} not_provided",
        )
    known = find(text)
    if known is None:
        raise InvalidRecord(f"BAD_{slot.upper()}", f"{text[:80]!r} is not a {slot} of Biolink")
    return known


def _negated(slots: Mapping[str, Value]) -> bool:
    given = slots.get("negated", False)
    if isinstance(given, bool):
        return given
    text = str(given).strip().lower()
    if text in {*_TRUTHS, ""}:
        return _TRUTHS.get(text, False)
    raise InvalidRecord("BAD_NEGATED", f"negated must be true or false, not {text[:40]!r}")


def is_qualifier(slot: str) -> bool:
    """Say whether a slot qualifies the claim."""
    return slot.endswith("_qualifier") or slot == "qualified_predicate"


def _qualifiers(slots: dict[str, Value], biolink: Biolink, *, swap: bool) -> dict[str, str]:
    """Extract the qualifiers from the slots, in the release's spelling."""
    qualifiers: dict[str, str] = {}
    for name in [slot for slot in slots if is_qualifier(slot)]:
        values = _texts(slots.pop(name))
        if not values:
            continue
        if name not in biolink.qualifiers() or len(values) > 1:
            fault = "has several values" if len(values) > 1 else f"is not in Biolink {biolink.version}"
            raise InvalidRecord("BAD_QUALIFIER", f"the qualifier {name} {fault}")
        qualifiers[name] = biolink.qualifier_value(name, values[0]) or values[0]
    fault_found = biolink.qualifier_fault(qualifiers)
    if fault_found is not None:
        raise InvalidRecord("BAD_QUALIFIER", fault_found)
    if swap and "qualified_predicate" in qualifiers:
        inverse = biolink.inverse(qualifiers["qualified_predicate"])
        if inverse is None:
            raise InvalidRecord(
                "BAD_QUALIFIER",
                f"the edge is reversed, but {qualifiers['qualified_predicate']} has no inverse",
            )
        qualifiers["qualified_predicate"] = inverse
    return qualifiers


def _joined(resolved: ResolvedPredicate, stated: dict[str, str], biolink: Biolink) -> dict[str, str]:
    """Merge the qualifiers that the predicate implies with those that the edge states."""
    if not resolved.qualifiers:
        return stated
    if not resolved.chosen:  # a fixed meaning: the edge contradicts itself
        for name, value in stated.items():
            if resolved.qualifiers.get(name, value) != value:
                raise InvalidRecord(
                    "BAD_QUALIFIER", f"its predicate means {name} {resolved.qualifiers[name]}, not {value}"
                )
    joined = {**resolved.qualifiers, **stated}
    fault = biolink.qualifier_fault(joined)
    if fault is not None:
        raise InvalidRecord("BAD_QUALIFIER", fault)
    return joined


def other_end(slot: str) -> str:
    """Name the slot that says of the other end what this one says of its own."""
    for one, other in (("subject_", "object_"), ("object_", "subject_")):
        if slot.startswith(one):
            return other + slot.removeprefix(one)
    return slot


def _texts(value: Value) -> tuple[str, ...]:
    if isinstance(value, str):
        text = value.strip()
        return (text,) if text else ()
    values = value if isinstance(value, tuple) else (value,)
    return tuple(text for text in (str(item).strip() for item in values) if text)


@lru_cache(maxsize=4096)
def infores(text: str) -> str | None:
    """Give the infores CURIE of a source: lower case, runs of other characters become one hyphen.

    A CURIE stays as it is. None where no letter or digit is left.

    >>> infores("Monarch Initiative"), infores("infores:hetionet"), infores("string")
    ('infores:monarch-initiative', 'infores:hetionet', 'infores:string')
    >>> infores("???") is None
    True
    """
    name = text.strip()
    if name.lower().startswith("infores:"):
        name = name[len("infores:") :]
    plain = unicodedata.normalize("NFKD", name.casefold())
    kept = "".join(character for character in plain if not unicodedata.combining(character))
    slug = _NOT_OF_A_SLUG.sub("-", kept).strip("-") if not re.fullmatch(r"[a-z0-9._\-]+", kept) else kept
    return f"infores:{slug}" if slug else None
