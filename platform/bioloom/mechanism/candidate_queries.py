"""Gene candidates by paths of the graph: two statements, however many questions there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bioloom.graph.connection import Graph
from bioloom.mechanism.candidates import DrugDiseasePair, ExcludedSources, GeneCandidate, PathEdge
from bioloom.mechanism.entity_resolution import without_salt
from bioloom.records import SubgraphNode
from bioloom.retrieval import edge_of, node_of, run_statement

SHORTEST_ENDING, LONGEST_ENDING = 4, 8
"""Letters of a drug's name that are compared from its end."""

FEWEST_ALIKE = 2
"""Drugs whose names must end alike, before the ending says anything."""

MOST_USES = 5
"""Edges between the drug and the disease themselves that are kept."""

MOST_OF_DISEASE = 40
"""Genes of other drugs against a disease that become candidates, the most frequent first."""


@dataclass(frozen=True, slots=True)
class CandidatePaths:
    """The gene candidates of one question, and the edges between its drug and its disease themselves."""

    candidates: tuple[GeneCandidate, ...]
    uses: tuple[PathEdge, ...] = ()


def find_gene_candidates(
    graph: Graph, pairs: Sequence[DrugDiseasePair], without: ExcludedSources | None = None
) -> list[CandidatePaths]:
    """Find the genes between drug and disease of each pair, in the order of their ids, by two statements.

    What a drug is said to act on comes with its edges; a gene that only other drugs lead to has none.
    """
    left = (without or ExcludedSources()).parameters
    drugs = sorted({id_ for one in pairs for id_ in one.drugs})
    diseases = sorted({id_ for one in pairs for id_ in one.diseases})
    endings = sorted({ending[-SHORTEST_ENDING:] for one in pairs if (ending := ending_of(one.name))})
    if not (drugs or diseases or endings):
        return [CandidatePaths(()) for _ in pairs]
    asked = {**left, "drugs": drugs, "diseases": diseases, "endings": endings}
    (paths,) = run_statement(graph, "mechanism/drug_disease_paths", asked)
    acted_on = _grouped(paths["targets"], "drug")
    wider = {id_: [row["wider"] for row in rows] for id_, rows in _grouped(paths["wider"], "id").items()}
    fellows = _Fellows(paths, wider)
    found = [_candidates(one, acted_on, fellows) for one in pairs]
    genes = {id_ for each in found for id_ in each}
    if genes:
        sharing = {text for row in paths["mechanisms"] for listed in row["mechanisms"] for text in listed}
        asked = {
            **left,
            "genes": sorted(genes),
            "diseases": sorted({id_ for each in wider.values() for id_ in each}),
            "mechanisms": sorted(sharing),
        }
        (evidence,) = run_statement(graph, "mechanism/gene_evidence", asked)
        _describe_all(pairs, found, fellows, wider, paths, evidence)
    return [
        CandidatePaths(
            tuple(each[id_] for id_ in sorted(each) if each[id_].symbol != id_), _uses(one, paths["uses"])
        )
        for one, each in zip(pairs, found, strict=True)
    ]


def use_edge(row: Mapping[str, Any]) -> PathEdge:
    """Build the edge of a use: a drug treats, eases or is tried against a disease."""
    edge = edge_of(row["type"], row["start"], row["end"], row["edge"])
    return PathEdge(edge, node_of(row["drug"]), node_of(row["disease"]))


def _uses(one: DrugDiseasePair, rows: Sequence[Mapping[str, Any]]) -> tuple[PathEdge, ...]:
    own = [row for row in rows if row["start"] in one.drugs and row["end"] in one.diseases]
    return tuple(map(use_edge, own[:MOST_USES]))


