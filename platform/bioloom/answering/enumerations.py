"""Enumerations: the members of the list of things or values in which a place of a sentence stands."""

import re
from collections.abc import Collection, Iterator, Sequence

from bioloom.answering.changed_values import Place
from bioloom.names import tokens
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import (
    QuestionPattern,
    asked_plural,
    canonical_word,
    is_act,
    is_unconstraining,
    names_kind,
    stated_values,
)

_PATTERNS = PatternTable.read("reading/enumerations.tsv")
_JOINT = _PATTERNS.compile("joint")
_SEMICOLON = _PATTERNS.compile("semicolon")
_PREPOSITION = _PATTERNS.compile("prep")
_LEAD = _PATTERNS.compile("lead")
_TAIL = _PATTERNS.compile("tail")
_VERB = _PATTERNS.compile("verb")
_ARTICLE = _PATTERNS.compile("article")
_COMPOUND = _PATTERNS.compile("compound")
_CLAUSE = _PATTERNS.compile("clause")
_NO_ACT = _PATTERNS.compile("no_act")
_WORD = re.compile(r"\w")
_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")

_LONGEST = 10
"""Words of a member."""

_FEW = 2
"""Members between which a preposition of the first one is not told from one of all."""


def listed_members(pattern: QuestionPattern, text: str, said: str) -> tuple[str, ...]:
    """List the members of the list in which an answer stands; none where one thing is asked for."""
    kinds = pattern.type.types if pattern.type.kind == "value" else ()
    return enumerated(text, text.find(said), asked_plural(pattern.text), kinds) if pattern.several else ()


def enumerated(text: str, start: int, noun: str = "", kinds: Collection[str] = ()) -> tuple[str, ...]:
    """List the members of the enumeration in which a place of a sentence stands, in its order; none where it
    stands in no list, or in one whose members do not have the same form.

    `noun` is what the members are called, which may stand before the first; where values of some `kinds` are
    asked for, each member must be one and no more.

    >>> text = "Incubate with anti-actin (1:5000), anti-ZO-1 (1:200) and anti-CD31 overnight at 4 °C."
    >>> enumerated(text, text.index("anti-ZO-1"))
    ('anti-actin (1:5000)', 'anti-ZO-1 (1:200)', 'anti-CD31')
    >>> enumerated("Lyse in 1 ml of buffer, spin for 5 min and discard the pellet.", 8)
    ()
    """
    hidden = _BRACKETED.sub(lambda found: "(" + "_" * (len(found[0]) - 1), text)
    ends = [*(each.start() for each in _SEMICOLON.finditer(hidden, start)), len(hidden)]
    begun = max((each.end() for each in _SEMICOLON.finditer(hidden) if each.end() <= start), default=0)
    clause = _pieces(hidden, _JOINT, begun, ends[0])
    pieces = clause if len(clause) > 1 else _pieces(hidden, _SEMICOLON, 0, len(hidden))
    places = [*_places(hidden, pieces, start, noun)]
    members = [text[slice(*each)].strip(" .;:,") for each in places]
    members = [_ARTICLE.sub("", each) if _ARTICLE.match(each) else each for each in members]
    alike = all(len(each.split()) <= _LONGEST and _WORD.search(each) for each in members)
    if kinds:
        alike = alike and all(
            any(words == each for words, _ in stated_values(each, kinds)) for each in members
        )
    return tuple(members) if alike and len(members) > 1 else ()


def _places(text: str, pieces: Sequence[Place], start: int, noun: str) -> Iterator[Place]:
    """Give the places of the members among the pieces of a clause; none where they do not have the same form
    or do not hold the start."""
    at = next((each for each, (_, end) in enumerate(pieces) if start < end), len(pieces) - 1)
    first = at
    while first and not _LEAD.search(text, pieces[first][0], min(pieces[first][1], start)):
        if begins_clause(text, *pieces[first]):
            break
        first -= 1
    named, begun, led = _begin(text, pieces[first], start if first == at else pieces[first][1], noun)
    inner, last = [], (begun, pieces[first][1])
    for piece in pieces[first + 1 :]:
        if _VERB.search(text, *last) or begins_clause(text, *piece) or (led and _VERB.search(text, *piece)):
            break
        inner, last = [*inner, last], piece
    prepositions = [{each[0].lower() for each in _PREPOSITION.finditer(text, *one)} for one in inner]
    shared = frozenset().union(*prepositions)
    if len(inner) < _FEW and not shared <= {*tokens(text[slice(*last)].lower())}:
        return
    tails = (each for each in _TAIL.finditer(text, *last) if each[0].lower() not in shared)
    end = next((each.start() for each in tails), last[1])
    if named <= start < max(end, last[0] + 1):
        yield from (*inner, (last[0], end))


def _pieces(text: str, joint: re.Pattern[str], start: int, end: int) -> list[Place]:
    """Part a clause at what may stand between members."""
    made = []
    for found in joint.finditer(text, start, end):
        made.append((start, found.start()))
        start = found.end()
    return [*made, (start, end)]


def _begin(text: str, piece: Place, before: int, noun: str) -> tuple[int, int, bool]:
    """Find where the first member begins in its piece, with the noun of all members before it and without,
    and whether anything leads it: words for holding, a verb or a colon; else the last preposition or the act
    of a request."""
    start, end = piece
    leads = [*_LEAD.finditer(text, start, before)] or [*_PREPOSITION.finditer(text, start, before)]
    begun = leads[-1].end() if leads else start
    if not leads and begins_clause(text, start, end):
        begun = text.find(" ", start)
    led = begun > start
    begun += len(text[begun:end]) - len(text[begun:end].lstrip())
    called = [*re.finditer(rf"\b{re.escape(noun)}\s(?=\S)", text[begun:end], re.IGNORECASE)] if noun else []
    return begun, begun + called[-1].end() if called else begun, led


def begins_clause(text: str, start: int, end: int) -> bool:
    """Say whether words begin a clause of their own, and not with a thing that an act names: "and spin for 5
    min", but "wash buffer"."""
    first, _, rest = text[start:end].partition(" ")
    word = canonical_word(first.lower())
    if "-" in first or _NO_ACT.match(first) or _COMPOUND.match(rest):
        return False
    acts = is_act(word) or (is_unconstraining(word) and not names_kind(word))
    return acts or bool(_CLAUSE.match(first))
