"""Query generation: TRAPI requests of all shapes, made from what the meta knowledge graph offers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bioloom.biolink import Biolink

Answer = Callable[[Mapping[str, Any]], Mapping[str, Any]]
Edge = Mapping[str, Any]


def generate_queries(
    meta: Mapping[str, Any], biolink: Biolink, answer: Answer, *, count: int, seed: int = 18
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Make requests, each with the name of its shape; `answer` is asked for entities to ask about.

    Every shape comes in turn, over the meta edges in an order that the seed decides.
    """
    maker = _Maker(meta["edges"], biolink, answer, random.Random(seed))
    shapes = [
        maker.categories,
        maker.pinned,
        maker.inverse,
        maker.wide,
        maker.qualified,
        maker.constrained,
        maker.two_hops,
        maker.members,
        maker.workflow,
    ]
    made = tries = 0
    while made < count and tries < count * 20:
        shape = shapes[tries % len(shapes)]
        tries += 1
        if (body := shape()) is not None:
            made += 1
            yield shape.__name__, body


def _request(nodes: Mapping[str, Any], edges: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {"message": {"query_graph": {"nodes": dict(nodes), "edges": dict(edges)}}, **more}


class _Maker:
    """Makes requests of each shape; None where a meta edge does not offer the shape."""

    def __init__(self, edges: Sequence[Edge], biolink: Biolink, answer: Answer, drawn: random.Random) -> None:
        self._edges, self._biolink, self._answer, self._random = list(edges), biolink, answer, drawn
        self._bag: list[Edge] = []

    def categories(self) -> dict[str, Any]:
        """Two categories and a predicate."""
        return self._hop(self._draw())

    def pinned(self) -> dict[str, Any] | None:
        """An entity at one end."""
        edge = self._draw()
        ids = self._ids(edge, "s")
        return self._hop(edge, {"ids": ids[:1]}) if ids else None

    def inverse(self) -> dict[str, Any] | None:
        """The inverse predicate, from the other end."""
        edge = self._draw()
        inverse = self._biolink.inverse(edge["predicate"])
        if inverse is None:
            return None
        nodes = {"s": {"categories": [edge["subject"]]}, "o": {"categories": [edge["object"]]}}
        return _request(nodes, {"e": {"subject": "o", "object": "s", "predicates": [inverse]}})

    def wide(self) -> dict[str, Any] | None:
        """All that is known of an entity."""
        ids = self._ids(self._draw(), "o")
        if not ids:
            return None
        nodes = {"s": {"categories": ["biolink:NamedThing"]}, "o": {"ids": ids[:1]}}
        return _request(nodes, {"e": {"subject": "s", "object": "o", "predicates": ["biolink:related_to"]}})

    def qualified(self) -> dict[str, Any] | None:
        """One set of qualifiers."""
        edge = self._draw(lambda one: bool(one.get("qualifiers")))
        if edge is None:
            return None
        stated = [
            {
                "qualifier_type_id": one["qualifier_type_id"],
                "qualifier_value": self._random.choice(one["applicable_values"]),
            }
            for one in edge["qualifiers"]
        ]
        return self._hop(edge, qualifier_constraints=[{"qualifier_set": stated}])

    def constrained(self) -> dict[str, Any]:
        """A constraint on the knowledge level."""
        level = self._random.choice(["knowledge_assertion", "not_provided", "logical_entailment"])
        wanted = {"name": "level", "id": "biolink:knowledge_level", "operator": "==", "value": level}
        return self._hop(self._draw(), attribute_constraints=[wanted])

    def two_hops(self) -> dict[str, Any] | None:
        """Two meta edges that share a category, one end pinned."""
        first = self._draw()
        second = self._draw(lambda one: one["subject"] == first["object"])
        ids = self._ids(first, "s")
        if second is None or not ids:
            return None
        nodes = {
            "a": {"ids": ids[:1]},
            "b": {"categories": [first["object"]]},
            "c": {"categories": [second["object"]]},
        }
        edges = {
            "e": {"subject": "a", "object": "b", "predicates": [first["predicate"]]},
            "f": {"subject": "b", "object": "c", "predicates": [second["predicate"]]},
        }
        return _request(nodes, edges)

    def members(self) -> dict[str, Any] | None:
        """A set of entities at one end."""
        edge = self._draw()
        ids = self._ids(edge, "s")
        if len(ids) < 2:
            return None
        wanted = self._random.choice(["ALL", "MANY"])
        return self._hop(edge, {"ids": ["uuid:1"], "member_ids": ids[:3], "set_interpretation": wanted})

    def workflow(self) -> dict[str, Any]:
        """The best results."""
        steps = [
            {"id": "lookup"},
            {"id": "score"},
            {"id": "filter_results_top_n", "parameters": {"max_results": 10}},
        ]
        return {**self._hop(self._draw()), "workflow": steps}

    def _draw(self, fits: Callable[[Edge], bool] = lambda _: True) -> Any:
        """Draw a meta edge that fits, each once before any comes again; None if none fits."""
        for _ in range(2):
            for position, edge in enumerate(self._bag):
                if fits(edge):
                    return self._bag.pop(position)
            again = list(self._edges)
            self._random.shuffle(again)
            self._bag += again
        return None

    def _hop(self, edge: Edge, subject: Mapping[str, Any] | None = None, **more: Any) -> dict[str, Any]:
        nodes = {
            "s": dict(subject or {"categories": [edge["subject"]]}),
            "o": {"categories": [edge["object"]]},
        }
        asked = {"subject": "s", "object": "o", "predicates": [edge["predicate"]], **more}
        return _request(nodes, {"e": asked})

    def _ids(self, edge: Edge, end: str) -> list[str]:
        """Find entities at one end of a meta edge."""
        response = self._answer(self._hop(edge))
        found = {
            binding["id"]: None
            for result in response["message"]["results"]
            for binding in result["node_bindings"][end]
        }
        ids = list(found)
        self._random.shuffle(ids)
        return ids
