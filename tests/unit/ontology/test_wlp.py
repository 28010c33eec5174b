"""The WLP tables name every type of the corpus once."""

from bioloom.standardization.sssom import read_mappings
from bioloom_lab.evaluation.protocol_ie.annotation_schemes import scheme

ENTITIES = (
    "Action Reagent Modifier Location Amount Time Device Method Temperature Concentration Numerical "
    "Measure-Type Speed Generic-Measure Size Mention Seal pH"
)
RELATIONS = (
    "Acts-on Using Site Setting Measure Mod-Link Meronym Or Measure-Type-Link Count Coreference-Link Product "
    "Creates Commands Of-Type"
)


def test_all_18_entity_types_are_mapped() -> None:
    assert " ".join(read_mappings("wlp/entities.sssom.tsv")) == ENTITIES


def test_all_15_relations_are_mapped() -> None:
    assert " ".join(read_mappings("wlp/relations.sssom.tsv")) == RELATIONS


def test_relations_that_the_type_decides_are_usual_for_its_ends() -> None:
    """Where both ends' types are decided too, BioPIE finds nothing unusual in the relation."""
    biopie, relations = scheme("biopie"), read_mappings("wlp/relations.sssom.tsv")
    acts_on = relations["Acts-on"]
    assert (acts_on.object_label, acts_on.inverse) == ("is_object_of", True)
    ends = (
        ("Acts-on", "chemical", "verb"),
        ("Measure", "chemical", "concentration"),
        ("Count", "verb", "times"),
    )
    for name, head, tail in ends:
        known = biopie.relations[relations[name].object_label]
        assert not known.implied_domain or head in known.implied_domain
        assert not known.implied_range or tail in known.implied_range


def test_what_decides_is_said_in_every_row() -> None:
    for name in ("wlp/entities.sssom.tsv", "wlp/relations.sssom.tsv"):
        for mapping in read_mappings(name).values():
            assert mapping.extensions["decided_by"] in ("determined", "lexical", "unit", "types")
