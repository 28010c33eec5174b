"""Cypher tree: a statement's tokens nested by their brackets, its clauses, lists and loops."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from bioloom.errors import UsageError
from bioloom.graph.guard.cypher_lexer import tokens
from bioloom.pattern_table import PatternTable

_MOST_DEPTH = 60
_CLOSING = {"(": ")", "[": "]", "{": "}", "case": "end"}
_BEHIND_LABEL = frozenset(")]}|:&,.")
_BEFORE_NAME = {".", ":", "$", "|", "&", "!", "is"}
"""What stands before the name of a property, label, type or parameter."""


CYPHER_WORDS = PatternTable.read("cypher/words.tsv")
CLAUSES = CYPHER_WORDS.words("clauses")
"""Words that open a clause."""

WORDS = CLAUSES | CYPHER_WORDS.words("other_words")
"""Words that name a variable only where it is declared."""

_JOINING = CYPHER_WORDS.words("joining_words")
_RESERVED = CLAUSES | CYPHER_WORDS.words("reserved_words")


@dataclass(frozen=True, slots=True)
class Group:
    """Bracketed part of a statement: the opening bracket, or ``case``, and what stands inside."""

    opening: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """Token of a statement: its kind (string, quoted, word, number, sign) and its text."""

    kind: str
    text: str

    @property
    def word(self) -> str:
        """The word in small letters; nothing for any other token."""
        return self.text.casefold() if self.kind == "word" else ""


Part: TypeAlias = Token | Group

_OPERATORS = CYPHER_WORDS.words("operators")
_SHAPES = {"(": "n", "[": "r"}
_RELATIONSHIP = re.compile(r"(?<=n)<?-r?->?(?=n)")


@dataclass(frozen=True, slots=True)
class Loop:
    """Parts of ``variable IN list WHERE condition | body``."""

    variable: str
    over: Sequence[Part]
    condition: Sequence[Part]
    body: Sequence[Part]


def read_tree(cypher: str) -> tuple[Part, ...]:
    """Nest the tokens of a statement by their brackets; one that is never closed ends with the statement.

    CASE and END count as brackets. UsageError for variables whose names would be read as words.
    """
    open_: list[tuple[str, list[Part]]] = [("", [])]
    found = tokens(cypher)
    for place, (kind, text) in enumerate(found):
        sign = _case_word(found, place, open_[-1][0]) if kind == "word" else text if kind == "sign" else ""
        if sign in _CLOSING:
            if len(open_) > _MOST_DEPTH:
                raise UsageError(f"the query nests brackets or CASE more than {_MOST_DEPTH} deep")
            open_.append((sign, []))
        elif sign in _CLOSING.values() and len(open_) > 1:
            if (sign == "end") != (open_[-1][0] == "case"):
                raise _no_case()
            opening, parts = open_.pop()
            open_[-1][1].append(Group(opening, tuple(parts)))
        else:
            open_[-1][1].append(Token(kind, text))
    while len(open_) > 1:
        opening, parts = open_.pop()
        open_[-1][1].append(Group(opening, tuple(parts)))
    tree = tuple(open_[0][1])
    _check_names(tree, "")
    return tree


def _case_word(found: Sequence[tuple[str, str]], place: int, opening: str) -> str:
    """Give ``case`` or ``end`` where the word opens or closes CASE, and is no property or label."""
    word = found[place][1].casefold()
    before, after = (
        found[place - 1][1] if place else "",
        (found[place + 1][1] if place + 1 < len(found) else ""),
    )
    if word == "end":
        return word if opening == "case" and before not in {".", "$", ":"} else ""
    in_map = opening == "{" and place > 2 and found[place - 3][1] in {"{", ","}
    is_name = before in {".", "$"} or (before == ":" and not in_map) or after in _BEHIND_LABEL
    return word if word == "case" and not is_name else ""


def _check_names(parts: Sequence[Part], opening: str) -> None:
    """Refuse variables whose names are words by which a statement is divided.

    A variable is declared behind AS, before ``=`` or first in a bracket.
    """
    for place, part in enumerate(parts):
        if isinstance(part, Group):
            _check_names(part.parts, part.opening)
        elif part.word in _RESERVED and not is_operator(parts, place):
            named = place and isinstance(before := parts[place - 1], Token) and before.word == "as"
            set_ = texts(parts[place + 1 : place + 2]) == ["="]
            if named or set_ or (not place and opening in {"(", "["} and part.word != "distinct"):
                raise UsageError(
                    f"the query names a variable {part.text}, a word of Cypher: write it in back quotes"
                )
    if opening == "case":
        branches = case_branches(parts)
        whole = [bool(body) and not _expects(body) for _, body in branches]
        if len(branches) == 1 or not all(whole[1:]) or (branches[0][1] and not whole[0]):
            raise _no_case()


def case_branches(parts: Sequence[Part]) -> list[tuple[str, Sequence[Part]]]:
    """Split what stands between CASE and END: each word and what follows it, the first part without one."""
    marks = [
        place
        for place, part in enumerate(parts)
        if isinstance(part, Token) and part.word in {"when", "then", "else"} and not is_operator(parts, place)
    ]
    bodies = pairwise([-1, *marks, len(parts)])
    return [
        (texts(parts[start : start + 1])[0].casefold() if start >= 0 else "", parts[start + 1 : end])
        for start, end in bodies
    ]


def _expects(parts: Sequence[Part]) -> bool:
    """Say whether an operand must follow, so that a word behind is the name of one."""
    last, place = parts[-1], len(parts) - 1
    return isinstance(last, Token) and (
        last.kind == "sign" or (last.word in _JOINING and not is_operator(parts, place))
    )


def _no_case() -> UsageError:
    return UsageError(
        "CASE needs WHEN and END within the same brackets: add them, or write a variable of that name in "
        "back quotes"
    )


def clauses(parts: Sequence[Part]) -> Iterator[tuple[str, Sequence[Part]]]:
    """Split a query into clauses: the keyword and what follows it; what stands before the first has none."""
    starts = [
        place
        for place, part in enumerate(parts)
        if isinstance(part, Token) and part.word in CLAUSES and not is_operator(parts, place)
    ]
    if before := parts[: starts[0] if starts else len(parts)]:
        yield "", before
    for start, end in pairwise([*starts, len(parts)]):
        keyword = parts[start]
        assert isinstance(keyword, Token)
        yield keyword.word, parts[start + 1 : end]


def split_distinct(parts: Sequence[Part]) -> tuple[bool, Sequence[Part]]:
    """Say whether a clause or the arguments of a function begin with DISTINCT; give what follows it."""
    distinct = bool(parts) and isinstance(parts[0], Token) and parts[0].word == "distinct"
    return distinct, parts[1:] if distinct else parts


def is_operator(parts: Sequence[Part], place: int) -> bool:
    """Say whether a clause's word belongs to an expression: STARTS WITH, a property of that name."""
    *_, earlier, before = ["", "", *(text.casefold() for text in texts(parts[max(0, place - 2) : place]))]
    if place and isinstance(parts[place - 1], Group):
        return False
    return before in _BEFORE_NAME or (before in {"starts", "ends"} and earlier not in _BEFORE_NAME)


