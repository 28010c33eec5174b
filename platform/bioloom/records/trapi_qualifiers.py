"""Qualifiers listed as TRAPI lists them, unfolded into the slots that they are."""

import json
import re
from ast import literal_eval
from collections import defaultdict
from collections.abc import Iterator, Mapping

LISTING = ("qualifiers", "biolink:qualifiers")
"""Slots that may list qualifiers."""

_TYPE, _VALUE = "qualifier_type_id", "qualifier_value"
_UNNAMED = "unnamed_qualifier"
_BETWEEN = re.compile(r"(?<=[}\]])\s*\|\s*(?=[{\[])")
_LONGEST_LITERAL = 20_000  # characters


def unfold_qualifiers(slots: Mapping[str, object]) -> Mapping[str, object]:
    """Unfold `qualifiers` into a slot each; texts in it are a slot of the source's own and stay.

    What is no qualifier keeps a name that validation refuses, and so does what is stated twice otherwise.

    >>> listed = [{"qualifier_type_id": "biolink:object_direction_qualifier", "qualifier_value": "increased"}]
    >>> unfold_qualifiers({"id": "e1", "qualifiers": listed})
    {'id': 'e1', 'object_direction_qualifier': 'increased'}
    """
    stated: dict[str, dict[str, None]] = defaultdict(dict)
    unfolded = dict(slots)
    for slot in LISTING:
        listed = [*_listed(slots[slot])] if slot in slots else []
        found = [one for one in listed if isinstance(one, Mapping)]
        if not found:
            continue
        for one in found:
            name, value = _name_and_value(one)
            stated[name][value] = None
        del unfolded[slot]
        if rest := [one for one in listed if not isinstance(one, Mapping)]:
            unfolded[slot] = rest
    for name, values in stated.items():
        given = unfolded.get(name)
        beside = given if isinstance(given, list | tuple) else [given]
        every = list(dict.fromkeys([*(_text(one) for one in beside if one not in (None, "", [])), *values]))
        unfolded[name] = every if len(every) > 1 else every[0]
    return unfolded if stated else slots


def _name_and_value(one: Mapping[object, object]) -> tuple[str, str]:
    """Give the slot and the value of a qualifier; one that lacks either is its own value, without a name."""
    name, value = one.get(_TYPE), one.get(_VALUE)
    if isinstance(name, str) and isinstance(value, str) and name.strip() and value.strip():
        return _slot(name), value.strip()
    return _UNNAMED, _text(one)


def _listed(given: object) -> Iterator[object]:
    """Give what is listed; a table holds the list, or each of its members, as text."""
    for member in given if isinstance(given, list | tuple) else [given]:
        if isinstance(member, str) and _TYPE in member:
            yield from _read(member)
        elif isinstance(member, list | tuple) and any(isinstance(one, Mapping) for one in member):
            yield from member
        elif isinstance(given, list | tuple | Mapping):
            yield member


def _read(text: str) -> Iterator[object]:
    """Read qualifiers of a text: JSON or Python's form of it, several of them parted by a bar."""
    whole = _parse(text)
    for value in [_parse(part) for part in _BETWEEN.split(text)] if whole is None else [whole]:
        for one in value if isinstance(value, list | tuple) else [value]:
            yield one if isinstance(one, Mapping) else {"unreadable": text}


def _parse(text: str) -> object:
    """Parse a text; None where it is nothing that can be read."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        try:
            value = literal_eval(text.strip()) if len(text) <= _LONGEST_LITERAL else None
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            value = None
    return value


def _text(value: object) -> str:
    if isinstance(value, str):
        return value.strip()
    try:
        return json.dumps(value, sort_keys=True, default=str)
    except (TypeError, ValueError, RecursionError):
        return "a value that is nested too deeply"


def _slot(type_id: str) -> str:
    name = type_id.strip().removeprefix("biolink:").replace(" ", "_")
    return name if name.endswith("_qualifier") or name == "qualified_predicate" else f"{name}_qualifier"
