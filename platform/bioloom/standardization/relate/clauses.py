"""Clause splitting at the words that end the scope of a negation."""

from bisect import bisect_left, bisect_right
from functools import lru_cache

from bioloom.pattern_table import PatternTable
from bioloom.standardization.relate.negation_cues import readable

_PATTERNS = PatternTable.read("relate/clauses.tsv")
_BOUNDARY = _PATTERNS.compile("boundary", 0)
_HARD = _PATTERNS.compile("hard", 0)
_FAR = _PATTERNS.compile("far", 0)
_PHRASE_END = _PATTERNS.compile("phrase_end", 0)
_CONTRAST_END = _PATTERNS.compile("contrast_end", 0)


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
