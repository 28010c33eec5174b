"""Value extraction by patterns: the measured values that a text without annotation states."""

import re
from collections.abc import Iterable

_LONGEST = 2000
"""Characters of a sentence that are looked at."""

_NUMBER = r"(?<![\w.,])[-−]?\d[\d.,]*(?:\s?(?:-|–|to|±)\s?\d[\d.,]*)?\s?"
_STATED = {
    name: re.compile(pattern, re.IGNORECASE if folded else 0)
    for name, pattern, folded in (
        (
            "temperature",
            _NUMBER + r"(?:(?:°|º|deg(?:rees?)?)\s?[CFK]?|C)\b|\broom temperature\b|\bon ice\b",
            False,
        ),
        (
            "time",
            _NUMBER
            + r"(?:s|secs?|seconds?|min|mins|minutes?|h|hrs?|hours?|d|days?|weeks?|months?)\b|\bovernight\b",
            True,
        ),
        ("volume", _NUMBER + r"(?:[mµμun]?l|(?:milli|micro|nano)?lit(?:er|re)s?)\b", True),
        ("mass", _NUMBER + r"(?:[kmµμun]?g|(?:kilo|milli|micro|nano)?grams?)\b(?!\s?/)", False),
        ("speed", _NUMBER + r"rpm\b", True),
        ("force", _NUMBER + r"(?:[x×]\s?)?(?:g|rcf)\b", True),
        ("concentration", _NUMBER + r"(?:%|[mµμn]?M\b|(?:[mµμn]?g|U|units?)\s?/\s?[mµμ]?[lL]\b)", False),
        ("times", r"\b(?:\d+\s?(?:x|times)|once|twice|(?:two|three|four|five|six) times)\b", True),
    )
}


def stated_values(text: str, types: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Find the values of these native types that a text states: the words and the type, in order.

    >>> stated_values("Add 1 L of water and autoclave at 121 °C for 20 min.", ["temperature", "volume"])
    (('1 L', 'volume'), ('121 °C', 'temperature'))
    """
    found = [
        (match.start(), match[0].strip(), name)
        for name in types
        if name in _STATED
        for match in _STATED[name].finditer(text[:_LONGEST])
    ]
    return tuple((words, name) for _, words, name in sorted(found))
