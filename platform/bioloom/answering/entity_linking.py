"""The two entities that a mechanism question names, by the ids under which another graph may know them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bioloom.biolink import prefix_map
from bioloom.federation import Ends
from bioloom.graph.connection import Graph
from bioloom.mechanism import read_drug_question, read_mechanism_question
from bioloom.mechanism.drug_question import read_metabolite_question
from bioloom.mechanism.entity_resolution import Found, find_diseases, find_drugs, find_processes
from bioloom.retrieval import holdings

MOST_IDS = 10
"""Ids of one end that are sent."""

_OWN = "https://w3id.org/bioloom/"
_CURIE = re.compile(r"[A-Za-z][\w.-]*:[^\s:][^\s]*")
_Find = Callable[[Graph, Sequence[tuple[str, Sequence[str]]]], list[Found]]


@dataclass(frozen=True, slots=True)
class NamedEnds:
    """What is asked for (gene, metabolite, drug), what the question calls both ends, and their public ids."""

    kind: str
    names: tuple[str, str]
    ids: Ends

    @property
    def unknown(self) -> tuple[str, ...]:
        """The ends that have no id that another graph could know."""
        return tuple(name for name, ids in zip(self.names, self.ids, strict=True) if not ids)


def read_ends(graph: Graph, question: str) -> NamedEnds | None:
    """Read both ends off a question and find them in the graph; None if it asks for no mechanism.

    An end that is written as a CURIE is asked for as it stands, also where the graph does not know it.
    """
    if (gene := read_mechanism_question(question)) is not None:
        return _found(graph, "gene", (gene.drug, find_drugs), (gene.disease, find_diseases))
    if (metabolite := read_metabolite_question(question)) is not None:
        return _found(graph, "metabolite", (metabolite.drug, find_drugs), (metabolite.disease, find_diseases))
    if (drug := read_drug_question(question)) is not None:
        return _found(graph, "drug", (drug.disease, find_diseases), (drug.process, find_processes))
    return None


def public(ids: Sequence[str]) -> tuple[str, ...]:
    """Keep the ids of registered vocabularies: a local one tells others nothing and is not theirs to know.

    >>> public(["bioloom:aspirin", "DRUGBANK:DB00945", "our-lab:17"])
    ('DRUGBANK:DB00945',)
    """
    iris = prefix_map()
    kept = (id_ for id_ in ids if not iris.get(id_.partition(":")[0], _OWN).startswith(_OWN))
    return tuple(dict.fromkeys(kept))[:MOST_IDS]


def _found(graph: Graph, kind: str, *ends: tuple[str, _Find]) -> NamedEnds:
    empty = not any(holdings(graph))
    ids = []
    for name, find in ends:
        written = (name,) if _CURIE.fullmatch(name) else ()
        known = () if empty else find(graph, [(name, written)])[0].ids
        ids.append(public((*written, *known)))
    return NamedEnds(kind, (ends[0][0], ends[1][0]), (ids[0], ids[1]))
