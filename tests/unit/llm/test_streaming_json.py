"""Texts read out of JSON that is still being written."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bioloom.llm.streaming_json import JsonTextStream

TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@given(st.lists(TEXT, max_size=4), st.integers(1, 7), st.booleans())
def test_whatever_the_cuts_the_texts_come_whole(texts: list[str], size: int, ascii_: bool) -> None:
    sentences = [
        {"id": 1, "text": text, "citations": [{"quote": 'not "text": this'}], "texts": "nor this"}
        for text in texts
    ]
    written = json.dumps({"abstain": False, "sentences": sentences}, ensure_ascii=ascii_)
    pieces = JsonTextStream("text")
    heard = "".join(pieces.feed(written[start : start + size]) for start in range(0, len(written), size))
    assert heard == "".join(f"{text} " for text in texts)


@given(st.text())
def test_what_is_no_json_does_no_harm(text: str) -> None:
    pieces = JsonTextStream("text")
    for sign in text:
        pieces.feed(sign)


@pytest.mark.parametrize(
    ("written", "heard"),
    [
        (r'{"text": "\ud83e\uddec"}', "🧬 "),
        (r'{"text": "\ud83e!\udd"}', "!\ufffd"),
        (r'{"text": "\udd00"}', "\ufffd "),
        (r'{"text": "\uzzzz\q"}', "\ufffdq "),
        ('{"other": {"text" : ["a"]}, "text": 5}', ""),
    ],
)
def test_escapes_that_are_none(written: str, heard: str) -> None:
    assert JsonTextStream("text").feed(written) == heard
