"""Remedies: what a text says to do in a case that a question describes: "the eluate is brown, what now?"."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bioloom.answering.composition.answer_wording import title_prefix
from bioloom.answering.composition.confidence import LEAST_BELIEF
from bioloom.answering.composition.draft_answer import Draft, DraftSentence, Quote
from bioloom.answering.constraints.document_binding import Binding
from bioloom.answering.constraints.step_constraints import share
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import STOP_WORDS, canonical_word, canonical_words, is_unconstraining
from bioloom.records import Evidence
from bioloom.standardization.number_parsing import literal

_PATTERNS = PatternTable.read("reading/remedies.tsv")
_ASKS = _PATTERNS.compile("asks")
_CASES = _PATTERNS.compile_each("case")
_NO_ACT = _PATTERNS.compile("no_act")
_DENIED = _PATTERNS.compile("denied")
_LONGEST = 2_000
"""Characters of a sentence in which cases are looked for."""

_BOUNDS = (_PATTERNS.compile("above"), 1), (_PATTERNS.compile("below"), -1)
_UNTELLING = STOP_WORDS | frozenset(map(canonical_word, _PATTERNS.words("meeting")))
_VALUE = re.compile(r"(?<![\w.])(?P<number>\d[\d.]*)\s?(?P<unit>%|[A-Za-zµ°]*)")

_LEAST_OF_CASE = 0.5
"""Share of the words of a case; a question has more of them."""

_LEAST_OF_QUESTION = 0.3
"""Share of the question's words that the case has, those that ask and those of the title aside."""

_ALONE = 0.8
"""What another case reaches of the best one's fit where it may be meant as well."""


@dataclass(frozen=True, slots=True)
class _Remedy:
    act: str
    fit: float
    number: int
    piece: Evidence


class RemedyReader:
    """Answers what to do in a case by the clause that a condition leads."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Draft what is to be done; None where that is not asked for, or no case or several fit."""
        question = context.question.text
        if len(context.question.patterns) > 1 or not _ASKS.search(question):
            return None
        binding = context.bindings[0] if context.bindings else None
        found = list(_remedies(question, context.weights, context.pieces, binding))
        best = max(found, key=lambda each: each.fit, default=None)
        if (
            best is None
            or best.fit < LEAST_BELIEF
            or any(_ALONE * best.fit <= each.fit and each.act != best.act for each in found)
        ):
            return None
        said = f"{best.act} – {title_prefix(best.piece)}“{best.piece.text}”"
        quotes = (Quote(best.number, best.piece.text),)
        return Draft(
            (DraftSentence(said, quotes),),
            confidence=best.fit,
            short=(best.act,),
            evidence=context.pieces,
            needed=LEAST_BELIEF,
        )


def _remedies(
    question: str, weights: Mapping[str, float], pieces: Sequence[Evidence], binding: Binding | None
) -> Iterator[_Remedy]:
    """Find the cases of the documents that are bound which fit a question."""
    asked, denies = _content(_ASKS.sub(" ", question)), bool(_DENIED.search(question))
    for number, piece in enumerate(pieces, 1):
        if piece.sentence_id is None or (binding and not binding.binds(piece.document_id or "")):
            continue
        for case, act in cases(piece.text):
            title = frozenset(canonical_words(piece.document_title or ""))
            untitled = [word for word in asked if word not in title]
            named = _content(case)
            of_case = share(weights, named, frozenset(asked))
            of_question = share(weights, untitled, frozenset(named))
            within = _is_within(question, case)
            if within is False or of_case <= _LEAST_OF_CASE or denies != bool(_DENIED.search(case)):
                continue
            if within:
                of_question = max(of_question, _LEAST_OF_CASE)
            if of_question < _LEAST_OF_QUESTION:
                continue
            yield _Remedy(act, (of_case * of_question) ** 0.5, number, piece)


def cases(text: str) -> Iterator[tuple[str, str]]:
    """Give each case that a sentence foresees with what is to be done then.

    >>> [*cases("If it clogs, stop; if it is brown, put it on the magnet. Repeat the spin if it is cloudy.")]
    [('it clogs', 'stop'), ('it is brown', 'put it on the magnet'), ('it is cloudy', 'Repeat the spin')]
    """
    if len(text) > _LONGEST:
        return
    for form in _CASES:
        for each in form.finditer(text):
            if each.start("act") > each.start("case") or not _NO_ACT.search(each["act"]):
                yield each["case"].strip(), each["act"].strip(" .")


def _content(text: str) -> list[str]:
    words = (word for word in dict.fromkeys(canonical_words(text)) if not word.isdigit())
    return [word for word in words if word not in _UNTELLING and not is_unconstraining(word)]


def _is_within(question: str, case: str) -> bool | None:
    """Say whether a value of a question lies within the bound of a case; None where none has its unit.

    >>> [_is_within("8% were lost", case) for case in ("less than 2% are", "more than 5% are", "it is")]
    [False, True, None]
    """
    stated = [(value, unit) for value, unit, _ in _numbers(_VALUE, question)]
    sides = [
        (value - limit) * side > (-1e-9 if bound["bound"].startswith("at ") else 0)
        for form, side in _BOUNDS
        for limit, of, bound in _numbers(form, case)
        for value, unit in stated
        if unit == of
    ]
    return all(sides) if sides else None


def _numbers(form: re.Pattern[str], text: str) -> Iterator[tuple[float, str, re.Match[str]]]:
    """Give the numbers of a form with their units; what only looks like one ("1.2.3%") is left out."""
    for found in form.finditer(text):
        if (number := literal(found["number"].rstrip("."))) is not None:
            yield number, found["unit"], found
