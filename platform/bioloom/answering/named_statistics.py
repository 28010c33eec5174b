"""Named statistics: where a sentence states the p value, ratio or constant that a question names."""

from __future__ import annotations

import re
from collections.abc import Sequence

_VALUE = (
    r"\s?(?:of|was|is|were|[:~])?\s?(?:about\s)?[=<>≤≥~]?\s?\d(?:[\d.,]*\d)?"
    r"(?:\s?[×x]\s?10[-−–]?\d+)?(?:\s?[pnµμm]M\b)?"
)
_RANGE = r"\s?[,:=(\[]?\s?\d[\d.]*\s?(?:to|-|–|,)\s?\d[\d.]*"
_STATISTICS = tuple(
    (re.compile(asked, re.IGNORECASE), re.compile(stated))
    for asked, stated in (
        (r"\bp[- ]?values?\b", rf"\b[Pp](?:[- ]?value)?{_VALUE}"),
        (r"\bhazard ratio\b|(?-i:\bHR\b)", rf"(?:[Hh]azard ratio|\bHR)\b{_VALUE}"),
        (r"\bodds ratio\b|(?-i:\bOR\b)", rf"(?:[Oo]dds ratio|\bOR)\b{_VALUE}"),
        (
            r"\b(?:relative risk|risk ratio)\b|(?-i:\bRR\b)",
            rf"(?:[Rr]elative risk|[Rr]isk ratio|\bRR)\b{_VALUE}",
        ),
        (r"\bconfidence interval\b|(?-i:\bCI\b)", rf"(?:[Cc]onfidence interval|\bCI)\b{_RANGE}"),
        (r"\bIC ?50\b", rf"\bIC ?50\b{_VALUE}"),
        (r"\bEC ?50\b", rf"\bEC ?50\b{_VALUE}"),
        (r"(?-i:\bK[di]\b)", rf"\bK[di]\b{_VALUE}"),
    )
)
"""How a question names a statistic, and how a sentence states it."""

Place = tuple[int, int]


def stated_statistics(question: str, sentence: str) -> Sequence[Place] | None:
    """Find where a sentence states the statistic that a question asks for; None where it asks for none.

    >>> text = "Fewer relapsed (hazard ratio 0.62, 95% CI 0.44 to 0.88; P = 0.003)."
    >>> [text[start:end] for start, end in stated_statistics("What was the p value?", text)]
    ['P = 0.003']
    >>> stated_statistics("What was the p value?", "Nausea occurred in 43%.")
    ()
    >>> stated_statistics("How many relapsed?", text) is None
    True
    """
    for asked, stated in _STATISTICS:
        if asked.search(question):
            return tuple(found.span() for found in stated.finditer(sentence))
    return None
