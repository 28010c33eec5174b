"""Gold sentences of questions about loaded articles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bioloom.errors import BioloomError
from bioloom.graph.connection import Graph
from bioloom.retrieval import run_statement
from bioloom_lab.evaluation.span_questions.squad import Article, SpanQuestion


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    """A sentence and the characters of its document's text that it covers."""

    id: str
    text: str
    start: int
    end: int


def sentences_of(graph: Graph, names: Sequence[str]) -> dict[str, dict[str, tuple[PlacedSentence, ...]]]:
    """Give the sentences of documents by their names and ids, in the order of the text.

    A name is an id without the corpus before the colon; unknown names are left out.
    """
    found: dict[str, dict[str, tuple[PlacedSentence, ...]]] = {}
    for row in run_statement(graph, "evaluation/sentences_of", {"names": list(names)}):
        placed = tuple(PlacedSentence(**each) for each in row["sentences"])
        found.setdefault(row["name"], {})[row["document_id"]] = placed
    return found


@dataclass(frozen=True, slots=True)
class AskedArticle:
    """A question with its document in the graph and the ids of the sentences that an answer overlaps."""

    asked: SpanQuestion
    document_id: str
    gold: frozenset[str]

    @property
    def accepted(self) -> tuple[str, ...]:
        """Give the texts of the accepted answers."""
        return tuple(each.text for each in self.asked.answers)


@dataclass(frozen=True, slots=True)
class LoadedQuestions:
    """Questions that have an answer, and the sentences of their documents by document id."""

    questions: tuple[AskedArticle, ...]
    sentences: dict[str, tuple[PlacedSentence, ...]]


def find_gold(graph: Graph, articles: Sequence[Article]) -> LoadedQuestions:
    """Join questions to the sentences of the graph by name of article and place in its text.

    BioloomError if an article is not loaded, or was loaded from another text.
    """
    found = sentences_of(graph, sorted({each.name for each in articles}))
    questions, sentences = [], {}
    for article in articles:
        fitting = {
            document: placed
            for document, placed in found.get(article.name, {}).items()
            if all(article.text[each.start : each.end] == each.text for each in placed)
        }
        if not fitting:
            raise BioloomError(
                f"the graph does not hold the text of {article.name}: load the file first, with: bioloom load"
            )
        document = min(fitting)
        sentences[document] = fitting[document]
        for asked in article.questions:
            gold = {
                each.id
                for each in fitting[document]
                for answer in asked.answers
                if each.start < answer.end and each.end > answer.start
            }
            if gold:
                questions.append(AskedArticle(asked, document, frozenset(gold)))
    if not questions:
        raise BioloomError("no question of the set has an answer in its article")
    return LoadedQuestions(tuple(questions), sentences)
