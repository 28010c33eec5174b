"""Statements of the program over the whole graph: what the database holds does not grow with the graph.

A statement that sorts or groups all nodes or edges is stopped, or ends the server, where the graph is large
enough. PROFILE states what a statement held at its peak; a graph ten times as large must not need more.
"""

import pytest

from bioloom import resources
from bioloom.graph.connection import Graph
from bioloom.graph.schema import apply_schema
from bioloom.graph.statements import statement

pytestmark = pytest.mark.integration

_MINTED = "bioloom:"
_PAGE = {"after": "", "most": 200}
_ENTITY, _TYPE = "biolink:NamedThing", "biolink:related_to"

WHOLE_GRAPH: list[tuple[str, dict[str, str], dict[str, object]]] = [
    ("exchange/entities", {}, _PAGE | {"ids": None}),
    ("exchange/mentions", {}, _PAGE | {"ids": ["grown:1#T1"]}),
    ("exchange/edges", {"type": _TYPE, "end": _ENTITY, "any_ends": _ENTITY}, _PAGE | {"sources": []}),
    ("exchange/node_slots", {"end": _ENTITY}, {}),
    ("exchange/edge_slots", {"type": _TYPE, "end": _ENTITY}, {}),
    ("exchange/count_nodes", {"end": _ENTITY}, {}),
    ("exchange/count_edges", {"type": _TYPE}, {}),
    ("digest/nodes", {}, {}),
    ("digest/edges", {}, {"source": None, "load": None}),
    ("digest/edges", {}, {"source": "infores:grown", "load": None}),
    ("digest/edges", {}, {"source": None, "load": "grown"}),
    ("digest/documents", {}, {"source": "infores:grown", "load": None}),
    ("identity/minted_nodes", {}, {"minted": _MINTED}),
    ("identity/minted_decisions", {}, {"minted": _MINTED}),
    ("identity/unsettled", {}, {"minted": _MINTED}),
    ("names/unkeyed", {}, {}),
    ("overview/counts", {}, {}),
    ("overview/document_sources", {}, {}),
    ("overview/statement_sources", {}, {}),
    ("trapi/meta_nodes", {}, {}),
    ("trapi/meta_mentions", {}, {}),
    ("trapi/meta_mention_edges", {"type": _TYPE}, {"slots": ["qualified_predicate"]}),
    ("trapi/meta_edges", {"type": _TYPE}, {"slots": ["qualified_predicate"]}),
    ("vectors/count", {}, {"encoder": "none"}),
    ("vectors/without", {}, {"encoder": "none", "after": "", "limit": 100}),
    ("withdraw/find_edges", {}, {"source": "infores:grown"}),
    ("withdraw/find_held", {}, {"loads": ["grown"], "minted": _MINTED}),
    ("withdraw/find_unsupported", {}, {"loads": ["grown"]}),
    ("withdraw/count_documents", {}, {"source": None, "load": "grown."}),
    ("withdraw/count_edges", {}, {"source": None, "load": "grown."}),
    ("withdraw/going_entities", {}, {"source": None, "load": "grown.", "loads": ["grown"]}),
    ("withdraw/count_shared", {}, {"load": "grown."}),
    ("withdraw/stating_others", {}, {"ids": ["grown", "none"], "source": "infores:grown"}),
    ("withdraw/still_stating", {}, {"ids": ["grown", "none"]}),
    ("withdraw/source_loads", {}, {"source": "infores:grown"}),
    ("browse/documents", {}, {"after": "", "limit": 20, "words": ["a"], "kind": None}),
    ("browse/count_documents", {}, {"words": ["a"], "kind": None}),
]
for _path in resources.names("cypher", "validate", ".cypher"):
    WHOLE_GRAPH.append((_path.removesuffix(".cypher"), {}, {"guarded": []}))
    WHOLE_GRAPH.append((_path.removesuffix(".cypher"), {}, {"guarded": [_TYPE]}))

_STALE: dict[str, object] = {
    "earlier": "grown.",
    "current": "grown.2.",
    "named": "minted.",
    "minted": _MINTED,
}
WHOLE_GRAPH += [(f"stale/find_{kind}", {}, _STALE) for kind in ("documents", "edges", "entities", "held")]
_GROWN = """
UNWIND range($first, $last) AS n
CREATE (d:Document {id: 'grown:' + n, title: 't' + n, sentences: 1, primary_knowledge_source: 'infores:grown',
  record_hash: 'grown.1.' + n})
CREATE (d)-[:HAS_SENTENCE]->(s:Sentence {id: 'grown:' + n + '#s0', index: 0, text: 'gout', start: 0, end: 4})
CREATE (s)<-[:IN_SENTENCE]-(m:Mention {id: 'grown:' + n + '#T1', name: 'gout', start: 0, end: 4})
CREATE (m)-[:DENOTES]->(one:`biolink:NamedThing` {id: 'X:' + n, category: ['biolink:NamedThing'],
  name: 'one' + n, record_hash: ['grown.1.' + n]})
CREATE (one)-[:`biolink:related_to` {id: 'e' + n, subject: 'X:' + n, predicate: 'biolink:related_to',
  object: 'Y:' + n, primary_knowledge_source: 'infores:grown', record_hash: ['grown.1.' + n]}]->
  (:`biolink:NamedThing` {id: 'Y:' + n, category: ['biolink:NamedThing'], record_hash: ['grown.1.' + n]})
CREATE (:`biolink:NamedThing` {id: 'bioloom:' + n, name: 'other' + n, record_hash: ['minted.' + n]})
CREATE (:Identity {id: 'X:' + n, canonical: 'Z:' + n})
"""
_SMALL, _LARGE = 500, 5_000


def _profile(graph: Graph) -> dict[str, int]:
    held: dict[str, int] = {}
    with graph.session(read=True) as session:
        for number, (name, identifiers, parameters) in enumerate(WHOLE_GRAPH):
            result = session.run(f"PROFILE {statement(name, **identifiers)}", parameters)
            for _ in result:
                pass
            profile = result.consume().profile
            assert profile is not None
            held[f"{number} {name}"] = int(profile["args"].get("GlobalMemory", 0))
    return held


def test_memory_of_whole_graph_statements_stays_flat(graph: Graph) -> None:
    apply_schema(graph)
    with graph.session() as session:
        session.run(statement("write/unique_edge_ids", constraint=f"edge_id {_TYPE}", type=_TYPE)).consume()
        session.run(_GROWN, first=1, last=_SMALL).consume()
        small = _profile(graph)
        session.run(_GROWN, first=_SMALL + 1, last=_LARGE).consume()
        large = _profile(graph)
    growing = {name: (held, large[name]) for name, held in small.items() if large[name] > held * 2 + 100_000}
    assert growing == {}
    assert len(small) == len(WHOLE_GRAPH)
