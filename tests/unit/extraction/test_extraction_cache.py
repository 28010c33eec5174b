"""What a model found in a document is kept, until the document, the model or the code is another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bioloom import resources
from bioloom.extraction import extraction_cache
from bioloom.extraction.extraction_cache import CachingExtractor
from bioloom.records import AnnotatedDocument, Document, Mention, Place, Relation, Sentence, Skip, Value

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
                mentions=(Mention("m1", "s1", each.sentences[0].text, 0, 4, "Action", confidence=0.75),),
                relations=(Relation("m1", "acts-on", "m1", each.document.place, confidence=0.5),),
                scheme=self.scheme,
                extractor=self.name,
                skips=(Skip("NOTE", each.document.place, 2),),
            )
            for each in documents
        ]


def document(name: str, text: str = "Boil") -> AnnotatedDocument:
    properties: dict[str, Value] = {"count": 1, "mean": 1.0, "checked": True, "words": ("a", "b")}
    place = Place("lab.jsonl", 3)
    whole = Document(name, "Title", text, "protocol", "infores:lab", place, None, properties)
    return AnnotatedDocument(whole, (Sentence("s1", name, 0, text, 0, len(text)),))


def test_a_document_is_read_once(tmp_path: Path) -> None:
    model = Counting()
    documents = [document("a"), document("b")]
    first = CachingExtractor(model, tmp_path / "documents.sqlite").extract(documents)
    second = CachingExtractor(model, tmp_path / "documents.sqlite").extract([*documents, document("c")])
    assert model.read == ["a", "b", "c"]
    assert second[:2] == first == Counting().extract(documents)
    assert [type(value) for value in second[0].document.properties.values()] == [int, float, bool, tuple]


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
        patched.setattr(extraction_cache, "_write", lambda _document: b"no document")
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
