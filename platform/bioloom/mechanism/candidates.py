"""Gene candidates of a mechanism question, with the edges of the paths that lead to them."""

from dataclasses import dataclass, field
from typing import Any

from bioloom.records import EvidenceEdge, SubgraphNode


@dataclass(frozen=True, slots=True)
class PathEdge:
    """An edge of the graph between two of its nodes."""

    edge: EvidenceEdge
    start: SubgraphNode
    end: SubgraphNode


@dataclass(slots=True)
class GeneCandidate:
    """A gene, the edges of the drug to it, and the counts that its features are made of.

    `acted_on` are the drug's edges to it, `associations` its edges to the disease. `of_disease`, `of_wider`
    and `by_name` are the shares of other drugs against the disease, against what it is a kind of, and whose
    names end alike, that have it for a target;
    `by_mechanism` and `by_class` count other drugs of the same mechanism or class that do.
    `known`, `aimed` and `handled` count other drugs of the graph: with it for a target whose action is
    known, for any target, and for an enzyme, transporter or carrier only.
    """

    id: str
    node: SubgraphNode
    acted_on: list[PathEdge] = field(default_factory=list)
    associations: list[PathEdge] = field(default_factory=list)
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
class DrugDiseasePair:
    """The linked entities of one question: ids of the drug and of the disease, and the drug's name."""

    drugs: tuple[str, ...]
    diseases: tuple[str, ...]
    name: str


@dataclass(frozen=True, slots=True)
class ExcludedSources:
    """Sources that are left out, such as ``infores:drugbank``; their names begin entries of `sources` too."""

    sources: tuple[str, ...] = ()

    @property
    def parameters(self) -> dict[str, Any]:
        """Give them as the statements of cypher/mechanism/ take them."""
        labels = [source.removeprefix("infores:").replace("-", " ") for source in self.sources]
        return {"without": list(self.sources), "labels": labels}
