"""Value extraction by patterns: the measured values that a text without annotation states."""

import re
from collections.abc import Iterable
from functools import lru_cache

_LONGEST = 2000
"""Characters of a sentence that are looked at."""

_NUMBER = r"(?<![\w.,])[-−–]?\d[\d.,]*(?:\s?(?:-|–|to|±)\s?\d[\d.,]*)?-?\s?"
_SPAN = r"(?:s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?)"
_COUNT = r"(?:two|three|four|five|six|eight|ten|twelve)"
_PATTERNS = (
    (
        "temperature",
        r"(?!1[345][CN]\b)" + _NUMBER + r"(?:(?:[°º˚⁰]|deg(?:rees?)?)\s?(?:[CFK]\b|[Cc]elsius\b)?|o?C\b|K\b)"
        r"|\b(?:room|ambient) temp(?:erature)?\b|\bRT\b|\bon ice\b",
        False,
    ),
    (
        "time",
        rf"{_NUMBER}(?:{_SPAN}|d|years?)\b|\bovernight\b",
        True,
    ),
    ("volume", _NUMBER + r"(?:[mµμun]?l|(?:milli|micro|nano)?lit(?:er|re)s?)\b(?!\s?/)", True),
    ("mass", _NUMBER + r"(?:[kmµμun]?g|(?:kilo|milli|micro|nano)?grams?)\b(?!\s?/)", False),
    ("speed", _NUMBER + r"(?:rpm|[mµμ]?l/min)\b|\b(?:full|top|max(?:imum|imal)?\.?|high|low) speed\b", True),
    ("force", _NUMBER + r"(?:k\s?)?(?:[x×]\s?)?(?:g|rcf)\b", True),
    (
        "concentration",
        _NUMBER + r"(?:%|[mµμn]?M\b|(?:[xX]\b|×(?=\s?[A-Za-z]))(?!\s?g\b)"
        r"|(?:[mµμn]?g|U|SU|units?)\s?(?:/\s?[mµμ]?[lL]|[mµμ]?[lL][-−–]1)\b)|(?<!\d)1:\d+\b",
        False,
    ),
    (
        "times",
        r"(?<![\d.,])\b(?:(?!1\s?x\b)\d+(?:\s?-\s?\d+)?\s?(?:x\b(?!\s?(?-i:[A-Z])|\s(?:buffer|solution|stock)\b)"
        r"|times)|once|twice|(?:two|three|four|five|six) (?:more )?times)\b",
        True,
    ),
    (
        "interval",
        rf"\b(?:every|each)\s(?:(?:other|second|third|few|half|{_COUNT})\s(?=[a-z])"
        rf"|\d[\d.]*(?:\s?(?:[-–]|to)\s?\d[\d.]*)?[\s-]?)?{_SPAN}\b(?!\s(?:day|hour|min|week|tube|well))"
        rf"|\b(?:\d+\s?(?:x|times)|once|twice|{_COUNT} times)(?:\s(?:an?|per|each|every)\s|\s?/\s?){_SPAN}\b"
        rf"|\b\d[\d.]*(?:\s?[-–]\s?\d[\d.]*)?[\s-]?{_SPAN}\s?intervals?\b"
        r"|\b(?:(?:once|twice)\s)?(?:daily|hourly|(?:bi-?)?weekly)\b",
        True,
    ),
    ("ph", r"\bpH\s*(?:=|of|:|at|(?:of [\w\s-]{3,40} )?to)?\s*\d+(?:\.\d+)?", False),
    ("wavelength", _NUMBER + r"nm\b", False),
    ("size", _NUMBER + r"(?:[mµμnc]m|kDa|kb|bp|mesh|inch(?:es)?)\b", False),
    ("pressure", r"[≤≥<>]?\s?\d[\d.,]*\s?(?:k?Pa|m?bar|psi|atm|torr|mm\s?Hg)\b", True),
    ("energy", _NUMBER + r"(?:[mk]?V(?:\s?/\s?[cm]?m)?|volts?|Ω|ohms?|[mµμ]F|m?A|W|watts?)\b|\d+\s?Ω", False),
    (
        "density",
        _NUMBER + r"(?:E\d+\s?)?(?:[x×]\s?10\d*\s?)?(?:cells|spores|CFU|PFU|protoplasts)\b"
        r"|\bOD(?:\s?600)?(?:\s?nm)?\)?[\s=~:]*(?:(?:of|reaches|is|at)\s)?(?!\d{3}\b)\d[\d.]*(?:\s?[-–]\s?\d[\d.]*)?",
        True,
    ),
    ("moi", r"\bMOI\)?[\s:=~]*(?:of\s|is\s)?\d[\d.]*", True),
    ("ratio", r"(?<![\d:.])\d[\d.]*\s?:\s?\d[\d.]*(?:\s?:\s?\d[\d.]*)*(?<!\.)", False),
    ("magnification", r"\d+\s?[×x](?=\s|$)(?!\s?g\b)", True),
)
_STATED = {name: re.compile(pattern, re.IGNORECASE if folded else 0) for name, pattern, folded in _PATTERNS}

MEASURED = ("temperature", "time", "volume", "mass", "speed", "force", "concentration", "ph", "energy")
"""Kinds of values that are conditions where a question states them."""

ALL_KINDS = tuple(_STATED)
"""Every kind of value that is found."""

_HEAVY = 100
"""Grams from which a bare "g" is a force."""


def stated_values(text: str, types: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Find the values of these native types that a text states: the words and the type, in order.

    >>> stated_values("Add 1 L of water and autoclave at 121 °C for 20 min.", ["temperature", "volume"])
    (('1 L', 'volume'), ('121 °C', 'temperature'))
    >>> stated_values("Spin 2 g at 12,000g.", ["mass", "force"])
    (('2 g', 'mass'), ('12,000g', 'force'))
    >>> stated_values("Change the 1X TAE every 24 hrs; feed twice a day.", ["interval"])
    (('every 24 hrs', 'interval'), ('twice a day', 'interval'))
    """
    return _stated(text[:_LONGEST], tuple(sorted(types)))


@lru_cache(maxsize=8192)
def _stated(text: str, types: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    found = [
        (match.start(), match[0].strip(), name)
        for name in types
        if name in _STATED
        for match in _STATED[name].finditer(text)
        if _fits(match[0], name)
    ]
    return tuple((words, name) for _, words, name in sorted(found))


def _fits(words: str, name: str) -> bool:
    """Tell grams from multiples of gravity, which many texts write alike."""
    bare = re.fullmatch(r"[-−–]?([\d.,]+)\s?g\s*", words)
    if name not in ("mass", "force") or not bare:
        return True
    heavy = float(bare[1].strip(".,").replace(",", "") or 0) >= _HEAVY
    return heavy == (name == "force")
