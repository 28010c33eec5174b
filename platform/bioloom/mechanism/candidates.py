"""A gene that paths of the graph lead to from a drug and a disease, with the edges of these paths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bioloom.graph.connection import Graph
from bioloom.records import EvidenceEdge, SubgraphNode
from bioloom.retrieval.query_runner import rows
from bioloom.retrieval.sentence_retrieval import edge_of, node_of


@dataclass(frozen=True, slots=True)
class Claim:
    """An edge of the graph between two of its nodes."""

    edge: EvidenceEdge
    start: SubgraphNode
    end: SubgraphNode


@dataclass(slots=True)
class Candidate:
    """A gene, what sources say that the drug does to it, and what speaks for it beside that.

    `acted_on` are the drug's edges to it, `associations` its edges to the disease. `of_disease`, `of_wider`
    and `by_name` are the shares of other drugs against the disease, against what it is a kind of, and whose
    names end alike, that have it for a target;
    `by_mechanism` and `by_class` count other drugs of the same mechanism or class that do.
    `known`, `aimed` and `handled` count other drugs of the graph: with it for a target whose action is
    known, for any target, and for an enzyme, transporter or carrier only.
    """

    id: str
    node: SubgraphNode
    acted_on: list[Claim] = field(default_factory=list)
    associations: list[Claim] = field(default_factory=list)
    of_disease: float = 0.0
    of_wider: float = 0.0
    by_name: float = 0.0
    by_mechanism: int = 0
    by_class: int = 0
    known: int = 0
    aimed: int = 0
    handled: int = 0

    @property
    def symbol(self) -> str:
        """The name of the gene."""
        return self.node.name


@dataclass(frozen=True, slots=True)
class Asked:
    """The entities that one question means: ids of the drug and of the disease, and the drug's name."""

    drugs: tuple[str, ...]
    diseases: tuple[str, ...]
    name: str


@dataclass(frozen=True, slots=True)
class Left:
    """Sources that are left out, such as ``infores:drugbank``; their names begin entries of `sources` too."""

    sources: tuple[str, ...] = ()

    @property
    def parameters(self) -> dict[str, Any]:
        """Give them as the statements of cypher/mechanism/ take them."""
        labels = [source.removeprefix("infores:").replace("-", " ") for source in self.sources]
        return {"without": list(self.sources), "labels": labels}


def uses(graph: Graph, drugs: Sequence[str], diseases: Sequence[str]) -> list[Claim]:
    """List what is said of the drug and the disease themselves: treats, eases, is tried against."""
    if not drugs or not diseases:
        return []
    found = rows(graph, "mechanism/uses", {"drugs": list(drugs), "diseases": list(diseases)})
    return [
        Claim(
            edge_of(row["type"], row["start"], row["end"], row["edge"]),
            node_of(row["drug"]),
            node_of(row["disease"]),
        )
        for row in found
    ]
