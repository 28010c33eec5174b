"""Drug ranking: the drugs between a disease and a process, first those that join the two.

BTE-RAG asks for what is around the disease and around the process apart (SPEC T5); here the two are
intersected, and a drug's path is drug - target - process beside its use against the disease.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bioloom.graph.connection import Graph
from bioloom.mechanism.candidate_queries import use_edge
from bioloom.mechanism.candidates import PathEdge
from bioloom.mechanism.entity_resolution import EntityName, ResolvedEntity, resolve_entities
from bioloom.question_parsing import DrugQuestion
from bioloom.records import SubgraphNode
from bioloom.retrieval import edge_of, node_of, run_statement

_USES = {
    "biolink:treats": 1.0,
    "biolink:ameliorates_condition": 0.6,
    "biolink:in_clinical_trials_for": 0.3,
}


@dataclass(frozen=True, slots=True)
class DrugCandidate:
    """A drug, how directly it is used against the disease (0 to 1, 0: not), and its targets in the process.

    `targets` counts its targets that take part in the process, `known` those of them that are known to be why
    it works, `all_targets` all that it has.
    """

    id: str
    name: str
    used: float = 0.0
    targets: int = 0
    known: int = 0
    all_targets: int = 0

    @property
    def joined(self) -> bool:
        """Whether the drug is used against the disease and acts in the process."""
        return self.used > 0 and self.targets > 0

    @property
    def share(self) -> float:
        """The share of its targets that take part in the process."""
        return self.targets / self.all_targets if self.all_targets else 0.0


@dataclass(frozen=True, slots=True)
class LinkedDrugQuestion:
    """The entities that a question names: the disease and the process."""

    disease: ResolvedEntity
    process: ResolvedEntity


@dataclass(frozen=True, slots=True)
class DrugRanking(LinkedDrugQuestion):
    """The entities of a question, and the drugs that the graph has for it, best first."""

    ranked: tuple[DrugCandidate, ...] = ()


def link_drug_questions(graph: Graph, questions: Sequence[DrugQuestion]) -> list[LinkedDrugQuestion]:
    """Resolve the entities of questions; as many statements for many questions as for one."""
    names = [
        name
        for one in questions
        for name in (
            EntityName("disease", one.disease, one.disease_ids),
            EntityName("process", one.process, one.process_ids),
        )
    ]
    resolved = resolve_entities(graph, names)
    return [LinkedDrugQuestion(*each) for each in zip(resolved[::2], resolved[1::2], strict=True)]


def rank_drugs(graph: Graph, questions: Sequence[LinkedDrugQuestion]) -> list[DrugRanking]:
    """Rank drugs for each question, by one statement for all.

    First what is used and acts in the process, then what is only used, then what only acts; within these by
    how directly it is used, whether a target in the process is known to matter, and the share of such.
    """
    asked = {
        "diseases": sorted({id_ for one in questions for id_ in one.disease.ids}),
        "processes": sorted({id_ for one in questions for id_ in one.process.ids}),
    }
    (found,) = run_statement(graph, "mechanism/disease_process_drugs", asked)
    used = _used(found["against"])
    acting: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in found["acting_in"]:
        acting[row["process"]].append(row)
    all_targets = {row["drug"]: row["targets"] for row in found["aims"]}
    return [
        DrugRanking(one.disease, one.process, _ranked(one, used, acting, all_targets)) for one in questions
    ]


def paths_of_drugs(graph: Graph, ranking: DrugRanking, drugs: Sequence[DrugCandidate]) -> list[PathEdge]:
    """Fetch the edges of some drugs: the use, the action on a target, and what that takes part in."""
    if not drugs:
        return []
    asked = {
        "drugs": [one.id for one in drugs],
        "diseases": list(ranking.disease.ids),
        "processes": list(ranking.process.ids),
    }
    edges: list[PathEdge] = []
    for row in run_statement(graph, "mechanism/drug_paths", asked):
        if row["use"] is not None:
            edges.append(use_edge(row["use"]))
        if row["path"] is not None:
            edges += _path(row["path"])
    return edges


def _ranked(
    question: LinkedDrugQuestion,
    used: Mapping[str, Mapping[str, tuple[str, float]]],
    acting: Mapping[str, Sequence[Mapping[str, Any]]],
    all_targets: Mapping[str, int],
) -> tuple[DrugCandidate, ...]:
    against: dict[str, tuple[str, float]] = {}
    for id_ in question.disease.ids:
        for drug, (name, how) in used.get(id_, {}).items():
            against[drug] = (name, max(how, against.get(drug, (name, 0.0))[1]))
    inside = {row["drug"]: row for id_ in question.process.ids for row in acting.get(id_, ())}
    found = []
    for id_ in sorted({*against, *inside}):
        row = inside.get(id_)
        name, how = against.get(id_, (row["name"] if row else id_, 0.0))
        if row is None:
            found.append(DrugCandidate(id_, name or id_, how))
        else:
            targets = all_targets.get(id_, 0)
            found.append(DrugCandidate(id_, name or id_, how, row["targets"], row["known"], targets))
    return tuple(sorted(found, key=_order))


def _path(row: Mapping[str, Any]) -> tuple[PathEdge, PathEdge]:
    nodes: dict[str, SubgraphNode] = {
        row[slot]["id"]: node_of(row[slot]) for slot in ("drug", "gene", "process")
    }
    start, end = nodes[row["acts_start"]], nodes[row["acts_end"]]
    gene, process = row["gene"]["id"], row["process"]["id"]
    return (
        PathEdge(edge_of(row["acts_type"], start.id, end.id, row["acts"]), start, end),
        PathEdge(edge_of(row["part_type"], gene, process, row["part"]), nodes[gene], nodes[process]),
    )


def _order(one: DrugCandidate) -> tuple[float | str, ...]:
    return (-one.joined, -(one.used > 0), -one.used, -(one.known > 0), -one.share, -one.targets, one.id)


def _used(rows: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, tuple[str, float]]]:
    """Give by disease the drugs against it, with their names and how directly they are used."""
    found: dict[str, dict[str, tuple[str, float]]] = defaultdict(dict)
    for row in rows:
        found[row["disease"]][row["drug"]] = (row["name"], max(_USES[use] for use in row["uses"]))
    return found