def split(parts: Sequence[Part], sign: str) -> list[Sequence[Part]]:
    """Split at a sign, on this level only."""
    places = [place for place, part in enumerate(parts) if isinstance(part, Token) and part.text == sign]
    edges = [-1, *places, len(parts)]
    return [parts[start + 1 : end] for start, end in pairwise(edges)]


def count_relationships(parts: Sequence[Part]) -> int:
    """Count the relationships of all patterns, those of subqueries too.

    >>> count_relationships(read_tree("match (a)--(b)<-[r:KNOWS]-(c) where exists { (c)-[*2]->() } return 1"))
    3
    """
    inside = sum(count_relationships(part.parts) for part in parts if isinstance(part, Group))
    shape = "".join(
        part.text
        if isinstance(part, Token) and part.text in {"-", "<", ">"}
        else _SHAPES.get(_opening(part), "x")
        for part in parts
    )
    return inside + len(_RELATIONSHIP.findall(shape))


def longest_expression(parts: Sequence[Part]) -> int:
    """Count the operators of the longest expression: signs and words between two commas or clauses.

    >>> longest_expression(read_tree("RETURN 1 + 2 * 3, [x IN xs WHERE x OR y]"))
    2
    """
    inside = (longest_expression(part.parts) for part in parts if isinstance(part, Group))
    longest = count = 0
    for part in parts:
        if isinstance(part, Token):
            ends = part.text == "," or part.word in CLAUSES
            count = 0 if ends else count + (part.text in _OPERATORS or part.word in _OPERATORS)
            longest = max(longest, count)
    return max([longest, *inside])


def _opening(part: Part) -> str:
    return part.opening if isinstance(part, Group) else ""


def read_loop(parts: Sequence[Part]) -> Loop | None:
    """Split ``variable IN list WHERE condition | body``; None if it is no loop."""
    if len(parts) < 3 or not isinstance(parts[0], Token) or not isinstance(parts[1], Token):
        return None
    if parts[0].kind not in {"word", "quoted"} or parts[1].word != "in":
        return None
    before = split(parts, "|")[0]  # what follows keeps its signs: in s || (s) nothing is called
    where = [at for at, part in enumerate(before) if isinstance(part, Token) and part.word == "where"]
    end = where[0] if where else len(before)
    return Loop(name_of(parts[0]), before[2:end], before[end + 1 :], parts[len(before) + 1 :])


def whole_number(text: str) -> int | None:
    """Read a whole number as Cypher writes it; None for any other."""
    try:
        number = int(text.replace("_", ""), 0 if text[:2].casefold() in {"0x", "0o"} else 10)
    except ValueError:
        return None
    return number if number < 1 << 63 else None


def is_value(token: Token) -> bool:
    """Say whether a token is a value by itself: a text, or the name of a variable."""
    return token.kind in {"quoted", "string"} or (token.kind == "word" and token.word not in WORDS)


def name_of(part: Part) -> str:
    """Give the name that a token writes, without its quotes; nothing for a group."""
    if isinstance(part, Group):
        return ""
    return part.text[1:-1].replace("``", "`") if part.kind == "quoted" else part.text


_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_ESCAPED = re.compile(r"\\([\\'\"`ntrbf])")


def text_of(token: Token) -> str:
    r"""Read a string token as the text that it writes.

    >>> text_of(Token("string", r"'it\'s \\d'"))
    "it's \\d"
    """
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[1]), token.text[1:-1])


def texts(parts: Sequence[Part]) -> list[str]:
    """List the texts of the tokens on this level."""
    return [part.text for part in parts if isinstance(part, Token)]


def shown(parts: Sequence[Part], most: int = 60) -> str:
    """Write parts as text again, shortened."""
    words = ["…" if isinstance(part, Group) else part.text for part in parts]
    text = " ".join(words).replace(" ,", ",")
    return text if len(text) <= most else f"{text[: most - 1]}…"
