"""`bioloom retrieve` and `bioloom ask`: questions to the graph."""

from enum import Enum
from typing import Annotated

import typer

from bioloom.cli.answer_view import draw_answer, draw_hits
from bioloom.cli.console import Json, notes, out, print_json
from bioloom.cli.terminal_text import span
from bioloom.errors import UsageError
from bioloom.graph import open_graph
from bioloom.question_parsing import parse_question
from bioloom.retrieval import (
    DEFAULT_METHOD,
    METHODS,
    MOST_HITS,
    Filters,
    document_titles,
    retrieve,
    retrieve_assertions,
)
from bioloom.settings import Settings

MethodName = Enum("MethodName", {name: name for name in METHODS}, type=str)  # type: ignore[misc]

Question = Annotated[str, typer.Argument(help="The question, in plain words.")]
Count = Annotated[int, typer.Option("--k", "-k", min=1, max=MOST_HITS, help="How many sentences to find.")]
DEFAULT = MethodName(DEFAULT_METHOD)
Choice = Annotated[MethodName, typer.Option("--method", help="How to rank sentences.")]
Sources = Annotated[
    list[str] | None,
    typer.Option("--source", help="Only this source, an infores CURIE or a corpus. Repeatable."),
]
Documents = Annotated[
    list[str] | None, typer.Option("--document", help="Only this document, by its id. Repeatable.")
]
Confidence = Annotated[
    float, typer.Option(min=0, max=1, help="Leave out what a program extracted with less confidence.")
]


def retrieve_command(
    question: Question,
    method: Choice = DEFAULT,
    k: Count = 10,
    source: Sources = None,
    document: Documents = None,
    min_confidence: Confidence = 0.0,
    literal: Annotated[
        bool, typer.Option("--literal", help="Count mentions by substring, as published to the letter.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Find the sentences, and the assertions, that answer a question."""
    from bioloom.answering import results_json

    if note := parse_question(question).note:
        notes.print(span(f"note: {note}"))
    filters = Filters(tuple(source or ()), tuple(document or ()), min_confidence)
    with open_graph(Settings()) as graph:
        hits = retrieve(graph, question, method=method.value, k=k, filters=filters, literal=literal)
        claims = retrieve_assertions(graph, question, limit=k, filters=filters)
    if as_json:
        print_json(results_json(hits, claims))
    elif hits or claims:
        draw_hits(out, hits, claims)
    else:
        notes.print("nothing in the graph matches the question")


def ask_command(
    question: Question,
    method: Choice = DEFAULT,
    k: Count = 8,
    llm: Annotated[
        bool | None, typer.Option("--llm/--no-llm", help="Let the language model write, or not.")
    ] = None,
    source: Sources = None,
    document: Documents = None,
    min_confidence: Confidence = 0.0,
    federate: Annotated[
        bool,
        typer.Option("--federate", help="Ask other graphs too, over TRAPI: --url or BIOLOOM_FEDERATION."),
    ] = False,
    url: Annotated[
        list[str] | None,
        typer.Option("--url", help="federate: a TRAPI endpoint, instead of BIOLOOM_FEDERATION. Repeatable."),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="federate: ask anew what other graphs were asked before.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Answer a question from the graph, with checked citations."""
    from bioloom.step_reader import prepare_step_reader

    if (url or fresh) and not federate:
        raise UsageError("--url and --fresh belong to --federate: without it no other graph is asked")
    prepare_step_reader()  # while the rest is imported and the database answers
    from bioloom.answering import answer_json, ask
    from bioloom.federation import ASK_SECONDS, open_federation

    settings = Settings()
    others = open_federation(settings, url or (), seconds=ASK_SECONDS, fresh=fresh) if federate else None
    with open_graph(settings) as graph:
        filters = Filters(tuple(source or ()), tuple(document or ()), min_confidence)
        answer = ask(
            graph,
            settings,
            question,
            k=k,
            llm=llm,
            method=method.value,
            filters=filters,
            federation=others,
        )
        cited = sorted({citation.document_id for citation in answer.citations if citation.document_id})
        titles = {} if as_json else document_titles(graph, cited)
    if as_json:
        print_json(answer_json(answer))
    else:
        draw_answer(out, answer, titles)
        for note in answer.notes:
            notes.print(span(f"note: {note}"))