def _describe_all(
    pairs: Sequence[DrugDiseasePair],
    found: Sequence[Mapping[str, GeneCandidate]],
    fellows: _Fellows,
    wider: Mapping[str, Sequence[str]],
    paths: Mapping[str, Any],
    evidence: Mapping[str, Any],
) -> None:
    """Add to all candidates what the graph knows of their genes."""
    nodes = {row["gene"]: row for row in evidence["genes"]}
    associations = _grouped(evidence["associations"], "gene")
    sharing = _Sharing(paths["mechanisms"], evidence["same_mechanism"])
    for one, each in zip(pairs, found, strict=True):
        kinds = {id_ for disease in one.diseases for id_ in wider.get(disease, ())}
        _describe(each, nodes)
        for candidate in each.values():
            listed = [row for row in associations.get(candidate.id, ()) if row["disease"] in kinds]
            candidate.associations = [
                _edge_of_gene(candidate, row["disease"], "biolink:Disease", row) for row in listed
            ]
            candidate.by_mechanism = sharing.count(candidate.id, one.drugs)
            candidate.by_class = fellows.of_class(candidate.id, one.drugs)


class _Fellows:
    """Other drugs: against the same disease, of the same class, named alike, with the genes they aim at."""

    def __init__(self, paths: Mapping[str, Any], wider: Mapping[str, Sequence[str]]) -> None:
        self._wider = wider
        self._against = {row["disease"]: row["drugs"] for row in paths["against"]}
        self._classes = {row["drug"]: row["fellows"] for row in paths["classes"]}
        self._alike = [(row["drug"], row["name"]) for row in paths["named_alike"]]
        self._aims: dict[str, list[str]] = {row["drug"]: row["genes"] for row in paths["aims"]}

    def of_disease(self, one: DrugDiseasePair) -> dict[str, float]:
        """Give the genes that other drugs against the disease have for targets, with their share."""
        shares = self._against_any(one, one.diseases)
        first = sorted(shares, key=lambda gene: (-shares[gene], gene))[:MOST_OF_DISEASE]
        return {gene: shares[gene] for gene in first}

    def of_wider(self, one: DrugDiseasePair) -> dict[str, float]:
        """Give the same shares for the drugs against what the disease is a kind of, itself included."""
        return self._against_any(one, {id_ for each in one.diseases for id_ in self._wider.get(each, ())})

    def _against_any(self, one: DrugDiseasePair, diseases: Iterable[str]) -> dict[str, float]:
        others = {id_ for disease in diseases for id_ in self._against.get(disease, ())}
        return self._shares(others.difference(one.drugs))

    def named_alike(self, one: DrugDiseasePair) -> dict[str, float]:
        """Give the same for the drugs with the longest ending that at least two other drugs have."""
        last = ending_of(one.name)
        for length in range(len(last), SHORTEST_ENDING - 1, -1):
            alike = {drug for drug, name in self._alike if name.endswith(last[-length:])}
            alike = {drug for drug in alike.difference(one.drugs) if drug in self._aims}
            if len(alike) >= FEWEST_ALIKE:
                return self._shares(alike)
        return {}

    def of_class(self, gene: str, drugs: Sequence[str]) -> int:
        """Count the drugs of the same pharmacologic class that have a gene for a target."""
        fellows = {id_ for drug in drugs for id_ in self._classes.get(drug, ())}
        return sum(gene in self._aims.get(id_, ()) for id_ in fellows.difference(drugs))

    def _shares(self, drugs: Collection[str]) -> dict[str, float]:
        known = [drug for drug in drugs if drug in self._aims]
        counts: dict[str, int] = defaultdict(int)
        for drug in known:
            for gene in self._aims[drug]:
                counts[gene] += 1
        return {gene: count / len(known) for gene, count in counts.items()}


class _Sharing:
    """Which drugs act on which genes by the mechanisms of some drugs."""

    def __init__(
        self, mechanisms: Iterable[Mapping[str, Any]], same_mechanism: Iterable[dict[str, Any]]
    ) -> None:
        self._of = {
            row["drug"]: {text for listed in row["mechanisms"] for text in listed} for row in mechanisms
        }
        self._acting = _grouped(same_mechanism, "gene")

    def count(self, gene: str, drugs: Sequence[str]) -> int:
        """Count other drugs that share a mechanism with a drug and act on a gene."""
        own = {text for drug in drugs for text in self._of.get(drug, ())}
        acting = self._acting.get(gene, ())
        return len(
            {
                row["drug"]
                for row in acting
                if row["drug"] not in drugs and own.intersection(row["mechanisms"])
            }
        )


