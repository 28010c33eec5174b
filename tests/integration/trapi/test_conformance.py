"""Every response over the demo graph before Translator's own validator, with the pinned Biolink, offline."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic.json_schema import models_json_schema
from reasoner_pydantic import MetaKnowledgeGraph, Query, Response
from reasoner_validator.trapi import TRAPISchemaValidator
from reasoner_validator.validator import TRAPIResponseValidator

from bioloom.biolink import model
from bioloom.exchange.trapi import SCHEMA_VERSION, answer_message, read_meta_graph
from bioloom.graph.connection import Graph
from bioloom_lab.maintenance.biolink_release import open_toolkit

pytestmark = pytest.mark.integration

QUERIES = Path(__file__).parents[2] / "data" / "trapi" / "queries"


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the schema of TRAPI as the models of reasoner-pydantic have it; its name tells the release."""
    _, found = models_json_schema(
        [(kind, "validation") for kind in (Query, Response, MetaKnowledgeGraph)],
        ref_template="#/components/schemas/{model}",
    )
    path = tmp_path_factory.mktemp("schema") / f"trapi_{SCHEMA_VERSION}.yaml"
    path.write_text(yaml.safe_dump({"components": {"schemas": found["$defs"]}}))
    return path


@pytest.fixture(scope="module")
def offline(schema: Path) -> Any:
    """Let the validator use what is installed, and nothing else."""
    toolkit = open_toolkit()
    patch = pytest.MonkeyPatch()
    patch.setattr(
        "reasoner_validator.biolink.get_biolink_model_toolkit", lambda biolink_version=None: toolkit
    )
    patch.setattr(
        "reasoner_validator.validator.get_biolink_model_toolkit", lambda biolink_version=None: toolkit
    )
    patch.setattr(TRAPISchemaValidator, "check_validation_metadata", classmethod(lambda _: None))
    yield str(schema)
    patch.undo()


def check(response: dict[str, Any], schema: str) -> TRAPIResponseValidator:
    """Show a response to the validator, as it comes off the wire."""
    validator = TRAPIResponseValidator(trapi_version=schema, suppress_empty_data_warnings=True)
    validator.check_compliance_of_trapi_response(json.loads(json.dumps(response)))
    return validator


@pytest.mark.parametrize("name", sorted(path.stem for path in QUERIES.glob("*.json")))
def test_a_response_is_compliant(demo_graph: Graph, offline: str, name: str) -> None:
    body = json.loads((QUERIES / f"{name}.json").read_text())
    validator = check(answer_message(demo_graph, model(), body), offline)
    assert not validator.has_critical(), validator.dumps()
    assert not validator.has_errors(), validator.dumps()


def test_the_validator_sees_what_is_wrong(demo_graph: Graph, offline: str) -> None:
    body = json.loads((QUERIES / "14_qualifiers.json").read_text())
    response = answer_message(demo_graph, model(), body)
    edge = next(iter(response["message"]["knowledge_graph"]["edges"].values()))
    edge["predicate"] = "biolink:was_seen_near"
    assert check(response, offline).has_errors()
    response["logs"] = 5
    assert check(response, offline).has_critical()


def test_the_meta_graph_is_valid(demo_graph: Graph, offline: str) -> None:
    validator = TRAPISchemaValidator(trapi_version=offline)
    validator.validate(dict(read_meta_graph(demo_graph, model())), "MetaKnowledgeGraph")
