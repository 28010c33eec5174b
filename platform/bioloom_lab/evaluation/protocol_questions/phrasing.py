"""Phrasing of generated questions: templates, synonyms of verbs and names, the protocol's title."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from functools import cache

from bioloom.names import tokens
from bioloom.question_parsing import STOP_WORDS
from bioloom.resources import read_table

SAME_WORD = 0.3
"""Share of questions that keep the sentence's verb; the others use a synonym."""

OTHER_NAME = 0.5
"""Share of words of a name that are replaced by their synonym."""

LONGEST_TITLE = 9
_SPARE = STOP_WORDS | {"protocol", "using", "method", "procedure", "version", "steps", "step"}
_SINGULAR = ("ss", "us", "is", "gas", "series", "dnas")


@cache
def templates() -> Mapping[str, tuple[str, ...]]:
    """Read the templates by what they ask for."""
    found: dict[str, list[str]] = {}
    for row in read_table("questions/templates.tsv"):
        found.setdefault(row["asks"], []).append(row["template"])
    return {asks: tuple(each) for asks, each in found.items()}


@cache
def other_names() -> Mapping[str, str]:
    """Read the words of names that have another one."""
    return {row["word"]: row["other"] for row in read_table("questions/names.tsv")}


@cache
def _vague() -> frozenset[tuple[str, str]]:
    return frozenset((row["word"].lower(), row["as"]) for row in read_table("questions/vague.tsv"))


def vague(name: str, kind: str) -> bool:
    """Say whether a name is too general to ask with, or to be an answer: as a place, device, thing or time.

    A place or device is judged by its last word, a thing by all of them, a time by any.

    >>> vague("fume hood", "device"), vague("sample tube", "thing"), vague("wash buffer", "thing")
    (True, True, False)
    """
    words = [word if (word, kind) in _vague() else word.rstrip("s") for word in tokens(name)]
    marks = [(word, kind) in _vague() for word in words]
    if kind == "thing":
        return all(marks)
    return any(marks) if kind == "time" else bool(marks) and marks[-1]


def phrase(
    dice: random.Random,
    asks: str,
    *,
    named: str,
    done: Sequence[str] = ("",),
    doing: Sequence[str] = ("",),
    where: str = "",
) -> str:
    """Put a question: one of the templates, with a name and a verb said otherwise where a table knows how."""
    text = dice.choice(templates()[asks])
    thing = renamed(dice, named)
    many = plural(thing)
    return text.format(
        object=f"the {thing}" if "much {object}" not in text and "of {object}" not in text else thing,
        be="are" if many else "is",
        do="do" if many else "does",
        have="have" if many else "has",
        they="they" if many else "it",
        done=_form(dice, done),
        doing=_form(dice, doing),
        where=where,
    )


def place(dice: random.Random, title: str, weights: Mapping[str, int], *, whole: bool) -> str:
    """Name a protocol, by all telling words of its title or by its two to four rarest."""
    words = [word for part in title.split() if (word := part.strip("()[],;:."))]
    telling = [word for word in words if word.lower() not in _SPARE and tokens(word)]
    if not telling:
        return ""
    if whole:
        kept = words[:LONGEST_TITLE]
    else:
        rare = sorted(telling, key=lambda word: sum(weights.get(part, 0) for part in tokens(word)))
        chosen = set(rare[: dice.choice((2, 3, 4))])
        kept = list(dict.fromkeys(word for word in telling if word in chosen))
    return dice.choice(templates()["where" if whole else "some"]).format(title=" ".join(kept))


def renamed(dice: random.Random, name: str) -> str:
    """Say a name with at most one of its words exchanged."""
    words = name.split()
    known = [at for at, word in enumerate(words) if word in other_names()]
    if known and dice.random() < OTHER_NAME:
        at = dice.choice(known)
        words[at] = other_names()[words[at]]
    return " ".join(word[:1].lower() + word[1:] if word[1:].islower() else word for word in words)


def plural(name: str) -> bool:
    """Guess whether a name stands for several things.

    >>> plural("cells"), plural("pellet"), plural("tubes of buffer")
    (True, False, True)
    """
    head = re.split(r"\s(?:of|in|with|from|for)\s", name.lower())[0]
    return (head.endswith("s") and not head.endswith(_SINGULAR)) or head in ("media", "bacteria", "mice")


def _form(dice: random.Random, forms: Sequence[str]) -> str:
    others = forms[1:]
    return forms[0] if not others or dice.random() < SAME_WORD else dice.choice(list(others))
