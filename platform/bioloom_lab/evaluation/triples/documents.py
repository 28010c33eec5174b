"""Evaluation on intact abstracts: ChemProt by mentions, BioRED by concepts, taggers on both.

BioRED's relations join concept identifiers of a whole abstract, without direction; they are scored as its own
scorer does: pairs of identifiers, and pairs with their type, as sets of one document. A found mention has
the identifiers of the gold mention that it is or overlaps, of the same type; so finding is measured, not
grounding. Several found types of one pair count as the most confident one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bioloom.errors import SourceError, UsageError
from bioloom.extraction.extractor import Extractor
from bioloom.loading import loader_for
from bioloom.records import AnnotatedDocument, LoadOptions, Mention, Relation
from bioloom_lab.evaluation.extraction_scores import F1Score, Tally, score, tally
from bioloom_lab.evaluation.gold_mentions import Relater, relater_of
from bioloom_lab.evaluation.pubtator_gold import Concepts
from bioloom_lab.evaluation.triples.outcomes import SystemOutcome, figures_of
from bioloom_lab.evaluation.triples.scoring import score_triples
from bioloom_lab.evaluation.triples.sentence_rows import RowTriple
from bioloom_lab.evaluation.triples.systems import triples_of

Documents = Sequence[AnnotatedDocument]
Pair = frozenset[str]
AT_ONCE = 16


@dataclass(slots=True)
class Cooccurrence:
    """Co-occurrence baseline: relates mentions of a sentence whose types are related in training documents.

    A baseline: the relation is the one that is most frequent between these types.
    """

    labels: Mapping[tuple[str, str], str]
    scheme: str
    name: str = "all pairs, most frequent relation"

    @classmethod
    def of(cls, train: Documents, scheme: str) -> Cooccurrence:
        """Count the relations of documents by the types of their ends."""
        counts: dict[tuple[str, str], Counter[str]] = {}
        for document in train:
            types = {mention.id: mention.native_type for mention in document.mentions}
            for each in document.relations:
                ends = types[each.subject], types[each.object]
                counts.setdefault(ends, Counter())[each.predicate] += 1
        return cls({ends: found.most_common(1)[0][0] for ends, found in counts.items()}, scheme)

    def relate(self, documents: Documents) -> list[AnnotatedDocument]:
        """Relate all admitted pairs of a sentence, each in the direction that is admitted."""
        return [replace(each, relations=tuple(self._links(each))) for each in documents]

    def _links(self, document: AnnotatedDocument) -> Iterable[Relation]:
        for one in document.mentions:
            for other in document.mentions:
                label = self.labels.get((one.native_type, other.native_type))
                if label and one is not other and one.sentence_id == other.sentence_id:
                    yield Relation(one.id, label, other.id, document.document.place)


@dataclass(frozen=True, slots=True)
class DocumentReadings:
    """Readings of the gold documents by one system: bare text extracted, and gold mentions related."""

    system: str
    extracted: tuple[AnnotatedDocument, ...] = ()
    related: tuple[AnnotatedDocument, ...] = ()
    said: Mapping[str, str | int] = field(default_factory=dict)
    run: bool = True


def read_gold(path: Path) -> tuple[AnnotatedDocument, ...]:
    """Read annotated abstracts of ChemProt or BioRED, by whatever loader recognises them.

    SourceError if they are in another scheme, or in several.
    """
    records = loader_for(path).records(path, LoadOptions())
    found = tuple(each for each in records if isinstance(each, AnnotatedDocument) and each.scheme)
    schemes = {str(each.scheme) for each in found}
    if schemes not in ({"chemprot"}, {"biored"}):
        raise SourceError(
            f"is neither ChemProt nor BioRED, but {', '.join(sorted(schemes)) or 'bare'}", str(path)
        )
    return found


def read_documents(gold: Documents, system: Extractor | Relater, *, run: bool = True) -> DocumentReadings:
    """Extract from the bare texts, and relate the gold mentions, as far as the system does these."""
    extracted: list[AnnotatedDocument] = []
    related: list[AnnotatedDocument] = []
    schemes = {each.scheme for each in gold}
    if schemes != {system.scheme}:
        raise UsageError(
            f"{system.name} reads {system.scheme}, the documents are in {', '.join(map(str, schemes))}"
        )
    relater = relater_of(system)
    for start in range(0, len(gold), AT_ONCE):
        batch = [_bare(each) for each in gold[start : start + AT_ONCE]]
        if isinstance(system, Extractor):
            extracted += system.extract([replace(each, mentions=(), scheme=None) for each in batch])
        if relater is not None:
            related += relater.relate(batch)
    return DocumentReadings(system.name, tuple(extracted), tuple(related), run=run)


def evaluate_tagger(gold: Documents, reads: Sequence[DocumentReadings], data: str) -> list[SystemOutcome]:
    """Score mentions: start, end and type must be right, micro over all types."""
    outcomes = []
    for read in reads:
        if read.extracted:
            tallies = [
                tally(Counter(_spans(one)), Counter(_spans(other)), lambda span: span[2])
                for one, other in zip(gold, read.extracted, strict=True)
            ]
            outcomes.append(_outcome("ner", data, "document", read, {"mention": _scored(tallies)}, {}))
    return outcomes


def evaluate_mention_relations(
    gold: Documents, reads: Sequence[DocumentReadings], data: str
) -> list[SystemOutcome]:
    """Score relations between mentions (ChemProt): given the gold ones, and from the bare text.

    From the text, both spans, both types and the relation must be right; the same is scored as triples of
    names per sentence, case and place aside (SPEC P19), over all sentences, those without any triple too.
    """
    outcomes = []
    for read in reads:
        for how, found in (("given", read.related), ("tagger", read.extracted)):
            if found:
                tallies = [
                    tally(Counter(_links(one)), Counter(_links(other)), lambda link: link[1])
                    for one, other in zip(gold, found, strict=True)
                ]
                said: dict[str, str | int] = {"entities": how}
                outcomes.append(_outcome("re", data, "document", read, {"relation": _scored(tallies)}, said))
        if read.extracted:
            outcomes.append(_named(gold, read, data))
    return outcomes


def evaluate_concept_relations(
    gold: Documents, concepts: Mapping[str, Concepts], reads: Sequence[DocumentReadings], data: str
) -> list[SystemOutcome]:
    """Score relations between the identifiers of an abstract (BioRED): the pair, and the pair with its type.

    `concepts` are the gold identifiers and relations by the names of the documents (``corpus:name``).
    """
    outcomes = []
    for read in reads:
        for how, found in (("given", read.related), ("tagger", read.extracted)):
            if not found:
                continue
            typed, pairs = [], []
            for document, each in zip(gold, found, strict=True):
                own = concepts[document.document.id.partition(":")[2]]
                there, here = own.relations, _by_concept(each, document, own)
                typed.append(tally(Counter(there.items()), Counter(here.items()), lambda item: item[1]))
                pairs.append(tally(Counter(set(there)), Counter(set(here)), lambda _: "pair"))
            scores = {"pair and type": _scored(typed), "pair": _scored(pairs)}
            outcomes.append(_outcome("re", data, "document", read, scores, {"entities": how}))
    return outcomes


def _named(gold: Documents, read: DocumentReadings, data: str) -> SystemOutcome:
    """Score the triples of names of every sentence, abstracts drawn together."""
    groups, one, other = [], [], []
    for number, (document, found) in enumerate(zip(gold, read.extracted, strict=True)):
        there, here = _by_sentence(document), _by_sentence(found)
        for sentence in document.sentences:
            groups.append(number)
            one.append(there.get(sentence.id, frozenset()))
            other.append(here.get(sentence.id, frozenset()))
    scores = score_triples(one, other, groups)
    said: dict[str, str | int] = {"entities": "tagger", "choice": "all"}
    return _outcome("triples", data, "sentence", read, scores, said, n=len(groups))


def _outcome(
    task: str,
    data: str,
    unit: str,
    read: DocumentReadings,
    scores: Mapping[str, F1Score],
    said: Mapping[str, str | int],
    n: int | None = None,
) -> SystemOutcome:
    first = next(iter(scores.values()))
    count = n if n is not None else len(read.extracted or read.related)
    figures = figures_of(scores)
    return SystemOutcome(
        task,
        data,
        "abstracts",
        unit,
        read.system,
        count,
        figures,
        {**said, **read.said},
        first.types,
        read.run,
    )


def _scored(tallies: Sequence[Tally]) -> F1Score:
    return score(tallies, list(range(len(tallies))))


def _bare(document: AnnotatedDocument) -> AnnotatedDocument:
    """Take from a document what its annotation says beyond the mentions' places and types."""
    mentions = tuple(replace(each, entity_id=None) for each in document.mentions)
    inner = replace(document.document, properties={})
    return replace(document, document=inner, mentions=mentions, relations=(), rejects=(), skips=())


