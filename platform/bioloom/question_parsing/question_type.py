"""Question classifier: the type of answer that a question asks for, by a lexicon of patterns."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from bioloom.pattern_table import PatternTable

QuestionKind = Literal["value", "thing", "steps", "after", "before", "how", "closed", "open"]

_PATTERNS = PatternTable.read("asking/kinds.tsv")
VALUES, VAGUE = (
    tuple((table.text(types), frozenset(types.split())) for types in table.patterns)
    for table in map(PatternTable.read, ("asking/values.tsv", "asking/amounts.tsv"))
)
"""Measured values asked for, pattern over the question and native types, and those that name no unit."""

MEASURING = _PATTERNS.compile("measuring")
"""A clause whose question word asks for nothing: "for measuring how fast phages stick, …"."""

ORDER = _PATTERNS.compile("order")
"""The clause that says after or before what something is done."""

PRECEDING = frozenset({"before", "prior to", "preceding"})
"""Words of such a clause that put the answer first."""

AUXILIARY = _PATTERNS.text("auxiliary")
"""Verbs with which a question for yes or no begins."""

ASKING_WORDS = _PATTERNS.words("asking_words")
"""Words that say what is asked for rather than about what; evidence need not hold them."""

_QUALIFIED = _PATTERNS.compile("qualified", 0)
_OF_PLACE = _PATTERNS.compile("of_place", 0)
_THING_ASKED = _PATTERNS.compile("thing_asked", 0)
_TOLD_OF_IT = _PATTERNS.compile("told_of_it", 0)
_ASKS_AGAIN = _PATTERNS.compile("asks_again", 0)
_AMOUNT = _PATTERNS.compile("amount", 0)
_HEAD = _PATTERNS.compile("head", 0)
_WHY = _PATTERNS.compile("why", 0)
_WHEN = _PATTERNS.compile("when", 0)
_REQUEST = _PATTERNS.compile("request", 0)
_STEPS = _PATTERNS.compile("steps")
_AFTER = _PATTERNS.compile("after")
_BEFORE = _PATTERNS.compile("before")
_NAMED = _PATTERNS.compile("named")
_NEGATIVE = _PATTERNS.compile("negative")
_CLOSED = _PATTERNS.compile("closed")
_ASKS = _PATTERNS.compile("asks")
_MEASURED = _PATTERNS.compile_each("measured", 0)

_VESSELS = frozenset({"container", "position", "environment", "device", "part"})
_DEVICES = frozenset({"device", "consumable", "container", "software", "part", "size"})
_SUBSTANCES = frozenset(
    {
        "chemical", "blend", "protein", "nucleic acid", "cell", "biomaterial", "polymer", "organ", "animal",
        "plant",
    }
)  # fmt: skip
_MEANS = frozenset({"device", "consumable", "method"})

_THINGS = PatternTable.read("asking/things.tsv")
THINGS = tuple(
    (_THINGS.text(role), types, frozenset(relations.split()))
    for role, types, relations in (
        ("destination", _VESSELS | _SUBSTANCES, "to"),
        ("addition", _SUBSTANCES, "use_reagent apply_material"),
        ("device", _DEVICES, "use_device"),
        ("vessel", _VESSELS, "to in_condition_of"),
        ("means", _SUBSTANCES | _DEVICES, "use_device use_reagent apply_material use_method"),
        ("company", _SUBSTANCES | _MEANS, "use_reagent apply_material use_device use_method"),
        ("substance", _SUBSTANCES, "use_reagent apply_material"),
    )
)
"""Things asked for: pattern over the question, native types, and the relations at whose end they stand."""

_COUNTED = frozenset({"number", "times"})
"""What "how many" asks for where no unit follows."""


@dataclass(frozen=True, slots=True)
class QuestionType:
    """Expected answer type: the kind of a question, and the native types of the nodes that would answer it.

    `asking` is False where no question word and no question mark was found; `noun` is the word that
    names the kind of thing ("antibody"), if there is one; `negative` says that it asks what is not so.
    """

    kind: QuestionKind
    types: frozenset[str] = frozenset()
    asking: bool = True
    noun: str = ""
    negative: bool = False
    relations: frozenset[str] = frozenset()
    """BioPIE's relations from a verb to the thing asked for."""
    step: int = 0
    """Where the answer stands from the step that the question describes: 1 after it, -1 before it."""

    @property
    def counts(self) -> bool:
        """Whether it asks how many things there are, and for no other value."""
        return "number" in self.types and self.types <= _COUNTED


