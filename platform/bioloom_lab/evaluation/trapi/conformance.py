"""Conformance run: ``python -m bioloom_lab.evaluation.trapi.conformance`` validates generated queries.

Asks the graph of the settings, shows each response to the validator, and counts the verdicts.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bioloom.biolink import Biolink, model
from bioloom.exchange.trapi import Bounds, answer_message, read_meta_graph
from bioloom.graph import open_graph
from bioloom.graph.connection import Graph
from bioloom.settings import Settings
from bioloom_lab.evaluation.trapi.offline_validator import ResponseChecker, verdict_codes
from bioloom_lab.evaluation.trapi.query_generation import generate_queries


@dataclass(slots=True)
class ConformanceReport:
    """Queries by shape, how many had results, and verdicts: responses by severity, and by code."""

    shapes: Counter[str] = field(default_factory=Counter)
    answered: int = 0
    results: int = 0
    edges: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)


def check_conformance(
    graph: Graph, biolink: Biolink, folder: Path, *, count: int, results: int = 200
) -> ConformanceReport:
    """Validate the responses to generated queries, and the meta knowledge graph."""
    checker, report = ResponseChecker(folder), ConformanceReport()
    meta = read_meta_graph(graph, biolink)
    checker.validate_meta_graph(meta)

    def answer(body: Mapping[str, Any]) -> Mapping[str, Any]:
        return answer_message(graph, biolink, body, bounds=Bounds(results=results))

    for shape, body in generate_queries(meta, biolink, answer, count=count):
        response = answer(body)
        message = response["message"]
        report.shapes[shape] += 1
        report.answered += bool(message["results"])
        report.results += len(message["results"])
        report.edges += len(message["knowledge_graph"]["edges"])
        codes = verdict_codes(checker.validate(response))
        report.codes.update(codes)
        report.verdicts.update({code.partition(".")[0] for code in codes})
    return report


def main() -> None:
    """Run the check and print the report as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--queries", type=int, default=100, help="how many queries are made")
    parser.add_argument("--results", type=int, default=200, help="most results of one response")
    given = parser.parse_args()
    with open_graph(Settings()) as graph, tempfile.TemporaryDirectory() as folder:
        found = check_conformance(graph, model(), Path(folder), count=given.queries, results=given.results)
    told = {
        "queries": sum(found.shapes.values()),
        "shapes": dict(sorted(found.shapes.items())),
        "with results": found.answered,
        "results": found.results,
        "edges": found.edges,
        "responses by severity": dict(found.verdicts),
        "codes": dict(found.codes.most_common()),
    }
    print(json.dumps(told, indent=2))  # noqa: T201  the report is the output


if __name__ == "__main__":
    main()
