"""Evaluation of drug and metabolite questions: joins in the graph, and rankings of drugs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bioloom.answering.readers.drug_reader import MOST_NAMED
from bioloom.graph.connection import Graph
from bioloom.mechanism import (
    DrugCandidate,
    DrugRanking,
    EntityName,
    link_drug_questions,
    rank_drugs,
    resolve_entities,
)
from bioloom.mechanism.entity_resolution import ResolvedEntity
from bioloom.question_parsing import DrugQuestion
from bioloom.retrieval import run_statement
from bioloom_lab.evaluation.mechanism.drug_questions import DrugGold, MetaboliteGold
from bioloom_lab.evaluation.statistics import Estimate, estimate

TOPS = (1, 5, 10)
Score = Callable[[DrugCandidate], tuple[float, ...]]

ORDERS: Mapping[str, Score | None] = {
    "intersected": None,
    "used against the disease": lambda one: (one.used,),
    "acting in the process": lambda one: (float(one.known > 0), one.share),
}
"""Ranking scores of candidates; a candidate whose numbers are all 0 is none. None is the shipped order."""


@dataclass(frozen=True, slots=True)
class JoinScores:
    """Scores by ranking, and the shares of questions that the graph joins."""

    rows: Mapping[str, Mapping[str, Estimate]]
    joins: Mapping[str, Estimate] = field(default_factory=dict)


def measure_drugs(graph: Graph, golds: Sequence[DrugGold]) -> JoinScores:
    """Rank drugs by ids and by words; a question whose drugs are no candidates is wrong.

    Beside top-1, 5 and 10: how often there is a drug that is used against the disease and acts in the
    process, and, of these, how often the first, and one of the first three, is right.
    """
    found: dict[str, Mapping[str, Estimate]] = {}
    joins: Mapping[str, Estimate] = {}
    for asked, pick in (("given ids", _linked), ("from words", _worded)):
        answers = rank_drugs(graph, link_drug_questions(graph, [pick(one) for one in golds]))
        for name, score in ORDERS.items():
            found[f"{name}, {asked}"] = _scores(golds, answers, score)
        if pick is _linked:
            joins = _joins(graph, golds, answers)
    return JoinScores(found, joins)


def measure_metabolites(graph: Graph, golds: Sequence[MetaboliteGold]) -> JoinScores:
    """Say for which share of the questions the graph knows drug, disease and metabolite, and joins them."""
    drugs = resolve_entities(graph, [EntityName("drug", *one.drug) for one in golds])
    diseases = resolve_entities(graph, [EntityName("disease", *one.disease) for one in golds])
    metabolites = resolve_entities(graph, [EntityName("chemical", *one.metabolite) for one in golds])
    return JoinScores(
        {},
        {
            "drug known": _share([bool(one.ids) for one in drugs]),
            "disease known": _share([bool(one.ids) for one in diseases]),
            "metabolite known": _share([bool(one.ids) for one in metabolites]),
            "drug and metabolite joined by a claim": _share(_linked_pairs(graph, drugs, metabolites)),
        },
    )


def _linked(one: DrugGold) -> DrugQuestion:
    return one.linked


def _worded(one: DrugGold) -> DrugQuestion:
    return one.worded


def _scores(
    golds: Sequence[DrugGold], answers: Sequence[DrugRanking], score: Score | None
) -> Mapping[str, Estimate]:
    ordered = [_ordered(answer.ranked, score) for answer in answers]
    places = [
        next((place for place, one in enumerate(ranked, 1) if _is_right(one, gold)), None)
        for gold, ranked in zip(golds, ordered, strict=True)
    ]
    scores = {f"top{top}": _share([place is not None and place <= top for place in places]) for top in TOPS}
    scores["reached"] = _share([place is not None for place in places])
    if score is None:
        said = [bool(ranked) and ranked[0].joined for ranked in ordered]
        scores["answered"] = _share(said)
        told = [place for place, was in zip(places, said, strict=True) if was]
        if told:
            scores["right of answered"] = _share([place == 1 for place in told])
            scores["named of answered"] = _share(
                [place is not None and place <= MOST_NAMED for place in told]
            )
    return scores


def _joins(graph: Graph, golds: Sequence[DrugGold], answers: Sequence[DrugRanking]) -> Mapping[str, Estimate]:
    known = resolve_entities(
        graph, [EntityName("drug", min(one.names), tuple(sorted(one.drugs))) for one in golds]
    )
    right = [
        [candidate for candidate in answer.ranked if _is_right(candidate, gold)]
        for gold, answer in zip(golds, answers, strict=True)
    ]
    return {
        "disease known": _share([bool(one.disease.ids) for one in answers]),
        "process known": _share([bool(one.process.ids) for one in answers]),
        "a right drug known": _share([bool(one.ids) for one in known]),
        "a right drug used against the disease": _share([any(one.used for one in each) for each in right]),
        "a right drug acting in the process": _share([any(one.targets for one in each) for each in right]),
        "a right drug doing both": _share([any(one.joined for one in each) for each in right]),
    }


def _linked_pairs(
    graph: Graph, drugs: Sequence[ResolvedEntity], others: Sequence[ResolvedEntity]
) -> list[bool]:
    found = set()
    asked = {
        "drugs": sorted({id_ for one in drugs for id_ in one.ids}),
        "others": sorted({id_ for one in others for id_ in one.ids}),
    }
    for row in run_statement(graph, "evaluation/joined_pairs", asked):
        found.add((row["drug"], row["other"]))
    return [
        any((drug, other) in found for drug in one.ids for other in its.ids)
        for one, its in zip(drugs, others, strict=True)
    ]


def _ordered(ranked: Sequence[DrugCandidate], score: Score | None) -> Sequence[DrugCandidate]:
    if score is None:
        return ranked
    kept = [(score(one), one) for one in ranked]
    kept = [(numbers, one) for numbers, one in kept if any(numbers)]
    return [one for _, one in sorted(kept, key=lambda pair: ([-n for n in pair[0]], pair[1].id))]


def _is_right(one: DrugCandidate, gold: DrugGold) -> bool:
    return one.id in gold.drugs or one.name.casefold() in gold.names


def _share(holds: Sequence[bool]) -> Estimate:
    return estimate([float(one) for one in holds])
