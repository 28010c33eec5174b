"""No two loaders claim the same source."""

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.errors import UnknownFormatError
from bioloom.loading import loader_for, loaders, parts_of
from bioloom.records import AnnotatedDocument, LoadOptions
from bioloom_loaders.format_detection import TABLE, format_of

Put = Callable[[str, str | bytes], Path]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("brat", "brat"),
        ("brat/wlp/train/protocol_4.ann", "brat"),
        ("brat/wlp/train/protocol_4.txt", "brat"),
        ("kgx", "kgx"),
        ("kgx/test.tar.gz", "kgx"),
        ("kgx/valid.json", "kgx"),
        ("kgx/graph_edges_small.tsv", "kgx"),
        ("hetionet", "hetionet"),
        ("hetionet/nodes.tsv", "hetionet"),
        ("hetionet/edges.sif.gz", "hetionet"),
        ("text", "text"),
        ("text/miniprep.md", "text"),
        ("kgx/LICENSE", None),
        ("hetionet/gene_synonyms.json", None),
    ],
)
def test_one_loader_recognises_a_source(data: Path, name: str, expected: str | None) -> None:
    able = [loader.name for loader in loaders().values() if loader.recognises(data / name)]
    assert able == ([expected] if expected else [])


def test_a_folder_of_several_formats_is_parted_by_them(put: Put) -> None:
    folder = put("g/x_nodes.tsv", "id\tcategory\nA:1\tbiolink:Gene\n").parent
    put("g/README.md", "About this folder.")
    assert [(part.path, part.format) for part in parts_of(folder)] == [(folder, "kgx")]
    put("g/gel.txt", "Gel\n1. Pour the gel.\n")
    put("g/sub/y_edges.csv", "subject;predicate;object\n")
    put("g/sub/claims.csv", "subject;relationship;object\n")
    put("g/names.csv", "id;name\n")
    put("g/old.doc", b"\xd0\xcf\x11\xe0")
    found = [(part.path, part.format, {path.name for path in part.files}) for part in parts_of(folder)]
    assert found == [
        (folder, "kgx", {"x_nodes.tsv"}),
        (folder / "sub", "kgx", {"y_edges.csv"}),
        (folder / "names.csv", "names", {"names.csv"}),
        (folder / "sub" / "claims.csv", "quadruples", {"claims.csv"}),
        (folder, "text", {"gel.txt"}),
    ]
    assert [part.format for part in parts_of(folder, "kgx")] == ["kgx"]
    put("g/gel.ann", "T1\tAction 0 3\tGel\n")
    assert parts_of(folder)[-1].format == "brat"


@pytest.mark.parametrize("name", ["brat", "hetionet", "text", "text/miniprep.md", "kgx/valid.json"])
def test_a_source_of_one_format_is_one_part(data: Path, name: str) -> None:
    assert [part.path for part in parts_of(data / name)] == [data / name]


def test_a_readme_beside_tables_does_not_make_a_text_folder(put: Put) -> None:
    put("g/README.md", "About")
    assert loader_for(put("g/nodes.jsonl", "").parent).name == "kgx"


def test_edges_of_hetionet_are_told_from_those_of_other_programs(put: Put) -> None:
    assert format_of(put("a.sif", "source\tmetaedge\ttarget\nGene::1\tGiG\tGene::2\n")) == "hetionet"
    assert format_of(put("b.sif.gz", b"\x1f\x8b\x08 broken")) == "hetionet"
    assert format_of(put("c.sif", "YDL194W pp YDR026C\n")) is None


def test_other_json_is_left_to_other_loaders(put: Put) -> None:
    assert not any(loader.recognises(put("p.json", '{"steps": []}')) for loader in loaders().values())


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"SENTENCE": "tea", "SUBJECT', "the first row is no JSON: Unterminated string"),
        (b"\xff\xfe{", "the first row is not UTF-8"),
        (b'{"SENTENCE": "tea"}\n', "no loader recognises"),
    ],
)
def test_rows_that_nobody_recognises_are_told_what_is_wrong(put: Put, content: bytes, said: str) -> None:
    with pytest.raises(UnknownFormatError, match=said):
        loader_for(put("half.jsonl", content))


