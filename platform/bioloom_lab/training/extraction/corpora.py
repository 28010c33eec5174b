"""Corpora of the triple model: annotated documents of several schemes as training lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bioloom.errors import UsageError
from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.model_settings import SchemeSettings
from bioloom.extraction.networks.tokenization import WordReader, Words
from bioloom.extraction.networks.windows import cut
from bioloom.loading import loader_for
from bioloom.records import AnnotatedDocument, LoadOptions, Mention, Relation, Sentence
from bioloom_lab.evaluation.gold_mentions import spans_of
from bioloom_lab.training.extraction.annotated_lines import Pair, TripleLine
from bioloom_lab.training.extraction.negative_pairs import wrong_pairs

IDENTIFIERS = "other_identifiers"
"""The property of a document that lists mentions with the identifiers of what they denote, where these are
several or no CURIEs."""


@dataclass(frozen=True, slots=True)
class CorpusFiles:
    """Files of a scheme's corpus in a folder of corpora, and their reader.

    `files` are patterns of the files of a split, of which the first that is there is read. `rows`: a document
    is one sentence with one labelled pair, which other documents repeat. `concepts`: relations join what
    mentions denote, so that all pairs of mentions that denote the two have them. `partial`: pairs that
    no document lists are not known to have no relation. A relater reads the `share` of the sentences in an
    epoch, drawn anew each time, and of those with wrong pairs the share `wrong` with one of these; `beside`
    is the share of readings that have a retrieved document before the sentence.
    """

    folder: str
    files: tuple[str, ...]
    settings: SchemeSettings
    rows: bool = False
    concepts: bool = False
    partial: bool = False
    share: float = 0.35
    wrong: float = 0.0
    beside: float = 0.0


_GENES = {"GENE-Y": "GENE", "GENE-N": "GENE"}
_FROM_PUBLICATIONS = {"biored/ChemicalEntity": "CHEMICAL", "biored/GeneOrGeneProduct": "GENE"}

CORPORA: Mapping[str, CorpusFiles] = {
    "biored": CorpusFiles("biored", ("{split}.pubtator*",), SchemeSettings(symmetrical=True), concepts=True),
    "chemprot": CorpusFiles(
        "chemprot_corpus", ("{split}.txt*",), SchemeSettings(read_as=_GENES | _FROM_PUBLICATIONS)
    ),
    "ddi": CorpusFiles(
        "ddi",
        ("{split}_triples.jsonl*", "{split}.jsonl*"),
        SchemeSettings(symmetrical=True),
        rows=True,
        partial=True,
        beside=0.2,
    ),
    "git": CorpusFiles(
        "git",
        ("{split}.jsonl*",),
        SchemeSettings(negatives=False, context=False),
        rows=True,
        share=1.0,
        wrong=0.35,
        beside=0.4,
    ),
}
"""The corpora by their schemes, which are also the names of their loaders."""


@dataclass(frozen=True, slots=True)
class TripleLines:
    """Training lines of several schemes: `documents` for a tagger, single `sentences` for a relater.

    `wrong` has, for each sentence that stands with the names of one pair, lines with two other names of it.
    Types and relations are named ``scheme/name``. `admitted`, of shape (types, types, relations), says
    which relations occur between ordered pairs of types.
    """

    schemes: tuple[str, ...]
    types: tuple[str, ...]
    relations: tuple[str, ...]
    documents: tuple[tuple[TripleLine, ...], ...]
    sentences: tuple[TripleLine, ...]
    admitted: NDArray[np.bool_]
    wrong: tuple[tuple[TripleLine, ...], ...] = ()

    def kinds_of(self, scheme: str) -> tuple[int, ...]:
        """Give the numbers of a scheme's types."""
        return tuple(at for at, name in enumerate(self.types) if name.startswith(f"{scheme}/"))

    def answers(self, line: TripleLine) -> dict[Pair, int]:
        """Give what is known of a line's pairs: 0 for "none", else the relation's number, from 1.

        A pair of a symmetrical scheme stands once, in the order of the text.
        """
        once = CORPORA[line.scheme].settings.symmetrical
        count = range(len(line.spans))
        pairs = [
            (one, other)
            for one in count
            for other in count
            if (one < other if once else one != other)
            and self.admitted[line.spans[one].kind, line.spans[other].kind].any()
        ]
        if line.listed is not None:
            pairs = [pair for pair in pairs if pair in line.listed or pair in line.links]
        return {pair: line.links.get(pair, 0) for pair in pairs}


def read_corpora(data: Path, split: str) -> dict[str, list[AnnotatedDocument]]:
    """Read the split of every corpus that a folder has, by schemes; those that are not there are left out."""
    found: dict[str, list[AnnotatedDocument]] = {}
    for scheme, corpus in CORPORA.items():
        file = _file_of(data / corpus.folder, corpus, split)
        if file is not None:
            records = loader_for(file, scheme).records(file, LoadOptions())
            found[scheme] = [each for each in records if isinstance(each, AnnotatedDocument)]
    return found


