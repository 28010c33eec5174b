"""Mechanism reader: how a drug works, from its uses and the genes that it acts on."""

from __future__ import annotations

from bioloom.answering.draft_answer import Draft, DraftSentence, Quote, abstain
from bioloom.answering.gene_reader import OTHERS, path_evidence, read_genes, with_source
from bioloom.answering.question_coverage import ENOUGH
from bioloom.answering.reading_context import ReadingContext
from bioloom.mechanism import GeneRanking, PathEdge
from bioloom.question_parsing import MechanismQuestion

PARTLY = 0.6
"""What an answer is worth that states what a drug acts on, but not which of it matters."""


class MechanismReader:
    """Answers with the gene that a drug works through, or with what it is used against and acts on."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Read the ranking; None where it is not asked how a drug works, or nothing explains that."""
        if context.question.how is None or context.gene is None:
            return None
        if context.question.how.disease:
            sure = read_genes(context.question.how, context.gene)
            if not sure.abstained:
                return sure
        return read_actions(context.question.how, context.gene)


class UnknownNameReader:
    """Says which name of a question for a mechanism the graph does not know."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Name what is unknown; None where nothing is."""
        if not context.unknown:
            return None
        names = " and ".join(f"“{name}”" for name in context.unknown)
        return abstain(
            f"The graph does not know {names}, and no text that was found answers this surely enough."
        )


def explains(found: GeneRanking) -> bool:
    """Say whether a ranking explains how its drug works: by genes that it acts on, or a use.

    Where a disease is named the graph has to join the two.
    """
    if found.disease.ids:
        tied = any(
            one.acted_on and (one.associations or one.of_disease or one.of_wider) for one in found.ranked
        )
        return bool(found.uses) or tied
    return any(one.acted_on for one in found.ranked)


def read_actions(question: MechanismQuestion, found: GeneRanking) -> Draft:
    """State the uses of a drug and the genes that it acts on, the likeliest first."""
    acted_on = [_plainest(one.acted_on) for one in found.ranked if one.acted_on]
    edges = (*found.uses[:1], *acted_on[:OTHERS])
    evidence = tuple(path_evidence(edge) for edge in edges)
    drug, disease = found.drug.name or question.drug, found.disease.name or question.disease
    sentences = tuple(
        DraftSentence(f"{with_source(piece)}.", (Quote(number, piece.text),))
        for number, piece in enumerate(evidence, 1)
    )
    return Draft(
        sentences,
        confidence=PARTLY if acted_on else ENOUGH,
        found=len(sentences),
        evidence=evidence,
        note=_left_open(drug, disease, len(acted_on)),
    )


def _plainest(edges: list[PathEdge]) -> PathEdge:
    """Choose the edge that states an action on the gene itself, and none on its expression."""
    return min(edges, key=lambda each: each.edge.properties.get("object_aspect_qualifier") == "expression")


def _left_open(drug: str, disease: str, genes: int) -> str:
    """Say how many genes were not named, and that none of several is said to be the one."""
    if not genes:
        return f"No gene that {drug} acts on is stated, so the mechanism stays open."
    more = f"{drug} acts on {genes - OTHERS:,} more; which" if genes > OTHERS else "Which"
    against = f" against {disease}" if disease else ""
    return f"{more} of these genes matters most{against} is not stated." if genes > 1 else ""
