"""Generated annotated protocols of any number of sentences, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bioloom.graph.connection import Graph
from bioloom.pipeline import load
from bioloom.records import (
    AnnotatedDocument,
    Document,
    LoadOptions,
    Mention,
    Place,
    Relation,
    Sentence,
)
from bioloom.settings import Settings
from bioloom_lab.benchmarks.generated_kgx import spell_name

SEED = 20261123

VERBS = (
    "add", "mix", "incubate", "centrifuge", "wash", "resuspend", "transfer", "discard", "heat", "store",
    "dissolve", "elute", "vortex", "collect", "dilute", "stir", "filter", "cool", "shake", "grow", "stain",
    "spin", "dry",
)  # fmt: skip
REAGENTS = (
    "cells", "DNA", "pellet", "supernatant", "lysis buffer", "ethanol", "trypsin", "isopropanol",
    "chloroform", "beads", "lysate", "agarose gel", "competent cells", "RNA", "LB medium", "EDTA",
    "TE buffer", "binding buffer", "antibody", "PBS", "glycerol", "plasmid", "enzyme", "PCR mix",
)  # fmt: skip
DEVICES = ("tube", "vortex mixer", "centrifuge", "water bath", "spin column", "plate", "magnetic rack")
PURPOSES = ("extraction", "transformation", "purification", "staining", "digestion", "isolation", "culture")

_LENGTH = 25
_RELATIONS = {
    "Reagent": "Acts-on", "Amount": "Setting", "Time": "Setting", "Temperature": "Setting",
    "Location": "Site",
}  # fmt: skip
_COMMON = 2.5
"""Exponent that makes the names that come first in the lists the frequent ones."""


class GeneratedProtocols:
    """Loader of so many sentences in annotated protocols of 25, the first of each its title."""

    name = "generated"
    description = "annotated protocols that no file holds"

    def __init__(self, sentences: int, seed: int = SEED) -> None:
        self._sentences, self._seed = sentences, seed

    def recognises(self, source: Path) -> bool:
        """Say no: nothing is written so."""
        return False

    def records(self, source: Path, options: LoadOptions) -> Iterator[AnnotatedDocument]:
        """Give the protocols; their mentions have names of which few are frequent and most are rare."""
        chance = random.Random(self._seed)
        rare = (f"{spell_name(chance)} {REAGENTS[at % len(REAGENTS)]}" for at in range(self._sentences // 4))
        names = (*REAGENTS, *rare)
        for number in range(max(1, self._sentences // _LENGTH)):
            yield _document(chance, names, number, Place(str(source)))


def write_protocols(graph: Graph, settings: Settings, sentences: int, seed: int = SEED) -> int:
    """Load so many sentences into a graph as an annotated corpus is; give the number of documents."""
    with TemporaryDirectory(prefix="bioloom-bench-") as folder:
        loader = GeneratedProtocols(sentences, seed)
        return load(Path(folder), graph, settings, format=loader).counts.documents


def _document(chance: random.Random, names: tuple[str, ...], number: int, place: Place) -> AnnotatedDocument:
    id_ = f"generated:p{number}"
    title = f"{chance.choice(PURPOSES).title()} of {_pick(chance, names)} with {_pick(chance, names)}"
    steps = [_step(chance, names) for _ in range(_LENGTH - 1)]
    sentences: list[Sentence] = []
    mentions: list[Mention] = []
    relations: list[Relation] = []
    start = 0
    for index, parts in enumerate([[("", title)], *steps]):
        text = "".join(said for _, said in parts)
        sentence = Sentence(f"{id_}#s{index}", id_, index, text, start, start + len(text))
        sentences.append(sentence)
        found: list[Mention] = []
        for kind, said in parts:
            if kind:
                name = f"{id_}#T{len(mentions) + len(found) + 1}"
                found.append(Mention(name, sentence.id, said, start, start + len(said), kind))
            start += len(said)
        start += 1
        mentions += found
        relations += (
            Relation(found[0].id, _RELATIONS[other.native_type], other.id, place) for other in found[1:]
        )
    text = "\n".join(sentence.text for sentence in sentences)
    document = Document(id_, title, text, "protocol", "infores:generated", place)
    return AnnotatedDocument(document, tuple(sentences), tuple(mentions), tuple(relations), "wlp")


def _step(chance: random.Random, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Give a step as its parts, each with its type in WLP's terms if it is a mention; the action is first."""
    verb, one, two = chance.choice(VERBS), _pick(chance, names), _pick(chance, names)
    volume = f"{chance.randrange(1, 40) * 25} µl"
    parts = [("Action", verb.capitalize()), ("", " the "), ("Reagent", one), ("", " with ")]
    parts += [("Amount", volume), ("", " of "), ("Reagent", two)]
    if chance.random() < 0.5:
        parts += [("", " for "), ("Time", f"{chance.randrange(1, 60)} min"), ("", " at ")]
        parts.append(("Temperature", f"{chance.choice((4, 25, 37, 42, 65, 95))} °C"))
    if chance.random() < 0.4:
        parts += [("", " in the "), ("Location", chance.choice(DEVICES))]
    return [*parts, ("", ".")]


def _pick(chance: random.Random, names: tuple[str, ...]) -> str:
    return names[int(len(names) * chance.random() ** _COMMON)]


def questions(seed: int = SEED) -> Iterator[str]:
    """Give questions of every kind without end, with and without an answer, few of them twice."""
    chance = random.Random(seed)
    asked = (
        "At what temperature is the {one} stored?", "How long are the {one} incubated with {two}?",
        "Which reagent stops the reaction of {one}?", "What comes after adding {one}?",
        "How many times is the {one} washed with {two}?", "At what speed is the {one} centrifuged?",
        "Which device mixes the {one}?", "How much {one} is added to the {two}?",
        "What is the {one} transferred to?", "What is the {one} resuspended with during {purpose} of {two}?",
        "What is done before loading the {one}?", "How long is the heat shock of {one} in the {purpose}?",
        "Which drugs treat {two}?", "Is the {one} kept on ice with {two}?",
    )  # fmt: skip
    while True:
        for form in asked:
            one, two = chance.sample(REAGENTS, 2)
            yield form.format(one=one, two=two, purpose=chance.choice(PURPOSES))