def _spans(document: AnnotatedDocument) -> set[tuple[int, int, str]]:
    return {(each.start, each.end, each.native_type) for each in document.mentions}


def _links(document: AnnotatedDocument) -> set[tuple[tuple[int, int, str], str, tuple[int, int, str]]]:
    spans = {each.id: (each.start, each.end, each.native_type) for each in document.mentions}
    return {(spans[each.subject], each.predicate, spans[each.object]) for each in _own(document)}


def _own(document: AnnotatedDocument) -> Iterable[Relation]:
    """Give the relations of a document's scheme; ``other:label`` is one of another."""
    return (each for each in document.relations if ":" not in each.predicate)


def _by_sentence(document: AnnotatedDocument) -> dict[str, frozenset[RowTriple]]:
    """Give the triples of names by the sentence of their head."""
    where = {mention.id: mention.sentence_id for mention in document.mentions}
    found: dict[str, frozenset[RowTriple]] = {}
    for each in document.relations:
        single = triples_of(replace(document, relations=(each,)))
        found[where[each.subject]] = found.get(where[each.subject], frozenset()) | single
    return found


def _by_concept(found: AnnotatedDocument, gold: AnnotatedDocument, own: Concepts) -> dict[Pair, str]:
    """Give the most confident relation of each pair of identifiers that mentions of a sentence join."""
    denoted = {mention.id: _identifiers(mention, gold, own) for mention in found.mentions}
    best: dict[Pair, tuple[float, str]] = {}
    for each in _own(found):
        for one in denoted[each.subject]:
            for other in denoted[each.object]:
                pair = frozenset((one, other))
                sure = each.confidence if each.confidence is not None else 1.0
                if one != other and (pair not in best or sure > best[pair][0]):
                    best[pair] = sure, each.predicate
    return {pair: label for pair, (_, label) in best.items()}


def _identifiers(mention: Mention, gold: AnnotatedDocument, own: Concepts) -> tuple[str, ...]:
    """Give the identifiers of the gold mention that this is, or overlaps; or a name of its own."""
    exact = own.mentions.get((mention.start, mention.end))
    if exact is not None:
        return exact
    for other in gold.mentions:
        overlaps = mention.start < other.end and other.start < mention.end
        if overlaps and other.native_type == mention.native_type:
            return own.mentions.get((other.start, other.end), ())
    return (f"unknown:{mention.text.casefold()}",)
