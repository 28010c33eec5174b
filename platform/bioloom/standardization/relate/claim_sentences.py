"""Claim sentences: the sentence of a text that states a claim, and its two ends in it."""

from collections.abc import Iterator
from functools import lru_cache

from bioloom.extraction import split_sentences
from bioloom.records.predicate_mapping import Claim

Span = tuple[int, int]

_REMEMBERED = 1024  # abstracts; claims of one document come together


def sentence_of(claim: Claim) -> str:
    """Give the sentence of the claim's text that holds both ends, or the whole text where none does.

    Of several such sentences it is the one that holds the relation's own words, then the one in which
    the ends stand nearest to each other.

    >>> sentence_of(Claim("aspirin", "inhibits", "COX-1", "It is old. Aspirin inhibits COX-1. So we test."))
    'Aspirin inhibits COX-1.'
    """
    sentences = _sentences(claim.text)
    if len(sentences) < 2:
        return claim.text.strip()
    held = [sentence for sentence in sentences if _holds_both(sentence, claim)]
    if not held:
        return claim.text.strip()
    return min(held, key=lambda sentence: _farness(sentence, claim)) if len(held) > 1 else held[0]


def spans_of(name: str, sentence: str) -> tuple[Span, ...]:
    """Find a name in a sentence, whatever its case and spaces, as whole words; as part of words if only so.

    >>> spans_of("cox-1", "Aspirin inhibits COX-1."), spans_of("kinase", "Two kinases.")
    (((17, 22),), ((4, 10),))
    """
    wanted = fold(name).strip()
    if not wanted:
        return ()
    folded = fold(sentence)
    found = tuple(_occurrences(wanted, folded))
    whole = tuple(span for span in found if _is_whole(folded, span))
    return whole or found


def fold(text: str) -> str:
    """Lower the case of a text without moving any character; every blank becomes a space."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)
    return lowered.translate(_BLANKS)


_BLANKS = dict.fromkeys(map(ord, "\t\n\r\x0b\x0c\u00a0\u2009\u202f"), " ")


def _occurrences(wanted: str, folded: str) -> Iterator[Span]:
    at = folded.find(wanted)
    while at >= 0:
        yield at, at + len(wanted)
        at = folded.find(wanted, at + len(wanted))


def _is_whole(folded: str, span: Span) -> bool:
    start, end = span
    before = start > 0 and folded[start - 1].isalnum() and folded[start].isalnum()
    after = end < len(folded) and folded[end].isalnum() and folded[end - 1].isalnum()
    return not before and not after


@lru_cache(maxsize=_REMEMBERED)
def _sentences(text: str) -> tuple[str, ...]:
    return tuple(text[start:end] for start, end in split_sentences(text))


def _holds_both(sentence: str, claim: Claim) -> bool:
    return bool(spans_of(claim.subject, sentence)) and bool(spans_of(claim.object, sentence))


def _farness(sentence: str, claim: Claim) -> tuple[bool, int]:
    """Rank a sentence: with the relation's words first, then by the characters between the two ends."""
    gap = min(
        max(subject[0], object_[0]) - min(subject[1], object_[1])
        for subject in spans_of(claim.subject, sentence)
        for object_ in spans_of(claim.object, sentence)
    )
    return not spans_of(claim.relationship, sentence), gap
