"""Training examples of the span reader: a question, sentences with its answer, and others by BM25."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bioloom.errors import SourceError
from bioloom.extraction.stemming import stem
from bioloom.loading import loader_for
from bioloom.names import tokens
from bioloom.records import AnnotatedDocument, LoadOptions
from bioloom_lab.evaluation.span_questions.squad import Article, read_squad
from bioloom_lab.training.span_reader.generated_questions import make_questions

_K1, _B = 1.2, 0.75


class Bm25Ranker:
    """BM25 ranking of some sentences for many questions."""

    def __init__(self, sentences: Sequence[str]) -> None:
        self._words = [Counter(map(stem, tokens(text))) for text in sentences]
        held = Counter(word for words in self._words for word in words)
        count = len(sentences)
        self._idf = {
            word: math.log(1 + (count - number + 0.5) / (number + 0.5)) for word, number in held.items()
        }
        lengths = [words.total() for words in self._words]
        mean = sum(lengths) / max(1, count) or 1.0
        self._norms = [_K1 * (1 - _B + _B * length / mean) for length in lengths]

    def scores(self, question: str) -> list[float]:
        """Give the BM25 of every sentence for a question, in the order of the sentences."""
        asked = {stem(word) for word in tokens(question)} & self._idf.keys()
        return [
            sum(
                self._idf[word] * words[word] * (_K1 + 1) / (words[word] + norm)
                for word in asked
                if word in words
            )
            for words, norm in zip(self._words, self._norms, strict=True)
        ]

    def first(self, question: str, count: int) -> list[int]:
        """List the places of the best sentences, best first; of equals the earlier one."""
        scores = self.scores(question)
        return sorted(range(len(scores)), key=lambda at: (-scores[at], at))[:count]


CANDIDATES = 8
"""Best sentences by BM25, beside those with the answer, that wrong sentences are drawn from."""

READ = 10
"""First sentences by BM25 that a reader is calibrated on."""

_A_TEXT = 8  # made questions, so that no text counts much more than another
_FEWEST_WORDS = 4


@dataclass(frozen=True, slots=True)
class SpanExample:
    """A question about one text: `golds` maps sentences to characters of the answer in them, `others` do not
    hold it, likest to the question first; `ranked` are the first sentences by BM25, with the answer or not.
    """

    article: str
    question: str
    golds: dict[str, tuple[int, int]]
    others: tuple[str, ...]
    accepted: tuple[str, ...]
    ranked: tuple[str, ...]


def documents_of(path: Path) -> list[AnnotatedDocument]:
    """Read the documents of a file or folder with whichever loader recognises it."""
    records = loader_for(path).records(path, LoadOptions())
    return [record for record in records if isinstance(record, AnnotatedDocument)]


def asked_examples(path: Path) -> list[SpanExample]:
    """Read the questions of a set in the SQuAD format that an article answers; SourceError without any."""
    documents = documents_of(path)
    articles = read_squad(path)
    texts = {document.document.id.partition(":")[2]: document for document in documents}
    found = [
        example
        for article in articles
        if article.name in texts
        for example in _of_article(article, texts[article.name])
    ]
    if not found:
        raise SourceError("holds no question with an answer in its article", str(path))
    return found


def _of_article(article: Article, document: AnnotatedDocument) -> Iterable[SpanExample]:
    sentences = document.sentences
    lexical = Bm25Ranker([sentence.text for sentence in sentences])
    for asked in article.questions:
        golds: dict[str, tuple[int, int]] = {}
        for answer in asked.answers:
            for sentence in sentences:
                start, end = max(answer.start, sentence.start), min(answer.end, sentence.end)
                if start < end:
                    golds.setdefault(sentence.text, (start - sentence.start, end - sentence.start))
        best = lexical.first(asked.question, READ + len(golds))
        others = [sentences[at].text for at in best if sentences[at].text not in golds]
        if golds and others:
            yield SpanExample(
                article.name,
                asked.question,
                golds,
                tuple(dict.fromkeys(others[:CANDIDATES])),
                tuple(each.text for each in asked.answers),
                tuple(dict.fromkeys(sentences[at].text for at in best[:READ])),
            )


def made_examples(documents: Sequence[AnnotatedDocument], count: int, *, seed: int) -> list[SpanExample]:
    """Make at most `count` examples from plain texts, whichever text they are from."""
    drawn = random.Random(seed)
    found: list[SpanExample] = []
    for document in drawn.sample(documents, len(documents)):
        if len(found) >= count:
            break
        texts = [sentence.text for sentence in document.sentences]
        lexical = Bm25Ranker(texts)
        made = [
            (text, one)
            for text in dict.fromkeys(texts)
            for one in make_questions(text, drawn)
            if len(one.question.split()) >= _FEWEST_WORDS
        ]
        for text, one in drawn.sample(made, min(_A_TEXT, len(made))):
            best = [texts[at] for at in lexical.first(one.question, CANDIDATES + 1)]
            others = tuple(dict.fromkeys(other for other in best if other != text))
            if others:
                golds = {text: (one.start, one.end)}
                accepted = (text[one.start : one.end],)
                found.append(SpanExample(document.document.id, one.question, golds, others, accepted, ()))
    return found[:count]
