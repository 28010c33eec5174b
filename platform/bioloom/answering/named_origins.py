"""Named origins: whether a sentence tells who makes or sells something, or of which lot it is."""

import re

_MAKER = re.compile(
    r"\bwho\b.*\b(?:sells?|sold|makes?|made|supplie[sd]|provide[sd]?|manufacture[sd]?|produce[sd]?)\b"
    r"|\b(?:manufacturer|vendor|supplier|brand)\b|\b(?:which|what) (?:company|firm)\b",
    re.IGNORECASE,
)
"""What asks for who makes or sells something."""

_SOMEBODY = re.compile(r"\([^)]*[A-Z][a-z][^)]*\)|\b(?:from|by)\s+(?:the\s+)?[A-Z][a-z]")
_MAKER_STANDS = re.compile(r"(?:\([^)]*|\b(?:from|by|of)\s+(?:the\s+)?)$")
"""What stands before a maker: "(Qiagen)", "from Sigma"."""

_LOT = re.compile(
    r"\b(?:lot|batch|cat(?:alog(?:ue)?)?\.?) (?:no\b|number)|\b(?:what|which) (?:lot|batch)\b", re.IGNORECASE
)
_LOT_STANDS = re.compile(r"\b(?:lot|batch|cat(?:alog(?:ue)?)?)\b|#\s?\w*\d", re.IGNORECASE)
"""What a sentence has that gives the number of a lot or of a catalogue."""


_VERSION = re.compile(
    r"\b(?:which|what) (?:[\w-]+ )?(?:clone|model)\b|\b(?:clone|model) (?:no\b|number)", re.IGNORECASE
)
_VERSION_STANDS = re.compile(r"\b(?:clone|model)\b|(?-i:\b[A-Z][\w-]*\d)", re.IGNORECASE)
"""What asks for a clone of an antibody or a model of a device, and what a sentence has that names one."""


def lacks_origin(question: str, text: str) -> bool:
    """Say whether it is asked who makes something, or of which lot, clone or model it is, and a sentence does
    not tell.

    >>> lacks_origin("Who sells the buffer?", "Add the buffer."), lacks_origin("How much?", "Add it.")
    (True, False)
    """
    unmade = _MAKER.search(question) and not _SOMEBODY.search(text)
    others = ((_LOT, _LOT_STANDS), (_VERSION, _VERSION_STANDS))
    return bool(unmade) or any(asked.search(question) and not told.search(text) for asked, told in others)


def may_be_origin(question: str, text: str, start: int, words: str) -> bool:
    """Say whether words that begin at a place of a sentence may answer: a maker is a name where makers stand.

    All words may where nothing of the kind is asked for.

    >>> text = "Add RLT buffer (Qiagen)."
    >>> may_be_origin("Who sells it?", text, 16, "Qiagen"), may_be_origin("Who sells it?", text, 4, "RLT")
    (True, False)
    """
    if lacks_origin(question, text):
        return False
    named = words[:1].isupper() and _MAKER_STANDS.search(text[:start])
    return bool(named or not _MAKER.search(question))
