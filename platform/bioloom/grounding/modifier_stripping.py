"""Modifier stripping: names of reagents without concentrations and words of state."""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from bioloom.grounding.name_normalization import key, surface
from bioloom.resources import read_table

_NUMBER = r"\d+(?:[.,]\d+)?(?:\s*(?:-|–|to)\s*\d+(?:[.,]\d+)?)?"
_UNIT = (
    r"(?:%|(?:[mµμnp]?(?:M|mol/[lL])|N|[xX×]|[mµμn]?g/[mµμ]?[lL]|U/[mµμ]?[lL]|[mµμ]?[lL]|[mµμ]?g|mol|ppm)"
    r"(?![A-Za-z]))"
)
_AMOUNT = re.compile(
    rf"^(?:~\s*)?{_NUMBER}\s*{_UNIT}\s*(?:\(?(?:v/v|w/v|w/w|vol/vol|wt/vol)\)?\s*)?(?:of\s+)?"
)
_ACIDITY = re.compile(r"[\s,;]*\(?\s*pH\s*(?:~|=|of)?\s*\d+(?:[.,]\d+)?\s*\)?\s*$", re.IGNORECASE)
_LAST_AMOUNT = re.compile(rf"[\s,]+(?!\d+N\b)\(?{_NUMBER}\s*{_UNIT}(?:\s*(?:v/v|w/v))?\)?$")
_JOINED = re.compile(r"[:&]|\+(?=\s*\w)|/(?!v\b|w\b)")


def head_substances(text: str) -> Iterator[str]:
    """Give what a reagent's name comes down to: its substance, then its names if it is a formula.

    A name that joins two substances has no head.

    >>> list(head_substances("ice-cold 70% EtOH")), list(head_substances("1 M Tris-HCl (pH 8.0)"))
    (['EtOH', 'ethanol'], ['Tris-HCl'])
    >>> list(head_substances("ethanol:water")), list(head_substances("wash buffer"))
    ([], [])
    """
    bare = _stripped(text)
    if bare is None:
        return
    if bare != text:
        yield bare
    yield from _formulas().get(bare) or _formulas().get(_folded(bare)) or ()


def _stripped(text: str) -> str | None:
    """Take modifiers off both ends until none is left; None if nothing or two substances are left."""
    bare = text.strip(" .,;*")
    while True:
        before = bare
        bare = _LAST_AMOUNT.sub("", _ACIDITY.sub("", _AMOUNT.sub("", bare)))
        lowered = bare.lower()
        for word in _words("leading"):
            if lowered.startswith(word + " "):
                bare = bare[len(word) + 1 :].lstrip()
                break
        else:
            for word in _words("trailing"):
                if lowered.endswith(" " + word):
                    bare = bare[: -len(word) - 1].rstrip(" ,-")
                    break
        if bare == before:
            break
    joins = set(bare.lower().split()) & set(_words("joining"))
    if not key(bare) or joins or _JOINED.search(bare):
        return None
    return surface(bare)


def _folded(text: str) -> str:
    return text.replace("₂", "2").replace(" ", "")


@cache
def _words(where: str) -> tuple[str, ...]:
    """List the words of one place, the longest first."""
    words = next(row["words"] for row in read_table("grounding/modifiers.tsv") if row["where"] == where)
    return tuple(sorted(words.split("|"), key=len, reverse=True))


@cache
def _formulas() -> Mapping[str, tuple[str, ...]]:
    return {row["short"]: tuple(row["name"].split("|")) for row in read_table("grounding/reagents.tsv")}
