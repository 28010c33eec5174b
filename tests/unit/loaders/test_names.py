"""Names from tables, ontologies and mapping sets: real extracts, and files that are broken in every way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.biolink import model
from bioloom.loading import Loader
from bioloom.pipeline.validation.record_validation import NO_OPTIONS, validate_edge, validate_node
from bioloom.records import Assertion, Entity, Reject, Skip, SourceEdge, SourceNode, SourceRecord
from bioloom_loaders.format_detection import format_of
from bioloom_loaders.names import NamesLoader
from bioloom_loaders.obo import OboLoader
from bioloom_loaders.sssom import SssomLoader

Put = Callable[[str, str | bytes], Path]
HEAD = "subject_id\tpredicate_id\tobject_id\tpredicate_modifier\n"
ETHANOL = "bioloom:chemical.ethanol"


def read(loader: Loader, source: Path) -> list[SourceRecord]:
    return list(loader.records(source, NO_OPTIONS))


def codes(records: list[SourceRecord]) -> dict[str, int]:
    return dict(Counter(record.code for record in records if isinstance(record, Reject)))


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("reagents.obo", "obo"),
        ("reagents.tsv", "names"),
        ("mp_hp.sssom.tsv", "sssom"),
        ("ma_uberon.sssom.tsv", "sssom"),
    ],
)
def test_sources_of_names_are_recognised(data: Path, name: str, format: str) -> None:
    assert format_of(data / "names" / name) == format


def test_formats_are_told_by_content(put: Put) -> None:
    assert format_of(put("x.tsv", "#mapping_set_id: x\n" + HEAD)) == "sssom"
    assert format_of(put("y.csv", "name,id\nethanol,CHEBI:16236\n")) == "names"
    assert format_of(put("z.tsv", "a\tb\n")) is None
    assert format_of(put("x_nodes.tsv", "id\tname\tcategory\n")) == "kgx"


def test_a_table_of_names(data: Path) -> None:
    records = read(NamesLoader(), data / "names" / "reagents.tsv")
    ethanol, liver, nameless, mesh = records
    assert isinstance(ethanol, SourceNode)
    assert (ethanol.id, ethanol.name, ethanol.categories) == (
        "CHEBI:16236",
        "ethanol",
        ("biolink:SmallMolecule",),
    )
    assert ethanol.properties == {
        "synonym": ("EtOH", "ethyl alcohol"),
        "xref": ("CAS:64-17-5",),
        "note": "a solvent",
    }
    assert isinstance(liver, SourceNode)
    assert liver.categories == ("biolink:AnatomicalEntity",)  # the one that Biolink prefers for the prefix
    assert isinstance(nameless, Reject)
    assert (nameless.code, nameless.place.line, nameless.record["kind"]) == ("MISSING_ID", 4, "node")
    assert isinstance(mesh, SourceNode)
    checked = validate_node(mesh, model())
    assert isinstance(checked, Reject)
    assert checked.code == "MISSING_CATEGORY"


def test_a_table_without_the_columns_is_refused(put: Put) -> None:
    (only,) = read(NamesLoader(), put("x.tsv", "code\tlabel\nCHEBI:1\tx\nCHEBI:2\ty\n"))
    assert isinstance(only, Reject)
    assert only.code == "BAD_HEADER"
    assert "its columns are code, label" in only.message


def test_an_empty_first_row_costs_only_itself(put: Put) -> None:
    records = read(NamesLoader(), put("x.tsv", "id\tname\tnote\n\t\tempty\nCHEBI:16236\tethanol\t\n"))
    assert codes(records) == {"MISSING_ID": 1}
    assert [record.id for record in records if isinstance(record, SourceNode)] == ["CHEBI:16236"]


def test_an_ontology(data: Path) -> None:
    records = read(OboLoader(), data / "names" / "reagents.obo")
    nodes = {record.id: record for record in records if isinstance(record, SourceNode)}
    assert set(nodes) == {"CHEBI:16236", "CHEBI:30879", "CHEBI:28262", "GO:0008270"}
    ethanol = nodes["CHEBI:16236"]
    assert (ethanol.name, ethanol.categories) == ("ethanol", ("biolink:ChemicalEntity",))
    assert ethanol.properties["synonym"] == ("ethyl alcohol",)  # EXACT ones only
    assert (ethanol.properties["related_synonym"], ethanol.properties["broad_synonym"]) == (
        ("EtOH",),
        ("alcohol",),
    )
    assert ethanol.properties["xref"] == ("CAS:64-17-5", "DRUGBANK:DB00898")
    assert nodes["GO:0008270"].categories == ("biolink:MolecularActivity",)
    assert [record.reason for record in records if isinstance(record, Skip)] == ["OBSOLETE_TERM"]
    edges = [record for record in records if isinstance(record, SourceEdge)]
    assert [(edge.subject, edge.predicate, edge.object, edge.place.line) for edge in edges] == [
        ("CHEBI:16236", "biolink:subclass_of", "CHEBI:30879", 14),
        ("CHEBI:28262", "biolink:subclass_of", "CHEBI:36586", 24),
    ]
    assert records.index(edges[0]) > max(records.index(node) for node in nodes.values())
    for node in nodes.values():
        assert isinstance(validate_node(node, model()), Entity)
    for edge in edges:
        assert isinstance(validate_edge(edge, NO_OPTIONS, model()), Assertion)


def test_a_phenotype_is_a_class_of_an_ontology(put: Put) -> None:
    text = "ontology: hp\n\n[Term]\nid: HP:1\nname: all\n\n[Term]\nid: HP:2\nname: pain\nis_a: HP:1\n"
    *nodes, edge = read(OboLoader(), put("hp.obo", text))
    assert isinstance(edge, SourceEdge)
    one, other = (node.categories for node in nodes if isinstance(node, SourceNode))
    assert one == other == ("biolink:PhenotypicFeature",)
    assert model().signature_fault(one, edge.predicate, other) is None


def test_a_term_without_an_id_says_so_and_costs_no_other(put: Put) -> None:
    text = "format-version: 1.2\n\n[Term]\nname: nameless\n\n[Term]\nid: CHEBI:3\nname: three\n\n[Term]\n"
    records = read(OboLoader(), put("x.obo", text))
    assert codes(records) == {"MISSING_ID": 2}
    assert [record.id for record in records if isinstance(record, SourceNode)] == ["CHEBI:3"]


@pytest.mark.parametrize("length", [331, 340, 355, 470])
def test_an_ontology_cut_short_loses_only_its_last_term(data: Path, put: Put, length: int) -> None:
    text = (data / "names" / "reagents.obo").read_text(encoding="utf-8")
    cut = text[: text.index('synonym: "DMSO"') + 12]
    records = read(OboLoader(), put("cut.obo", cut))
    assert codes(records) == {"BAD_SYNTAX": 1}
    (fault,) = [record for record in records if isinstance(record, Reject)]
    assert fault.place.line == len(cut.splitlines())
    assert [record.id for record in records if isinstance(record, SourceNode)] == [
        "CHEBI:16236",
        "CHEBI:30879",
    ]
    whole = read(OboLoader(), put("part.obo", text[:length]))
    assert len([record for record in whole if isinstance(record, Reject)]) <= 1


def test_mapping_sets_of_others(data: Path) -> None:
    records = read(SssomLoader(), data / "names" / "mp_hp.sssom.tsv")
    assert len(records) == 9
    assert all(isinstance(record, SourceEdge) and record.predicate == "biolink:same_as" for record in records)
    records = read(SssomLoader(), data / "names" / "ma_uberon.sssom.tsv")
    assert Counter(type(record).__name__ for record in records) == {"SourceEdge": 9, "Skip": 1}
    first = records[0]
    assert isinstance(first, SourceEdge)
    assert first.place.line == 13
    claim = validate_edge(first, NO_OPTIONS, model())
    assert isinstance(claim, Assertion)
    assert (claim.subject, claim.object, claim.primary_knowledge_source) == (
        "MA:0000168", "UBERON:0000955", "infores:ma_uberon_impc_pat",
    )  # fmt: skip


@pytest.mark.parametrize(
    "rows",
    [
        "A:1\tskos:exactMatch\tB:1\t\nA:1\tskos:exactMatch\tB:2\t\n",  # two of one vocabulary
        "A:1\tskos:exactMatch\tB:1\t\nA:2\tskos:exactMatch\tB:1\t\n",
        "A:1\tskos:exactMatch\tB:1\t\nA:1\tskos:exactMatch\tB:1\tNot\n",  # is, and is not
        "A:1\tskos:exactMatch\tB:1\t\nB:1\towl:sameAs\tA:1\tNot\n",
        f"{ETHANOL}\tskos:exactMatch\tB:1\t\n{ETHANOL}\tskos:exactMatch\tB:2\t\n",
        f"{ETHANOL}\tskos:exactMatch\tbioloom:x.y\t\nbioloom:x.y\tskos:exactMatch\t{ETHANOL}\t\n",  # a circle
        f"{ETHANOL}\tskos:exactMatch\tB:1\t\nB:1\tskos:exactMatch\t{ETHANOL}\t\n",
        f"{ETHANOL}\tskos:exactMatch\tsssom:NoTermFound\t\n{ETHANOL}\tskos:exactMatch\tsssom:NoTermFound\tNot\n",
        f"{ETHANOL}\tskos:exactMatch\tsssom:NoTermFound\t\n{ETHANOL}\tskos:exactMatch\tB:1\t\n",
    ],
)
def test_rows_that_contradict_one_another_are_rejected(put: Put, rows: str) -> None:
    records = read(SssomLoader(), put("x.sssom.tsv", HEAD + rows + "C:1\tskos:exactMatch\tD:1\t\n"))
    assert codes(records) == {"CONTRADICTORY_MAPPING": 2}
    assert isinstance(records[-1], SourceEdge)  # the rest goes on
    for fault in records[:-1]:
        assert isinstance(fault, Reject)
        assert fault.record["kind"] == "edge"  # so that it can be mended and replayed


def test_many_names_may_stand_for_one_entity(put: Put) -> None:
    rows = f"{ETHANOL}\tskos:exactMatch\tB:1\t\nbioloom:chemical.etoh\tskos:exactMatch\tB:1\t\n"
    assert codes(read(SssomLoader(), put("x.sssom.tsv", HEAD + rows))) == {}


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("", {"EMPTY_FILE": 1}),
        ("subject_id\tobject_id\nA:1\tB:1\n", {"BAD_HEADER": 1}),
        ("subject_id\tsubject_id\tpredicate_id\tobject_id\n", {"BAD_HEADER": 1}),
        (HEAD + "A:1\tskos:exactMatch\tB:", {"BAD_ROW": 1}),
        (HEAD + "A:1\tskos:exactMatch\tB:1\t\nA:2\tskos:exa", {"BAD_ROW": 1}),
        (HEAD + "A:1\tskos:exactMatch\tB:1\t\t\t\n", {"BAD_ROW": 1}),
        (HEAD + "A:1\tskos:exactMatch\t\t\n", {"MISSING_OBJECT": 1}),
        (HEAD + "A:1\tskos:exactMatch\tB:1\tMaybe\n", {"BAD_VALUE": 1}),
        (HEAD.strip() + "\tconfidence\nA:1\tskos:exactMatch\tB:1\t\thigh\n", {"BAD_VALUE": 1}),
        (HEAD + "A:1\tskos:closeMatch\tB:1\t\n", {}),
        (HEAD.encode() + b"A:1\tskos:exactMatch\tB:\xff\t\n", {"BAD_ENCODING": 1}),
    ],
)
def test_broken_mapping_sets_are_told_by_line(put: Put, content: str | bytes, found: dict[str, int]) -> None:
    records = read(SssomLoader(), put("x.sssom.tsv", content))
    assert codes(records) == found
    for record in records:
        if isinstance(record, Reject) and record.code != "EMPTY_FILE":
            assert record.place.line is not None


def test_a_malformed_curie_is_rejected_with_its_row(put: Put) -> None:
    (record,) = read(SssomLoader(), put("x.sssom.tsv", HEAD + "A:1\tskos:exactMatch\tno curie\t\n"))
    assert isinstance(record, SourceEdge)
    checked = validate_edge(record, NO_OPTIONS, model())
    assert isinstance(checked, Reject)
    assert (checked.code, checked.place.line) == ("BAD_CURIE", 2)
