"""Enumerations: the members of the list of things or values in which a place of a sentence stands."""

import re
from collections.abc import Collection, Sequence

from bioloom.answering.texts.changed_values import Place
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
from bioloom.question_parsing.stated_values import is_value

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
_LETTER = re.compile(r"[^\W\d]")
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
    parts = _pieces(hidden, _SEMICOLON, (0, len(hidden)))
    clause = _pieces(hidden, _JOINT, next(part for part in reversed(parts) if part[0] <= start))
    places = _places(hidden, clause if len(clause) > 1 else parts, start, noun)
    if places and start < places[0][1] and len(text[places[0][0] : start].split()) > _FEW:
        places[0] = (start, places[0][1])  # "gave mice aged 10 weeks a mixture of A, B and C"
    members = [_ARTICLE.sub("", text[slice(*each)].strip(" .;:,"), 1) for each in places]
    alike = all(len(each.split()) <= _LONGEST and _LETTER.search(each) for each in members)
    if kinds:
        alike = alike and {*members} <= {words for words, _ in stated_values(text, kinds)}
    return tuple(members) if alike and len(members) > 1 else ()


def _places(text: str, pieces: Sequence[Place], start: int, noun: str) -> list[Place]:
    """Give the places of the members among the pieces of a clause; none where they do not have the same form
    or do not hold the start."""
    at = first = next((each for each, (_, end) in enumerate(pieces) if start < end), len(pieces) - 1)
    while first and not _LEAD.search(text, pieces[first][0], min(pieces[first][1], start)):
        led_by = _prepositions(text, (pieces[first][0], min(pieces[first][1], start)))
        if begins_clause(text[slice(*pieces[first])]) or not led_by <= _prepositions(text, pieces[first - 1]):
            break
        first -= 1
    named, begun, led = _begin(text, pieces[first], start if first == at else pieces[first][1], noun)
    inner: list[Place] = []
    last = (begun, pieces[first][1])
    for piece in pieces[first + 1 :]:
        done = _VERB.search(text, *(piece if led else last))
        if done or begins_clause(text[slice(*piece)]):
            break
        inner, last = [*inner, last], piece
    while inner and _prepositions(text, inner[-1]) and is_value(text[slice(*last)].strip(" .")):
        last = inner.pop()  # "A, B and C at 30 °C and 220 rpm"
    shared = {each for one in inner for each in _prepositions(text, one)}
    own, lead = _prepositions(text, last), _prepositions(text, (pieces[first][0], begun))
    if (len(inner) < _FEW and not shared <= own) or own & lead - shared:  # "A with B and C with D"
        return []
    if not (led or named < begun or text[begun].isdigit() or _VERB.search(text, *last)):
        return []  # the verb before the first one is unknown
    tails = (each.start() for each in _TAIL.finditer(text, *last) if each[0].lower() not in shared)
    end = next(tails, last[1])
    return [*inner, (last[0], end)] if named <= start < max(end, last[0] + 1) else []


def _prepositions(text: str, place: Place) -> set[str]:
    return {each[0].lower() for each in _PREPOSITION.finditer(text, *place)}


def _pieces(text: str, joint: re.Pattern[str], part: Place) -> list[Place]:
    """Part a part of a sentence at what may stand between members."""
    made, (start, end) = [], part
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
    if not leads and begins_clause(text[start:end]):
        begun = text.find(" ", start)
    led = begun > start
    begun += len(text[begun:end]) - len(text[begun:end].lstrip())
    called = [*re.finditer(rf"\b{re.escape(noun)}\s(?=\S)", text[begun:end], re.IGNORECASE)] if noun else []
    return begun, begun + called[-1].end() if called else begun, led


def begins_clause(words: str) -> bool:
    """Say whether words begin a clause of their own, and not with a thing that an act names.

    >>> begins_clause("spin for 5 min"), begins_clause("wash buffer")
    (True, False)
    """
    first, _, rest = words.partition(" ")
    word = canonical_word(first.lower())
    if "-" in first or _NO_ACT.match(first) or _COMPOUND.match(rest):
        return False
    acts = is_act(word) or (is_unconstraining(word) and not names_kind(word))
    return acts or bool(_CLAUSE.match(words))
