"""Question sets in the SQuAD format: answers are found where they stand, whatever the offset says."""

from __future__ import annotations

from pathlib import Path

import pytest

from bioloom.errors import SourceError
from bioloom_lab.evaluation.span_questions.squad import read_squad


def test_answers_stand_in_their_article(data: Path) -> None:
    mites, lakes = read_squad(data / "squad" / "sample.json")
    assert (mites.name, lakes.name) == ("11", "12")
    for article in (mites, lakes):
        for asked in article.questions:
            (answer,) = asked.answers
            assert article.text[answer.start : answer.end] == answer.text == answer.text.strip()


def test_a_file_of_another_form_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text('{"data": [{"title": "x"}]}')
    with pytest.raises(SourceError, match="paragraphs"):
        read_squad(other)
