"""Regular-expression cost: an upper estimate of the steps of ``=~``, and patterns without any bound refused.

Neo4j matches by backtracking and does not look at the clock meanwhile: ``(a+)+b`` keeps a core for hours,
whatever the time limit. So a pattern is read before it runs. Repetitions and choices that stand side by side
multiply; a repetition of what varies in itself is refused.
"""

import re
from dataclasses import dataclass

from bioloom.errors import UsageError

_LONGEST = 1_000
_SMALL = 1_000

_PART = re.compile(
    r"""
      (?P<quote>\\Q.*?(?:\\E|\Z))
    | (?P<back>\\[1-9k])
    | (?P<escape>\\[xpPN]\{[^}]*\} | \\c. | \\.)
    | (?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])
    | (?P<open>\((?:\?(?:<[a-zA-Z]\w*>|[:>=!]|<[=!]|(?P<flags>[a-zA-Z-]*)[:)]))?)
    | (?P<close>\))
    | (?P<either>\|)
    | (?P<repeat>[*+?]|\{(?P<least>\d{1,9})(?P<comma>,(?P<most>\d{0,9}))?\})
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(slots=True)
class _Group:
    """Steps of the branches that are over, and of the one that is being read."""

    before: float = 0.0
    branch: float = 1.0

    @property
    def steps(self) -> float:
        """The steps of all branches."""
        return self.before + self.branch


def match_steps(pattern: str, size: float) -> float:
    """Estimate the steps in which a pattern is matched against a text of that size, at most.

    A repetition of everything at the end backtracks only over a text of several lines, so it counts for large
    ones alone.

    >>> match_steps("(?i).*heat.*shock.*", 1000), match_steps("https?://.*", 1000)
    (1000000.0, 2.0)
    >>> match_steps("(a+)+b", 30)
    Traceback (most recent call last):
    ...
    bioloom.errors.UsageError: the pattern '(a+)+b' repeats a group that varies in itself, ...
    """
    if len(pattern) > _LONGEST:
        raise UsageError(f"a pattern of =~ may have {_LONGEST:,} characters, this one has {len(pattern):,}")
    groups = [_Group()]
    closed = 1.0  # steps of the group that ended just before
    repeated = False
    for part in _PART.finditer(pattern if size > _SMALL else pattern.removesuffix(".*")):
        kind, group = part.lastgroup, groups[-1]
        if part["repeat"] is not None:
            if not (repeated and part["repeat"] in "?+"):  # that makes the one before lazy or possessive
                if closed > 1 and part["repeat"] not in {"?", "{1}"}:
                    raise _refusal(pattern, "repeats a group that varies in itself, and might never end")
                group.branch *= _copies(part, size)
            closed, repeated = 1.0, True
            continue
        closed, repeated = 1.0, False
        if part["back"] is not None:
            raise _refusal(pattern, "refers back to a group")
        if "x" in (part["flags"] or ""):
            raise _refusal(pattern, "switches on comments (?x)")
        if part["open"] is not None and not (part["flags"] is not None and part[0].endswith(")")):
            groups.append(_Group())
        elif kind == "either":
            group.before, group.branch = group.steps, 1.0
        elif kind == "close" and len(groups) > 1:
            closed = groups.pop().steps
            groups[-1].branch *= closed
    for group in groups[1:]:
        groups[0].branch *= group.steps
    return groups[0].steps


def _copies(part: re.Match[str], size: float) -> float:
    """Count the ways in which one repetition can end."""
    if part["least"] is None:
        return 2.0 if part["repeat"] == "?" else size
    if part["comma"] is None:
        return 1.0
    return float(int(part["most"]) - int(part["least"]) + 1) if part["most"] else size


def _refusal(pattern: str, why: str) -> UsageError:
    shown = pattern if len(pattern) <= 60 else f"{pattern[:59]}…"
    return UsageError(f"the pattern {shown!r} {why}: write a plainer one, or use CONTAINS")
