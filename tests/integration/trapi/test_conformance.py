"""Every response over the demo graph before Translator's own validator, with the pinned Biolink, offline."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bioloom.biolink import model
from bioloom.exchange.trapi import answer_message, read_meta_graph
from bioloom.graph.connection import Graph
from bioloom_lab.evaluation.trapi.conformance import check_conformance
from bioloom_lab.evaluation.trapi.offline_validator import ResponseChecker, verdict_codes

pytestmark = pytest.mark.integration

QUERIES = Path(__file__).parents[2] / "data" / "trapi" / "queries"


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> ResponseChecker:
    return ResponseChecker(tmp_path_factory.mktemp("schema"))


@pytest.mark.parametrize("name", sorted(path.stem for path in QUERIES.glob("*.json")))
def test_a_response_is_compliant(demo_graph: Graph, checker: ResponseChecker, name: str) -> None:
    body = json.loads((QUERIES / f"{name}.json").read_text())
    validator = checker.validate(answer_message(demo_graph, model(), body))
    assert not validator.has_critical(), validator.dumps()
    assert not validator.has_errors(), validator.dumps()


def test_the_validator_sees_what_is_wrong(demo_graph: Graph, checker: ResponseChecker) -> None:
    body = json.loads((QUERIES / "14_qualifiers.json").read_text())
    response = answer_message(demo_graph, model(), body)
    edge = next(iter(response["message"]["knowledge_graph"]["edges"].values()))
    edge["predicate"] = "biolink:was_seen_near"
    broken = checker.validate(response)
    assert broken.has_errors()
    assert "error.knowledge_graph.edge.predicate.unknown" in verdict_codes(broken)
    response["logs"] = 5
    assert checker.validate(response).has_critical()


def test_the_meta_graph_is_valid(demo_graph: Graph, checker: ResponseChecker) -> None:
    checker.validate_meta_graph(read_meta_graph(demo_graph, model()))


def test_generated_queries_of_all_shapes_are_compliant(demo_graph: Graph, tmp_path: Path) -> None:
    found = check_conformance(demo_graph, model(), tmp_path, count=18, results=50)
    assert sum(found.shapes.values()) == 18
    assert len(found.shapes) >= 7
    assert found.answered >= 9
    assert not {"critical", "error"} & found.verdicts.keys(), found.codes
