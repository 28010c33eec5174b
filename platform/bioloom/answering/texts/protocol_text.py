"""Protocol texts: the steps of the documents at hand, with the words by which they are compared."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Self

from bioloom.answering.texts.document_titles import is_title, title_words
from bioloom.answering.texts.quantity_comparison import quantities_of
from bioloom.names import tokens
from bioloom.question_parsing import canonical_words, is_unconstraining, stated_values
from bioloom.question_parsing.named_numbers import COUNTS
from bioloom.records import Evidence, Quantity, split_sentence_id

_DENIED = re.compile(
    r"\b(?:(?<!does )(?<!did )not|don[’']t|never|avoid|without)\s+((?:[\w-]+\s*){1,3})", re.IGNORECASE
)
"""What a step says is not done."""

_LIMIT = re.compile(
    r"(?:(?!\b(?:and|but|or)\b)[^.,;:()])*?"
    r"\b(above|before|below|beyond|higher|less|longer|lower|more|over|past|under|unless|until|without)\b"
    r"(?!-)",
    re.IGNORECASE,
)
"""Up to where it is not done alone: "not higher than 60 °C", "never heat the solution above 65 °C"."""

_FORBIDS = re.compile(r"\W*(?:do not|don[’']t|never|avoid)\s", re.IGNORECASE)

_CONTROL = re.compile(r"\W*(?:negative\s)?controls?\b", re.IGNORECASE)
"""How a step for a control begins, which lacks what all others have."""

Numbered = tuple[int, Evidence]
"""A piece of evidence with its number, from 1."""


@dataclass(frozen=True)  # without slots: it keeps its values once they are parsed
class ProtocolText:
    """The steps of one protocol that are at hand, in order, with canonical words; gaps count as steps."""

    document: str
    name: str
    title: frozenset[str]
    steps: Mapping[int, Numbered]
    words: Mapping[int, frozenset[str]]
    known: frozenset[str]
    denied: Mapping[str, int] = field(default_factory=dict)
    top: float = 0.0

    @property
    def kind(self) -> str | None:
        """Say what kind of document it is, such as a publication."""
        return next((piece.document_kind for _, piece in self.steps.values()), None)

    @property
    def texts(self) -> list[str]:
        """List the title and the steps, also those that are known only to stand before or behind another."""
        found = [self.name]
        for at, (_, piece) in self.steps.items():
            around = {at - 1: piece.before, at: piece.text, at + 1: piece.after}
            found += [
                text for place, text in around.items() if text and (place == at or place not in self.steps)
            ]
        return found

    @cached_property
    def stated(self) -> tuple[Quantity, ...]:
        """Parse the measured values of all steps, which few questions need."""
        return tuple(value for _, piece in self.steps.values() for value in quantities_of(piece.text))

    def without(self, places: Set[int]) -> Self:
        """Leave out some steps, unless these are all."""
        if not places or places >= self.steps.keys():
            return self
        kept = {at: step for at, step in self.steps.items() if at not in places}
        return replace(self, steps=kept, words={at: self.words[at] for at in self.words if at not in places})

    def around(self, at: int, places: Iterable[int]) -> frozenset[str]:
        """Give the words of the steps at some distances from one."""
        return frozenset().union(*(self.words.get(at + place, frozenset()) for place in places))


def place_of(piece: Evidence, unknown: int = 0) -> int:
    """Give the place of a sentence in its document, as its id has it.

    >>> place_of(Evidence("Spin.", 1.0, "wlp:1#s3")), place_of(Evidence("Spin.", 1.0), -1)
    (3, -1)
    """
    parts = split_sentence_id(piece.sentence_id or "")
    return parts[1] if parts else unknown


def protocol_texts(evidence: Sequence[Evidence]) -> tuple[ProtocolText, ...]:
    """Group ranked sentences by document, in the order in which the documents come."""
    grouped: dict[str, dict[int, Numbered]] = {}
    for number, piece in enumerate(evidence, 1):
        if piece.sentence_id:
            steps = grouped.setdefault(piece.document_id or "", {})
            steps.setdefault(place_of(piece, -number), (number, piece))
    made = []
    for document, steps in grouped.items():
        body = {at: one for at, one in sorted(steps.items()) if not is_title(one[1])} or steps
        words = {at: _words(piece.text) | _heading_words(piece) for at, (_, piece) in body.items()}
        for at, (_, piece) in body.items():  # what is not at hand is known by its words
            for place, text in ((at - 1, piece.before), (at + 1, piece.after)):
                if text and place not in steps:
                    words.setdefault(place, _words(text))
        name = (next(iter(steps.values()))[1].document_title or document).strip().rstrip(".")
        known = frozenset().union(*words.values())
        top = max(piece.score for piece in evidence)
        title = title_words(name)
        made.append(ProtocolText(document, name, title, body, words, known, _denied(body), top))
    return tuple(made)


@lru_cache(maxsize=8192)
def _words(text: str) -> frozenset[str]:
    """Fold the words of a step, words of numbers as numbers too; a force tells that it spins, though no word
    of it says so."""
    numbers = (COUNTS[word] for word in tokens(text.lower()) if word in COUNTS)
    return frozenset(
        (*canonical_words(text), *numbers, *(["spin"] if stated_values(text, ("force",)) else []))
    )


def _heading_words(piece: Evidence) -> frozenset[str]:
    """Give the canonical words of the headings above a step, and of the number before it: "step 11"."""
    number = f"step {piece.printed}" if piece.printed else ""
    return frozenset(canonical_words(f"{piece.section or ''} {number}"))


def limit_of_denial(word: str, step: str) -> str:
    """Give the word of the limit within which a step does not deny what it denies; empty without one.

    >>> limit_of_denial("heat", "Never heat the flask above 65 °C."), limit_of_denial("heat", "Do not heat.")
    ('above', '')
    """
    limits = (
        _LIMIT.match(step, found.start(1))
        for found in _DENIED.finditer(step)
        if word in canonical_words(found[1])
    )
    return next((limit[1].lower() if limit else "" for limit in limits), "")


def only_limits(step: str) -> bool:
    """Say whether a step only tells beyond what limit something is not done.

    >>> only_limits("Never heat it above 65 °C."), only_limits("Heat to 60 °C, never above 65 °C.")
    (True, False)
    """
    found = _FORBIDS.match(step)
    return found is not None and _LIMIT.match(step, found.end()) is not None


def _denied(steps: Mapping[int, Numbered]) -> Mapping[str, int]:
    """Find the words that steps only name to deny them ("Do not vortex."), each with the place of a step."""
    said: set[str] = set()
    denied: dict[str, int] = {}
    for at, (_, piece) in steps.items():
        for place, found in enumerate(_DENIED.finditer(piece.text) if not _CONTROL.match(piece.text) else ()):
            if not (place and found[0].lower().startswith("without")):  # "do not go on without their consent"
                denied.update(dict.fromkeys(canonical_words(found[1]), at))
        said.update(canonical_words(_DENIED.sub(" ", piece.text)))
    return {word: at for word, at in denied.items() if word not in said and not is_unconstraining(word)}
