"""Generated KGX graph of any size: TSV tables with a power law of degrees, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

SEED = 20261123

_SHARES = {
    "biolink:Gene": ("NCBIGene", 0.5),
    "biolink:SmallMolecule": ("CHEBI", 0.15),
    "biolink:BiologicalProcess": ("GO", 0.15),
    "biolink:Disease": ("MONDO", 0.1),
    "biolink:PhenotypicFeature": ("HP", 0.1),
}
"""Categories: the prefix of their ids, and their share of the nodes."""

_KINDS = (
    ("biolink:Gene", "biolink:interacts_with", "biolink:Gene", 30),
    ("biolink:Gene", "biolink:physically_interacts_with", "biolink:Gene", 8),
    ("biolink:Gene", "biolink:coexpressed_with", "biolink:Gene", 4),
    ("biolink:Gene", "biolink:participates_in", "biolink:BiologicalProcess", 20),
    ("biolink:Gene", "biolink:related_to", "biolink:PhenotypicFeature", 5),
    ("biolink:Gene", "biolink:associated_with", "biolink:Disease", 8),
    ("biolink:SmallMolecule", "biolink:affects", "biolink:Gene", 10),
    ("biolink:SmallMolecule", "biolink:correlated_with", "biolink:Disease", 3),
    ("biolink:SmallMolecule", "biolink:related_to", "biolink:BiologicalProcess", 2),
    ("biolink:Disease", "biolink:has_phenotype", "biolink:PhenotypicFeature", 8),
    ("biolink:Disease", "biolink:related_to", "biolink:Disease", 2),
)
"""Kinds of edges with their weights."""

_SOURCES = ("infores:string", "infores:ctd", "infores:goa")
_HUBS = 2.5
"""Exponent that makes nodes of low numbers the hubs."""


@dataclass(frozen=True, slots=True)
class GeneratedGraph:
    """Folder of the tables, and what they hold."""

    folder: Path
    nodes: int
    edges: int

    @property
    def records(self) -> int:
        """How many records a load reads."""
        return self.nodes + self.edges


def write_graph(folder: Path, nodes: int, edges: int, seed: int = SEED) -> GeneratedGraph:
    """Write ``graph_nodes.tsv`` and ``graph_edges.tsv``: distinct claims, with five properties each."""
    chance = random.Random(seed)
    ids = _ids(nodes)
    with (folder / "graph_nodes.tsv").open("w", encoding="utf-8") as table:
        table.write("id\tcategory\tname\n")
        for category, named in ids.items():
            for id_ in named:
                table.write(f"{id_}\t{category}\t{spell_name(chance)} {id_.rpartition(':')[2]}\n")
    columns = ("id", "subject", "predicate", "object", "primary_knowledge_source", "publications")
    with (folder / "graph_edges.tsv").open("w", encoding="utf-8") as table:
        table.write("\t".join((*columns, "knowledge_level", "agent_type")) + "\n")
        for number, claim in enumerate(_claims(chance, ids, edges)):
            papers = "|".join(f"PMID:{chance.randrange(10**7, 4 * 10**7)}" for _ in range(1 + number % 2))
            cells = (f"uuid:{chance.getrandbits(96):024x}", *claim, papers)
            table.write("\t".join((*cells, "knowledge_assertion", "manual_agent")) + "\n")
    return GeneratedGraph(folder, sum(map(len, ids.values())), edges)


def _ids(nodes: int) -> dict[str, list[str]]:
    return {
        category: [f"{prefix}:{number:07d}" for number in range(1, max(2, round(share * nodes)) + 1)]
        for category, (prefix, share) in _SHARES.items()
    }


def _claims(
    chance: random.Random, ids: dict[str, list[str]], edges: int
) -> Iterator[tuple[str, str, str, str]]:
    """Give distinct claims: subject, predicate, object, source."""
    weights = list(accumulate(kind[-1] for kind in _KINDS))
    seen: set[tuple[str, ...]] = set()
    while len(seen) < edges:
        subject, predicate, object_, _ = chance.choices(_KINDS, cum_weights=weights)[0]
        ends = [
            ids[category][int(len(ids[category]) * chance.random() ** _HUBS)]
            for category in (subject, object_)
        ]
        claim = ends[0], predicate, ends[1], chance.choice(_SOURCES)
        if ends[0] != ends[1] and claim not in seen:
            seen.add(claim)
            yield claim


def spell_name(chance: random.Random) -> str:
    """Draw a name of three syllables."""
    return "".join(chance.choice("bdfgklmnprstvz") + chance.choice("aeiou") for _ in range(3))
