"""Windows of the span reader for training: the sentences with the answer beside others like the question."""

from __future__ import annotations

import random

from bioloom.extraction.networks.tokenization import WordReader
from bioloom.span_reader.reader import LONGEST_SENTENCE
from bioloom.step_reader.step_window import make_windows
from bioloom_lab.training.step_reader.asked_steps import AskedSteps
from bioloom_lab.training.step_reader.step_training import Group, Windows
from bioloom_lab.training.step_reader.torch_network import covered_words

SIZES = (160, 224, 288)
"""Pieces of the windows that are learnt from."""

CANDIDATES = 40
"""Sentences, the likest to the question, that a window is drawn from."""

WITHHELD = 0.15
"""Share of the answerable examples whose answer is left out of the window."""

SKIPPED = 0.25
"""Share of the other sentences that a window does without."""

LATER, LATER_WITHOUT = 0.25, 0.5
"""Share of the windows, with and without the answer, that begin further down the ranking."""


class SentenceWindows(Windows):
    """Makes windows of examples from publications, of `most` pieces at most."""

    def __init__(self, reader: WordReader, most: int = max(SIZES)) -> None:
        super().__init__(reader)
        self._most = most

    def group(self, example: AskedSteps, drawn: random.Random, *, size: int | None = None) -> Group | None:
        """Make the window of an example, with the answer in it, or sometimes all but the answer."""
        golds = dict(example.golds)
        others = [
            at for at in example.order[:CANDIDATES] if at not in golds and (size or drawn.random() >= SKIPPED)
        ]
        if size is None and drawn.random() < WITHHELD:
            golds = {}
        if drawn.random() < (LATER if golds else LATER_WITHOUT):
            others = others[drawn.randrange(max(1, len(others) // 2)) :]
        first = list(golds)
        drawn.shuffle(first)
        windows = make_windows(
            self.reader,
            (example.part, example.whole),
            example.title,
            example.steps,
            first + others,
            size=min(self._most, size or drawn.choice(SIZES)),
            most=1,
            longest=LONGEST_SENTENCE,
        )
        if not windows:
            return None
        (window,) = windows
        spans = {
            line.number: span
            for line in window.lines
            if line.number in golds and (span := covered_words(line, *golds[line.number]))
        }
        return window, spans, example.weight
