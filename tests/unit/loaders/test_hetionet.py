"""The Hetionet loader on a few real edges of every type."""

import gzip
import json
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.biolink import model
from bioloom.errors import SourceError
from bioloom.records import LoadOptions, Reject, Skip, SourceEdge, SourceNode, SourceRecord
from bioloom_loaders.hetionet import HetionetLoader, curie_of

Put = Callable[[str, str | bytes], Path]


def read(source: Path) -> list[SourceRecord]:
    return list(HetionetLoader().records(source, LoadOptions()))


@pytest.fixture
def folder(data: Path, tmp_path: Path) -> Path:
    """Copy the sample so that a test may add to it."""
    return Path(shutil.copytree(data / "hetionet", tmp_path / "hetionet"))


def test_every_node_and_edge_is_accounted_for(data: Path) -> None:
    records = read(data / "hetionet")
    assert Counter(type(record) for record in records) == {SourceNode: 75, SourceEdge: 60, Skip: 2}
    parts = Counter(
        record.properties["hetionet_part"] for record in records if isinstance(record, SourceEdge)
    )
    assert parts == {"exact": 26, "sample": 24, "rebuilt": 10}


def test_all_is_valid_biolink_with_provenance(data: Path) -> None:
    records = read(data / "hetionet")
    categories = {record.id: record.categories for record in records if isinstance(record, SourceNode)}
    metaedges = set()
    for record in records:
        if isinstance(record, SourceNode):
            assert record.id.count("::") == 0
            assert all(model().is_category(category) for category in record.categories)
        elif isinstance(record, SourceEdge):
            metaedges.add(record.properties["original_predicate"])
            assert model().is_predicate(record.predicate)
            assert {record.subject, record.object} <= categories.keys()
            for slot in ("primary_knowledge_source", "knowledge_level", "agent_type"):
                assert record.properties[slot]
    assert len(metaedges) == 24


def test_ends_are_swapped_where_the_mapping_says_so(data: Path) -> None:
    edges = [record for record in read(data / "hetionet") if isinstance(record, SourceEdge)]
    by_metaedge = {str(edge.properties["original_predicate"]): edge for edge in edges}
    assert by_metaedge["CtD"].subject.startswith("DRUGBANK:")
    assert by_metaedge["DaG"].subject.startswith("NCBIGene:")
    assert by_metaedge["PCiC"].subject.startswith("DRUGBANK:")
    assert by_metaedge["CuG"].properties["object_direction_qualifier"] == "upregulated"


@pytest.mark.parametrize(
    ("identifier", "expected"),
    [
        ("Gene::3149", ("Gene", "NCBIGene:3149")),
        ("Biological Process::GO:0003193", ("Biological Process", "GO:0003193")),
        ("Side Effect::C0000727", ("Side Effect", "UMLS:C0000727")),
        ("Pathway::PC7_1230", ("Pathway", "hetionet.pathway:PC7_1230")),
        ("Planet::1", None),
        ("Gene::", None),
        ("Gene:1", None),
    ],
)
def test_identifiers(identifier: str, expected: tuple[str, str] | None) -> None:
    assert curie_of(identifier) == expected


def test_tables_beside_the_graph_are_joined_on(folder: Path) -> None:
    header = "drugbank_id\tentrez_gene_id\tsources\tpubmed_ids\tactions\taffinity_nM\tlicense\turls\n"
    row = "DB00014\t2798\tA (target)|B\t1|2\tagonist\t62.4\tCC0 1.0\t\n"
    other = "DB00014\t2798\tC\t2|3\tbinder\t\t\t\n"
    (folder / "CbG-binding.tsv").write_text(header + row + other, encoding="utf-8")
    (folder / "drugbank_aliases.json").write_text(json.dumps({"DB00014": ["Other name"]}), encoding="utf-8")
    records = read(folder)
    nodes = {record.id: record for record in records if isinstance(record, SourceNode)}
    assert nodes["DRUGBANK:DB00014"].properties["synonym"] == ("Other name",)
    assert nodes["NCBIGene:10144"].properties["synonym"] == ("ARHGAP48", "FAM13A1")
    assert "MESH:D054990" in nodes["DOID:0050156"].properties["xref"]  # type: ignore[operator]
    bound = next(
        record
        for record in records
        if isinstance(record, SourceEdge)
        and record.subject == "DRUGBANK:DB00014"
        and "actions" in record.properties
    )
    assert bound.object == "NCBIGene:2798"
    assert bound.properties["sources"] == ("A (target)", "B", "C")
    assert bound.properties["publications"] == ("PMID:1", "PMID:2", "PMID:3")
    assert bound.properties["affinity_nM"] == 62.4
    associated = [
        r for r in records if isinstance(r, SourceEdge) and r.properties["original_predicate"] == "DaG"
    ]
    assert all("sources" in edge.properties for edge in associated)


def test_bad_lines_name_their_file_and_line(folder: Path) -> None:
    with (folder / "nodes.tsv").open("a", encoding="utf-8") as opened:
        opened.write("Planet::1\tMars\tPlanet\nGene::1\ta\tb\tc\n")
    broken = "source\tmetaedge\ttarget\nGene::1\tGxG\tGene::2\nGene::1\tGiG\tPlanet::1\nGene::1\tGiG\n"
    (folder / "edges.sif.gz").write_bytes(gzip.compress(broken.encode()))
    (folder / "gene_synonyms.json").write_text("{", encoding="utf-8")
    found = [
        (record.code, Path(record.place.file).name, record.place.line)
        for record in read(folder)
        if isinstance(record, Reject)
    ]
    assert found == [
        ("BAD_JSON", "gene_synonyms.json", 1),
        ("BAD_ID", "nodes.tsv", 77),
        ("BAD_ROW", "nodes.tsv", 78),
        ("UNKNOWN_METAEDGE", "edges.sif.gz", 2),
        ("BAD_ID", "edges.sif.gz", 3),
        ("BAD_ID", "edges.sif.gz", 4),
    ]


def test_one_edge_file_brings_the_nodes_along(data: Path) -> None:
    kinds = Counter(type(record) for record in read(data / "hetionet" / "edges.sif.gz"))
    assert kinds == {SourceNode: 75, SourceEdge: 26}


def test_an_empty_folder_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"nodes\.tsv"):
        read(tmp_path)
