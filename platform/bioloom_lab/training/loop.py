"""Torch training loop: learning-rate schedule, gradient clipping, AdamW, running mean of the weights."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from bioloom.extras import optional

Progress = Callable[[int, int], None]
"""Is told the step and the number of steps."""

OnStage = Callable[[str, int, int], None]
"""Is told the stage, the step and the number of steps."""

Drawn = TypeVar("Drawn")

_FEATURE = "Training a model"


@dataclass(frozen=True, slots=True)
class TrainingSchedule:
    """Schedule of one training. `rate` is that of the encoder, `new_rate` that of what it did not come with.

    `pieces` is how many a batch holds, `hidden` the share of pieces that are masked, `average` the decay of
    the running mean of the weights, which is what is kept; `early` is the share in it of the mean as it
    stood after a third of the steps. With `still` the vectors of the pieces stay as they came, which saves a
    tenth of the time. The first `fixed` layers stay as they came, and with them all that lies below; half of
    the layers save a third of the time. With `short` products are computed in numbers of 16 bits (bfloat16),
    in half the time on processors that have them and in more on others; the weights stay in 32. With
    `attend_all` no attention is dropped, which on processors takes a third of the time of a step.
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
    attend_all: bool = False


def by_stage(on_progress: OnStage | None) -> Callable[[str], Progress]:
    """Give the progress callback of each stage by its name; it does nothing without `on_progress`."""

    def of(stage: str) -> Progress:
        return lambda done, total: on_progress(stage, done, total) if on_progress else None

    return of


def train_steps(
    optimiser: Any,
    batches: Iterable[Drawn],
    loss: Callable[[Drawn], Any],
    *,
    rates: Sequence[float] = (),
    share: Callable[[int], float] | None = None,
    clip: Sequence[Any] = (),
    first: int = 0,
    on_step: Callable[[int, Any], None] | None = None,
) -> None:
    """Take one step of an optimiser for each batch.

    `share` gives the share of the full `rates` (one a parameter group) at each step, counted from `first`.
    The gradients of `clip` are clipped to a norm of 1. A batch whose `loss` is None moves nothing. `on_step`
    is told the number of steps done and the loss.
    """
    torch = optional("torch", _FEATURE, extra="lab")
    for step, batch in enumerate(batches, first):
        if share is not None:
            for group, rate in zip(optimiser.param_groups, rates, strict=True):
                group["lr"] = rate * share(step)
        value = loss(batch)
        if value is not None:
            value.backward()
            if clip:
                torch.nn.utils.clip_grad_norm_(clip, 1.0)
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
        if on_step:
            on_step(step + 1, value)


def fit(
    module: Any,
    draw: Callable[[random.Random], Sequence[Drawn]],
    loss: Callable[[Drawn], Any],
    schedule: TrainingSchedule,
    *,
    seed: int,
    on_progress: Progress | None = None,
) -> None:
    """Fit a module to batches; afterwards it holds the mean of its late weights.

    `draw` gives the batches of an epoch anew each time it is called, `loss` the loss of one, or None where
    there is nothing to learn.
    """
    torch = optional("torch", _FEATURE, extra="lab")
    drawn = random.Random(seed)
    _set_dropout(torch, module, schedule)
    if schedule.still:
        module["enc"]["bert"].embeddings.word_embeddings.weight.requires_grad_(False)
    if schedule.fixed:
        _fix(module["enc"], schedule.fixed)
    optimiser = _optimiser(torch, module, schedule)
    mean = WeightAverage(torch, module, schedule.average)
    total = max(1, int(schedule.epochs * len(draw(drawn))))

    def cast_loss(batch: Drawn) -> Any:
        with torch.autocast("cpu", torch.bfloat16, enabled=schedule.short):
            return loss(batch)

    def after_step(step: int, value: Any) -> None:
        if value is not None:
            mean.update(module)
        if step == max(1, total // 3):
            mean.remember()
        if on_progress:
            on_progress(step, total)

    module.train()
    train_steps(
        optimiser,
        islice(_epochs(draw, drawn), total),
        cast_loss,
        rates=(schedule.rate, schedule.new_rate),
        share=lambda step: warm_up_share(step, total, schedule.warm_up),
        clip=list(module.parameters()),
        on_step=after_step,
    )
    mean.put_into(module, schedule.early)
    module.eval()


def _epochs(draw: Callable[[random.Random], Sequence[Drawn]], drawn: random.Random) -> Iterator[Drawn]:
    while True:
        yield from draw(drawn)


def warm_up_share(step: int, total: int, warm_up: float) -> float:
    """Give the share of the full rate at a step: up in a line, then down to a fiftieth."""
    done = step / total
    return min(1.0, (step + 1) / (warm_up * total)) * min(1.0, max(0.02, (1 - done) / (1 - warm_up)))


def _set_dropout(torch: Any, module: Any, schedule: TrainingSchedule) -> None:
    for name, part in module.named_modules():
        if isinstance(part, torch.nn.Dropout):
            attends = name.endswith("attention.self.dropout")
            part.p = 0.0 if attends and schedule.attend_all else schedule.dropout


def _fix(encoder: Any, layers: int) -> None:
    for name, part in encoder.items():
        for below in (part.embeddings, *part.encoder.layer[:layers]) if name == "bert" else (part,):
            below.requires_grad_(False)


def _optimiser(torch: Any, module: Any, schedule: TrainingSchedule) -> Any:
    learnt = _learnt(module)
    own = [weight for name, weight in learnt.items() if not name.startswith("enc.bert.")]
    given = [weight for name, weight in learnt.items() if name.startswith("enc.bert.")]
    return torch.optim.AdamW([{"params": given}, {"params": own}], weight_decay=schedule.decay, fused=True)


def _learnt(module: Any) -> dict[str, Any]:
    return {name: weight for name, weight in module.named_parameters() if weight.requires_grad}


class WeightAverage:
    """Exponential moving average of a module's weights; the first steps count for less."""

    def __init__(self, torch: Any, module: Any, decay: float) -> None:
        self._torch, self._decay, self._steps = torch, decay, 0
        self._kept = {name: weight.detach().clone() for name, weight in _learnt(module).items()}
        self._early = self._kept

    def update(self, module: Any) -> None:
        """Move the average towards the weights of now."""
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
