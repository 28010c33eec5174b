"""Names of the entities that an annotated publication's mentions denote."""

from bioloom.biolink import model
from bioloom.records import AnnotatedDocument, Document, Mention, Place
from bioloom.standardization.publication_entities import standardize_mentions

TEXT = "Paget's disease of bone (PDB) is rare. PDB runs in families, and PDB hurts."


def test_an_entity_is_named_by_the_long_form_that_the_text_defines() -> None:
    places = [(0, 23), (25, 28), (39, 42), (65, 68)]
    mentions = tuple(
        Mention(f"d#{at}", "d#s0", TEXT[at:end], at, end, "Disease", entity_id="MESH:D010001")
        for at, end in places
    )
    place = Place("pubs.txt")
    document = AnnotatedDocument(
        Document("d", "Paget", TEXT, "abstract", "infores:toy", place), (), mentions, (), scheme="biored"
    )
    _, (entity,) = standardize_mentions(document, model())
    assert (entity.name, entity.synonyms) == ("Paget's disease of bone", ("PDB",))
