"""Evaluation of protocol extraction: an extractor on bare text, its relater on gold mentions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bioloom.errors import SourceError, UsageError
from bioloom.extraction.extractor import Extractor
from bioloom.loading import loader_for
from bioloom.records import AnnotatedDocument, LoadOptions, Reject
from bioloom.resources import read_table
from bioloom_lab.evaluation.extraction_scores import F1Score, Tally, score
from bioloom_lab.evaluation.gold_mentions import relater_of
from bioloom_lab.evaluation.protocol_ie.conventions import SchemeName, convention
from bioloom_lab.evaluation.protocol_ie.measures import NER, RE, REL, REL_PLUS, measure, measure_relating
from bioloom_lab.evaluation.protocol_ie.overlap import families

Progress = Callable[[int, int], None]
AT_ONCE = 16
DIRECTED = " directed"
BY_WLP, BY_WORDS = f"{NER} types by WLP", f"{NER} types by words"


@dataclass(frozen=True, slots=True)
class ProtocolReadings:
    """Readings of the same documents in one order: annotated, extracted, and related on gold mentions.

    `related` is empty where nothing relates given mentions.
    """

    extractor: str
    gold: tuple[AnnotatedDocument, ...]
    predicted: tuple[AnnotatedDocument, ...]
    related: tuple[AnnotatedDocument, ...] = ()


@dataclass(frozen=True, slots=True)
class ProtocolReport:
    """Scores by measure, and the tallies of the documents that they are made of."""

    scheme: SchemeName
    extractor: str
    documents: tuple[str, ...]
    tallies: Mapping[str, tuple[Tally, ...]]
    families: tuple[int, ...]
    scores: Mapping[str, F1Score]

    def without(self, documents: Collection[str]) -> ProtocolReport:
        """Score again without some of the documents."""
        kept = [at for at, name in enumerate(self.documents) if name not in documents]
        return _report(
            self.scheme,
            self.extractor,
            tuple(self.documents[at] for at in kept),
            {name: tuple(each[at] for at in kept) for name, each in self.tallies.items()},
            tuple(self.families[at] for at in kept),
        )


def evaluate_protocol_ie(readings: ProtocolReadings, scheme: SchemeName = "wlp") -> ProtocolReport:
    """Score readings in a scheme: all measures of `measures`, relations also with strict direction.

    In BioPIE's scheme, gold and readings of WLP are mapped alike ("BioPIE-style": neither texts nor guideline
    are BioPIE's), and NER is given apart for the types that WLP or a unit decides and those of word lists.
    """
    how = convention(scheme)
    for document in (*readings.gold, *readings.predicted, *readings.related):
        if not how.understands(document.scheme):
            raise UsageError(f"{document.document.id} is in the scheme {document.scheme}, not in {scheme}")
    gold = tuple(map(how.document, readings.gold))
    predicted = tuple(map(how.document, readings.predicted))
    related = tuple(map(how.document, readings.related))
    tallies: dict[str, tuple[Tally, ...]] = {}
    for way, suffix in ((how, ""), (how.directed(), DIRECTED)):
        measured = [measure(one, other, way) for one, other in zip(gold, predicted, strict=True)]
        for name in (REL, REL_PLUS) if suffix else tuple(measured[0]):
            tallies[name + suffix] = tuple(each[name] for each in measured)
        if related:
            tallies[RE + suffix] = tuple(
                measure_relating(one, other, way) for one, other in zip(gold, related, strict=True)
            )
    if scheme == "biopie":
        tallies |= _by_decision(tallies[NER])
    names = tuple(document.document.id for document in readings.gold)
    return _report(scheme, readings.extractor, names, tallies, tuple(families(readings.gold)))


def _by_decision(tallies: Sequence[Tally]) -> dict[str, tuple[Tally, ...]]:
    """Split the NER of BioPIE's types by what decided them."""
    firm = {row["type"] for row in read_table("wlp/decided.tsv") if row["decided_by"] == "wlp"}
    return {
        BY_WLP: tuple({name: each[name] for name in each if name in firm} for each in tallies),
        BY_WORDS: tuple({name: each[name] for name in each if name not in firm} for each in tallies),
    }


