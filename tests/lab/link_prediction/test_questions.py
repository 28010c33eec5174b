"""Head and tail out of a question, also where several words "and" stand in it, and files of questions."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from bioloom.errors import SourceError
from bioloom_lab.link_prediction.questions import NamedLink, alternatives, cut, read_links, ways_to_cut

ASKED = "what is the relationship between {} ?"


@pytest.mark.parametrize(
    ("body", "head"),
    [
        ("steroid and eicosanoid", "steroid"),
        ("Chills and Generalized aches and pains", "Chills"),
        ("activator of growth and repair and Bone marrow", "activator of growth and repair"),
        ("Cuts and Wounds and Pain", "Cuts"),
    ],
)
def test_a_question_is_cut_at_the_likeliest_and(body: str, head: str) -> None:
    found = cut(ASKED.format(body))
    assert found is not None
    assert found[0] == head
    assert " and ".join(found) == body


def test_known_names_decide_before_capitals_do() -> None:
    question = ASKED.format("Total removal and repair and pyometra")
    assert cut(question, {"pyometra"}) == ("Total removal and repair", "pyometra")
    assert cut(question, {"Total removal"}) == ("Total removal", "repair and pyometra")


@pytest.mark.parametrize("text", ["", "who is it ?", "what is the relationship between a b ?", "a and b ?"])
def test_what_asks_nothing_is_no_question(text: str) -> None:
    assert ways_to_cut(text) == []
    assert cut(text) is None


def test_a_file_of_questions_uses_its_own_clear_names(data: Path) -> None:
    links = read_links(data / "links" / "questions.jsonl")
    assert [link.pair for link in links] == [
        ("Bed rest", "Lower back pain"),
        ("Lower back pain", "Sleep"),
        ("Chills", "Generalized aches and pains"),
        ("Wounds and Bruises", "Lower back pain"),
        ("bread gene|BRD1", "butter"),
    ]


def test_tables_and_packed_files_are_read_too(data: Path, tmp_path: Path) -> None:
    plain = data / "links" / "farm" / "dev.tsv"
    packed = tmp_path / "dev.tsv.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert read_links(packed) == read_links(plain)
    assert len(read_links(plain)) == 16


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("a.tsv", "a\tb\n", 1),
        ("a.jsonl", '{"text": "what is the relationship between a and b ?", "label": "r"}\n{"text": 1}\n', 2),
        ("a.jsonl", '\n{"text": "no question", "label": "r"}\n', 2),
        ("a.jsonl", "[]\n", 1),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, name: str, content: str, line: int) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(SourceError) as fault:
        read_links(tmp_path / name)
    assert fault.value.line == line


def test_a_packed_file_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.tsv.gz").write_text("a\tb\tc\n")
    with pytest.raises(SourceError, match="cannot be read"):
        read_links(tmp_path / "a.tsv.gz")


def test_bars_separate_alternatives() -> None:
    assert alternatives("a||b") == ("a", "b")
    assert alternatives("|") == ("|",)
    assert NamedLink("a", "r", "b").pair == ("a", "b")
