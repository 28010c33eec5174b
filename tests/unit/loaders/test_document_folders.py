"""Folders of documents in several formats, and each format by itself."""

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom import extras
from bioloom.records import AnnotatedDocument, LoadOptions, Reject, Skip, SourceRecord
from bioloom_loaders.bioc import BiocLoader
from bioloom_loaders.docx import DocxLoader
from bioloom_loaders.format_detection import format_of
from bioloom_loaders.jats import JatsLoader
from bioloom_loaders.pdf import PdfLoader
from bioloom_loaders.protocolsio import ProtocolsioLoader
from bioloom_loaders.text import TextLoader
from small_pdf import pdf

Put = Callable[[str, str | bytes], Path]


def documents(records: list[SourceRecord]) -> dict[str, AnnotatedDocument]:
    """Give the documents by name, after checking that every offset is exact."""
    found = {}
    for record in records:
        if isinstance(record, AnnotatedDocument):
            text = record.document.text
            text.encode()
            for index, sentence in enumerate(record.sentences):
                assert text[sentence.start : sentence.end] == sentence.text == sentence.text.strip()
                assert sentence.id == f"{record.document.id}#s{index}"
            for mention in record.mentions:
                assert text[mention.start : mention.end] == mention.text
            found[record.document.id] = record
    return found


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("lysis.json", "protocolsio"),
        ("article.xml", "jats"),
        ("collection.xml", "bioc"),
        ("collection.json", "bioc"),
        ("dialysis.txt", "text"),
    ],
)
def test_one_loader_takes_each_document(data: Path, name: str, expected: str) -> None:
    ours = (BiocLoader(), DocxLoader(), JatsLoader(), PdfLoader(), ProtocolsioLoader(), TextLoader())
    assert [loader.name for loader in ours if loader.recognises(data / "documents" / name)] == [expected]


def test_a_mixed_folder_loads_whole(data: Path, put: Put) -> None:
    for path in (data / "documents").iterdir():
        put(f"lab/{path.name}", path.read_bytes())
    put("lab/gel.pdf", pdf([["Gel staining", "1. Soak the gel in water."]]))
    put("lab/gel.png", b"\x89PNG\r\n\x1a\n")
    folder = put("lab/broken.pdf", b"%PDF-1.4\nnothing").parent
    assert format_of(folder) == "text"
    records = list(TextLoader().records(folder, LoadOptions()))
    assert sorted(documents(records)) == [
        "lab:D1",
        "lab:D2",
        "lab:PMC1234567",
        "lab:PMC1234567/1",
        "lab:dialysis",
        "lab:gel",
        "lab:lysis-of-e-coli-c4gytv",
    ]
    rejected = {
        (record.code, Path(record.place.file).name) for record in records if isinstance(record, Reject)
    }
    assert rejected == {("BAD_PDF", "broken.pdf")}
    left = {(record.reason, Path(record.place.file).name) for record in records if isinstance(record, Skip)}
    assert left == {("OTHER_FORMAT", "gel.png"), ("NOT_A_DOCUMENT", "SOURCE.md")}
    assert list(documents(list(TextLoader().records(folder, LoadOptions())))) == list(documents(records))


def test_broken_json_in_a_folder_is_rejected_and_other_json_left(put: Put) -> None:
    put("lab/mix.txt", "Mix\nAdd 5 ml of water.\n")
    put("lab/settings.json", '{"a": 1}')
    folder = put("lab/cut.json", '{\n "title": "Lysis",\n "steps": [').parent
    records = list(TextLoader().records(folder, LoadOptions()))
    assert list(documents(records)) == ["lab:mix"]
    ((code, line),) = [(record.code, record.place.line) for record in records if isinstance(record, Reject)]
    assert (code, line) == ("BAD_JSON", 3)
    assert [Path(record.place.file).name for record in records if isinstance(record, Skip)] == [
        "settings.json"
    ]
    alone = list(JatsLoader().records(folder, LoadOptions()))
    assert {type(record) for record in alone} == {Skip}


def test_one_format_of_a_mixed_folder_can_be_read_alone(data: Path) -> None:
    records = list(BiocLoader().records(data / "documents", LoadOptions(corpus="c")))
    assert list(documents(records)) == ["c:D2", "c:D1"]


def test_annotated_and_graph_folders_stay_what_they_are(data: Path, put: Put) -> None:
    assert format_of(data / "brat") == "brat"
    assert format_of(data / "kgx") == "kgx"
    put("g/paper.xml", "<article/>")
    assert format_of(put("g/nodes.tsv", "id\tcategory\n").parent) == "kgx"
    put("p/notes.json", '{"a": 1}')
    assert format_of(put("p/other.xml", "<root/>").parent) is None


