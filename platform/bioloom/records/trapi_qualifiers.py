"""Qualifiers listed as TRAPI lists them, unfolded into the slots that they are."""

import json
from collections import defaultdict
from collections.abc import Mapping

_LISTED, _TYPE, _VALUE = "qualifiers", "qualifier_type_id", "qualifier_value"


def unfold_qualifiers(slots: Mapping[str, object]) -> Mapping[str, object]:
    """Unfold `qualifiers` into a slot each; texts in it are a slot of the source's own and stay.

    What is no qualifier keeps a name that validation refuses, and so does what is stated twice otherwise.

    >>> listed = [{"qualifier_type_id": "biolink:object_direction_qualifier", "qualifier_value": "increased"}]
    >>> unfold_qualifiers({"id": "e1", "qualifiers": listed})
    {'id': 'e1', 'object_direction_qualifier': 'increased'}
    """
    listed = _listed(slots[_LISTED]) if _LISTED in slots else []
    if not any(isinstance(one, Mapping) for one in listed):
        return slots
    stated: dict[str, dict[object, None]] = defaultdict(dict)
    rest: list[object] = []
    for one in listed:
        if not isinstance(one, Mapping):
            rest.append(one)
            continue
        name, value = one.get(_TYPE), one.get(_VALUE)
        if isinstance(name, str) and isinstance(value, str):
            stated[_slot(name)][value] = None
        else:
            stated["unnamed_qualifier"][json.dumps(one, sort_keys=True, default=str)] = None
    unfolded = {name: value for name, value in slots.items() if name != _LISTED or rest}
    if rest:
        unfolded[_LISTED] = rest
    for name, values in stated.items():
        beside = unfolded.get(name)
        if beside not in (None, "", []):
            values = dict.fromkeys([*(beside if isinstance(beside, list) else [beside]), *values])
        unfolded[name] = [*values] if len(values) > 1 else next(iter(values))
    return unfolded


def _listed(given: object) -> list[object]:
    """Give what is listed; a table holds the list as JSON text."""
    if isinstance(given, str) and _TYPE in given:
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            return []
    if isinstance(given, Mapping):
        return [given]
    return list(given) if isinstance(given, list) else []


def _slot(type_id: str) -> str:
    name = type_id.strip().removeprefix("biolink:").replace(" ", "_")
    return name if name.endswith("_qualifier") or name == "qualified_predicate" else f"{name}_qualifier"
