"""Comparison verdict: which of the two values that answer a comparison is the greater, in one sentence."""

import re
from collections.abc import Sequence

from bioloom.answering.quantity_comparison import alike, quantities_of, same
from bioloom.question_parsing import asks_whether_same, parse_comparison
from bioloom.question_parsing.plain_question import plain_question
from bioloom.records import AnswerPart, Quantity

_LESS = re.compile(r"shorter|slower|colder|cooler|less|fewer|lower|smaller", re.IGNORECASE)
_BOUND = re.compile(
    r"[<>≤≥]|\b(?:up to|at (?:least|most)|(?:less|more|longer|shorter) than|maximum|max|minimum|over|under|"
    r"above|below|within)\b",
    re.IGNORECASE,
)
"""What makes a value a bound, which is not compared."""


def comparison_verdict(question: str, parts: Sequence[AnswerPart]) -> str:
    """Say which of two parts has the greater value, where a question compares them, that both are the same,
    or that their units cannot be compared; empty where a part is missing or has no single value.

    >>> spins = [AnswerPart("", "", False, 0.9, (at,), (said,)) for at, said in ((1, "1 h"), (2, "20 min"))]
    >>> comparison_verdict("Is the miniprep spun longer than the maxiprep?", spins)
    'The miniprep is spun longer: 1 h, against 20 min for the maxiprep. [1][2]'
    """
    bare = plain_question(question).rstrip(" ?.!")
    compared = parse_comparison(bare)
    if not (compared or asks_whether_same(bare)) or len(parts) != 2 or any(part.abstained for part in parts):
        return ""
    values = [_value(part) for part in parts]
    one, two = values
    if one is None or two is None:
        return ""
    said = [part.short[0] for part in parts]
    marks = "".join(f"[{mark}]" for mark in dict.fromkeys(mark for part in parts for mark in part.citations))
    if not alike(one, two):
        verdict = f"Values in these units cannot be compared: {said[0]} and {said[1]}."
    elif same(one, two) and same(two, one):
        if parts[0].citations == parts[1].citations:
            return ""
        verdict = f"Both are the same: {' and '.join(dict.fromkeys(said))}."
    elif same(one, two) or same(two, one) or _overlap(one, two):
        verdict = f"The ranges overlap: {said[0]} and {said[1]}."
    elif not compared:
        verdict = f"They differ: {said[0]}, against {said[1]}."
    else:
        first = (one.si_value > two.si_value) != bool(_LESS.fullmatch(compared.degree.split()[0]))
        (more, less), (high, low) = ((compared.things, said), (compared.things[::-1], said[::-1]))[not first]
        lead = f"{more[:1].upper()}{more[1:]} {compared.predicate}"
        if not compared.predicate:
            lead = f"It is {compared.degree} {compared.by} {more}"
        verdict = f"{lead}: {high}, against {low} {compared.by} {less}."
    return f"{verdict} {marks}"


def _value(part: AnswerPart) -> Quantity | None:
    """Give the one value of a part; None where it has several, none, or a bound."""
    found = quantities_of(part.short[0]) if len(part.short) == 1 else ()
    return found[0] if len(found) == 1 and not _BOUND.search(part.short[0]) else None


def _overlap(one: Quantity, two: Quantity) -> bool:
    """Say whether the ranges of two values have a part in common."""
    ends = [
        (each.si_value, each.si_upper if each.si_upper is not None else each.si_value) for each in (one, two)
    ]
    return max(low for low, _ in ends) <= min(high for _, high in ends)
