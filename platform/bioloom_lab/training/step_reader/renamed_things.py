"""Renamed things: examples whose reagents, devices and places have other names, so that what a question and a
step have in common is learnt, and no protocol by heart."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bioloom.records import AnnotatedDocument
from bioloom_lab.training.step_reader.asked_steps import AskedSteps, Span

RENAMED = frozenset({"Reagent", "Device", "Location", "Seal", "Method"})
"""WLP types of the things that get other names."""

SHARE = 0.3
"""Share of the things of a protocol that do."""

_LENGTH = range(3, 41)
_LETTERS = re.compile(r"[^\W\d_]{3}")
_ANY = frozenset(
    {"each", "it", "mixture", "sample", "samples", "solution", "that", "them", "these", "this", "those"}
)


class ThingNames:
    """The names of things in annotated protocols by type."""

    def __init__(self, documents: Iterable[AnnotatedDocument]) -> None:
        self._types: dict[str, str] = {}
        self._names: dict[str, list[str]] = defaultdict(list)
        self._within: dict[str, list[str]] = {}
        for document in documents:
            named = {
                mention.text: mention.native_type
                for mention in document.mentions
                if mention.native_type in RENAMED
                and len(mention.text) in _LENGTH
                and _LETTERS.search(mention.text)
                and mention.text.lower() not in _ANY
            }
            for name, kind in named.items():
                self._types[name.lower()] = kind
                self._names[kind].append(name)

    def rename(self, examples: Sequence[AskedSteps], drawn: random.Random) -> tuple[AskedSteps, ...]:
        """Rename things in all of a question's examples alike.

        A thing keeps its name where the title, the step that answers, or one beside it, holds it and the
        question does not: it may mean the thing by another one.
        """
        own = next((each for each in examples if each.golds), examples[0])
        asked = f"{own.part} {own.whole}".lower()
        near = " ".join(
            _without(step, each.golds.get(at)).lower()
            for each in examples
            for at, step in enumerate(each.steps)
            if any(at + away in each.golds for away in (-1, 0, 1))
        )
        text = "\n".join((own.title, *own.steps)).lower()
        if text not in self._within:
            self._within[text] = [name for name in self._types if name in text]
        names = {
            name: drawn.choice(self._names[self._types[name]])
            for name in self._within[text]
            if drawn.random() < SHARE
            and (_holds(asked, name) or not (name in near or name in own.title.lower()))
        }
        return tuple(_renamed(each, names) for each in examples) if names else tuple(examples)


def _without(step: str, span: Span | None) -> str:
    return step if span is None else f"{step[: span[0]]} {step[span[1] :]}"


def _holds(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _renamed(example: AskedSteps, names: Mapping[str, str]) -> AskedSteps:
    """Put other names into an example, the longest first; the characters of its answers move."""
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    found = re.compile(rf"(?<!\w)(?:{known})(?!\w)", re.IGNORECASE)

    def put(text: str) -> str:
        return found.sub(lambda match: names.get(match[0].lower(), match[0]), text)

    steps, golds = [], {}
    for at, step in enumerate(example.steps):
        start, end = example.golds.get(at, (0, 0))
        before, answer = put(step[:start]), put(step[start:end])
        steps.append(before + answer + put(step[end:]))
        if at in example.golds:
            golds[at] = (len(before), len(before) + len(answer))
    return replace(
        example,
        part=put(example.part),
        whole=put(example.whole),
        title=put(example.title),
        steps=tuple(steps),
        golds=golds,
    )
