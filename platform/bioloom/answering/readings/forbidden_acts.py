"""Forbidden acts: "may I …?" answered by the step that says not to."""

import re
from collections.abc import Sequence, Set
from dataclasses import replace

from bioloom.answering.composition.answer_wording import title_prefix
from bioloom.answering.composition.draft_answer import Draft, DraftSentence, Quote
from bioloom.answering.constraints.document_binding import Binding
from bioloom.answering.constraints.foreign_words import denied_words
from bioloom.answering.texts.protocol_text import protocol_texts
from bioloom.question_parsing import QuestionPattern, matches_any
from bioloom.records import Evidence

FORBIDDEN = 0.8
"""Confidence of a no where a step denies the act and has most words of the question."""

_HELD = 0.66
"""Share of the words of the question that it has."""

_MAY = re.compile(
    r"^\W*(?:(?:may|can|could|should|must|shall|do) (?:i|we|you|one|it|they|these|this|that|an?|the)"
    r"|is it (?:ok(?:ay)?|safe))\b",
    re.IGNORECASE,
)


def forbidden(
    pattern: QuestionPattern, binding: Binding, evidence: Sequence[Evidence], spared: Set[str]
) -> Draft | None:
    """Answer no where it is asked whether one may do what a step of a document that is bound says not to do;
    None elsewhere, and from the kinds of documents that are `spared`."""
    if not _MAY.match(pattern.text):
        return None
    for text in protocol_texts(evidence):
        if text.kind in spared or not binding.binds(text.document):
            continue
        for at in denied_words(replace(pattern, own_words=pattern.all_words), text).values():
            number, piece = text.steps[at]
            held = sum(matches_any(word, text.words[at] | text.title) for word in pattern.own_words)
            if held >= _HELD * len(pattern.own_words):
                said = f"Evidence against: {title_prefix(piece)}“{piece.text}”"
                quotes = (Quote(number, piece.text),)
                return Draft((DraftSentence(said, quotes),), confidence=FORBIDDEN, short=("no",))
    return None
