"""How a network learns: windows drawn anew in every epoch, a rate that rises and falls, averaged weights."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from bioloom.embedding.model_files import TOKENIZER, open_tokenizer
from bioloom.errors import UsageError
from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.windows import Batch, Window, batches, lay_out, length_of, pack_windows
from bioloom.extras import optional
from bioloom_lab.training.extraction.annotated_lines import Gold, GoldLine

Progress = Callable[[int, int], None]
OnStage = Callable[[str, int, int], None]
"""Is told the stage, the step and the number of steps."""

Loss = Callable[[Batch, Sequence[Span], dict[tuple[int, int], int]], Any]

Drawn = TypeVar("Drawn")

_FEATURE = "Training a local model"
_SHORTEST = 5 / 8  # of a window, so that a line does not always stand beside the same ones


@dataclass(frozen=True, slots=True)
class Schedule:
    """Sizes of one training. `rate` is that of the encoder, `new_rate` that of what it did not come with.

    `pieces` is how many a batch holds, `hidden` the share of pieces that are masked, `average` the decay of
    the running mean of the weights, which is what is kept; `early` is the share in it of the mean as it
    stood after a third of the steps. With `still` the vectors of the pieces stay as they came, which saves a
    tenth of the time. The first `fixed` layers stay as they came, and with them all that lies below; half of
    the layers save a third of the time. With `short` products are computed in numbers of 16 bits (bfloat16),
    in half the time on processors that have them and in more on others; the weights stay in 32.
    """

    epochs: float = 6
    rate: float = 2e-4
    new_rate: float = 1e-3
    pieces: int = 1024
    hidden: float = 0.05
    average: float = 0.995
    early: float = 0.0
    warm_up: float = 0.08
    decay: float = 0.01
    dropout: float = 0.1
    still: bool = False
    fixed: int = 0
    short: bool = False


SHIPPED_ENTITIES, SHIPPED_RELATIONS = Schedule(epochs=7, early=0.3), Schedule(epochs=6)
"""How the shipped networks learnt."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The ids of the tokenizer's own pieces: before the first line, between lines, for a masked piece."""

    begin: int
    between: int
    masked: int


def by_stage(on_progress: OnStage | None) -> Callable[[str], Progress]:
    """Give for a stage by its name what is told its steps; nobody hears them where nobody listens."""

    def of(stage: str) -> Progress:
        return lambda done, total: on_progress(stage, done, total) if on_progress else None

    return of


def marks_of(tokenizer: bytes, base: str) -> Marks:
    """Find the tokenizer's own pieces; UsageError if it lacks one of them."""
    opened = open_tokenizer(tokenizer, Path(TOKENIZER))
    ids = [opened.token_to_id(name) for name in ("[CLS]", "[SEP]", "[MASK]", "[UNK]")]
    if None in ids:
        raise UsageError(f"the tokenizer of {base} has no [CLS], [SEP], [MASK] or [UNK]")
    return Marks(*ids[:3])


def learn(
    module: Any,
    loss: Loss,
    gold: Gold,
    marks: Marks,
    schedule: Schedule,
    *,
    window: int,
    seed: int,
    on_progress: Progress | None = None,
) -> None:
    """Fit a module to annotated lines; afterwards it holds the mean of its late weights.

    `loss` gets a batch, its spans in the order of lines and words, and the links of pairs of them (1 is the
    first relation), and gives None where there is nothing to learn.
    """
    torch = optional("torch", _FEATURE)

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


