"""Regular expressions that a stranger sends: only those that no text can make slow."""

from __future__ import annotations

import re

from bioloom.errors import UsageError
from bioloom.exchange.trapi.bounds import LONGEST_PATTERN

_RISKY = re.compile(r"\(\?|\\[1-9kgQ]|\)\s*[*+?{]")
_ESCAPED = re.compile(r"\\.", re.DOTALL)
_UNBOUNDED = re.compile(r"[*+]|\{\d*,\}")
_BOUNDED = re.compile(r"\{(\d+)(?:,(\d+))?\}")
_MOST_REPEATS = 100


def safe_pattern(pattern: str) -> str:
    """Give a regular expression as the database takes it, to be found anywhere in a text.

    The database tries a pattern in all ways it can match, without end for some. So at most one part may
    repeat without bound, groups may not repeat, and references and look-around are not taken (UsageError).

    >>> safe_pattern("^PMID:[0-9]+$")
    '(?s).*(?:^PMID:[0-9]+$).*'
    >>> safe_pattern("(a+)+$")
    Traceback (most recent call last):
    ...
    bioloom.errors.UsageError: this regular expression is not taken: a group may not repeat or look around
    """
    if len(pattern) > LONGEST_PATTERN:
        raise UsageError(f"a regular expression may have {LONGEST_PATTERN} characters, not {len(pattern)}")
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise UsageError(f"this is not a regular expression: {error}") from None
    if _RISKY.search(pattern):
        raise UsageError("this regular expression is not taken: a group may not repeat or look around")
    bare = _ESCAPED.sub("x", pattern)
    if len(_UNBOUNDED.findall(bare)) > 1:
        raise UsageError("this regular expression is not taken: only one part of it may repeat without bound")
    repeats = [int(upper or lower) for lower, upper in _BOUNDED.findall(bare)]
    if len(repeats) > 2 or max(repeats, default=0) > _MOST_REPEATS:
        raise UsageError(
            f"this regular expression is not taken: two parts may repeat, up to {_MOST_REPEATS} times"
        )
    return f"(?s).*(?:{pattern}).*"
