"""Mechanism reader: how a drug works, from its uses and the genes that it acts on."""

from bioloom.answering.composition.confidence import LEAST_BELIEF
from bioloom.answering.composition.draft_answer import Draft, abstain
from bioloom.answering.readers.gene_reader import OTHERS, path_evidence, quoted, read_genes
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.mechanism import GeneCandidate, GeneRanking, PathEdge
from bioloom.question_parsing import MechanismQuestion

MEANT = 5
"""Things that are named for which an abbreviation may stand."""

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


class UnclearNameReader:
    """Says which name of a question for a mechanism the graph does not know, or may mean several things."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Name what is unknown or vague; None where nothing is."""
        names = " and ".join(f"“{name}”" for name in context.unknown)
        if names:
            return abstain(
                f"The graph does not know {names}, and no text that was found answers surely enough."
            )
        for short, meant in context.claims.meanings.items():
            listed = ", ".join(meant[:MEANT])
            return abstain(f"“{short.upper()}” may stand for several things here: {listed}. Write out which.")
        return None


def explains(found: GeneRanking) -> bool:
    """Say whether a ranking explains how its drug works: by genes that it acts on, or a use.

    Where a disease is named the graph has to join the two, by a use or by a gene of both.
    """
    return bool(found.uses if found.disease.ids else False) or bool(_genes(found))


def read_actions(question: MechanismQuestion, found: GeneRanking) -> Draft:
    """State the uses of a drug and the genes that it acts on, the likeliest first.

    Without a use against the disease that is named only the genes count that are tied to it.
    """
    genes = _genes(found)
    edges = [*found.uses[:1]]
    for one in genes[:OTHERS]:
        edges += [_plainest(one.acted_on), *(() if found.uses else one.associations[:1])]
    evidence = tuple(path_evidence(edge) for edge in edges)
    return Draft(
        quoted(evidence),
        confidence=PARTLY if genes else LEAST_BELIEF,
        found=len(evidence),
        evidence=evidence,
        note=_left_open(found.drug.name or question.drug, found, len(genes)),
    )


def _genes(found: GeneRanking) -> list[GeneCandidate]:
    """List the genes that the drug acts on; without a use those that are tied to the disease."""
    joined = found.uses or not found.disease.ids
    return [one for one in found.ranked if one.acted_on and (joined or one.associations)]


def _plainest(edges: list[PathEdge]) -> PathEdge:
    """Choose the edge that states an action on the gene itself, and none on its expression."""
    return min(edges, key=lambda each: each.edge.properties.get("object_aspect_qualifier") == "expression")


def _left_open(drug: str, found: GeneRanking, genes: int) -> str:
    """Say which use is not stated, how many genes were not named, and that none of several is the one."""
    disease = found.disease.name if found.disease.ids else ""
    against = f" against {disease}" if disease else ""
    unused = f"No use of {drug}{against} is stated. " if disease and not found.uses else ""
    if not genes:
        return f"No gene that {drug} acts on is stated, so the mechanism stays open."
    more = f"{drug} acts on {genes - OTHERS:,} more; which" if genes > OTHERS else "Which"
    many = f"{more} of these genes matters most{against} is not stated." if genes > 1 else ""
    return f"{unused}{many}".strip()
