"""Abbreviation definitions in a text: "tumour necrosis factor (TNF)" and "TNF (tumour necrosis factor)".

The algorithm of Schwartz and Hearst (Pacific Symposium on Biocomputing 2003, 451-462): beside a bracket
stands the shortest run of words that holds the letters of the short form in order, the first of them at the
start of a word.
"""

import re

LONGEST_TEXT = 1_000_000
_LONGEST_SHORT = 10
_PREFIX = 4  # signs before a hyphen that belong to the long form: 5-hydroxytryptamine, N-methyl, non-
_BRACKET = re.compile(r"\(([^()\n]{1,200})\)")
_SPLIT = re.compile(r"\s*[;,]\s+|\s+(?:or|and)\s+|\s*=\s*")
_SENTENCE_END = re.compile(r"[.!?;:]\s+(?=[A-Z(])|\n")
_WORD = re.compile(r"\S+")


Definition = tuple[str, str]
"""A short form and its long form, as they stand in the text."""


def abbreviations(text: str) -> dict[str, str]:
    """Give the long form of each short form that a text defines; the first definition holds.

    >>> abbreviations("Tumour necrosis factor (TNF) and polymerase chain reaction (PCR) were used.")
    {'TNF': 'Tumour necrosis factor', 'PCR': 'polymerase chain reaction'}
    """
    found: dict[str, str] = {}
    for short, long in definitions(text):
        found.setdefault(short, long)
    return found


def definitions(text: str) -> tuple[Definition, ...]:
    """List the definitions of a text in order; a text beyond a million characters is read up to there."""
    text = text[:LONGEST_TEXT]
    found = (
        _short_in_bracket(text, each) or _long_in_bracket(text, each) for each in _BRACKET.finditer(text)
    )
    return tuple(definition for definition in found if definition is not None)


def _short_in_bracket(text: str, bracket: re.Match[str]) -> Definition | None:
    """Read "long form (SF)"; what follows a comma or "or" inside the bracket is another name."""
    short = _SPLIT.split(bracket[1].strip(), maxsplit=1)[0].strip("\"' ")
    if not _is_short(short):
        return None
    before = text[: bracket.start()]
    clause = max((end.end() for end in _SENTENCE_END.finditer(before[-400:])), default=0)
    base = max(0, len(before) - 400) + clause
    words = list(_WORD.finditer(before, base))
    most = min(len(short) + 5, 2 * len(short))
    if not words:
        return None
    first = words[-most:][0].start()
    at = _long_start(short, before[first:])
    return None if at is None else _accepted(short, before[first + at :].rstrip())


def _long_in_bracket(text: str, bracket: re.Match[str]) -> Definition | None:
    """Read "SF (long form)"."""
    head = re.search(r"(\S+)\s+$", text[max(0, bracket.start() - 40) : bracket.start()])
    if head is None:
        return None
    short = head[1].strip("\"',;:([")
    if not _is_short(short) or short.islower():
        return None
    inner = bracket[1]
    if len(inner.split()) > min(len(short) + 5, 2 * len(short)):
        return None
    return _accepted(short, inner.rstrip()) if _long_start(short, inner) == 0 else None


def _is_short(text: str) -> bool:
    """Say whether a text can be a short form: 2 to 10 signs, at most two words, a letter, no sentence."""
    return (
        2 <= len(text) <= _LONGEST_SHORT
        and len(text.split()) <= 2
        and text[0].isalnum()
        and any(sign.isalpha() for sign in text)
        and (any(sign.isupper() or sign.isdigit() for sign in text) or len(text) <= 3)
    )


def _long_start(short: str, text: str) -> int | None:
    """Find where the long form begins in the text before a bracket; None if the letters are not there."""
    at = len(text)
    for number in range(len(short) - 1, -1, -1):
        sign = short[number].lower()
        if not sign.isalnum():
            continue
        at -= 1
        while at >= 0 and (text[at].lower() != sign or (number == 0 and at > 0 and text[at - 1].isalnum())):
            at -= 1
        if at < 0:
            return None
    begin = text.rfind(" ", 0, at + 1) + 1
    return begin if at - begin <= _PREFIX else at


def _accepted(short: str, long: str) -> Definition | None:
    words = long.split()
    if (
        len(long) <= len(short)
        or len(words) > min(len(short) + 5, 2 * len(short))
        or short in words
        or "(" in long
        or ")" in long
    ):
        return None
    return short, long