def ending_of(name: str) -> str:
    """Give the letters of a drug's name that are compared with the ends of others'; empty for short names.

    >>> ending_of("Enalapril maleate"), ending_of("gold")
    ('nalapril', '')
    """
    last = without_salt(name).lower().rpartition(" ")[2]
    return last[-LONGEST_ENDING:] if len(last) > SHORTEST_ENDING and last.isalpha() else ""


def _candidates(
    one: DrugDiseasePair, acted_on: Mapping[str, Sequence[Mapping[str, Any]]], fellows: _Fellows
) -> dict[str, GeneCandidate]:
    found: dict[str, GeneCandidate] = {}

    def candidate(gene: str) -> GeneCandidate:
        return found.setdefault(gene, GeneCandidate(gene, SubgraphNode(gene, gene, "biolink:Gene")))

    for drug in one.drugs:
        for row in acted_on.get(drug, ()):
            its = candidate(row["gene"])
            its.acted_on.append(_edge_of_gene(its, drug, "biolink:Drug", row))
    for gene, share in fellows.of_disease(one).items():
        candidate(gene).of_disease = share
    for gene, share in fellows.of_wider(one).items():
        if gene in found:
            found[gene].of_wider = share
    for gene, share in fellows.named_alike(one).items():
        candidate(gene).by_name = share
    return found


def _describe(found: Mapping[str, GeneCandidate], nodes: Mapping[str, Mapping[str, Any]]) -> None:
    """Name the genes, and count the other drugs that act on them."""
    for id_, one in found.items():
        row = nodes.get(id_)
        if row is None or not row["name"]:
            continue
        category = (row["category"] or ["biolink:Gene"])[0]
        synonyms = {"synonym": tuple(row["synonym"])} if row["synonym"] else {}
        one.node = SubgraphNode(id_, row["name"], category, category, synonyms)
        one.acted_on = [_renamed(claim, one.node) for claim in one.acted_on]
        own = _own_counts(one.acted_on)
        one.known, one.aimed, one.handled = (
            max(0, row[slot] - count) for slot, count in zip(("known", "aimed", "handled"), own, strict=True)
        )


def _own_counts(claims: Iterable[PathEdge]) -> tuple[int, int, int]:
    """Count the drugs of the question itself as cypher/mechanism/gene_evidence.cypher counts all drugs."""
    said: dict[str, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for claim in claims:
        drug = (
            claim.edge.subject
            if claim.end.id == claim.edge.object and claim.start.type == "biolink:Drug"
            else claim.edge.object
        )
        properties = claim.edge.properties
        if "roles" in properties:
            said[drug][0].update(_listed(properties["roles"]))
            said[drug][1].update(_listed(properties.get("known_action", ())))
    aimed = [known for roles, known in said.values() if "target" in roles]
    return sum("yes" in known for known in aimed), len(aimed), len(said) - len(aimed)


def _renamed(claim: PathEdge, gene: SubgraphNode) -> PathEdge:
    start, end = (gene if node.id == gene.id else node for node in (claim.start, claim.end))
    return PathEdge(claim.edge, start, end)


def _edge_of_gene(gene: GeneCandidate, id_: str, category: str, row: Mapping[str, Any]) -> PathEdge:
    """Build the edge of a row between a gene and another node, in whichever direction."""
    edge = edge_of(row["type"], row["start"], row["end"], row["edge"])
    other = SubgraphNode(id_, row["name"] or id_, category, category)
    return PathEdge(edge, *((gene.node, other) if row["start"] == gene.id else (other, gene.node)))


def _grouped(listed: Iterable[dict[str, Any]], slot: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in listed:
        found[row[slot]].append(row)
    return dict(found)


def _listed(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple | list) else (str(value),)
