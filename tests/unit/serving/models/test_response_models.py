"""What the service answers with has the fields that /openapi.json describes, no more and no fewer."""

import json
from dataclasses import asdict
from typing import Any

import pytest
from pydantic import BaseModel

from bioloom.answering import answer_json, results_json
from bioloom.checking.findings import CheckReport, Finding, Involved
from bioloom.checking.rules import Severity
from bioloom.pipeline.edge_explanation import EdgeExplanation, MappingReason, StatingLoad, StatingSentence
from bioloom.pipeline.load_worker import RejectedLine
from bioloom.records import Answer, AnswerPart, Citation, Evidence, EvidenceEdge, Subgraph, SubgraphNode
from bioloom.retrieval.document_views import ActionOrder, DocumentEntry, MarkedMention
from bioloom.serving.jobs.load_queue import UploadJob
from bioloom.serving.models.document_response_models import (
    CheckOut,
    DocumentsOut,
    JobOut,
    MarkedOut,
    OrderOut,
)
from bioloom.serving.models.response_models import AnswerOut, ExplanationOut, HitsOut

NODES = (SubgraphNode("a", "A", "biolink:Drug"), SubgraphNode("b", "B", "biolink:Disease", "biolink:Disease"))
LINES = (EvidenceEdge("e", "a", "biolink:treats", "b", properties={"publications": ("P:1",)}),)
GRAPH = Subgraph(NODES, LINES)
PIECE = Evidence("A treats B.", 0.5, assertion_id="e", source="infores:x", matched=("a",), subgraph=GRAPH)
HIT = Evidence("Spin.", 0.5, "d#1", "d", subgraph=GRAPH)
PART = AnswerPart("q", "B", False, 1.0)
WHY = MappingReason("cures", "x", True)
SENTENCE = StatingSentence("d#1", "A treats B.", "d", "d.txt")
LOAD = StatingLoad("l", "s", "kgx", "now")
EDGE = EdgeExplanation("e", ("a", "A"), "biolink:treats", ("b", "B"), {}, WHY, (SENTENCE,), (LOAD,))
SENT: list[tuple[type[BaseModel], dict[str, Any]]] = [
    (AnswerOut, answer_json(Answer("q", "B", False, 1.0, (Citation.of(PIECE, 1),), GRAPH, parts=(PART,)))),
    (HitsOut, results_json([HIT], [PIECE])),
    (JobOut, asdict(UploadJob("j", "a.txt", "local", 90.0, rejects=(RejectedLine("R", 1, "why"),)))),
    (DocumentsOut, {"items": [asdict(DocumentEntry("d", "D", None, 3))], "total": 1, "next": None}),
    (MarkedOut, asdict(MarkedMention("m", "tube", "Device", None, 0, 4, {"id": "X:1", "name": "tube"}))),
    (OrderOut, asdict(ActionOrder("a", "next_step", "b", False))),
    (ExplanationOut, asdict(EDGE)),
]


@pytest.mark.parametrize(("model", "sent"), SENT, ids=lambda each: getattr(each, "__name__", ""))
def test_an_answer_has_the_fields_of_its_model(model: type[BaseModel], sent: dict[str, Any]) -> None:
    given = json.loads(json.dumps(sent))
    described = model.model_validate(given).model_dump(mode="json")
    assert described == given, (
        f"what is sent has other fields than {model.__name__}: write them in {model.__module__} and, for an "
        "answer or a hit, in bioloom.answering.json_schema; docs/architecture.md says what else"
    )


def test_a_check_has_the_fields_of_its_model_where_they_are_stated() -> None:
    mention = Involved("m", "Spin", "Verb", "d#1", 0, 4)
    finding = Finding("r", Severity("note"), "odd", "d", "d#1", 1, "Spin.", (mention,))
    given = json.loads(json.dumps(CheckReport("d", "D", 1, 1, ("r",), (finding,)).as_json()))
    assert (
        CheckOut.model_validate(given).model_dump(mode="json", exclude_none=True) | {"extractor": None}
        == given
    )