def as_triples(
    found: Mapping[str, Sequence[AnnotatedDocument]],
    words: WordReader,
    *,
    longest: int,
    like: TripleLines | None = None,
) -> TripleLines:
    """Turn annotated documents, by their schemes, into lines; those of more than `longest` pieces are cut.

    Types and relations are those of `like`, or else all that occur. UsageError if nothing is annotated.
    """
    if not any(each.relations for documents in found.values() for each in documents):
        folders = ", ".join(corpus.folder for corpus in CORPORA.values())
        raise UsageError(f"no annotated documents; training needs one or more of the folders {folders}")
    named = {
        (scheme, _type_name(scheme, mention.native_type))
        for scheme, documents in found.items()
        for each in documents
        for mention in each.mentions
    }
    related = {
        (scheme, link.predicate)
        for scheme, documents in found.items()
        for each in documents
        for link in each.relations
    }
    types = like.types if like else tuple(sorted("/".join(pair) for pair in named))
    relations = like.relations if like else tuple(sorted("/".join(pair) for pair in related))
    reader = _TripleLineReader(words, types, relations, longest)
    documents: list[tuple[TripleLine, ...]] = []
    sentences: list[TripleLine] = []
    wrong: list[tuple[TripleLine, ...]] = []
    for scheme, some in found.items():
        whole, single = reader.read(scheme, some)
        documents += whole
        sentences += single
        if CORPORA[scheme].wrong:
            wrong += wrong_pairs([line for lines in whole for line in lines])
    admitted = like.admitted if like else _admitted(sentences, len(types), len(relations))
    return TripleLines(
        tuple(found),
        types,
        relations,
        tuple(documents),
        tuple(sentences),
        admitted,
        tuple(filter(None, wrong)),
    )


def _file_of(folder: Path, corpus: CorpusFiles, split: str) -> Path | None:
    matches = (sorted(folder.glob(pattern.format(split=split))) for pattern in corpus.files)
    return next((found[0] for found in matches if found), None) if folder.is_dir() else None


def _type_name(scheme: str, name: str) -> str:
    return CORPORA[scheme].settings.read_as.get(name, name)


def _admitted(lines: Iterable[TripleLine], types: int, relations: int) -> NDArray[np.bool_]:
    admitted = np.zeros((types, types, relations), bool)
    for line in lines:
        for (one, other), relation in line.links.items():
            kinds = line.spans[one].kind, line.spans[other].kind
            admitted[*kinds, relation - 1] = True
            if CORPORA[line.scheme].settings.symmetrical:
                admitted[*kinds[::-1], relation - 1] = True
    return admitted


@dataclass(slots=True)
class _Row:
    """A sentence's mentions, the relations between them, and the pairs that are known (both by mention)."""

    sentence: Sentence
    source: str
    mentions: list[Mention]
    relations: list[Relation]
    listed: set[frozenset[str]] = field(default_factory=set)


class _TripleLineReader:
    """Turns documents into lines."""

    def __init__(
        self, words: WordReader, types: tuple[str, ...], relations: tuple[str, ...], longest: int
    ) -> None:
        self._words, self._types, self._relations, self._longest = words, types, relations, longest

    def read(
        self, scheme: str, documents: Sequence[AnnotatedDocument]
    ) -> tuple[list[tuple[TripleLine, ...]], list[TripleLine]]:
        """Give the lines of documents for a tagger, by document, and those for a relater."""
        corpus = CORPORA[scheme]
        if not corpus.rows:
            whole = [tuple(self._lines(scheme, _rows(each, corpus))) for each in documents]
            return whole, [line for lines in whole for line in lines if len(line.spans) > 1]
        merged = [tuple(self._lines(scheme, [row])) for row in _merged(documents)]
        rows = [row for each in documents for row in _rows(each, corpus)]
        if corpus.partial:
            return merged, [line for lines in merged for line in lines if len(line.spans) > 1]
        pairs = [line for row in rows for line in self._lines(scheme, [_related(row)])]
        return merged, [line for line in pairs if line.links]

    def _lines(self, scheme: str, rows: Iterable[_Row]) -> Iterator[TripleLine]:
        for row in rows:
            for words in cut(self._words.read(row.sentence.text), self._longest):
                yield self._line(scheme, row, words)

    def _line(self, scheme: str, row: _Row, words: Words) -> TripleLine:
        own = [(_type_name(scheme, mention.native_type), mention) for mention in row.mentions]
        kinds = {mention.native_type: f"{scheme}/{name}" for name, mention in own}
        names = tuple(name for name in kinds if kinds[name] in self._types)
        placed = spans_of(row.sentence.start, words, row.mentions, names)
        longest_first = sorted(placed, key=lambda each: (each[0].first - each[0].last, each[0].first))
        kept: list[tuple[Span, Mention]] = []
        for span, mention in longest_first:
            if all(span.last < other.first or other.last < span.first for other, _ in kept):
                kept.append((span, mention))
        kept.sort(key=lambda each: each[0].first)
        at = {mention.id: number for number, (_, mention) in enumerate(kept)}
        once = CORPORA[scheme].settings.symmetrical
        links = {}
        for relation in row.relations:
            name = f"{scheme}/{relation.predicate}"
            if relation.subject in at and relation.object in at and name in self._relations:
                ends = at[relation.subject], at[relation.object]
                links[(min(ends), max(ends)) if once else ends] = 1 + self._relations.index(name)
        listed = frozenset(
            (min(known), max(known))
            for pair in row.listed
            if len(known := [at[name] for name in pair if name in at]) == 2
        )
        return TripleLine(
            scheme,
            row.sentence.text,
            words,
            tuple(
                Span(0, span.first, span.last, self._types.index(kinds[mention.native_type]), 1.0)
                for span, mention in kept
            ),
            links,
            listed if CORPORA[scheme].partial else None,
            row.source,
        )


