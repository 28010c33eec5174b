"""Notifications of the database about a statement, with the nearest known name for an unknown one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from bioloom.biolink import model
from bioloom.graph.connection import Graph
from bioloom.graph.statements import statement
from bioloom.names import nearest

if TYPE_CHECKING:
    import neo4j

_UNKNOWN = {"01N50": "label", "01N51": "relationship type", "01N52": "property"}
"""Statuses of the server that name what its database does not hold, and the kind of name."""

_LISTED = {"label": "names/labels", "relationship type": "names/types", "property": "names/properties"}
_ALIKE = 0.5  # of 1: at least so alike is a category that is suggested for another
_QUOTED = re.compile(r"`((?:[^`]|``)*)`")


def notifications(graph: Graph, summary: neo4j.ResultSummary, *, lines_before: int = 0) -> tuple[str, ...]:
    """Give what the server notes about a statement, one sentence each, in the order of the text.

    `lines_before` were put before the statement that the user wrote.
    """
    noted = [each for each in summary.gql_status_objects if each.gql_status.startswith(("01", "03"))]
    places = [
        (each.position.line - lines_before, each.position.column) if each.position else (0, 0)
        for each in noted
    ]
    sentences = [
        (place, f"line {place[0]}, column {place[1]}: {said}" if place[0] > 0 else said)
        for place, each in zip(places, noted, strict=True)
        if (said := _sentence(graph, each.gql_status, each.status_description))
    ]
    return tuple(dict.fromkeys(sentence for _, sentence in sorted(sentences)))


def _sentence(graph: Graph, status: str, description: str) -> str:
    kind, quoted = _UNKNOWN.get(status), _QUOTED.search(description)
    if kind is None or quoted is None:
        return description.partition(". ")[2] or description
    name = quoted[1].replace("``", "`")
    with graph.session(read=True) as session:
        known = session.run(statement(_LISTED[kind])).value()
        near = related_categories(name, known) if kind == "label" else []
        near = near or [each for each in (nearest(name, known),) if each]
        if kind == "label":
            near = [f"{each} ({_count(session, each):,} nodes)" for each in near]
    hint = "; did you mean " + " or ".join(near) + "?" if near else ""
    return f"nothing in the graph has the {kind} {name}{hint}"


def _count(session: neo4j.Session, label: str) -> int:
    return int(session.run(statement("names/count_label", label=label)).single(strict=True)["count"])


def related_categories(name: str, known: Iterable[str], most: int = 3) -> list[str]:
    """Find the categories of the graph that are nearest to a category that no entity has.

    >>> related_categories("Drug", ["biolink:Gene", "biolink:ChemicalEntity", "biolink:SmallMolecule"])
    ['biolink:SmallMolecule']
    """
    biolink = model()
    wanted = biolink.category(name)
    if wanted is None:
        return []
    held = [each for each in known if biolink.is_category(each)]
    if wanted in held:
        return [wanted]
    above = {each for label in held for each in biolink.ancestors(label)}
    line = {wanted, *biolink.ancestors(wanted)}

    def alike(category: str) -> float:
        """Compare two categories by what lies above them (Jaccard index)."""
        other = {category, *biolink.ancestors(category)}
        return len(line & other) / len(line | other)

    leaves = sorted((each for each in held if each not in above), key=lambda each: (-alike(each), each))
    return [each for each in leaves[:most] if alike(each) >= _ALIKE]
