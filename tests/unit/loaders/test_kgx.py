"""The KGX loader on samples of the KGX project and on broken graphs."""

import gzip
import io
import json
import re
import tarfile
import tracemalloc
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from bioloom.biolink import model
from bioloom.errors import SourceError
from bioloom.graph.rows.property_maps import entity_row
from bioloom.graph.writing.pending_batch import PendingBatch
from bioloom.loading import ReadPlace
from bioloom.pipeline.validation.batch_builder import BatchBuilder
from bioloom.pipeline.validation.odd_values import OUT_OF_RANGE
from bioloom.pipeline.validation.publication_ids import NO_CURIE
from bioloom.pipeline.validation.record_validation import validate_node
from bioloom.records import Entity, LoadOptions, Place, Reject, Skip, SourceEdge, SourceNode, SourceRecord
from bioloom.records.record_serialization import parse_record
from bioloom_loaders.kgx import KgxLoader
from bioloom_loaders.kgx_records import edge_from
from bioloom_loaders.tables import read_each

Put = Callable[[str, str | bytes], Path]

DIRECTION, ASPECT = "biolink:object_direction_qualifier", "biolink:object_aspect_qualifier"
LEVELS = ("knowledge_level", "agent_type")


def read(source: Path) -> list[SourceRecord]:
    return list(KgxLoader().records(source, LoadOptions()))


def counts(source: Path) -> tuple[int, int, dict[str, int]]:
    records = read(source)
    kinds = [type(record) for record in records]
    last_node = max((at for at, kind in enumerate(kinds) if kind is SourceNode), default=0)
    assert SourceEdge not in kinds[:last_node], "a node stands after an edge"
    rejects = Counter(record.code for record in records if isinstance(record, Reject))
    return kinds.count(SourceNode), kinds.count(SourceEdge), dict(rejects)


def nodes(source: Path) -> list[SourceNode]:
    return [record for record in read(source) if isinstance(record, SourceNode)]


def edges(source: Path) -> list[SourceEdge]:
    return [record for record in read(source) if isinstance(record, SourceEdge)]


def rejects(source: Path) -> list[tuple[str, int | None]]:
    return [(record.code, record.place.line) for record in read(source) if isinstance(record, Reject)]


@pytest.mark.parametrize(
    ("sample", "expected"),
    [
        ("valid_nodes.jsonl", (7, 5, {})),
        ("valid_edges.jsonl", (7, 5, {})),
        ("valid.json", (15, 5, {})),
        ("complex_graph_nodes.tsv", (9, 7, {})),
        ("test_nodes.csv", (3, 1, {})),
        ("graph_edges_small.tsv", (3, 1, {"BAD_ROW": 1})),
        ("chebi_kgx_tsv_nodes.tsv", (9, 9, {})),
        ("monarch-tiny_edges.tsv", (0, 20, {})),
        ("incomplete_nodes.tsv", (0, 0, {"MISSING_ID": 1})),
        ("graph_validate_nodes.tsv", (5, 0, {})),
        ("test.tar.gz", (3, 1, {})),
        ("test-inverse.tar.gz", (3, 1, {})),
        ("trapi_sample.json", (0, 0, {"NOT_KGX": 1})),
    ],
)
def test_samples(data: Path, sample: str, expected: tuple[int, int, dict[str, int]]) -> None:
    assert counts(data / "kgx" / sample) == expected


def test_a_folder_holds_several_graphs(data: Path) -> None:
    expected = {"MISSING_ID": 1, "BAD_ROW": 1, "NOT_KGX": 1}
    assert counts(data / "kgx") == (7 + 15 + 9 + 3 + 3 + 9 + 5, 5 + 5 + 7 + 1 + 1 + 9 + 20, expected)


def test_a_prefix_names_one_graph(data: Path) -> None:
    assert counts(data / "kgx" / "valid") == (7, 5, {})


def test_list_slots_are_split_and_quotes_undone(data: Path) -> None:
    first = nodes(data / "kgx" / "test_nodes.csv")[0]
    assert first.id == "CURIE:123"
    assert first.categories == ("biolink:NamedThing", "biolink:Gene")
    assert first.properties["description"] == "Node of type Gene, CURIE:123"
    (edge, *_) = edges(data / "kgx" / "test_nodes.csv")
    assert edge.properties["publications"] == ("PMID:1", "PMID:2")
    assert edge.place.line == 2


