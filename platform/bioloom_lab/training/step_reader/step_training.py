"""Training of the step reader: first on generated questions, then on written ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from bioloom.extraction.networks.tokenization import WordReader
from bioloom.extraction.networks.windows import length_of
from bioloom.question_parsing import canonical_words
from bioloom.step_reader.step_window import StepWindow, asked_of, choose_steps, make_windows
from bioloom_lab.training.loop import TrainingSchedule, fit
from bioloom_lab.training.step_reader.asked_steps import AskedSteps
from bioloom_lab.training.step_reader.renamed_things import ThingNames
from bioloom_lab.training.step_reader.torch_network import Golds, StepNetwork, covered_words

SIZES = (160, 208, 256, 320)
"""Pieces of the windows that are learnt from."""

WITHHELD = 0.12
"""Share of the answerable examples whose answer is left out of the window."""

LATER = 0.25
"""Share of the windows without the steps that are nearest to the question's words, as later windows are."""

OTHER_NAMES = 0.5
"""Share of the examples whose things get other names."""

OWN = 0.8
"""Share of the examples that are seen beside their own protocol, or beside the likest where none answers."""

Group = tuple[StepWindow, Golds, float]


class Windows:
    """Makes windows of examples."""

    def __init__(self, reader: WordReader) -> None:
        self.reader = reader

    def order(self, example: AskedSteps) -> list[int]:
        """Order the steps as they are chosen for an answer."""
        words = [frozenset(canonical_words(step)) for step in example.steps]
        return choose_steps(asked_of(example.part, example.whole), example.steps, words)

    def group(self, example: AskedSteps, drawn: random.Random, *, size: int | None = None) -> Group | None:
        """Make the window of an example, with the answer in it, or sometimes all but the answer."""
        order, golds, weight = self.order(example), example.golds, example.weight
        if golds:
            if size is None and drawn.random() < WITHHELD:
                texts = [example.steps[at][start:end].lower() for at, (start, end) in golds.items()]
                order = [at for at in order if not any(text in example.steps[at].lower() for text in texts)]
                golds = {}
            elif size is None or not set(golds) & set(order[:4]):
                first = next(iter(golds))
                order = [first, *(at for at in order if at != first)]
        if order and size is None and drawn.random() < LATER:
            skipped = set(order[: drawn.randrange(len(order))]) - set(golds)
            order = [at for at in order if at not in skipped]
        windows = make_windows(
            self.reader,
            (example.part, example.whole),
            example.title,
            example.steps,
            order,
            size=size or drawn.choice(SIZES),
            most=1,
        )
        if not windows:
            return None
        (window,) = windows
        inside: dict[int, tuple[int, int]] = {}
        for line in window.lines:
            if line.number in golds and (span := covered_words(line, *golds[line.number])):
                inside[line.number] = span
        return window, inside, weight


def choose_example(some: Sequence[AskedSteps], drawn: random.Random) -> AskedSteps:
    """Draw one of the examples of a part, as a rule one with the answer, or the likest where none has it."""
    own = [each for each in some if each.golds] or list(some[:1])
    return drawn.choice(own) if drawn.random() < OWN else drawn.choice(list(some))


def learn_steps(
    network: StepNetwork,
    examples: Sequence[Sequence[AskedSteps]],
    windows: Windows,
    schedule: TrainingSchedule,
    *,
    seed: int,
    names: ThingNames | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> None:
    """Fit a network to examples; in an epoch each is seen beside one of its protocols, and if `names` are
    given, half of them with other names of things."""

    def draw(drawn: random.Random) -> list[list[Group]]:
        groups = []
        for some in examples:
            if names is not None and drawn.random() < OTHER_NAMES:
                some = names.rename(some, drawn)
            if (group := windows.group(choose_example(some, drawn), drawn)) is not None:
                groups.append(group)
        return batch_windows(groups, schedule.pieces, drawn)

    fit(
        network.module,
        draw,
        lambda groups: network.loss(groups, windows.reader),
        schedule,
        seed=seed,
        on_progress=on_progress,
    )


def _length(group: Group) -> int:
    return length_of(group[0].lines)


def batch_windows(groups: Sequence[Group], pieces: int, drawn: random.Random) -> list[list[Group]]:
    """Put windows of like length together, at most so many pieces a batch."""
    batches: list[list[Group]] = [[]]
    for group in sorted(groups, key=lambda each: (_length(each), drawn.random())):
        if batches[-1] and _length(group) * (len(batches[-1]) + 1) > pieces:
            batches.append([])
        batches[-1].append(group)
    drawn.shuffle(batches)
    return batches
