"""Property values: conversion to what Neo4j can store, and content hashes."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TypeAlias

from bioloom.biolink import model
from bioloom.names import normalise
from bioloom.records import Scalar, Value

Stored: TypeAlias = Scalar | list[str] | list[int] | list[float] | list[bool]
PropertyRow: TypeAlias = dict[str, Stored]

LONGEST_FORM = 1000  # characters; range and keyword indexes refuse values of more than some 8,000 bytes
LONGEST_NAME = 8000  # characters; the text index of names refuses 32,767 bytes and with them the batch
_SURROGATE = re.compile("[\ud800-\udfff]")
CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True)
"""Encoder of the text that a content hash is of."""

HASH_BYTES = 12
_SETS = frozenset(
    {"equivalent_identifiers", "same_as", "normalised", "name_keys", "unknown_category", "synonym", "xref"}
    | {"document_ids", "sentence_ids", "supporting_text", "extractor", "predicate_candidates", "support"}
    | {"publications", "category", "knowledge_source", "aggregator_knowledge_source", "provided_by"}
)
"""Lists of this program, and of older releases, that are sets as those of Biolink are."""

_INTEGERS = range(-(2**63), 2**63)


def storable(value: Value, slot: str = "") -> Stored:
    """Convert a value to one that the database stores and returns unchanged.

    Lone surrogates become U+FFFD, integers beyond 64 bits text, lists of numbers of both kinds fractions, and
    other mixed lists text. Texts of a list are trimmed, and each is listed once, but in a slot that Biolink
    does not know.

    >>> storable(("a", 1)), storable(2**70), storable("broken \\ud800"), storable(("a", "b ", "a "))
    (['a', '1'], '1180591620717411303424', 'broken \ufffd', ['a', 'b'])
    >>> storable((1, 2.5)), storable(("b", "a", "b"), "xref"), storable(("b", "a", "b"), "tags")
    ([1.0, 2.5], ['b', 'a'], ['b', 'a', 'b'])
    """
    if isinstance(value, (tuple, list)):
        return _storable_list(value, slot)
    return _storable_scalar(value)


def _storable_scalar(value: Scalar) -> Scalar:
    if isinstance(value, str):
        return value if value.isascii() else _SURROGATE.sub("\ufffd", value)
    if isinstance(value, int) and not isinstance(value, bool) and value not in _INTEGERS:
        return str(value)
    return value


def _storable_list(values: Iterable[Scalar], slot: str) -> Stored:
    items = [_storable_scalar(value) for value in values]
    kinds = {type(item) for item in items}
    if kinds == {int, float} and all(float(item) == item for item in items):
        return [float(item) for item in items]
    if kinds == {str} or len(kinds) > 1:
        texts = [text for item in items if (text := str(item)).strip()]
        distinct = list(dict.fromkeys(text.strip() for text in texts))
        return distinct if distinct == texts or not slot or is_set(slot) else texts
    return items  # type: ignore[return-value]  # one kind only, which the type checker cannot see


@cache
def is_set(slot: str) -> bool:
    """Say whether the values of a list have no order and stand in it once: so do those of Biolink's slots."""
    return slot in model().release.slots or slot in _SETS


def row(properties: Mapping[str, Value | None]) -> PropertyRow:
    """Make a property map: absent values, empty lists and nameless properties are left out."""
    return {
        name: stored
        for name, value in properties.items()
        if name
        and value is not None
        and (stored := value if isinstance(value, str) and value.isascii() else storable(value, name)) != []
    }


def normal_forms(names: Iterable[str]) -> tuple[str, ...]:
    """List the distinct normal forms of names; overlong ones, which no question holds, are left out."""
    forms = (normalise(name) for name in names)
    return tuple(dict.fromkeys(form for form in forms if form and len(form) <= LONGEST_FORM))


def content_hash(content: object) -> str:
    """Hash the content of a record: equal content, equal hash, whatever the order of its properties.

    >>> content_hash({"a": 1, "b": (2,)}) == content_hash({"b": [2], "a": 1})
    True
    """
    return hashlib.blake2b(CANONICAL.encode(content).encode("ascii"), digest_size=HASH_BYTES).hexdigest()
