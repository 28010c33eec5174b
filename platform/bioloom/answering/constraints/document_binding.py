"""Document binding: the documents that each part of a question is about, to which its answer is bound."""

import math
import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain, permutations

from bioloom.answering.constraints.document_ranking import (
    FoundDocument,
    Signals,
    document_probabilities,
    document_signals,
    documents_by_title,
    found_documents,
    unknown_protocol,
)
from bioloom.question_parsing import ParsedQuestion, QuestionPattern, canonical_words, matches_any
from bioloom.records import Evidence

MOST = 4
"""Documents that are read whole."""

CERTAIN = 0.9
"""Probability from which no other document may answer; of the questions that bind so, 97 in 100 bind to the
right document."""

LIKELY = 0.6
"""Probability from which a part is taken to be about another document than the one that another names."""

_BEGINNING = 14
"""Letters by which the beginning of a part is found in its question."""

_GOES_ON = re.compile(r"\b(?:they|them|their|(?P<one>it)(?!\stakes?\b))\b", re.IGNORECASE)
"""What a part calls the things of the part before it."""

ALIKE = 0.3
"""Share of the words of two parts that are the same, from which they ask the same of different things."""

FLOOR_PROBABILITY = 0.002
"""Probability below which a document is as good as not meant."""


@dataclass(frozen=True, slots=True)
class Binding:
    """Which documents a part of a question is about (nothing of TRAPI's node bindings).

    - `documents`: those to read, best first;
    - `named`: the part is about the first of them, so that no other may answer;
    - `unknown`: the name that the question gives a protocol, if no title fits it: then none may answer;
    - `naming_words`: canonical words of the part that only name its document, and constrain no step;
    - `probabilities`: of every document found, that the part is about it.
    """

    documents: tuple[str, ...] = ()
    named: bool = False
    unknown: str | None = None
    naming_words: frozenset[str] = frozenset()
    probabilities: Mapping[str, float] = field(default_factory=dict)

    def binds(self, document: str) -> bool:
        """Say whether a document may answer."""
        return self.unknown is None and (not self.named or document in self.documents)

    def log_probability(self, document: str) -> float:
        """Give the log probability that a document is meant; 0 where nothing is known of any."""
        return (
            math.log(max(self.probabilities.get(document, 0.0), FLOOR_PROBABILITY))
            if self.probabilities
            else 0.0
        )


def bind_parts(
    question: ParsedQuestion, weights: Mapping[str, float], hits: Sequence[Evidence]
) -> tuple[Binding, ...]:
    """Bind each part of a question to the document that it is about where that is clear, else to none; the
    likeliest are read whole. Nothing is bound where the question names a protocol that is not there."""
    found = found_documents(hits)
    unknown = unknown_protocol(question.text, weights, found)
    texts = [[text for text in pair if text] for pair in texts_of_parts(question)]
    signals = {text: document_signals(text, weights, found) for text in {*chain(*texts)}}
    of_parts = _contrast_parts([[signals[text] for text in own] for own in texts], found)
    of_parts = _leave_to_twins(question.patterns, of_parts, found)
    of_parts = [
        _only(each, documents_by_title("".join(own[:1]), found))
        for each, own in zip(of_parts, texts, strict=True)
    ]
    made: list[Binding] = []
    for pattern, own in zip(question.patterns, of_parts, strict=True):
        probabilities = made[-1].probabilities if made and made[-1].named and _goes_on(pattern, own) else own
        named = unknown is None and max(probabilities.values(), default=0.0) >= CERTAIN
        documents = tuple(probabilities)[: 1 if named else MOST]
        titles = [each.words for each in found if each.id in documents[:1]]
        naming = _naming(pattern, question.patterns) if named else ()
        naming_words = frozenset(word for word in naming for title in titles if matches_any(word, title))
        made.append(Binding(documents, named, unknown, naming_words, probabilities))
    return tuple(made)


def _goes_on(pattern: QuestionPattern, own: Mapping[str, float]) -> bool:
    """Say whether a part is about the document of the part before it: by "they", by "it" or a clause that it
    leaves out unless its own words name another document."""
    said, likeliest = _GOES_ON.search(pattern.text), max(own.values(), default=0.0)
    if said:
        return not said["one"] or likeliest < CERTAIN
    return bool(pattern.elided_words) and likeliest < LIKELY


