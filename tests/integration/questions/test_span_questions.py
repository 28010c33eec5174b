"""Questions about articles: written without them, then asked of the graph."""

from __future__ import annotations

from pathlib import Path

import pytest

from bioloom.biolink import model
from bioloom.errors import BioloomError
from bioloom.graph.connection import Graph
from bioloom.graph.schema import apply_schema
from bioloom.graph.writing.pending_batch import PendingBatch
from bioloom.graph.writing.writer import Writer
from bioloom.loading import loader_for
from bioloom.records import AnnotatedDocument, LoadOptions, StandardDocument
from bioloom.retrieval.methods import LearnedMethod
from bioloom_lab.evaluation.span_questions.gold import find_gold
from bioloom_lab.evaluation.span_questions.ranking import rank_unseen
from bioloom_lab.evaluation.span_questions.squad import read_squad
from bioloom_lab.evaluation.span_questions.suite import evaluate_span_questions
from leased_graph import leased

pytestmark = pytest.mark.integration


@pytest.fixture
def sample(data: Path) -> Path:
    return data / "squad" / "sample.json"


@pytest.fixture
def articles(graph: Graph, sample: Path) -> Graph:
    records = loader_for(sample, "squad").records(sample, LoadOptions())
    read = [record for record in records if isinstance(record, AnnotatedDocument)]
    with leased(graph) as held:
        writer = Writer(held, model())
        writer.write(
            PendingBatch(documents=tuple(StandardDocument(each.document, each.sentences) for each in read))
        )
        writer.finish()
    return graph


def test_loaded_articles_answer_their_questions(articles: Graph, sample: Path) -> None:
    found = evaluate_span_questions(articles, read_squad(sample), methods=("bm25",), method="rerank")
    assert (found.n, found.articles) == (5, 2)
    assert found.methods["bm25"]["hit@10"].value == 1.0
    assert found.within["rerank"]["hit@10"].value == 1.0
    assert found.answers["best sentence"]["f1, closed"].value > 0
    assert set(found.against) == {"rerank", "rerank, within"}

    loaded = find_gold(articles, read_squad(sample))
    places = {each.id: each for placed in loaded.sentences.values() for each in placed}
    for one in loaded.questions:
        assert any(answer in places[each].text for answer in one.accepted for each in one.gold)
    whole, within = rank_unseen(
        articles, loaded.questions, LearnedMethod("rerank"), depth=3, step=lambda: None
    )
    assert all(each for each in whole)
    for one, each in zip(loaded.questions, within, strict=True):
        assert {sentence.id.partition("#")[0] for sentence in each} == {one.document_id}


def test_articles_that_are_not_loaded_are_named(graph: Graph, sample: Path) -> None:
    apply_schema(graph)
    with pytest.raises(BioloomError, match="bioloom load"):
        evaluate_span_questions(graph, read_squad(sample), method="bm25", methods=("bm25",))
