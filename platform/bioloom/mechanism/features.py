"""Ranking features of gene candidates, near 0 to 1: statements of sources, and paths."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bioloom.mechanism.candidates import GeneCandidate
from bioloom.records import Value

DRUGBANK, DRUGCENTRAL = "infores:drugbank", "infores:drugcentral"
HUB, HETIONET = "infores:drug-repurposing-hub", "infores:hetionet"

FEATURES: Mapping[str, tuple[str, ...]] = {
    "drugbank": ("target", "known_action", "only_known", "papers", "only_handles"),
    "drugcentral": ("central", "central_share"),
    "hub": ("hub", "hub_first", "hub_share"),
    "binding": ("bound", "affinity"),
    "actions": ("directed", "substrate", "agreed"),
    "votes": ("votes", "most_votes"),
    "disease": ("associated", "association_sources"),
    "fellows": ("of_disease", "of_disease_rare", "of_disease_most", "of_wider", "of_wider_most"),
    "mechanism": ("by_mechanism", "by_mechanism_share"),
    "class": ("by_class", "by_class_share"),
    "name": ("by_name", "by_name_most", "by_name_alone"),
    "gene": ("often_known", "often_aimed", "mostly_handles"),
}
"""The features by group; a group can be left out as a whole."""

NAMES = tuple(name for names in FEATURES.values() for name in names)


@dataclass(frozen=True, slots=True)
class _Said:
    """What one source says of a drug and a gene, over all edges between them."""

    roles: frozenset[str]
    known: bool
    papers: int
    directions: frozenset[str]
    rank: float
    listed: float
    affinity: float | None


def features_of(candidates: Sequence[GeneCandidate]) -> list[tuple[float, ...]]:
    """Give the features of all candidates of one question, in the order of NAMES."""
    said = [_said(candidate) for candidate in candidates]
    known = sum(DRUGBANK in one and one[DRUGBANK].known for one in said)
    central = sum(DRUGCENTRAL in one for one in said)
    votes = [_votes(one) for one in said]
    own = [each for each in candidates if each.acted_on]
    most = {
        "disease": max((each.of_disease for each in own), default=0.0),
        "wider": max((each.of_wider for each in own), default=0.0),
        "votes": max(votes, default=0.0),
        "mechanism": max((each.by_mechanism for each in candidates), default=0),
        "mechanism share": max((_share(each.by_mechanism, each) for each in candidates), default=0.0),
        "class": max((each.by_class for each in candidates), default=0),
        "class share": max((_share(each.by_class, each) for each in candidates), default=0.0),
        "name": max((each.by_name for each in candidates), default=0.0),
    }
    rows = []
    for candidate, one, vote in zip(candidates, said, votes, strict=True):
        row = {**_of_sources(one, known, central), **_of_paths(candidate, bool(one), most)}
        row |= {"votes": vote / 4, "most_votes": float(0 < vote == most["votes"])}
        rows.append(tuple(row[name] for name in NAMES))
    return rows


def _of_sources(said: Mapping[str, _Said], known: int, central: int) -> dict[str, float]:
    bank, middle, hub, bound = (said.get(source) for source in (DRUGBANK, DRUGCENTRAL, HUB, HETIONET))
    directions = [one.directions for one in said.values() if one.directions]
    common = frozenset.intersection(*directions) if len(directions) > 1 else frozenset[str]()
    aimed = bank is not None and "target" in bank.roles
    return {
        "target": float(aimed),
        "known_action": float(bank is not None and bank.known),
        "only_known": 1 / known if bank is not None and bank.known else 0.0,
        "papers": min(1.0, math.log1p(bank.papers) / 3) if bank is not None and aimed else 0.0,
        "only_handles": float(bank is not None and not aimed),
        "central": float(middle is not None),
        "central_share": 1 / central if middle is not None else 0.0,
        "hub": float(hub is not None),
        "hub_first": 1 / hub.rank if hub is not None else 0.0,
        "hub_share": 1 / hub.listed if hub is not None else 0.0,
        "bound": float(bound is not None),
        "affinity": _strength(bound.affinity if bound is not None else None),
        "directed": float(any(directions)),
        "substrate": float(any("substrate" in one.roles for one in said.values())),
        "agreed": float(bool(common)),
    }


def _of_paths(one: GeneCandidate, acted_on: bool, most: Mapping[str, float]) -> dict[str, float]:
    sources = {
        source for claim in one.associations for source in _texts(claim.edge.properties.get("sources"))
    }
    handled = one.handled / (one.handled + one.aimed) if one.handled else 0.0
    return {
        "associated": float(bool(one.associations)),
        "association_sources": min(1.0, len(sources) / 3),
        "of_disease": one.of_disease,
        "of_disease_rare": one.of_disease / math.log2(2 + one.aimed) if one.aimed else one.of_disease,
        "of_disease_most": _of_most(one.of_disease, most["disease"]) if acted_on else 0.0,
        "of_wider": one.of_wider,
        "of_wider_most": _of_most(one.of_wider, most["wider"]) if acted_on else 0.0,
        "by_mechanism": _of_most(one.by_mechanism, most["mechanism"]),
        "by_mechanism_share": _of_most(_share(one.by_mechanism, one), most["mechanism share"]),
        "by_class": _of_most(one.by_class, most["class"]),
        "by_class_share": _of_most(_share(one.by_class, one), most["class share"]),
        "by_name": one.by_name,
        "by_name_most": _of_most(one.by_name, most["name"]),
        "by_name_alone": one.by_name if not acted_on else 0.0,
        "often_known": math.log1p(one.known) / 5,
        "often_aimed": math.log1p(one.aimed) / 5,
        "mostly_handles": handled,
    }


def _said(candidate: GeneCandidate) -> dict[str, _Said]:
    """Gather by primary source what the drug's edges to a gene say."""
    by_source: dict[str, list[Mapping[str, Value]]] = {}
    for claim in candidate.acted_on:
        row = dict(claim.edge.properties)
        if claim.edge.predicate == "biolink:has_substrate":
            row["roles"] = (*_texts(row.get("roles")), "substrate")
        by_source.setdefault(str(row.get("primary_knowledge_source")), []).append(row)
    return {
        source: _Said(
            roles=frozenset(_all(rows, "roles")),
            known="yes" in set(_all(rows, "known_action")),
            papers=len(set(_all(rows, "publications"))),
            directions=frozenset(_all(rows, "object_direction_qualifier")),
            rank=min(_numbers(rows, "target_rank"), default=9.0),
            listed=min(_numbers(rows, "targets_listed"), default=9.0),
            affinity=min(_numbers(rows, "affinity_nM"), default=None),
        )
        for source, rows in by_source.items()
    }


