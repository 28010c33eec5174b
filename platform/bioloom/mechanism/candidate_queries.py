"""Candidates of many questions at once: ten statements, however many questions there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from bioloom.graph.connection import Graph
from bioloom.mechanism.candidates import Asked, Candidate, Claim, Left
from bioloom.mechanism.entity_resolution import without_salt
from bioloom.records import SubgraphNode
from bioloom.retrieval.query_runner import rows
from bioloom.retrieval.sentence_retrieval import edge_of

SHORTEST_ENDING, LONGEST_ENDING = 4, 8
"""Letters of a drug's name that are compared from its end."""

FEWEST_ALIKE = 2
"""Drugs whose names must end alike, before the ending says anything."""

MOST_OF_DISEASE = 40
"""Genes of other drugs against a disease that become candidates, the most frequent first."""

Ask = Callable[..., list[dict[str, Any]]]


def gather(graph: Graph, asked: Sequence[Asked], without: Left | None = None) -> list[list[Candidate]]:
    """Gather the candidates between the drug and the disease of each question, by gene id.

    What a drug is said to act on comes with its edges; a gene that only other drugs lead to has none.
    """
    left = (without or Left()).parameters

    def ask(name: str, **ids: Collection[str]) -> list[dict[str, Any]]:
        if not all(ids.values()):
            return []
        return rows(
            graph, f"mechanism/{name}", {**left, **{slot: sorted(each) for slot, each in ids.items()}}
        )

    drugs = {id_ for one in asked for id_ in one.drugs}
    diseases = {id_ for one in asked for id_ in one.diseases}
    acted_on = _grouped(ask("targets", drugs=drugs), "drug")
    wider = _lists(ask("wider", diseases=diseases), "id", "wider")
    fellows = _Fellows(ask, asked, drugs, wider)
    found = [_candidates(one, acted_on, fellows) for one in asked]
    genes = {id_ for each in found for id_ in each}
    nodes = {row["gene"]: row for row in ask("genes", genes=genes)}
    above = {id_ for each in wider.values() for id_ in each}
    associations = _grouped(ask("associations", genes=genes, diseases=above), "gene")
    sharing = _Sharing(ask, drugs, genes)
    for one, each in zip(asked, found, strict=True):
        kinds = {id_ for disease in one.diseases for id_ in wider.get(disease, ())}
        _describe(each, nodes)
        for candidate in each.values():
            listed = [row for row in associations.get(candidate.id, ()) if row["disease"] in kinds]
            candidate.associations = [_association(candidate, row) for row in listed]
            candidate.by_mechanism = sharing.count(candidate.id, one.drugs)
            candidate.by_class = fellows.of_class(candidate.id, one.drugs)
    return [[each[id_] for id_ in sorted(each) if each[id_].symbol != id_] for each in found]


class _Fellows:
    """Other drugs: against the same disease, of the same class, named alike, with the genes they aim at."""

    def __init__(
        self, ask: Ask, asked: Sequence[Asked], drugs: set[str], wider: Mapping[str, Sequence[str]]
    ) -> None:
        self._wider = wider
        every = {id_ for each in wider.values() for id_ in each}
        self._against = {row["disease"]: row["drugs"] for row in ask("against", diseases=every)}
        self._classes = {row["drug"]: row["fellows"] for row in ask("classes", drugs=drugs)}
        endings = {ending for one in asked if (ending := ending_of(one.name))}
        self._alike = [
            (row["drug"], row["name"])
            for row in ask("named_alike", endings={e[-SHORTEST_ENDING:] for e in endings})
        ]
        listed = {id_ for each in (*self._against.values(), *self._classes.values()) for id_ in each}
        listed |= {drug for drug, _ in self._alike}
        self._aims: dict[str, list[str]] = {row["drug"]: row["genes"] for row in ask("aims", drugs=listed)}

    def of_disease(self, one: Asked) -> dict[str, float]:
        """Give the genes that other drugs against the disease have for targets, with their share."""
        shares = self._against_any(one, one.diseases)
        first = sorted(shares, key=lambda gene: (-shares[gene], gene))[:MOST_OF_DISEASE]
        return {gene: shares[gene] for gene in first}

    def of_wider(self, one: Asked) -> dict[str, float]:
        """Give the same shares for the drugs against what the disease is a kind of, itself included."""
        return self._against_any(one, {id_ for each in one.diseases for id_ in self._wider.get(each, ())})

    def _against_any(self, one: Asked, diseases: Iterable[str]) -> dict[str, float]:
        others = {id_ for disease in diseases for id_ in self._against.get(disease, ())}
        return self._shares(others.difference(one.drugs))

    def named_alike(self, one: Asked) -> dict[str, float]:
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

    def __init__(self, ask: Ask, drugs: set[str], genes: set[str]) -> None:
        self._of = {
            row["drug"]: {text for listed in row["mechanisms"] for text in listed}
            for row in ask("mechanisms", drugs=drugs)
        }
        every = {text for each in self._of.values() for text in each}
        self._acting = _grouped(ask("same_mechanism", genes=genes, mechanisms=every), "gene")

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
    one: Asked, acted_on: Mapping[str, Sequence[Mapping[str, Any]]], fellows: _Fellows
) -> dict[str, Candidate]:
    found: dict[str, Candidate] = {}

    def candidate(gene: str) -> Candidate:
        return found.setdefault(gene, Candidate(gene, SubgraphNode(gene, gene, "biolink:Gene")))

    for drug in one.drugs:
        for row in acted_on.get(drug, ()):
            its = candidate(row["gene"])
            edge = edge_of(row["type"], row["start"], row["end"], row["edge"])
            node = SubgraphNode(drug, row["name"] or drug, "biolink:Drug", "biolink:Drug")
            its.acted_on.append(
                Claim(edge, *((its.node, node) if row["start"] == its.id else (node, its.node)))
            )
    for gene, share in fellows.of_disease(one).items():
        candidate(gene).of_disease = share
    for gene, share in fellows.of_wider(one).items():
        if gene in found:
            found[gene].of_wider = share
    for gene, share in fellows.named_alike(one).items():
        candidate(gene).by_name = share
    return found


def _describe(found: Mapping[str, Candidate], nodes: Mapping[str, Mapping[str, Any]]) -> None:
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


def _own_counts(claims: Iterable[Claim]) -> tuple[int, int, int]:
    """Count the drugs of the question itself as cypher/mechanism/genes.cypher counts all drugs."""
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


def _renamed(claim: Claim, gene: SubgraphNode) -> Claim:
    start, end = (gene if node.id == gene.id else node for node in (claim.start, claim.end))
    return Claim(claim.edge, start, end)


def _association(one: Candidate, row: Mapping[str, Any]) -> Claim:
    edge = edge_of(row["type"], row["start"], row["end"], row["edge"])
    disease = SubgraphNode(
        row["disease"], row["name"] or row["disease"], "biolink:Disease", "biolink:Disease"
    )
    return Claim(edge, *((one.node, disease) if row["start"] == one.id else (disease, one.node)))


def _grouped(listed: Iterable[dict[str, Any]], slot: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in listed:
        found[row[slot]].append(row)
    return dict(found)


def _lists(listed: Iterable[Mapping[str, Any]], slot: str, value: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for row in listed:
        found[row[slot]].append(row[value])
    return dict(found)


def _listed(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple | list) else (str(value),)
