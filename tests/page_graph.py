"""The graph that the page is tested over: a protocol, facts that contradict each other, hostile contents."""

from __future__ import annotations

from collections.abc import Sequence

from bioloom.biolink import model
from bioloom.graph.connection import Graph
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


ASTHMA = Entity("DOID:2841", "asthma", ("biolink:Disease",), ("bronchial asthma",), ("MESH:D001249",))
CATEGORIES = ("biolink:ChemicalEntity", "biolink:SmallMolecule")
DRUGS = tuple(
    Entity(
        f"lab:drug{n}", f"Bronchodilator compound {n}", ("biolink:ChemicalEntity", "biolink:SmallMolecule")
    )
    for n in range(1, 36)
)
SIGNS = tuple(Entity(f"HP:{n:07}", f"Sign {n}", ("biolink:PhenotypicFeature",)) for n in range(1, 5))
HUB = (
    *(
        Assertion(
            drug.id, "biolink:treats", ASTHMA.id, "infores:lab", "knowledge_assertion", "manual_agent",
            properties={"publications": ("PMID:1",)} if drug is DRUGS[-1] else {},
        )
        for drug in DRUGS
    ),
    *(
        Assertion(ASTHMA.id, "biolink:has_phenotype", sign.id, "infores:lab", "knowledge_assertion",
                  "manual_agent")
        for sign in SIGNS
    ),
)  # fmt: skip
"""A disease with 35 drugs, one of them with a publication, and four signs."""

GARTANIN, P62, MISREAD = (
    Entity("bioloom:chemical-entity.gartanin", "gartanin", ("biolink:ChemicalEntity",)),
    Entity("bioloom:gene.p-62", "p 62", ("biolink:Gene",)),
    Entity("bioloom:gene.gartanin", "gartanin", ("biolink:Gene",)),
)
TOLD = "Gartanin suppressed the expression of p62, and gartanin was tolerated."
SUPPRESSES = Assertion(
    GARTANIN.id, "biolink:affects", P62.id, "infores:lab", "not_provided", "text_mining_agent",
    qualifiers={
        "qualified_predicate": "biolink:causes",
        "object_direction_qualifier": "decreased",
        "object_aspect_qualifier": "expression",
    },
    properties={
        "original_subject": "Gartanin",
        "original_object": "p62", "original_predicate": "chemprot:DOWNREGULATOR",
        "sentence_ids": ("lab:told#s0",), "document_ids": ("lab:told",), "supporting_text": (TOLD,),
        "extraction_confidence_score": 0.9,
    },
)  # fmt: skip


def told() -> StandardDocument:
    """Lay out an abstract whose mentions denote minted entities, two of one name among them."""
    document = Document("lab:told", "Gartanin in glioma", TOLD, "abstract", "infores:lab", Place("told.txt"))
    ends = (("Gartanin", GARTANIN), ("p62", P62), ("gartanin", MISREAD))
    mentions = tuple(
        Mention(
            f"lab:told#T{number}", "lab:told#s0", text, TOLD.index(text), TOLD.index(text) + len(text),
            "biored:Entity", category=entity.categories[0], entity_id=entity.id,
        )
        for number, (text, entity) in enumerate(ends)
    )  # fmt: skip
    sentence = Sentence("lab:told#s0", "lab:told", 0, TOLD, 0, len(TOLD))
    return StandardDocument(document, (sentence,), mentions, (), (GARTANIN, P62, MISREAD))


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
        writer.write(PendingBatch(entities=(ASTHMA, *DRUGS, *SIGNS)))
        writer.write(PendingBatch(assertions=(*CLAIMS, *HUB)))
        writer.write(PendingBatch(documents=(heat, evil, told())))
        writer.write(PendingBatch(assertions=(SUPPRESSES,)))
