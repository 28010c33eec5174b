"""What a model found in a document is kept, until the document, the model or the code is another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bioloom
from bioloom import resources
from bioloom.extraction import extraction_cache
from bioloom.extraction.extraction_cache import CachingExtractor
from bioloom.records import (
    AnnotatedDocument,
    Document,
    Mention,
    Place,
    Reject,
    Relation,
    Sentence,
    Skip,
    Value,
)

NAME = "local:protocol@00000000"


class Counting:
    """Finds one mention in a document and counts the documents that it read."""

    scheme = "wlp"

    def __init__(self, name: str = NAME) -> None:
        self.name = name
        self.read: list[str] = []

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        self.read += [each.document.id for each in documents]
        return [
            replace(
                each,
                mentions=tuple(
                    Mention(f"{each.document.id}#m{at}", one.id, one.text, 0, 4, "Action", confidence=0.75)
                    for at, one in enumerate(each.sentences)
                ),
                relations=(
                    Relation(
                        f"{each.document.id}#m0", "acts-on", f"{each.document.id}#m0", each.document.place
                    ),
                ),
                scheme=self.scheme,
                extractor=self.name,
                skips=(*each.skips, Skip("NOTE", each.document.place, 2)),
            )
            if not each.mentions
            else each
            for each in documents
        ]


def document(name: str, text: str = "Boil") -> AnnotatedDocument:
    properties: dict[str, Value] = {"count": 1, "mean": 1.0, "checked": True, "words": ("a", "b")}
    place = Place("lab.jsonl", 3)
    whole = Document(name, "Title", text, "protocol", "infores:lab", place, None, properties)
    return AnnotatedDocument(whole, (Sentence(f"{name}#s0", name, 0, text, 0, len(text)),))


def test_a_document_is_read_once(tmp_path: Path) -> None:
    model = Counting()
    documents = [document("a"), document("b", "Stir")]
    first = CachingExtractor(model, tmp_path / "documents.sqlite").extract(documents)
    second = CachingExtractor(model, tmp_path / "documents.sqlite").extract(
        [*documents, document("c", "Cool")]
    )
    assert model.read == ["a", "b", "c"]
    assert second[:2] == first == Counting().extract(documents)
    assert [type(value) for value in second[0].document.properties.values()] == [int, float, bool, tuple]


def test_a_text_that_was_moved_is_known(tmp_path: Path) -> None:
    file = tmp_path / "documents.sqlite"
    CachingExtractor(Counting(), file).extract([document("lab:a")])
    there = document("other:b/a")
    moved = replace(
        there,
        document=replace(there.document, place=Place("b.txt"), properties={}, licence="CC0"),
        sentences=(replace(there.sentences[0], id="other:b/a#title"),),
        rejects=(Reject("BAD_LINE", "extract", "of its file", Place("b.txt", 7)),),
        skips=(Skip("OTHER", Place("b.txt", 9)),),
    )
    model = Counting()
    assert CachingExtractor(model, file).extract([moved]) == Counting().extract([moved])
    assert model.read == []


@pytest.mark.parametrize(
    "other",
    [
        {"kind": "abstract"},
        {"title": "Another title"},
        {"text": "Boil\n"},
    ],
)
def test_a_document_that_a_model_may_read_otherwise_is_read(tmp_path: Path, other: dict[str, Any]) -> None:
    file = tmp_path / "documents.sqlite"
    CachingExtractor(Counting(), file).extract([document("a")])
    model, changed = Counting(), document("a")
    CachingExtractor(model, file).extract([replace(changed, document=replace(changed.document, **other))])
    assert model.read == ["a"]


def test_a_document_that_is_annotated_stays_as_it_is(tmp_path: Path) -> None:
    extractor = CachingExtractor(Counting(), tmp_path / "documents.sqlite")
    (found,) = extractor.extract([document("a")])
    annotated = replace(found, mentions=found.mentions[:1], extractor="somebody")
    assert extractor.extract([annotated]) == [annotated]
    assert extractor.extract([document("a")]) == [found]


def test_what_the_extractor_rejects_is_not_carried_over(tmp_path: Path) -> None:
    class Rejecting(Counting):
        def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
            fault = Reject("BAD_OFFSETS", "extract", "of a#m7", Place("lab.jsonl", 3))
            return [replace(each, rejects=(fault,)) for each in super().extract(documents)]

    model = Rejecting()
    extractor = CachingExtractor(model, tmp_path / "documents.sqlite")
    assert extractor.extract([document("a")]) == extractor.extract([document("a")])
    assert model.read == ["a", "a"]


def test_the_code_that_extracts_is_in_the_key() -> None:
    package = Path(bioloom.__file__).parent
    places = [package / part for part in extraction_cache.CODE]
    files = [file for place in places for file in (place.rglob("*.py") if place.is_dir() else [place])]
    imports = {
        module
        for file in files
        for module in re.findall(r"from bioloom\.(extraction\.[\w.]+) import", file.read_text())
    }
    known = {file.relative_to(package).with_suffix("").as_posix().replace("/", ".") for file in files}
    known |= {name.removesuffix(".__init__") for name in known}
    assert imports - known <= {"extraction.extractor"}  # which kinds there are
    code = "".join(file.read_text() for file in files if file.name != "pattern_table.py")  # it has an example
    tables = set(re.findall(r'"(\w+)/\w+\.tsv"', code))
    assert tables <= {*extraction_cache.TABLES}


def test_another_text_model_or_code_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "documents.sqlite"
    CachingExtractor(Counting(), file).extract([document("a")])
    changed, other, newer = Counting(), Counting("local:protocol@11111111"), Counting()
    CachingExtractor(changed, file).extract([document("a", "Mix.")])
    CachingExtractor(other, file).extract([document("a")])
    monkeypatch.setattr(resources, "code_digest", lambda *_: "another")
    CachingExtractor(newer, file).extract([document("a")])
    assert [each.read for each in (changed, other, newer)] == [["a"]] * 3


def test_a_damaged_entry_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "documents.sqlite"
    with monkeypatch.context() as patched:
        patched.setattr(extraction_cache, "_pack", lambda *_: b"no document")
        CachingExtractor(Counting(), file).extract([document("a")])
    model = Counting()
    assert CachingExtractor(model, file).extract([document("a")]) == Counting().extract([document("a")])
    assert model.read == ["a"]


def test_what_json_cannot_hold_is_not_kept(tmp_path: Path) -> None:
    odd = document("a", "Boil \ud800")
    model = Counting()
    extractor = CachingExtractor(model, tmp_path / "documents.sqlite")
    assert extractor.extract([odd]) == extractor.extract([odd])
    assert model.read == ["a", "a"]