def _votes(said: Mapping[str, _Said]) -> float:
    """Count the tables that list the gene for a target; a known action and a first place count half more."""
    bank, hub = said.get(DRUGBANK), said.get(HUB)
    votes = 0.0
    if bank is not None and "target" in bank.roles:
        votes += 1.5 if bank.known else 1.0
    votes += DRUGCENTRAL in said
    if hub is not None:
        votes += 0.5 + 1 / hub.rank
    return votes


def _strength(nanomolar: float | None) -> float:
    """Put an affinity on a scale where 1 nM or less is 1, and 1 mM or more, or none, 0."""
    if nanomolar is None:
        return 0.0
    return min(1.0, max(0.0, (6 - math.log10(max(nanomolar, 1e-3))) / 6))


def _share(count: int, one: GeneCandidate) -> float:
    """Give the share of the drugs with this gene for a target; few such drugs count for little."""
    return count / (one.aimed + 3)


def _of_most(value: float, most: float) -> float:
    return value / most if most else 0.0


def _texts(value: Value | None) -> tuple[str, ...]:
    if isinstance(value, tuple | list):
        return tuple(str(each) for each in value)
    return () if value is None else (str(value),)


def _all(rows: Sequence[Mapping[str, Value]], slot: str) -> Iterator[str]:
    return (text for row in rows for text in _texts(row.get(slot)))


def _numbers(rows: Sequence[Mapping[str, Value]], slot: str) -> list[float]:
    values = [row.get(slot) for row in rows]
    return [float(value) for value in values if isinstance(value, int | float)]
