"""Articles of question sets in the SQuAD format: texts in, questions left out."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.records import AnnotatedDocument, LoadOptions, Reject
from bioloom_loaders.format_detection import format_of
from bioloom_loaders.squad import SquadLoader

Put = Callable[[str, str | bytes], Path]


@pytest.mark.parametrize("packed", [False, True])
def test_articles_are_read_and_questions_are_not(data: Path, put: Put, packed: bool) -> None:
    raw = (data / "squad" / "sample.json").read_bytes()
    source = put("mites/a.json.gz", gzip.compress(raw)) if packed else put("mites/a.json", raw)
    assert format_of(source) == "squad"
    mites, lakes = SquadLoader().records(source, LoadOptions())
    assert isinstance(mites, AnnotatedDocument)
    assert isinstance(lakes, AnnotatedDocument)
    document = mites.document
    assert (document.id, document.kind, document.licence) == ("mites:11", "article", "cc-by")
    assert document.title == "Rice field mites and their cousins"
    assert document.properties["doi"] == "10.1000/invented.11"
    assert document.text == json.loads(raw)["data"][0]["paragraphs"][0]["context"]
    assert [sentence.text for sentence in mites.sentences][:3] == [
        "Rice field mites and their cousins",
        "Abstract: Field mites are carried by wind.",
        "The incubation period of mite fever is five days.",
    ]
    assert all(document.text[one.start : one.end] == one.text for one in mites.sentences)
    assert {skip.reason: skip.count for skip in mites.skips} == {"FRONT_MATTER": 5}
    assert not any("?" in sentence.text for each in (mites, lakes) for sentence in each.sentences)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ({"data": 1}, "MISSING_FIELD"),
        ({"data": [{"paragraphs": 1}]}, "MISSING_FIELD"),
        ({"data": [{"paragraphs": [{"context": " "}]}]}, "EMPTY_DOCUMENT"),
        ({"data": [{"paragraphs": ["x"]}]}, "EMPTY_DOCUMENT"),
    ],
)
def test_what_is_missing_is_said(put: Put, content: object, code: str) -> None:
    source = put("odd/a.json", json.dumps(content))
    (found,) = SquadLoader().records(source, LoadOptions())
    assert isinstance(found, Reject)
    assert found.code == code
