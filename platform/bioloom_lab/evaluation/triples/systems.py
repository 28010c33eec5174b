"""Measured systems: candidate pairs of a sentence by readers, extractors and rules, then the likeliest."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bioloom.extraction.entity_marks import unpad
from bioloom.extraction.extractor import Extractor
from bioloom.extraction.retrieval_augmentation.memory_examples import Offsets
from bioloom.records import AnnotatedDocument, Document, Sentence
from bioloom.records import Place as Origin
from bioloom_lab.evaluation.triples.leaked_marks import marked_names, marked_roles
from bioloom_lab.evaluation.triples.marked_pairs import marked_pair
from bioloom_lab.evaluation.triples.sentence_rows import NONE, RowTriple, SentenceRow
from bioloom_lab.evaluation.triples.views import closest
from bioloom_lab.readers.instruction import LabelQuestion
from bioloom_lab.readers.label_reader import LabelReader

Documents = Callable[[Sequence[str]], Sequence[str | None]]
"""Gives for each sentence the text of the document that it is read beside, None for none."""

AT_ONCE = 32
_TOKEN = re.compile(r"[^\W_]+|\S")
_LONGEST_NAME = 8


@dataclass(frozen=True, slots=True)
class NamePair:
    """Ordered pair of names of a sentence, with their types where these are known."""

    head: Offsets
    tail: Offsets
    types: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class SentencePairs:
    """Sentence as it is read, with its ordered pairs of names: the first of equals is chosen."""

    text: str
    candidates: Sequence[NamePair]


class PairFinder(Protocol):
    """Finder of the pairs of names that may be related; `name` says how ("marks", "tagger")."""

    name: str

    def read(self, sentences: Sequence[str]) -> list[SentencePairs]:
        """Give each sentence with its pairs; places count in the text that is given."""
        ...


@dataclass(slots=True)
class MarkRule:
    """Rule for the marks of a raw sentence: brackets give head and tail, or else padding the names.

    With `pairs` padding gives just two names, the pair that explains it best, as ChemProt's sentences need.

    The sentence itself is read without the marks, unless that would lose a name. A mark does not say what
    kind of thing a name is; where that tells head from tail, `typed` does.
    """

    name: str = "marks"
    pairs: bool = False
    typed: TaggedNames | None = None

    def read(self, sentences: Sequence[str]) -> list[SentencePairs]:
        reads = [self._of(sentence) for sentence in sentences]
        return reads if self.typed is None else self.typed.type_names(reads)

    def _of(self, sentence: str) -> SentencePairs:
        head, tail = marked_roles(sentence)
        names = list(marked_pair(sentence) or ()) if self.pairs else marked_names(sentence)
        ordered = [(head, tail)] if head and tail else list(permutations(names, 2))
        bare = unpad(sentence, names)
        text = bare if all(name in bare for pair in ordered for name in pair) else sentence
        placed = (closest(text, *pair) for pair in ordered)
        return SentencePairs(text, [NamePair(*pair) for pair in placed if pair is not None])


@dataclass(slots=True)
class KnownNames:
    """Dictionary baseline: the names of the training rows wherever they stand, the longest first."""

    names: frozenset[tuple[str, ...]]
    name: str = "names of train"

    @classmethod
    def of(cls, rows: Iterable[SentenceRow]) -> KnownNames:
        """Take the heads and tails of rows."""
        names = (name for row in rows for name in (row.triple.head, row.triple.tail))
        return cls(frozenset(tuple(_TOKEN.findall(name.casefold())) for name in names))

    def read(self, sentences: Sequence[str]) -> list[SentencePairs]:
        return [
            SentencePairs(sentence, _pairs([(place, None) for place in self._places(sentence)]))
            for sentence in sentences
        ]

    def _places(self, sentence: str) -> list[Offsets]:
        tokens = [(found.group().casefold(), found.span()) for found in _TOKEN.finditer(sentence)]
        places, at = [], 0
        while at < len(tokens):
            for length in range(min(_LONGEST_NAME, len(tokens) - at), 0, -1):
                if tuple(word for word, _ in tokens[at : at + length]) in self.names:
                    places.append((tokens[at][1][0], tokens[at + length - 1][1][1]))
                    at += length
                    break
            else:
                at += 1
        return places


@dataclass(slots=True)
class TaggedNames:
    """Names and relations that an extractor finds."""

    extractor: Extractor
    name: str = "tagger"
    _read: dict[str, AnnotatedDocument] = field(default_factory=dict)

    def read(self, sentences: Sequence[str]) -> list[SentencePairs]:
        found = []
        for sentence, document in zip(sentences, self._documents(sentences), strict=True):
            mentions = sorted(document.mentions, key=lambda each: (each.start, each.end))
            pairs = _pairs([((each.start, each.end), each.native_type) for each in mentions])
            found.append(SentencePairs(sentence, pairs))
        return found

    def type_names(self, reads: Sequence[SentencePairs]) -> list[SentencePairs]:
        """Give pairs the types of the mentions that they overlap, where both ends have one and not the same.

        Two ends of one type are left open: the tagger errs in one of them, if they are related.
        """
        typed = []
        for read, document in zip(reads, self._documents([read.text for read in reads]), strict=True):
            found = [
                (_type_at(document, each.head), _type_at(document, each.tail)) for each in read.candidates
            ]
            pairs = [
                NamePair(each.head, each.tail, (head, tail)) if head and tail and head != tail else each
                for each, (head, tail) in zip(read.candidates, found, strict=True)
            ]
            typed.append(SentencePairs(read.text, pairs))
        return typed

    def triples(self, sentences: Sequence[str]) -> list[frozenset[RowTriple]]:
        """Give all triples that the extractor states of each sentence."""
        return [triples_of(document) for document in self._documents(sentences)]

    def _documents(self, sentences: Sequence[str]) -> list[AnnotatedDocument]:
        fresh = [each for each in dict.fromkeys(sentences) if each not in self._read]
        for start in range(0, len(fresh), AT_ONCE):
            batch = fresh[start : start + AT_ONCE]
            bare = [as_document(each, start + at) for at, each in enumerate(batch)]
            self._read |= zip(batch, self.extractor.extract(bare), strict=True)
        return [self._read[each] for each in sentences]


@dataclass(slots=True)
class PriorReader:
    """Prior baseline: every label is as probable as it is frequent in the training rows."""

    labels: tuple[str, ...]
    shares: tuple[float, ...]
    name: str = "majority relation"

    @classmethod
    def of(cls, labels: Iterable[str]) -> PriorReader:
        """Count labels."""
        counts = Counter(labels)
        total = sum(counts.values())
        ordered = tuple(label for label, _ in counts.most_common())
        return cls(ordered, tuple(counts[label] / total for label in ordered))

    def likelihoods(self, asked: Sequence[LabelQuestion]) -> NDArray[np.float64]:
        """Give the same row for each."""
        row: NDArray[np.float64] = np.log(np.array(self.shares))
        return np.tile(row, (len(asked), 1))


def choose(
    reader: LabelReader,
    reads: Sequence[SentencePairs],
    documents: Sequence[str | None],
    *,
    allow_none: bool = False,
) -> list[frozenset[RowTriple]]:
    """Give of each sentence the triple of the most probable ordered pair and relation; none without a pair.

    With `allow_none` the relation "none" is one like the others, as in DDI's rows. Without it a reader that
    knows "none" still says by it which of two orders is the likelier one.
    """
    asked = [
        LabelQuestion(read.text, each.head, each.tail, document, each.types)
        for read, document in zip(reads, documents, strict=True)
        for each in read.candidates
    ]
    columns = [at for at, label in enumerate(reader.labels) if allow_none or label.casefold() != NONE]
    rows = reader.likelihoods(asked)[:, columns] if asked else np.zeros((0, len(columns)))
    chosen: list[frozenset[RowTriple]] = []
    start = 0
    for read in reads:
        sentence, some = read.text, read.candidates
        if some:
            at, label = divmod(int(rows[start : start + len(some)].argmax()), len(columns))
            head, tail = sentence[slice(*some[at].head)], sentence[slice(*some[at].tail)]
            chosen.append(frozenset({RowTriple(head, reader.labels[columns[label]], tail)}))
        else:
            chosen.append(frozenset())
        start += len(some)
    return chosen


def triples_of(document: AnnotatedDocument) -> frozenset[RowTriple]:
    """Give the triples of names that a document states; ``scheme:label`` of another scheme is left out."""
    names = {mention.id: mention.text for mention in document.mentions}
    return frozenset(
        RowTriple(names[each.subject], each.predicate, names[each.object])
        for each in document.relations
        if ":" not in each.predicate and not each.negated
    )


def as_document(sentence: str, number: int) -> AnnotatedDocument:
    """Make a document of one sentence, for an extractor."""
    name = f"sentence:{number}"
    return AnnotatedDocument(
        Document(name, "", sentence, "abstract", "infores:unspecified", Origin("sentence")),
        (Sentence(f"{name}#s1", name, 0, sentence, 0, len(sentence)),),
        agent_type="not_provided",
    )


def _type_at(document: AnnotatedDocument, place: Offsets) -> str | None:
    """Give the type of the mention that covers most of a place, None where there is none."""
    shared = [
        (min(place[1], each.end) - max(place[0], each.start), each.native_type) for each in document.mentions
    ]
    most, kind = max(shared, default=(0, ""))
    return kind if most > 0 else None


def _pairs(named: Sequence[tuple[Offsets, str | None]]) -> list[NamePair]:
    """Give the ordered pairs of places that do not overlap, each as often as its places come."""
    return [
        NamePair(one, other, (kind, other_kind) if kind and other_kind else None)
        for (one, kind), (other, other_kind) in permutations(named, 2)
        if one[1] <= other[0] or other[1] <= one[0]
    ]
