"""The demo's data: what its SOURCE files promise is what loads."""

from collections import Counter
from pathlib import Path

from bioloom.loading import loader_for
from bioloom.records import AnnotatedDocument, LoadOptions, SourceEdge, SourceNode

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
