"""Names to entities: what is sure is grounded, what is not stays None with its candidates."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from bioloom.embedding import Vectors
from bioloom.grounding.grounder import Grounder
from bioloom.pipeline.passes.grounding_pass import accepts
from bioloom.records import Entity, Grounding, NamedEntity, Naming
from bioloom_lab.evaluation.memory_index import JoinedIndex, MemoryIndex

GENE, PROTEIN = ("biolink:Gene",), ("biolink:Protein",)
CHEMICAL, DRUG, DEVICE = ("biolink:ChemicalEntity",), ("biolink:Drug",), ("biolink:Device",)
DISEASE, SIGN = ("biolink:Disease",), ("biolink:PhenotypicFeature",)

ENTITIES = (
    Entity("NCBIGene:7124", "TNF", GENE, ("TNF-alpha", "tumor necrosis factor")),
    Entity("NCBIGene:3630", "INS", GENE, ("insulin",)),
    Entity("NCBIGene:367", "AR", GENE, ("androgen receptor",)),
    Entity("NCBIGene:4318", "MMP9", GENE, ("P92",)),
    Entity("NCBIGene:1026", "CDKN1A", GENE, ("P21", "cyclin inhibitor")),
    Entity("NCBIGene:9338", "TCEAL1", GENE, ("P21", "elongation factor")),
    Entity("NCBIGene:6484", "ST3GAL4", GENE, ("STZ",)),
    Entity("NCBIGene:8000", "LIME1", GENE, ("LIME",)),
    Entity("MESH:D013311", "Streptozocin", CHEMICAL, ("streptozotocin",)),
    Entity("CHEBI:16236", "ethanol", CHEMICAL, ("ethyl alcohol",)),
    Entity("DRUGBANK:DB00898", "Ethanol", DRUG),
    Entity("CHEBI:26710", "sodium chloride", CHEMICAL),
    Entity("CHEBI:35225", "buffer", CHEMICAL),
    Entity("DRUGBANK:DB1", "Centrifuge", DRUG),
    Entity("MONDO:1", "Alzheimer disease", DISEASE),
    Entity("DOID:10652", "Alzheimer's disease", DISEASE),
    Entity("UMLS:C1", "Obesity", SIGN),
    Entity("MESH:D009765", "Obesity", DISEASE),
    Entity("MONDO:2", "acquired dementia", DISEASE, ("AD",)),
)


class Letters:
    """An encoder that counts letters."""

    name = "letters"
    dimension = 26

    def encode(self, texts: Sequence[str]) -> Vectors:
        counts = [[text.lower().count(chr(97 + at)) for at in range(26)] for text in texts]
        vectors = np.array(counts, dtype=np.float32)
        unit: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit


GROUNDER = Grounder(MemoryIndex(ENTITIES))


def one(text: str, categories: tuple[str, ...] = (), document: str = "") -> Grounding | None:
    (found,) = GROUNDER.ground([Naming(text, categories)], document)
    return found


@pytest.mark.parametrize(
    ("text", "categories", "id_", "method"),
    [
        ("TNF", GENE, "NCBIGene:7124", "exact"),
        ("TNFα", PROTEIN, "NCBIGene:7124", "normalised"),
        ("tumour necrosis factors", PROTEIN, "NCBIGene:7124", "normalised"),
        ("insulin", CHEMICAL, "NCBIGene:3630", "exact"),
        ("hTNF", GENE, "NCBIGene:7124", "normalised"),
        ("the human TNF gene", GENE, None, None),
        ("human TNF mRNA", GENE, "NCBIGene:7124", "normalised"),
        ("70% EtOH", CHEMICAL, "CHEBI:16236", "normalised"),
        ("NaCl solution", ("biolink:ChemicalMixture",), "CHEBI:26710", "normalised"),
        ("obese", DISEASE, "MESH:D009765", "normalised"),
        ("Obesity", (), "MESH:D009765", "exact"),
        ("Alzheimer's disease", DISEASE, "DOID:10652", "exact"),
    ],
)
def test_a_name_is_grounded(
    text: str, categories: tuple[str, ...], id_: str | None, method: str | None
) -> None:
    found = one(text, categories)
    assert (found and found.entity_id, found and found.method) == (id_, method)


@pytest.mark.parametrize(
    ("text", "categories"),
    [
        ("buffer", CHEMICAL),  # too general
        ("Buffers", ()),
        ("ice-cold buffer", CHEMICAL),
        ("centrifuge", DEVICE),  # a device is no drug
        ("STZ", CHEMICAL),  # the symbol of a gene is no name of a chemical
        ("limes", CHEMICAL),
        ("P21", GENE),  # two genes share the synonym, and nothing tells which
        ("IL-2", GENE),
        ("MMP92", GENE),
        ("P9 2", GENE),
        ("", GENE),
        (" \u200b ", ()),
        ("x" * 10_000, ()),
        ("ethanol:sodium chloride", CHEMICAL),
        ("tumor necrosis factr", GENE),  # a misspelling is a candidate only
    ],
)
def test_what_is_not_sure_stays_open(text: str, categories: tuple[str, ...]) -> None:
    assert one(text, categories) is None


class FromTexts(MemoryIndex):
    """An index of entities that only texts name."""

    def exact(self, keys: Sequence[str]) -> Mapping[str, tuple[NamedEntity, ...]]:
        found = super().exact(keys)
        return {key: tuple(replace(one, described=False) for one in ones) for key, ones in found.items()}


def test_what_a_source_describes_goes_before_what_a_text_calls_so() -> None:
    told = FromTexts([Entity("NCBIGene:21926", "TNF-alpha", GENE), Entity("NCBIGene:1", "COX-2", GENE)])
    grounder = Grounder(JoinedIndex(told, MemoryIndex(ENTITIES)))
    found = grounder.ground([Naming("TNF-α", GENE), Naming("COX-2", GENE)])
    assert [one and one.entity_id for one in found] == ["NCBIGene:7124", "NCBIGene:1"]


def test_the_document_says_what_an_abbreviation_means() -> None:
    text = "Prostate cancer depends on the androgen receptor (AR)."
    found = one("AR", GENE, text)
    assert found is not None
    assert (found.entity_id, found.method) == ("NCBIGene:367", "abbreviation")
    diabetes = "Diabetes was induced by streptozotocin (STZ)."
    found = one("STZ", CHEMICAL, diabetes)
    assert found is not None
    assert (found.entity_id, found.method) == ("MESH:D013311", "abbreviation")


def test_a_definition_goes_before_what_else_is_called_so() -> None:
    assert one("AD", DISEASE) is not None
    found = one("AD", DISEASE, "Patients with Alzheimer's disease (AD) took part.")
    assert found is not None
    assert found.entity_id == "DOID:10652"


def test_other_names_of_a_document_settle_a_tie() -> None:
    tied, named = GROUNDER.ground([Naming("P21", GENE), Naming("cyclin inhibitor", GENE)])
    assert tied is not None
    assert tied.entity_id == named.entity_id == "NCBIGene:1026"  # type: ignore[union-attr]


def test_one_name_in_two_vocabularies_goes_to_the_one_that_is_preferred() -> None:
    index = MemoryIndex([Entity("MONDO:1", "sepsis", DISEASE), Entity("MESH:D018805", "Sepsis", DISEASE)])
    by_biolink = Grounder(index).ground([Naming("sepsis", DISEASE)])
    by_wish = Grounder(index, prefer=("MESH",)).ground([Naming("sepsis", DISEASE)])
    assert [by_biolink[0] and by_biolink[0].entity_id, by_wish[0] and by_wish[0].entity_id] == [
        "MONDO:1",
        "MESH:D018805",
    ]


def test_scores_fall_with_the_certainty_of_the_method() -> None:
    texts = ["TNF", "tumor necrosis factor", "TNF alpha", "tumor necrosis factors", "hTNF"]
    scores = [found.score for found in GROUNDER.ground([Naming(text, GENE) for text in texts]) if found]
    assert len(scores) == len(texts)
    assert all(0 < score < 1 for score in scores)
    assert scores[0] > scores[1] > scores[2] > scores[3]


def test_every_name_gets_its_answer_in_its_place() -> None:
    texts = ["ethanol", "nothing", "TNF", "", "ethanol"]
    found = GROUNDER.ground([Naming(text) for text in texts])
    assert [each and each.entity_id for each in found] == [
        "CHEBI:16236",
        None,
        "NCBIGene:7124",
        None,
        "CHEBI:16236",
    ]
    assert GROUNDER.ground([]) == ()


def test_candidates_hold_ties_and_misspellings_best_first() -> None:
    assert {found.entity_id for found in GROUNDER.candidates(Naming("P21", GENE), 2)} == {
        "NCBIGene:1026",
        "NCBIGene:9338",
    }
    first = GROUNDER.candidates(Naming("tumor necrosis factr", GENE))[0]
    assert (first.entity_id, first.method) == ("NCBIGene:7124", "fuzzy")
    scores = [found.score for found in GROUNDER.candidates(Naming("ethanol", CHEMICAL))]
    assert scores == sorted(scores, reverse=True)
    assert GROUNDER.candidates(Naming("", GENE)) == ()


def test_fuzzy_grounding_must_be_asked_for_and_forgives_no_digit() -> None:
    fuzzy = Grounder(MemoryIndex(ENTITIES), fuzzy=True)
    found = fuzzy.ground([Naming(text, GENE) for text in ("tumor necrosis factr", "TNF-alpha 2", "TMF")])
    assert [each and each.method for each in found] == ["fuzzy", None, None]


def test_an_encoder_ranks_the_candidates() -> None:
    found = Grounder(MemoryIndex(ENTITIES), Letters()).candidates(Naming("androgen receptors type", GENE))
    assert found[0].entity_id == "NCBIGene:367"
    assert found[0].method == "embedding"
    assert 0 < found[0].score <= 0.5


def test_indexes_join() -> None:
    joined = JoinedIndex(MemoryIndex(ENTITIES[:2]), MemoryIndex(ENTITIES[1:3]))
    assert [each.id for each in joined.exact(["insulin"])["insulin"]] == ["NCBIGene:3630"]
    assert {each.id for each in joined.near(["androgen receptor insulin"], 5)[0]} >= {
        "NCBIGene:3630",
        "NCBIGene:367",
    }


def test_a_synonym_that_is_the_end_of_the_name_is_too_unsure_to_be_written() -> None:
    chemical = ("biolink:SmallMolecule",)
    thyroid = Entity("DRUGBANK:DB00550", "Propylthiouracil", chemical, ("Uracil", "6-propyl-2-thiouracil"))
    naming = Naming("uracil", ("biolink:ChemicalEntity",))
    (alone,) = Grounder(MemoryIndex([thyroid])).ground([naming])
    assert alone is not None
    assert not accepts(naming, alone)
    uracil = Entity("DRUGBANK:DB03419", "Uracil", chemical)
    (found,) = Grounder(MemoryIndex([thyroid, uracil])).ground([naming])
    assert found is not None
    assert found.entity_id == uracil.id
    assert accepts(naming, found)
