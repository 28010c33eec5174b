"""Step lexicon: words that refer to steps or leave their sequence (`ontology/protocol/`)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from bioloom import resources


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a step: whether its noun counts only alone, and how verbs that make and end it begin."""

    generic: bool
    made_by: tuple[str, ...]
    ended_by: tuple[str, ...]


@cache
def words(name: str) -> tuple[str, ...]:
    """Give one word list, longest phrases first; KeyError if there is none of that name.

    >>> "alternatively" in words("alternative")
    True
    """
    lists = {row["list"]: row["words"] for row in resources.read_table("protocol/words.tsv")}
    return tuple(sorted(lists[name].split("|"), key=lambda phrase: (-len(phrase), phrase)))


@cache
def opening(name: str) -> re.Pattern[str]:
    """Make a pattern that matches a text that opens with a phrase of a list, past brackets and marks.

    >>> bool(opening("optional").match("(OPTIONAL) Add dye")), bool(opening("optional").match("Options"))
    (True, False)
    """
    return re.compile(rf"[\s(\[*•\"'-]*(?:{_either(name)})(?!\w)", re.IGNORECASE)


@cache
def ending(name: str) -> re.Pattern[str]:
    """Make a pattern that searches for a phrase of a list at the end of a text, past `the` and brackets."""
    return re.compile(rf"(?<!\w)(?P<cue>{_either(name)})\s*[(\[]?\s*(?:(?:the|all|only)\s+)?$", re.IGNORECASE)


@cache
def results() -> Mapping[str, Result]:
    """Read the nouns for what a step leaves behind."""
    return {
        row["noun"]: Result(
            row["generic"] == "yes",
            tuple(row["made_by"].split("|")),
            tuple(filter(None, row["ended_by"].split("|"))),
        )
        for row in resources.read_table("protocol/results.tsv")
    }


def _either(name: str) -> str:
    return "|".join(re.escape(phrase).replace(r"\ ", r"\s+") for phrase in words(name))


THINGS = frozenset(words("thing"))
"""BioPIE's types of what steps take, hold and leave behind."""
