"""Drug reader: the drugs that work against a disease through a process, with their paths as citations."""

from bioloom.answering.composition.draft_answer import Draft, abstain
from bioloom.answering.readers.gene_reader import path_evidence, quoted
from bioloom.answering.readers.reading_context import DrugPaths, ReadingContext
from bioloom.mechanism import DrugCandidate, DrugRanking
from bioloom.question_parsing import DrugQuestion

MOST_NAMED = 3
"""Drugs that an answer names."""

CONFIDENCE = 0.29
"""How often DrugMechDB's drug is among those named (docs/evaluation.md); others may be right as well."""


class DrugReader:
    """Answers with the drugs that are used against the disease and act in the process."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Read the paths; None where no drug is asked for, or the graph does not know the process."""
        if context.drugs is None or context.question.drug is None:
            return None
        return read_drugs(context.question.drug, context.drugs)


def named_drugs(found: DrugRanking) -> list[DrugCandidate]:
    """List the first drugs that are used against the disease and act in the process."""
    return [one for one in found.ranked if one.joined][:MOST_NAMED]


def read_drugs(question: DrugQuestion, found: DrugPaths) -> Draft:
    """Name the drugs, each with its path; abstain if none is used against the one and acts in the other."""
    named = named_drugs(found.ranking)
    if not named:
        return abstain(_apart(found.ranking, question))
    evidence = tuple(path_evidence(edge) for edge in found.edges)
    return Draft(
        quoted(evidence),
        confidence=CONFIDENCE,
        found=len(evidence),
        short=tuple(one.name for one in named),
        evidence=evidence,
    )


def _apart(found: DrugRanking, question: DrugQuestion) -> str:
    disease, process = found.disease.name or question.disease, found.process.name or question.process
    against = sum(one.used > 0 for one in found.ranked)
    inside = sum(one.targets > 0 for one in found.ranked)
    if not inside:
        return f"The graph states of no target of a drug that it takes part in {process}."
    return (
        f"The graph knows no drug that is used against {disease} and has a target in {process} "
        f"(drugs against the one: {against}, with a target in the other: {inside})."
    )
