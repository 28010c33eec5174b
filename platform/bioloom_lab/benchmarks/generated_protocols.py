"""Generated annotated protocols of any number of sentences, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice, pairwise

from bioloom.graph.connection import Graph
from bioloom.graph.statements import statement
from bioloom.names import normalise
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
_BATCH = 100
_COMMON = 2.5
"""Exponent that makes the names that come first in the lists the frequent ones."""


def write_protocols(graph: Graph, sentences: int, seed: int = SEED) -> int:
    """Write so many sentences, 25 a protocol, by the statements of a load; give the number of documents."""
    chance = random.Random(seed)
    names = (
        *REAGENTS,
        *(f"{spell_name(chance)} {REAGENTS[at % len(REAGENTS)]}" for at in range(sentences // 10)),
    )
    documents = (_document(chance, names, number) for number in range(max(1, sentences // _LENGTH)))
    written = 0
    while batch := list(islice(documents, _BATCH)):
        written += len(batch)
        with graph.session() as session:
            for name, rows in _rows(batch).items():
                session.run(statement(name, end="Mention"), rows=rows).consume()
    return written


def _rows(documents: list[dict[str, list[dict[str, object]]]]) -> dict[str, list[dict[str, object]]]:
    """Gather the rows of some documents by statement."""
    return {name: [row for each in documents for row in each[name]] for name in documents[0]}


def _document(
    chance: random.Random, names: tuple[str, ...], number: int
) -> dict[str, list[dict[str, object]]]:
    document = f"generated:p{number}"
    title = f"{chance.choice(PURPOSES).title()} of {_pick(chance, names)} with {_pick(chance, names)}"
    texts: list[tuple[str, list[tuple[str, str]]]] = [(title, [])] + [
        _step(chance, names) for _ in range(_LENGTH - 1)
    ]
    sentences: list[dict[str, object]] = []
    mentions: list[dict[str, object]] = []
    edges: list[dict[str, object]] = []
    for index, (text, parts) in enumerate(texts):
        sentence = f"{document}#s{index}"
        sentences.append({"id": sentence, "document_id": document, "index": index, "text": text})
        ids = [f"{document}#T{index}.{place}" for place in range(len(parts))]
        for id_, (kind, name) in zip(ids, parts, strict=True):
            mention = {"id": id_, "name": name, "normalised": normalise(name), "native_type": kind}
            mention |= {"sentence_id": sentence, "document_id": document}
            mentions.append({"label": f"biopie:{kind}", "properties": mention})
        edges += (_edge(ids[0], other, sentence) for other in ids[1:])
    whole = {"id": document, "title": title, "kind": "protocol", "sentences": len(texts)}
    return {
        "write/create_documents": [whole],
        "write/create_sentences": sentences,
        "write/chain_sentences": [
            {"before": one["id"], "after": two["id"]} for one, two in pairwise(sentences)
        ],
        "write/create_mentions": mentions,
        "write/create_edges": edges,
    }


def _step(chance: random.Random, names: tuple[str, ...]) -> tuple[str, list[tuple[str, str]]]:
    """Give a step with its mentions: an action first, then what it acts on and its values."""
    verb, one, two = chance.choice(VERBS), _pick(chance, names), _pick(chance, names)
    device = chance.choice(DEVICES)
    volume, time, heat = (
        f"{chance.randrange(1, 40) * 25} µl",
        f"{chance.randrange(1, 60)} min",
        f"{chance.choice((4, 25, 37, 42, 65, 95))} °C",
    )
    said = [("verb", verb), ("blend", one), ("volume", volume), ("chemical", two)]
    text = f"{verb.capitalize()} the {one} with {volume} of {two}"
    if chance.random() < 0.5:
        said += [("time", time), ("temperature", heat)]
        text += f" for {time} at {heat}"
    if chance.random() < 0.4:
        said.append(("device", device))
        text += f" in the {device}"
    return f"{text}.", said


def _edge(verb: str, other: str, sentence: str) -> dict[str, object]:
    edge = {"id": f"{verb} {other}", "subject": verb, "predicate": "biolink:affects", "object": other}
    return {**edge, "sentence_id": sentence, "original_predicate": "acts on", "negated": False}


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
