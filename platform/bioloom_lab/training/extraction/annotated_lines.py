"""Annotated protocols as training lines with spans and links."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding.model_files import open_tokenizer
from bioloom.errors import UsageError
from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.instructions import read_instructions
from bioloom.extraction.networks.tokenization import WordReader, Words
from bioloom.extraction.networks.windows import TokenLine
from bioloom.loading import loader_for
from bioloom.records import AnnotatedDocument, LoadOptions, Mention
from bioloom_lab.evaluation.protocol_ie.robustness import read_back
from bioloom_lab.evaluation.protocol_ie.text_forms import FORMS, rewrite

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TripleLine:
    """A sentence as networks read it: spans of its words, and `links` (1 is the first relation) of pairs.

    `listed` are the pairs of which it is known whether they have a relation; None for all. `source` is the
    document's id.
    """

    scheme: str
    text: str
    words: Words
    spans: tuple[Span, ...]
    links: Mapping[Pair, int] = field(default_factory=dict)
    listed: frozenset[Pair] | None = None
    source: str = ""


_SAME = {"Creates": "Product"}  # five of the first in WLP's train split, and they mean the second
_NUMBER = re.compile(r"[0-9]+$")


@dataclass(frozen=True, slots=True)
class GoldLine:
    """A line with what is annotated on it: spans, and links (subject, object, relation) between them."""

    line: TokenLine
    spans: tuple[Span, ...]
    links: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class GoldDocuments:
    """Annotated documents; `lost` counts the mentions and the relations that no network could give.

    `by_number` has the line of each number. `rewritten` are the same documents in other forms, several times
    over.
    """

    scheme: str
    types: tuple[str, ...]
    relations: tuple[str, ...]
    documents: tuple[tuple[GoldLine, ...], ...]
    lost: tuple[int, int]
    by_number: tuple[GoldLine, ...]
    rewritten: tuple[tuple[GoldLine, ...], ...] = ()


def read_gold(
    folder: Path,
    tokenizer: bytes,
    *,
    longest: int = 510,
    like: GoldDocuments | None = None,
    more: Sequence[Path] = (),
    copies: int = 0,
) -> GoldDocuments:
    """Read annotated documents of one scheme, with whichever loader recognises the folder, and of `more`.

    Types and relations are those of `like`, or else all that occur, in alphabetical order. Lines of
    more than `longest` pieces are cut. Of every document, so many `copies` are rewritten in a form drawn for
    each. UsageError if nothing is annotated or several schemes are mixed.
    """
    records = chain.from_iterable(loader_for(each).records(each, LoadOptions()) for each in (folder, *more))
    annotated = [each for each in records if isinstance(each, AnnotatedDocument) and each.mentions]
    schemes = {document.scheme for document in annotated if document.scheme}
    if len(schemes) != 1:
        found = f"schemes {', '.join(sorted(schemes))}" if schemes else "no annotated documents"
        raise UsageError(f"{folder} has {found}; training needs documents annotated in one scheme")
    types = {mention.native_type for each in annotated for mention in each.mentions}
    names = {relation_name(link.predicate) for each in annotated for link in each.relations}
    reader = _GoldLineReader(
        WordReader(open_tokenizer(tokenizer, folder)),
        like.types if like else tuple(sorted(types)),
        like.relations if like else tuple(sorted(names)),
        longest,
    )
    documents = tuple(tuple(reader.lines(each)) for each in annotated)
    lost = reader.lost_mentions, reader.lost_relations
    rewritten = tuple(
        tuple(reader.lines(each))
        for copy in range(1, copies + 1)
        for each in read_back([rewrite(one, form_of(one, copy), seed=copy) for one in annotated], "text")
    )
    lines = tuple(line for document in (*documents, *rewritten) for line in document)
    return GoldDocuments(schemes.pop(), reader.types, reader.relations, documents, lost, lines, rewritten)


def form_of(document: AnnotatedDocument, copy: int) -> str:
    """Draw the form of a copy of a document; several copies of one have several forms."""
    forms = random.Random(document.document.id).sample(list(FORMS), len(FORMS))
    return forms[copy % len(forms)]


def relation_name(name: str) -> str:
    """Give a relation without the number that an annotation tool adds to the second of its kind.

    >>> relation_name("Acts-on2"), relation_name("Creates")
    ('Acts-on', 'Product')
    """
    bare = _NUMBER.sub("", name)
    return _SAME.get(bare, bare)


def admitted_relations(gold: GoldDocuments) -> NDArray[np.bool_]:
    """Say which relations occur between ordered pairs of types: shape (types, types, relations)."""
    admitted = np.zeros((len(gold.types), len(gold.types), len(gold.relations)), bool)
    for lines in gold.documents:
        for line in lines:
            for subject, object_, relation in line.links:
                admitted[line.spans[subject].kind, line.spans[object_].kind, relation] = True
    return admitted


class _GoldLineReader:
    """Turns documents into lines and counts what does not fit."""

    def __init__(
        self, words: WordReader, types: Sequence[str], relations: Sequence[str], longest: int
    ) -> None:
        self._words, self._longest = words, longest
        self.types, self.relations = tuple(types), tuple(relations)
        self.lost_mentions = self.lost_relations = 0
        self._count = 0

    def lines(self, document: AnnotatedDocument) -> Iterator[GoldLine]:
        """Give the lines of a document that have words, long ones in parts."""
        mentions: dict[str, list[Mention]] = defaultdict(list)
        for mention in document.mentions:
            mentions[mention.sentence_id].append(mention)
        placed: dict[str, tuple[int, int]] = {}
        parts: list[tuple[Words, list[Span]]] = []
        texts = [sentence.text for sentence in document.sentences]
        for number, words in read_instructions(self._words, texts, self._longest):
            sentence = document.sentences[number]
            waiting = sorted(mentions[sentence.id], key=lambda mention: (mention.start, mention.end))
            spans: list[Span] = []
            for mention in waiting:
                span = self._span(words, mention, sentence.start)
                if span and (not spans or spans[-1].last < span.first):
                    placed[mention.id] = len(parts), len(spans)
                    spans.append(span)
            parts.append((words, spans))
        self.lost_mentions += len(document.mentions) - len(placed)
        links = self._links(document, placed)
        for number, (words, spans) in enumerate(parts):
            yield GoldLine(TokenLine(self._count, words), tuple(spans), tuple(links[number]))
            self._count += 1

    def _span(self, words: Words, mention: Mention, start: int) -> Span | None:
        first = np.flatnonzero(words.starts == mention.start - start)
        last = np.flatnonzero(words.ends == mention.end - start)
        if mention.native_type not in self.types or not len(first) or not len(last):
            return None
        return Span(0, int(first[0]), int(last[0]), self.types.index(mention.native_type), 1.0)

    def _links(
        self, document: AnnotatedDocument, placed: dict[str, tuple[int, int]]
    ) -> dict[int, list[tuple[int, int, int]]]:
        links: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
        for relation in document.relations:
            name = relation_name(relation.predicate)
            ends = placed.get(relation.subject), placed.get(relation.object)
            if ends[0] and ends[1] and ends[0][0] == ends[1][0] and name in self.relations:
                link = ends[0][1], ends[1][1], self.relations.index(name)
                if link not in links[ends[0][0]]:
                    links[ends[0][0]].append(link)
            else:
                self.lost_relations += 1
        return links
