"""Headed lists: what is listed behind or below the words that a question names ("Lysis buffer: …")."""

import math
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from bioloom.answering.composition.answer_wording import title_prefix
from bioloom.answering.composition.confidence import LEAST_BELIEF
from bioloom.answering.composition.draft_answer import Draft, DraftSentence, Quote
from bioloom.answering.constraints.document_binding import Binding
from bioloom.answering.constraints.named_cells import cells_of
from bioloom.answering.readings.asked_numbers import NUMBERED
from bioloom.answering.texts.enumerations import begins_clause, enumerated
from bioloom.answering.texts.protocol_text import Numbered, ProtocolText, protocol_texts
from bioloom.names import tokens
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import (
    STOP_WORDS,
    WORDS_OF_ALL,
    QuestionPattern,
    asked_plural,
    canonical_words,
    designators,
    matches_any,
)
from bioloom.records import Evidence

_PATTERNS = PatternTable.read("reading/enumerations.tsv")
_HEAD = _PATTERNS.compile("head")
_ASIDE = _PATTERNS.compile("aside")
_ITEM = _PATTERNS.compile("item")
_OF_ALL = frozenset(canonical_words(" ".join(WORDS_OF_ALL)))


@dataclass(frozen=True, slots=True)
class HeadedList:
    """The words that head a list, its members, and the sentences in which it stands."""

    head: str
    members: tuple[str, ...]
    steps: tuple[Numbered, ...]


def headed_list(
    pattern: QuestionPattern, binding: Binding, evidence: Sequence[Evidence], spared: Set[str]
) -> Draft | None:
    """Answer with all members of the one list that is headed by what is asked for; None where one thing is
    asked for, where no list is headed so, or where several are."""
    if not pattern.several or pattern.type.kind == "value":
        return None
    found = [
        (held, math.exp(binding.log_probability(text.document)), given)
        for text in protocol_texts(evidence)
        if text.kind not in spared and binding.binds(text.document)
        for given in _lists(text, asked_plural(pattern.text))
        if len(given.members) > 1 and (held := _held(pattern, given, text.title))
    ]
    most = max((held for held, _, _ in found), default=0)
    best = [(meant, given) for held, meant, given in found if held == most]
    meant, chosen = max(best, key=lambda each: each[0], default=(0.0, None))
    confidence = NUMBERED * meant / max(sum(each for each, _ in best), 0.0 if most > _WHOLE else 1.0)
    if chosen is None or confidence < LEAST_BELIEF:
        return None
    quoted = " ".join(f"“{piece.text}”" for _, piece in chosen.steps)
    said = f"{', '.join(chosen.members)} – {title_prefix(chosen.steps[0][1])}{quoted}"
    quotes = tuple(Quote(number, piece.text) for number, piece in chosen.steps)
    return Draft((DraftSentence(said, quotes),), confidence=confidence, short=chosen.members)


def _lists(text: ProtocolText, noun: str) -> Iterator[HeadedList]:
    """Give the lists of a protocol: those within a sentence, and the runs of rows or of lines with amounts,
    headed by the line or section heading above them, or by the first column where `noun` names it."""
    for at, (number, piece) in text.steps.items():
        column, before = _column(piece.text), text.steps.get(at - 1)
        if not column and (found := _HEAD.match(piece.text)):
            yield HeadedList(found["head"], enumerated(piece.text, found.end()), ((number, piece),))
        if not _item(piece) or (before and _goes_on(before[1], piece)):
            continue
        run = [(number, piece)]
        while (step := text.steps.get(at + len(run))) and _goes_on(run[-1][1], step[1]):
            run.append(step)
        above = before[1].text if before and before[1].section == piece.section else piece.section or ""
        of_kind = noun not in WORDS_OF_ALL and canonical_words(column) == canonical_words(noun)
        head = noun if column and of_kind else above
        yield HeadedList(head, tuple(_item(each) for _, each in run), tuple(run))


def _column(row: str) -> str:
    """Give the name of the first column of a table's row; empty for another text."""
    return next((found["name"] for found in cells_of(row)), "")


def _goes_on(one: Evidence, other: Evidence) -> bool:
    """Say whether two neighbouring lines are of one list or table."""
    alike = one.section == other.section and _column(one.text) == _column(other.text)
    return alike and bool(_item(one) and _item(other))


def _item(piece: Evidence) -> str:
    """Give the member that stands on a line or row of its own, with its amount; empty where none does.

    >>> [_item(Evidence(line, 1.0)) for line in ("- 25 mM Tris", "| part: RNA | volume: 10 µl |", "Spin it.")]
    ['25 mM Tris', 'RNA (10 µl)', '']
    """
    if cells := [found["cell"].strip() for found in cells_of(piece.text)]:
        first, *others = filter(None, cells)
        return f"{first} ({', '.join(others)})" if others else first
    found = _ITEM.match(piece.text)
    return "" if found is None or piece.printed or begins_clause(found["item"]) else found["item"]


_WHOLE = 1_000
"""What is added to the number of words that a head shares with a question where no title has to help."""


def _held(pattern: QuestionPattern, given: HeadedList, title: Set[str]) -> int:
    """Count the words that the head of a list shares with a question; 0 where it names something else, or
    where neither it nor a title or section heading has all words of the question."""
    noun, asked = asked_plural(pattern.text), {*canonical_words(pattern.text)}
    head = _ASIDE.sub("", given.head)
    said = {*tokens(head.lower())}
    other_kind = noun and noun not in WORDS_OF_ALL and noun not in said
    if other_kind or not designators(head) <= designators(pattern.text):
        return 0
    named = {*canonical_words(head.split(" ", 1)[-1] if begins_clause(head) else head)} - STOP_WORDS
    above = {*title, *canonical_words(given.steps[0][1].section or "")}
    own = [word for word in pattern.own_words if word not in _OF_ALL]
    held = [matches_any(word, named) for word in own]
    known = all(matches_any(word, asked | above | _OF_ALL) for word in named)
    told = all(has or matches_any(word, above) for has, word in zip(held, own, strict=True))
    if not (known and told and (any(held) or said & WORDS_OF_ALL)):
        return 0
    return 1 + len(named & asked) + _WHOLE * (all(held) and bool(own))
