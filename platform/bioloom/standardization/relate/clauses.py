"""Clause splitting at the words that end the scope of a negation."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache

from bioloom.standardization.relate.negation_cues import readable

_AUXILIARY = r"(?:is|are|was|were|has|have|had|does|do|did|can|could|may|might|will|would|should|must)"
_VERB = (
    rf"(?:{_AUXILIARY}|\w{{3,}}ed|show|shows|increase|increases|decrease|decreases|inhibits|induces|causes)"
)
_NEW_CLAUSE = rf", (?=(?:[^\s,;]+ ){{1,4}}?(?:\w+ly )?{_VERB}\b)"
_BOUNDARY = re.compile(
    rf";|:(?= )|\u2014| - |{_NEW_CLAUSE}"
    r"|,? but\b(?! not\b| neither\b| never\b)|,? except\b|, (?:the|an?) "
    r"|,? (?:whereas|although|though|while|however|yet|because|since|unless|despite|whilst|albeit)\b"
    r"|, (?:thus|thereby|hence|therefore|so|instead|indeed|as|with|when|if|after)\b"
    r"|,? (?:suggesting|indicating|implying|revealing|demonstrating|showing|reflecting|confirming|leading"
    r"|resulting in|allowing|pointing)\b"
    rf"|,? (?:which|who|whose|whom|where) | that (?=(?:\w+ly )?{_VERB}\b)"
    rf"|,? and (?=(?:\d\) )?(?:\w+ly )?{_VERB}\b)"
    rf"|, and (?=(?:[^\s,]+ ){{1,6}}?{_AUXILIARY}\b)"
    r"|,? but (?=not (?:that|in|with|by)\b)"
)
_HARD = re.compile(
    rf";|(?<=.{{40}}): |{_NEW_CLAUSE}|,? but\b(?! not\b| neither\b| never\b)"
    r"|,? (?:whereas|although|though|while|however|yet|because|despite)\b|, (?:which|who|whose)\b"
    rf"| (?:which|who|that) (?=(?:\w+ly )?{_VERB}\b)|, (?:suggesting|indicating|showing)\b"
    rf"|,? (?:and|but) (?=(?:\w+ly )?{_VERB}\b|(?:the|this|these|it|there|we) )"
    r"|^(?:.{0,40}?\bthat (?=\w))"
)
_FAR = re.compile(
    r";|,? but\b(?! not\b| neither\b| never\b)|,? (?:whereas|although|though|while|however(?!,))\b"
)
_PHRASE_END = re.compile(
    rf", |\b(?:{_AUXILIARY})\b|\b(?:by|after|when|during|who|which|that|than|compared|using)\b|\w{{3,}}ed\b"
)
_CONTRAST_END = re.compile(
    rf", |\b{_AUXILIARY}\b|\b(?:and|but) (?:not|also)\b|\w{{4,}}(?:ed|s) (?=the |a |an )"
    r"|(?<=\w) (?:for|by|at|after|during|when) "
)


class Clauses:
    """Clause boundaries of one sentence; offsets are those of the sentence."""

    def __init__(self, folded: str) -> None:
        self._folded = folded
        self._starts = [found.start() for found in _BOUNDARY.finditer(folded)]
        self._ends = [found.end() for found in _HARD.finditer(folded)]

    def end(self, at: int) -> int:
        """Give the end of the clause that goes on at a place."""
        found = bisect_left(self._starts, at)
        return self._starts[found] if found < len(self._starts) else len(self._folded)

    def start(self, at: int) -> int:
        """Give the beginning of the clause that a place stands in."""
        found = bisect_right(self._ends, at)
        return self._ends[found - 1] if found else 0

    def far_end(self, at: int) -> int:
        """Give the end of the statement that a quantifier rules (`none of`), relative clauses included."""
        found = _FAR.search(self._folded, at)
        return found.start() if found else len(self._folded)

    def joined(self, one: int, other: int) -> bool:
        """Say whether two places stand in one statement, with no contrast between them."""
        return self.far_end(min(one, other)) >= max(one, other)

    def far_start(self, at: int) -> int:
        """Give the beginning of the statement that a comparison rules, lists and asides included."""
        return max((found.end() for found in _FAR.finditer(self._folded, 0, at)), default=0)

    def phrase_end(self, at: int) -> int:
        """Give the end of the noun phrase that begins at a place."""
        found = _PHRASE_END.search(self._folded, at, self.end(at))
        return found.start() if found else self.end(at)

    def contrast_end(self, at: int) -> int:
        """Give the end of what a contrast such as `but not` takes out."""
        found = _CONTRAST_END.search(self._folded, at + 2, self.end(at))
        return found.start() if found else self.end(at)


@lru_cache(maxsize=4096)
def clauses_of(sentence: str) -> Clauses:
    """Find the clauses of a sentence; remembered, since claims of one sentence come together."""
    return Clauses(readable(sentence))
