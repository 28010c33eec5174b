"""Suite `protocol-qa`: generated questions about protocols for every method and the local reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from bioloom.answering import ask
from bioloom.answering.constraints.document_binding import bind_parts
from bioloom.answering.evidence_gathering import LONGEST, READ_AHEAD
from bioloom.errors import BioloomError, UsageError
from bioloom.graph import open_graph
from bioloom.graph.connection import Graph
from bioloom.loading import loader_for
from bioloom.question_parsing import parse_question
from bioloom.records import AnnotatedDocument, Answer, Evidence, LoadOptions
from bioloom.retrieval import DEFAULT_METHOD, document_sentences, idf_weights, retrieve
from bioloom.settings import Settings
from bioloom_lab.baselines.retrieval_methods import EVALUATED_METHODS, usable_methods
from bioloom_lab.evaluation.loaded_sentences import copies_of
from bioloom_lab.evaluation.protocol_questions.evidence_ablation import SHOWN, WHOLE, WITHHELD, read_shown
from bioloom_lab.evaluation.protocol_questions.generating import KINDS, generate
from bioloom_lab.evaluation.protocol_questions.near_misses import NEAR_MISSES
from bioloom_lab.evaluation.protocol_questions.scoring import (
    SHARES,
    JudgedReading,
    ProtocolQuestionScores,
    area_under_risk,
    at_coverage,
    near_misses_by_kind,
    right,
    risk_coverage,
)
from bioloom_lab.evaluation.protocol_questions.scoring import (
    ScoreRows as Rows,
)
from bioloom_lab.evaluation.questions import GoldQuestion
from bioloom_lab.evaluation.statistics import Estimate, PairedDifference, difference, estimate, rank_metrics
from bioloom_lab.evaluation.suite import PublishedFigures, Reporter, ReportTable

DEPTH = 10
READ = 12
"""Sentences of the methods for comparison that are read."""
CUTS = (1, 5, 10)
BASELINE = "bm25"

OnProgress = Callable[[int, int], None]
View = tuple[str, str]
"""The method that retrieves, and what the reader is shown (a name of SHOWN)."""


@dataclass(slots=True)
class _QuestionResults:
    """Results of the loop over the questions: ranks by method, marks by view, readings and answers."""

    ranks: dict[str, list[int | None]] = field(default_factory=dict)
    marks: dict[View, list[float]] = field(default_factory=dict)
    judged: list[JudgedReading] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)


def read_folders(folders: Iterable[Path]) -> tuple[AnnotatedDocument, ...]:
    """Read annotated protocols; UsageError if a folder holds none."""
    found: list[AnnotatedDocument] = []
    for folder in folders:
        records = loader_for(folder, "brat").records(folder, LoadOptions())
        here = [each for each in records if isinstance(each, AnnotatedDocument)]
        if not here:
            raise UsageError(f"{folder} holds no annotated protocol (.txt beside .ann)")
        found += here
    return tuple(found)


def evaluate_protocol_questions(
    graph: Graph,
    settings: Settings,
    folders: Sequence[Path],
    *,
    seed: int = 0,
    a_kind: int = 40,
    methods: Sequence[str] = tuple(EVALUATED_METHODS),
    ablation: bool = False,
    on_progress: OnProgress | None = None,
) -> ProtocolQuestionScores:
    """Generate questions about the protocols of some folders and ask the loaded graph (SPEC B22 to B27).

    The protocols must be loaded. Sentences that repeat a gold one word for word elsewhere are gold as well.
    With `ablation` the local reader also answers from the evidence of every method, and from that of some
    with the graphs or the words withheld.
    """
    questions = with_copies(graph, generate(read_folders(folders), seed=seed, a_kind=a_kind))
    found = _QuestionResults()
    for done, question in enumerate(questions):
        if on_progress:
            on_progress(done, len(questions))
        _ask_one(graph, question, methods, found, ablation=ablation)
        found.answers.append(ask(graph, settings, question.question, llm=False))
    answerable = [each for each in questions if each.gold]
    columns = {method: rank_metrics(ranks, CUTS, DEPTH) for method, ranks in found.ranks.items()}
    curve = risk_coverage(found.judged)
    told = {f"{share:.0%}": point for share in SHARES if (point := at_coverage(curve, share))}
    return ProtocolQuestionScores(
        len(questions),
        len(questions) - len(answerable),
        {
            method: {name: estimate(values) for name, values in each.items()}
            for method, each in columns.items()
        },
        _against(columns),
        _by_kind(answerable, columns),
        _answered(questions, found.answers),
        _views(found.marks),
        curve,
        told,
        {share: near_misses_by_kind(found.judged, point.threshold) for share, point in told.items()},
        area_under_risk(found.judged),
    )


def _ask_one(
    graph: Graph, question: GoldQuestion, methods: Sequence[str], found: _QuestionResults, *, ablation: bool
) -> None:
    """Retrieve for one question by every method, and read what was found; near misses by the default only."""
    weights = idf_weights(graph, parse_question(question.question))
    for method in dict.fromkeys((DEFAULT_METHOD, *(methods if question.gold else ()))):
        deep = ablation or method == DEFAULT_METHOD
        k = READ_AHEAD if method == DEFAULT_METHOD else READ
        hits = retrieve(graph, question.question, method=EVALUATED_METHODS[method], k=k)
        if question.gold and method in methods:
            found.ranks.setdefault(method, []).append(_rank(question, hits))
        if not deep:
            continue
        evidence = (*hits, *steps_of_bound(graph, question.question, weights, hits))
        for name, shown in SHOWN.items():
            if shown is not WHOLE and not (ablation and question.gold and method in WITHHELD):
                continue
            answer = read_shown(question.question, weights, evidence, shown)
            good = right(question, answer)
            if shown is WHOLE and method == DEFAULT_METHOD:
                found.judged.append(
                    JudgedReading(question.kind, bool(question.gold), answer.confidence, good)
                )
            if ablation and question.gold and method in methods:
                found.marks.setdefault((method, name), []).append(float(good))


def steps_of_bound(
    graph: Graph, question: str, weights: Mapping[str, float], hits: Sequence[Evidence]
) -> tuple[Evidence, ...]:
    """Fetch the other steps of the documents to which a question is bound, as `ask` does."""
    known = {hit.sentence_id for hit in hits}
    bindings = bind_parts(parse_question(question), weights, hits)
    documents = list(dict.fromkeys(document for each in bindings for document in each.documents))
    steps = document_sentences(graph, dict.fromkeys(documents, LONGEST))
    return tuple(step for step in steps if step.sentence_id not in known)


def with_copies(graph: Graph, questions: Sequence[GoldQuestion]) -> tuple[GoldQuestion, ...]:
    """Add to the gold of each question the sentences that say the same word for word in other documents."""
    copies = copies_of(graph, sorted({each for question in questions for each in question.gold}))
    lost = [each for each in questions if each.gold and not any(one in copies for one in each.gold)]
    if lost:
        raise BioloomError(
            f"the graph lacks the gold sentences of {len(lost)} of {len(questions)} questions (such as "
            f"{sorted(lost[0].gold)[0]}): load the protocols first, with: bioloom load"
        )
    return tuple(
        replace(each, gold=each.gold | {copy for one in each.gold for copy in copies.get(one, ())})
        for each in questions
    )


def _rank(question: GoldQuestion, hits: Sequence[Evidence]) -> int | None:
    """Give the place of the first gold sentence among ten, None if it is not among them."""
    return next((rank for rank, hit in enumerate(hits[:DEPTH], 1) if hit.sentence_id in question.gold), None)


def _against(columns: Mapping[str, Mapping[str, Sequence[float]]]) -> Rows:
    base = columns.get(BASELINE)
    if base is None:
        return {}
    return {
        method: {name: difference(values, base[name]) for name, values in each.items()}
        for method, each in columns.items()
        if method != BASELINE
    }


def _by_kind(questions: Sequence[GoldQuestion], columns: Mapping[str, Mapping[str, Sequence[float]]]) -> Rows:
    """Give hit@1 of every method, by kind."""
    return {
        kind: {
            method: estimate(
                [
                    value
                    for question, value in zip(questions, each["hit@1"], strict=True)
                    if question.kind == kind
                ]
            )
            for method, each in columns.items()
        }
        for kind in KINDS
        if any(question.kind == kind for question in questions)
    }


def _answered(questions: Sequence[GoldQuestion], answers: Sequence[Answer]) -> Rows:
    found: dict[str, dict[str, Estimate]] = {}
    pairs = list(zip(questions, answers, strict=True))
    for kind in ("all", *KINDS):
        own = [(one, each) for one, each in pairs if (kind == "all" and one.gold) or one.kind == kind]
        if not own:
            continue
        given = [(one, each) for one, each in own if not each.abstained]
        found[kind] = {"answered": estimate([float(not each.abstained) for _, each in own])}
        if kind not in NEAR_MISSES:
            found[kind] |= {
                "right": estimate([float(right(one, each)) for one, each in own]),
                "right of answered": estimate([float(right(one, each)) for one, each in given]),
                "cites gold": estimate(
                    [float(bool({c.sentence_id for c in each.citations} & one.gold)) for one, each in given]
                ),
            }
    return found


def _views(marks: Mapping[View, Sequence[float]]) -> Rows:
    """Give right answers by method and what is shown, each with its paired differences."""
    found: dict[str, dict[str, Estimate]] = {}
    base = marks.get((BASELINE, "both"))
    for (method, name), values in marks.items():
        row: dict[str, Estimate] = {"right": estimate(values)}
        if base is not None and (method, name) != (BASELINE, "both"):
            row[f"against {BASELINE}, both"] = difference(values, base)
        if name != "both":
            row["against both"] = difference(values, marks[method, "both"])
        found[f"{method}, {name}"] = row
    return found


@dataclass
class ProtocolQuestionSuite:
    """Measure retrieval, reading and abstention on questions generated from annotated, loaded protocols."""

    name: ClassVar[str] = "protocol-qa"
    data: Annotated[list[Path], typer.Option(help="A folder of annotated protocols; may be repeated.")]
    questions: Annotated[int, typer.Option(min=1, help="Most questions of each kind.")] = 40
    ablation: Annotated[bool, typer.Option("--ablation", help="Also with evidence withheld.")] = False
    plots: Annotated[
        Path | None, typer.Option(help="Draw the figures into this folder (SVG).", show_default=False)
    ] = None

    def load(self) -> Sequence[Path]:
        """Give the folders; questions are generated against the loaded graph."""
        return self.data

    def run(self, gold: Sequence[Path], reporter: Reporter) -> ProtocolQuestionScores:
        """Generate the questions and ask them; draw the figures."""
        settings = Settings()
        with open_graph(settings) as graph:
            usable = usable_methods(graph)
            if "vector" not in usable:
                reporter.note(
                    "no sentence has a vector, so the method vector is left out: bioloom embed makes them"
                )
            found = evaluate_protocol_questions(
                graph,
                settings,
                gold,
                seed=0,
                a_kind=self.questions,
                methods=usable,
                ablation=self.ablation,
                on_progress=reporter.counter(self.name),
            )
        if self.plots is not None:
            from bioloom_lab.evaluation.protocol_questions.plots import write_plots

            for path in write_plots(found, self.plots):
                reporter.note(f"drawn: {path}")
        return found

    def figures(self, scores: ProtocolQuestionScores) -> dict[str, Any]:
        """Give the scores as JSON values."""
        return {"published": self.published(scores), **asdict(scores)}

    def tables(self, scores: ProtocolQuestionScores) -> Iterable[ReportTable | str]:
        """Give each figure with its interval, differences with their p."""
        for title, rows, intervals in (
            (f"retrieval, n = {scores.n - scores.unanswerable} answerable", scores.methods, True),
            ("difference to bm25, paired", scores.against, True),
            ("hit@1 by kind", scores.kinds, False),
            (f"ask, {scores.unanswerable} unanswerable beside them", scores.answers, True),
            ("right answers by what retrieves and what is shown, never refusing", scores.views, True),
        ):
            if rows:
                yield _wide_table(title, rows, intervals=intervals)
        yield ReportTable(
            (
                "answerable answered",
                "of these right",
                "unanswerable answered",
                "wrong, of all answers",
                "confidence from",
            ),
            [
                (
                    share,
                    *(f"{one:.2f}" for one in (each.right, each.near_misses, each.risk, each.threshold)),
                )
                for share, each in scores.coverage.items()
            ],
            f"refusing: readings by {DEFAULT_METHOD}, area under the risk curve {scores.aurc:.3f}",
        )
        kinds = list(dict.fromkeys(kind for each in scores.near.values() for kind in each))
        if kinds:
            given = [
                (share, *(f"{each[kind]:.2f}" if kind in each else "" for kind in kinds))
                for share, each in scores.near.items()
            ]
            yield ReportTable(("answerable answered", *kinds), given, "near misses answered there, by kind")

    def published(self, scores: ProtocolQuestionScores) -> PublishedFigures:
        """Nobody has published figures for generated questions."""
        return []


def _wide_table(title: str, rows: Rows, *, intervals: bool) -> ReportTable:
    columns = list(dict.fromkeys(name for each in rows.values() for name in each))
    cells = [
        (row, *(_cell(figures.get(name), intervals) for name in columns)) for row, figures in rows.items()
    ]
    return ReportTable(("", *columns), cells, title)


def _cell(each: Estimate | None, intervals: bool) -> str:
    if each is None:
        return ""
    if isinstance(each, PairedDifference):
        return f"{each.value:+.2f} ({each.low:+.2f} to {each.high:+.2f}), p {each.p:.1g}"
    return f"{each.value:.2f} ({each.low:.2f} to {each.high:.2f})" if intervals else f"{each.value:.2f}"
