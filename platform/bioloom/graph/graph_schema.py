"""Schema of a graph as it is filled: nodes and relations with counts, directions and examples."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bioloom.graph.connection import Graph
from bioloom.graph.guard.query_notifications import related_categories
from bioloom.graph.guard.query_result import QueryResult
from bioloom.graph.json_values import Plain, plain
from bioloom.graph.statements import statement

if TYPE_CHECKING:
    import neo4j

SOUGHT = ("Gene", "Protein", "Drug", "SmallMolecule", "Disease", "PhenotypicFeature", "Pathway", "Cell")
"""Categories that people look for; of one that no entity has, the nearest that is there is told."""

_NATIVES = 3
_LONGEST = 60  # characters of an example


@dataclass(frozen=True, slots=True)
class GraphSchema:
    """Nodes by category, type or label; relations by their ends; what is not there and what is instead."""

    nodes: QueryResult
    relations: QueryResult
    hints: tuple[str, ...]

    def as_json(self) -> dict[str, Plain]:
        """Give nodes and relations as lists of objects."""
        return {
            "nodes": [*self.nodes.to_dicts()],
            "relations": [*self.relations.to_dicts()],
            "hints": list(self.hints),
        }

    def patterns(self) -> QueryResult:
        """Write each relation as one pattern, Biolink's names without their prefix."""
        rows = tuple(
            (" ".join((_bare(subject), f"-{_bare(relation)}->", _bare(object_))), *others)
            for subject, relation, object_, *others in self.relations.rows
        )
        return QueryResult(("pattern", *self.relations.columns[3:]), rows)

    def as_mermaid(self) -> str:
        """Draw categories and predicates as a flowchart of Mermaid."""
        counts = {str(row[1]): row[2] for row in self.nodes.rows if row[0] != "mention"}
        counts["Mention"] = sum(int(str(row[2])) for row in self.nodes.rows if row[0] == "mention")
        joined: Counter[tuple[str, str, str]] = Counter()
        for subject, relation, object_, _, count, _ in self.relations.rows:
            joined[str(subject), str(relation), str(object_)] += int(str(count))
        ends = dict.fromkeys(end for subject, _, object_ in joined for end in (subject, object_))
        nodes = [f'  {_id(end)}["{_label(end)} ({counts.get(end, 0):,})"]' for end in ends]
        edges = [
            f'  {_id(subject)} -->|"{_label(relation)} ({count:,})"| {_id(object_)}'
            for (subject, relation, object_), count in joined.items()
        ]
        return "\n".join(("flowchart LR", *nodes, *edges)) + "\n"


def read_schema(graph: Graph) -> GraphSchema:
    """Read the schema of what is loaded: every node and every relationship is looked at once."""
    with graph.session(read=True) as session:
        nodes = _table(session.run(statement("overview/schema_nodes")))
        relations = _table(session.run(statement("overview/schema_relations"), natives=_NATIVES))
        labels = session.run(statement("names/labels")).value()
    return GraphSchema(nodes, relations, _hints(nodes, labels))


def _hints(nodes: QueryResult, labels: list[str]) -> tuple[str, ...]:
    held = {str(row[1]): int(str(row[2])) for row in nodes.rows if row[0] == "entity"}
    hints = []
    for name in SOUGHT:
        if held and f"biolink:{name}" not in labels:
            near = [(held[each], each) for each in related_categories(name, held)]
            there = ", ".join(f"{count:,} {each}" for count, each in sorted(near, reverse=True))
            if there:
                hints.append(f"no biolink:{name} here: {there}")
    return tuple(hints)


def _table(result: neo4j.Result) -> QueryResult:
    columns = tuple(result.keys())
    return QueryResult(
        columns, tuple(tuple(_short(plain(value)) for value in record.values()) for record in result)
    )


def _short(value: Plain) -> Plain:
    return value[:_LONGEST] + "…" if isinstance(value, str) and len(value) > _LONGEST else value


def _id(name: str) -> str:
    return re.sub(r"\W", "_", name)


def _bare(name: object) -> str:
    return str(name).removeprefix("biolink:")


def _label(name: str) -> str:
    return _bare(name).replace('"', "#quot;")
