"""Recovery behind broken records: elements, items, stanzas, publications and members of archives."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.errors import SourceError
from bioloom.loading import Loader
from bioloom.records import AnnotatedDocument, LoadOptions, Reject, SourceEdge, SourceNode, SourceRecord
from bioloom_loaders.bioc import BiocLoader
from bioloom_loaders.json_items import Item, read_items
from bioloom_loaders.kgx import KgxLoader
from bioloom_loaders.medline import MedlineLoader
from bioloom_loaders.obo import OboLoader
from bioloom_loaders.protocolsio import ProtocolsioLoader
from bioloom_loaders.pubmed import PubmedLoader
from bioloom_loaders.repurposing_hub import RepurposingHubLoader
from bioloom_loaders.squad import SquadLoader
from bioloom_loaders.xml_elements import XmlElement, read_elements

Put = Callable[[str, str | bytes], Path]


def read(loader: Loader, source: Path) -> tuple[list[str], list[tuple[str, int | None]]]:
    """Give the ids of what was read, and the code and line of each reject."""
    records: list[SourceRecord] = list(loader.records(source, LoadOptions("c")))
    ids = [
        one.document.id if isinstance(one, AnnotatedDocument) else one.id
        for one in records
        if isinstance(one, AnnotatedDocument | SourceNode)
    ]
    return ids, [(one.code, one.place.line) for one in records if isinstance(one, Reject)]


def elements(raw: bytes) -> list[tuple[str | None, int | None]]:
    """Give the text or reject code of each element, and its line."""
    return [
        (one.element.text if isinstance(one, XmlElement) else one.code, one.place.line)
        for one in read_elements(io.BytesIO(raw), "f.xml", frozenset({"r"}))
    ]


@pytest.mark.parametrize(
    ("broken", "line"),
    [
        (b"<r>b</i></r>", 3),
        (b"<r>b", 3),
        (b"<r a=b>b</r>", 3),
        (b"<r>\x00</r>", 3),
        (b"<r>\xff</r>", 3),
        (b"<r>&b;</r>", 3),
        (b"<r>" + b"<i>" * 300, 3),
        (b"</r>", 3),
        (b"<r>b</r", 3),
        (b"<r><![CDATA[", 3),
    ],
)
def test_a_broken_element_costs_only_itself(broken: bytes, line: int) -> None:
    around = b"<s>\n<r>a</r>\n" + broken + b"\n<r>c</r>\n<r>d</r></s>"
    assert elements(around) == [("a", 2), ("BAD_XML", line), ("c", 4), ("d", 5)]


def test_elements_behind_the_end_of_the_document_are_read() -> None:
    assert elements(b"<r>a</r>\n<r>b</r>\n<r>c</r>") == [("a", 1), ("BAD_XML", 2), ("b", 2), ("c", 3)]
    assert elements(b"<s><r>a</r>") == [("a", 1), ("BAD_XML", 1)]


def test_entities_stay_refused_and_an_absent_dtd_stays_absent_behind_a_fault() -> None:
    bomb = b'<!DOCTYPE s [<!ENTITY a "aa">]>\n<s><r>x</i></r><r>&a;</r></s>'
    assert elements(bomb) == [("UNSAFE_XML", 1)]
    later = b'<s>\n<r>x</i></r>\n<!DOCTYPE s [<!ENTITY a "aa">]>\n<r>&a;</r><r>b</r></s>'
    assert [code for code, _ in elements(later)] == ["BAD_XML", "BAD_XML", "b"]
    named = b'<!DOCTYPE s SYSTEM "s.dtd"><s>\n<r>&alpha;a</r>\n<r>b</i>\n<r>&alpha;c</r></s>'
    assert elements(named) == [("a", 2), ("BAD_XML", 3), ("c", 4)]


def test_the_encoding_that_a_file_declares_holds_behind_a_fault() -> None:
    raw = '<?xml version="1.0" encoding="latin-1"?>\n<s><r>ä</r>\n<r></s>\n<r>ö</r></s>'.encode("latin-1")
    assert elements(raw) == [("ä", 2), ("BAD_XML", 3), ("ö", 4)]


@pytest.mark.parametrize("name", ["utf-7", "shift_jis", "hex", "nonsense"])
def test_an_encoding_that_cannot_be_read_is_told(name: str) -> None:
    raw = f'<?xml version="1.0" encoding="{name}"?>\n<s><r>a</r></s>'.encode()
    assert elements(raw)[0][0] == "BAD_ENCODING"


def test_many_broken_elements_cost_linear_work() -> None:
    assert len(elements(b"<r>" * 20_000)) == 20_000


def items(raw: bytes, **parts: str) -> list[tuple[object, int | None]]:
    """Give the value or reject code of each item, and its line."""
    found = read_items(io.BytesIO(raw), "f.json", parts=parts or None)
    return [(one.value if isinstance(one, Item) else one.code, one.place.line) for one in found]


@pytest.mark.parametrize("between", [b",\n", b","])
@pytest.mark.parametrize(
    "broken",
    [
        b'{"id": "b" "x": 2}',
        b'{"id": "b, "x": 2}',
        b'{"id": "b", "x": 2',
        b'{"id": "b", "x": [2}',
        b'{"id": "b", "x": two}',
        b"",
        b'{"id": "b", "x": ' + b"[" * 3000 + b"]" * 3000 + b"}",
    ],
)
def test_a_broken_item_costs_only_itself(broken: bytes, between: bytes) -> None:
    raw = b"[" + between.join((b'{"id": "a", "x": 1}', broken, b'{"id": "c", "x": 3}')) + b"]"
    second, third = (2, 3) if b"\n" in between else (1, 1)
    assert items(raw) == [({"id": "a", "x": 1}, 1), ("BAD_JSON", second), ({"id": "c", "x": 3}, third)]


def test_an_item_of_another_encoding_costs_only_itself() -> None:
    assert items(b'[{"a": 1},\n{"a": "\xff"},\n{"a": 3}]') == [
        ({"a": 1}, 1),
        ("BAD_ENCODING", 2),
        ({"a": 3}, 3),
    ]
    assert items(b"\xff\xfe[\0") == [("BAD_ENCODING", 1)]


def test_the_first_item_may_be_broken_and_the_last_cut() -> None:
    assert items(b'[\n{"a": 1,\n{"a": 2},\n{"a": 3}\n]') == [("BAD_JSON", 2), ({"a": 2}, 3), ({"a": 3}, 4)]
    assert items(b'[{"a": 1},\n{"a": ') == [({"a": 1}, 1), ("BAD_JSON", 2)]
    assert items(b'[{"a": 1} {"a": 2},]') == [({"a": 1}, 1), ("BAD_JSON", 1), ({"a": 2}, 1)]


def test_parts_of_a_broken_item_are_read_by_themselves() -> None:
    raw = b'{"data": [{"t": 1, "parts": [{"c": 1},\n{"c": },\n{"c": 3}]},\n{"t": 2, "parts": []}]}'
    assert items(raw, data="parts") == [
        ({"c": 1}, 1),
        ("BAD_JSON", 2),
        ({"c": 3}, 3),
        ({"t": 2, "parts": []}, 4),
    ]


def test_many_broken_items_cost_linear_work() -> None:
    broken = b'{"id": "b", "x": 2,\n'
    assert (
        len(items(b"[" + b'{"id": "a", "x": 1},\n' + (broken + b'{"id": "a", "x": 1},\n') * 3000 + b"]"))
        > 6000
    )
    assert items(b"[" * 850_000) == [("BAD_JSON", 1)]


def test_half_of_the_articles_are_broken(put: Put) -> None:
    one = "<PubmedArticle><MedlineCitation><PMID>{}</PMID>{}</MedlineCitation></PubmedArticle>\n"
    title = "<Article><ArticleTitle>Tea.</ArticleTitle></Article>"
    whole = "".join(one.format(n, title if n % 2 else "<Article></Title>") for n in range(1, 101))
    ids, rejects = read(PubmedLoader(), put("p.xml", f"<PubmedArticleSet>\n{whole}</PubmedArticleSet>"))
    assert ids == [f"c:{n}" for n in range(1, 101, 2)]
    assert rejects == [("BAD_XML", n + 1) for n in range(2, 101, 2)]


@pytest.mark.parametrize("pmid", ["notapmid", "0123", "123456789", "12.5", "٣"])
def test_a_pmid_is_a_number_of_pubmed(put: Put, pmid: str) -> None:
    article = (
        "<PubmedArticle><MedlineCitation><PMID>{}</PMID><Article><ArticleTitle>A</ArticleTitle></Article>"
    )
    xml = article.format(pmid) + "</MedlineCitation></PubmedArticle>"
    assert read(PubmedLoader(), put("p.xml", xml)) == ([], [("BAD_PMID", 1)])
    assert read(MedlineLoader(), put("p.nbib", f"PMID- {pmid}\nTI  - A.\n")) == ([], [("BAD_PMID", 1)])


def test_a_publication_without_its_first_line_is_not_part_of_the_one_before(put: Put) -> None:
    text = "PMID- 1\nTI  - Tea.\n\nPMD - 2\nTI  - Milk.\nAB  - It is white.\n\nPMID- 3\nTI  - Salt.\n"
    records = list(MedlineLoader().records(put("p.nbib", text), LoadOptions("c")))
    documents = [one.document for one in records if isinstance(one, AnnotatedDocument)]
    assert [one.text for one in documents] == ["Tea.\n", "Salt.\n"]
    assert [(one.code, one.place.line) for one in records if isinstance(one, Reject)] == [("BAD_LINE", 4)]


@pytest.mark.parametrize("head", ["[Term", "[Trm]", "Term]", "[]", "[Term] x", "Term", "garbage"])
def test_a_stanza_with_a_broken_head_is_rejected_and_not_part_of_the_one_before(put: Put, head: str) -> None:
    text = (
        "ontology: x\n\n[Term]\nid: X:1\nname: tea\n\n{}\nid: X:2\nname: milk\nis_a: X:1\n\n[Term]\nid: X:3\n"
    )
    source = put("o.obo", text.format(head))
    ids, rejects = read(OboLoader(), source)
    assert ids == ["X:1", "X:3"]
    assert rejects[0] == ("BAD_SYNTAX", 7)
    records = list(OboLoader().records(source, LoadOptions()))
    assert not [one for one in records if isinstance(one, SourceEdge)]
    assert [one.name for one in records if isinstance(one, SourceNode)] == ["tea", None]


@pytest.mark.parametrize("junk", ["", "junk\nmore junk\n", "format-version: 1.2\n", "{}"])
def test_an_ontology_without_any_stanza_is_an_error(put: Put, junk: str) -> None:
    with pytest.raises(SourceError, match=r"holds no \[Term\]"):
        list(OboLoader().records(put("o.obo", junk), LoadOptions()))


def test_documents_of_a_broken_collection(put: Put) -> None:
    one = '{{"id": "{}", "passages": [{{"offset": 0, "text": "Tea."}}]}}'
    listed = ", ".join((one.format("a"), one.format("b")[:-1], one.format("c")))
    raw = f'[{{"source": "x", "documents": [{listed}]}}]'
    ids, rejects = read(BiocLoader(), put("c.json", raw))
    assert ids == ["c:a", "c:c"]
    assert {code for code, _ in rejects} == {"BAD_JSON"}


def test_paragraphs_of_a_broken_article(put: Put) -> None:
    raw = (
        '{"data": [{"title": "t", "paragraphs": [{"document_id": 1, "context": "Tea."},\n'
        '{"document_id": 2, "context": Milk.},\n{"document_id": 3, "context": "Salt."}]}]}'
    )
    assert read(SquadLoader(), put("s.json", raw)) == (["c:1", "c:3"], [("BAD_JSON", 2)])


def test_protocols_of_a_broken_page(put: Put) -> None:
    one = '{{"title": "{0}", "uri": "{0}", "previous_guid": "x", "steps": [], "description": "Mix."}}'
    raw = f'{{"items": [\n{one.format("a")},\n{one.format("b")[:-9]},\n{one.format("c")}\n]}}'
    assert read(ProtocolsioLoader(), put("p.json", raw)) == (["c:a", "c:c"], [("BAD_JSON", 3)])


NODES = b"id\tcategory\n" + b"".join(b"X:%d\tbiolink:Gene\n" % n for n in range(2000))


def _tar() -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as tar:
        for name in ("a_nodes.tsv", "b_nodes.tsv"):
            entry = tarfile.TarInfo(name)
            entry.size = len(NODES)
            tar.addfile(entry, io.BytesIO(NODES))
    return held.getvalue()


def test_a_member_that_cannot_be_read_leaves_the_others(put: Put) -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name in ("a_nodes.tsv", "b_nodes.tsv"):
            zipped.writestr(name, NODES)
    raw = bytearray(held.getvalue())
    raw[raw.index(b"PK\x03\x04")] = 0
    ids, rejects = read(KgxLoader(), put("g.zip", bytes(raw)))
    assert len(ids) == 2000
    assert rejects == [("UNREADABLE", None)]


def test_an_archive_that_is_cut_short_keeps_the_members_before(put: Put) -> None:
    ids, rejects = read(KgxLoader(), put("g.tar", _tar()[: len(NODES) + 3000]))
    assert len(ids) == 2000
    assert rejects[0] == ("BAD_COMPRESSION", None)


def test_an_archive_that_is_none_says_so_in_one_line(put: Put) -> None:
    with pytest.raises(SourceError) as caught:
        list(KgxLoader().records(put("g.tar", b"no archive" * 100), LoadOptions()))
    assert "\n" not in str(caught.value)


def test_a_packed_table_of_the_hub_that_is_cut_short(put: Put) -> None:
    table = (
        "pert_iname\tclinical_phase\tmoa\ttarget\tdisease_area\tindication\n"
        + "a\tLaunched\t\tKX1\t\t\n" * 5000
    )
    ids, rejects = read(RepurposingHubLoader(), put("h.txt", gzip.compress(table.encode())[:-20]))
    assert ids == []
    assert [code for code, _ in rejects] == ["BAD_COMPRESSION"]
