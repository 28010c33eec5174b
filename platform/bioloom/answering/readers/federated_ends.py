"""Ends of a mechanism question for other graphs: the public ids of the two entities that it names."""

import re
from collections.abc import Sequence

from bioloom.answering.readers.reading_context import NamedEnds
from bioloom.biolink import prefix_map
from bioloom.graph.connection import Graph
from bioloom.mechanism import EntityKind, EntityName, resolve_entities
from bioloom.question_parsing import ParsedQuestion

MOST_IDS = 10
"""Ids of one end that are sent."""

_OWN = "https://w3id.org/bioloom/"
_CURIE = re.compile(r"[A-Za-z][\w.-]*:[^\s:][^\s]*")


def link_ends(graph: Graph, question: ParsedQuestion) -> NamedEnds | None:
    """Find both ends of a mechanism question in the graph; None if it asks for no mechanism.

    An end that is written as a CURIE is asked for as it stands, also where the graph does not know it.
    """
    if (gene := question.gene) is not None:
        return _linked(graph, "gene", _named("drug", gene.drug), _named("disease", gene.disease))
    if (metabolite := question.metabolite) is not None:
        return _linked(
            graph, "metabolite", _named("drug", metabolite.drug), _named("disease", metabolite.disease)
        )
    if (drug := question.drug) is not None:
        return _linked(graph, "drug", _named("disease", drug.disease), _named("process", drug.process))
    return None


def public(ids: Sequence[str]) -> tuple[str, ...]:
    """Keep the ids of registered vocabularies: a local one tells others nothing and is not theirs to know.

    >>> public(["bioloom:aspirin", "DRUGBANK:DB00945", "our-lab:17"])
    ('DRUGBANK:DB00945',)
    """
    iris = prefix_map()
    kept = (id_ for id_ in ids if not iris.get(id_.partition(":")[0], _OWN).startswith(_OWN))
    return tuple(dict.fromkeys(kept))[:MOST_IDS]


def _named(kind: EntityKind, name: str) -> EntityName:
    return EntityName(kind, name, (name,) if _CURIE.fullmatch(name) else ())


def _linked(graph: Graph, kind: str, one: EntityName, other: EntityName) -> NamedEnds:
    found = resolve_entities(graph, [one, other])
    first, second = (public((*end.ids, *each.ids)) for end, each in zip((one, other), found, strict=True))
    return NamedEnds(kind, (one.name, other.name), (first, second))
