"""Marked sentences: the words around a claim's two ends, with the ends replaced by marks."""

from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.claim_sentences import Span, sentence_of, spans_of

SUBJECT = "@SUBJECT$"
OBJECT = "@OBJECT$"
_BEFORE, _BETWEEN, _AFTER = 10, 24, 8  # words


def mark_ends(claim: Claim) -> str:
    """Give the words around the ends, the ends marked, or nothing if the text does not hold both of them.

    The pair of mentions that stand nearest to each other is marked. Ten words before the first, eight after
    the second, and the first and last twelve of more than twenty-four between them are kept.

    >>> mark_ends(Claim("aspirin", "inhibits", "COX-1", "It is old. Aspirin inhibits COX-1. So we test."))
    '@SUBJECT$ inhibits @OBJECT$ .'
    """
    sentence = sentence_of(claim)
    pair = _nearest(spans_of(claim.subject, sentence), spans_of(claim.object, sentence))
    if pair is None:
        return ""
    subject, object_ = pair
    marks = (SUBJECT, OBJECT) if subject < object_ else (OBJECT, SUBJECT)
    first, second = sorted(pair)
    between = sentence[first[1] : second[0]].split()
    if len(between) > _BETWEEN:
        between = [*between[: _BETWEEN // 2], "...", *between[-_BETWEEN // 2 :]]
    before = sentence[: first[0]].split()[-_BEFORE:]
    after = sentence[second[1] :].split()[:_AFTER]
    return " ".join((*before, marks[0], *between, marks[1], *after))


def _nearest(subjects: tuple[Span, ...], objects: tuple[Span, ...]) -> tuple[Span, Span] | None:
    apart = [
        (max(one[0], other[0]) - min(one[1], other[1]), one, other)
        for one in subjects
        for other in objects
        if one[1] <= other[0] or other[1] <= one[0]
    ]
    return min(apart)[1:] if apart else None
