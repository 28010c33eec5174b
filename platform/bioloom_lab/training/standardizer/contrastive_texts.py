"""Contrastive training texts: descriptors, relation phrases and marked sentences that share a key."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast

from bioloom.standardization.relate.marked_sentences import mark_ends
from bioloom.standardization.relate.vocabulary import Vocabulary
from bioloom_lab.relate_cases.case import RelationCase, in_text_order
from bioloom_lab.relate_cases.gold_labels import single_key

Kind = Literal["descriptor", "phrase", "sentence"]

UNTAUGHT = frozenset({"biolink:related_to"})
"""Keys that a corpus's label means only for want of a better one."""
_NEG = "_NEG"


@dataclass(frozen=True, slots=True)
class KeyedText:
    """A text with the key that it means in each vocabulary; a negated descriptor's key ends in _NEG."""

    text: str
    kind: Kind
    keys: Mapping[str, str] = field(hash=False)


def descriptor_texts(vocabularies: Iterable[Vocabulary]) -> tuple[KeyedText, ...]:
    """Give the descriptors of every vocabulary."""
    return tuple(
        KeyedText(each.text, "descriptor", {vocabulary.name: each.key + _NEG * each.negated})
        for vocabulary in vocabularies
        for each in vocabulary.descriptors
    )


def case_texts(cases: Iterable[RelationCase], vocabularies: Sequence[Vocabulary]) -> tuple[KeyedText, ...]:
    """Give the phrases and the marked sentences of cases that mean one key, each distinct text once.

    The phrase of a claim that is not in text order has a key only where direction does not matter; the same
    claim turned round is added.
    """
    found: dict[tuple[str, str], KeyedText] = {}
    for case in cases:
        for each in (case,) if case.textual else (case, in_text_order(case)):
            keys = {
                vocabulary.name: key
                for vocabulary in vocabularies
                if (key := single_key(each, vocabulary)) is not None and key not in UNTAUGHT
            }
            undirected = {name: key for name, key in keys.items() if each.textual or name != "biolink"}
            for kind, text, meant in (
                ("phrase", each.claim.relationship, undirected),
                ("sentence", mark_ends(each.claim), keys),
            ):
                if text and meant:
                    group = "|".join(map(str, meant.items()))
                    found.setdefault((text, group), KeyedText(text, cast(Kind, kind), meant))
    return tuple(found.values())


class ContrastiveBatches:
    """Batch sampler: texts of each kind by the square root of how many share their keys, and descriptors.

    The descriptors are some of the drawn keys, positive and negated, and pairs of random others.
    """

    def __init__(
        self, texts: Sequence[KeyedText], *, seed: int, phrases: int, sentences: int, descriptors: int
    ) -> None:
        self._dice = random.Random(seed)
        self._wanted: tuple[tuple[Kind, int], ...] = (("phrase", phrases), ("sentence", sentences))
        self._descriptors = descriptors
        self._groups: dict[Kind, dict[str, list[KeyedText]]] = {"phrase": {}, "sentence": {}}
        self._described: dict[tuple[str, str], list[KeyedText]] = {}
        for text in texts:
            if text.kind == "descriptor":
                for pair in text.keys.items():
                    self._described.setdefault(pair, []).append(text)
            else:
                self._groups[text.kind].setdefault("|".join(map(str, text.keys.items())), []).append(text)

    def draw(self) -> list[KeyedText]:
        """Give the next batch, each text once."""
        drawn: dict[str, KeyedText] = {}
        for kind, count in self._wanted:
            groups = list(self._groups[kind].values())
            if groups:
                weights = [len(group) ** 0.5 for group in groups]
                for group in self._dice.choices(groups, weights, k=count):
                    text = self._dice.choice(group)
                    drawn[text.text] = text
        present = sorted({pair for text in drawn.values() for pair in text.keys.items()})
        near = [(name, key + suffix) for name, key in present for suffix in ("", _NEG)]
        near = [pair for pair in near if pair in self._described]
        self._dice.shuffle(near)
        half = self._descriptors // 2
        others = self._dice.sample(sorted(self._described), min(half // 2, len(self._described)))
        for pair in [*near[:half], *others, *others]:
            text = self._dice.choice(self._described[pair])
            drawn[text.text] = text
        return list(drawn.values())