def test_every_slot_that_holds_several_texts_in_biolink_is_a_list(put: Put) -> None:
    kept = {"sources", "category", *model().qualifiers(), *model().typed_slots}
    several = [name for name, slot in model().release.slots.items() if slot.multivalued and name not in kept]
    assert {"authors", "keywords", "supporting_data_source", "support_graphs"} <= {*several}
    head, row = "\t".join(several), "\t".join(["a| b|a"] * len(several))
    (node,) = nodes(put("x_nodes.tsv", f"id\tcategory\t{head}\tstreet\nX:1\tbiolink:Gene\t{row}\ta|b\n"))
    assert node.properties == dict.fromkeys(several, ("a", "b")) | {"street": "a|b"}
    (one,) = nodes(
        put("y_nodes.jsonl", json.dumps({"id": "X:1", "category": "biolink:Gene", "authors": "A"}))
    )
    assert one.properties == {"authors": ("A",)}


def test_the_name_of_a_chemical_may_hold_a_bar(data: Path) -> None:
    assert any(node.name == "16|A-Methyl Prednisolone" for node in nodes(data / "kgx" / "valid.json"))


def edge_of(put: Put, **slots: object) -> SourceEdge | Reject:
    edge = {"subject": "A:1", "predicate": "biolink:treats", "object": "B:1", **slots}
    (record,) = read(put("one_edges.jsonl", json.dumps(edge)))
    assert isinstance(record, (SourceEdge, Reject))
    return record


@pytest.mark.parametrize(
    ("slots", "source", "slot"),
    [
        ({"primary_knowledge_source": "infores:a", "knowledge_source": "infores:b"}, "infores:a", None),
        ({"knowledge_source": "infores:b", "provided_by": "infores:c"}, "infores:b", "knowledge_source"),
        ({"aggregator_knowledge_source": ["infores:c"]}, "infores:c", "aggregator_knowledge_source"),
        (
            {"aggregator_knowledge_source": "infores:c|infores:d", "provided_by": "infores:e"},
            "infores:e",
            "provided_by",
        ),
        (
            {"sources": [{"resource_id": "infores:f", "resource_role": "primary_knowledge_source"}]},
            "infores:f",
            None,
        ),
        ({"aggregator_knowledge_source": ["infores:c", "infores:d"]}, None, None),
        ({}, None, None),
    ],
)
def test_sources_of_older_releases(
    put: Put, slots: dict[str, object], source: str | None, slot: str | None
) -> None:
    edge = edge_of(put, **slots)
    assert isinstance(edge, SourceEdge)
    assert edge.properties.get("primary_knowledge_source") == source
    assert edge.properties.get("primary_knowledge_source_from") == slot


def test_values_are_made_storable(put: Put) -> None:
    edge = edge_of(
        put,
        id="urn:1",
        negated="False",
        big=2**70,
        mixed=[1, "a", None],
        nested={"b": 1},
        none=None,
        score=0.5,
    )
    assert isinstance(edge, SourceEdge)
    assert edge.properties == {
        "original_id": "urn:1",
        "negated": False,
        "big": str(2**70),
        "mixed": ("1", "a"),
        "nested": '{"b": 1}',
        "score": 0.5,
    }


@pytest.mark.parametrize(
    ("slots", "code"),
    [
        ({"subject": ""}, "MISSING_SUBJECT"),
        ({"predicate": None}, "MISSING_PREDICATE"),
        ({"object": 5}, "BAD_TYPE"),
        ({"object": {"id": "B:1"}}, "BAD_TYPE"),
        ({"object": "biolink:Gene"}, "BAD_ROW"),
        ({"negated": "perhaps"}, "BAD_TYPE"),
        ({"supporting_text": "\ud83e"}, "BAD_ENCODING"),
        ({"\udd00": "x"}, "BAD_SLOT"),
        ({"": "x"}, "BAD_SLOT"),
    ],
)
def test_unfit_edges(put: Put, slots: dict[str, object], code: str) -> None:
    reject = edge_of(put, **slots)
    assert isinstance(reject, Reject)
    assert reject.code == code
    json.dumps(dict(reject.record), ensure_ascii=False).encode()


def test_wrong_types_of_nodes_are_coerced_where_the_meaning_is_plain(put: Put) -> None:
    path = put("a_nodes.jsonl", '{"id": "X:1", "name": 5, "category": "biolink:Gene", "synonym": "a|b"}\n')
    (node,) = nodes(path)
    assert (node.name, node.categories, node.properties["synonym"]) == ("5", ("biolink:Gene",), ("a", "b"))


def test_bad_lines_of_json_lines_lose_only_themselves(put: Put) -> None:
    good = '{"id": "X:1", "category": ["biolink:Gene"]}'
    content = (
        "\n".join([good, '{"id": ', "[1]", "[" * 100_000, good, '"x"', ""]).encode()
        + b"\xff\n"
        + good.encode()
    )
    path = put("a_nodes.jsonl", content)
    assert len(nodes(path)) == 3
    assert rejects(path) == [
        ("BAD_JSON", 2),
        ("BAD_TYPE", 3),
        ("BAD_JSON", 4),
        ("BAD_TYPE", 6),
        ("BAD_ENCODING", 7),
    ]


