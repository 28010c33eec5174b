"""A question read once: what it asks for, its telling words, and the numbers and values that it states."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from bioloom.records import Quantity
from bioloom.retrieval.lucene_query import content_words
from bioloom.retrieval.question_type import ASKING_WORDS, Asked, read_question
from bioloom.retrieval.stated_values import stated_values

_KINDS = ("temperature", "time", "volume", "mass", "speed", "force", "concentration")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
SAME = 0.005
"""How far two values may lie apart and still be the same one (30 min, 0.5 h)."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What retrieval and readers know of a question without the graph.

    `words` are its content words without those that only say what is asked for; `measures` the values it
    states, in SI units; `numbers` every number as written. Names and entities depend on the graph: they are
    looked up by the phrases of `wording.word` when sentences are ranked.
    """

    question: str
    asked: Asked
    words: tuple[str, ...]
    measures: tuple[Quantity, ...] = ()
    numbers: tuple[str, ...] = ()

    def agrees(self, unit: str | None, value: float | None) -> bool:
        """Say whether a measured value (SI) is one that the question states."""
        return value is not None and any(
            measure.si_unit == unit
            and measure.si_value is not None
            and abs(measure.si_value - value) <= SAME * max(abs(value), abs(measure.si_value))
            for measure in self.measures
        )


@lru_cache(maxsize=1024)
def analyse(question: str) -> Analysis:
    """Read a question (SPEC I4); never fails, linear in the question.

    >>> found = analyse("How long are the plates kept at 37 °C?")
    >>> found.asked.kind, sorted(found.asked.types), found.words, found.numbers
    ('value', ['time'], ('plates', 'kept', '37', 'c'), ('37',))
    >>> found.agrees("K", 310.15)
    True
    """
    stated = stated_values(question, _KINDS)
    from bioloom.standardization.quantities import parse_quantity  # with its units a tenth of a second

    parsed = (parse_quantity(words, kind) for words, kind in stated)
    return Analysis(
        question,
        read_question(question),
        tuple(word for word in content_words(question) if word not in ASKING_WORDS),
        tuple(each for each in parsed if each is not None),
        tuple(dict.fromkeys(_NUMBER.findall(question[:2000]))),
    )
