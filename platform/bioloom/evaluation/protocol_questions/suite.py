"""The suite `protocol-qa`: generated questions about protocols for every method and the local reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bioloom.answering import ask
from bioloom.errors import BioloomError, UsageError
from bioloom.evaluation.protocol_questions.generating import KINDS, generate
from bioloom.evaluation.protocol_questions.shown import VIEWS, read_shown
from bioloom.evaluation.questions import GoldQuestion
from bioloom.evaluation.short_answers import answer_right
from bioloom.evaluation.statistics import Estimate, estimate
from bioloom.graph.connection import Graph
from bioloom.loading import loader_for
from bioloom.records import AnnotatedDocument, Answer, LoadOptions
from bioloom.retrieval import DEFAULT_METHOD, METHODS, copies_of, retrieve
from bioloom.settings import Settings

DEPTH = 10
CUTS = (1, 5, 10)
BASELINE = "bm25"

OnProgress = Callable[[int, int], None]
Rows = Mapping[str, Mapping[str, Estimate]]


@dataclass(frozen=True, slots=True)
class ProtocolScores:
    """What the suite found, every figure with its interval.

    `methods`: hit@1, hit@5, hit@10 and MRR@10 a method; `against` their paired differences to BM25; `kinds`:
    hit@1 by kind and method; `answers`: of the local reader by kind; `views`: the same reader with parts of
    the evidence withheld; `coverage`: share of unanswerable questions answered at given shares of answerable
    ones.
    """

    n: int
    methods: Rows
    against: Rows
    kinds: Rows
    answers: Rows
    views: Rows = field(default_factory=dict)
    coverage: Mapping[str, float] = field(default_factory=dict)


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
    methods: Sequence[str] = tuple(METHODS),
    ablation: bool = False,
    on_progress: OnProgress | None = None,
) -> ProtocolScores:
    """Generate questions about the protocols of some folders and ask the loaded graph (SPEC B22 to B27).

    The protocols must be loaded. Sentences that repeat a gold one word for word elsewhere are gold as well.
    With `ablation` the local reader is given the default method's sentences without their graphs, or their
    graphs without sentences, and those of BM25 with both.
    """
    questions = with_copies(graph, generate(read_folders(folders), seed=seed, a_kind=a_kind))
    answerable = [each for each in questions if each.gold]
    total = len(methods) * len(answerable) + len(questions)
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        if on_progress:
            on_progress(done, total)

    ranks: dict[str, list[int | None]] = {}
    for method in methods:
        ranks[method] = []
        for question in answerable:
            ranks[method].append(rank_of(graph, question, method))
            step()
    columns = {method: _columns(found) for method, found in ranks.items()}
    answers = []
    for question in questions:
        answers.append(ask(graph, settings, question.question, llm=False))
        step()
    views: dict[str, Mapping[str, Estimate]] = {}
    if ablation:
        views = {name: _view(graph, answerable, name) for name in VIEWS}
    return ProtocolScores(
        len(questions),
        {
            method: {name: estimate(values) for name, values in each.items()}
            for method, each in columns.items()
        },
        _against(columns),
        _by_kind(answerable, columns),
        _answered(questions, answers),
        views,
        risk_coverage(questions, answers),
    )


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


def rank_of(graph: Graph, question: GoldQuestion, method: str) -> int | None:
    """Give the place of the first gold sentence among ten, None if it is not among them."""
    hits = retrieve(graph, question.question, method=method, k=DEPTH)
    return next((rank for rank, hit in enumerate(hits, 1) if hit.sentence_id in question.gold), None)


def right(question: GoldQuestion, answer: Answer) -> bool:
    """Say whether an answer is right: its short form, or for order questions the sentence that it cites."""
    if answer.abstained:
        return False
    if question.kind in ("next", "previous"):
        return bool({each.sentence_id for each in answer.citations[:1]} & question.gold)
    accepted = (question.answer or "").split(" | ")
    return answer_right(answer.short, accepted, wanted="all" if question.kind == "reagents" else "any")


def risk_coverage(questions: Sequence[GoldQuestion], answers: Sequence[Answer]) -> dict[str, float]:
    """Give, for shares of answerable questions answered, the share of unanswerable ones answered as well.

    Every question counts with its confidence, abstentions with theirs before the threshold is not known: 0.
    """
    known = sorted(
        (each.confidence for one, each in zip(questions, answers, strict=True) if one.gold), reverse=True
    )
    foreign = [each.confidence for one, each in zip(questions, answers, strict=True) if not one.gold]
    found = {}
    for share in (0.5, 0.6, 0.7, 0.8, 0.9):
        if known and foreign:
            least = known[max(0, round(share * len(known)) - 1)]
            found[f"{share:.0%}"] = sum(each >= max(least, 1e-9) for each in foreign) / len(foreign)
    return found


def _columns(ranks: Sequence[int | None]) -> dict[str, list[float]]:
    columns = {f"hit@{cut}": [float(bool(rank and rank <= cut)) for rank in ranks] for cut in CUTS}
    columns[f"mrr@{DEPTH}"] = [1 / rank if rank else 0.0 for rank in ranks]
    return columns


def _against(columns: Mapping[str, Mapping[str, Sequence[float]]]) -> Rows:
    base = columns.get(BASELINE)
    if base is None:
        return {}
    return {
        method: {
            name: estimate([ours - theirs for ours, theirs in zip(values, base[name], strict=True)])
            for name, values in each.items()
        }
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
        if kind != "unanswerable":
            found[kind] |= {
                "right": estimate([float(right(one, each)) for one, each in own]),
                "right of answered": estimate([float(right(one, each)) for one, each in given]),
                "cites gold": estimate(
                    [float(bool({c.sentence_id for c in each.citations} & one.gold)) for one, each in given]
                ),
            }
    return found


def _view(graph: Graph, questions: Sequence[GoldQuestion], name: str) -> Mapping[str, Estimate]:
    view = VIEWS[name]
    marks = []
    for question in questions:
        hits = retrieve(graph, question.question, method=view.method or DEFAULT_METHOD, k=DEPTH)
        marks.append(float(right(question, read_shown(graph, question.question, hits, view))))
    return {"right": estimate(marks)}