def test_an_empty_folder_is_nobodys(tmp_path: Path) -> None:
    assert not any(loader.recognises(tmp_path) for loader in loaders().values())


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        (
            ".hidden/old.bin",
            b"x",
            "holds no file that a loader recognises, such as old.bin; looked for documents",
        ),
        (None, b"", "holds no file; looked for documents .*KGX.*: bioloom loaders"),
        ("empty.tsv", b"", "empty.tsv is empty"),
        ("some.bin", b"x", "no loader recognises .*some.bin; name one with --format: .*kgx"),
        ("picture.png", b"x", "no loader reads .*picture.png: a picture holds no text that is read"),
        ("real.xlsx", b"PK\x03\x04", "no loader reads .*: an Excel workbook: save its sheet as CSV"),
        ("only/real.xlsx", b"x", "holds no file .* but real.xlsx: an Excel workbook: save its sheet as CSV"),
        (
            "own/sheet.ods",
            b"x",
            r"columns that a loader knows \(subject, relationship, object, or id, name; docs",
        ),
        ("onto.owl", b"<rdf", "no loader reads .*onto.owl: of RDF, N-Triples and Turtle are read"),
    ],
)
def test_what_nobody_recognises_is_told_how_to_go_on(
    tmp_path: Path, put: Put, file: str | None, content: bytes, said: str
) -> None:
    path = put(file, content) if file else tmp_path
    with pytest.raises(UnknownFormatError, match=said):
        loader_for(tmp_path if said.startswith("holds") else path)


@pytest.mark.parametrize("columns", ["subject,relationship,object", "id,name"])
def test_a_workbook_is_told_columns_that_a_loader_knows(put: Put, columns: str) -> None:
    with pytest.raises(UnknownFormatError) as refused:
        loader_for(put("sheet.xlsx", b"x"))
    assert columns.replace(",", ", ") in str(refused.value)
    assert loader_for(put("sheet.csv", f"{columns}\n".encode()))


def test_locks_of_office_programs_are_passed_over_like_hidden_files(put: Put) -> None:
    for name in ("~$mix.docx", ".~lock.mix.docx#", "~$table.xlsx", ".DS_Store"):
        locked = put(f"lab/{name}", b"\x05lock").parent
    with pytest.raises(UnknownFormatError, match="holds no file; looked for"):
        loader_for(locked)
    put("lab/mix.txt", b"Mix.\n")
    (document,) = loader_for(locked).records(locked, LoadOptions())
    assert isinstance(document, AnnotatedDocument)


def test_a_folder_that_holds_an_archive_names_it(data: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "several.zip", "w") as packed:
        packed.write(data / "kgx" / "graph_nodes_small.tsv", "x_nodes.tsv")
    with pytest.raises(UnknownFormatError, match=r"but several.zip: load that by itself: bioloom load"):
        loader_for(tmp_path)
    assert loader_for(tmp_path / "several.zip").name == "kgx"


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("nodes.tsv", "nodes"),
        ("monarch-tiny_edges.tsv", "edges"),
        ("graph_nodes_small.tsv.gz", "nodes"),
        ("a.Edges.JSONL", "edges"),
        ("lymphnodes.tsv", None),
        ("nodes.txt", None),
        ("my_nodesets.tsv", None),
    ],
)
def test_names_of_tables(name: str, part: str | None) -> None:
    match = TABLE.match(name)
    assert (match["part"].lower() if match else None) == part


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.csv", b"PMID,title,abstract\n31,A,B\n", "save it as .tsv"),
        ("p.xml", "<PubmedArticleSet/>".encode("utf-16"), "convert it to UTF-8"),
        (
            "list.csv",
            b"Subject;Predicate;Object\na;b;c\n",
            "columns are Subject, Predicate, Object: write subject, predicate, object in small letters, "
            "and name it x_edges",
        ),
        ("s.csv", b"drug relation disease\na b c\n", "separate its cells by tabs, commas or semicolons"),
        ("c.csv", b"Subject,Relationship,Object\na,b,c\n", "write subject, relationship, object in small"),
        ("o.csv", b"drug,relation,disease\na,b,c\n", "columns are drug, relation, disease: name them as"),
        ("n.tsv", b"id\tcategory\nA:1\tb\n", "name it x_nodes.tsv"),
        ("u.tsv", "Id\tName\n".encode("utf-16"), "write id, name in small letters"),
    ],
)
def test_what_keeps_a_file_from_being_recognised_is_said(
    put: Put, name: str, content: bytes, said: str
) -> None:
    with pytest.raises(UnknownFormatError, match=said):
        loader_for(put(name, content))


def test_a_table_in_utf_16_is_recognised(put: Put) -> None:
    assert loader_for(put("n.tsv", "id\tname\nA:1\tx\n".encode("utf-16"))).name == "names"
