"""What was found is written as JSON lines and as BRAT, and read back the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bioloom.errors import SourceError
from bioloom.extraction.brat_writer import file_name, standoff
from bioloom.extraction.document_jsonl import DocumentLine, parse_document, write_document
from bioloom.records import (
    AnnotatedDocument,
    Document,
    LoadOptions,
    Mention,
    Place,
    Reject,
    Relation,
    Sentence,
)
from bioloom_loaders.brat import BratLoader
from toy_extractor import ToyExtractor

Put = Callable[[str, str | bytes], Path]

TEXTS = {
    "plain": "Wash cells\nAdd 5 ml of water.\nIncubate at 37 °C for 10 min.\n",
    "crlf": "Wash cells\r\nAdd\t5 µl of α-amylase × 2.\r\n\r\nIncubate at 37 °C.\r\n",
    "combining": "Wash e\u0301clair\nAdd 5 μl of e\u0301thanol 👩‍🔬 buffer.\n",
    "mark": "\ufeffWash cells\nAdd 5 ml of water.\n",
}


def plain(name: str) -> AnnotatedDocument:
    text = TEXTS[name]
    place = Place(f"{name}.txt")
    document = Document(f"lab:{name}", "Wash", text, "protocol", "infores:lab", place, "MIT", {"a": ("b", 1)})
    sentences: list[Sentence] = []
    start = 0
    for line in text.splitlines(keepends=True):
        bare = line.strip("\ufeff\r\n")
        begin = start + line.index(bare)
        if bare:
            number = len(sentences)
            sentence = Sentence(
                f"lab:{name}#s{number}", f"lab:{name}", number, bare, begin, begin + len(bare)
            )
            sentences.append(sentence)
        start += len(line)
    return AnnotatedDocument(document, tuple(sentences), agent_type="not_provided")


def extracted(name: str) -> AnnotatedDocument:
    (found,) = ToyExtractor().extract([plain(name)])
    assert len(found.mentions) >= 3
    return found


@pytest.mark.parametrize("name", TEXTS)
def test_a_line_holds_everything_of_a_document(name: str) -> None:
    document = extracted(name)
    first = replace(document.relations[0], negated=True, annotated_predicate="Acts-on", predicate="to")
    document = replace(
        document,
        relations=(first, *document.relations[1:]),
        rejects=(Reject("BAD_OFFSETS", "extract", "m", Place("f", 3), {"text": "x\u2028"}),),
    )
    line = write_document(document)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert parse_document(line, Place("out.jsonl", 1)) == document
    assert set(json.loads(line)) == set(DocumentLine.model_fields)


def test_half_a_surrogate_pair_does_not_break_a_file() -> None:
    document = plain("plain")
    broken = replace(document, document=replace(document.document, title="broken \ud800"))
    assert json.loads(write_document(broken))["title"] == "broken \ud800"


@pytest.mark.parametrize("line", [b"{}\n", b"[1]\n", b'{"id": "x", "te\n', b"\xff\n"])
def test_another_line_is_named(line: bytes) -> None:
    with pytest.raises(SourceError, match=r"out\.jsonl:7"):
        parse_document(line, Place("out.jsonl", 7))


@pytest.mark.parametrize("name", TEXTS)
def test_brat_is_read_back_with_the_same_spans_and_relations(name: str, put: Put) -> None:
    before = extracted(name)
    denied = replace(before.relations[0], negated=True)
    derived = Relation(before.mentions[0].id, "next", before.mentions[1].id, Place("x"), derived=True)
    before = replace(before, relations=(denied, *before.relations[1:], derived))
    text, annotations = standoff(before)
    path = put(f"lab/{name}.txt", text)
    put(f"lab/{name}.ann", annotations)
    (after,) = BratLoader().records(path, LoadOptions())
    assert isinstance(after, AnnotatedDocument)
    assert after.document.text == before.document.text
    assert after.rejects == ()
    assert after.scheme == "wlp"
    assert spans(after) == spans(before)
    stated = tuple(relation for relation in before.relations if not relation.derived)
    assert ends(after, after.relations) == ends(before, stated)


def spans(document: AnnotatedDocument) -> list[tuple[str, int, int, str]]:
    return [(m.native_type, m.start, m.end, m.text) for m in document.mentions]


def ends(document: AnnotatedDocument, relations: tuple[Relation, ...]) -> list[tuple[int, str, int, bool]]:
    starts = {mention.id: mention.start for mention in document.mentions}
    return [(starts[r.subject], r.predicate, starts[r.object], r.negated) for r in relations]


def test_types_with_blanks_are_spelled_for_brat() -> None:
    document = plain("plain")
    mention = Mention("lab:plain#T1", "lab:plain#s1", "water", 25, 30, "nucleic acid")
    _, annotations = standoff(replace(document, mentions=(mention,)))
    assert annotations.decode() == "T1\tnucleic_acid 25 30\twater\n"


@pytest.mark.parametrize(
    ("id_", "name"),
    [("lab:a/b\\c", "a_b_c"), ("lab:..", "document"), ("lab:é ü", "é ü"), ("lab:" + "x" * 999, "x" * 150)],
)
def test_file_names_are_safe(id_: str, name: str) -> None:
    assert file_name(id_) == name