@pytest.mark.parametrize(
    ("content", "found", "expected"),
    [
        (
            '{"meta": {"a": [1]},\n"edges": [],\n"nodes": [\n{"id": "X:1"},\n{"id" "X:2"}]}',
            1,
            [("BAD_JSON", 5)],
        ),
        ('{"nodes": [{"id": "X:1"},\n7,\n{"id": "X:3"}]}', 2, [("BAD_TYPE", 2)]),
        ('{"nodes": [{"id": "X:1"}', 1, [("BAD_JSON", 1)]),
        ('{"nodes": [{"id": "X:1"}]} x', 1, [("BAD_JSON", 1)]),
        ("", 0, [("BAD_JSON", 1)]),
        ('{"nodes": {"X:1": {}}}', 0, [("NOT_KGX", None)]),
    ],
)
def test_json_graphs(put: Put, content: str, found: int, expected: list[tuple[str, int | None]]) -> None:
    path = put("g.json", content)
    assert len(nodes(path)) == found
    assert rejects(path) == expected


def test_a_json_graph_is_streamed(put: Put) -> None:
    node = '{"id": "X:1", "name": "%s"}' % ("n" * 1000)
    path = put("g.json", '{"edges": [], "nodes": [' + ",\n".join([node] * 8_000) + "]}")
    tracemalloc.start()
    found = sum(1 for _ in KgxLoader().records(path, LoadOptions()))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == 8_000
    assert peak < path.stat().st_size / 4


def test_gzip_zip_and_tar_say_the_same(put: Put, data: Path) -> None:
    tables = {name: (data / "kgx" / name).read_bytes() for name in ("valid_nodes.jsonl", "valid_edges.jsonl")}
    for name, content in tables.items():
        put(f"gz/{name}.gz", gzip.compress(content))
    zipped, tarred = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive, tarfile.open(fileobj=tarred, mode="w:gz") as tar:
        for name, content in sorted(tables.items()):
            archive.writestr(f"deep/{name}", content)
            info = tarfile.TarInfo(f"../{name}")
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    for source in (
        put("gz/valid_nodes.jsonl.gz", gzip.compress(tables["valid_nodes.jsonl"])),
        put("g.zip", zipped.getvalue()),
        put("g.tar.gz", tarred.getvalue()),
    ):
        assert counts(source) == (7, 5, {})


def test_sources_that_hold_no_graph(put: Put) -> None:
    with pytest.raises(SourceError, match="cannot be read"):
        read(put("broken.tar.gz", b"\x1f\x8bnothing"))
    with pytest.raises(SourceError, match="no KGX table"):
        read(put("empty/readme.txt", "x").parent)


def test_damaged_archives_lose_only_what_is_damaged(put: Put) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("a_nodes.tsv", "id\tname\nX:1\tone\n")
        archive.writestr("b_nodes.tsv", "id\tname\nX:2\ttwo\n")
    damaged = content.getvalue().replace(b"X:1", b"X:9", 1)
    path = put("g.zip", damaged)
    assert [node.id for node in nodes(path)][-1] == "X:2"
    assert rejects(path) == [("UNREADABLE", None)]
    assert rejects(put("c_nodes.tsv.gz", gzip.compress(b"id\nX:1\n")[:6])) == [("UNREADABLE", None)]


def test_members_of_an_archive_that_are_not_read_are_named(put: Put, tmp_path: Path) -> None:
    node = put("n/x_nodes.tsv", "id\tcategory\nA:1\tbiolink:Gene\n")
    with tarfile.open(tmp_path / "g.tar", "w") as archive:
        archive.add(node, "x_nodes.tsv")
        archive.add(put("n/inner.zip", b"PK"), "inner.zip")
        link = tarfile.TarInfo("y_nodes.tsv")
        link.type, link.linkname = tarfile.SYMTYPE, "x_nodes.tsv"
        archive.addfile(link)
    left = [record for record in read(tmp_path / "g.tar") if isinstance(record, Skip)]
    assert [skip.place.file.rpartition("!")[2] for skip in left] == ["inner.zip", "y_nodes.tsv"]


def test_deep_nesting_is_rejected(put: Put) -> None:
    deep = '{"id": "X:1", "a": ' + "[" * 900 + "]" * 900 + "}"
    found = read(put("a_nodes.jsonl", deep + '\n{"id": "X:2"}\n'))
    assert isinstance(found[-1], SourceNode)
    assert len(found) == 2


