"""An edge in the words and the direction in which it reads best."""

from bioloom.records import EvidenceEdge


def test_within_a_text_the_source_says_it() -> None:
    swapped = EvidenceEdge(
        "e",
        "d#fix",
        "biolink:affects",
        "d#cells",
        original_predicate="is_object_of",
        properties={"sentence_id": "d#s1", "original_subject": "d#cells", "original_object": "d#fix"},
    )
    assert swapped.stated == ("d#cells", "is_object_of", "d#fix")
    kept = EvidenceEdge(
        "e", "d#1", "biolink:related_to", "d#2", original_predicate="to", properties={"sentence_id": "d#s1"}
    )
    assert kept.stated == ("d#1", "to", "d#2")


def test_between_entities_biolink_says_it() -> None:
    edge = EvidenceEdge("e", "DRUGBANK:1", "biolink:treats", "DOID:2", original_predicate="CtD")
    assert edge.stated == ("DRUGBANK:1", "treats", "DOID:2")
