"""Answer parser: entity and triplet lines of an answer, not yet looked for in the text (SPEC B10)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from bioloom.errors import BadModelAnswer
from bioloom.extraction.llm.scheme_terms import SchemeTerms, Task, terms
from bioloom.llm.reply_parsing import json_objects, thoughtless

LONGEST = 200_000
_NOTHING = re.compile(
    r"\W*(?:none|null|no (?:entities|relations|relationships)(?: found)?)\W*", re.IGNORECASE
)
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})\w*\s*")
_MARK = re.compile(r"\A\s*(?:[-*+•‣·–—]|\(?[0-9]{1,3}[.)])\s+")
_LINE_END = re.compile(r"\r\n|\r|\n")
_MINUS = re.compile(r"\s*[-–—+]\s+[0-9]")
_HEAD = re.compile(r"head\s*:\s*", re.IGNORECASE)
_TAIL = re.compile(r"(?<!\w)tail\s*:\s*", re.IGNORECASE)
_RELATION = re.compile(r"(?<!\w)relation(?:ship)?\s*:\s*", re.IGNORECASE)
_GOES_ON = re.compile(r"(?:tail|relation(?:ship)?)\s*:", re.IGNORECASE)
_NAMED_KEYS = re.compile(r"entity\s*:\s*(\S.*?)[\s,;|]+category\s*:\s*(\S.*)", re.IGNORECASE)
_LABEL = re.compile(r"[A-Za-z][A-Za-z_-]*(?: [A-Za-z_-]+){0,2}")
_SURFACES = ("entity", "text", "mention", "name", "span")
_CATEGORIES = ("category", "type", "label", "entity_type")
HEADS, TAILS = ("head", "subject", "source"), ("tail", "object", "target")
RELATIONS = ("relation", "relationship", "predicate", "type", "label")
_PAIRS_TRIED = 6


@dataclass(frozen=True, slots=True)
class EntityLine:
    """An entity line: the texts that may be meant, likeliest first, and its label; `line` counts from 1."""

    surfaces: tuple[str, ...]
    label: str
    line: int
    written: str


@dataclass(frozen=True, slots=True)
class TripletLine:
    """A relation line: (head, tail, relation) as it may be cut, likeliest first; empty if incomplete."""

    cuts: tuple[tuple[str, str, str], ...]
    line: int
    written: str


@dataclass(slots=True)
class ParsedAnswer:
    """The lines of an answer by what they are; `prose` counts those that annotate nothing."""

    named: list[EntityLine] = field(default_factory=list)
    triplets: list[TripletLine] = field(default_factory=list)
    prose: int = 0


def check_answer(text: str, task: Task, own: SchemeTerms | None = None) -> str:
    """Give an answer back if it keeps to the form of its task, or else raise BadModelAnswer.

    It keeps to it with one line that can be read as annotation, or if it says that there is nothing.
    """
    bare = thoughtless(text)
    if not bare.strip():
        raise BadModelAnswer("the language model answered nothing where NONE or lines were asked for")
    if _NOTHING.fullmatch(bare):
        return text
    if len(text) <= LONGEST:
        answer = parse_answer(text, own)
        known = [
            each
            for each in answer.named
            if _LABEL.fullmatch(each.label) or _known(each.label, own or terms())
        ]
        whole = [each for each in answer.triplets if each.cuts]
        if (known and task != "relations") or (whole and task != "entities"):
            return text
    shown = " ".join(bare.split())[:200]
    raise BadModelAnswer(f"the language model did not answer in lines of the agreed form: {shown}")


def parse_answer(text: str, own: SchemeTerms | None = None) -> ParsedAnswer:
    """Read the entities and triplets of an answer, in BioPIE's terms or a scheme's `own`; it never fails.

    Code fences, bullets and numbers are passed over, triplets may go over several lines, JSON objects count
    as lines, and so does what stands before or after a thought in ``<think>``.

    >>> parse_answer("1. 1:1: concentration").named[0].label
    'concentration'
    >>> parse_answer("- head: Fix tail: TAG\\n  relation: use_reagent").triplets[0].cuts[0]
    ('Fix', 'TAG', 'use_reagent')
    """
    answer = ParsedAnswer()
    bare = thoughtless(text)[:LONGEST]
    if _NOTHING.fullmatch(bare):
        return answer
    known = own or terms()
    if "{" in bare and _read_json(bare, answer, known):
        return answer
    _read_lines(bare, answer, known)
    return answer


def answer_lines(text: str) -> list[tuple[int, str]]:
    """List the lines of an answer with their numbers, without thoughts, fences, bullets and list numbers.

    >>> answer_lines("<think>hm</think>\\n```\\n- a | TREATS | b\\n```")
    [(3, 'a | TREATS | b')]
    """
    lines = enumerate(_LINE_END.split(thoughtless(text)[:LONGEST]), 1)
    return [(number, bare) for number, line in lines if not _FENCE.fullmatch(line) and (bare := _bare(line))]


def says_nothing(text: str) -> bool:
    """Say whether an answer says that there is nothing.

    >>> says_nothing("None."), says_nothing("")
    (True, False)
    """
    return _NOTHING.fullmatch(thoughtless(text)) is not None


def _read_lines(text: str, answer: ParsedAnswer, known: SchemeTerms) -> None:
    lines = [(number, line) for number, line in enumerate(_LINE_END.split(text), 1) if line.strip()]
    lines = [(number, line) for number, line in lines if not _FENCE.fullmatch(line)]
    open_text, open_line = "", 0
    for place, (number, line) in enumerate(lines):
        bare = _bare(line)
        following = [_bare(later) for _, later in lines[place + 1 : place + 3]]
        starts = _HEAD.match(bare) is not None and not _names_a_head(bare, following, known)
        if open_text and not starts and (_GOES_ON.match(bare) or open_text.rstrip().endswith(":")):
            open_text += f" {bare}"
        else:
            if open_text:
                answer.triplets.append(TripletLine((), open_line, open_text))
                open_text = ""
            if not starts:
                _read_named(line, number, answer, known)
                continue
            open_text, open_line = bare, number
        cuts = _cuts(open_text, known)
        if cuts:
            answer.triplets.append(TripletLine(cuts, open_line, open_text))
            open_text = ""
    if open_text:
        answer.triplets.append(TripletLine((), open_line, open_text))


def _names_a_head(bare: str, following: list[str], known: SchemeTerms) -> bool:
    """Say whether a line is about an entity that is itself called head (``head: organ``)."""
    label = _HEAD.sub("", bare, count=1)
    goes_on = any(map(_GOES_ON.match, following[:1])) and any(map(_RELATION.search, following))
    return _known(label, known) and not goes_on


def _bare(line: str) -> str:
    return _MARK.sub("", line, count=1).strip().strip("*`").strip()


def _cuts(text: str, known: SchemeTerms) -> tuple[tuple[str, str, str], ...]:
    """Cut a triplet at its keys in every way, those with a known relation first; empty if one is missing."""
    start = _HEAD.match(text)
    tails, relations = list(_TAIL.finditer(text)), list(_RELATION.finditer(text))
    found = []
    for tail, relation in product(tails[:_PAIRS_TRIED], relations[-_PAIRS_TRIED:]):
        first, second = sorted((tail, relation), key=lambda key: key.start())
        if start is None or first.start() < start.end() or second.start() < first.end():
            continue
        head, middle, end = (
            text[start.end() : first.start()],
            text[first.end() : second.start()],
            text[second.end() :],
        )
        cut = (head, middle, end) if first is tail else (head, end, middle)
        whole = tuple(part.strip() for part in cut)
        bare = tuple(part.rstrip(",;|").strip() for part in whole)
        found += [(parts[0], parts[1], parts[2]) for parts in (whole, bare) if all(parts)]
    return tuple(sorted(found, key=lambda cut: known.relation(cut[2]) is None))


def _read_named(line: str, number: int, answer: ParsedAnswer, known: SchemeTerms) -> None:
    keyed = _NAMED_KEYS.fullmatch(_bare(line))
    cut = keyed.groups() if keyed else _cut(line.strip(), known)
    if cut is None:
        answer.prose += 1
        return
    surface, label = cut
    answer.named.append(EntityLine(_surfaces(surface), label.strip(), number, line.strip()))


def _cut(line: str, known: SchemeTerms) -> tuple[str, str] | None:
    """Cut at the last colon before a known label, else at the last colon before a blank (SPEC B10)."""
    place = len(line)
    for _ in range(8):
        place = line.rfind(":", 0, place)
        if place < 0:
            break
        if _known(line[place + 1 :], known):
            return line[:place].strip(), line[place + 1 :]
    surface, colon, label = line.rpartition(": ")
    return (surface.strip(), label) if colon and surface.strip() and label.strip() else None


def _known(label: str, known: SchemeTerms) -> bool:
    return known.entity_type(label) is not None


def _surfaces(written: str) -> tuple[str, ...]:
    """List what may be meant by the text before a label: without its list mark, as it stands, without quotes.

    A dash before a digit is rather a minus than a mark.
    """
    unmarked = _MARK.sub("", written, count=1)
    plain = unmarked.strip().strip("*`\"'“”‘’").strip()
    first = (written, unmarked) if _MINUS.match(written) else (unmarked, written)
    return tuple(dict.fromkeys(each.strip() for each in (*first, plain) if each.strip()))


def _read_json(text: str, answer: ParsedAnswer, known: SchemeTerms) -> bool:
    """Read JSON objects that annotate; False if there is none."""
    for found in json_objects(text):
        if isinstance(found, dict):
            for item in _items(found, known):
                if isinstance(item, EntityLine):
                    answer.named.append(item)
                else:
                    answer.triplets.append(item)
    return bool(answer.named or answer.triplets)


def _items(found: dict[str, Any], known: SchemeTerms) -> Iterator[EntityLine | TripletLine]:
    fields = {str(key).strip().lower(): value for key, value in found.items()}
    shown = repr(found)[:2000]
    head, tail, relation = (value_of(fields, keys) for keys in (HEADS, TAILS, RELATIONS))
    surface, category = value_of(fields, _SURFACES), value_of(fields, _CATEGORIES)
    if head and tail:
        yield TripletLine(((head, tail, relation),) if relation else (), 1, shown)
    elif surface and category:
        yield EntityLine(_surfaces(surface), category, 1, shown)
    else:
        for key, value in found.items():
            if isinstance(value, str) and _known(value, known) and str(key).strip():
                yield EntityLine(_surfaces(str(key)), value, 1, shown)


def value_of(fields: dict[str, Any], keys: tuple[str, ...]) -> str:
    """Give the text under the first of several keys of a JSON object; empty if there is none."""
    for key in keys:
        value = fields.get(key)
        if isinstance(value, dict):
            value = next((value[inner] for inner in _SURFACES if inner in value), None)
        if isinstance(value, str | int | float) and str(value).strip():
            return str(value).strip()
    return ""