def _contrast_parts(
    signals: Sequence[Sequence[Signals]], found: Sequence[FoundDocument]
) -> list[dict[str, float]]:
    """Give the probabilities of the documents for each part, by its own signals and those of the question.

    What one part names alone answers no other that is more likely about another document: "in the miniprep
    versus the maxiprep".
    """
    alone = [document_probabilities(own[:1], found) for own in signals]
    clear = {
        next(iter(probabilities))
        for probabilities in alone
        if max(probabilities.values(), default=0.0) >= CERTAIN
    }
    return [_without(document_probabilities(own, found), clear) for own in signals]


def _leave_to_twins(
    patterns: Sequence[QuestionPattern], probabilities: list[dict[str, float]], found: Sequence[FoundDocument]
) -> list[dict[str, float]]:
    """Leave the likeliest document of a part out where another part that asks the same names more of it, if
    the part's own words name another as well: the Trizol protocol is not that of the Trizol substitute."""
    titles = {each.id: each.words for each in found}
    made = list(probabilities)
    for at, other in permutations(range(len(patterns)), 2):
        one, two = (next(iter(probabilities[each]), "") for each in (at, other))
        if not one or one != two or patterns[at].type.types != patterns[other].type.types:
            continue
        held, more = (_title_words(patterns[each], titles[one]) for each in (at, other))
        left = {each: probability for each, probability in probabilities[at].items() if each != one}
        left = {
            each: probability
            for each, probability in left.items()
            if held <= _title_words(patterns[at], titles[each])
        }
        if held and held < more and left:
            total = sum(left.values())
            made[at] = {each: probability / total for each, probability in left.items()}
    return made


def _title_words(pattern: QuestionPattern, title: Set[str]) -> frozenset[str]:
    """Give the words of a part that a title has."""
    return frozenset(word for word in (*pattern.own_words, *pattern.elided_words) if matches_any(word, title))


def _only(probabilities: dict[str, float], named: Set[str]) -> dict[str, float]:
    """Leave the documents that a part names by their titles alone; all where it names none."""
    left = {document: probability for document, probability in probabilities.items() if document in named}
    total = sum(left.values())
    return {document: probability / total for document, probability in left.items()} or probabilities


def _without(probabilities: dict[str, float], clear: Set[str]) -> dict[str, float]:
    """Leave out of a part's probabilities the documents that other parts name, unless it likely means one."""
    best = max(probabilities, key=probabilities.__getitem__, default="")
    if best in clear or probabilities.get(best, 0.0) < LIKELY:
        return probabilities
    return _only(probabilities, probabilities.keys() - clear)


def texts_of_parts(question: ParsedQuestion) -> list[tuple[str, str]]:
    """Give the words of each part, with those that a question says before the first of them, and all words of
    the question where it has other parts."""
    if len(question.patterns) < 2:
        return [(question.text, "")]
    begun = (question.text.find(pattern.text[:_BEGINNING].rstrip("?")) for pattern in question.patterns)
    introduction = question.text[: min((at for at in begun if at >= 0), default=0)]
    own = [f"{introduction}{pattern.text}" for pattern in question.patterns]
    return [
        (text, "" if twin(pattern, question.patterns) else question.text)
        for text, pattern in zip(own, question.patterns, strict=True)
    ]


def _naming(pattern: QuestionPattern, patterns: Sequence[QuestionPattern]) -> Sequence[str]:
    """List the words of a part that may only name its document: those that tell it from the part before it
    that asks the same of another thing, "how long is it spun in the miniprep and how long in the gel
    recovery?", and those before its colon, "DH5alpha transformation: what follows the heat shock?"."""
    if pattern.elided_words:
        return pattern.own_words
    before = twin(pattern, patterns[: patterns.index(pattern)])
    introduction, _, asked = pattern.text.rpartition(": ")
    own = canonical_words(asked)
    led = canonical_words(introduction) if any(word in own for word in pattern.own_words) else ()
    return [
        word
        for word in pattern.own_words
        if (before and word not in before.own_words) or (word in led and word not in own)
    ]


def twin(pattern: QuestionPattern, patterns: Sequence[QuestionPattern]) -> QuestionPattern | None:
    """Give the part that asks the same of another thing, if there is one: what it names is not what this one
    is about."""
    words = set(pattern.own_words)
    for other in patterns:
        theirs = set(other.own_words)
        shared = len(words & theirs) >= ALIKE * len(words | theirs)
        if other.type.types == pattern.type.types and words - theirs and theirs - words and shared:
            return other
    return None
