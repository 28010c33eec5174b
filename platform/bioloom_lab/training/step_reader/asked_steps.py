"""Examples of the step reader: a part of a question beside the steps of one protocol, with its answer."""

from __future__ import annotations

import math
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from bioloom.question_parsing import canonical_words, parse_question
from bioloom_lab.evaluation.answer_judging import read_lines
from bioloom_lab.evaluation.questions import GoldQuestion
from bioloom_lab.training.step_reader.bioplanner_texts import read_bioplanner

FOREIGN = 3
"""Other protocols, the likest by their words, that are shown beside a question."""

TITLE = 3.0
"""How much a word of a title counts beside one of a step where protocols are likened to a question."""

Span = tuple[int, int]
Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class AskedSteps:
    """A part of a question, the whole of it where it has others, and the steps of a protocol in their order.

    `golds` maps the number of a step to the characters of the answer in it, `weight` says how much it counts.
    `order` is that in which the sentences of a publication are read, as they were ranked for the question.
    """

    part: str
    whole: str
    title: str
    steps: tuple[str, ...]
    golds: Mapping[int, Span]
    weight: float = 1.0
    order: tuple[int, ...] = ()


class TrainingTexts:
    """The lines of protocols by id, and which of them are the likest to a question."""

    def __init__(self, sources: Iterable[Path]) -> None:
        """Read folders of texts and files of the BioPlanner collection."""
        read = (read_lines(path) if path.is_dir() else read_bioplanner(path) for path in sources)
        self.lines = {name: lines for each in read for name, lines in each.items()}
        self._held: dict[str, set[str]] = defaultdict(set)
        for name, lines in self.lines.items():
            for line in lines:
                for word in canonical_words(line):
                    self._held[word].add(name)
        self._titles = {
            name: frozenset(canonical_words(lines[0])) for name, lines in self.lines.items() if lines
        }

    @cached_property
    def idf(self) -> Mapping[str, float]:
        """The rarity of every word."""
        return {word: math.log(len(self.lines) / len(held)) for word, held in self._held.items()}

    def likest(self, question: str) -> list[str]:
        """Name the protocols that hold most of a question's words, rare ones and titles first."""
        score: dict[str, float] = defaultdict(float)
        for word in dict.fromkeys(canonical_words(question)):
            for name in self._held.get(word, ()):
                score[name] += self.idf[word] * (TITLE if word in self._titles[name] else 1.0)
        return sorted(score, key=lambda name: (-score[name], name))[: FOREIGN + 1]

    def steps(self, name: str) -> tuple[str, tuple[str, ...], list[int]]:
        """Give the title of a protocol, its steps and their places among its lines."""
        lines = self.lines[name]
        places = [at for at, line in enumerate(lines) if at and line.strip()]
        return lines[0], tuple(lines[at] for at in places), places


def written_steps(
    questions: Sequence[GoldQuestion], texts: TrainingTexts, drawn: random.Random, weight: float = 1.0
) -> list[tuple[AskedSteps, ...]]:
    """Turn written questions into examples for each part: its own protocol, and others that are like it.

    A question without an answer comes beside the protocol that it is about, or else beside the likest.
    Where a question is split otherwise than its gold, each half is right for the whole.
    """
    found = []
    for question in questions:
        patterns = [each.text for each in parse_question(question.question).patterns]
        golds = [part for part in question.parts if part.answer is not None]
        split = len(patterns) == len(question.parts) > 1
        for at, text in enumerate(patterns if split else [question.question]):
            wanted = [question.parts[at]] if split else golds
            wanted = [part for part in wanted if part.answer is not None]
            whole = question.question if split else ""
            own = list(
                dict.fromkeys(line.partition(":")[0] for part in wanted for line in sorted(part.lines))
            )
            own = [name for name in own if name in texts.lines]
            if wanted and not own:
                continue
            made = []
            for name in own or _nearest(question, texts):
                title, steps, places = texts.steps(name)
                spans: dict[int, Span] = {}
                for part in wanted:
                    held = {}
                    for line in sorted(part.lines):
                        document, _, number = line.partition(":")
                        if document == name and int(number) - 1 in places:
                            step = places.index(int(number) - 1)
                            held[step] = steps[step]
                    spans |= find_answer(part.answer or "", held)
                if spans or not own:
                    made.append(AskedSteps(text, whole, title, steps, spans, weight))
            if own:
                others = [name for name in texts.likest(question.question) if name not in own]
                for name in others[:1]:
                    title, steps, _ = texts.steps(name)
                    made.append(AskedSteps(text, whole, title, steps, {}, weight / 2))
            if made:
                found.append(tuple(made))
    drawn.shuffle(found)
    return found


def find_answer(answer: str, texts: Mapping[Key, str]) -> dict[Key, Span]:
    """Find an answer, or else another of its names between bars, in those of some texts that hold it.

    Where any holds it as whole words and numbers, what is a part of others does not count.

    >>> find_answer("5 min", {0: "Spin for 15 min.", 1: "Wait for 5 min.", 2: "Spin."})
    {1: (9, 14)}
    """
    names = [re.escape(name) for name in answer.split(" | ") if name]
    whole = [rf"(?<!\w)(?<!\d[.,]){name}(?!\w|[.,]\d)" for name in names]
    for wanted, flags in ((whole, 0), (whole, re.IGNORECASE), (names, re.IGNORECASE)):
        found = {}
        for key, text in texts.items():
            match = next(filter(None, (re.search(name, text, flags) for name in wanted)), None)
            if match:
                found[key] = match.span()
        if found:
            return found
    return {}


def _nearest(question: GoldQuestion, texts: TrainingTexts) -> list[str]:
    """Name the protocols that seem to answer a question and do not, the nearest first."""
    known = [question.about] if question.about in texts.lines else []
    return list(dict.fromkeys((*known, *texts.likest(question.question))))[: FOREIGN + 1]
