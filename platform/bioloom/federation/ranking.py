"""Candidate ranking by what both ends of a question state of them (SPEC T5)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from bioloom.biolink import model
from bioloom.federation.facts import Fact, RemoteEntity


@dataclass(frozen=True, slots=True)
class FederatedCandidate:
    """A thing that may be the answer; `score` lies between 0 and 1, `sides` hold what each end states."""

    thing: RemoteEntity
    score: float
    sides: tuple[tuple[Fact, ...], tuple[Fact, ...]]

    @property
    def both(self) -> bool:
        """Whether it is reached from either end."""
        return all(self.sides)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What both ends state."""
        return self.sides[0] + self.sides[1]


def rank(
    facts: Iterable[Fact], ends: tuple[Collection[str], Collection[str]], *, intersect: bool
) -> tuple[FederatedCandidate, ...]:
    """Rank what two entities, each with all its ids, are said to have to do with.

    From each end the strength is n / (n + 1) for n statements (publications, or the claim itself); the score
    is the mean of the two. With `intersect`, what is reached from both ends comes before all else, as the
    paper's two separate lists cannot say.
    """
    found: dict[str, tuple[RemoteEntity, tuple[list[Fact], list[Fact]]]] = {}
    for fact in facts:
        for known, wanted in ((fact.subject, fact.object), (fact.object, fact.subject)):
            if any(wanted.id in end for end in ends):
                continue
            for side, end in enumerate(ends):
                if known.id in end:
                    found.setdefault(wanted.id, (wanted, ([], [])))[1][side].append(fact)
    candidates = [_candidate(thing, *sides) for thing, sides in found.values()]
    return tuple(sorted(candidates, key=lambda one: (not (one.both and intersect), -one.score, one.thing.id)))


def is_a(thing: RemoteEntity, categories: Collection[str]) -> bool:
    """Say whether a thing is of one of some categories, or may be: an endpoint need not say what things are.

    >>> is_a(RemoteEntity("X:1", "x", ("biolink:SmallMolecule",)), ["biolink:ChemicalEntity"])
    True
    >>> is_a(RemoteEntity("X:1", "x", ("biolink:Disease",)), ["biolink:ChemicalEntity"])
    False
    """
    known = [category for category in thing.categories if model().is_category(category)]
    return not known or any(
        category in categories or not set(categories).isdisjoint(model().ancestors(category))
        for category in known
    )


def _candidate(thing: RemoteEntity, *sides: list[Fact]) -> FederatedCandidate:
    counts = [sum(_statements(fact) for fact in stated) for stated in sides]
    score = sum(n / (n + 1) for n in counts) / len(counts)
    return FederatedCandidate(thing, round(score, 4), (tuple(sides[0]), tuple(sides[1])))


def _statements(fact: Fact) -> int:
    publications = fact.attributes.get("publications")
    return max(1, len(publications)) if isinstance(publications, list) else 1
