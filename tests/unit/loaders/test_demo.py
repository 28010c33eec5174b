"""The demo's data: what its SOURCE files promise is what loads."""

from collections import Counter
from pathlib import Path

from bioloom.grounding.grounder import Grounder
from bioloom.loading import loader_for
from bioloom.records import AnnotatedDocument, Entity, LoadOptions, Naming, SourceEdge, SourceNode
from bioloom_lab.evaluation.memory_index import MemoryIndex

DEMO = Path(__file__).parents[3] / "loaders" / "demo"


def test_the_protocols() -> None:
    loader = loader_for(DEMO / "wlp")
    documents = list(loader.records(DEMO / "wlp", LoadOptions()))
    assert len(documents) == 38
    mentions = relations = sentences = 0
    for document in documents:
        assert isinstance(document, AnnotatedDocument)
        assert document.scheme == "wlp"
        assert not document.rejects
        sentences += len(document.sentences)
        mentions += len(document.mentions)
        relations += len(document.relations)
    assert (sentences, mentions, relations) == (782, 4089, 2799)
    assert (DEMO / "wlp" / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")


def test_the_graph() -> None:
    loader = loader_for(DEMO / "hetionet")
    assert loader.name == "kgx"
    records = list(loader.records(DEMO / "hetionet", LoadOptions()))
    nodes = {record.id for record in records if isinstance(record, SourceNode)}
    edges = [record for record in records if isinstance(record, SourceEdge)]
    assert (len(nodes), len(edges), len(records)) == (1172, 2742, 3914)
    counts = Counter(edge.properties["original_predicate"] for edge in edges)
    assert counts == {"CtD": 487, "CpD": 308, "DpS": 1004, "DlA": 912, "DrD": 31}
    for edge in edges:
        assert {edge.subject, edge.object} <= nodes
        assert edge.properties["primary_knowledge_source"]


def test_the_relations_of_reagents() -> None:
    records = list(loader_for(DEMO / "biored").records(DEMO / "biored", LoadOptions()))
    nodes = {record.id: record for record in records if isinstance(record, SourceNode)}
    edges = [record for record in records if isinstance(record, SourceEdge)]
    assert (len(nodes), len(edges), len(records)) == (30, 27, 57)
    assert {nodes[edge.subject].name for edge in edges} == {"DMSO", "agarose", "fatty acid", "glucose"}
    for edge in edges:
        assert nodes[edge.object].categories == ("biolink:Gene",)
        assert edge.properties["publications"]
        assert edge.properties["primary_knowledge_source"]


def test_a_reagent_of_a_protocol_is_a_chemical_of_the_literature() -> None:
    chemicals = [
        Entity(record.id, record.name or "", record.categories, _names(record))
        for record in loader_for(DEMO / "biored").records(DEMO / "biored", LoadOptions())
        if isinstance(record, SourceNode) and record.id.startswith("MESH:")
    ]
    reagents = {
        mention.text
        for document in loader_for(DEMO / "wlp").records(DEMO / "wlp", LoadOptions())
        if isinstance(document, AnnotatedDocument)
        for mention in document.mentions
        if mention.native_type == "Reagent"
    }
    grounder = Grounder(MemoryIndex(chemicals))
    found = grounder.ground([Naming(text, ("biolink:ChemicalEntity",)) for text in sorted(reagents)])
    assert {answer.entity_id for answer in found if answer is not None} == {one.id for one in chemicals}


def _names(record: SourceNode) -> tuple[str, ...]:
    listed = record.properties.get("synonym")
    return tuple(map(str, listed)) if isinstance(listed, list | tuple) else ()
