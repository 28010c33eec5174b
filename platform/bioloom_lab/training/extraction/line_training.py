"""Training on annotated lines: windows drawn anew in every epoch, some of their pieces masked."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bioloom.embedding.model_files import TOKENIZER, open_tokenizer
from bioloom.errors import UsageError
from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.windows import Window, WindowBatch, batches, lay_out, length_of, pack_windows
from bioloom.extras import optional
from bioloom_lab.training.extraction.annotated_lines import GoldDocuments, GoldLine
from bioloom_lab.training.loop import Progress, TrainingSchedule, fit

Loss = Callable[[WindowBatch, Sequence[Span], dict[tuple[int, int], int]], Any]


_FEATURE = "Training a local model"
_REWRITTEN = 0.5  # of the documents of an epoch, where there are rewritten ones
_SHORTEST = 5 / 8  # of a window, so that a line does not always stand beside the same ones


SHIPPED_ENTITIES, SHIPPED_RELATIONS = TrainingSchedule(epochs=7, early=0.3), TrainingSchedule(epochs=6)
"""Schedules of the shipped networks."""


@dataclass(frozen=True, slots=True)
class SpecialTokens:
    """Special token ids of a tokenizer: before the first line, between lines, for a masked piece."""

    begin: int
    between: int
    masked: int


def marks_of(tokenizer: bytes, base: str) -> SpecialTokens:
    """Find the tokenizer's own pieces; UsageError if it lacks one of them."""
    opened = open_tokenizer(tokenizer, Path(TOKENIZER))
    ids = [opened.token_to_id(name) for name in ("[CLS]", "[SEP]", "[MASK]", "[UNK]")]
    if None in ids:
        raise UsageError(f"the tokenizer of {base} has no [CLS], [SEP], [MASK] or [UNK]")
    return SpecialTokens(*ids[:3])


def learn(
    module: Any,
    loss: Loss,
    gold: GoldDocuments,
    marks: SpecialTokens,
    schedule: TrainingSchedule,
    *,
    window: int,
    seed: int,
    on_progress: Progress | None = None,
) -> None:
    """Fit a module to annotated lines; afterwards it holds the mean of its late weights.

    `loss` gets a batch, its spans in the order of lines and words, and the links of pairs of them (1 is the
    first relation), and gives None where there is nothing to learn.
    """
    torch = optional("torch", _FEATURE, extra="lab")

    def value(windows: Sequence[Window]) -> Any:
        batch, spans, links = _annotated(windows, gold, marks)
        if schedule.hidden:
            hide(torch, batch, marks, schedule.hidden)
        return loss(batch, spans, links)

    fit(
        module,
        lambda drawn: _batches(gold, schedule.pieces, window, drawn),
        value,
        schedule,
        seed=seed,
        on_progress=on_progress,
    )


def _batches(gold: GoldDocuments, pieces: int, size: int, drawn: random.Random) -> list[list[Window]]:
    windows: list[Window] = []
    for at, written in enumerate(gold.documents):
        copies = gold.rewritten[at :: len(gold.documents)]
        document = drawn.choice(copies) if copies and drawn.random() < _REWRITTEN else written
        sizes = iter(lambda: drawn.randint(int(size * _SHORTEST), size), None)
        windows += pack_windows((each.line for each in document), sizes)
    made = batches(windows, pieces, lambda window: length_of(window) + 8 * drawn.random())
    drawn.shuffle(made)
    return made


def _annotated(
    windows: Sequence[Window], gold: GoldDocuments, marks: SpecialTokens
) -> tuple[WindowBatch, list[Span], dict[tuple[int, int], int]]:
    lines = gold.by_number
    batch = lay_out(windows, marks.begin, marks.between)
    spans: list[Span] = []
    links: dict[tuple[int, int], int] = {}
    for at, line in enumerate(batch.lines):
        annotated: GoldLine = lines[line.number]
        before = len(spans)
        spans += [replace(span, line=at) for span in annotated.spans]
        links |= {(before + one, before + other): 1 + kind for one, other, kind in annotated.links}
    return batch, spans, links


def hide(torch: Any, batch: WindowBatch, marks: SpecialTokens, share: float) -> None:
    """Replace some pieces of a batch, never the marks between lines."""
    chosen = torch.rand(batch.ids.shape).numpy() < share
    own = (batch.mask == 0) | (batch.ids == marks.begin) | (batch.ids == marks.between)
    batch.ids[chosen & ~own] = marks.masked
