"""Integrity checks of a loaded graph: faults that no load should leave."""

from dataclasses import dataclass

from bioloom import resources
from bioloom.biolink import Biolink
from bioloom.graph.connection import Graph, database_faults
from bioloom.graph.statements import statement

_TERMS = "labels_in_use"
_TEXT_TYPES = frozenset(
    {"HAS_SENTENCE", "NEXT", "IN_SENTENCE", "DENOTES", "FROM_EXAMPLE"}
)  # the last of an earlier version


@dataclass(frozen=True, slots=True)
class Fault:
    """Fault of one kind: its check, the item, the count and examples."""

    check: str
    item: str
    count: int
    examples: tuple[str, ...]


def checks() -> tuple[str, ...]:
    """List the checks, each a file of cypher/validate/."""
    return resources.stems("cypher", "validate", ".cypher")


def find_faults(graph: Graph, biolink: Biolink) -> tuple[Fault, ...]:
    """Run every check; an empty answer means a sound graph."""
    faults: list[Fault] = []
    with database_faults("during the check"), graph.session(read=True) as session:
        guarded = session.run(statement("write/unique_edge_types")).value()
        for name in checks():
            rows = session.run(statement(f"validate/{name}"), guarded=guarded)
            if name == _TERMS:
                found = [(row["kind"], row["name"], row["count"]) for row in rows]
                faults += _unknown_terms(found, biolink)
                continue
            faults += [
                Fault(name, str(row["item"]), row["count"], tuple(sorted({*map(str, row["examples"])})))
                for row in rows
                if row["count"]
            ]
    return tuple(faults)


def _unknown_terms(found: list[tuple[str, str, int]], biolink: Biolink) -> list[Fault]:
    known = {"label": biolink.is_category, "type": biolink.is_predicate}
    return [
        Fault(f"unknown_{kind}", name, count, ())
        for kind, name, count in found
        if not known[kind](name) and not (kind == "type" and name in _TEXT_TYPES)
    ]