def test_an_edge_table_without_predicates_gives_one_reject_a_row(put: Put) -> None:
    path = put("map_edges.csv", "object,subject\nA:1,A:2\nA:3,A:4\n")
    assert rejects(path) == [("MISSING_PREDICATE", 2), ("MISSING_PREDICATE", 3)]


def test_a_rejected_edge_can_be_mended_and_replayed(put: Put) -> None:
    reject = edge_of(put, subject=None, negated=True)
    assert isinstance(reject, Reject)
    assert reject.record == {
        "kind": "edge",
        "subject": None,
        "predicate": "biolink:treats",
        "object": "B:1",
        "properties": {"negated": True},
    }


def test_rejects_of_a_table_hold_lists(put: Put) -> None:
    header = "id\tcategory\txref\tnote\n"
    row = "\tbiolink:Gene|biolink:Protein\tA:1| A:2\tone|two\n"
    (reject,) = read(put("x_nodes.tsv", header + row))
    assert isinstance(reject, Reject)
    mended = parse_record({**reject.record, "id": "X:1"}, reject.place)
    (plain,) = read(put("y_nodes.tsv", header + "X:1" + row))
    assert isinstance(mended, SourceNode)
    assert isinstance(plain, SourceNode)
    assert (mended.categories, mended.properties) == (plain.categories, plain.properties)
    by_hand = parse_record({**reject.record, "categories": "biolink:Gene | biolink:Protein"}, reject.place)
    assert isinstance(by_hand, SourceNode)
    assert by_hand.categories == plain.categories
    (reject,) = read(put("z_edges.tsv", "subject\tpredicate\tobject\tpublications\nA:1\t\tA:2\tP:1|P:2\n"))
    assert isinstance(reject, Reject)
    assert reject.record["properties"] == {"publications": ["P:1", "P:2"]}


NODE_LINES = (
    b"\xef\xbb\xbfid\tcategory\r\nX:1\tbiolink:Gene\r\n\r\n"
    b"X:2\tbiolink:Gene\tmuch\nX:\xff\tbiolink:Gene\nX:3\tbiolink:Gene"
)
EDGE_LINES = (
    b"\nsubject\tpredicate\tobject\nX:1\tbiolink:treats\tX:2\n \n"
    b'X:2\tbiolink:treats\t"X:1"\nX:3\tbiolink:treats\n'
)
JSON_LINES = (
    b'{"subject": "X:1", "predicate": "biolink:treats", "object": "X:3"}\n\nno JSON\n{"subject": "X:2"}\n'
)
JSON_GRAPH = b'{"nodes": [{"id": "X:8"}, {"id": "X:9"}], "edges": [{"subject": "X:8"}]}'


def plain_files(folder: Path) -> Path:
    for name, data in PARTS.items():
        (folder / name).write_bytes(data)
    return folder


def gzip_files(folder: Path) -> Path:
    for name, data in PARTS.items():
        (folder / f"{name}{'' if name.endswith('.json') else '.gz'}").write_bytes(
            data if name.endswith(".json") else gzip.compress(data)
        )
    return folder


