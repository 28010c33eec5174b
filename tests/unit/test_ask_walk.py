"""The walk of a question to its answer: at most fourteen functions, each called by one before it.

Counted are the functions that hand the question, its evidence or its draft on; what one of them calls to
calculate a number (a feature, a share, a belief) or to arrange its own result is not.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import textwrap
from typing import Any

import pytest

MOST_HOPS = 14

BEGINNING = (
    "bioloom.cli.ask.ask_command",
    "bioloom.answering.pipeline.ask",
    "bioloom.question_parsing.parsed_question.parse_question",
    "bioloom.answering.evidence_gathering.gather_evidence",
)
WALKS = {
    "a question about a step": (
        *BEGINNING,
        "bioloom.retrieval.methods.rank_sentences",
        "bioloom.retrieval.methods.LearnedMethod.rank",
        "bioloom.retrieval.candidates.find_candidates",
        "bioloom.retrieval.query_runner.run_query",
        "bioloom.retrieval.ranking.order_learned",
        "bioloom.retrieval.sentence_lookup.sentences_by_id",
        "bioloom.answering.reader_cascade.ReaderCascade.read",
        "bioloom.answering.protocol_reader.StepReader.read",
        "bioloom.answering.protocol_reader.read_parts",
        "bioloom.answering.citation_verification.verify_parts",
    ),
    "a question about an assertion": (
        *BEGINNING,
        "bioloom.retrieval.assertion_ranking.rank_assertions",
        "bioloom.retrieval.assertion_ranking._rank",
        "bioloom.retrieval.assertion_search.AssertionSearch.find_rows",
        "bioloom.retrieval.assertion_search.AssertionSearch._read",
        "bioloom.retrieval.assertion_search.AssertionSearch._rows",
        "bioloom.retrieval.query_runner.run_query",
        "bioloom.answering.reader_cascade.ReaderCascade.read",
        "bioloom.answering.assertion_reader.AssertionReader.read",
        "bioloom.answering.assertion_reader.read_claims",
        "bioloom.answering.citation_verification.verify_parts",
    ),
    "a question for a gene": (
        *BEGINNING,
        "bioloom.answering.evidence_gathering._with_paths",
        "bioloom.mechanism.gene_ranking.rank_genes",
        "bioloom.mechanism.gene_ranking.link_gene_questions",
        "bioloom.mechanism.entity_resolution.resolve_entities",
        "bioloom.mechanism.candidate_queries.find_gene_candidates",
        "bioloom.retrieval.query_runner.run_query",
        "bioloom.answering.reader_cascade.ReaderCascade.read",
        "bioloom.answering.gene_reader.GeneReader.read",
        "bioloom.answering.gene_reader.read_genes",
        "bioloom.answering.citation_verification.verify_parts",
    ),
}


def function(dotted: str) -> Any:
    """Import a function, or a method of a class, by its dotted name."""
    parts = dotted.split(".")
    depth = -2 if parts[-2][0].isupper() else -1
    found: Any = importlib.import_module(".".join(parts[:depth]))
    for name in parts[depth:]:
        found = getattr(found, name)
    assert callable(found)
    return inspect.unwrap(found)


def called(dotted: str) -> set[str]:
    """Name every function and method that a function calls, wherever in it."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function(dotted))))
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {each.attr if isinstance(each, ast.Attribute) else ast.unparse(each) for each in calls}


@pytest.mark.parametrize("kind", WALKS)
def test_every_hop_is_called_by_one_before_it(kind: str) -> None:
    walk = WALKS[kind]
    assert len(walk) <= MOST_HOPS
    known = called(walk[0])
    for hop in walk[1:]:
        assert hop.rpartition(".")[2] in known, hop
        known |= called(hop)


def test_a_question_is_parsed_in_one_place() -> None:
    parsing = [hop for walk in WALKS.values() for hop in walk if "parse_question" in called(hop)]
    assert set(parsing) == {"bioloom.answering.pipeline.ask"}
