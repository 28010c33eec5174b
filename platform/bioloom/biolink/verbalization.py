"""Verbalization: a statement as a plain sentence, with its qualifiers, its direction and its negation."""

import re
from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

from bioloom.resources import read_table

Properties: TypeAlias = Mapping[str, object]

FOLDER = "verbalization"
_ENDS = ("subject", "object")
_PARTS = ("derivative", "part", "form_or_variant", "aspect")
"""Qualifiers of an end that are said before its name, the innermost first."""

_CAUSED = frozenset({"causes", "affects", "regulates"})
"""Predicates that a direction of their object turns into a verb: "decreases the activity of"."""

_BACKWARDS = "<"

_CURIE = re.compile(r"[\w.-]+:\S+")


def verbalize(subject: str, predicate: str, object_: str, properties: Properties) -> str:
    """Put a statement into a plain sentence, without its full stop.

    >>> verbalize("aspirin", "biolink:treats", "headache", {})
    'aspirin treats headache'
    >>> verbalize("aspirin", "biolink:ameliorates_condition", "asthma", {"negated": True})
    'aspirin does not relieve asthma'
    >>> verbalize("aspirin", "biolink:affects", "PTGS2", {"qualified_predicate": "biolink:causes",
    ...           "object_direction_qualifier": "decreased", "object_aspect_qualifier": "activity"})
    'aspirin decreases the activity of PTGS2'
    """
    if reads_backwards(predicate):
        subject, object_ = object_, subject
    start = _before(properties, "subject", properties.get("subject_direction_qualifier"))
    return f"{start}{subject} {relation_phrase(predicate, properties)} {object_}{_after(properties)}"


def relation_phrase(predicate: str, properties: Properties) -> str:
    """Say what joins the ends of a statement: "decreases the activity of", "is not a treatment for".

    A predicate of BioPIE is given with its prefix; one that no table has is said in its own words.

    >>> relation_phrase("biolink:affects", {"object_aspect_qualifier": "expression"})
    'affects the expression of'
    """
    stated = str(properties.get("qualified_predicate") or predicate)
    name = stated.removeprefix("biolink:")
    direction = properties.get("object_direction_qualifier")
    denied = bool(properties.get("negated"))
    words = None
    if direction and name in _CAUSED:
        words = _table("directions", "direction").get(str(direction))
        direction = None if words else direction
    elif name == "causes" and properties.get("object_aspect_qualifier"):
        words = _table("predicates", "predicate")["biolink:affects"]
    if words is None:
        key = stated if ":" in stated else f"biolink:{stated}"
        words = _table("predicates", "predicate").get(key) or _own_words(key)
    return f"{words[denied].removeprefix(_BACKWARDS)} {_before(properties, 'object', direction)}".strip()


def reads_backwards(predicate: str) -> bool:
    """Say whether a predicate is said from its object: "Fix acts on cells" for "cells is_object_of Fix"."""
    words = _table("predicates", "predicate").get(predicate)
    return words is not None and words[0].startswith(_BACKWARDS)


def _own_words(predicate: str) -> tuple[str, str]:
    said = predicate.rpartition(":")[2].replace("_", " ")
    said = said.lower() if said.isupper() else said  # HAS_SENTENCE and its like join texts
    return said, f"(not) {said}"


def _before(properties: Properties, end: str, direction: object) -> str:
    """Say the qualifiers of an end before its name: "the increased expression of the mutant form of "."""
    slots = (f"{end}_{part}_qualifier" for part in _PARTS)
    parts = [_plain(properties[slot]) for slot in slots if properties.get(slot)]
    way = f"{_plain(direction)} " if direction else ""
    if not parts:
        return way
    parts[-1] = f"{way}{parts[-1]}"
    return "".join(f"the {part} of " for part in reversed(parts))


def _after(properties: Properties) -> str:
    """Say what else qualifies a statement; nothing that a source stated is left out."""
    told = {f"{end}_{part}_qualifier" for end in _ENDS for part in (*_PARTS, "direction")}
    phrases = {slot: words[0] for slot, words in _table("qualifiers", "qualifier").items()}
    said, bracketed = "", []
    for slot, value in sorted(properties.items()):
        if not slot.endswith("_qualifier") or slot in told or value in (None, ""):
            continue
        if slot in phrases:
            said += f" {phrases[slot].format(_plain(value))}"
        else:
            bracketed.append(f"{slot.removesuffix('_qualifier').replace('_', ' ')}: {_plain(value)}")
    return said + (f" ({'; '.join(bracketed)})" if bracketed else "")


def _plain(value: object) -> str:
    """Give the value of a qualifier as words; an id stays as it is."""
    values = value if isinstance(value, list | tuple) else [value]
    texts = [str(each).removeprefix("biolink:") for each in values]
    return ", ".join(text if _CURIE.fullmatch(text) else text.replace("_", " ") for text in texts)


@cache
def _table(name: str, key: str) -> Mapping[str, tuple[str, str]]:
    rows = read_table(f"{FOLDER}/{name}.tsv")
    return {row[key]: (row["said"], row.get("denied", "")) for row in rows}
