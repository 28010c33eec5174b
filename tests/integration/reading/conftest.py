"""A small graph that is easy to check by hand: two protocols, two diseases, three drugs, two symptoms."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from bioloom.biolink import model
from bioloom.graph.connection import Endpoint, Graph, connect
from bioloom.graph.writing.pending_batch import PendingBatch
from bioloom.graph.writing.writer import Writer
from bioloom.records import (
    Assertion,
    Document,
    Entity,
    Mention,
    Place,
    Quantity,
    Sentence,
    StandardDocument,
)
from kept_graph import keep
from leased_graph import leased
from named_server import name_server

PREDICATES = {
    "use_reagent": "biolink:consumes",
    "is_object_of": "biolink:affects",
    "next_step": "biolink:precedes",
}

Marked = tuple[str, str, str, Quantity | None]
"""A mention: local id, surface text, BioPIE type, measured value."""


def celsius(value: float) -> Quantity:
    return Quantity("temperature", value, "°C", value + 273.15, "K")


def minutes(value: float) -> Quantity:
    return Quantity("time", value, "min", value * 60, "s")


def times_g(value: float) -> Quantity:
    return Quantity("force", value, "× g", value * 9.80665, "m/s^2")


def protocol(
    name: str,
    title: str,
    steps: Sequence[tuple[str, Sequence[Marked]]],
    relations: Sequence[tuple[str, str, str]],
    derived: Sequence[tuple[str, str]] = (),
    denotes: dict[str, Entity] | None = None,
) -> StandardDocument:
    """Lay out one protocol: a line a step, mentions found in it by their text."""
    document_id, text = f"lab:{name}", "\n".join(step for step, _ in steps)
    things = denotes or {}
    sentences: list[Sentence] = []
    mentions: list[Mention] = []
    offset = 0
    for index, (step, marked) in enumerate(steps):
        sentence = Sentence(f"{document_id}#s{index}", document_id, index, step, offset, offset + len(step))
        sentences.append(sentence)
        for local, surface, native, quantity in marked:
            start = offset + step.index(surface)
            entity = things[local].id if local in things else None
            mentions.append(
                Mention(
                    f"{document_id}#{local}", sentence.id, surface, start, start + len(surface), native,
                    category="biolink:Activity" if native == "verb" else "biolink:NamedThing",
                    quantity=quantity, entity_id=entity,
                )
            )  # fmt: skip
        offset += len(step) + 1
    stated = [(*relation, False) for relation in relations]
    stated += [(one, "next_step", two, True) for one, two in derived]
    assertions = tuple(
        Assertion(
            f"{document_id}#{one}", PREDICATES.get(native, "biolink:related_to"), f"{document_id}#{two}",
            "infores:lab", "knowledge_assertion", "manual_agent", level="mention",
            properties={"original_predicate": native, "derived": is_derived},
        )
        for one, native, two, is_derived in stated
    )  # fmt: skip
    return StandardDocument(
        Document(document_id, title, text, "protocol", "infores:lab", Place(f"{name}.txt")),
        tuple(sentences),
        tuple(mentions),
        assertions,
        tuple(things.values()),
    )


ETHANOL = Entity("CHEBI:16236", "ethanol", ("biolink:SmallMolecule",), synonyms=("EtOH", "ethyl alcohol"))

DNA = protocol(
    "dna",
    "DNA extraction",
    [
        (
            "Incubate the lysate at 56 °C for 2 h.",
            [
                ("T1", "Incubate", "verb", None),
                ("T2", "lysate", "blend", None),
                ("T3", "56 °C", "temperature", celsius(56)),
                ("T4", "2 h", "time", minutes(120)),
            ],
        ),
        (
            "Centrifuge at 12,000 × g for 10 min in a microfuge.",
            [
                ("T5", "Centrifuge", "verb", None),
                ("T6", "12,000 × g", "force", times_g(12000)),
                ("T7", "10 min", "time", minutes(10)),
                ("T8", "microfuge", "device", None),
            ],
        ),
        (
            "Wash the pellet with 70% EtOH.",
            [
                ("T9", "Wash", "verb", None),
                ("T10", "pellet", "biomaterial", None),
                ("T11", "70%", "concentration", Quantity("concentration", 70, "%", 0.7, "1")),
                ("T12", "EtOH", "chemical", None),
            ],
        ),
    ],
    [
        ("T1", "is_object_of", "T2"),
        ("T1", "have_parameter", "T3"),
        ("T1", "have_parameter", "T4"),
        ("T5", "have_parameter", "T6"),
        ("T5", "have_parameter", "T7"),
        ("T5", "use_device", "T8"),
        ("T9", "is_object_of", "T10"),
        ("T9", "use_reagent", "T12"),
        ("T12", "have_property", "T11"),
    ],
    [("T1", "T5"), ("T5", "T9")],
    {"T12": ETHANOL},
)
RNA = protocol(
    "rna",
    "=RNA extraction",
    [
        (
            "Incubate the cells with lysate at 37 °C for 20 min.",
            [
                ("T1", "Incubate", "verb", None),
                ("T2", "cells", "cell", None),
                ("T3", "lysate", "blend", None),
                ("T4", "37 °C", "temperature", celsius(37)),
                ("T5", "20 min", "time", minutes(20)),
            ],
        ),
        (
            "Centrifuge at 300 g with ethanol.",
            [
                ("T6", "Centrifuge", "verb", None),
                ("T7", "300 g", "force", times_g(300)),
                ("T8", "ethanol", "chemical", None),
            ],
        ),
    ],
    [
        ("T1", "is_object_of", "T2"),
        ("T1", "use_reagent", "T3"),
        ("T1", "have_parameter", "T4"),
        ("T1", "have_parameter", "T5"),
        ("T6", "have_parameter", "T7"),
        ("T6", "use_reagent", "T8"),
    ],
    [("T1", "T6")],
    {"T8": ETHANOL},
)

GOUT = Entity("DOID:13189", "gout", ("biolink:Disease",), synonyms=("gouty arthritis",))
ARTHRITIS = Entity("DOID:848", "arthritis", ("biolink:Disease",))
PAIN = Entity("HP:0012531", "Pain", ("biolink:PhenotypicFeature",))
SWELLING = Entity("HP:0001386", "Joint swelling", ("biolink:PhenotypicFeature",))
ALLOPURINOL = Entity("DRUGBANK:DB00437", "Allopurinol", ("biolink:SmallMolecule",), native_type="Compound")
ASPIRIN = Entity("DRUGBANK:DB00945", "Aspirin", ("biolink:SmallMolecule",), xrefs=("CHEBI:15365",))
ODD = Entity(
    "weird id:<1>", 'odd "name"\n\ttab | bar', ("biolink:ChemicalEntity",), properties={"in_count": 3}
)

TREATS = Assertion(
    ALLOPURINOL.id, "biolink:treats", GOUT.id, "infores:hetionet", "knowledge_assertion", "manual_agent",
    properties={"publications": ("PMID:1", "PMID:2"), "original_predicate": "CtD"},
)  # fmt: skip
DENIED = Assertion(
    ASPIRIN.id, "biolink:treats", GOUT.id, "infores:semmeddb", "prediction", "text_mining_agent",
    negated=True, properties={"supporting_text": "Aspirin does not treat gout."},
)  # fmt: skip
AFFECTS = Assertion(
    ODD.id, "biolink:affects", ALLOPURINOL.id, "infores:lab", "knowledge_assertion", "manual_agent",
    qualifiers={"qualified_predicate": "biolink:causes", "object_direction_qualifier": "increased"},
)  # fmt: skip
CLAIMS = (
    TREATS,
    DENIED,
    AFFECTS,
    *(
        Assertion(one.id, "biolink:has_phenotype", two.id, "infores:hetionet", "not_provided", "not_provided")
        for one, two in ((GOUT, PAIN), (GOUT, SWELLING), (ARTHRITIS, PAIN), (ARTHRITIS, SWELLING))
    ),
)
ENTITIES = (GOUT, ARTHRITIS, PAIN, SWELLING, ALLOPURINOL, ASPIRIN, ODD)


@pytest.fixture(scope="module")
def small_graph(server: Endpoint) -> Iterator[Graph]:
    """Give the small graph, as it is at the begin of each file; its tests only read."""
    with connect(server) as graph:
        keep(graph, "small", _write)
        yield graph


def _write(graph: Graph) -> None:
    """Write the small graph through the writer that loads use."""
    with leased(graph) as held:
        writer = Writer(held, model())
        writer.write(PendingBatch(entities=ENTITIES))
        writer.write(PendingBatch(assertions=CLAIMS))
        writer.write(PendingBatch(documents=(DNA, RNA)))


@pytest.fixture
def use_server(server: Endpoint, small_graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """Point the command line at the test server, which holds the small graph."""
    name_server(monkeypatch, server)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder that is not the home."""
    place = tmp_path / "out"
    place.mkdir()
    return place