def classify_question(question: str) -> QuestionType:
    """Classify a question.

    >>> classify_question("At what temperature are the cells lysed?")
    QuestionType(kind='value', types=frozenset({'temperature'}), asking=True, noun='', negative=False, \
relations=frozenset(), step=0)
    >>> classify_question("Which step comes after adding bleach?").kind
    'after'
    """
    text = " ".join(question.lower().split())
    found = _classify(text)
    step = {"after": 1, "before": -1}.get(found.kind, 0)
    return replace(found, negative=bool(_NEGATIVE.search(text)), step=step)


def _classify(text: str) -> QuestionType:
    if _STEPS.search(text):
        return QuestionType("steps")
    types = _asked_value(ORDER.sub(" ", text))[1]
    named = _NAMED.search(text)
    if not types and not named:
        order = ORDER.search(text)
        earlier = order is not None and order["word"] in PRECEDING
        if _BEFORE.search(text) and (earlier or not _AFTER.search(text)):
            return QuestionType("before")
        if _AFTER.search(text):
            return QuestionType("after")
    if types:
        return QuestionType("value", types)
    closed = bool(_CLOSED.search(text)) and not _REQUEST.search(text)
    head = _HEAD.search(text)
    for part in (
        ()
        if closed or _WHY.match(text.rpartition(": ")[2]) or _WHEN.match(text)
        else (head["noun"] if head else "", text)
    ):
        part = ORDER.sub(" ", part)
        for pattern, types, relations in THINGS:
            if found := re.search(rf"\b({pattern})\w*", part):
                noun = "" if " " in found[0] else found[0]
                return QuestionType("thing", types, noun=noun, relations=relations)
    if closed:
        return QuestionType("closed")
    if re.search(r"\bhow\b", text):
        return QuestionType("how")
    return QuestionType("open", asking="?" in text or bool(_ASKS.search(text)))


def order_clauses(text: str) -> list[tuple[int, str]]:
    """List the clauses of a text that say after or before what something is done: 1 for after, -1 for before,
    with their words.

    >>> order_clauses("How long after plating are they fixed?"), order_clauses("Harvest before lysis.")
    ([(1, 'plating')], [(-1, 'lysis.')])
    """
    found = ((each["word"].casefold() in PRECEDING, each["clause"].strip()) for each in ORDER.finditer(text))
    return [(-1 if earlier else 1, clause) for earlier, clause in found if clause]


def asked_value(text: str) -> str:
    """Give the words of a question that ask for a measured value; empty where none do.

    >>> asked_value("What is the lysis temperature in the miniprep?")
    'temperature'
    """
    return _asked_value(" ".join(text.lower().split()))[0]


@lru_cache(maxsize=1024)  # every step that is read asks it of the same question
def _asked_value(text: str) -> tuple[str, frozenset[str]]:
    if _CLOSED.search(text):
        return "", frozenset()
    text = _QUALIFIED.sub(r"\1", MEASURING.sub(" ", text))
    text = _OF_PLACE.sub(lambda found: " " * len(found[0]), text)
    amount, thing = _AMOUNT.match(text), _THING_ASKED.search(text)
    for patterns in (VALUES, VAGUE):
        found = [
            (match.start(), match[0], types)
            for pattern, types in patterns
            if (match := re.search(rf"\b({pattern})", text))
        ]
        first = min(found, key=lambda one: one[0]) if found else None
        if first and thing and thing.end() <= first[0]:
            between = text[thing.end() : first[0]]
            again = _ASKS_AGAIN.search(f"{between}{first[1]}")  # "how long" asks by its own first word
            if not again and (thing["thing"] is None or _TOLD_OF_IT.search(between)):
                continue
        if first and amount and first[0] > amount.end() and not first[2] <= {"volume", "mass"}:
            continue  # "how much … of high concentration": what is asked is said first
        if first:
            return first[1:]
    return "", frozenset()


def measured_thing(text: str) -> str:
    """Give what the amount is of that a question asks for; empty where it does not say.

    >>> [measured_thing(each) for each in ("How much of the lysis buffer is used?", "What DNA volume?")]
    ['lysis buffer', 'dna']
    """
    text = " ".join(text.lower().split())
    return next((found["thing"].strip() for form in _MEASURED if (found := form.search(text))), "")
