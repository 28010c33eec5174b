"""Publications from PubMed's XML, MEDLINE's text format and tables, and what is wrong in them."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.loading import Loader
from bioloom.records import AnnotatedDocument, LoadOptions, Reject, Skip, SourceRecord
from bioloom_loaders.abstract_table import AbstractsLoader
from bioloom_loaders.format_detection import format_of
from bioloom_loaders.medline import MedlineLoader
from bioloom_loaders.pubmed import PubmedLoader

Put = Callable[[str, str | bytes], Path]


def read(loader: Loader, source: Path) -> list[SourceRecord]:
    records = list(loader.records(source, LoadOptions()))
    for record in records:
        if isinstance(record, AnnotatedDocument):
            text = record.document.text
            assert all(text[one.start : one.end] == one.text for one in record.sentences)
    return records


def rejects(records: list[SourceRecord]) -> list[tuple[str, int | None]]:
    return [(one.code, one.place.line) for one in records if isinstance(one, Reject)]


@pytest.mark.parametrize("packed", [False, True])
def test_pubmed(data: Path, put: Put, packed: bool) -> None:
    raw = (data / "corpora" / "pubmed.xml").read_bytes()
    source = put("pm/a.xml.gz", gzip.compress(raw)) if packed else put("pm/a.xml", raw)
    assert format_of(source) == "pubmed"
    records = read(PubmedLoader(), source)
    first, second = (one for one in records if isinstance(one, AnnotatedDocument))
    assert (first.document.id, first.document.kind, first.scheme) == ("pm:90000001", "abstract", None)
    assert first.document.title == "TNF-α raises KX1 in CD4+ cells."
    assert [sentence.text for sentence in first.sentences] == [
        "TNF-α raises KX1 in CD4+ cells.",
        "We gave 10^6 cells TNF-α & water.",
        "KX1 rose ().",
        "H2O did nothing.",
        "Nothing else was seen.",
    ]
    assert first.document.text.splitlines()[2] == "BACKGROUND"
    assert {skip.reason: skip.count for skip in first.skips} == {
        "HEADING": 2,
        "FORMULA": 1,
        "OTHER_ABSTRACT": 1,
    }
    assert first.document.properties == {
        "pmid": "90000001",
        "doi": "10.1000/inv.1",
        "pmcid": "PMC9000001",
        "journal": "Journal of invented results",
        "year": 2019,
        "authors": ("Jane Doe", "The KX1 Group"),
        "publication_types": ("Journal Article", "Retracted Publication"),
        "mesh_headings": ("Humans", "Tumor Necrosis Factor-alpha"),
        "mesh_ids": ("MESH:D006801", "MESH:D014409"),
        "language": "eng",
        "copyright": "Nobody, 2019.",
        "retracted": True,
    }
    assert [sentence.text for sentence in second.sentences] == ["[Only a title]."]
    assert [skip.reason for skip in second.skips] == ["NO_ABSTRACT"]
    assert rejects(records) == [("EMPTY_DOCUMENT", 55), ("MISSING_FIELD", 56)]
    assert [(one.reason, one.count) for one in records if isinstance(one, Skip)] == [("DELETED_CITATION", 2)]


def test_pubmed_expands_no_entity_and_keeps_what_stands_before_a_fault(put: Put) -> None:
    one = (
        "<PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>A b.</ArticleTitle></Article>{}"
    )
    whole = one.format("</MedlineCitation></PubmedArticle>")
    bomb = '<!DOCTYPE PubmedArticleSet [<!ENTITY a "aaaa">]><PubmedArticleSet>' + whole
    assert rejects(read(PubmedLoader(), put("pm/bomb.xml", bomb))) == [("UNSAFE_XML", 1)]
    cut = read(PubmedLoader(), put("pm/cut.xml", f"<PubmedArticleSet>{whole}\n{one.format('')}"))
    assert isinstance(cut[0], AnnotatedDocument)
    assert rejects(cut) == [("BAD_XML", 2)]


def test_medline(data: Path) -> None:
    source = data / "corpora" / "medline.nbib"
    assert format_of(source) == "medline"
    records = read(MedlineLoader(), source)
    first, second = (one for one in records if isinstance(one, AnnotatedDocument))
    assert [sentence.text for sentence in first.sentences] == [
        "Alol lowers KX1 in cells of the wild gut.",
        "BACKGROUND: Alol is a drug.",
        "RESULTS: KX1 fell by 5%.",
        "Alol did it - no doubt.",
    ]
    assert first.document.properties == {
        "pmid": "90000011",
        "doi": "10.1000/inv.11",
        "pmcid": "PMC9000011",
        "journal": "Journal of invented results",
        "year": 2020,
        "authors": ("Doe, Jane",),
        "publication_types": ("Journal Article",),
        "mesh_headings": ("Humans", "Intestines"),
        "language": "eng",
        "retracted": True,
    }
    assert (second.document.id, second.document.place.line) == ("corpora:90000012", 21)
    assert rejects(records) == [("EMPTY_DOCUMENT", 24)]


def test_a_stray_line_of_medline_is_a_reject(put: Put) -> None:
    source = put("m/a.txt", "PMID- 7\nTI  - A title.\nwhat is this\nAB  - It is.\n")
    assert format_of(source) == "medline"
    records = read(MedlineLoader(), source)
    assert rejects(records) == [("BAD_LINE", 3)]
    assert isinstance(records[-1], AnnotatedDocument)
    assert [sentence.text for sentence in records[-1].sentences] == ["A title.", "It is."]


def test_abstracts_of_a_table(put: Put) -> None:
    source = put(
        "t/a.tsv", "pmid\ttitle\tabstract\n12345\tIs tea safe? A trial.\tIt is. We asked.\n12346\tx\n"
    )
    assert format_of(source) == format_of(put("t/b.txt", "12345\tA title\tText.\n")) == "abstracts"
    assert format_of(put("t/c.txt", "1\tAdd\twater\n")) == "text"
    records = read(AbstractsLoader(), source)
    assert isinstance(records[0], AnnotatedDocument)
    assert (records[0].document.id, records[0].document.kind) == ("t:12345", "abstract")
    assert [one.text for one in records[0].sentences] == ["Is tea safe? A trial.", "It is.", "We asked."]
    assert rejects(records) == [("BAD_ROW", 3)]


def test_abstracts_of_which_each_is_a_text(put: Put) -> None:
    put("one/12345.txt", "Is tea safe? A trial.\n\nIt is.\nWe asked.\n")
    put("one/mine.md", "A title alone.")
    records = read(AbstractsLoader(), put("one/table.txt", "7\tA title\nx\ty\tz\n").parent)
    documents = [one.document for one in records if isinstance(one, AnnotatedDocument)]
    assert [(one.id, one.kind, one.properties.get("pmid")) for one in documents] == [
        ("one:12345", "abstract", "12345"),
        ("one:mine", "abstract", None),
        ("one:x", "abstract", None),
    ]
    assert documents[0].text == "Is tea safe? A trial.\nIt is. We asked."
    assert rejects(records) == [("BAD_ROW", 1)], "a text with tabs in its first line is a table"


def test_a_text_of_one_line_is_a_title_and_sentences(put: Put) -> None:
    (record,) = read(AbstractsLoader(), put("one/1.txt", "Tea helps. We asked 20 people. It is safe."))
    assert isinstance(record, AnnotatedDocument)
    assert record.document.title == "Tea helps."
    assert [each.text for each in record.sentences] == ["Tea helps.", "We asked 20 people.", "It is safe."]
    long = "Tea " * 100 + "helps. It is safe."
    (record,) = read(AbstractsLoader(), put("two/2.txt", f"{long}\nWe asked.\n"))
    assert isinstance(record, AnnotatedDocument)
    assert [each.text[-8:] for each in record.sentences] == ["a helps.", "is safe.", "e asked."]
