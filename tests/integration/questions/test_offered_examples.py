"""Questions that the page offers are about things; those that name nothing are refused."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

from bioloom.answering import ask
from bioloom.graph.connection import Endpoint, connect
from bioloom.graph.statements import statement
from bioloom.settings import Settings

pytestmark = pytest.mark.integration

_STEP = """
CREATE (:Document {id: $document, title: $document})
CREATE (verb:Mention {id: $document + '#v', name: $verb + ' ' + $document, native_type: 'verb',
  sentence_id: $document + '#s', document_id: $document})
CREATE (verb)-[:`biolink:related_to` {original_predicate: 'have_parameter'}]->(:Mention {id: $document + '#t',
  name: '37 °C', native_type: 'temperature', si_value: 310.15, sentence_id: $document + '#s',
  document_id: $document})
CREATE (:Mention {id: $document + '#o', name: $thing, native_type: $type, sentence_id: $document + '#s',
  document_id: $document})-[:`biolink:related_to` {original_predicate: 'is_object_of'}]->(verb)
"""


@pytest.fixture
def steps(server: Endpoint) -> Iterator[neo4j.Transaction]:
    """Write steps whose objects are things and words; nothing of it is committed."""
    with connect(server) as graph, graph.session() as session, session.begin_transaction() as transaction:
        objects = {
            "offered ligase": "protein",
            "temperature": "temperature",
            "incubation time": "time",
            "room data": "data",
            "dark chamber": "environment",
            "third tube": "position",
            "all ligase": "protein",
            "veterinarian": "protein",
        }
        for number, (thing, type_) in enumerate(objects.items()):
            document = "offered " + "abcdefgh"[number]
            verb = "Inform" if thing == "veterinarian" else "Incubate"
            transaction.run(_STEP, document=document, thing=thing, type=type_, verb=verb).consume()
        yield transaction
        transaction.rollback()


def test_examples_ask_about_things_only(steps: neo4j.Transaction) -> None:
    found: list[dict[str, Any]] = steps.run(
        statement("overview/stated_values"),
        {"kinds": ["temperature"], "verbs": ["incubate"], "read": 1_000_000, "limit": 1_000},
    ).data()
    offered = {row["thing"] for row in found if str(row["about"]).startswith("offered ")}
    assert offered == {"offered ligase"}
    assert not any(row["thing"] in {"temperature", "time"} for row in found)


@pytest.mark.parametrize("question", ["a b", "b c d", "x", "E?"])
def test_a_question_of_single_letters_is_refused(server: Endpoint, tmp_path: Path, question: str) -> None:
    with connect(server) as graph:
        answer = ask(graph, Settings(home=tmp_path, llm_url=None), question, llm=False)
    assert answer.abstained
    assert answer.answer.startswith("The question was not understood")
    assert not answer.citations
