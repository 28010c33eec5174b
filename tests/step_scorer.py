"""Step scorer of the tests: stands for the network that reads steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bioloom.step_reader import FoundStep, ReadableText


class Scorer:
    """Finds some words in the step that holds them, and nothing elsewhere."""

    def __init__(self, words: str, score: float = 6.0) -> None:
        self.words, self.score = words, score
        self.asked: list[tuple[str, str]] = []
        self.titles: list[str] = []

    def read(
        self, part: str, whole: str, texts: Sequence[ReadableText]
    ) -> Mapping[tuple[int, int], FoundStep]:
        self.asked.append((part, whole))
        self.titles += [text.title for text in texts]
        found = {}
        for at, text in enumerate(texts):
            for number, step in enumerate(text.steps):
                start = step.find(self.words)
                here = FoundStep(self.score, start, start + len(self.words), 0.9)
                found[at, number] = here if start >= 0 else FoundStep(-self.score, 0, 4, 0.1)
        return found
