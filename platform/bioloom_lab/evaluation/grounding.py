"""Suite `ground`: entity linking of annotated mentions to the entities of what is loaded."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, ClassVar

import typer

from bioloom.biolink import model
from bioloom.errors import UsageError
from bioloom.graph import open_graph
from bioloom.graph.connection import Graph
from bioloom.graph.fulltext_names import GraphNames
from bioloom.graph.schema import apply_schema
from bioloom.graph.statements import statement
from bioloom.grounding import NameIndex
from bioloom.grounding.grounder import Grounder
from bioloom.loading import loader_for
from bioloom.pipeline.validation.record_validation import NO_OPTIONS, validate_node
from bioloom.records import Entity, Naming, SourceNode
from bioloom.settings import Settings
from bioloom_lab.evaluation.memory_index import JoinedIndex, MemoryIndex
from bioloom_lab.evaluation.pubtator_gold import KINDS, GoldText, read_pubtator
from bioloom_lab.evaluation.statistics import Estimate, resample
from bioloom_lab.evaluation.suite import Reporter, RowScores, RowSuite

VOCABULARIES = ("NCBIGene", "MESH")
"""Vocabularies of BioRED's gold ids: the ids that are asked for where several have a name."""


@dataclass(frozen=True, slots=True)
class GroundingOutcome:
    """Outcome of one gold mention: is its id loaded, was it grounded, rightly."""

    kind: str
    covered: bool
    grounded: bool
    right: bool


class Identities:
    """Identity classes of ids: an entity's own, those that it cites, and those of its citing entities."""

    def __init__(self, entities: Iterable[tuple[str, Sequence[str]]]) -> None:
        self._cited: dict[str, set[str]] = defaultdict(set)
        self._citing: dict[str, set[str]] = defaultdict(set)
        for id_, xrefs in entities:
            self._cited[id_].update(xrefs)
            for xref in xrefs:
                self._citing[xref].add(id_)

    def known(self, ids: Iterable[str]) -> bool:
        """Say whether one of these ids is loaded, as an entity or as a cross reference of one."""
        return any(id_ in self._cited or id_ in self._citing for id_ in ids)

    def of(self, id_: str) -> set[str]:
        """List the ids of the thing that this entity is, one step of citing away."""
        near = {id_} | self._cited.get(id_, set()) | self._citing.get(id_, set())
        return near.union(*(self._cited.get(other, ()) for other in near))


def entities_of(path: Path) -> list[Entity]:
    """Read the entities of any source that a loader recognises; rows that may not be loaded are left out."""
    found = []
    for record in loader_for(path).records(path, NO_OPTIONS):
        if isinstance(record, SourceNode):
            entity = validate_node(record, model())
            if isinstance(entity, Entity):
                found.append(entity)
    if not found:
        raise UsageError(f"{path} holds no names")
    return found


def identities_of(graph: Graph) -> list[tuple[str, list[str]]]:
    """Read the ids of all entities of a graph with their cross references."""
    with graph.session(read=True) as session:
        return [(row["id"], row["xref"] or []) for row in session.run(statement("names/xrefs"))]


def evaluate_grounding(
    grounder: Grounder,
    texts: Sequence[GoldText],
    identities: Identities,
    on_progress: Callable[[int, int], None] | None = None,
) -> dict[str, dict[str, Estimate]]:
    """Ground the mentions of each text and compare: a row for each kind, and for all.

    coverage: mentions whose gold id is loaded; accuracy@1: of these, the share grounded to the gold
    entity; precision: of these that were grounded, the share grounded to it; precision of all: the same
    over all mentions, where gold ids that are not loaded cannot be found. A mention with several gold ids
    is right with any. Intervals come from resampling texts.
    """
    outcomes = []
    for done, text in enumerate(texts, 1):
        outcomes.append(_outcomes(grounder, text, identities))
        if on_progress is not None:
            on_progress(done, len(texts))
    rows: dict[str, dict[str, Estimate]] = {}
    for kind in (*KINDS, "all"):
        counts = [_counted([one for one in each if kind in ("all", one.kind)]) for each in outcomes]
        rows[kind] = {
            name: resample(counts, partial(_share, of=of, right=right))
            for name, (right, of) in _MEASURES.items()
        }
    return rows


def _outcomes(grounder: Grounder, text: GoldText, identities: Identities) -> list[GroundingOutcome]:
    namings = [Naming(mention.text, (KINDS[mention.kind][1],)) for mention in text.mentions]
    found = grounder.ground(namings, text.text)
    return [
        GroundingOutcome(
            mention.kind,
            identities.known(mention.ids),
            grounding is not None,
            grounding is not None and not mention.ids.isdisjoint(identities.of(grounding.entity_id)),
        )
        for mention, grounding in zip(text.mentions, found, strict=True)
    ]


def _counted(outcomes: Sequence[GroundingOutcome]) -> Counter[str]:
    """Count the outcomes of one text, so that resampling adds up numbers only."""
    return Counter(
        {
            "all": len(outcomes),
            "covered": sum(one.covered for one in outcomes),
            "grounded": sum(one.grounded for one in outcomes),
            "covered and grounded": sum(one.covered and one.grounded for one in outcomes),
            "right": sum(one.right for one in outcomes),
        }
    )


def _share(texts: Sequence[Counter[str]], *, right: str, of: str) -> float:
    whole = sum(counts[of] for counts in texts)
    return sum(counts[right] for counts in texts) / whole if whole else 0.0


_MEASURES = {
    "coverage": ("covered", "all"),
    "accuracy@1": ("right", "covered"),
    "precision": ("right", "covered and grounded"),
    "precision of all": ("right", "grounded"),
}


@dataclass
class GroundingSuite(RowSuite):
    """Measure how many annotated mentions are grounded to the right entity of what is loaded."""

    name: ClassVar[str] = "ground"
    data: Annotated[
        list[Path], typer.Option(help="Texts with annotated mentions (PubTator); may be repeated.")
    ]
    names: Annotated[
        list[Path] | None,
        typer.Option(help="A list of names to be known beside the graph's; may be repeated."),
    ] = None
    no_graph: Annotated[bool, typer.Option("--no-graph", help="Only the names of --names, no database.")] = (
        False
    )

    def load(self) -> tuple[GoldText, ...]:
        """Read the annotated texts."""
        if self.no_graph and not self.names:
            raise UsageError("--no-graph needs --names: something has to be known")
        return tuple(text for path in self.data for text in read_pubtator(path))

    def run(self, gold: tuple[GoldText, ...], reporter: Reporter) -> RowScores:
        """Ground every mention to the entities of the graph and of the lists of names."""
        listed = [entity for path in self.names or () for entity in entities_of(path)]
        ids: list[tuple[str, Sequence[str]]] = [(entity.id, entity.xrefs) for entity in listed]
        indexes: list[NameIndex] = [MemoryIndex(listed)] if listed else []
        with ExitStack() as stack:
            if not self.no_graph:
                graph = stack.enter_context(open_graph(Settings()))
                apply_schema(graph)
                ids += identities_of(graph)
                indexes.append(GraphNames(graph))
            grounder = Grounder(JoinedIndex(*indexes), prefer=VOCABULARIES)
            rows = evaluate_grounding(grounder, gold, Identities(ids), reporter.counter(self.name))
        return RowScores(sum(len(text.mentions) for text in gold), rows)