def test_a_missing_package_is_named_with_its_remedy(
    data: Path, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(module: str) -> object:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)

    put("lab/a.txt", "Mix.")
    path = put("lab/b.pdf", pdf([["Mix."]]))
    monkeypatch.setattr(extras, "import_module", absent)
    with pytest.raises(Exception, match=r"\(extra documents\); .*: pip install pypdf, "):
        list(PdfLoader().records(path, LoadOptions()))
    document, reject = TextLoader().records(path.parent, LoadOptions())
    assert isinstance(document, AnnotatedDocument)
    assert isinstance(reject, Reject)
    assert reject.code == "MISSING_EXTRA"
    assert "pip install pypdf" in reject.message


def test_gzipped_xml_is_read(data: Path, put: Put) -> None:
    path = put("c/article.xml.gz", gzip.compress((data / "documents" / "article.xml").read_bytes()))
    assert len(documents(list(JatsLoader().records(path, LoadOptions())))) == 2
    cut = put("c/cut.xml.gz", path.read_bytes()[:-30])
    *_, reject = JatsLoader().records(cut, LoadOptions())
    assert isinstance(reject, Reject)
    assert reject.code == "BAD_COMPRESSION"


def test_an_article_gives_its_method_sections_as_protocols(data: Path) -> None:
    found = documents(list(JatsLoader().records(data / "documents" / "article.xml", LoadOptions())))
    article, methods = found.values()
    assert (article.document.kind, methods.document.kind) == ("article", "protocol")
    assert article.document.licence == "https://creativecommons.org/licenses/by/4.0/"
    assert article.document.properties["doi"] == "10.1000/test.1"
    assert article.document.place.line == 3
    assert methods.document.properties["part_of"] == article.document.id
    assert [sentence.text for sentence in article.sentences] == [
        "Heat shock of S. cerevisiae",
        "Heat shock induces HSP104.",
        "We measured it in 10^6 cells.",
        "Yeast survives heat.",
        "HSP104 rose.",
        "It fell later.",
    ]
    assert methods.document.text.splitlines()[3:7] == [
        "Cells were treated as follows:",
        "1. Grow cells to OD600 0.5. Chill them.",
        "2. Shift to 42 °C for 20 min.",
        "a) Shake gently.",
    ]
    assert {skip.reason: skip.count for skip in methods.skips} == {"FORMULA": 1, "HEADING": 1, "TABLE": 1}


def test_several_articles_of_a_set_and_one_without_text(put: Put) -> None:
    article = (
        "<article><front><article-meta><title-group><article-title>T{0}</article-title></title-group>"
        "</article-meta></front><body><p>Mix {0}.</p></body></article>"
    )
    empty = "<article><front/></article>"
    content = f"<pmc-articleset>{article.format(1)}{empty}{article.format(3)}</pmc-articleset>"
    records = list(JatsLoader().records(put("set.xml", content), LoadOptions(corpus="c")))
    assert list(documents(records)) == ["c:set", "c:set/3"]
    assert [record.code for record in records if isinstance(record, Reject)] == ["EMPTY_DOCUMENT"]


LAUGHS = (
    '<!DOCTYPE article [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    "<article><body><p>&b;</p></body></article>"
)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (LAUGHS, "UNSAFE_XML"),
        (
            '<!DOCTYPE article [<!ENTITY x SYSTEM "file:///etc/passwd">]><article><body><p>&x;</p></body></article>',
            "UNSAFE_XML",
        ),
        (
            '<!DOCTYPE article [<!ENTITY % x SYSTEM "http://localhost/x.dtd"> %x;]><article/>',
            "UNSAFE_XML",
        ),
        ("<article>" + "<sec>" * 500 + "</sec>" * 500 + "</article>", "BAD_XML"),
        ("<article><body><p>Cut off", "BAD_XML"),
        ("<article><body>\n<p>&nothing;</p></body></article>", "BAD_XML"),
        ('<?xml version="1.0" encoding="no-such"?><article/>', "BAD_ENCODING"),
        ("", "BAD_XML"),
    ],
)
def test_hostile_or_broken_xml_is_one_reject(put: Put, content: str, code: str) -> None:
    (reject,) = JatsLoader().records(put("a.xml", content), LoadOptions())
    assert isinstance(reject, Reject)
    assert reject.code == code
    assert reject.place.line is not None


