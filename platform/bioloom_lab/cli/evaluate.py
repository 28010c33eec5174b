"""bioloom eval: benchmarks as suites, against the loaded graph or on sets of labelled claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from bioloom.cli.console import Json, notes, out, print_json
from bioloom.cli.terminal_text import span
from bioloom.errors import UsageError
from bioloom.graph.opening import open_graph
from bioloom.settings import Settings
from bioloom_lab.cli import evaluate_choices, evaluate_links, evaluate_mechanism
from bioloom_lab.cli.evaluate_ablation import SUITE as ABLATION
from bioloom_lab.cli.evaluate_ablation import ablation_as_json, measure_ablation, show_ablation
from bioloom_lab.cli.evaluate_protocols import (
    Engine,
    Request,
    SchemeChoice,
    measure_protocols,
    protocols_as_json,
    show_protocols,
)
from bioloom_lab.cli.evaluate_questions import SUITE as PROTOCOL_QA
from bioloom_lab.cli.evaluate_questions import measure_questions, questions_as_json, show_questions
from bioloom_lab.cli.evaluate_spans import SUITE as QA
from bioloom_lab.cli.evaluate_spans import measure_spans, show_spans, spans_as_json
from bioloom_lab.cli.evaluate_triples import SUITES as TRIPLE_SUITES
from bioloom_lab.cli.evaluate_triples import Request as TripleRequest
from bioloom_lab.cli.evaluate_triples import RetrievalChoice, measure_triples, print_leaks, print_measured

if TYPE_CHECKING:
    from bioloom_lab.evaluation import Estimate

    Rows = dict[str, dict[str, Estimate]]


@dataclass(frozen=True, slots=True)
class Measured:
    """What a suite found: figures by row, paired differences to BM25, and what others published."""

    n: int
    rows: Rows
    against_bm25: Rows = field(default_factory=dict)
    published: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


def register(app: typer.Typer) -> None:
    """Add the command of this file."""
    app.command("eval")(eval_command)


def _retrieval(data: list[Path]) -> Measured:
    from bioloom_lab.evaluation import evaluate_retrieval, read_questions

    questions = tuple(question for path in data for question in read_questions(path))
    with open_graph(Settings()) as graph, _counted("retrieval", len(questions)) as show:
        scores = evaluate_retrieval(graph, questions, on_progress=show)
    if "vector" not in {score.method for score in scores}:
        notes.print("vector is left out: the sentences have no vectors yet; make them with: bioloom embed")
    return Measured(
        len(questions),
        {score.method: score.metrics for score in scores},
        {score.method: score.against_bm25 for score in scores if score.against_bm25},
    )


def _answers(data: list[Path]) -> Measured:
    from bioloom_lab.evaluation import evaluate_answers, read_questions

    questions = tuple(question for path in data for question in read_questions(path))
    settings = Settings()
    with open_graph(settings) as graph, _counted("answers", len(questions)) as show:
        found = evaluate_answers(graph, settings, questions, on_progress=show)
    row = {
        "answered": found.answered,
        "right_of_answered": found.right_of_answered,
        "refused_of_unanswerable": found.refused_of_unanswerable,
    }
    return Measured(len(questions), {"ask": row})


def _negation(data: list[Path]) -> Measured:
    from bioloom_lab.evaluation.negation import PUBLISHED, evaluate_negation, read_denials

    claims = tuple(claim for path in data for claim in read_denials(path))
    return Measured(len(claims), evaluate_negation(claims), published=PUBLISHED)


def _ground(data: list[Path], names: Sequence[Path] = (), *, alone: bool = False) -> Measured:
    from bioloom.graph.fulltext_names import GraphNames
    from bioloom.graph.schema import apply_schema
    from bioloom.grounding import NameIndex
    from bioloom.grounding.grounder import Grounder
    from bioloom_lab.evaluation.grounding import (
        VOCABULARIES,
        Identities,
        entities_of,
        evaluate_grounding,
        identities_of,
    )
    from bioloom_lab.evaluation.memory_index import MemoryIndex
    from bioloom_lab.evaluation.pubtator_gold import read_pubtator
    from bioloom_lab.evaluation.union_index import JoinedIndex

    texts = tuple(text for path in data for text in read_pubtator(path))
    listed = [entity for path in names for entity in entities_of(path)]
    ids: list[tuple[str, Sequence[str]]] = [(entity.id, entity.xrefs) for entity in listed]
    indexes: list[NameIndex] = [MemoryIndex(listed)] if listed else []
    with ExitStack() as stack:
        if not alone:
            graph = stack.enter_context(open_graph(Settings()))
            apply_schema(graph)
            ids += identities_of(graph)
            indexes.append(GraphNames(graph))
        grounder = Grounder(JoinedIndex(*indexes), prefer=VOCABULARIES)
        show = stack.enter_context(_counted("ground", len(texts)))
        rows = evaluate_grounding(grounder, texts, Identities(ids), show)
    return Measured(sum(len(text.mentions) for text in texts), rows)


def _relate(data: list[Path], target: str = "chemprot") -> Measured:
    from bioloom_lab.evaluation.relate import PUBLISHED
    from bioloom_lab.evaluation.relate_suite import relate_suite

    if len(data) != 1:
        raise UsageError("relate takes one folder of corpora")
    with _counted("relate", 0) as show:
        n, rows, remarks = relate_suite(data[0], target, cache=Settings().cache, on_progress=show)
    for remark in remarks:
        notes.print(span(remark))
    return Measured(n, rows, published=PUBLISHED if target == "chemprot" else {})


def _rejection(data: list[Path]) -> Measured:
    from bioloom.standardization.relate.configuration import open_standardizer
    from bioloom_lab.evaluation.rejection import PUBLISHED, evaluate_rejection, read_judged

    claims = tuple(claim for path in data for claim in read_judged(path))
    standardizer = open_standardizer(Settings())
    return Measured(len(claims), evaluate_rejection(claims, standardizer), published=PUBLISHED)


_SUITES: dict[str, Callable[[list[Path]], Measured]] = {
    "retrieval": _retrieval,
    "answers": _answers,
    "negation": _negation,
    "ground": _ground,
    "relate": _relate,
    "rejection": _rejection,
}
Target = Enum("Target", {"chemprot": "chemprot", "biolink": "biolink"}, type=str)
PROTOCOL_IE = "protocol-ie"
_OTHERS = (
    PROTOCOL_IE, PROTOCOL_QA, QA, ABLATION, evaluate_choices.SUITE, evaluate_mechanism.SUITE,
    *evaluate_links.SUITES, *TRIPLE_SUITES,
)  # fmt: skip
Suite = Enum("Suite", {name: name for name in (*_SUITES, *_OTHERS)}, type=str)  # type: ignore[misc]


def eval_command(
    suite: Annotated[Suite, typer.Argument(help="What to measure.")],
    data: Annotated[
        list[Path],
        typer.Option(
            help="Questions, claims or texts with known answers (JSON lines, PubTator), may be repeated; "
            "relate: a folder of corpora; protocol-ie: a folder of annotated protocols; "
            "links, classify: a folder with train (and dev) in it; "
            "triples, re: a file of GIT, DDI, ChemProt or BioRED; "
            "mechanism: DrugMechDB's gene questions (CSV); choices: PubMedQA's labelled "
            "questions, or BioProBench's PQA or ERR (JSON); "
            "qa: questions about articles (SQuAD format)."
        ),
    ],
    names: Annotated[
        list[Path] | None,
        typer.Option(help="ground: a list of names to be known beside the graph's; may be repeated."),
    ] = None,
    no_graph: Annotated[
        bool, typer.Option("--no-graph", help="ground: only the names of --names, no database.")
    ] = False,
    target: Annotated[
        Target | None, typer.Option(help="relate: the vocabulary to standardize to; chemprot if unset.")
    ] = None,
    engine: Annotated[Engine | None, typer.Option(help="protocol-ie: what extracts; local if unset.")] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(
            help="protocol-ie: the engine's model; links, classify, triples, re: a folder of train links, "
            "classes, triples, repeated for several runs of which mean and deviation are given."
        ),
    ] = None,
    predicted: Annotated[
        list[Path] | None,
        typer.Option(
            help="protocol-ie: a BRAT folder that an extractor wrote, in place of an engine; "
            "triples: JSON lines with sentence (or id, the row's number) and triples; may be repeated."
        ),
    ] = None,
    against: Annotated[
        Path | None, typer.Option(help="protocol-ie: another such folder, to give paired differences to.")
    ] = None,
    scheme: Annotated[
        SchemeChoice | None,
        typer.Option(help="protocol-ie: compare as annotated (wlp, the default) or mapped (biopie)."),
    ] = None,
    train: Annotated[
        Path | None,
        typer.Option(
            help="protocol-ie: the training protocols; scores are also given without what stands there too. "
            "links: what to learn from, if not train in --data. "
            "choices about steps: annotated protocols to learn from. "
            "triples, re: the training file, for baselines, retrieval and what cleaned data leave out."
        ),
    ] = None,
    cleaned: Annotated[
        bool,
        typer.Option(
            "--cleaned",
            help="protocol-ie: only the scores without copies of --train; triples, re: only without marks.",
        ),
    ] = False,
    raw: Annotated[
        bool, typer.Option("--raw", help="triples, re: only the sentences as published, marks and all.")
    ] = False,
    retrieval: Annotated[
        RetrievalChoice | None,
        typer.Option(help="triples, re: what is shown beside a sentence, from --train; none if unset."),
    ] = None,
    together: Annotated[
        bool,
        typer.Option(
            "--together", help="triples, re: also score the mean of the probabilities of all --model."
        ),
    ] = False,
    leaks: Annotated[
        bool,
        typer.Option(
            "--leaks", help="triples: count what the files in the folders of --data give away, and stop."
        ),
    ] = False,
    errors: Annotated[
        Path | None, typer.Option(help="protocol-ie: write every error to this table (TSV).")
    ] = None,
    seeds: Annotated[
        int | None,
        typer.Option(min=1, help="triples-ablation: how many scorers are fitted a loss; 5 if unset."),
    ] = None,
    questions: Annotated[
        int | None,
        typer.Option(min=1, help="protocol-qa: most questions of each kind; 40 if unset."),
    ] = None,
    groups: Annotated[
        bool,
        typer.Option(
            "--ablation",
            help="mechanism: also without each group of features; protocol-qa: with evidence withheld.",
        ),
    ] = False,
    federate: Annotated[
        list[str] | None,
        typer.Option(
            help="mechanism: a TRAPI endpoint to ask, in place of the graph's own edges. Repeatable."
        ),
    ] = None,
    plots: Annotated[
        Path | None, typer.Option(help="protocol-qa: draw the figures into this folder (SVG).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure retrieval, answering or grounding on the loaded graph, standardization, or extraction."""
    if seeds is not None and suite.value != ABLATION:
        raise UsageError(f"--seeds belongs to the suite {ABLATION}")
    if groups and suite.value not in (evaluate_mechanism.SUITE, PROTOCOL_QA):
        raise UsageError(f"--ablation belongs to the suites {evaluate_mechanism.SUITE} and {PROTOCOL_QA}")
    if federate and (suite.value != evaluate_mechanism.SUITE or groups):
        raise UsageError(f"--federate belongs to the suite {evaluate_mechanism.SUITE}, without --ablation")
    if suite.value == PROTOCOL_QA:
        scores = measure_questions(data, seed=0, a_kind=questions or 40, ablation=groups, plots=plots)
        if as_json:
            print_json(questions_as_json(scores, data))
        else:
            show_questions(scores)
        return
    if questions or plots:
        raise UsageError(f"--questions and --plots belong to the suite {PROTOCOL_QA}")
    if suite.value == QA:
        spans = measure_spans(data, model=model[0] if model else None)
        if as_json:
            print_json(spans_as_json(spans, data))
        else:
            show_spans(spans)
        return
    if suite.value in TRIPLE_SUITES:
        if names or no_graph or target or engine or scheme or against or errors:
            raise UsageError(
                f"{suite.value} takes --train, --model, --predicted, --raw, --cleaned, --retrieval"
            )
        if leaks:
            print_leaks(data, as_json=as_json)
            return
        wanted = TripleRequest(
            models=[Path(each) for each in model or ()],
            predicted=predicted or (),
            train=train,
            raw=raw,
            cleaned=cleaned,
            retrieval=retrieval.value if retrieval else "none",
            together=together,
        )
        print_measured(measure_triples(suite.value, data, wanted), data, as_json=as_json)
        return
    if raw or retrieval or leaks or together:
        raise UsageError(
            f"--raw, --retrieval, --together and --leaks belong to the suites {', '.join(TRIPLE_SUITES)}"
        )
    several = suite.value in evaluate_links.SUITES
    if (len(model or ()) > 1 and not several) or len(predicted or ()) > 1:
        suites = ", ".join((*TRIPLE_SUITES, *evaluate_links.SUITES))
        raise UsageError(f"several models are measured in the suites {suites}")
    request = Request(
        engine=engine.value if engine else None,
        model=model[0] if model else None,
        predicted=predicted[0] if predicted else None,
        against=against,
        scheme=scheme.value if scheme else None,
        train=train,
        cleaned=cleaned,
        errors=errors,
    )
    if suite.value == evaluate_choices.SUITE:
        if set(request.given) - {"--train"} or names or no_graph or target is not None:
            raise UsageError(f"{evaluate_choices.SUITE} takes --data, --train and --json")
        measured_choices = evaluate_choices.measure(data, train)
        if as_json:
            print_json(measured_choices)
        else:
            evaluate_choices.show(measured_choices)
        return
    if suite.value == evaluate_mechanism.SUITE:
        if request.given or names or no_graph or target is not None:
            raise UsageError(f"{evaluate_mechanism.SUITE} takes --data, --ablation and --json")
        if federate:
            measured_genes = evaluate_mechanism.measure_federated(data, federate)
        else:
            measured_genes = evaluate_mechanism.measure(data, ablation=groups)
        if as_json:
            print_json(measured_genes)
        else:
            evaluate_mechanism.show(measured_genes)
        return
    if suite.value == ABLATION:
        if names or no_graph or target is not None or set(request.given) - {"--train", "--model"}:
            raise UsageError(f"{ABLATION} takes --data, --train, --model, --seeds and --json")
        folder = Path(request.model) if request.model else None
        ablation = measure_ablation(data, train, folder, seeds=seeds or 5)
        if as_json:
            print_json(ablation_as_json(ablation, data))
        else:
            show_ablation(ablation)
        return
    if suite.value == PROTOCOL_IE:
        if names or no_graph or target is not None:
            raise UsageError("--names, --no-graph and --target belong to other suites")
        measured = measure_protocols(data, request)
        if as_json:
            print_json(protocols_as_json(measured, data, cleaned_only=cleaned))
        else:
            show_protocols(measured, cleaned_only=cleaned)
        return
    if suite.value in evaluate_links.SUITES:
        if others := [each for each in request.given if each not in ("--model", "--train")]:
            raise UsageError(f"{', '.join(others)} belong to the suite {PROTOCOL_IE}")
        if names or no_graph or target is not None:
            raise UsageError("--names, --no-graph and --target belong to other suites")
        measured_links = evaluate_links.measure(suite.value, data, train, model or ())
        if as_json:
            print_json(measured_links)
        else:
            evaluate_links.show(measured_links)
        return
    if request.given:
        raise UsageError(f"{', '.join(request.given)} belong to the suite {PROTOCOL_IE}")
    if suite.value == "ground":
        if no_graph and not names:
            raise UsageError("--no-graph needs --names: something has to be known")
        found = _ground(data, names or (), alone=no_graph)
    elif names or no_graph:
        raise UsageError("--names and --no-graph belong to the suite ground")
    elif suite.value == "relate":
        found = _relate(data, target.value if target else "chemprot")
    elif target is not None:
        raise UsageError("--target belongs to the suite relate")
    else:
        found = _SUITES[suite.value](data)
    if as_json:
        print_json(
            {
                "suite": suite.value,
                "data": [str(path) for path in data],
                "n": found.n,
                "metrics": _numbers(found.rows),
                "against_bm25": _numbers(found.against_bm25),
                "published": [{"name": name, **figures} for name, figures in found.published.items()],
            }
        )
        return
    out.print(_table(f"{suite.value}, n = {found.n}", found.rows, found.published))
    if found.against_bm25:
        out.print(_table("difference to bm25, paired", found.against_bm25, {}, signed=True))


