"""Drugs between a disease and a process: those that are used against the one and act in the other come first.

BTE-RAG asks for what is around the disease and around the process apart (SPEC T5); here the two are
intersected, and a drug's path is drug - target - process beside its use against the disease.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bioloom.graph.connection import Graph
from bioloom.mechanism.candidates import Claim
from bioloom.mechanism.drug_question import DrugQuestion
from bioloom.mechanism.entity_resolution import Found, find_diseases, find_processes
from bioloom.records import SubgraphNode
from bioloom.retrieval.query_runner import rows
from bioloom.retrieval.sentence_retrieval import edge_of, node_of

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
class DrugAnswer:
    """The entities that a question means, and the drugs that the graph has for it, best first."""

    disease: Found
    process: Found
    ranked: tuple[DrugCandidate, ...] = ()


def ranked_drugs(graph: Graph, questions: Sequence[DrugQuestion]) -> list[DrugAnswer]:
    """Rank drugs for each question; as many look-ups for many questions as for one.

    First what is used and acts in the process, then what is only used, then what only acts; within these by
    how directly it is used, whether a target in the process is known to matter, and the share of such.
    """
    diseases = find_diseases(graph, [(one.disease, one.disease_ids) for one in questions])
    processes = find_processes(graph, [(one.process, one.process_ids) for one in questions])
    used = _used(graph, {id_ for found in diseases for id_ in found.ids})
    acting = _grouped(graph, "mechanism/acting_in", "process", "processes", processes)
    drugs = {row["drug"] for each in acting.values() for row in each}
    all_targets = {
        row["drug"]: len(row["genes"])
        for row in _rows(graph, "mechanism/aims", drugs=sorted(drugs), without=[])
    }
    answers = []
    for disease, process in zip(diseases, processes, strict=True):
        against: dict[str, tuple[str, float]] = {}
        for id_ in disease.ids:
            for drug, (name, how) in used.get(id_, {}).items():
                against[drug] = (name, max(how, against.get(drug, (name, 0.0))[1]))
        inside = {row["drug"]: row for id_ in process.ids for row in acting.get(id_, ())}
        found = []
        for id_ in sorted({*against, *inside}):
            row = inside.get(id_)
            name, how = against.get(id_, (row["name"] if row else id_, 0.0))
            if row is None:
                found.append(DrugCandidate(id_, name or id_, how))
            else:
                found.append(
                    DrugCandidate(
                        id_, name or id_, how, row["targets"], row["known"], all_targets.get(id_, 0)
                    )
                )
        answers.append(DrugAnswer(disease, process, tuple(sorted(found, key=_order))))
    return answers


def paths_into(graph: Graph, drug: DrugCandidate, process: Found, most: int) -> list[tuple[Claim, Claim]]:
    """Give the paths of a drug into a process: what it does to a target, and what that takes part in."""
    found = _rows(graph, "mechanism/paths_into", drugs=[drug.id], processes=list(process.ids), limit=most)
    return [_path(row) for row in found]


def _path(row: Mapping[str, Any]) -> tuple[Claim, Claim]:
    nodes: dict[str, SubgraphNode] = {
        row[slot]["id"]: node_of(row[slot]) for slot in ("drug", "gene", "process")
    }
    start, end = nodes[row["acts_start"]], nodes[row["acts_end"]]
    gene, process = row["gene"]["id"], row["process"]["id"]
    return (
        Claim(edge_of(row["acts_type"], start.id, end.id, row["acts"]), start, end),
        Claim(edge_of(row["part_type"], gene, process, row["part"]), nodes[gene], nodes[process]),
    )


def _order(one: DrugCandidate) -> tuple[float | str, ...]:
    return (-one.joined, -(one.used > 0), -one.used, -(one.known > 0), -one.share, -one.targets, one.id)


def _used(graph: Graph, diseases: set[str]) -> dict[str, dict[str, tuple[str, float]]]:
    """Give by disease the drugs against it, with their names and how directly they are used."""
    found: dict[str, dict[str, tuple[str, float]]] = defaultdict(dict)
    for row in _rows(graph, "mechanism/against_any", diseases=sorted(diseases)):
        found[row["disease"]][row["drug"]] = (row["name"], max(_USES[use] for use in row["uses"]))
    return found


def _grouped(
    graph: Graph, name: str, by: str, slot: str, asked: Sequence[Found]
) -> dict[str, list[dict[str, Any]]]:
    grouped: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in _rows(graph, name, **{slot: sorted({id_ for found in asked for id_ in found.ids})}):
        grouped[row[by]].append(row)
    return grouped


def _rows(graph: Graph, name: str, **parameters: Any) -> list[dict[str, Any]]:
    return rows(graph, name, parameters)
