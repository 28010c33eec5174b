"""Progress bar on standard error: stage, records, rate and time left; a load ends after a batch on Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, TypeAlias

from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from bioloom.cli.console import notes

if TYPE_CHECKING:
    from bioloom.pipeline import LoadProgress
    from bioloom.pipeline.load_request import OnLoadProgress

OnStage: TypeAlias = Callable[[str, int, "int | None"], None]
"""Called with the stage of the work, the records done and the number expected."""


@contextmanager
def stage_bar(stage: str) -> Iterator[OnStage]:
    """Show a bar while the block runs; it takes stage, records done and records expected."""
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=notes, transient=True, disable=not notes.is_terminal) as bar:
        bar.add_task(stage, total=None, rate="")
        yield partial(advance, bar)


def advance(bar: Bar, stage: str, done: int, expected: int | None) -> None:
    """Move the one task of a bar on; rate and time left are those of the last half minute of a stage.

    Records that a former run did, or another stage, count for no rate.
    """
    task = bar.tasks[0]
    if task.description != stage or not 0 < task.completed <= done:
        bar.reset(task.id, completed=done, description=stage)
    bar.update(task.id, completed=done, total=None if expected is None else max(expected, done))
    bar.update(task.id, rate=f"{task.speed:,.0f} records/s" if task.speed else "")


@contextmanager
def load_bar(stage: str = "loading") -> Iterator[OnLoadProgress]:
    """Show a bar for a load; Ctrl-C or SIGTERM ends the load after a batch."""
    interrupted: list[int] = []
    usual = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def interrupt(number: int, _frame: FrameType | None) -> None:
        interrupted.append(number)  # a second one does not wait for the batch
        signal.signal(number, usual[signal.Signals(number)])

    with stage_bar(stage) as on_stage:
        for number in usual:
            signal.signal(number, interrupt)

        def show(progress: LoadProgress) -> None:
            if interrupted:
                raise KeyboardInterrupt
            on_stage(progress.stage, progress.records, progress.total)

        try:
            yield show
        finally:
            for number, handler in usual.items():
                signal.signal(number, handler)
