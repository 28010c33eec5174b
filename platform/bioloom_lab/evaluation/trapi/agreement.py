"""Agreement run: ``python -m bioloom_lab.evaluation.trapi.agreement FOLDER``, TRAPI beside Cypher by hand.

Each request of the folder (`NAME.json`) is answered from the graph of the settings, and compared with what
the query beside it (`NAME.cypher`) finds: one column a query node and a query edge.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bioloom.biolink import model
from bioloom.exchange.trapi import Bounds, answer_message
from bioloom.graph import open_graph
from bioloom.graph.connection import Graph
from bioloom.settings import Settings

Bound = dict[tuple[str, ...], dict[str, set[str]]]
_ALL = Bounds(results=10**6, rows=10**6, seconds=300.0)


def answers(response: Mapping[str, Any]) -> Bound:
    """Give the claims that are or support the edges bound to each query edge, by the entities bound."""
    found: Bound = {}
    for result in response["message"]["results"]:
        (analysis,) = result["analyses"]
        nodes = tuple(binding["id"] for (binding,) in result["node_bindings"].values())
        if nodes in found:
            raise ValueError(f"two results for {nodes}; results with the same entities are one")
        found[nodes] = {
            key: {claim for binding in bindings for claim in claims_of(response, binding["id"])}
            for key, bindings in analysis["edge_bindings"].items()
        }
    return found


def support_of(response: Mapping[str, Any], edge: str) -> list[list[str]]:
    """Give the edges of each support graph of an edge."""
    message = response["message"]
    attributes = message["knowledge_graph"]["edges"][edge]["attributes"]
    graphs = [one["value"] for one in attributes if one["attribute_type_id"] == "biolink:support_graphs"]
    return [message["auxiliary_graphs"][graph]["edges"] for value in graphs for graph in value]


def claims_of(response: Mapping[str, Any], edge: str) -> list[str]:
    """Give the claims behind a bound edge: itself, or the first edge of each of its support graphs."""
    return [edges[0] for edges in support_of(response, edge)] or [edge]


def by_hand(graph: Graph, cypher: str, query: Mapping[str, Any]) -> Bound:
    """Run the query written by hand and group its rows in the same way."""
    found: Bound = defaultdict(lambda: {key: set() for key in query["edges"]})
    with graph.session(read=True) as session:
        for row in session.run(cypher):
            edges = found[tuple(row[key] for key in query["nodes"])]
            for key in query["edges"]:
                edges[key].add(row[key])
    return dict(found)


def main() -> None:
    """Compare every pair of the folder and print a line of JSON each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    with open_graph(Settings()) as graph:
        for path in sorted(given.folder.glob("*.json")):
            begun = time.perf_counter()
            response = answer_message(graph, model(), json.loads(path.read_text()), bounds=_ALL)
            took, found = time.perf_counter() - begun, answers(response)
            wanted = by_hand(
                graph, path.with_suffix(".cypher").read_text(), response["message"]["query_graph"]
            )
            told = {"query": path.stem, "equal": found == wanted, "results": len(found)}
            told |= {"by hand": len(wanted), "seconds": round(took, 2)}
            print(json.dumps(told), flush=True)  # noqa: T201  the report is the output


if __name__ == "__main__":
    main()
