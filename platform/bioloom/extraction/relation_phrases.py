"""Relation phrases: the words of a sentence that relate two of its mentions, picked by a fixed rule."""

import re
from collections.abc import Sequence
from functools import cache

from bioloom.extraction.text_blocks import Span
from bioloom.resources import read_table

MOST_WORDS = 14
_BEFORE = 6
_AFTER = 4
_WORD = re.compile(r"[^\W\d_][\w'’]*(?:[-‐–][^\W\d_][\w'’]*)*")
_BREAK = re.compile(r"[;:.!?()\[\]]\s|,\s|\s[(\[]")


def relation_phrase(sentence: str, one: Span, other: Span, mentions: Sequence[Span] = ()) -> str:
    """Give the words that relate two mentions; `mentions` are all others, whose words are left out.

    The rule, in order. (1) The words between the two, if one of them is relational (it begins with a stem
    of a fixed list, such as "inhibit"), from two words before the first such word to three after the last.
    (2) Else the nearest relational word before the pair in its clause, if only prepositions and articles
    follow it ("inhibition of A by B"), or after the pair ("A, a B inhibitor"), joined with what stands
    between. (3) Else the words between, if one has content; else those around the pair. At most 14 words.
    Empty for mentions that overlap and have nothing around them.

    >>> text = "Inhibition of EGFR by gefitinib was seen."
    >>> relation_phrase(text, (14, 18), (22, 31))
    'inhibition of by'
    """
    first, second = sorted((one, other))
    blanked = _without(sentence, [span for span in mentions if not _meets(span, first, second)])
    between = _words(blanked[first[1] : second[0]])
    if any(map(_relational, between)):
        return _join(_around_relational(between))
    before = _words(_clause_end(blanked[: first[0]]))[-_BEFORE:]
    after = _words(_clause_start(blanked[second[1] :]))[:_AFTER]
    led = _last_relational(before)
    headed = next((at for at, word in enumerate(after) if _relational(word)), None)
    if led is not None and all(word in _listed("preposition") for word in before[led + 1 :]):
        return _join([*before[led:], *between])
    if headed is not None:
        return _join([*between, *after[: headed + 1]])
    if led is not None:
        return _join([*before[led:], *between])
    if any(word not in _listed("preposition", "function") for word in between):
        return _join(between)
    return _join([*before, *between, *after])


def _meets(span: Span, *ends: Span) -> bool:
    return any(span[0] < end and start < span[1] for start, end in ends)


def _without(sentence: str, spans: Sequence[Span]) -> str:
    letters = list(sentence)
    for start, end in spans:
        letters[start:end] = " " * (end - start)
    return "".join(letters)


def _words(text: str) -> list[str]:
    return [
        word for word in (found.group() for found in _WORD.finditer(text)) if len(word) > 1 or word == "a"
    ]


def _relational(word: str) -> bool:
    lowered = word.casefold()
    parts = (lowered, *lowered.split("-"))
    return lowered not in _listed("other") and any(part.startswith(_listed("stem")) for part in parts)


@cache
def _listed(*kinds: str) -> tuple[str, ...]:
    table = read_table("claims/relation_words.tsv")
    return tuple(row["word"] for row in table if row["kind"] in kinds)


def _last_relational(words: Sequence[str]) -> int | None:
    return next((at for at in range(len(words) - 1, -1, -1) if _relational(words[at])), None)


def _around_relational(words: list[str]) -> list[str]:
    places = [at for at, word in enumerate(words) if _relational(word)]
    return words[max(0, places[0] - 2) : places[-1] + 4]


def _clause_end(text: str) -> str:
    """Keep what follows the last break of a clause."""
    cut = max((found.end() for found in _BREAK.finditer(text)), default=0)
    return text[cut:]


def _clause_start(text: str) -> str:
    """Keep what precedes the first break of a clause."""
    found = _BREAK.search(text)
    return text[: found.start()] if found else text


def _join(words: Sequence[str]) -> str:
    return " ".join(
        word if word.isupper() and len(word) > 1 else word.lower() for word in words[-MOST_WORDS:]
    )
