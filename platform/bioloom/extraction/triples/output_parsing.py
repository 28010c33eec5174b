"""Triple parser: an answer held against its sentence; names that do not stand in it are refused."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from bioloom.errors import BadModelAnswer
from bioloom.extraction.llm.answer_parsing import (
    HEADS,
    LONGEST,
    RELATIONS,
    TAILS,
    answer_lines,
    says_nothing,
    value_of,
)
from bioloom.extraction.llm.scheme import (
    BAD_TRIPLET,
    NOT_IN_SENTENCE,
    SELF_RELATION,
    UNKNOWN_RELATION,
    RefusedLine,
)
from bioloom.extraction.llm.text_alignment import SentenceIndex, Span, alike
from bioloom.extraction.triples.instruction import Guide
from bioloom.llm.reply_parsing import thoughtless

TripleForm = Literal["bars", "P1", "P2"]
"""How triples are written: ``head | REL | tail``, or P21's ``[head, REL, tail]`` and ``head(REL)tail``."""

FORMS: tuple[TripleForm, ...] = get_args(TripleForm)
PATTERNS = {"bars": "{} | {} | {}", "P1": "[{}, {}, {}]", "P2": "{}({}){}"}
_SIGNS = {"bars": (r"\|", r"\|"), "P1": (",", ","), "P2": (r"\(", r"\)")}
_RELATION = r"[A-Za-z][A-Za-z _-]{0,60}"
_MOST_CUTS = 20
_AROUND = " \t\"'`*“”‘’"

Cut = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class ParsedTriple:
    """A triple of a sentence: ``sentence[slice(*head)]`` is its head, `relation` a label of the guide."""

    head: Span
    relation: str
    tail: Span


@dataclass(frozen=True, slots=True)
class ParsedTriples:
    """Content of an answer: its triples in order, each once, and the lines that were refused."""

    triples: tuple[ParsedTriple, ...] = ()
    refused: tuple[RefusedLine, ...] = ()


def write_triple(head: str, relation: str, tail: str, form: TripleForm = "bars") -> str:
    """Write a triple in a form.

    >>> write_triple("aspirin", "TREATS", "pain", "P2")
    'aspirin(TREATS)pain'
    """
    return PATTERNS[form].format(head, relation, tail)


def parse_triples(sentence: str, text: str, guide: Guide, form: TripleForm = "bars") -> ParsedTriples:
    """Read the triples that a model wrote about a sentence; it never fails.

    A name that does not stand in the sentence, a relation that is not of the guide, a triple of one mention
    with itself and a line of another form are refused, each with its reason. Of several places of names
    those are taken that stand nearest together.

    >>> guide = Guide("triples", ("TREATS",))
    >>> found = parse_triples("Aspirin eased pain.", "aspirin | treats | pain\\nzinc | TREATS | pain", guide)
    >>> found.triples, found.refused[0].code
    ((ParsedTriple(head=(0, 7), relation='TREATS', tail=(14, 18)),), 'NOT_IN_SENTENCE')
    """
    if says_nothing(text):
        return ParsedTriples()
    place = SentenceIndex(sentence)
    found: dict[ParsedTriple, None] = {}
    refused: list[RefusedLine] = []
    for number, line, cuts in _lines(text, guide, form):
        read = _read(place, cuts, guide)
        if isinstance(read, ParsedTriple):
            found[read] = None
        else:
            refused.append(RefusedLine(*read, number, line[:2000]))
    return ParsedTriples(tuple(found), tuple(refused))


def check_triples(text: str, guide: Guide, form: TripleForm = "bars") -> str:
    """Give an answer back if one of its lines is of the form or it says that there is nothing.

    Else raise BadModelAnswer.
    """
    if len(text) <= LONGEST:
        if says_nothing(text) and text.strip():
            return text
        if any(cuts for _, _, cuts in _lines(text, guide, form)):
            return text
        if any(says_nothing(line) for _, line in answer_lines(text) if line):
            return text
    shown = " ".join(thoughtless(text).split())[:200]
    raise BadModelAnswer(f"the language model did not answer in triples of the agreed form: {shown!r}")