def test_a_character_that_the_absent_dtd_names_is_left_out(put: Put) -> None:
    content = '<!DOCTYPE article SYSTEM "x.dtd"><article><body><p>Add 5 &micro;l.</p></body></article>'
    (document,) = documents(list(JatsLoader().records(put("a.xml", content), LoadOptions()))).values()
    assert document.sentences[-1].text == "Add 5 l."


def test_bioc_annotations_stand_where_they_say(data: Path) -> None:
    (found,) = documents(
        list(BiocLoader().records(data / "documents" / "collection.xml", LoadOptions()))
    ).values()
    assert (found.scheme, found.agent_type, found.document.kind) == (
        "bioc:documents",
        "manual_agent",
        "abstract",
    )
    assert [(mention.text, mention.native_type) for mention in found.mentions] == [
        ("β-catenin", "Gene"),
        ("TCF4", "Gene"),
    ]
    (relation,) = found.relations
    assert (relation.subject, relation.predicate, relation.object) == (
        "documents:D1#G1",
        "activates",
        "documents:D1#G2",
    )
    assert [reject.code for reject in found.rejects] == [
        "OFFSET_MISMATCH",
        "BAD_OFFSETS",
        "DANGLING_ARGUMENT",
    ]


def test_bioc_json_may_count_offsets_in_bytes(data: Path) -> None:
    (found,) = documents(
        list(BiocLoader().records(data / "documents" / "collection.json", LoadOptions()))
    ).values()
    assert [mention.text for mention in found.mentions] == ["aspirin", "Aspirin", "ulcers"]
    assert [relation.predicate for relation in found.relations] == ["causes"]
    assert {skip.reason for skip in found.skips} == {"CONCEPT_RELATION", "NORMALISATION"}
    assert found.document.licence == "CC0"
    assert found.rejects == ()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ('{"documents": [{"id": "1"}]}', "MISSING_FIELD"),
        ('{"documents": [{"id": "1", "passages": []}]}', "EMPTY_DOCUMENT"),
        ('{"documents": [{"id": "1", "passages": [{"offset": "x", "text": "a"}]}]}', "BAD_TYPE"),
        ('{"documents": [{"id": "1", "passages": [3]}]}', "BAD_TYPE"),
        ('{"documents": [', "BAD_JSON"),
    ],
)
def test_json_that_is_no_bioc_is_rejected(put: Put, content: str, code: str) -> None:
    (reject,) = BiocLoader().records(put("a.json", content), LoadOptions())
    assert isinstance(reject, Reject)
    assert reject.code == code


def test_protocols_io_steps_in_order_with_numbers_and_values(data: Path) -> None:
    (found,) = documents(
        list(ProtocolsioLoader().records(data / "documents" / "lysis.json", LoadOptions()))
    ).values()
    assert found.document.title == "Lysis of E. coli & clearing"
    assert found.document.licence == "CC-BY 4.0"
    assert found.document.properties == {
        "doi": "10.17504/protocols.io.c4gytv",
        "uri": "lysis-of-e-coli-c4gytv",
        "url": "https://www.protocols.io/view/lysis-of-e-coli-c4gytv",
        "version": 2,
        "authors": ("Ada Gray", "Bo Lind"),
    }
    steps = found.document.text[found.document.text.index("Steps\n") :].splitlines()
    assert [line for line in steps if line] == [
        "Steps",
        "Lysis",
        "1. Resuspend the pellet in 5 ml of buffer.",
        "Do not vortex.",
        "2. Add 50 µl of lysozyme. Mix.",
        "2.1. Wait 30 min at 4 °C.",
        "Clearing",
        "3. Spin at 12,000 × g.",
        "| tube | 2 ml |",
        "Duration / Timer: 30 min on ice",
    ]


def test_one_misshapen_annotation_of_bioc_costs_no_other(put: Put) -> None:
    good = {"id": "T1", "infons": {"type": "Gene"}, "text": "APC", "locations": [{"offset": 0, "length": 3}]}
    bad = {"id": "T2", "infons": 3, "text": "APC", "locations": [{"offset": None, "length": "x"}]}
    passage = {"offset": 0, "text": "APC acts.", "annotations": [4, bad, good], "relations": [None]}
    path = put("a.json", json.dumps({"documents": [{"id": "1", "passages": [passage]}]}))
    (found,) = documents(list(BiocLoader().records(path, LoadOptions()))).values()
    assert [mention.text for mention in found.mentions] == ["APC"]
    assert [reject.code for reject in found.rejects] == ["BAD_TYPE", "BAD_TYPE", "BAD_TYPE"]


