"""Names that mentions get from the definitions of their document."""

import pytest

from bioloom.biolink import model
from bioloom.records import AnnotatedDocument, Document, Mention, Place
from bioloom.standardization.publication_entities import standardize_mentions

GENE, CHEMICAL, DISEASE = "GeneOrGeneProduct", "ChemicalEntity", "DiseaseOrPhenotypicFeature"


def names(text: str, *mentioned: tuple[str, str]) -> list[str]:
    """Give what the entities of mentions are minted as, each mention the next place of its words."""
    mentions, at = [], 0
    for number, (words, kind) in enumerate(mentioned):
        start = text.index(words, at)
        at = start + len(words)
        mentions.append(Mention(f"d#T{number}", "d#s0", words, start, at, kind))
    document = Document("d", "", text, "abstract", "infores:toy", Place("toy.txt"))
    found, _ = standardize_mentions(
        AnnotatedDocument(document, (), tuple(mentions), (), scheme="biored"), model()
    )
    return [str(each.entity_id).partition(".")[2] for each in found]


@pytest.mark.parametrize(
    ("text", "long", "short", "kind"),
    [
        ("the aromatase (CYP19) gene", "aromatase", "CYP19", GENE),
        ("of glutathione (GSH) in", "glutathione", "GSH", CHEMICAL),
        ("of serotonin (5-HT) in", "serotonin", "5-HT", CHEMICAL),
        ("the angiotensin II Type I receptor (AT1R)", "angiotensin II Type I receptor", "AT1R", GENE),
        ("enzymes (superoxide dismutase (SOD), catalase", "superoxide dismutase", "SOD", GENE),
        ("phencyclidine (PCP)-like effects", "phencyclidine", "PCP", CHEMICAL),
        ("and para-tyramine (TYR) were", "para-tyramine", "TYR", CHEMICAL),
        ("annexin V-propidium iodide (PI)", "propidium iodide", "PI", CHEMICAL),
        ("a ligand for class B scavenger receptor (SR-B)", "class B scavenger receptor", "SR-B", GENE),
        ("oxytocin and vasopressin (AVP)", "vasopressin", "AVP", CHEMICAL),
    ],
)
def test_a_name_in_brackets_is_that_before_it(text: str, long: str, short: str, kind: str) -> None:
    one, other = names(text, (long, kind), (short, kind))
    assert one == other


@pytest.mark.parametrize(
    ("text", "long", "short", "kind"),
    [
        ("several kinases (ERK2)", "kinases", "ERK2", GENE),
        ("of Cordyceps polysaccharide (CXP)", "polysaccharide", "CXP", CHEMICAL),
        ("a Cyclocarya paliurus (Batal.) polysaccharide (CPP)", "polysaccharide", "CPP", CHEMICAL),
        (
            "reduced nicotinamide adenine dinucleotide (NADH)",
            "nicotinamide adenine dinucleotide",
            "NADH",
            CHEMICAL,
        ),
        ("knee osteoarthritis (OA)", "knee osteoarthritis", "OA", DISEASE),
        (
            "anti-epidermal growth factor receptor (EGFR)",
            "anti-epidermal growth factor receptor",
            "EGFR",
            GENE,
        ),
        ("of aromatase (CYP19, CYP17)", "aromatase", "CYP19", GENE),
        ("of aromatase (CYP19 inhibitor)", "aromatase", "CYP19", GENE),
        ("active site-blocked FVIIa (FVIIai)", "FVIIa", "FVIIai", GENE),
        ("clearance of para-aminohippurate (CPAH)", "para-aminohippurate", "CPAH", CHEMICAL),
    ],
)
def test_a_bracket_may_hold_something_else(text: str, long: str, short: str, kind: str) -> None:
    one, other = names(text, (long, kind), (short, kind))
    assert one != other


def test_a_mention_that_was_cut_has_the_whole_name_in_its_place() -> None:
    text = "In major depressive episode (MDE), unlike a depressive episode."
    found = names(text, ("depressive episode", DISEASE), ("MDE", DISEASE), ("depressive episode", DISEASE))
    assert found == ["major-depressive-episode", "major-depressive-episode", "depressive-episode"]


def test_the_plural_of_an_abbreviation_has_its_name() -> None:
    text = "Nicotinic receptors (NRs) open; an NR closes."
    found = names(text, ("Nicotinic receptors", GENE), ("NRs", GENE), ("NR", GENE))
    assert found == ["nicotinic-receptor"] * 3


def test_types_that_differ_define_nothing() -> None:
    one, other = names("of aromatase (CYP19)", ("aromatase", GENE), ("CYP19", CHEMICAL))
    assert one != other


def test_an_adjective_is_named_by_its_noun() -> None:
    text = "Its anti-inflammatory effects in diabetic rats"
    found = names(text, ("inflammatory", DISEASE), ("diabetic", DISEASE))
    assert found == ["inflammation", "diabetes-mellitus"]