def one_zip(folder: Path) -> Path:
    with zipfile.ZipFile(folder / "graph.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in PARTS.items():
            archive.writestr(name, data)
    return folder / "graph.zip"


def cut_tar(folder: Path) -> Path:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, data in PARTS.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        whole = packed.tell()
        info = tarfile.TarInfo("z_nodes.tsv")
        info.size = 5000
        archive.addfile(info, io.BytesIO(bytes(5000)))
    (folder / "graph.tar").write_bytes(packed.getvalue()[: whole + 2000])
    return folder / "graph.tar"


PARTS = {
    "a_nodes.tsv": NODE_LINES,
    "b_edges.tsv": EDGE_LINES,
    "c_edges.jsonl": JSON_LINES,
    "d_nodes.tsv": b"id\tid\nX:1\tX:1\n",
    "e.json": JSON_GRAPH,
    "f_nodes.csv": b"",
}


@pytest.mark.parametrize("pack", [plain_files, gzip_files, one_zip, cut_tar])
def test_reading_goes_on_from_the_place_of_any_record(pack: Callable[[Path], Path], tmp_path: Path) -> None:
    source = pack(tmp_path)
    place = ReadPlace(most=1)
    found, places = [], []
    for record in read_each(KgxLoader().rows_from(source, LoadOptions(), place)):
        found.append(record)
        places.append(str(place))
    assert found == read(source)
    known = [at for at, text in enumerate(places) if text]
    assert len(known) == 10, "four records of a_nodes.tsv, three of each table of edges"
    for at in known:
        rest = KgxLoader().rows_from(source, LoadOptions(), ReadPlace.parse(places[at]))
        assert list(read_each(rest)) == found[at + 1 :], found[at]


@pytest.mark.parametrize("size", [1, 30, 1000])
@pytest.mark.parametrize("pack", [str.encode, lambda text: gzip.compress(text.encode())])
def test_reading_goes_on_behind_a_row_of_several_lines(
    put: Put, pack: Callable[[str], bytes], size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bioloom_loaders.tables._CHUNK", size)
    rows = 'A:1;biolink:Gene;"two\r\nlines"\nA:2;biolink:Gene;"open\nA:3;biolink:Gene;"a\n\nb"\nA:4;x\n'
    path = put("q_nodes.csv.gz", pack("id;category;name\n" + rows))
    place = ReadPlace(most=1)
    read = ((record, str(place)) for record in read_each(KgxLoader().rows_from(path, LoadOptions(), place)))
    found = list(read)
    lines = [record.place.line for record, _ in found if isinstance(record, SourceNode | Reject | Skip)]
    assert lines == [1, 2, 4, 5, 8]
    for at, (_, stood) in enumerate(found):
        rest = KgxLoader().rows_from(path, LoadOptions(), ReadPlace.parse(stood))
        assert list(read_each(rest)) == [record for record, _ in found[at + 1 :]], stood


def test_a_quoted_cell_of_a_csv_may_hold_line_breaks(put: Put) -> None:
    rows = 'A:1,biolink:Gene,"two\nlines"\nA:2,biolink:Gene,"two, 6"" wide"\nA:3,biolink:Gene,5" wide\n'
    path = put("c_nodes.csv", "id,category,name\n" + rows + 'A:4,,"a\nb",,\nA:5,biolink:Gene,x\n')
    found = [(node.id, node.name, node.place.line) for node in nodes(path)]
    assert found[:3] == [("A:1", "two\nlines", 2), ("A:2", 'two, 6" wide', 4), ("A:3", '5" wide', 5)]
    assert found[-1] == ("A:5", "x", 8)
    assert rejects(path)[0] == ("BAD_ROW", 6)
    tabbed = put("t_nodes.tsv", 'id\tname\nA:1\t"5\n')
    assert [node.name for node in nodes(tabbed)] == ['"5']


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("id\tcategory\tname\rA:1\tbiolink:Gene\tone\r", "line feeds"),
        ("A:1\tbiolink:Gene\tone\n", "first line must name the columns"),
        ("ID;Category;Name\nA:1;biolink:Gene;one\n", "ID, Category, Name: write id"),
        ("id category name\nA:1 biolink:Gene one\n", "no tab, comma or semicolon stands in its first line"),
        ("ID\tCategory\tName\nA:1\tbiolink:Gene\tone\n", "ID, Category, Name: write id"),
    ],
)
def test_a_header_without_any_column_expected_says_what_is_wrong(put: Put, table: str, said: str) -> None:
    (reject,) = read(put("x_nodes.csv", table))
    assert isinstance(reject, Reject)
    assert (reject.code, said in reject.message) == ("BAD_HEADER", True)


def test_other_files_of_the_folder_are_named(put: Put) -> None:
    put("g/gel.txt", "Gel\n1. Pour the gel.\n")
    put("g/old.doc", b"\xd0\xcf\x11\xe0")
    put("g/sub/y_nodes.tsv", "id\nA:2\n")
    put("g/README.md", "About this folder.")
    folder = put("g/x_nodes.tsv", "id\tcategory\nA:1\tbiolink:Gene\n").parent
    left = {Path(record.place.file).name: record for record in read(folder) if isinstance(record, Skip)}
    assert {name: (skip.reason, skip.remedy) for name, skip in left.items()} == {
        "gel.txt": ("OTHER_FORMAT", "load it by itself, as text"),
        "old.doc": ("OTHER_FORMAT", "save it as .docx"),
        "sub": ("OTHER_FORMAT", "a folder: load it by itself"),
    }


