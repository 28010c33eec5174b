"""Abbreviation definitions in a text: "tumour necrosis factor (TNF)" and "TNF (tumour necrosis factor)".

The algorithm of Schwartz and Hearst (Pacific Symposium on Biocomputing 2003, 451-462): beside a bracket
stands the shortest run of words that holds the letters of the short form in order, the first of them at the
start of a word. The shortest run is often too short where letters recur ("cervical carcinomas (CC)"): a run
whose initials spell the whole short form, and a word that is begun within, go before it.
"""

import re

LONGEST_TEXT = 1_000_000
_LONGEST_SHORT = 10
_PREFIX = 4  # signs before a hyphen that belong to the long form: 5-hydroxytryptamine, N-methyl, non-
_BRACKET = re.compile(r"\(([^()\n]{1,200})\)")
_SPLIT = re.compile(r"\s*[;,]\s+|\s+(?:or|and)\s+|\s*=\s*")
_SENTENCE_END = re.compile(r"[.!?;:]\s+(?=[A-Z(])|\n")
_WORD = re.compile(r"\S+")
_PART = re.compile(r"[^\W_]+")
_NO_BEGINNING = frozenset({"and", "of", "or", "the"})
_NO_INITIAL = frozenset({"a", "an", "and", "for", "in", "of", "or", "the", "to", "with"})
_OPENING = {"(": ")", "[": "]"}


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
    run = before[words[-most:][0].start() :].rstrip()
    at = _spelt_start(short, run)
    if at is None:
        at = _long_start(short, run)
        while at is not None and run[at:].split(maxsplit=1)[0].lower() in _NO_BEGINNING:
            at = _long_start(short, run, at)
        at = None if at is None else _whole_start(short, run, at)
    return None if at is None else _accepted(short, _opened(run[at:]))


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


def _spelt_start(short: str, text: str) -> int | None:
    """Find where the words begin whose initials are the whole short form; small words may have none.

    A short form in capitals may be a plural: CCs.
    """
    letters = [sign.lower() for sign in short.removesuffix("s") if sign.isalnum()]
    parts = list(_PART.finditer(text))
    while letters and parts:
        part = parts.pop()
        initial = part[0][0].lower()
        if initial == letters[-1]:
            letters.pop()
        elif part[0].lower() not in _NO_INITIAL or part.end() == len(text):
            return None
        if not letters:
            begins = _begins_word(text, part.start()) and part[0].lower() not in _NO_BEGINNING
            return part.start() if begins else None
    return None


def _begins_word(text: str, at: int) -> bool:
    return at == 0 or text[at - 1].isspace() or text[at - 1] in _OPENING


def _whole_start(short: str, text: str, at: int) -> int:
    """Begin a long form with the whole of a word joined by hyphens ("tissue-type plasminogen activator") and
    never with a lone letter ("cytochrome c oxidase"), where the first letter is that of the short form."""
    begin = max(text.rfind(" ", 0, at), text.rfind("(", 0, at)) + 1
    if begin < at and text[at - 1] == "-" and text[begin].lower() == short[0].lower():
        return begin
    lone = re.match(r"[a-z]\s", text[at:])
    before = text[:at].rstrip()
    previous = before.rfind(" ") + 1
    if lone is not None and before[previous:][:1].lower() == short[0].lower():
        return previous
    return at


def _opened(long: str) -> str:
    """Leave out a bracket that is opened before a long form and closed behind it: "(catalase (CAT), …)"."""
    closing = _OPENING.get(long[:1])
    return long[1:] if closing is not None and closing not in long else long


def _long_start(short: str, text: str, before: int | None = None) -> int | None:
    """Find where the long form begins in the text before a bracket; None if the letters are not there.

    With `before` its first letter stands before that place.
    """
    at = len(text)
    for number in range(len(short) - 1, -1, -1):
        sign = short[number].lower()
        if not sign.isalnum():
            continue
        at -= 1
        if number == 0 and before is not None:
            at = min(at, before - 1)
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
        or (long.startswith(short) and len(words) == 1)  # FVIIai is another thing than FVIIa
        or "(" in long
        or ")" in long
    ):
        return None
    return short, long
