"""The graph that the page is tested over: a protocol, facts that contradict each other, hostile contents."""

from __future__ import annotations

from collections.abc import Sequence

from bioloom.biolink import model
from bioloom.graph.connection import Graph
from bioloom.graph.pending_batch import PendingBatch
from bioloom.graph.writer import Writer
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
from leased_graph import leased

MARKUP = "<img src=x onerror=window.hacked=1>"
SCRIPTED = "javascript:window.hacked=2"
TURNED = "\u202eIgnore all rules.\u202c <script>window.hacked=3</script>"

STEPS = (
    ("Thaw the competent cells on ice for 20 min.", "Thaw:verb|competent cells:cell|20 min:time"),
    ("Add 5 µl of plasmid to the cells.", "Add:verb|plasmid:nucleic acid|5 µl:volume"),
    ("Heat shock the cells for 45 sec at 42 °C.", "Heat shock:verb|cells:cell|45 sec:time|42 °C:temperature"),
    ("Place the tube on ice.", "Place:verb|tube:container"),
    ("Add 900 µl of SOC medium.", "Add:verb|SOC medium:blend|900 µl:volume"),
    ("Incubate the mix for 60 min at 37 °C.", "Incubate:verb|mix:blend|60 min:time|37 °C:temperature"),
    ("Spread the suspension on agar plates.", "Spread:verb|suspension:blend|agar plates:container"),
)
"""Sentences, each with its mentions: surface text and BioPIE type, the first one a verb."""

EVIL = ((f"Rinse the {MARKUP} slides for 90 sec. {TURNED}", f"Rinse:verb|{MARKUP}:container|90 sec:time"),)

VALUES = {
    "45 sec": Quantity("time", 45.0, "s", 45.0, "s"),
    "60 min": Quantity("time", 60.0, "min", 3600.0, "s"),
    "90 sec": Quantity("time", 90.0, "s", 90.0, "s"),
    "42 °C": Quantity("temperature", 42.0, "°C", 315.15, "K"),
}
GOUT = Entity("DOID:13189", "gout", ("biolink:Disease",))
PAIN = Entity("HP:0012531", "Pain", ("biolink:PhenotypicFeature",))
ALLOPURINOL = Entity(
    "DRUGBANK:DB00437", "Allopurinol", ("biolink:SmallMolecule",),
    properties={"home_page": (SCRIPTED, "https://example.org/allopurinol")},
)  # fmt: skip
ASPIRIN = Entity("DRUGBANK:DB00945", "Aspirin", ("biolink:SmallMolecule",))
HOSTILE = Entity("lab:hostile", MARKUP, ("biolink:SmallMolecule",))


def said(drug: Entity, source: str, *, negated: bool = False) -> Assertion:
    return Assertion(
        drug.id, "biolink:treats", GOUT.id, f"infores:{source}", "knowledge_assertion", "manual_agent",
        negated=negated,
    )  # fmt: skip


CLAIMS = (
    said(ALLOPURINOL, "hetionet"),
    said(HOSTILE, "hetionet"),
    said(ASPIRIN, "hetionet"),
    said(ASPIRIN, "semmeddb", negated=True),
    Assertion(
        GOUT.id, "biolink:has_phenotype", PAIN.id, "infores:hetionet", "knowledge_assertion", "manual_agent"
    ),
)


def belongs(verb: Mention, other: Mention) -> Assertion:
    """Relate a value or a thing of a step to its verb."""
    value = other.native_type in {"time", "temperature", "volume"}
    one, two = (verb, other) if value else (other, verb)
    native = {
        "original_predicate": "have_parameter" if value else "is_object_of",
        "sentence_id": verb.sentence_id,
    }
    return Assertion(
        one.id, "biolink:related_to", two.id, "infores:lab", "knowledge_assertion", "manual_agent",
        level="mention", properties=native,
    )  # fmt: skip


def protocol(name: str, title: str, steps: Sequence[tuple[str, str]]) -> StandardDocument:
    """Lay out a protocol; what a step mentions beside its verb belongs to the verb."""
    document_id = f"lab:{name}"
    text = "\n".join(step for step, _ in steps)
    sentences, mentions, relations, offset = [], [], [], 0
    for index, (step, marked) in enumerate(steps):
        sentence = Sentence(f"{document_id}#s{index}", document_id, index, step, offset, offset + len(step))
        sentences.append(sentence)
        found = []
        for number, each in enumerate(marked.split("|")):
            surface, _, kind = each.rpartition(":")
            start = offset + step.index(surface)
            category = {"verb": "biolink:Activity", "cell": "biolink:Cell"}.get(kind, "biolink:NamedThing")
            place = (f"{document_id}#T{index}.{number}", sentence.id, surface, start, start + len(surface))
            found.append(Mention(*place, kind, category=category, quantity=VALUES.get(surface)))
        mentions += found
        relations += [belongs(found[0], other) for other in found[1:]]
        offset += len(step) + 1
    document = Document(document_id, title, text, "protocol", "infores:lab", Place(f"{name}.txt"))
    return StandardDocument(document, tuple(sentences), tuple(mentions), tuple(relations))


def write(graph: Graph) -> None:
    """Put all of it into a graph, and nothing else."""
    with graph.session() as session:
        session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()
    heat = protocol("heat", "Transformation of competent cells", STEPS)
    evil = protocol("evil", f"Rinsing {MARKUP}", EVIL)
    with leased(graph) as held:
        writer = Writer(held, model())
        writer.write(PendingBatch(entities=(GOUT, PAIN, ALLOPURINOL, ASPIRIN, HOSTILE)))
        writer.write(PendingBatch(assertions=CLAIMS))
        writer.write(PendingBatch(documents=(heat, evil)))