@pytest.mark.parametrize(
    ("name", "text", "nodes", "edges"),
    [
        ("plain.tsv", "id\tcategory\tname\nA:1\tbiolink:Gene\tx\n", 1, 0),
        ("plain.csv", "subject,predicate,object\nA:1,biolink:affects,A:2\n", 0, 1),
        ("plain.jsonl", '{"id": "A:1", "category": ["biolink:Gene"]}\n', 1, 0),
    ],
)
def test_a_table_of_another_name_is_told_by_its_header(
    put: Put, name: str, text: str, nodes: int, edges: int
) -> None:
    read = [*KgxLoader().records(put(name, text), LoadOptions())]
    assert sum(isinstance(record, SourceNode) for record in read) == nodes
    assert sum(isinstance(record, SourceEdge) for record in read) == edges


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("plain.tsv", "subject\tobject\nA:1\tA:2\n", "edges (without predicate)"),
        ("plain.csv", "Id,Category\nA:1,biolink:Gene\n", "in small letters"),
        ("plain.jsonl", "[1]\n", "nodes (without category, id)"),
        ("plain.txt", "id\tcategory\n", "no file of KGX by its name"),
        ("plain.tsv", "", "no header"),
    ],
)
def test_a_table_of_another_name_and_header_is_refused(put: Put, name: str, text: str, said: str) -> None:
    with pytest.raises(SourceError, match=re.escape(said)):
        list(KgxLoader().records(put(name, text), LoadOptions()))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_tables_in_utf_16_are_read(put: Put, encoding: str) -> None:
    bom = "" if encoding == "utf-16" else "\ufeff"
    nodes = put("x_nodes.tsv", f"{bom}id\tcategory\tname\nA:1\tbiolink:Gene\tdéjà 𝛼\n".encode(encoding))
    (read,) = KgxLoader().records(nodes, LoadOptions())
    assert isinstance(read, SourceNode)
    assert (read.name, read.place.line) == ("déjà 𝛼", 2)
    broken = put("y_nodes.tsv", b"\xff\xfei\x00d\x00\x00\xd8\x00\xd8")
    (reject,) = KgxLoader().records(broken, LoadOptions())
    assert isinstance(reject, Reject)
    assert "begins like UTF-16 and is not" in reject.message


@pytest.mark.parametrize("rest", ["#N/A", "NaN", "n/a"])
def test_placeholders_are_no_names(put: Put, rest: str) -> None:
    table = f"id\tcategory\tname\tdescription\nA:1\tbiolink:Gene\t{rest}\t{rest}\nA:2\tbiolink:Gene\tNA\tx\n"
    one, other = KgxLoader().records(put("x_nodes.tsv", table), LoadOptions())
    assert isinstance(one, SourceNode)
    assert isinstance(other, SourceNode)
    assert (one.name, dict(one.properties)) == (None, {})
    assert (other.name, dict(other.properties)) == ("NA", {"description": "x"})


def test_numbers_that_are_none_are_missing_and_told(put: Put) -> None:
    rows = [
        '{"id": "A:1", "category": ["biolink:Gene"], "score": NaN, "list": [1.5, Infinity, null]}',
        '{"id": "A:2", "category": ["biolink:Gene"], "score": -Infinity, "name": "NaN"}',
        '{"id": "A:3", "category": ["biolink:Gene"], "score": 1.5, "description": "NaN or Infinity"}',
    ]
    for name, text in (("x_nodes.jsonl", "\n".join(rows)), ("g.json", '{"nodes": [' + ",".join(rows) + "]}")):
        read = [*KgxLoader().records(put(name, text), LoadOptions())]
        nodes = [record for record in read if isinstance(record, SourceNode)]
        assert [dict(node.properties) for node in nodes] == [
            {"list": (1.5,)},
            {},
            {"score": 1.5, "description": "NaN or Infinity"},
        ]
        assert [node.name for node in nodes] == [None] * 3
        warned = [record for record in read if isinstance(record, Skip)]
        assert [(skip.count, "NaN" in skip.reason) for skip in warned] == [(0, True)] * 2


def listed(*qualifiers: tuple[str, str]) -> list[dict[str, str]]:
    return [{"qualifier_type_id": name, "qualifier_value": value} for name, value in qualifiers]


ENDS = {"subject": "A:1", "predicate": "biolink:affects", "object": "A:2"}
STATED = {"primary_knowledge_source": "infores:x", **dict.fromkeys(LEVELS, "not_provided")}


@pytest.mark.parametrize("slot", ["qualifiers", "biolink:qualifiers"])
@pytest.mark.parametrize(
    "told",
    [
        json.dumps,
        str,
        lambda each: "|".join(map(json.dumps, each)),
        lambda each: " | ".join(map(str, each)),
        lambda each: [json.dumps(one) for one in each],
        lambda each: [json.dumps(each)],
        lambda each: [each],
    ],
)
def test_qualifiers_are_read_in_every_form(slot: str, told: Callable[[object], object]) -> None:
    claims = []
    for direction in ("increased", " decreased "):
        given = listed(
            ("qualified_predicate", "biolink:causes"), (DIRECTION, direction), (ASPECT, "activity")
        )
        edge = edge_from({**ENDS, **STATED, slot: told(given)}, Place("x", 1))
        assert isinstance(edge, SourceEdge)
        assert slot not in edge.properties
        claims.append(edge.properties["object_direction_qualifier"])
    assert claims == ["increased", "decreased"]


