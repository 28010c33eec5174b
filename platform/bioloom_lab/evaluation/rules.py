"""Suite `rules`: what changes in the answers where a rule that reads questions and sentences is left out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from bioloom.answering import ask
from bioloom.graph import open_graph
from bioloom.graph.connection import Graph
from bioloom.settings import Settings
from bioloom_lab.evaluation.answer_judging import JudgedAnswer, Lines, judge, read_lines
from bioloom_lab.evaluation.left_out_rules import RuleFunction, find_rules, forget, left_out, watched
from bioloom_lab.evaluation.questions import GoldQuestion, read_questions
from bioloom_lab.evaluation.suite import PublishedFigures, Reporter, ReportTable

_ROOMS = ("bioloom.answering", "bioloom.question_parsing")
_REMEMBERING = (*_ROOMS, "bioloom.retrieval")
_FAULTS = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What ends a program that cannot do without a function."""

Gold = tuple[tuple[GoldQuestion, ...], Lines]


@dataclass(frozen=True, slots=True)
class RuleWorth:
    """A rule: on how many questions it fires, and the ids of those that are answered better or worse
    without it; both empty where it fires on too many to be left out, or where that ends in an error."""

    rule: str
    fires: int
    better: tuple[str, ...] = ()
    worse: tuple[str, ...] = ()
    measured: bool = True


@dataclass(frozen=True, slots=True)
class RuleScores:
    """What each rule is worth on some questions."""

    n: int
    rules: tuple[RuleWorth, ...] = field(default_factory=tuple)


def worth(judged: JudgedAnswer) -> int:
    """Count the parts that are right, less those that are wrong or made up; a refusal counts nothing."""
    return sum((part.right or -1) if part.given else 0 for part in judged.parts)


@dataclass
class RulesSuite:
    """Leave out each rule that reads questions and sentences, where it fires, and tell what changes.

    A rule that changes no mark on many sets by many writers is worth no line of code.
    """

    name: ClassVar[str] = "rules"
    data: Annotated[list[Path], typer.Option(help="Questions with parts (JSON lines); may be repeated.")]
    corpus: Annotated[Path, typer.Option(help="The loaded texts to whose lines the questions refer.")]
    most: Annotated[
        float, typer.Option(min=0, max=1, help="Share of the questions up to which a rule is left out.")
    ] = 0.5

    def load(self) -> Gold:
        """Read the questions, and the lines to which they refer."""
        return tuple(each for path in self.data for each in read_questions(path)), read_lines(self.corpus)

    def run(self, gold: Gold, reporter: Reporter) -> RuleScores:
        """Ask every question, then each again without each rule that fired on it."""
        questions, lines = gold
        settings = Settings()
        with open_graph(settings) as graph:
            asking = _Asking(graph, settings, lines)
            rules = find_rules(_ROOMS)
            fired: defaultdict[str, set[int]] = defaultdict(set)
            before = []
            for at, question in enumerate(questions):
                with watched(rules, lambda rule, fires, at=at: fired[rule].add(at) if fires else None):  # type: ignore[misc]
                    before.append(worth(asking.ask(question)))
            count, found = reporter.counter(self.name), []
            for done, rule in enumerate(rules, 1):
                found.append(self._without(rule, asking, questions, before, fired[rule.name]))
                count(done, len(rules))
        return RuleScores(len(questions), tuple(found))

    def _without(
        self,
        rule: RuleFunction,
        asking: _Asking,
        questions: Sequence[GoldQuestion],
        before: Sequence[int],
        fired: Set[int],
    ) -> RuleWorth:
        if len(fired) > self.most * len(questions):
            return RuleWorth(rule.name, len(fired), measured=False)
        changes = {}
        try:
            for at in sorted(fired):
                changes[questions[at].id] = worth(asking.ask(questions[at], without=rule)) - before[at]
        except _FAULTS:
            return RuleWorth(rule.name, len(fired), measured=False)
        better = tuple(id_ for id_, change in changes.items() if change > 0)
        worse = tuple(id_ for id_, change in changes.items() if change < 0)
        return RuleWorth(rule.name, len(fired), better, worse)

    def figures(self, scores: RuleScores) -> dict[str, Any]:
        """Give what each rule is worth as JSON values."""
        rows = [
            {
                "rule": each.rule,
                "fires": each.fires,
                "measured": each.measured,
                "better": list(each.better),
                "worse": list(each.worse),
            }
            for each in scores.rules
        ]
        return {"n": scores.n, "metrics": {}, "published": [], "rules": rows}

    def tables(self, scores: RuleScores) -> Iterable[ReportTable | str]:
        """Give the rules whose absence changes something, the most harmful first, and count the others."""
        moved = [each for each in scores.rules if each.better or each.worse]
        moved.sort(key=lambda each: (len(each.worse) - len(each.better), each.rule))
        rows = [[each.rule, f"{each.fires}", f"{len(each.better)}", f"{len(each.worse)}"] for each in moved]
        yield ReportTable(
            ("rule", "fires on", "better without", "worse without"), rows, "rules left out", whole_names=True
        )
        idle = [each for each in scores.rules if each.measured and each.fires and each not in moved]
        silent = sum(each.measured and not each.fires for each in scores.rules)
        yield f"change no mark of {scores.n:,} questions: {', '.join(each.rule for each in idle) or 'none'}"
        yield f"never fire: {silent:,}; fire too often, or cannot be left out: {_unmeasured(scores):,}"

    def published(self, scores: RuleScores) -> PublishedFigures:
        """Give nothing: nobody else has these rules."""
        return ()


def _unmeasured(scores: RuleScores) -> int:
    return sum(not each.measured for each in scores.rules)


@dataclass(frozen=True, slots=True)
class _Asking:
    """Asks and judges, each time as if for the first time: what is remembered may be another rule's."""

    graph: Graph
    settings: Settings
    lines: Lines

    def ask(self, question: GoldQuestion, *, without: RuleFunction | None = None) -> JudgedAnswer:
        forget(_REMEMBERING)
        with left_out(without) if without else nullcontext():
            return judge(question, ask(self.graph, self.settings, question.question, llm=False), self.lines)
