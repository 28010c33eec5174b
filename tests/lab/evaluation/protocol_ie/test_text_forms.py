"""Rewritten protocols: annotation stands on the same words, and robustness is measured from real files."""

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bioloom.extraction.networks import open_local
from bioloom.records import AnnotatedDocument
from bioloom_lab.evaluation.protocol_ie.evaluator import read_annotated
from bioloom_lab.evaluation.protocol_ie.robustness import (
    JOINED,
    UNCHANGED,
    form_table,
    forms_json,
    measure_forms,
    read_back,
)
from bioloom_lab.evaluation.protocol_ie.text_forms import FORMS, RUN_ON, aligned, rewrite
from bioloom_lab.evaluation.suite import Reporter


@pytest.fixture
def gold(data: Path) -> tuple[AnnotatedDocument, ...]:
    return read_annotated(data / "brat" / "wlp" / "train")


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


@pytest.mark.parametrize("form", FORMS)
def test_a_mention_stands_on_the_words_that_it_stood_on(
    gold: tuple[AnnotatedDocument, ...], form: str
) -> None:
    for document in gold:
        found = rewrite(document, form)
        assert found == rewrite(document, form), "the same seed gives the same text"
        assert found.document.text != document.document.text
        for before, after in zip(document.mentions, found.mentions, strict=True):
            assert after.text == found.document.text[after.start : after.end] == after.text.strip() != ""
            if form not in ("spellings of units", "PDF breaks"):
                assert letters(after.text) == letters(before.text)


@given(st.text(max_size=40), st.data())
def test_spans_outside_of_edits_keep_their_text(text: str, data: st.DataObject) -> None:
    places = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=4, max_size=4)))
    start, end, first, last = places
    assume(first < last)
    found = aligned(text, [(start, end, data.draw(st.text(max_size=5)))])
    begin, finish = found.span(first, last)
    if start < first:
        assert found.text[begin:finish] == text[first:last].strip()
    assert 0 <= begin <= finish <= len(found.text)


def test_joined_lines_run_on(gold: tuple[AnnotatedDocument, ...]) -> None:
    long = max(gold, key=lambda document: len(document.document.text))
    lines = rewrite(long, JOINED).document.text.splitlines()
    assert max(map(len, lines)) >= min(RUN_ON, len(long.document.text) // 2)


@pytest.mark.parametrize("read_as", ["text", "lines"])
def test_what_is_written_is_read_back_with_its_annotation(
    gold: tuple[AnnotatedDocument, ...], read_as: str
) -> None:
    for before, after in zip(gold, read_back(gold, read_as), strict=True):
        assert after.document.text == before.document.text
        assert [mention.id for mention in after.mentions] == [
            mention.id for mention in sorted(before.mentions, key=lambda each: each.start)
        ]
        assert {mention.sentence_id for mention in after.mentions} <= {
            *(sentence.id for sentence in after.sentences),
            "",
        }


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_read_back_from_a_plain_file(gold: tuple[AnnotatedDocument, ...], form: str) -> None:
    written = [rewrite(document, form) for document in gold]
    for before, after in zip(written, read_back(written, "text"), strict=True):
        assert letters(after.document.text) == letters(before.document.text)


def test_forms_are_measured_beside_the_unchanged_text(
    gold: tuple[AnnotatedDocument, ...], data: Path
) -> None:
    model = open_local(data / "protocol_model", threads=1)
    rows = measure_forms(model, gold, "wlp", Reporter(), [JOINED, "capitals"])
    assert [(row.form, row.read_as) for row in rows] == [
        (UNCHANGED, "text"),
        (JOINED, "text"),
        ("capitals", "text"),
        (UNCHANGED, "lines"),
        (JOINED, "lines"),
    ]
    for row in rows:
        known = next(each for each in rows if each.form == UNCHANGED and each.read_as == row.read_as)
        for name, lost in row.lost.items():
            assert lost.f1.value == pytest.approx(known.f1[name] - row.f1[name])
    assert len(form_table(rows).rows) == len(forms_json(rows)) == len(rows)