@pytest.mark.parametrize(
    "slots",
    [
        {"qualifiers": "[{'qualifier_type_id': "},
        {"qualifiers": ["qualifier_type_id: x"]},
        {"qualifiers": '"qualifier_type_id"'},
        {"biolink:qualifiers": "{'qualifier_type_id': {1, 2}, (1, 2): 'x', 'a': 'b'}"},
        {"qualifiers": listed((DIRECTION, "  "))},
        {"qualifiers": listed((DIRECTION, "increased")), "object_direction_qualifier": [{"x": 1}]},
        {"qualifiers": listed((DIRECTION, "increased")), "object_direction_qualifier": {"x": 1}},
        {"qualifiers": listed((DIRECTION, "increased")), "object_direction_qualifier": ["decreased", [1]]},
    ],
)
def test_qualifiers_that_cannot_be_read_are_rejects(slots: Mapping[str, object]) -> None:
    given = {"kind": "edge", **ENDS, "properties": {**STATED, **slots}}
    for edge in (edge_from({**ENDS, **STATED, **slots}, Place("x", 1)), parse_record(given, Place("x", 1))):
        assert isinstance(edge, SourceEdge)
        builder = BatchBuilder(LoadOptions(), model())
        builder.add(1, edge)
        assert [one.reject.code for one in builder.take_batch().rejects] == ["BAD_QUALIFIER"]


@pytest.mark.parametrize("form", ["jsonl", "tsv"])
def test_qualifiers_that_are_listed_tell_claims_apart(put: Put, form: str) -> None:
    ends = {"subject": "A:1", "predicate": "biolink:affects", "object": "A:2"}
    source = {"primary_knowledge_source": "infores:x", **dict.fromkeys(LEVELS, "not_provided")}
    slots = [
        listed(
            ("biolink:qualified_predicate", "biolink:causes"), (DIRECTION, "increased"), (ASPECT, "activity")
        ),
        listed(
            ("biolink:qualified_predicate", "biolink:causes"), (DIRECTION, "decreased"), (ASPECT, "activity")
        ),
        ["a slot of its own"],
        listed(("biolink:frobnication", "x")),
        listed((DIRECTION, "increased"), (DIRECTION, "decreased")),
        [{"qualifier_type_id": DIRECTION}],
    ]
    if form == "tsv":
        rows = ["\t".join([*ends.values(), *source.values(), json.dumps(one)]) for one in slots]
        text = "\n".join(["\t".join([*ends, *source, "qualifiers"]), *rows, ""])
    else:
        text = "".join(json.dumps({**ends, **source, "qualifiers": one}) + "\n" for one in slots)
    builder = BatchBuilder(LoadOptions(), model())
    for number, record in enumerate(KgxLoader().rows(put(f"x_edges.{form}", text), LoadOptions()), 1):
        builder.add(number if form == "jsonl" else len(slots), record)
    batch = builder.take_batch()
    found = [dict(claim.qualifiers) for claim in batch.assertions]
    assert [one.get("object_direction_qualifier") for one in found] == ["increased", "decreased", None]
    assert found[0]["object_aspect_qualifier"] == "activity"
    assert len({claim.id for claim in batch.assertions}) == 3
    assert [one.reject.code for one in batch.rejects] == ["BAD_QUALIFIER"] * 3
    assert "frobnication_qualifier" in batch.rejects[0].reject.message
    given = {"kind": "edge", **ends, "properties": source | {"qualifiers": slots[1]}}
    replayed = parse_record(given, Place("x", 1))
    assert isinstance(replayed, SourceEdge)
    assert replayed.properties["object_direction_qualifier"] == "decreased"


def test_no_number_and_no_repetition_is_lost(put: Put) -> None:
    text = '{"id": "A:1", "category": ["biolink:Gene"], "tags": ["b", "a", "b"], "lst": [1, 2.5, 3.0], '
    text += '"flags": [true, 1], "large": [9007199254740993, 0.5], "xref": ["X:1", "X:1"], "tiny": 1e-400, '
    text += '"small": 1e-300, "huge": 1e400}'
    stated = {
        "tags": ("b", "a", "b"),
        "lst": (1.0, 2.5, 3.0),
        "flags": ("True", "1"),
        "large": ("9007199254740993", "0.5"),
        "xref": ("X:1",),
        "tiny": "1e-400",
        "small": 1e-300,
        "huge": "1e400",
    }
    for name, content in (("x_nodes.jsonl", text), ("x.json", f'{{"nodes": [{text}], "edges": []}}')):
        (node,) = nodes(put(name, content))
        assert node.properties == stated
        stored = entity_row(accepted_node(node))
        assert stored["tags"] == ["b", "a", "b"]
        assert stored["lst"] == [1.0, 2.5, 3.0]


