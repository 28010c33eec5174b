"""Name index of the graph for the local grounder, with one look-up for many names."""

from collections.abc import Callable, Mapping, Sequence

from bioloom.graph.connection import Graph
from bioloom.graph.fulltext_names import GraphNames
from bioloom.graph.rows.upsert_policy import LOCAL
from bioloom.grounding import NameIndex
from bioloom.grounding.grounder import Grounder
from bioloom.records import Grounding, NamedEntity, Naming

Decide = Callable[[Sequence[Naming]], Sequence[Grounding | None]]
"""Finds the entity that each name names, or None."""

Candidates = Callable[[Naming], Sequence[Grounding]]
"""Gives what a name may denote, best first."""

_CANDIDATES = 5


class SourceNames:
    """Name index without minted entities, caching the last keys."""

    def __init__(self, index: NameIndex) -> None:
        self._index = index
        self._known: dict[str, tuple[NamedEntity, ...]] = {}

    def exact(self, keys: Sequence[str]) -> Mapping[str, tuple[NamedEntity, ...]]:
        """Find the entities that have these keys; a key that none has is left out."""
        missing = [key for key in keys if key not in self._known]
        if missing:
            found = self._index.exact(missing)
            self._known |= {key: _described(found.get(key, ())) for key in missing}
        return {key: self._known[key] for key in keys if self._known[key]}

    def near(self, texts: Sequence[str], k: int = 10) -> list[tuple[NamedEntity, ...]]:
        """Find for each text up to k entities with names like it, the most similar first."""
        return [_described(records)[:k] for records in self._index.near(texts, 2 * k)]

    def forget(self) -> None:
        """Clear the cache."""
        self._known.clear()


def open_decide(graph: Graph) -> Decide:
    """Open the local grounder over the names of the graph; each name is grounded by itself."""
    index = SourceNames(GraphNames(graph))
    grounder = Grounder(index)

    def decide(namings: Sequence[Naming]) -> list[Grounding | None]:
        index.forget()
        grounder.ground(namings)  # fetches all keys at once
        return [grounder.ground([naming])[0] for naming in namings]

    return decide


def open_candidates(graph: Graph) -> Candidates:
    """Open the candidate search over the names of the graph."""
    grounder = Grounder(SourceNames(GraphNames(graph)))
    return lambda naming: grounder.candidates(naming, _CANDIDATES)


def _described(records: Sequence[NamedEntity]) -> tuple[NamedEntity, ...]:
    return tuple(record for record in records if not record.id.startswith(LOCAL))