@contextmanager
def _counted(suite: str, total: int) -> Iterator[Callable[[int, int], None]]:
    """Show how many questions are done."""
    with notes.status(f"{suite} on {total} questions") as status:
        yield lambda done, of: status.update(f"{suite}: {done} of {of}")


def _numbers(rows: Rows) -> dict[str, Any]:
    return {
        row: {
            name: {"value": round(item.value, 4), "low": round(item.low, 4), "high": round(item.high, 4)}
            for name, item in metrics.items()
        }
        for row, metrics in rows.items()
    }


def _table(
    title: str, rows: Rows, published: Mapping[str, Mapping[str, float]], *, signed: bool = False
) -> Table:
    table = Table(title=title, caption="[95% bootstrap interval]".replace("[", "\\["))
    table.add_column("method")
    columns = list(next(iter(rows.values())))
    for name in columns:
        table.add_column(name, justify="right")
    sign = "+" if signed else ""
    for method, metrics in rows.items():
        cells = (_cell(metrics.get(name), sign) for name in columns)
        table.add_row(span(method), *cells)
    for name, figures in published.items():
        table.add_row(span(name), *(f"{figures[key]:.3f}" if key in figures else "" for key in columns))
    return table


def _cell(found: Estimate | None, sign: str) -> str:
    return f"{found.value:{sign}.3f} ({found.low:{sign}.3f} to {found.high:{sign}.3f})" if found else ""