def _lines(text: str, guide: Guide, form: TripleForm) -> Iterator[tuple[int, str, list[Cut]]]:
    """List the triples of an answer by its lines, or the items of one JSON list, and how each may be cut."""
    told = list(_json_triples(thoughtless(text)[:LONGEST]))
    for number, cut in enumerate(told, 1):
        yield number, " | ".join(cut), [cut]
    for number, line in () if told else answer_lines(text):
        if line and not says_nothing(line):
            yield number, line, list(_cuts(line, guide, form))


def _json_triples(text: str) -> Iterator[Cut]:
    """Read a JSON list of triples, each a list of three texts or an object with head, relation and tail.

    >>> list(_json_triples('```json\\n[["zinc", "TREATS", "pain"]]\\n```'))
    [('zinc', 'TREATS', 'pain')]
    """
    try:
        found = json.loads(text[text.find("[") : text.rfind("]") + 1])
    except (ValueError, RecursionError):
        return
    items = found if isinstance(found, list) else []
    for item in [items] if all(isinstance(each, str) for each in items) else items:
        if isinstance(item, dict):
            fields = {str(key).strip().lower(): value for key, value in item.items()}
            item = [value_of(fields, keys) for keys in (HEADS, RELATIONS, TAILS)]
        if isinstance(item, list) and len(item) == 3 and all(isinstance(each, str) and each for each in item):
            yield item[0].strip(), item[1].strip(), item[2].strip()


def _read(place: SentenceIndex, cuts: list[Cut], guide: Guide) -> ParsedTriple | tuple[str, str]:
    """Read a line from the ways in which it can be cut, or say the code and the reason of its refusal."""
    if not cuts:
        return BAD_TRIPLET, "the line lacks its head, relation or tail"
    why = ("", "")
    for head, written, tail in cuts:
        relation = guide.label(written)
        heads, tails = place.find(head), place.find(tail)
        if relation is None:
            reason = UNKNOWN_RELATION, f"{_shown(written)} is no relation of the guide"
        elif not heads or not tails:
            missing = _shown(tail if heads else head)
            reason = NOT_IN_SENTENCE, f"{missing} does not stand in the sentence"
        else:
            one, other = min(
                ((one, other) for one in heads for other in tails),
                key=lambda pair: (_overlap(*pair), _distance(*pair), pair),
            )
            if one != other and alike(head) != alike(tail):
                return ParsedTriple(one, relation, other)
            reason = SELF_RELATION, "head and tail are the same"
        if not why[0] or why[0] == UNKNOWN_RELATION:
            why = reason
    return why


def _cuts(line: str, guide: Guide, form: TripleForm) -> Iterator[Cut]:
    """Cut a line into head, relation and tail in every way, those with a relation of the guide first."""
    bare = line.strip(_AROUND)
    if form == "P1":
        if not (bare.startswith("[") and bare.rstrip(" ,.;").endswith("]")):
            return
        bare = bare.rstrip(" ,.;")[1:-1]
    first, second = _SIGNS[form]
    pattern = re.compile(rf"{first}\s*({_RELATION}?)\s*{second}")
    cuts: list[Cut] = []
    start = 0
    while len(cuts) < _MOST_CUTS and (sign := pattern.search(bare, start)):
        head, tail = (part.strip(_AROUND) for part in (bare[: sign.start()], bare[sign.end() :]))
        if head and tail:
            cuts.append((head, sign[1], tail))
        start = sign.start() + 1
    yield from sorted(cuts, key=lambda cut: guide.label(cut[1]) is None)


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _distance(one: Span, other: Span) -> int:
    return max(0, max(one[0], other[0]) - min(one[1], other[1]))


def _shown(text: str) -> str:
    return repr(text[:80])