def fit(
    module: Any,
    draw: Callable[[random.Random], Sequence[Drawn]],
    loss: Callable[[Drawn], Any],
    schedule: Schedule,
    *,
    seed: int,
    on_progress: Progress | None = None,
) -> None:
    """Fit a module to batches; afterwards it holds the mean of its late weights.

    `draw` gives the batches of an epoch anew each time it is called, `loss` the loss of one, or None where
    there is nothing to learn.
    """
    torch = optional("torch", _FEATURE)
    drawn = random.Random(seed)
    _set_dropout(torch, module, schedule.dropout)
    if schedule.still:
        module["enc"]["bert"].embeddings.word_embeddings.weight.requires_grad_(False)
    if schedule.fixed:
        _fix(module["enc"], schedule.fixed)
    optimiser, rates = _optimiser(torch, module, schedule)
    mean = _Mean(torch, module, schedule.average)
    total = max(1, int(schedule.epochs * len(draw(drawn))))
    step = 0
    module.train()
    while step < total:
        for batch in draw(drawn):
            if step == total:
                break
            for group, rate in zip(optimiser.param_groups, rates, strict=True):
                group["lr"] = rate * _share(step, total, schedule.warm_up)
            with torch.autocast("cpu", torch.bfloat16, enabled=schedule.short):
                value = loss(batch)
            step += 1
            if value is not None:
                value.backward()
                torch.nn.utils.clip_grad_norm_(module.parameters(), 1.0)
                optimiser.step()
                optimiser.zero_grad(set_to_none=True)
                mean.update(module)
            if step == max(1, total // 3):
                mean.remember()
            if on_progress:
                on_progress(step, total)
    mean.put_into(module, schedule.early)
    module.eval()


def _share(step: int, total: int, warm_up: float) -> float:
    """Give the share of the full rate at a step: up in a line, then down to a fiftieth."""
    done = step / total
    return min(1.0, (step + 1) / (warm_up * total)) * min(1.0, max(0.02, (1 - done) / (1 - warm_up)))


def _batches(gold: Gold, pieces: int, size: int, drawn: random.Random) -> list[list[Window]]:
    windows: list[Window] = []
    for document in gold.documents:
        sizes = iter(lambda: drawn.randint(int(size * _SHORTEST), size), None)
        windows += pack_windows((each.line for each in document), sizes)
    made = batches(windows, pieces, lambda window: length_of(window) + 8 * drawn.random())
    drawn.shuffle(made)
    return made


def _annotated(
    windows: Sequence[Window], gold: Gold, marks: Marks
) -> tuple[Batch, list[Span], dict[tuple[int, int], int]]:
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


def hide(torch: Any, batch: Batch, marks: Marks, share: float) -> None:
    """Replace some pieces of a batch, never the marks between lines."""
    chosen = torch.rand(batch.ids.shape).numpy() < share
    own = (batch.mask == 0) | (batch.ids == marks.begin) | (batch.ids == marks.between)
    batch.ids[chosen & ~own] = marks.masked


def _set_dropout(torch: Any, module: Any, share: float) -> None:
    for part in module.modules():
        if isinstance(part, torch.nn.Dropout):
            part.p = share


def _fix(encoder: Any, layers: int) -> None:
    for name, part in encoder.items():
        for below in (part.embeddings, *part.encoder.layer[:layers]) if name == "bert" else (part,):
            below.requires_grad_(False)


def _optimiser(torch: Any, module: Any, schedule: Schedule) -> tuple[Any, list[float]]:
    learnt = _learnt(module)
    own = [weight for name, weight in learnt.items() if not name.startswith("enc.bert.")]
    given = [weight for name, weight in learnt.items() if name.startswith("enc.bert.")]
    optimiser = torch.optim.AdamW(
        [{"params": given}, {"params": own}], weight_decay=schedule.decay, fused=True
    )
    return optimiser, [schedule.rate, schedule.new_rate]


def _learnt(module: Any) -> dict[str, Any]:
    return {name: weight for name, weight in module.named_parameters() if weight.requires_grad}


class _Mean:
    """The running mean of a module's weights; the first steps count for less."""

    def __init__(self, torch: Any, module: Any, decay: float) -> None:
        self._torch, self._decay, self._steps = torch, decay, 0
        self._kept = {name: weight.detach().clone() for name, weight in _learnt(module).items()}
        self._early = self._kept

    def update(self, module: Any) -> None:
        self._steps += 1
        decay = min(self._decay, (1 + self._steps) / (10 + self._steps))
        with self._torch.no_grad():
            for name, weight in _learnt(module).items():
                self._kept[name].lerp_(weight, 1 - decay)

    def remember(self) -> None:
        """Keep the mean as it stands now."""
        self._early = {name: weight.clone() for name, weight in self._kept.items()}

    def put_into(self, module: Any, early: float) -> None:
        """Give a module the mean, with a share of the one that was remembered."""
        with self._torch.no_grad():
            for name, weight in _learnt(module).items():
                weight.copy_(self._kept[name].lerp(self._early[name], early))
