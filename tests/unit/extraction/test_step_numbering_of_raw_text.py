"""Steps are numbered on the raw text: what a loader leaves out of the sentences stays in the document."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.extraction.step_numbering import number_steps
from bioloom.records import AnnotatedDocument, LoadOptions
from bioloom_loaders.text import TextLoader

TEXT = "Pellets\r\n\r\n1. Add 5 µl of β-mix.\r\n2.\tSpin\tit; é stays.\r\n3) Take the product of step 2.\r\n"


@pytest.mark.parametrize("text", [TEXT, TEXT.replace("\r\n", "\n"), TEXT.replace("é", "e\u0301")])
def test_offsets_lead_to_the_raw_text_and_numbers_are_read_from_it(
    put: Callable[[str, str | bytes], Path], text: str
) -> None:
    (document,) = TextLoader().records(put("lab/pellets.txt", text), LoadOptions())
    assert isinstance(document, AnnotatedDocument)
    assert document.document.text == text
    assert [text[one.start : one.end] for one in document.sentences] == [s.text for s in document.sentences]
    steps = number_steps(document)
    assert steps.printed
    assert [step.label for step in steps.steps] == ["1", "2", "3"]
    first = document.sentences[1]
    assert (first.text, text[: first.start].endswith("1. ")) == ("Add 5 µl of β-mix.", True)