def _rows(document: AnnotatedDocument, corpus: CorpusFiles) -> Iterator[_Row]:
    """Give the sentences of a document with the relations that have both ends in them."""
    mentions: dict[str, list[Mention]] = defaultdict(list)
    for mention in document.mentions:
        mentions[mention.sentence_id].append(mention)
    where = {mention.id: mention.sentence_id for mention in document.mentions}
    relations: dict[str, list[Relation]] = defaultdict(list)
    if corpus.concepts:
        table = _concepts(document)
        for sentence, some in mentions.items():
            relations[sentence] = list(_between(some, *table))
    else:
        for relation in document.relations:
            if where[relation.subject] == where[relation.object]:
                relations[where[relation.subject]].append(relation)
    for each in document.sentences:
        yield _Row(each, document.document.id, mentions[each.id], relations[each.id])


def _concepts(
    document: AnnotatedDocument,
) -> tuple[dict[str, frozenset[str]], dict[frozenset[str], Relation]]:
    """Say what each mention denotes, and which relation two things have."""
    several: dict[str, frozenset[str]] = {}
    listed = document.document.properties.get(IDENTIFIERS, ())
    for each in listed if isinstance(listed, tuple) else ():
        name, *identifiers = str(each).split()
        several[name] = frozenset(identifiers)
    denoted = {}
    for mention in document.mentions:
        named = several.get(mention.id.rpartition("#")[2])
        denoted[mention.id] = named or frozenset([mention.entity_id or mention.id])
    table = {
        frozenset((one, other)): relation
        for relation in document.relations
        for one in denoted[relation.subject]
        for other in denoted[relation.object]
        if one != other
    }
    return denoted, table


def _between(
    mentions: Sequence[Mention],
    denoted: Mapping[str, frozenset[str]],
    table: Mapping[frozenset[str], Relation],
) -> Iterator[Relation]:
    """Give the relations that pairs of mentions have by what they denote."""
    for at, one in enumerate(mentions):
        for other in mentions[at + 1 :]:
            for first in sorted(denoted[one.id]):
                for second in sorted(denoted[other.id]):
                    found = table.get(frozenset((first, second)))
                    if found is not None and first != second:
                        yield Relation(one.id, found.predicate, other.id, found.place)


def _merged(documents: Sequence[AnnotatedDocument]) -> Iterator[_Row]:
    """Put the documents of one text together: all their mentions, relations and pairs."""
    by_text: dict[str, list[AnnotatedDocument]] = defaultdict(list)
    for each in documents:
        by_text[each.document.text].append(each)
    for same in by_text.values():
        mentions: dict[tuple[int, int], Mention] = {}
        relations: list[Relation] = []
        listed: set[frozenset[str]] = set()
        for document in same:
            ids = {}
            for mention in document.mentions:
                ids[mention.id] = mentions.setdefault((mention.start, mention.end), mention).id
            found = [
                Relation(ids[link.subject], link.predicate, ids[link.object], link.place)
                for link in document.relations
            ]
            relations += found
            listed |= {frozenset((link.subject, link.object)) for link in found}
            if not found and (pair := _closest(document.mentions)):
                listed.add(frozenset(ids[mention.id] for mention in pair))
        first = same[0]
        for sentence in first.sentences:
            here = [each for each in mentions.values() if sentence.start <= each.start < sentence.end]
            yield _Row(sentence, first.document.id, here, relations, listed)


def _closest(mentions: Sequence[Mention]) -> tuple[Mention, Mention] | None:
    """Find the two mentions that a row without relation is about: of both its names, or of its only one."""
    one_name = len({mention.text for mention in mentions}) < 2
    pairs = [
        (first, second)
        for first in mentions
        for second in mentions
        if first.end <= second.start and (one_name or first.text != second.text)
    ]
    return min(pairs, key=lambda pair: pair[1].start - pair[0].end, default=None)


def _related(row: _Row) -> _Row:
    """Keep of a row the mentions that have a relation."""
    ends = {end for link in row.relations for end in (link.subject, link.object)}
    kept = [mention for mention in row.mentions if mention.id in ends]
    return _Row(row.sentence, row.source, kept, row.relations)
