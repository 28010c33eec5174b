"""Cypher statements by name; labels and relationship types are filled in, values never are."""

import re
from functools import cache

from bioloom import resources

_PLACE = re.compile(r"\$\$(\w+)\$\$")


@cache
def statement(name: str, **identifiers: str) -> str:
    """Read ``cypher/<name>.cypher`` and fill its ``$$name$$`` places with quoted identifiers.

    A place whose name ends in ``s`` takes several labels joined by ``|``, each quoted on its own.
    Values always travel as parameters.

    >>> "`biolink:treats`" in statement("write/create_edges", type="biolink:treats", end="Mention")
    True
    """
    text = resources.text("cypher", f"{name}.cypher")
    return _PLACE.sub(lambda place: _quoted(place[1], identifiers[place[1]]), text)


def _quoted(place: str, value: str) -> str:
    parts = value.split("|") if place.endswith("s") else [value]
    return ":".join("`" + part.replace("`", "``") + "`" for part in parts)