def accepted_node(node: SourceNode) -> Entity:
    found = validate_node(node, model())
    assert isinstance(found, Entity)
    return found


@pytest.mark.parametrize("form", ["jsonl", "tsv"])
def test_publications_that_are_no_curie_are_counted(put: Put, form: str) -> None:
    slots = {"predicate": "biolink:affects", "primary_knowledge_source": "infores:x"}
    slots |= dict.fromkeys(LEVELS, "not_provided")
    cells = [
        "PMID:1|PMID:2",
        "PMID:1;PMID:2",
        '["PMID:1","PMID:2"]',
        "PMID:1, PMID:2",
        "12345",
        "doi:10.1/a;b",
    ]
    rows = [
        {"subject": f"A:{n}", "object": "A:9", **slots, "publications": cell} for n, cell in enumerate(cells)
    ]
    if form == "tsv":
        text = "\n".join(["\t".join(rows[0]), *("\t".join(row.values()) for row in rows), ""])
    else:
        text = "".join(json.dumps(row) + "\n" for row in rows)
    builder = BatchBuilder(LoadOptions(), model())
    for number, record in enumerate(KgxLoader().rows(put(f"x_edges.{form}", text), LoadOptions()), 1):
        builder.add(number if form == "jsonl" else len(rows), record)
    assert list(builder.take_batch().warnings.items()) == [(NO_CURIE, 4)]


def built(put: Put, name: str, columns: tuple[str, ...], *rows: tuple[str, ...], form: str) -> PendingBatch:
    """Validate the rows of a table, or the same as JSON Lines."""
    if form == "tsv":
        text = "\n".join("\t".join(row) for row in (columns, *rows)) + "\n"
    else:
        text = "".join(json.dumps(dict(zip(columns, row, strict=True))) + "\n" for row in rows)
    builder = BatchBuilder(LoadOptions(), model())
    for number, record in enumerate(KgxLoader().rows(put(f"{name}.{form}", text), LoadOptions()), 1):
        builder.add(number if form == "jsonl" else len(rows), record)
    return builder.take_batch()


@pytest.mark.parametrize("form", ["jsonl", "tsv"])
def test_genes_that_a_spreadsheet_renamed_are_counted_with_an_example(put: Put, form: str) -> None:
    genes = [
        (f"NCBIGene:{at}", "biolink:Gene", name)
        for at, name in enumerate(("SHH", "TP53", "MARCH1", "9-Sep", "1-Mar", "2.31E+13"))
    ]
    other = ("CHEBI:1", "biolink:SmallMolecule", "9-Sep")
    found = built(put, "x_nodes", ("id", "category", "name"), *genes, other, form=form).warnings
    ((warning, count),) = found.items()
    line = 5 if form == "tsv" else 4
    assert count == 3
    assert warning.startswith("gene names that a spreadsheet made a date or a number of, such as 9-Sep (")
    assert warning.endswith(f"x_nodes.{form}:{line})")


EDGE = ("subject", "predicate", "object", "primary_knowledge_source", *LEVELS)


@pytest.mark.parametrize("form", ["jsonl", "tsv"])
def test_numbers_that_cannot_be_are_counted(put: Put, form: str) -> None:
    rows = [
        (f"A:{at}", "biolink:affects", "A:99", "infores:x", "not_provided", "not_provided", p, count)
        for at, (p, count) in enumerate((("0.5", "3"), ("2.5", "3"), ("0.1", "-4"), ("1", "0")))
    ]
    columns = (*EDGE, "p_value", "has_count")
    assert built(put, "x_edges", columns, *rows, form=form).warnings == {OUT_OF_RANGE: 2}


@pytest.mark.parametrize("form", ["jsonl", "tsv"])
def test_spellings_of_a_pubmed_id_are_one_publication(put: Put, form: str) -> None:
    cells = ("PMID:7", "PMID:8", "pmid:7|PMID:007", "https://pubmed.ncbi.nlm.nih.gov/7/", "doi:10.1/7")
    rows = [
        (f"A:{at}", "biolink:affects", "A:99", "infores:x", "not_provided", "not_provided", cell)
        for at, cell in enumerate(cells)
    ]
    batch = built(put, "x_edges", (*EDGE, "publications"), *rows, form=form)
    stated: dict[str, object] = {edge.subject: edge.properties["publications"] for edge in batch.assertions}
    for columns in batch.edges:
        stated |= dict(zip(columns.texts("subject"), columns.own["publications"], strict=True))
    cited = [re.findall(r"[\w.:/]+", str(stated[f"A:{at}"])) for at in range(len(cells))]
    assert cited == [["PMID:7"], ["PMID:8"], ["PMID:7"], ["PMID:7"], ["doi:10.1/7"]]
