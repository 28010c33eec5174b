"""Cypher statements by name; labels and relationship types are filled in, values never are."""

import re
from collections.abc import Mapping
from functools import cache

from bioloom import resources

_PLACE = re.compile(r"\$\$(\w+)\$\$")
_PARAMETER = re.compile(r"\$(?=(\w+))")
_LISTED = {
    "columns": "{name}: column{number}[at]",
    "columns_bound": "part.columns[{number}] AS column{number}",
    "columns_kept": "column{number}",
    "shared": "{name}: shared.{name}",
}
"""What stands in a place for each of several names."""

_NAMES: dict[str, tuple[str, Mapping[str, str]]] = {}


@cache
def statement(name: str, **identifiers: str) -> str:
    """Read ``cypher/<name>.cypher`` and fill its ``$$name$$`` places with quoted identifiers.

    A place whose name ends in ``s`` takes several labels joined by ``|``, each quoted on its own. The place
    ``$$columns$$`` takes names of properties, each on a line of its own, and gives each its value in a
    column; ``$$columns_bound$$`` names these columns, ``$$columns_kept$$`` lists them; ``$$shared$$`` takes
    names too.
    Values always travel as parameters.

    >>> "`biolink:treats`" in statement("write/read_edges", type="biolink:treats")
    True
    """
    text = _filled(resources.text("cypher", f"{name}.cypher"), identifiers)
    _NAMES[text] = name, identifiers
    return text


@cache
def of_one_parameter(text: str) -> str:
    """Let a statement take its values from the one map `asked` instead of many parameters.

    Neo4j plans a statement anew for every other magnitude of a list or a text among its parameters, up to a
    second each time; what a map holds does not count. No literal of a statement may hold "$" and a letter.

    >>> of_one_parameter("UNWIND $ids AS id RETURN id LIMIT $most")
    'UNWIND $asked.ids AS id RETURN id LIMIT $asked.most'
    """
    return _PARAMETER.sub("$asked.", text)


@cache
def parameters_of(text: str) -> frozenset[str]:
    """Name the parameters of a statement.

    >>> sorted(parameters_of("UNWIND $ids AS id RETURN id LIMIT $most"))
    ['ids', 'most']
    """
    return frozenset(_PARAMETER.findall(text))


def name_of(text: str) -> tuple[str, Mapping[str, str]]:
    """Give the name and the identifiers that a statement was read with.

    >>> name_of(statement("write/read_edges", type="biolink:treats"))
    ('write/read_edges', {'type': 'biolink:treats'})
    """
    return _NAMES[text]


def part(name: str, **identifiers: str) -> str:
    """Read a part of a statement, without its comment, and fill its places; nothing of it is remembered.

    A place whose name begins with ``any_`` takes several labels or types of which one is enough.

    >>> part("trapi/parts/labelled", node="n0", any_labels="biolink:Gene|biolink:Protein")
    '`n0`:`biolink:Gene`|`biolink:Protein`'
    """
    return _filled(_text(name), identifiers)


@cache
def _text(name: str) -> str:
    lines = resources.text("cypher", f"{name}.cypher").splitlines()
    return "\n".join(line for line in lines if not line.startswith("//"))


def _filled(text: str, identifiers: dict[str, str]) -> str:
    return _PLACE.sub(lambda place: _quoted(place[1], _named(place[1], identifiers)), text)


def _named(place: str, identifiers: Mapping[str, str]) -> str:
    """Give what is to be filled into a place, which may be one of several for the same names."""
    return identifiers[place.partition("_")[0] if place in _LISTED else place]


def _quoted(place: str, value: str) -> str:
    if place in _LISTED:
        names = enumerate(map(_quote, value.split("\n")))
        return ", ".join(_LISTED[place].format(name=name, number=number) for number, name in names)
    parts = value.split("|") if place.endswith("s") else [value]
    return ("|" if place.startswith("any_") else ":").join(map(_quote, parts))


def _quote(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"
