"""Gene reader: the gene that a drug works through, with its path as citations."""

from collections.abc import Sequence

from bioloom.answering.composition.confidence import LEAST_BELIEF
from bioloom.answering.composition.draft_answer import Draft, DraftSentence, Quote, abstain
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.biolink import verbalize
from bioloom.mechanism import GeneCandidate, GeneRanking, PathEdge
from bioloom.question_parsing import MechanismQuestion
from bioloom.records import Evidence, Subgraph

EMPTY_GRAPH = "The graph is empty. Load something first: bioloom load SOURCE"

MOST_CITED = 4
"""Statements on one gene that an answer cites: a source that says the same again adds little."""

UNTIED = 0.5
"""The most that a gene is believed which joins drug and disease only as a target of other drugs."""

OTHERS = 3
"""Genes that are named beside the best one."""


class GeneReader:
    """Answers with the first gene of a ranking, or says what is missing."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Read the ranking; None where no gene is asked for."""
        if context.gene is None or context.question.gene is None:
            return None
        if context.empty_graph:
            return abstain(EMPTY_GRAPH)
        return read_genes(context.question.gene, context.gene)


def read_genes(question: MechanismQuestion, found: GeneRanking) -> Draft:
    """Answer from the paths between drug and disease, or abstain and say what is missing.

    A gene that only other drugs lead to is no answer: it is named in the reason, as a guess that nothing here
    supports for this drug.
    """
    drug, disease = found.drug.name or question.drug, found.disease.name or question.disease
    if not found.drug.ids:
        return abstain(f"The graph does not know the drug “{drug}”.")
    if not found.ranked or not found.ranked[0].acted_on:
        return abstain(f"The graph knows no gene that {drug} acts on against {disease}.{_hint(found)}")
    best, tied = found.ranked[0], bool(found.uses or found.ranked[0].associations)
    joined = bool(found.uses) or any(_joins(one) for one in found.ranked if one.acted_on)
    if joined and found.confidence < LEAST_BELIEF:
        return abstain(_unsure(found, drug, disease))
    if not (found.uses or _joins(best)):
        return _unjoined(found, drug, disease, joined=joined)
    acted_on = sorted(
        best.acted_on, key=lambda each: "object_direction_qualifier" not in each.edge.properties
    )
    edges = (*acted_on[:MOST_CITED], *best.associations[:1], *found.uses[:1])
    evidence = tuple(path_evidence(edge, found.shares[0]) for edge in edges)
    sentences = []
    for number, piece in enumerate(evidence, 1):
        lead = f"{best.symbol}: " if number == 1 else ""
        sentences.append(DraftSentence(f"{lead}{with_source(piece)}.", (Quote(number, piece.text),)))
    note = (
        f"No use of {drug} against {disease} is stated: {best.symbol} is a target of other drugs against it."
    )
    return Draft(
        tuple(sentences),
        confidence=found.confidence if tied else min(found.confidence, UNTIED),
        found=len(sentences),
        note="" if tied else note,
        evidence=evidence,
    )


def _joins(one: GeneCandidate) -> bool:
    """Say whether a gene is tied to the disease, or a target of drugs against it."""
    return bool(one.associations or one.of_disease or one.of_wider)


def _unjoined(found: GeneRanking, drug: str, disease: str, *, joined: bool) -> Draft:
    """Refuse where nothing joins drug and disease, or none of the likeliest gene's edges does, and cite on
    what the drug acts."""
    best = found.ranked[0]
    evidence = tuple(path_evidence(edge, found.shares[0]) for edge in best.acted_on[:1])
    known = tuple(
        DraftSentence(f"It does state: {with_source(piece)}.", (Quote(number, piece.text),))
        for number, piece in enumerate(evidence, 1)
    )
    none = f"{best.symbol}, the likeliest gene, is not" if joined else f"no gene that {drug} acts on is"
    reason = (
        f"The graph joins {drug} and {disease} by nothing{' surely' if joined else ''}: no use of the one "
        f"against the other is stated, and {none} tied to {disease}, or a target of drugs against it."
    )
    return Draft(known, abstained=True, reason=reason, evidence=evidence)


def path_evidence(path: PathEdge, score: float = 1.0) -> Evidence:
    """Put an edge of a path into words, as evidence that can be cited."""
    properties = dict(path.edge.properties)
    text = verbalize(path.start.name, path.edge.predicate, path.end.name, properties)
    source = properties.get("primary_knowledge_source")
    return Evidence(
        text=text,
        score=score,
        assertion_id=path.edge.id,
        source=str(source) if source is not None else None,
        matched=(path.start.name, path.end.name),
        subgraph=Subgraph((path.start, path.end), (path.edge,)),
    )


def with_source(piece: Evidence) -> str:
    """Give a piece of evidence with the name of its source behind it."""
    return f"{piece.text} {piece.named_source}".rstrip()


def quoted(evidence: Sequence[Evidence], start: int = 1) -> tuple[DraftSentence, ...]:
    """Give one sentence a piece of evidence, which quotes it with its source; the first has the number
    `start`."""
    return tuple(
        DraftSentence(f"{with_source(piece)}.", (Quote(number, piece.text),))
        for number, piece in enumerate(evidence, start)
    )


def gene_evidence(found: GeneRanking, most: int) -> tuple[Evidence, ...]:
    """Give the edges of the best genes as evidence for a language model."""
    return tuple(
        path_evidence(edge, share)
        for one, share in zip(found.ranked, found.shares, strict=True)
        for edge in (*one.acted_on[:2], *one.associations[:1])
    )[:most]


def _hint(found: GeneRanking) -> str:
    """Say where other drugs point, where they do."""
    guess = found.ranked[0] if found.ranked else None
    if guess is None or guess.acted_on:
        return ""
    return (
        f" Other drugs against it, or named alike, act on {guess.symbol}; that says nothing sure of this one."
    )


def _unsure(found: GeneRanking, drug: str, disease: str) -> str:
    named = _listed(found.ranked[:OTHERS])
    return (
        f"No gene stands out: {drug} acts on {named} and maybe others, and nothing says which of these "
        f"matters most against {disease} (confidence {found.confidence:.2f}, needed {LEAST_BELIEF:.2f})."
    )


def _listed(candidates: Sequence[GeneCandidate]) -> str:
    return ", ".join(one.symbol for one in candidates if one.acted_on)
