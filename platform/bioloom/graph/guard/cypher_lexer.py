"""Cypher lexer: the tokens of a statement, the procedures that it calls and the files that it loads."""

import re
from collections.abc import Iterator
from itertools import pairwise

from bioloom.errors import UsageError

_TOKEN = re.compile(
    r"""
      (?P<space>[^\S\x85]+ | //[^\n\r]* | /\*.*?\*/)
    | (?P<string>'(?:\\.|[^'\\])*' | "(?:\\.|[^"\\])*")
    | (?P<quoted>`(?:``|[^`])*`)
    | (?P<word>[^\W\d][\w$]*)
    | (?P<number>0[xo][0-9a-f_]+ | \d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)
    | (?P<open>['"`] | /\*)
    | (?P<sign>[!-~])
    | (?P<stray>.)
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_ESCAPE = re.compile(r"\\u+[0-9a-fA-F]{4}")
_MOST_CHARACTERS = 100_000


def procedures_called(cypher: str) -> tuple[str, ...]:
    """Name every procedure that the statement calls anywhere, also inside expressions.

    >>> procedures_called("CALL db.labels() YIELD label RETURN COUNT { CALL `tx`.setMetaData({}) RETURN 1 }")
    ('db.labels', 'tx.setMetaData')
    >>> procedures_called("RETURN 'CALL db.labels()' // CALL x.y()")
    ()
    """
    found = tokens(cypher)
    return tuple(
        name
        for place, (kind, text) in enumerate(found)
        if kind == "word" and text.casefold() == "call" and (name := _called(found, place + 1))
    )


def namespaced_functions(cypher: str) -> tuple[str, ...]:
    """Name every function of a namespace that the statement calls: those of Neo4j itself, and of plugins.

    >>> namespaced_functions("RETURN point.distance({a: (1)}, n.b), size([n]), apoc . util.md5([n.c])")
    ('point.distance', 'apoc.util.md5')
    """
    found = tokens(cypher)
    names = (
        _called(found, place)
        for place, (kind, text) in enumerate(found)
        if kind in {"word", "quoted"}
        and text.casefold() != "call"
        and not (place and found[place - 1][1] == ".")
    )
    return tuple(name for name in names if name is not None and "." in name)


def execution_mode(cypher: str) -> tuple[str, str]:
    """Take EXPLAIN or PROFILE off a statement: the word and the rest, in which blanks stand for it.

    >>> execution_mode("CYPHER 5 runtime=slotted /* how? */ profile RETURN 1")
    ('PROFILE', 'CYPHER 5 runtime=slotted /* how? */         RETURN 1')
    >>> execution_mode("WITH 1 AS profile RETURN profile")[0]
    ''
    """
    found = list(_significant(cypher))
    words = [token[0].upper() for token in found]
    place = 0
    if words[:1] == ["CYPHER"]:  # a version or options may follow: runtime=slotted
        place = 1
        while place < len(found) and (
            found[place].lastgroup == "number" or words[place + 1 : place + 2] == ["="]
        ):
            place += 1 if found[place].lastgroup == "number" else 3
    if place >= len(found) or words[place] not in {"EXPLAIN", "PROFILE"}:
        return "", cypher
    start, end = found[place].span()
    return words[place], cypher[:start] + " " * (end - start) + cypher[end:]


def files_read(cypher: str) -> bool:
    """Say whether the statement loads a file or an address (LOAD CSV) anywhere.

    >>> files_read("RETURN [x IN [1] | COUNT { load /* */ csv FROM 'a' AS l RETURN l }]")
    True
    """
    words = [text.casefold() if kind == "word" else "" for kind, text in tokens(cypher)]
    return any(pair == ("load", "csv") for pair in pairwise(words))


def tokens(cypher: str) -> list[tuple[str, str]]:
    """Split as the server does into pairs of kind and text: string, quoted, word, number, sign.

    Space and comments are left out. The server's \\uXXXX escapes could hide any sign, so they are refused.
    """
    return [(token.lastgroup or "sign", token[0]) for token in _significant(cypher)]


def _significant(cypher: str) -> Iterator[re.Match[str]]:
    """Find the tokens; UsageError for what the server would divide in another way, or only slowly."""
    if len(cypher) > _MOST_CHARACTERS:
        raise UsageError(
            f"the query has {len(cypher):,} characters: at most {_MOST_CHARACTERS:,} are allowed"
        )
    if _ESCAPE.search(cypher):
        raise UsageError("\\u escapes are not allowed in a query: write the character itself")
    for token in _TOKEN.finditer(cypher):
        if token.lastgroup == "open":
            raise UsageError(f"the query opens {token[0]} at character {token.start() + 1:,}: close it")
        if token.lastgroup == "stray":
            raise UsageError(
                f"the query has the character {token[0]!a} outside of texts: put names with it in back quotes"
            )
        if token.lastgroup != "space":
            yield token


def _called(found: list[tuple[str, str]], start: int) -> str | None:
    """Read the dotted name that stands before an opening bracket, if one does."""
    parts: list[str] = []
    for kind, text in map(found.__getitem__, range(start, len(found))):
        if kind in {"word", "quoted"} and len(parts) % 2 == 0:
            parts.append(text[1:-1].replace("``", "`") if kind == "quoted" else text)
        elif text == "." and len(parts) % 2 == 1:
            parts.append(text)
        else:
            return "".join(parts) if text == "(" and parts else None
    return None
