"""Training examples of the span reader: a question beside the ranked sentences of a publication."""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, ValidationError

from bioloom.errors import SourceError
from bioloom.extraction.stemming import stem
from bioloom.loading import loader_for
from bioloom.names import tokens
from bioloom.records import AnnotatedDocument, LoadOptions
from bioloom_lab.evaluation.span_questions.squad import Article, read_squad
from bioloom_lab.training.step_reader.asked_steps import AskedSteps, Span, find_answer

_K1, _B = 1.2, 0.75

FOREIGN = 25
"""Sentences of other abstracts that a question about one is read beside, the likest."""

BESIDE = 3
"""Abstracts that a question of another matter is read beside, one by one: those with the likest sentences."""


class Bm25Ranker:
    """BM25 ranking of some sentences for many questions."""

    def __init__(self, sentences: Sequence[str]) -> None:
        words = [Counter(map(stem, tokens(text))) for text in sentences]
        lengths = np.array([each.total() for each in words], float)
        norms = _K1 * (1 - _B + _B * lengths / (lengths.mean() or 1.0)) if words else lengths
        held: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for at, each in enumerate(words):
            for word, count in each.items():
                held[word].append((at, count))
        self._count = len(words)
        self._held: dict[str, tuple[NDArray[np.int64], NDArray[np.float64]]] = {}
        for word, pairs in held.items():
            places, counts = np.array(pairs).T
            idf = math.log(1 + (len(words) - len(pairs) + 0.5) / (len(pairs) + 0.5))
            self._held[word] = (places, idf * counts * (_K1 + 1) / (counts + norms[places]))

    def ranked(self, question: str) -> list[int]:
        """Give the places of the sentences, best first; of equals the earlier one."""
        scores = np.zeros(self._count)
        for word in sorted({stem(word) for word in tokens(question)} & self._held.keys()):
            places, told = self._held[word]
            scores[places] += told
        return [int(at) for at in np.argsort(-scores, kind="stable")]


@dataclass(frozen=True, slots=True)
class SpanExample:
    """A question beside the sentences of an article in their order, and the texts that are accepted."""

    article: str
    asked: AskedSteps
    accepted: tuple[str, ...]


class WrittenQuestion(BaseModel):
    """A line of a file of questions that were written about abstracts; without `answer` nothing answers.

    Without `id` it is of another matter than any abstract.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str | None
    question: str
    answer: str | None


def documents_of(path: Path) -> list[AnnotatedDocument]:
    """Read the documents of a file or folder with whichever loader recognises it."""
    records = loader_for(path).records(path, LoadOptions())
    return [record for record in records if isinstance(record, AnnotatedDocument)]


def asked_examples(path: Path) -> list[SpanExample]:
    """Read the questions of a set in the SQuAD format that an article answers; SourceError without any."""
    texts = {_name(document): document for document in documents_of(path)}
    articles = [article for article in read_squad(path) if article.name in texts]
    found = [example for article in articles for example in _of_article(article, texts[article.name])]
    if not found:
        raise SourceError("holds no question with an answer in its article", str(path))
    return found


def _of_article(article: Article, document: AnnotatedDocument) -> Iterator[SpanExample]:
    sentences = document.sentences
    lexical = Bm25Ranker([sentence.text for sentence in sentences])
    steps = tuple(sentence.text for sentence in sentences)
    for asked in article.questions:
        golds: dict[int, Span] = {}
        for answer in asked.answers:
            for at, sentence in enumerate(sentences):
                start, end = max(answer.start, sentence.start), min(answer.end, sentence.end)
                if start < end:
                    golds.setdefault(at, (start - sentence.start, end - sentence.start))
        if golds:
            order = tuple(lexical.ranked(asked.question))
            example = AskedSteps(asked.question, "", document.document.title, steps, golds, order=order)
            yield SpanExample(article.name, example, tuple(each.text for each in asked.answers))


def written_examples(questions: Path, texts: Iterable[Path]) -> list[SpanExample]:
    """Read questions written about abstracts, and put each beside its abstract and the likest sentences of
    the others that are asked about; one of another matter beside abstracts that are like it.

    SourceError names the line that is no question, or whose abstract or answer is not there.
    """
    known = {_name(document): document for path in texts for document in documents_of(path)}
    asked = list(_read_written(questions))
    for number, each in enumerate(asked, 1):
        if each.id is None and each.answer is not None:
            raise SourceError("an answer without the id of its document", str(questions), number)
        if each.id is not None and each.id not in known:
            raise SourceError(f"the texts hold no document {each.id}", str(questions), number)
    named = sorted({each.id for each in asked if each.id is not None} or known)
    abstracts = _Abstracts({name: known[name] for name in named})
    found = []
    for number, each in enumerate(asked, 1):
        examples = abstracts.examples(each)
        found += examples
        if not examples and each.id is not None and not _holds(known[each.id], each.answer or ""):
            raise SourceError(f"the answer does not stand in {each.id}", str(questions), number)
    return found


class _Abstracts:
    """The abstracts that questions are asked about, their sentences ranked for a question."""

    def __init__(self, documents: Mapping[str, AnnotatedDocument]) -> None:
        self._documents = documents
        self._flat = [(name, at) for name, each in documents.items() for at in range(len(each.sentences))]
        self._first = {name: self._flat.index((name, 0)) for name in documents}
        self._lexical = Bm25Ranker([documents[name].sentences[at].text for name, at in self._flat])

    def examples(self, asked: WrittenQuestion) -> list[SpanExample]:
        """Put a question beside sentences; none if no single sentence of its abstract holds the answer."""
        ranked = self._lexical.ranked(asked.question)
        if asked.id is None:
            likest = list(dict.fromkeys(self._flat[at][0] for at in ranked))[:BESIDE]
            return [self._beside(name, asked, ranked, {}, 0) for name in likest]
        sentences = self._documents[asked.id].sentences
        golds = find_answer(asked.answer or "", {at: each.text for at, each in enumerate(sentences)})
        if asked.answer is not None and not golds:
            return []
        return [self._beside(asked.id, asked, ranked, golds, FOREIGN)]

    def _beside(
        self,
        name: str,
        asked: WrittenQuestion,
        ranked: Sequence[int],
        golds: Mapping[int, Span],
        foreign: int,
    ) -> SpanExample:
        document, first = self._documents[name], self._first[name]
        own = [sentence.text for sentence in document.sentences]
        others = [at for at in ranked if not first <= at < first + len(own)][:foreign]
        places = {first + at: at for at in range(len(own))} | {
            at: len(own) + n for n, at in enumerate(others)
        }
        steps = (*own, *(self._text(at) for at in others))
        order = tuple(places[at] for at in ranked if at in places)
        example = AskedSteps(asked.question, "", document.document.title, steps, golds, order=order)
        return SpanExample(name, example, (asked.answer,) if asked.answer else ())

    def _text(self, at: int) -> str:
        name, sentence = self._flat[at]
        return self._documents[name].sentences[sentence].text


def _holds(document: AnnotatedDocument, answer: str) -> bool:
    return any(answer in text for text in (document.document.title, document.document.text))


def _read_written(path: Path) -> Iterator[WrittenQuestion]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            yield WrittenQuestion.model_validate(json.loads(line))
        except (ValueError, ValidationError) as fault:
            raise SourceError(f"is no written question: {fault}", str(path), number) from fault


def _name(document: AnnotatedDocument) -> str:
    return document.document.id.partition(":")[2]
