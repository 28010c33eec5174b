"""Target tables, the Drug Repurposing Hub and cross references of diseases, on rows of their own form."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.biolink import model
from bioloom.loading import loader_for
from bioloom.records import LoadOptions, Reject, Skip, SourceClaim, SourceEdge, SourceNode, SourceRecord

Put = Callable[[str, str | bytes], Path]

DRUGBANK = (
    "drugbank_id\tcategory\tuniprot_id\tentrez_gene_id\torganism\tknown_action\tactions\tpubmed_ids\n"
    "DB00945\ttarget\tP23219\t5742\tHuman\tyes\tinhibitor\t11|12\n"
    "DB00945\tenzyme\tP11712\t1559\tHuman\tunknown\tsubstrate|inhibitor\t\n"
    "DB00945\ttarget\tP0A7D4\t\tEscherichia coli\tunknown\t\t\n"
    "DB00945\ttarget\t\t\tHuman\tyes\t\t\n"
)
CENTRAL = (
    "GeneID\tdrugbank_id\tdrugbank_name\tpubmed_ids\tsources\tactions\turls\n"
    "18\tDB01080\tVigabatrin\t\tDrugCentral (ChEMBL)\tinhibitor\thttps://example.org/1\n"
)
HUB = (
    '!Source\t"The Hub"\t\t\t\n'
    "pert_iname\tclinical_phase\tmoa\ttarget\tdisease_area\tindication\n"
    "aspirin\tLaunched\tcyclooxygenase inhibitor\tPTGS1|PTGS2\trheumatology\theadache|fever\n"
    "mixturin\tPhase 2\tdopamine receptor agonist|local anesthetic\tDRD2\t\tpain\n"
    "lidocaine\tLaunched\thistamine receptor agonist\tEGFR|SCN5A\t\t\n"
    "emptin\tPreclinical\t\t\t\t\n"
)
XREFS = (
    "doid_code\tdoid_name\tresource\tresource_id\n"
    "DOID:1\tlung cancer\tMSH\tD1\n"
    "DOID:2\tsmall cell lung cancer\tMSH\tD2\n"
    "DOID:2\tsmall cell lung cancer\tCSP\t77\n"
    "DOID:3\tgout\tMSH\tD3\n"
)
CARRIED = (
    "doid_code\tdoid_name\tresource\tresource_id\n"
    "DOID:1\tlung cancer\tMSH\tD1\n"
    "DOID:1\tlung cancer\tMSH\tD2\n"
    "DOID:1\tlung cancer\tCSP\t77\n"
)


def read(source: Path, loader: str) -> list[SourceRecord]:
    found = loader_for(source)
    assert found.name == loader
    return list(found.records(source, LoadOptions()))


def edges(records: list[SourceRecord]) -> list[SourceEdge]:
    return [record for record in records if isinstance(record, SourceEdge)]


def test_a_row_gives_an_edge_for_each_meaning_of_its_actions(put: Put) -> None:
    put("t/drugbank_aliases.json", '{"DB00945": ["Aspirin", "ASA"]}')
    records = read(put("t/drugbank_proteins.tsv", DRUGBANK), "drug-targets")
    said = [(edge.predicate, edge.object, edge.properties.get("actions")) for edge in edges(records)]
    assert said == [
        ("biolink:affects", "NCBIGene:5742", ("inhibitor",)),
        ("biolink:has_substrate", "DRUGBANK:DB00945", ("substrate",)),
        ("biolink:affects", "NCBIGene:1559", ("inhibitor",)),
        ("biolink:interacts_with", "UniProtKB:P0A7D4", None),
    ]
    first = edges(records)[0].properties
    assert first["causal_mechanism_qualifier"] == "inhibition"
    assert first["object_direction_qualifier"] == "decreased"
    assert (first["roles"], first["known_action"]) == (("target",), ("yes",))
    assert first["publications"] == ("PMID:11", "PMID:12")
    assert first["primary_knowledge_source"] == "infores:drugbank"
    assert [record.code for record in records if isinstance(record, Reject)] == ["MISSING_ID"]
    drug = next(record for record in records if isinstance(record, SourceNode))
    assert (drug.name, drug.properties["synonym"]) == ("Aspirin", ("ASA",))


def test_a_drug_is_called_by_its_generic_name(put: Put) -> None:
    put("t/drugbank_aliases.json", '{"DB00945": ["Bayer Back", "Pytest", "Urea "], "DB2": ["Dg", "Phenol"]}')
    put("t/nodes.tsv", "id\tname\tkind\nCompound::DB00945\tUrea\tCompound\n")
    table = DRUGBANK + "DB2\ttarget\t\t7\tHuman\tyes\t\t\n"
    records = read(put("t/drugbank_proteins.tsv", table), "drug-targets")
    drugs = {
        one.id: (one.name, one.properties["synonym"])
        for one in records
        if isinstance(one, SourceNode) and one.id.startswith("DRUGBANK:")
    }
    assert drugs == {
        "DRUGBANK:DB00945": ("Urea", ("Bayer Back", "Pytest")),
        "DRUGBANK:DB2": ("Phenol", ("Dg",)),
    }


def test_ends_come_before_their_edges_and_once(put: Put) -> None:
    known: set[str] = set()
    for record in read(put("drugbank_proteins.tsv", DRUGBANK), "drug-targets"):
        if isinstance(record, SourceNode):
            assert record.id not in known
            assert all(model().is_category(category) for category in record.categories)
            known.add(record.id)
        elif isinstance(record, SourceEdge):
            assert {record.subject, record.object} <= known


def test_drugcentral_names_its_drugs(put: Put) -> None:
    records = read(put("drugcentral_targets.tsv", CENTRAL), "drug-targets")
    (edge,) = edges(records)
    assert (edge.subject, edge.object) == ("DRUGBANK:DB01080", "NCBIGene:18")
    assert edge.properties["primary_knowledge_source"] == "infores:drugcentral"
    assert isinstance(records[0], SourceNode)
    assert records[0].name == "Vigabatrin"


def test_the_hub_claims_targets_and_indications_by_name(put: Put) -> None:
    records = read(put("hub.txt", HUB.encode("latin-1")), "repurposing-hub")
    claims = [record for record in records if isinstance(record, SourceClaim)]
    assert [(claim.subject, claim.relationship, claim.object) for claim in claims] == [
        ("aspirin", "drugaction:inhibitor", "PTGS1"),
        ("aspirin", "drugaction:inhibitor", "PTGS2"),
        ("aspirin", "drugaction:treats", "headache"),
        ("aspirin", "drugaction:treats", "fever"),
        ("mixturin", "drugaction:agonist", "DRD2"),
        ("mixturin", "drugaction:studied", "pain"),
        ("lidocaine", "drugaction:target", "EGFR"),
        ("lidocaine", "drugaction:target", "SCN5A"),
    ]
    assert [claim.properties.get("target_rank") for claim in claims[:2]] == [1, 2]
    assert claims[0].properties["mechanism"] == ("cyclooxygenase inhibitor",)
    assert claims[0].properties["disease_area"] == ("rheumatology",)
    assert "disease_area" not in claims[4].properties
    assert [record.reason for record in records if isinstance(record, Skip)] == ["NO_TARGET"]


def test_diseases_know_their_ids_elsewhere_and_what_they_are_kinds_of(put: Put) -> None:
    put("d/doid_xrefs_prop_slim.tsv", CARRIED)
    records = read(put("d/doid_xrefs.tsv", XREFS), "disease-xrefs")
    xrefs = {record.id: record.properties.get("xref") for record in records if isinstance(record, SourceNode)}
    assert xrefs == {"DOID:1": ("MESH:D1",), "DOID:2": ("MESH:D2",), "DOID:3": ("MESH:D3",)}
    (edge,) = edges(records)
    assert (edge.subject, edge.predicate, edge.object) == ("DOID:2", "biolink:subclass_of", "DOID:1")
    assert edge.properties["derived"] is True


@pytest.mark.parametrize(
    ("name", "content", "ends"),
    [
        (
            "CbG-binding.tsv",
            "drugbank_id\tentrez_gene_id\tsources\taffinity_nM\nDB1\t7\tChEMBL\t3.5\n",
            ("DRUGBANK:DB1", "NCBIGene:7"),
        ),
        (
            "DaG-association.tsv",
            "doid_id\tentrez_gene_id\tsources\nDOID:1\t7\tDISEASES|DOAF\n",
            ("NCBIGene:7", "DOID:1"),
        ),
    ],
)
def test_the_tables_of_two_metaedges_load_by_themselves(
    put: Put, name: str, content: str, ends: tuple[str, str]
) -> None:
    (edge,) = edges(read(put(f"h/{name}", content), "hetionet"))
    assert (edge.subject, edge.object) == ends
    assert edge.properties["original_predicate"] == name[:3]
    assert edge.properties["primary_knowledge_source"] == "infores:hetionet"
