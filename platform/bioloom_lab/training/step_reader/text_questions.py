"""Examples from questions about folders of plain texts, whose gold lines are found among the sentences."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from bioloom.errors import SourceError
from bioloom.question_parsing import parse_question
from bioloom_lab.evaluation.answer_judging import read_lines
from bioloom_lab.evaluation.questions import GoldPart, GoldQuestion, read_questions
from bioloom_lab.training.span_reader.training_examples import FOREIGN, Bm25Ranker, documents_of
from bioloom_lab.training.step_reader.asked_steps import AskedSteps, Span, find_answer

OWN_NEXT = 0.6
"""Share of the draws that rank a sentence of the own text next, before one of the others."""

Place = tuple[str, int]
"""The name of a text and the number of a sentence of it."""


def asked_texts(
    questions: Path, folders: Iterable[Path], drawn: random.Random
) -> list[tuple[AskedSteps, ...]]:
    """Put each part of the questions beside its text, and beside this with the likest sentences of others.

    A part that nothing answers comes beside the text that it is about, or else the one with the likest
    sentence. Questions that are not split as their gold is are left out. SourceError names the question none
    of whose lines holds the answer.
    """
    texts, found = _NumberedTexts(folders), []
    for number, question in enumerate(read_questions(questions), 1):
        parts = question.parts or (GoldPart(None),)
        patterns = [each.text for each in parse_question(question.question).patterns]
        split = len(patterns) == len(parts) > 1
        if len(parts) > 1 and not split:
            continue
        for part, text in zip(parts, patterns if split else [question.question], strict=True):
            golds = texts.golds(part)
            if part.answer is not None and not golds:
                lines = ", ".join(sorted(part.lines)) or "no line"
                raise SourceError(f"“{part.answer}” does not stand in {lines}", str(questions), number)
            found.append(texts.examples(question, text, golds, drawn))
    return found


class _NumberedTexts:
    """Plain texts by name, the sentences on each of their lines, and the ranking of all for a question."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self._titles: dict[str, str] = {}
        self._texts: dict[str, tuple[str, ...]] = {}
        self._on: dict[str, list[Place]] = {}
        for folder in folders:
            lines = read_lines(folder)
            for each in documents_of(folder):
                name = each.document.id.rpartition(":")[2].rpartition("/")[2]
                texts = tuple(sentence.text for sentence in each.sentences)
                self._titles[name], self._texts[name] = each.document.title, texts
                for line, places in _sentences_on(lines.get(name, ()), texts).items():
                    self._on[f"{name}:{line}"] = [(name, at) for at in places]
        self._places = [(name, at) for name, texts in self._texts.items() for at in range(len(texts))]
        self._lexical = Bm25Ranker([text for texts in self._texts.values() for text in texts])

    def golds(self, part: GoldPart) -> Mapping[Place, Span]:
        """Find the answer of a part in the sentences that stand on its lines, the first on each."""
        on = [self._on.get(line, ()) for line in part.lines]
        held = find_answer(
            part.answer or "", {(name, at): self._texts[name][at] for places in on for name, at in places}
        )
        first = {at for places in on if (at := next((each for each in places if each in held), None))}
        return {place: held[place] for place in sorted(first)}

    def examples(
        self, question: GoldQuestion, text: str, golds: Mapping[Place, Span], drawn: random.Random
    ) -> tuple[AskedSteps, ...]:
        """Give both examples of a part, beside the first text with golds."""
        whole = question.question
        ranked = [self._places[at] for at in self._lexical.ranked(whole)]
        about = question.about if question.about in self._titles else ranked[0][0]
        named = [name for name, _ in golds] or [about]
        own = AskedSteps(
            text,
            "" if text == whole else whole,
            self._titles[named[0]],
            self._texts[named[0]],
            {at: span for (name, at), span in golds.items() if name == named[0]},
            order=tuple(at for name, at in ranked if name == named[0]),
        )
        foreign = islice((place for place in ranked if place[0] not in named), FOREIGN)
        others = [self._texts[name][at] for name, at in foreign]
        return own, _beside(own, others, drawn)


def _beside(own: AskedSteps, others: Sequence[str], drawn: random.Random) -> AskedSteps:
    """Add sentences of other texts, ranked between the own ones."""
    first, order = len(own.steps), []
    waiting = list(own.order), list(range(first, first + len(others)))
    while all(waiting):
        order.append(waiting[drawn.random() >= OWN_NEXT].pop(0))
    return replace(own, steps=(*own.steps, *others), order=(*order, *waiting[0], *waiting[1]))


def _sentences_on(lines: Sequence[str], sentences: Sequence[str]) -> Mapping[int, list[int]]:
    """List by line, from 1, the sentences that stand on it, whole or wrapped, or that tell its row."""
    whole = "".join(map(_squeeze, lines))
    line_of = [number for number, line in enumerate(lines, 1) for _ in _squeeze(line)]
    found: dict[int, list[int]] = defaultdict(list)
    end = 0
    for at, sentence in enumerate(map(_squeeze, sentences)):
        start = whole.find(sentence, end)
        if start >= 0:
            end = start + len(sentence)
            on = set(line_of[start:end])
        else:  # a row of a table, with the names of its columns
            on = {number for number, line in enumerate(lines, 1) if _tells_row(sentence, line)}
        for number in on:
            found[number].append(at)
    return found


def _tells_row(sentence: str, line: str) -> bool:
    cells = [cell for cell in map(_squeeze, re.split(r"[|\t]", line)) if cell]
    return len(cells) > 1 and all(cell in sentence for cell in cells)


def _squeeze(text: str) -> str:
    return "".join(text.split())
