"""bioloom retrieve, ask and eval: questions to the graph."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from bioloom.cli.console import Json, notes, out, print_json
from bioloom.cli.drawing import draw_answer, draw_hits
from bioloom.cli.plain import span
from bioloom.errors import UsageError
from bioloom.graph.opening import open_graph
from bioloom.retrieval import DEFAULT_METHOD, METHODS, document_titles, retrieve, retrieve_assertions, word
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.evaluation import Estimate

MethodName = Enum("MethodName", {name: name for name in METHODS}, type=str)  # type: ignore[misc]
Suite = Enum("Suite", {"retrieval": "retrieval", "answers": "answers"}, type=str)

Question = Annotated[str, typer.Argument(help="The question, in plain words.", show_default=False)]
Count = Annotated[int, typer.Option("--k", "-k", min=1, max=1000, help="How many sentences to find.")]
DEFAULT = MethodName(DEFAULT_METHOD)
Choice = Annotated[MethodName, typer.Option("--method", help="How to rank sentences.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command("retrieve")(retrieve_command)
    app.command("ask")(ask_command)
    app.command("eval")(eval_command)


def retrieve_command(
    question: Question,
    method: Choice = DEFAULT,
    k: Count = 10,
    corpus: Annotated[str | None, typer.Option(help="Only documents of this corpus.")] = None,
    document: Annotated[str | None, typer.Option(help="Only this document, by its id.")] = None,
    literal: Annotated[
        bool, typer.Option("--literal", help="Count mentions by substring, as published to the letter.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Find the sentences, and the assertions, that answer a question."""
    from bioloom.answering import results_json

    _note(question)
    with open_graph(Settings()) as graph:
        hits = retrieve(
            graph, question, method=method.value, k=k, corpus=corpus, document=document, literal=literal
        )
        claims = () if corpus or document else retrieve_assertions(graph, question, limit=k)
    if as_json:
        print_json(results_json(hits, claims))
    elif hits or claims:
        draw_hits(out, hits, claims)
    else:
        notes.print("nothing in the graph matches the question")


def ask_command(
    question: Question,
    k: Count = 8,
    llm: Annotated[
        bool | None,
        typer.Option("--llm/--no-llm", help="Let the language model write, or not.", show_default=False),
    ] = None,
    as_json: Json = False,
) -> None:
    """Answer a question from the graph, with checked citations."""
    from bioloom.answering import answer_json, ask

    _note(question)
    settings = Settings()
    with open_graph(settings) as graph:
        answer = ask(graph, settings, question, k=k, llm=llm)
        cited = sorted({citation.document_id for citation in answer.citations if citation.document_id})
        titles = {} if as_json else document_titles(graph, cited)
    if as_json:
        print_json(answer_json(answer))
    else:
        draw_answer(out, answer, titles)


def _note(question: str) -> None:
    """Say on standard error what of a very long question was not searched."""
    if note := word(question).note:
        notes.print(span(f"note: {note}"))


def eval_command(
    suite: Annotated[Suite, typer.Argument(help="What to measure.")],
    data: Annotated[list[Path], typer.Option(help="A question set (JSON lines); may be given again.")],
    as_json: Json = False,
) -> None:
    """Measure retrieval or answering on questions with known answers, against the graph that is loaded."""
    from bioloom.evaluation import evaluate_answers, evaluate_retrieval, read_questions

    questions = tuple(question for path in data for question in read_questions(path))
    settings = Settings()
    with (
        open_graph(settings) as graph,
        notes.status(f"{suite.value} on {len(questions)} questions") as status,
    ):

        def show(done: int, total: int) -> None:
            status.update(f"{suite.value}: {done} of {total}")

        if suite is Suite["retrieval"]:
            scores = evaluate_retrieval(graph, questions, on_progress=show)
            rows = {score.method: score.metrics for score in scores}
            differences = {score.method: score.against_bm25 for score in scores}
        elif suite is Suite["answers"]:
            found = evaluate_answers(graph, settings, questions, on_progress=show)
            rows = {
                "ask": {
                    "answered": found.answered,
                    "right_of_answered": found.right_of_answered,
                    "refused_of_unanswerable": found.refused_of_unanswerable,
                }
            }
            differences = {}
        else:
            raise UsageError(f"there is no suite {suite.value!r}")
    if as_json:
        print_json(
            {
                "suite": suite.value,
                "data": [str(path) for path in data],
                "n": len(questions),
                "metrics": {name: _numbers(metrics) for name, metrics in rows.items()},
                "against_bm25": {name: _numbers(metrics) for name, metrics in differences.items() if metrics},
                "published": [],
            }
        )
        return
    out.print(_table(f"{suite.value}, n = {len(questions)}", rows))
    if any(differences.values()):
        shown = {name: metrics for name, metrics in differences.items() if metrics}
        out.print(_table("difference to bm25, paired", shown, signed=True))


def _numbers(metrics: dict[str, Estimate]) -> dict[str, dict[str, float]]:
    return {
        name: {"value": round(item.value, 4), "low": round(item.low, 4), "high": round(item.high, 4)}
        for name, item in metrics.items()
    }


def _table(title: str, rows: dict[str, dict[str, Estimate]], *, signed: bool = False) -> Table:
    table = Table(title=title, caption="[95% bootstrap interval]".replace("[", "\\["))
    table.add_column("method")
    for name in next(iter(rows.values())):
        table.add_column(name, justify="right")
    sign = "+" if signed else ""
    for method, metrics in rows.items():
        cells = (f"{e.value:{sign}.3f} ({e.low:{sign}.3f} to {e.high:{sign}.3f})" for e in metrics.values())
        table.add_row(span(method), *cells)
    return table
