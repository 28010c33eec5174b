"""Headed lists: what is listed behind or below the words that a question names ("Lysis buffer: …")."""

import math
import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from bioloom.answering.answer_wording import title_prefix
from bioloom.answering.asked_numbers import NUMBERED
from bioloom.answering.asked_sections import of_other_sections
from bioloom.answering.asked_variants import of_other_variants
from bioloom.answering.confidence import LEAST_BELIEF
from bioloom.answering.document_binding import Binding
from bioloom.answering.draft_answer import Draft, DraftSentence, Quote
from bioloom.answering.enumerations import begins_clause, enumerated
from bioloom.answering.named_cells import cells_of
from bioloom.answering.protocol_text import Numbered, ProtocolText, protocol_texts
from bioloom.names import tokens
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import (
    NOUNS_OF_ALL,
    STOP_WORDS,
    QuestionPattern,
    asked_plural,
    canonical_word,
    canonical_words,
    matches_any,
)
from bioloom.records import Evidence

_PATTERNS = PatternTable.read("reading/enumerations.tsv")
_HEAD = _PATTERNS.compile("head")
_LINE = _PATTERNS.compile("line")
_ASIDE = _PATTERNS.compile("aside")
_ITEM = _PATTERNS.compile("item")
_OF_ALL = frozenset(map(canonical_word, NOUNS_OF_ALL))
_SIGN = re.compile(r"\b(?:[A-Z]|\w*\d\w*)\b")
"""A letter or a number of a name, by which things are told apart: "buffer A", "P2"."""

_NOTHING = (False, 0)
"""What the head of a list holds that names another thing."""


@dataclass(frozen=True, slots=True)
class HeadedList:
    """The words that head a list, its members, and the sentences in which it stands."""

    head: str
    members: tuple[str, ...]
    steps: tuple[Numbered, ...]


def headed_list(
    pattern: QuestionPattern, binding: Binding, evidence: Sequence[Evidence], spared: Set[str]
) -> Draft | None:
    """Answer with all members of the one list headed by what is asked for; None where one thing is asked
    for, or where no list or several are headed so."""
    if not pattern.several or pattern.type.kind == "value":
        return None
    found: list[tuple[float, bool, HeadedList]] = []
    for text in protocol_texts(evidence):
        if text.kind in spared or not binding.binds(text.document):
            continue
        meant = math.exp(binding.log_probability(text.document))
        for others in (of_other_sections, of_other_variants):
            text = text.without(others(pattern, text))
        held = [(_held(pattern, each.head, text), each) for each in _lists(text) if len(each.members) > 1]
        best = max(held, default=(_NOTHING, None), key=lambda each: each[0])
        if best[1] is not None and best[0] > _NOTHING and sum(each[0] == best[0] for each in held) == 1:
            found.append((meant, best[0][0], best[1]))
    meant, whole, best_list = max(found, default=(0.0, False, None), key=lambda each: each[0])
    share = meant / sum(each for each, _, _ in found) if whole else meant
    return _draft(best_list, NUMBERED * share) if best_list and NUMBERED * share >= LEAST_BELIEF else None


def _draft(given: HeadedList, confidence: float) -> Draft:
    quoted = " ".join(f"“{piece.text}”" for _, piece in given.steps)
    said = f"{', '.join(given.members)} – {title_prefix(given.steps[0][1])}{quoted}"
    quotes = tuple(Quote(number, piece.text) for number, piece in given.steps)
    return Draft((DraftSentence(said, quotes),), confidence=confidence, short=given.members)


def _lists(text: ProtocolText) -> Iterator[HeadedList]:
    """Give the lists of a protocol that have a head: those within a sentence, and those of lines or rows."""
    places = sorted(text.steps)
    for at in places:
        number, piece = text.steps[at]
        if (found := _HEAD.match(piece.text)) and not _column(piece.text):
            yield HeadedList(found["head"], enumerated(piece.text, found.end()), ((number, piece),))
        line = _LINE.match(piece.text)
        head = line["head"] if line and not _item(piece.text) else piece.section or ""
        first = at + bool(line and not _item(piece.text))
        if not head or (first == at and text.steps.get(at - 1)):
            continue
        run: list[Numbered] = []
        while (step := text.steps.get(first + len(run))) and _item(step[1].text):
            if run and _column(step[1].text) != _column(run[0][1].text):
                break
            run.append(step)
        yield HeadedList(head, tuple(_item(piece.text) for _, piece in run), tuple(run))


def _column(row: str) -> str:
    """Give the name of the first column of a table's row; empty for another text."""
    return next((found["name"] for found in cells_of(row)), "")


def _item(line: str) -> str:
    """Give the member that stands on a line or row of its own, with its amount; empty where none does.

    >>> _item("- 25 mM Tris base"), _item("| component: RNA | volume: 10 µl |"), _item("Spin it.")
    ('25 mM Tris base', 'RNA (10 µl)', '')
    """
    if cells := [found["cell"].strip() for found in cells_of(line)]:
        first, *others = filter(None, cells)
        return f"{first} ({', '.join(others)})" if others else first
    marked = _ITEM.match(line)
    words = line[marked.end() :] if marked else ""
    return "" if begins_clause(words, 0, len(words)) else words.strip(" .;,")


def _held(pattern: QuestionPattern, head: str, text: ProtocolText) -> tuple[bool, int]:
    """Say whether the head of a list holds what a question asks for without the title, and how many of its
    words; nothing where it names something else."""
    noun, asked = asked_plural(pattern.text), frozenset(canonical_words(pattern.text))
    head = _ASIDE.sub("", head)
    said = {*tokens(head.lower())}
    other_kind = noun and noun not in NOUNS_OF_ALL and noun not in said
    if other_kind or not {*_SIGN.findall(head)} <= {*_SIGN.findall(pattern.text)}:
        return _NOTHING
    words = head.split(" ", 1)[-1] if begins_clause(head, 0, len(head)) else head
    named = frozenset(canonical_words(words)) - STOP_WORDS
    own = [word for word in pattern.own_words if word not in _OF_ALL]
    held = sum(matches_any(word, named) for word in own)
    known = all(matches_any(word, asked | text.title | _OF_ALL) for word in named)
    alike = known and all(matches_any(word, named | text.title) for word in own)
    whole = held == len(own) > 0
    return (whole, 1 + len(named & asked)) if alike and (held or said & NOUNS_OF_ALL) else _NOTHING