@pytest.mark.parametrize(
    ("protocol", "code"),
    [
        ({"title": "T", "steps": []}, "EMPTY_DOCUMENT"),
        ({"title": "T", "steps": None}, "EMPTY_DOCUMENT"),
        ({"title": "T", "steps": "Mix"}, "BAD_TYPE"),
        ({"name": "T"}, "MISSING_FIELD"),
    ],
)
def test_a_protocol_without_steps_is_rejected(put: Put, protocol: dict[str, object], code: str) -> None:
    (reject,) = ProtocolsioLoader().records(put("a.json", json.dumps(protocol)), LoadOptions())
    assert isinstance(reject, Reject)
    assert reject.code == code


def test_odd_values_of_protocols_io_cost_no_protocol(put: Put) -> None:
    protocol = {
        "title": "T\ud800",
        "id": 7,
        "authors": [3, None, {"name": None}],
        "doi": None,
        "license": 4,
        "materials": [None, {"name": ["x"]}],
        "steps": [
            None,
            4,
            {
                "step": None,
                "components": [None, {"source": None}, {"title": "Amount", "source": {"amount": 3}}],
            },
            {"step": '{"blocks": [null, {"text": null}, {"text": "Mix.", "entityRanges": [null, {}]}]}'},
            {"step": "<p>Spin <script>x()</script>&micro;l</p>", "number": "x"},
        ],
    }
    (found,) = documents(
        list(ProtocolsioLoader().records(put("a.json", json.dumps([protocol])), LoadOptions(corpus="c")))
    ).values()
    assert found.document.id == "c:7"
    assert [sentence.text for sentence in found.sentences][-3:] == ["Amount: 3", "Mix.", "Spin µl"]


def test_pdf_pages_are_mended_and_running_heads_dropped(put: Put) -> None:
    pages = [
        [
            "Lab manual 2024",
            *([] if number else ["Gel staining"]),
            f"{number + 1}. Put the gel into the centri-",
            "fuge. Use ice-",
            f"cold water, tube {'abc'[number]}.",
            str(number + 1),
        ]
        for number in range(3)
    ]
    (found,) = documents(list(PdfLoader().records(put("c/a.pdf", pdf(pages)), LoadOptions()))).values()
    assert found.document.title == "Gel staining"
    assert found.document.text.count("centrifuge") == 3
    assert found.document.text.count("ice-cold water") == 3
    assert "Lab manual" not in found.document.text
    assert found.document.properties["pages"] == 3
    starts = found.document.properties["page_starts"]
    assert isinstance(starts, tuple)
    assert [found.document.text[int(start) :][:6] for start in starts] == ["Gel st", "2. Put", "3. Put"]
    assert [(skip.reason, skip.count) for skip in found.skips] == [("PAGE_EDGE", 6)]


def test_pdf_that_holds_no_text_or_is_locked_or_broken(put: Put) -> None:
    pypdf = pytest.importorskip("pypdf")
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf([["Secret."]])))
    writer.encrypt("secret", algorithm="RC4-128")
    locked = io.BytesIO()
    writer.write(locked)
    put("c/1.pdf", pdf([[]]))
    put("c/2.pdf", locked.getvalue())
    put("c/3.pdf", b"%PDF-1.7\n\x00\x01")
    folder = put("c/4.pdf", b"").parent
    records = list(TextLoader().records(folder, LoadOptions()))
    assert [record.code for record in records if isinstance(record, Reject)] == [
        "NO_TEXT",
        "ENCRYPTED",
        "BAD_PDF",
        "BAD_PDF",
    ]


def word(build: Callable[[object], None]) -> bytes:
    document = pytest.importorskip("docx").Document()
    build(document)
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def test_word_lists_headings_and_tables(put: Put) -> None:
    def build(document: object) -> None:
        document.add_heading("Miniprep", 0)  # type: ignore[attr-defined]
        document.add_heading("Lysis", 1)  # type: ignore[attr-defined]
        for step in ("Add 5 µl of P1. Mix.", "Spin at 4 °C."):
            document.add_paragraph(step, style="List Number")  # type: ignore[attr-defined]
        document.add_paragraph("Use gloves.", style="List Bullet")  # type: ignore[attr-defined]
        raised = document.add_paragraph("Count 10")  # type: ignore[attr-defined]
        raised.add_run("6").font.superscript = True
        raised.add_run(" cells.")
        table = document.add_table(rows=1, cols=2)  # type: ignore[attr-defined]
        table.cell(0, 0).text, table.cell(0, 1).text = "Tris", "10 mM"

    (found,) = documents(list(DocxLoader().records(put("c/a.docx", word(build)), LoadOptions()))).values()
    assert found.document.title == "Miniprep"
    assert [line for line in found.document.text.splitlines() if line] == [
        "Miniprep",
        "Lysis",
        "1. Add 5 µl of P1. Mix.",
        "2. Spin at 4 °C.",
        "- Use gloves.",
        "Count 10^6 cells.",
        "| Tris | 10 mM |",
    ]
    assert "Lysis" not in [sentence.text for sentence in found.sentences]


