"""Evaluation of gene questions put to TRAPI endpoints: rankings by plan, and their confidence."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from bioloom.answering.readers.federated_ends import public
from bioloom.errors import ServiceUnavailable
from bioloom.federation import FederatedCandidate, Federation, leading_candidate
from bioloom.federation.confidence import Reached
from bioloom.federation.federated_query import Ends, Plan, rank_candidates
from bioloom.federation.response_cache import ResponseCache
from bioloom.graph.connection import Graph
from bioloom.mechanism import EntityName, resolve_entities
from bioloom.question_parsing import MechanismQuestion
from bioloom_lab.evaluation.mechanism.gene_evaluator import OnProgress, RankedGene, scores
from bioloom_lab.evaluation.mechanism.gene_questions import GeneQuestion
from bioloom_lab.evaluation.statistics import Estimate, estimate, resample

KIND = "gene"


@dataclass(frozen=True, slots=True)
class AnswerShare:
    """Share of right answers among the questions whose named candidate was reached in one way."""

    asked: int
    right: int
    share: Estimate


@dataclass(frozen=True, slots=True)
class FederatedScores:
    """Scores by plan and linking; how answers are reached, and how often the ends are known, by linking."""

    rows: Mapping[str, Mapping[str, Estimate]]
    reached: Mapping[str, Mapping[str, AnswerShare]]
    known: Mapping[str, Estimate]


Opened = Callable[[ResponseCache], Federation]


def measure_federated(
    graph: Graph,
    questions: Sequence[GeneQuestion],
    open_with: Opened,
    on_progress: OnProgress | None = None,
) -> FederatedScores:
    """Rank genes by what the endpoints state, the ends found in the local graph by their given ids.

    Each endpoint is asked anew, once a query: answers are kept for this run alone. A question without
    candidates is wrong. ServiceUnavailable if an endpoint fails, since that would be scored as its ignorance.
    """
    tell = on_progress or (lambda done, of: None)
    given = _ends(graph, [one.linked for one in questions])
    worded = _ends(graph, [one.worded for one in questions])
    asked: list[tuple[str, Plan, list[Ends]]] = [
        *((f"{plan}, given ids", plan, given) for plan in get_args(Plan)),
        ("intersect, from words", "intersect", worded),
    ]
    rows: dict[str, Mapping[str, Estimate]] = {}
    ways: dict[str, Mapping[str, AnswerShare]] = {}
    with tempfile.TemporaryDirectory() as folder:
        federation = open_with(ResponseCache(Path(folder)))
        for number, (name, plan, ends) in enumerate(asked):
            found = []
            for done, each in enumerate(ends, 1):
                found.append(_candidates(federation, each, plan))
                tell(number * len(ends) + done, len(asked) * len(ends))
            rows[name] = scores([_ranked(*pair) for pair in zip(questions, found, strict=True)])
            if plan == "intersect":
                ways[name] = _by_way(questions, found)
    known = {
        f"{ends} known, {name}": estimate([float(holds(each)) for each in listed])
        for name, listed in (("given ids", given), ("from words", worded))
        for ends, holds in (("first end", lambda each: bool(each[0])), ("both ends", all))
    }
    return FederatedScores(rows, ways, known)


def _ends(graph: Graph, asked: Sequence[MechanismQuestion]) -> list[Ends]:
    drugs = resolve_entities(graph, [EntityName("drug", one.drug, one.drug_ids) for one in asked])
    diseases = resolve_entities(graph, [EntityName("disease", one.disease, one.disease_ids) for one in asked])
    return [
        (public((*one.drug_ids, *drug.ids)), public((*one.disease_ids, *disease.ids)))
        for one, drug, disease in zip(asked, drugs, diseases, strict=True)
    ]


def _candidates(federation: Federation, ends: Ends, plan: Plan) -> tuple[FederatedCandidate, ...]:
    if not ends[0]:
        return ()  # as `ask`, which then asks no endpoint
    found = rank_candidates(federation, KIND, ends, plan=plan)
    fault = next((reply for reply in found.replies if reply.fault is not None), None)
    if fault is not None:
        raise ServiceUnavailable(f"{fault.url}: {fault.fault}")
    return found.candidates


def _ranked(gold: GeneQuestion, candidates: Sequence[FederatedCandidate]) -> RankedGene:
    wanted = gold.symbol.casefold()
    places = [place for place, one in enumerate(candidates, 1) if one.thing.name.casefold() == wanted]
    place = min(places, default=None)
    return RankedGene(gold.drug, place, place, bool(candidates))


def _by_way(
    questions: Sequence[GeneQuestion], found: Sequence[Sequence[FederatedCandidate]]
) -> dict[str, AnswerShare]:
    """Split questions by how the candidate that `ask` would name is reached; count which were right."""
    drugs: dict[Reached, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for gold, candidates in zip(questions, found, strict=True):
        first_of = leading_candidate(candidates)
        if first_of is not None:
            first, way = first_of
            drugs[way][gold.drug].append(first.thing.name.casefold() == gold.symbol.casefold())
    result: dict[str, AnswerShare] = {}
    for way, by_drug in sorted(drugs.items()):
        groups = list(by_drug.values())
        every = [right for group in groups for right in group]
        share = resample(groups, lambda some: sum(map(sum, some)) / max(1, sum(map(len, some))))
        result[way] = AnswerShare(len(every), sum(every), share)
    return result
