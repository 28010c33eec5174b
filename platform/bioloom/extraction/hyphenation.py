"""Hyphenation at line ends: which words a hyphen only cuts, and which have one of their own."""

import re
from collections import Counter
from functools import cache

from bioloom.resources import read_table

CUT_WORD = re.compile(
    r"(?<![^\W\d_])(?P<left>[^\W\d_]{1,40})(?P<hyphen>[-\u00ad\u2010])[ \t]*\r?\n(?P<begin>\x01?)[ \t]*"
    r"(?P<right>[^\W\d_]{1,40})"
)
"""A word with a hyphen and a line end in it."""


_WORD = re.compile(
    r"(?<![^\W\d_])(?P<left>[^\W\d_]{1,40})(?P<hyphen>[-\u00ad\u2010])[ \t]*\r?\n(?P<begin>\x01?)[ \t]*"
    r"(?P<right>[^\W\d_]{1,40})"
)
"""A word with a hyphen and a line end in it."""


_PARTED = re.compile(
    r"(?<![^\W\d_])([^\W\d_]{1,40})([-\u00ad\u2010])[ \t]*\r?\n(\x01?)[ \t]*([^\W\d_]{1,40})"
)
_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")


def join_cut_words(text: str) -> str:
    """Join the words that a hyphen parts at a line end, as the rest of the text writes them.

    The rest of the next line follows them. A \\x01 at the begin of that line, where a page begins, stays.

    >>> join_cut_words("Lysis buf-\\nfer, a dose-\\ndependent and a cross-\\nlinked one; dose-dependent.")
    'Lysis buffer, a dose-dependent and a cross-linked one; dose-dependent.'
    """
    if CUT_WORD.search(text) is None:
        return text
    words = Counter(_WORD.findall(text.casefold()))

    def join(found: re.Match[str]) -> str:
        left, hyphen, begin, right = found.group("left", "hyphen", "begin", "right")
        whole, parted = f"{left}{right}".casefold(), f"{left}-{right}".casefold()
        keeps = hyphen != "\u00ad" and (
            words[parted] > words[whole] or (not words[whole] and keeps_hyphen(left, right))
        )
        return f"{left}{'-' if keeps else ''}{begin}{right}"

    return CUT_WORD.sub(join, text)


def keeps_hyphen(left: str, right: str) -> bool:
    """Say whether the hyphen between two parts of a word stays when the line does not end there.

    >>> keeps_hyphen("cross", "linked"), keeps_hyphen("centri", "fuge"), keeps_hyphen("Tris", "HCl")
    (True, False, True)
    """
    return len(left) == 1 or left.isupper() or right[0].isupper() or left.casefold() in _prefixes()


@cache
def _prefixes() -> frozenset[str]:
    return frozenset(row["word"] for row in read_table("layout/hyphens.tsv"))
