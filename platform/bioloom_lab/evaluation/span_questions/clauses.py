"""The clauses of a sentence: the least that a person would quote as an answer."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bioloom.extraction.stemming import stem
from bioloom.names import tokens

_BORDER = re.compile(
    r"[;:]\s|,\s|\s\(|\)\s?|\s(?=(?:because|due to|while|whereas|which|who|that|although|since|such as|"
    r"including|in order to|by (?=\w+ing)|is|are|was|were|has|have|can|may)\b)"
)


def clauses(sentence: str) -> list[tuple[int, int]]:
    """Give the clauses of a sentence as places of characters, in order.

    >>> text = "The virus, which is new, spreads because it is airborne."
    >>> [text[start:end] for start, end in clauses(text)]
    ['The virus', 'which', 'is new', 'spreads', 'because it', 'is airborne']
    """
    found = []
    start = 0
    end = len(sentence.rstrip(" .;,"))
    for border in _BORDER.finditer(sentence, 0, end):
        found.append((start, border.start()))
        start = border.end()
    found.append((start, end))
    return [(begin, stop) for begin, stop in found if stop > begin]


def best_clause(sentence: str, weights: Mapping[str, float]) -> tuple[int, int]:
    """Choose the part of a sentence that says what the question does not.

    These are the clauses behind the one that repeats most of the question, or those before it where it is the
    last. `weights` says how much each word of the question tells.
    """
    parts = clauses(sentence)
    told = {stem(part): weight for word, weight in weights.items() for part in tokens(word)}
    repeated = [
        sum(told.get(stem(word), 0.0) for word in set(tokens(sentence[start:end]))) for start, end in parts
    ]
    if len(parts) == 1 or not any(repeated):
        return 0, len(sentence.rstrip())
    most = max(range(len(parts)), key=lambda at: (repeated[at], -at))
    rest = parts[most + 1 :] or parts[:most]
    return rest[0][0], rest[-1][1]
