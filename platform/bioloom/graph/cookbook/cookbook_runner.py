"""Cookbook runner: names of parameters looked up in the graph, the query run, an empty result explained."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from neo4j.exceptions import ClientError

from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.cookbook.recipes import Argument, Parameter, Recipe, argument_text, choose
from bioloom.graph.guard.query_result import QueryResult
from bioloom.graph.guard.read_only_guard import MOST_BYTES, ROW_LIMIT, TIME_LIMIT, read_rows
from bioloom.graph.statements import statement
from bioloom.grounding import keys
from bioloom.grounding.name_variants import is_kind
from bioloom.names import nearest, normalise

_MOST_KEYS = 20
_MOST_NEAR = 50  # entities among which a suggestion is looked for
_MOST_LISTED = 20_000  # names among which the nearest to an unknown one is looked for
_MOST_TOLD = 10  # entities of one name that a note lists
_USUAL = 3  # times that a name is used which is suggested for another: fewer may be a slip itself
_WORD = re.compile(r"[^\W_]+")
_START = 2  # letters that a mistyped name shares with the right one


@dataclass(frozen=True, slots=True)
class DenotedEntity:
    """An entity that has a name, synonym or id, with its labels."""

    id: str
    name: str
    labels: tuple[str, ...]

    def is_named(self, text: str) -> bool:
        return text == self.id or normalise(text) == normalise(self.name)

    @property
    def described(self) -> str:
        return f"{self.name} ({self.id})"


def run_query(
    graph: Graph,
    name: str | None,
    cypher: str | None,
    parameters: Mapping[str, object],
    *,
    limit: int = ROW_LIMIT,
    timeout: float = TIME_LIMIT,
    most_bytes: int = MOST_BYTES,
) -> QueryResult:
    """Run a query of the cookbook by name, or read-only Cypher of a user, whose unknown names are told.

    UsageError says what is wrong, not allowed, or what a parameter names that the graph does not hold.
    """
    chosen = choose(name, cypher)
    arguments: Mapping[str, object] = parameters
    notes: tuple[str, ...] = ()
    if chosen is not None:
        given = {key: argument_text(value) for key, value in parameters.items() if value is not None}
        bound = chosen.bind(given)
        arguments, notes = look_up_arguments(graph, chosen, bound)
    found = read_rows(
        graph,
        chosen.cypher if chosen else cypher or "",
        arguments,
        limit=limit,
        timeout=timeout,
        most_bytes=most_bytes,
        notify=chosen is None,
    )
    if chosen is None:
        return found
    if not found.rows:
        reads = tuple(f"nothing matches; {chosen.name} reads {need.purpose}" for need in chosen.needs)
        notes = (*notes, *(_lacking(graph, chosen) or reads))
    return replace(found, notifications=notes)


def look_up_arguments(
    graph: Graph, chosen: Recipe, bound: Mapping[str, Argument]
) -> tuple[Mapping[str, object], tuple[str, ...]]:
    """Find what the parameters of a recipe name; the notes say which entities a synonym or xref denotes."""
    arguments, notes = dict(bound), []
    for parameter in chosen.parameters:
        text = bound[parameter.name]
        if parameter.type not in _NAMED or not isinstance(text, str):
            continue
        if not text and parameter.default == "":  # every one
            arguments[parameter.name] = [] if parameter.type == "entity" else text
            continue
        entities = find_entities(graph, text) if parameter.type in {"entity", "reagent"} else ()
        ids = [entity.id for entity in entities]
        if not ids and (parameter.type == "entity" or not is_held(graph, parameter.type, text)):
            raise UsageError("; ".join((_unknown(graph, parameter, text), *_lacking(graph, chosen))))
        if parameter.type == "entity":
            arguments[parameter.name] = ids
        elif parameter.type == "reagent":
            arguments[parameter.name] = {"ids": ids, "names": [normalise(text)]}
        if not all(entity.is_named(text) for entity in entities):
            named = [entity.described for entity in entities[:_MOST_TOLD]]
            more = len(entities) - len(named)
            notes.append(f"{text} is {' and '.join(named)}" + f" and {more:,} more" * bool(more))
    return arguments, tuple(notes)


def find_entities(graph: Graph, text: str) -> tuple[DenotedEntity, ...]:
    """Find entities by id, else by cross reference, name or synonym, else by the key of a name."""
    quoted = text.replace("\\", "").replace('"', "")
    parameters = {
        "id": text,
        "xref": f'"{quoted}"',
        "name": f'"{normalise(text)}"',
        "keys": " ".join(f'"{key}"' for key in list(keys(text))[:_MOST_KEYS]) or '""',
    }
    rows = _rows(graph, "names/entities", parameters)
    return tuple(DenotedEntity(row["id"], row["name"], tuple(row["labels"])) for row in rows)


def is_held(graph: Graph, kind: str, text: str) -> bool:
    """Say whether the graph holds what a parameter of a type of `_NAMED` but entity names."""
    if kind == "predicate":
        return text in {row["name"] for row in _rows(graph, _NAMED[kind][0], {})}
    name = text if kind == "document" else normalise(text)
    return bool(name) and bool(
        _rows(graph, _NAMED[kind][0], {"name": name, "start": name, "most": 1, "least": 1})
    )


def _lacking(graph: Graph, chosen: Recipe) -> tuple[str, ...]:
    """Say which needs of a recipe the graph does not meet, and what brings them."""
    with graph.session(read=True) as session:

        def held(name: str) -> bool:
            kind = "label" if name.rpartition(":")[2][0].isupper() else "type"
            counted = session.run(statement(f"names/count_{kind}", **{kind: name}))
            return bool(counted.single(strict=True)["count"])

        return tuple(
            f"{chosen.name} reads {need.purpose}, and nothing of it is loaded"
            for need in chosen.needs
            if not any(map(held, need.names))
        )


def _unknown(graph: Graph, parameter: Parameter, text: str) -> str:
    """Say that nothing has a name, with the nearest one that something has."""
    known: dict[str, str] = {}
    if parameter.type != "entity":
        start = "" if parameter.type in {"document", "predicate"} else normalise(text)[:_START]
        wanted = {"name": None, "start": start, "most": _MOST_LISTED, "least": _USUAL}
        known.update((row["name"], "") for row in _rows(graph, _NAMED[parameter.type][0], wanted))
    if parameter.type in {"entity", "reagent"}:
        lucene = " ".join(f"{word}~" for word in _WORD.findall(text.lower())[:_MOST_KEYS])
        similar = {"queries": [{"number": 0, "lucene": lucene}] if lucene else [], "k": _MOST_NEAR}
        kind = _KINDS.get(parameter.name.rpartition("_")[2])
        for row in _rows(graph, "names/near", similar):
            if kind is not None and not is_kind(tuple(row["category"] or ()), kind):
                continue
            names = [name for name in (row["name"], *(row["synonym"] or ())) if name]
            known.update((name, f" ({row['id']})") for name in names)
    near = nearest(text, known)
    hint = f"; did you mean {near}{known[near]}?" if near else ""
    if parameter.type == "predicate" and not near:
        hint = "; bioloom schema lists those it has"
    return f"the graph has no {_NAMED[parameter.type][1]} {text!r}{hint}"


_KINDS = {"disease": "disease", "drug": "chemical", "gene": "gene"}
"""What a parameter names, by the last word of its own name: a suggestion is of that kind."""


def _rows(graph: Graph, name: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
    try:
        with graph.session(read=True) as session:
            return session.execute_read(lambda tx: tx.run(statement(name), parameters).data())
    except ClientError as error:
        if "no such fulltext schema index" not in str(error):
            raise
        return []  # nothing was ever loaded


_NAMED: Mapping[str, tuple[str, str]] = {
    "document": ("names/documents", "document with the id"),
    "entity": ("names/entities", "entity with the name, synonym or id"),
    "predicate": ("names/types", "relation of the type"),
    "reagent": ("names/mentions", "mention or entity with the name"),
    "verb": ("names/mentions", "step with the verb"),
}
"""Types of parameters that name what the graph must hold: the statement that lists it, and words for it."""
