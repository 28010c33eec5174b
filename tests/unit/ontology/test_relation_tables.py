"""Relations of fixed schemes become valid Biolink edges, whatever stands at their ends."""

import re

import pytest

from bioloom.biolink import model
from bioloom.errors import OntologyError
from bioloom.standardization.relation_tables import (
    OBJECT_CONDITION,
    RELATION_SCHEMES,
    SUBJECT_CONDITION,
    map_relation,
)
from bioloom.standardization.sssom import SssomMapping, read_mapping_set

SEMMEDDB = (
    "ADMINISTERED_TO AFFECTS ASSOCIATED_WITH AUGMENTS CAUSES COEXISTS_WITH COMPLICATES DIAGNOSES DISRUPTS "
    "DOES_NOT_TREAT INHIBITS INTERACTS_WITH MANIFESTATION_OF PRECEDES PREDISPOSES PREVENTS PROCESS_OF "
    "PRODUCES STIMULATES SYMPTOM_OF TREATS USES"
)
CHEMPROT = (
    "PART-OF REGULATOR DIRECT-REGULATOR INDIRECT-REGULATOR UPREGULATOR ACTIVATOR INDIRECT-UPREGULATOR "
    "DOWNREGULATOR INHIBITOR INDIRECT-DOWNREGULATOR AGONIST AGONIST-ACTIVATOR AGONIST-INHIBITOR ANTAGONIST "
    "MODULATOR MODULATOR-ACTIVATOR MODULATOR-INHIBITOR COFACTOR SUBSTRATE PRODUCT-OF SUBSTRATE_PRODUCT-OF "
    "NOT UNDEFINED CPR:1 CPR:2 CPR:3 CPR:4 CPR:5 CPR:6 CPR:7 CPR:8 CPR:9 CPR:10"
)
DDI = "advise effect mechanism int None"
BIORED = (
    "Association Bind Comparison Conversion Cotreatment Drug_Interaction Negative_Correlation "
    "Positive_Correlation"
)
LABELS = {"semmeddb": SEMMEDDB, "chemprot": CHEMPROT, "ddi": DDI, "biored": BIORED}
CHEMICAL, GENE, DISEASE = ("biolink:ChemicalEntity",), ("biolink:GeneOrGeneProduct",), ("biolink:Disease",)
ONE_GENE = ("biolink:Gene",)
BIORED_KINDS = (
    "biolink:GeneOrGeneProduct",
    "biolink:Gene",
    "biolink:Protein",
    "biolink:DiseaseOrPhenotypicFeature",
    "biolink:ChemicalEntity",
    "biolink:SequenceVariant",
)
KINDS = (
    *BIORED_KINDS,
    "biolink:Disease",
    "biolink:PhenotypicFeature",
    "biolink:Drug",
    "biolink:Procedure",
    "biolink:Treatment",
    "biolink:BiologicalProcess",
    "biolink:OrganismTaxon",
    "biolink:Cohort",
    "biolink:Cell",
)


def rows(scheme: str) -> tuple[SssomMapping, ...]:
    return read_mapping_set(f"{scheme}/relations.sssom.tsv").mappings


def fault(mapping: SssomMapping, subject: str, object_: str) -> str | None:
    ends = (object_, subject) if mapping.inverse else (subject, object_)
    return model().signature_fault([ends[0]], mapping.object_id, [ends[1]])


@pytest.mark.parametrize("scheme", LABELS)
def test_every_relation_of_a_scheme_is_mapped_in_one_place(scheme: str) -> None:
    labels = [mapping.subject_label for mapping in rows(scheme)]
    assert list(dict.fromkeys(labels)) == LABELS[scheme].split()
    assert labels == sorted(labels, key=labels.index), "rows of one relation stand together"


@pytest.mark.parametrize("scheme", LABELS)
def test_an_unconditional_row_ends_every_relation(scheme: str) -> None:
    last = {mapping.subject_label: mapping for mapping in rows(scheme)}
    for mapping in last.values():
        assert OBJECT_CONDITION not in mapping.extensions, mapping.subject_label


@pytest.mark.parametrize("scheme", LABELS)
def test_conditions_are_categories_of_the_release(scheme: str) -> None:
    for mapping in rows(scheme):
        for column in (SUBJECT_CONDITION, OBJECT_CONDITION):
            condition = mapping.extensions.get(column)
            assert condition is None or model().is_category(condition)


@pytest.mark.parametrize("label", CHEMPROT.split())
@pytest.mark.parametrize("gene", ["biolink:GeneOrGeneProduct", "biolink:Gene", "biolink:Protein"])
@pytest.mark.parametrize("chemical", ["biolink:ChemicalEntity", "biolink:SmallMolecule", "biolink:Drug"])
def test_every_edge_of_chemprot_is_valid(label: str, chemical: str, gene: str) -> None:
    mapping = map_relation("chemprot", label, [chemical], [gene])
    assert mapping is not None
    assert fault(mapping, chemical, gene) is None


