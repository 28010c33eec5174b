"""Value spans: a span that holds two measured values becomes one span a value."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.tokenization import Words
from bioloom.resources import read_table

_TIMES = frozenset({"second", "minute", "hour", "day", "week", "month", "year"})
"""Units that are added up (`1 h 30 min`), as pint calls them."""

_BETWEEN = (",", ";", "|")
_LONGEST = 80
_NUMBER = r"[-−~]?[0-9]+(?:[.,][0-9]+)*(?:\s?[-–]\s?[0-9]+(?:[.,][0-9]+)*)?"


def part_values(text: str, words: Words, spans: Sequence[Span]) -> list[Span]:
    """Part the spans of a line that are nothing but values: `15 V 45 min`, `65degC, 5'`.

    Values are parted where their units differ, and where the stroke of a table's row stands between them.
    """
    return [part for span in spans for part in _parts(text, words, span)]


def _parts(text: str, words: Words, span: Span) -> Iterator[Span]:
    begin = int(words.starts[span.first])
    ends = _value_ends(text[begin : int(words.ends[span.last])])
    firsts = [span.first, *(_word_from(words, span.first, begin + end) for end in ends)]
    for first, after in pairwise([*firsts, span.last + 1]):
        last = after - 1
        while last > first and text[words.starts[last] : words.ends[last]] in _BETWEEN:
            last -= 1
        yield replace(span, first=first, last=last)


def _word_from(words: Words, at: int, place: int) -> int:
    """Find the first word that begins at a place or behind it."""
    while words.starts[at] < place:
        at += 1
    return at


def _value_ends(said: str) -> list[int]:
    """Say where all but the last value of a text end, what parts them included; empty for a single one."""
    if len(said) > _LONGEST or _values().fullmatch(said) is None:
        return []
    found = list(_value().finditer(said))
    units = [_units()[_key(value["unit"])] for value in found]
    parted = all(
        "|" in said[one.end() : other.start()] or (first != second and not {first, second} <= _TIMES)
        for (one, first), (other, second) in pairwise(zip(found, units, strict=True))
    )
    return [value.start() for value in found[1:]] if parted else []


def _key(unit: str) -> str:
    return re.sub(r"\s", "", unit).casefold()


@cache
def _units() -> Mapping[str, str]:
    """Read the spellings of ontology/units/units.tsv, with pint's name; no factors and no counted things."""
    spellings: dict[str, str] = {}
    for row in read_table("units/units.tsv"):
        if row["pint"] != "dimensionless" and row["kind"] != "number":
            for symbol in row["symbol"].split("|"):
                spellings.setdefault(_key(symbol), row["pint"])
    del spellings["in"]
    return spellings


@cache
def _value() -> re.Pattern[str]:
    symbols = (r"\s?".join(map(re.escape, unit)) for unit in sorted(_units(), key=len, reverse=True))
    one = rf"(?:{'|'.join(symbols)})(?![^\W\d_])"
    return re.compile(rf"{_NUMBER}\s?(?P<unit>{one})(?:\s?/\s?{one})?", re.IGNORECASE)


@cache
def _values() -> re.Pattern[str]:
    value = _value().pattern.replace("?P<unit>", "?:")
    return re.compile(rf"{value}(?:(?:\s?[,;|]\s?|\s){value})+", re.IGNORECASE)
