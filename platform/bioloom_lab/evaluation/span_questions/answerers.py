"""Answer extractors: best sentence, best clause, and the span reader, cross-validated by article."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bioloom.errors import UsageError
from bioloom.extraction.stemming import stem
from bioloom.names import tokens
from bioloom.span_reader import PassageSentence
from bioloom_lab.evaluation.span_questions.gold import AskedArticle
from bioloom_lab.evaluation.span_questions.squad import Article, fingerprint
from bioloom_lab.training.span_reader.calibrated_reader import CalibratedReader


@dataclass(frozen=True, slots=True)
class SaidSpan:
    """An answer, and the number of the sentence that it stands in among those that were read."""

    text: str
    sentence: int | None = None


NOTHING = SaidSpan("")


class UnseenReader:
    """The readers of a folder, that of all articles and those of its folds, each for what it never saw.

    UsageError if an article was learnt by all of them.
    """

    def __init__(self, folder: Path, articles: Sequence[Article]) -> None:
        readers = [CalibratedReader(each) for each in (folder, *sorted(folder.glob("fold-*")))]
        self._readers: dict[str, CalibratedReader] = {}
        for article in articles:
            own = fingerprint(article.text)
            unseen = [each for each in readers if own not in each.settings.fitted_on]
            if not unseen:
                raise UsageError(
                    f"the reader in {folder} learnt from the questions of {article.name}, so that its score "
                    "there says nothing: train it with --folds and keep the folds beside it"
                )
            self._readers[article.name] = unseen[0]

    def __call__(
        self, one: AskedArticle, weights: Mapping[str, float], sentences: Sequence[PassageSentence]
    ) -> SaidSpan:
        """Answer with the span that the reader of the article's fold believes most."""
        found = self._readers[one.asked.article].read(one.asked.question, sentences)
        if not found:
            return NOTHING
        best = found[0]
        return SaidSpan(sentences[best.sentence].text[best.start : best.end], best.sentence)


_BORDER = re.compile(
    r"[;:]\s|,\s|\s\(|\)\s?|\s(?=(?:because|due to|while|whereas|which|who|that|although|since|such as|"
    r"including|in order to|by (?=\w+ing)|is|are|was|were|has|have|can|may)\b)"
)


def clauses(sentence: str) -> list[tuple[int, int]]:
    """Give the clauses of a sentence as places of characters, in order.

    >>> text = "The virus, which is new, spreads because it is airborne."
    >>> [text[start:end] for start, end in clauses(text)]
    ['The virus', 'which', 'is new', 'spreads', 'because it', 'is airborne']
    """
    found = []
    start = 0
    end = len(sentence.rstrip(" .;,"))
    for border in _BORDER.finditer(sentence, 0, end):
        found.append((start, border.start()))
        start = border.end()
    found.append((start, end))
    return [(begin, stop) for begin, stop in found if stop > begin]


def best_clause(sentence: str, weights: Mapping[str, float]) -> tuple[int, int]:
    """Choose the part of a sentence that says what the question does not.

    These are the clauses behind the one that repeats most of the question, or those before it where it is the
    last. `weights` says how much each word of the question tells.
    """
    parts = clauses(sentence)
    told = {stem(part): weight for word, weight in weights.items() for part in tokens(word)}
    repeated = [
        sum(told.get(stem(word), 0.0) for word in set(tokens(sentence[start:end]))) for start, end in parts
    ]
    if len(parts) == 1 or not any(repeated):
        return 0, len(sentence.rstrip())
    most = max(range(len(parts)), key=lambda at: (repeated[at], -at))
    rest = parts[most + 1 :] or parts[:most]
    return rest[0][0], rest[-1][1]


Weights = Mapping[str, float]


class Answerer(Protocol):
    """Gives the answer to a question from sentences, best first; `weights` are of its words."""

    def __call__(
        self, one: AskedArticle, weights: Weights, sentences: Sequence[PassageSentence], /
    ) -> SaidSpan: ...


def best_sentence(one: AskedArticle, weights: Weights, sentences: Sequence[PassageSentence]) -> SaidSpan:
    """Answer with the whole first sentence."""
    return SaidSpan(sentences[0].text, 0) if sentences else NOTHING


def clause_of_best(one: AskedArticle, weights: Weights, sentences: Sequence[PassageSentence]) -> SaidSpan:
    """Answer with the part of the first sentence that the question does not say itself."""
    if not sentences:
        return NOTHING
    start, end = best_clause(sentences[0].text, weights)
    return SaidSpan(sentences[0].text[start:end], 0)


FLOORS: Mapping[str, Answerer] = {"best sentence": best_sentence, "best clause": clause_of_best}
"""Answerers that need no model."""