def _report(
    scheme: SchemeName,
    extractor: str,
    documents: tuple[str, ...],
    tallies: Mapping[str, tuple[Tally, ...]],
    groups: tuple[int, ...],
) -> ProtocolReport:
    scores = {name: score(each, groups) for name, each in tallies.items()}
    return ProtocolReport(scheme, extractor, documents, tallies, groups, scores)


def read_annotated(path: Path, corpus: str | None = None) -> tuple[AnnotatedDocument, ...]:
    """Read annotated documents in BRAT standoff.

    SourceError if there is none, or if any line cannot be read: what is left out would change the scores.
    """
    options = LoadOptions(corpus=corpus)
    documents: list[AnnotatedDocument] = []
    for record in loader_for(path, "brat").records(path, options):
        if isinstance(record, AnnotatedDocument):
            documents.append(record)
        for reject in record.rejects if isinstance(record, AnnotatedDocument) else (record,):
            if isinstance(reject, Reject):
                raise SourceError(f"{reject.code}, {reject.message}", reject.place.file, reject.place.line)
    if not any(document.scheme for document in documents):
        raise SourceError("holds no annotated document", str(path))
    return tuple(documents)


def read_predicted(path: Path, gold: Sequence[AnnotatedDocument]) -> tuple[AnnotatedDocument, ...]:
    """Read extracted documents from BRAT standoff, in the order of the gold; what is absent has no mention.

    SourceError if a text is not that of the gold, since offsets would then mean nothing.
    """
    corpus = gold[0].document.id.partition(":")[0] if gold else None
    found = {each.document.id: each for each in read_annotated(path, corpus)}
    ordered = []
    for document in gold:
        each = found.get(document.document.id, bare(document))
        if each.document.text != document.document.text:
            raise SourceError(f"{document.document.id} has not the text of the gold", str(path))
        ordered.append(each)
    return tuple(ordered)


def bare(document: AnnotatedDocument) -> AnnotatedDocument:
    """Take all annotation from a document; text and sentences stay."""
    return AnnotatedDocument(
        document=replace(document.document, properties={}),
        sentences=document.sentences,
        agent_type="not_provided",
    )


def run_extractor(
    extractor: Extractor,
    gold: Sequence[AnnotatedDocument],
    scheme: SchemeName = "wlp",
    on_progress: Progress | None = None,
) -> ProtocolReadings:
    """Extract the bare texts; where the extractor relates given mentions, relate the gold ones as well.

    UsageError, before anything is extracted, if what it finds cannot be compared in the scheme. A relater of
    BioPIE's scheme is given the mapped mentions.
    """
    if not convention(scheme).understands(extractor.scheme):
        raise UsageError(f"{extractor.name} finds {extractor.scheme}, which is not compared in {scheme}")
    relater = relater_of(extractor)
    predicted: list[AnnotatedDocument] = []
    related: list[AnnotatedDocument] = []
    for start in range(0, len(gold), AT_ONCE):
        batch = gold[start : start + AT_ONCE]
        predicted += extractor.extract([bare(document) for document in batch])
        if relater is not None:
            related += relater.relate([_mentioned(document, relater.scheme) for document in batch])
        if on_progress:
            on_progress(min(start + AT_ONCE, len(gold)), len(gold))
    return ProtocolReadings(extractor.name, tuple(gold), tuple(predicted), tuple(related))


def _mentioned(document: AnnotatedDocument, scheme: str) -> AnnotatedDocument:
    """Give a document with its gold mentions in the scheme of a relater, and no relations."""
    given = convention("biopie").document(document) if scheme == "biopie" else document
    return replace(bare(document), mentions=given.mentions, scheme=scheme)
