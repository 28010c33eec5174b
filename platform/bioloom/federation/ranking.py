"""Candidates for an answer, ranked by what both ends of a question state of them (SPEC T5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bioloom.federation.facts import Fact, Thing


@dataclass(frozen=True, slots=True)
class Candidate:
    """A thing that may be the answer; `both`: reached from either end. `score` lies between 0 and 1."""

    thing: Thing
    score: float
    both: bool
    facts: tuple[Fact, ...]


def rank(facts: Iterable[Fact], ends: tuple[str, str], *, intersect: bool) -> tuple[Candidate, ...]:
    """Rank what two entities are said to have to do with.

    From each end the strength is n / (n + 1) for n statements (publications, or the claim itself); the score
    is the mean of the two. With `intersect`, what is reached from both ends comes before all else, as the
    paper's two separate lists cannot say.
    """
    found: dict[str, tuple[Thing, dict[str, list[Fact]]]] = {}
    for fact in facts:
        for known, wanted in ((fact.subject, fact.object), (fact.object, fact.subject)):
            if known.id in ends and wanted.id not in ends:
                _, sides = found.setdefault(wanted.id, (wanted, {end: [] for end in ends}))
                sides[known.id].append(fact)
    candidates = [_candidate(thing, sides) for thing, sides in found.values()]
    return tuple(sorted(candidates, key=lambda one: (not (one.both and intersect), -one.score, one.thing.id)))


def _candidate(thing: Thing, sides: dict[str, list[Fact]]) -> Candidate:
    counts = [sum(_statements(fact) for fact in stated) for stated in sides.values()]
    score = sum(n / (n + 1) for n in counts) / len(counts)
    facts = tuple(fact for stated in sides.values() for fact in stated)
    return Candidate(thing, round(score, 4), all(counts), facts)


def _statements(fact: Fact) -> int:
    publications = fact.attributes.get("publications")
    return max(1, len(publications)) if isinstance(publications, list) else 1
