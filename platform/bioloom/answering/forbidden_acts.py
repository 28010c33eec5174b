"""Forbidden acts: "may I …?" answered by the step that says not to."""

import re
from collections.abc import Iterable

from bioloom.answering.answer_wording import title_prefix
from bioloom.answering.draft_answer import Draft, DraftSentence, Quote
from bioloom.answering.foreign_words import denied_words
from bioloom.answering.step_constraints import ProtocolText
from bioloom.question_parsing import QuestionPattern, stands_in

FORBIDDEN = 0.8
"""Confidence of a no where a step denies the act and has most words of the question."""

_HELD = 0.66
"""Share of the words of the question that it has."""

_MAY = re.compile(
    r"^\W*(?:(?:may|can|could|should|must|shall|do) (?:i|we|you|one|it|they|the)|is it (?:ok(?:ay)?|safe))\b",
    re.IGNORECASE,
)


def forbidden(pattern: QuestionPattern, texts: Iterable[ProtocolText]) -> Draft | None:
    """Answer no where it is asked whether one may do what a step says not to do; None elsewhere."""
    if not _MAY.match(pattern.text):
        return None
    for text in texts:
        for at in denied_words(pattern, text).values():
            number, piece = text.steps[at]
            held = sum(stands_in(word, text.words[at] | text.title) for word in pattern.focus)
            if held >= _HELD * len(pattern.focus):
                said = f"Evidence against: {title_prefix(piece)}“{piece.text}”"
                quotes = (Quote(number, piece.text),)
                return Draft((DraftSentence(said, quotes),), confidence=FORBIDDEN, short=("no",))
    return None
