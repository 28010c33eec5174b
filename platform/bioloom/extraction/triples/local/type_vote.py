"""Type vote: a name that recurs in a document has one type, the one that its mentions are surest of together.

An abbreviation votes with the name that it stands behind in brackets, whose words tell more than its letters.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.document_batches import Page, characters

_WORDY = re.compile("[a-z]{3}")
_SAID_GENE = re.compile(r"\s(?:genes?|mRNAs?|transcripts?)\b")
"""What says of the name before it which of two homonyms it is: ALD, and the ALD gene."""

_DIGITS = 4  # of a vote; the next ones differ with what is computed beside it
_LONG_FORM = 2
"""Votes of a mention whose abbreviation the document gives; chosen on dev of BioRED and ChemProt."""


def vote_types(page: Page, spans: Mapping[int, Sequence[Span]]) -> dict[int, list[Span]]:
    """Give the spans of a page's lines, by the lines' numbers, each of the type that its name has most.

    A vote counts as the square of its probability; where two types have the same, each span keeps its own.
    """
    names: dict[int, list[str]] = {}
    joined: dict[str, str] = {}
    longs: set[str] = set()
    for sentence, line in page.lines:
        own = spans.get(line.number, ())
        places = [characters(sentence.text, line.words, span) for span in own]
        names[line.number] = [_name(sentence.text, start, end) for start, end in places]
        for (_, before), (start, end), long, short in zip(
            places, places[1:], names[line.number], names[line.number][1:], strict=False
        ):
            if sentence.text[before:start] == " (" and sentence.text[end : end + 1] == ")":
                one, other = _root(joined, short), _root(joined, long)
                if one != other and _is_short(sentence.text[start:end]) and len(long) > len(short) + 1:
                    joined[one] = other
                    longs.add(long)
    votes: dict[str, Counter[int]] = defaultdict(Counter)
    for number, own_names in names.items():
        for name, span in zip(own_names, spans.get(number, ()), strict=True):
            vote = round(span.probability**2 * 10**_DIGITS)
            votes[_root(joined, name)][span.kind] += vote * _LONG_FORM if name in longs else vote
    chosen = {name: kind for name, some in votes.items() if (kind := _winner(some)) is not None}
    return {
        number: [
            replace(span, kind=chosen.get(_root(joined, name), span.kind))
            for name, span in zip(own_names, spans.get(number, ()), strict=True)
        ]
        for number, own_names in names.items()
    }


def _name(text: str, start: int, end: int) -> str:
    """Fold the case of words, not of symbols; a name that is called a gene is one of its own."""
    name = text[start:end]
    said = " gene" if _SAID_GENE.match(text, end) else ""
    return (name.casefold() if _WORDY.search(name) else name) + said


def _is_short(name: str) -> bool:
    return not any(sign.isspace() for sign in name) and any(sign.isupper() for sign in name)


def _root(joined: Mapping[str, str], name: str) -> str:
    while name in joined:
        name = joined[name]
    return name


def _winner(votes: Counter[int]) -> int | None:
    """Give the kind with most votes; None if there is one only, or two that have the same."""
    (kind, most), *others = votes.most_common(2)
    return kind if others and most > others[0][1] else None