def test_deleted_and_struck_words_of_word_are_left_out(put: Put) -> None:
    def build(document: object) -> None:
        paragraph = document.add_paragraph("Spin ")  # type: ignore[attr-defined]
        paragraph.add_run("30 ").font.strike = True
        paragraph.add_run("40 ").font.double_strike = True
        paragraph.add_run("20 ").font.strike = False
        moved = paragraph.add_run("50 ")._r
        wrapper = moved.makeelement(moved.tag.replace("}r", "}moveFrom"), {})
        moved.addprevious(wrapper)
        wrapper.append(moved)
        paragraph.add_run("min.")

    (found,) = documents(list(DocxLoader().records(put("c/a.docx", word(build)), LoadOptions()))).values()
    assert found.document.text.strip() == "Spin 20 min."


@pytest.mark.parametrize(
    ("part", "head"),
    [
        ("word/document.xml", '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
        ("word/document.xml", '<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'),
        ("word/numbering.xml", '<!DOCTYPE w SYSTEM "http://127.0.0.1:1/x.dtd">'),
        ("word/styles.xml", "<!-- long -->" * 5_000 + "<!DOCTYPE w>"),
        ("_rels/.rels", "<!DOCTYPE w [<!ENTITY % x SYSTEM 'file:///etc/passwd'> %x;]>"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_word_file_that_declares_entities_is_refused_by_name(
    put: Put, part: str, head: str, encoding: str
) -> None:
    packed = io.BytesIO(word(lambda document: document.add_paragraph("Add 5 ml of water.")))  # type: ignore[attr-defined]
    changed = io.BytesIO()
    with zipfile.ZipFile(packed) as before, zipfile.ZipFile(changed, "w") as after:
        for name in before.namelist():
            content = before.read(name)
            if name == part:
                root = content[content.index(b"?>") + 2 :].decode("utf-8")
                content = f"<?xml version='1.0' encoding='{encoding}'?>{head}{root}".encode(encoding)
            after.writestr(name, content)
    (reject,) = DocxLoader().records(put("c/a.docx", changed.getvalue()), LoadOptions())
    assert isinstance(reject, Reject)
    assert reject.code == "UNSAFE_XML"
    assert part in reject.message
    assert "declares a document type" in reject.message
    assert "\n" not in reject.message


def test_word_files_that_are_none(put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    put("c/1.docx", b"\xd0\xcf\x11\xe0 old")
    put("c/2.docx", b"PK\x03\x04 cut")
    put("c/3.docx", b"")
    folder = put("c/4.docx", word(lambda document: None)).parent
    records = list(TextLoader().records(folder, LoadOptions()))
    codes = [record.code for record in records if isinstance(record, Reject)]
    assert codes == ["ENCRYPTED", "BAD_DOCX", "BAD_DOCX", "EMPTY_DOCUMENT"]
    monkeypatch.setattr("bioloom_loaders.docx.LARGEST_UNPACKED", 1000)
    (reject,) = DocxLoader().records(folder / "4.docx", LoadOptions())
    assert isinstance(reject, Reject)
    assert reject.code == "TOO_LARGE"


def test_links_come_after_their_files_and_lead_nowhere_else(put: Put) -> None:
    folder = put("f/proto.txt", "Wash\nWash the cells with PBS.\n").parent
    outside = put("elsewhere.txt", "Heat\nHeat the cells to 37 C.\n")
    (folder / "a_link.txt").symlink_to(folder / "proto.txt")
    (folder / "b_out.txt").symlink_to(outside)
    read = [*TextLoader().records(folder, LoadOptions())]
    documents = [record.document for record in read if isinstance(record, AnnotatedDocument)]
    assert [Path(document.place.file).name for document in documents] == ["proto.txt", "a_link.txt"]
    assert [document.properties.get("duplicate_of") for document in documents] == [None, "f:proto"]
    skips = [record for record in read if isinstance(record, Skip)]
    assert [Path(skip.place.file).name for skip in skips] == ["b_out.txt"]
    assert all("a link that leads out" in skip.remedy for skip in skips)
