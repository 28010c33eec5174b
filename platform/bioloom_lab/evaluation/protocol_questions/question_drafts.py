"""Question drafts: the content of a generated question before it is put into words."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from bioloom.names import tokens
from bioloom.records import Mention, Sentence
from bioloom_lab.evaluation.protocol_questions.annotated_events import Happening, Protocol, Verb
from bioloom_lab.evaluation.protocol_questions.phrasing import vague

VALUES = {"Temperature": "temperature", "Time": "time", "Speed": "speed"}
"""WLP's types of values that questions ask for, and the name of the templates that do."""


@dataclass(frozen=True, slots=True)
class QuestionDraft:
    """A question to come: its kind, what it asks for (a name of templates.tsv), the action and the thing that
    it names, the sentences that answer it and the words that do. `act` is another action whose verb is asked
    for in place of this one's."""

    kind: str
    asks: str
    at: Happening
    named: str
    gold: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    act: Happening | None = None

    @property
    def verb(self) -> Verb:
        """Give the verb that the question is about."""
        return (self.act or self.at).verb


class Known:
    """Facts of a protocol as a whole, to see whether a question points to one step."""

    def __init__(self, protocol: Protocol, found: Sequence[Happening]) -> None:
        self.protocol = protocol
        self.found = tuple(found)
        self._times = Counter((each.word, name) for each in found for name in _heads(each))
        self._of: dict[str, list[Happening]] = defaultdict(list)
        for each in found:
            self._of[each.sentence.id].append(each)

    def once(self, happening: Happening) -> bool:
        """Say whether this action on this thing happens in one place only."""
        if not happening.objects or _poor(happening.objects[0]):
            return False
        return self._times[happening.word, head(happening.objects[0])] == 1

    def inside(self, sentence: str) -> Sequence[Happening]:
        """Give what happens in one line."""
        return self._of[sentence]

    def around(self, sentence: Sentence, reach: int) -> tuple[Sentence, ...]:
        """Give a line and those that stand at most `reach` lines from it, with an action or without."""
        return tuple(
            each for each in self.protocol.document.sentences if abs(each.index - sentence.index) <= reach
        )

    def mentions(self, lines: Sequence[Sentence]) -> tuple[Mention, ...]:
        """Give all that is annotated in some lines."""
        ids = {line.id for line in lines}
        return tuple(each for each in self.protocol.document.mentions if each.sentence_id in ids)


def head(name: str) -> str:
    """Give the last word of a name, in the singular.

    >>> head("PCR tubes")
    'tube'
    """
    words = tokens(name)
    return words[-1].rstrip("s") if words else ""


def singular(words: Sequence[str]) -> frozenset[str]:
    """Give words without the s of the plural, to be compared."""
    return frozenset(word.rstrip("s") for word in words)


def shared(name: str, other: str) -> bool:
    """Say whether two names have a word in common."""
    return bool(singular(tokens(name)) & singular(tokens(other)))


def _poor(name: str) -> bool:
    """Say whether a name asks badly: a part of something unnamed, or all of several things."""
    words = tokens(name)
    return not words or words[0] in ("all", "any", "both") or vague(head(name), "place")


def _heads(happening: Happening) -> frozenset[str]:
    return frozenset(head(name) for name in happening.objects)
