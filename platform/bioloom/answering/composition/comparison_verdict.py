"""Comparison verdict: which of the two values that answer a comparison is the greater, in one sentence."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bioloom.answering.texts.quantity_comparison import alike, quantities_of, same
from bioloom.question_parsing import asks_whether_same, designators, parse_comparison
from bioloom.question_parsing.plain_question import plain_question
from bioloom.records import AnswerPart, Quantity

_LESS = re.compile(r"shorter|slower|colder|cooler|less|fewer|lower|smaller", re.IGNORECASE)
_BOUND = re.compile(
    r"[<>≤≥]|\b(?:up to|at (?:least|most)|(?:less|more|longer|shorter) than|maximum|max|minimum|over|under|"
    r"above|below|within)\b",
    re.IGNORECASE,
)
"""What makes a value a bound, which is not compared."""

_LEAST_SURE = 0.6
"""Confidence of both values from which they make a verdict: it is no righter than the less sure one."""

_DILUTION = re.compile(r"\d\s?:\s?\d")
"""What is higher the less there is: 1:100 is a higher dilution than 1:50, and less of a thing."""


def comparison_verdict(
    question: str, parts: Sequence[AnswerPart], titles: Mapping[int, str] = MappingProxyType({})
) -> str:
    """Say which of two parts has the greater value, where a question compares them, that both are the same,
    or that their units cannot be compared; empty where a part is missing, unsure or has no single value, and
    where both are of the one of two variants by the `titles` of what they cite.

    >>> spins = [AnswerPart("", "", False, 0.9, (at,), (said,)) for at, said in ((1, "1 h"), (2, "20 min"))]
    >>> comparison_verdict("Is the miniprep spun longer than the maxiprep?", spins)
    'The miniprep is spun longer: 1 h, against 20 min for the maxiprep. [1][2]'
    """
    values = [_value(part) for part in parts if not part.abstained]
    if not len(parts) == len(values) == 2 or None in values:
        return ""
    bare = plain_question(question).rstrip(" ?.!")
    compared = parse_comparison(bare)
    if not (compared or asks_whether_same(bare)):
        return ""
    if min(part.confidence for part in parts) < _LEAST_SURE or _of_one_variant(parts, titles):
        return ""
    one, two = filter(None, values)
    said = [part.short[0] for part in parts]
    low, high = sorted((one, two), key=lambda each: each.si_value)
    if not alike(one, two):
        verdict = f"Values in these units cannot be compared: {said[0]} and {said[1]}."
    elif same(one, two) and same(two, one):
        if parts[0].citations == parts[1].citations:  # a value of one of them is none of the other
            return ""
        verdict = f"Both are the same: {' and '.join(dict.fromkeys(said))}."
    elif max(low.si_value, low.si_high) >= high.si_value:
        verdict = f"The ranges overlap: {said[0]} and {said[1]}."
    elif compared is None or not compared.by or any(map(_DILUTION.search, said)):
        verdict = f"They differ: {said[0]}, against {said[1]}."
    else:
        first = (one is high) != bool(_LESS.match(compared.degree))
        (thing, value), (other, less) = [*zip(compared.things, said, strict=True)][:: 1 if first else -1]
        lead = f"{thing[:1].upper()}{thing[1:]} {compared.predicate}"
        if not compared.predicate:
            lead = f"It is {compared.degree} {compared.by} {thing}"
        verdict = f"{lead}: {value}, against {less} {compared.by} {other}."
    marks = dict.fromkeys(mark for part in parts for mark in part.citations)
    return f"{verdict} {''.join(f'[{mark}]' for mark in marks)}"


def _of_one_variant(parts: Sequence[AnswerPart], titles: Mapping[int, str]) -> bool:
    """Say whether both parts cite the text of the one variant, though the question compares two."""
    title, other = (titles.get(part.citations[0], "") for part in parts)
    own, others = (designators(part.question) for part in parts)
    signs = designators(title)
    return title == other and bool((own - others) & signs) != bool((others - own) & signs)


def _value(part: AnswerPart) -> Quantity | None:
    """Give the one value of a part; None where it has none, a bound, or several, of other protocols too."""
    alone = len(part.short) == len(part.citations) == 1 and not _BOUND.search(part.short[0])
    found = quantities_of(part.short[0]) if alone else ()
    return found[0] if len(found) == 1 else None
