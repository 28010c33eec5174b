"""Outcomes of systems on a view of a data set, and their spread over runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bioloom_lab.evaluation.extraction_scores import F1Score, TypeF1
from bioloom_lab.evaluation.statistics import Estimate
from bioloom_lab.evaluation.triples.scoring import spread


@dataclass(frozen=True, slots=True)
class SystemOutcome:
    """Figures of one system, 0 to 1 with 95% intervals.

    `task` is triples, re or ner; `view` says how the data were shown, `unit` what a case is.
    `said` holds what else must be known: where entities came from, what was retrieved, what was left out.
    Outcomes of `run` True are those of models or of prediction files; the others are baselines.
    """

    task: str
    data: str
    view: str
    unit: str
    system: str
    n: int
    figures: Mapping[str, Estimate]
    said: Mapping[str, str | int] = field(default_factory=dict)
    types: Mapping[str, TypeF1] = field(default_factory=dict)
    run: bool = True

    @property
    def setting(self) -> tuple[str, ...]:
        """The setting that it shares with the outcomes of other runs, with which it can be averaged."""
        means = (
            f"{name} {self.said[name]}" for name in ("entities", "retrieval", "choice") if name in self.said
        )
        return (self.task, self.data, self.view, f"per {self.unit}", *means)


@dataclass(frozen=True, slots=True)
class RunSpread:
    """Mean and standard deviation of each figure over several runs in one setting (SPEC P19)."""

    setting: tuple[str, ...]
    systems: tuple[str, ...]
    figures: Mapping[str, tuple[float, float]]


def spreads(outcomes: Sequence[SystemOutcome]) -> tuple[RunSpread, ...]:
    """Give mean and standard deviation wherever several runs have been measured in one setting."""
    found: dict[tuple[str, ...], list[SystemOutcome]] = {}
    for outcome in outcomes:
        if outcome.run:
            found.setdefault(outcome.setting, []).append(outcome)
    return tuple(
        RunSpread(
            setting,
            tuple(run.system for run in runs),
            {name: spread([run.figures[name].value for run in runs]) for name in runs[0].figures},
        )
        for setting, runs in found.items()
        if len(runs) > 1
    )


def figures_of(scores: Mapping[str, F1Score]) -> dict[str, Estimate]:
    """Give precision, recall and F1 of the first score, and the F1 of each of the others."""
    (_, whole), *others = scores.items()
    found = {"precision": whole.precision, "recall": whole.recall, "f1": whole.f1}
    return found | {f"{name} f1": each.f1 for name, each in others}
