"""Id redirects: ids that stand for another entity, looked up once a batch and cached."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bioloom.graph.connection import Graph
from bioloom.graph.statements import statement

_MOST = 500_000


@dataclass(frozen=True, slots=True)
class Redirect:
    """Redirect of an id to an entity of the graph, with the method that decided it."""

    canonical: str
    categories: tuple[str, ...]
    method: str
    score: float | None


Redirects = Mapping[str, Redirect]


class RedirectTable:
    """Cached table of redirects; while the graph has none, nothing is looked up."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._known: dict[str, Redirect | None] = {}
        self._empty: bool | None = None

    def find(self, ids: Iterable[str]) -> Redirects:
        """Look up the ids of a batch; those that stand for themselves are absent from the answer."""
        if self._is_empty():
            return {}
        wanted = set(ids)
        missing = sorted(wanted.difference(self._known))
        if missing:
            self._learn(missing)
        return {id_: found for id_ in wanted if (found := self._known[id_]) is not None}

    def forget(self) -> None:
        """Invalidate the cache: decisions were written."""
        self._known.clear()
        self._empty = None

    def _is_empty(self) -> bool:
        if self._empty is None:
            with self._graph.session(read=True) as session:
                self._empty = session.run(statement("identity/count")).single(strict=True)["count"] == 0
        return self._empty

    def _learn(self, ids: list[str]) -> None:
        if len(self._known) + len(ids) > _MOST:
            kept = set(ids)
            self._known = {id_: found for id_, found in self._known.items() if id_ in kept}
        with self._graph.session(read=True) as session:
            rows = session.execute_read(lambda tx: tx.run(statement("identity/redirects"), ids=ids).values())
        self._known |= dict.fromkeys(ids)
        for id_, canonical, categories, method, score in rows:
            self._known[id_] = Redirect(canonical, tuple(categories or ()), str(method), score)