@pytest.mark.parametrize("label", BIORED.replace(" Drug_Interaction", "").split())
def test_every_edge_of_biored_is_valid_in_both_orders(label: str) -> None:
    for subject in BIORED_KINDS:
        for object_ in BIORED_KINDS:
            mapping = map_relation("biored", label, [subject], [object_])
            assert mapping is not None
            assert fault(mapping, subject, object_) is None, (subject, object_)
            turned = map_relation("biored", label, [object_], [subject])
            assert turned is not None
            assert turned.object_id == mapping.object_id
            assert model().symmetric(mapping.object_id) or turned.inverse != mapping.inverse


@pytest.mark.parametrize(
    ("scheme", "label"),
    [("biored", "Drug_Interaction"), *(("ddi", label) for label in DDI.split() if label != "None")],
)
def test_drugs_interact(scheme: str, label: str) -> None:
    mapping = map_relation(scheme, label, ["biolink:Drug"], ["biolink:ChemicalEntity"])
    assert mapping is not None
    assert mapping.object_id == "biolink:pharmacologically_interacts_with"
    assert fault(mapping, "biolink:Drug", "biolink:ChemicalEntity") is None


@pytest.mark.parametrize("label", SEMMEDDB.split())
def test_every_edge_of_semmeddb_is_valid_whatever_its_ends(label: str) -> None:
    strict = {"DOES_NOT_TREAT", "SYMPTOM_OF"}
    for subject in KINDS:
        for object_ in KINDS:
            mapping = map_relation("semmeddb", label, [subject], [object_])
            assert mapping is not None
            assert label in strict or fault(mapping, subject, object_) is None, (subject, object_, mapping)


def test_qualifiers_are_those_of_the_release_where_it_states_them() -> None:
    found = 0
    for mapping in rows("semmeddb"):
        meaning = model().qualified(f"SEMMEDDB:{mapping.subject_label}")
        if meaning is not None:
            found += 1
            assert mapping.object_id == meaning.predicate
            assert mapping.qualifiers == dict(meaning.qualifiers)
    assert found == 2


@pytest.mark.parametrize("scheme", LABELS)
def test_a_direction_of_change_is_stated_as_caused(scheme: str) -> None:
    for mapping in rows(scheme):
        directed = "object_direction_qualifier" in mapping.qualifiers
        assert directed == ("qualified_predicate" in mapping.qualifiers), mapping.subject_label
        if mapping.object_id == "biolink:related_to" and mapping.subject_label != "UNDEFINED":
            assert mapping.comment, mapping.subject_label


@pytest.mark.parametrize(
    ("scheme", "label", "subject", "object_", "predicate", "inverse", "negated"),
    [
        ("semmeddb", "DOES_NOT_TREAT", CHEMICAL, DISEASE, "biolink:treats", False, True),
        ("semmeddb", "does not treat", (), (), "biolink:treats", False, True),
        ("semmeddb", "INHIBITS", CHEMICAL, GENE, "biolink:affects", False, False),
        ("semmeddb", "TREATS", CHEMICAL, ("biolink:Cohort",), "biolink:affects", False, False),
        ("semmeddb", "ASSOCIATED_WITH", GENE, DISEASE, "biolink:associated_with", False, False),
        ("biored", "Association", DISEASE, ONE_GENE, "biolink:gene_associated_with_condition", True, False),
        ("semmeddb", "USES", ("biolink:Procedure",), CHEMICAL, "biolink:related_to", False, False),
        ("semmeddb", "PREVENTS", GENE, DISEASE, "biolink:affects", False, False),
        ("chemprot", "SUBSTRATE", CHEMICAL, ("biolink:Protein",), "biolink:has_substrate", True, False),
        ("chemprot", "NOT", CHEMICAL, GENE, "biolink:interacts_with", False, True),
        ("chemprot", "CPR:4", (), (), "biolink:affects", False, False),
        ("biored", "Bind", GENE, GENE, "biolink:directly_physically_interacts_with", False, False),
    ],
)
def test_some_relations_in_full(
    scheme: str,
    label: str,
    subject: tuple[str, ...],
    object_: tuple[str, ...],
    predicate: str,
    inverse: bool,
    negated: bool,
) -> None:
    mapping = map_relation(scheme, label, subject, object_)
    assert mapping is not None
    assert (mapping.object_id, mapping.inverse, mapping.negated) == (predicate, inverse, negated)


def test_what_is_no_relation_is_none_and_an_unknown_scheme_is_refused() -> None:
    assert map_relation("ddi", "None") is None
    assert map_relation("ddi", "unicorn") is None
    for name in ("unicorn", "", "../secrets", "wlp"):
        with pytest.raises(OntologyError, match="no table of relations"):
            map_relation(name, "x")


def test_the_schemes_are_listed_and_their_targets_are_biolinks() -> None:
    assert set(LABELS) < set(RELATION_SCHEMES)
    for scheme in RELATION_SCHEMES:
        for mapping in rows(scheme):
            assert re.match(r"biolink:|sssom:NoTermFound$", mapping.object_id)
