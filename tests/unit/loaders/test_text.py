"""Plain text and Markdown: exact offsets, and files that are no text."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.extraction import item_numbers
from bioloom.records import AnnotatedDocument, LoadOptions, Reject, Skip
from bioloom_loaders import documents
from bioloom_loaders.text import TextLoader

Put = Callable[[str, str | bytes], Path]


def read(source: Path) -> list[AnnotatedDocument | Reject]:
    records = list(TextLoader().records(source, LoadOptions()))
    assert all(isinstance(record, (AnnotatedDocument, Reject)) for record in records)
    return [record for record in records if isinstance(record, (AnnotatedDocument, Reject))]


def test_markdown_and_text_become_sentences(data: Path) -> None:
    markdown, plain = read(data / "text")
    assert isinstance(markdown, AnnotatedDocument)
    assert isinstance(plain, AnnotatedDocument)
    for document in (markdown, plain):
        assert (document.scheme, document.agent_type, document.mentions) == (None, "not_provided", ())
        assert document.document.kind == "protocol"
        for index, sentence in enumerate(document.sentences):
            assert document.document.text[sentence.start : sentence.end] == sentence.text
            assert sentence.id == f"{document.document.id}#s{index}"
    texts = [sentence.text for sentence in markdown.sentences]
    assert "Pellet 1.5 ml of culture at 8,000 × g." in texts
    assert "Add 250 µl of <b>buffer P1</b>." in texts
    assert "Store at −20 °C 🧊." in texts
    assert markdown.document.title == "Plasmid miniprep"
    assert plain.document.id == "text:staining"
    assert plain.document.title == "Gel staining"
    assert [sentence.text for sentence in plain.sentences] == [
        "Gel staining",
        "Soak the gel in 0.5 µg/ml ethidium bromide for 20 min.",
        "Rinse it.",
    ]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "EMPTY_DOCUMENT"),
        (b" \r\n\xef\xbb\xbf\0\n", "EMPTY_DOCUMENT"),
        (b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0\x01\0\0\0", "NOT_TEXT"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe", "NOT_TEXT"),
        ("Titel\nfür".encode("latin-1"), "BAD_ENCODING"),
        ("Title of sixteen bits".encode("utf-16-le"), "NOT_TEXT"),
        (bytes(range(1, 9)), "NOT_TEXT"),
        ("\U000e0fff\u0378\ue000\ufdd0".encode() * 9, "NOT_TEXT"),
        (b"\xff\xfeT\0\xd8", "BAD_ENCODING"),
    ],
)
def test_files_that_are_no_text(put: Put, content: bytes, code: str) -> None:
    put("c/a.txt", content)
    (reject, document) = read(put("c/b.txt", "Fine").parent)
    assert isinstance(reject, Reject)
    assert reject.code == code
    assert isinstance(document, AnnotatedDocument)


def test_a_text_with_a_few_control_characters_is_still_a_text(put: Put) -> None:
    (document,) = read(put("a.txt", "\ufeffTitle\0\nStep one\0 here.\n"))
    assert isinstance(document, AnnotatedDocument)
    assert document.document.title == "Title"
    assert document.sentences[0].start == 1


def test_a_text_that_is_too_large_is_rejected(put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "LARGEST_TEXT", 100)
    (reject,) = read(put("a.txt", "x" * 101))
    assert isinstance(reject, Reject)
    assert reject.code == "TOO_LARGE"


def test_a_file_that_may_not_be_read_leaves_the_others(put: Put) -> None:
    folder = put("c/b.txt", "Fine").parent
    (folder / "a.txt").symlink_to(folder / "nowhere")
    first, second = read(folder)
    assert isinstance(first, AnnotatedDocument)
    assert isinstance(second, Reject)
    assert second.code == "UNREADABLE"


def test_notes_about_a_folder_are_no_documents(put: Put) -> None:
    put("c/README.md", "# About")
    note, document = TextLoader().records(put("c/a.txt", "Fine").parent, LoadOptions())
    assert isinstance(note, Skip)
    assert note.reason == "NOT_A_DOCUMENT"
    assert isinstance(document, AnnotatedDocument)


def test_a_pipe_is_not_waited_for(put: Put) -> None:
    folder = put("c/b.txt", "Fine").parent
    os.mkfifo(folder / "a.txt")
    first, second = read(folder)
    assert isinstance(first, Reject)
    assert first.code == "UNREADABLE"
    assert isinstance(second, AnnotatedDocument)


def test_an_odd_file_name_gives_a_storable_id(put: Put) -> None:
    (document,) = read(put("c/α β#🧬.txt", "Fine"))
    assert isinstance(document, AnnotatedDocument)
    assert document.document.id == "c:α β#🧬"
    document.document.id.encode()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le-bom"])
def test_the_encodings_of_windows_are_read(put: Put, encoding: str) -> None:
    text = "Ce\u0301sium\r\n\r\n1.\tAdd 5 µl × α-factor.\r\n2.\tSpin 🧬 at 4 °C.\r\n"
    raw = b"\xff\xfe" + text.encode("utf-16-le") if encoding == "utf-16-le-bom" else text.encode(encoding)
    (document,) = read(put("a.txt", raw))
    assert isinstance(document, AnnotatedDocument)
    assert [sentence.text for sentence in document.sentences] == [
        "Ce\u0301sium",
        "Add 5 µl × α-factor.",
        "Spin 🧬 at 4 °C.",
    ]
    for sentence in document.sentences:
        assert document.document.text[sentence.start : sentence.end] == sentence.text


def test_headings_and_marks_are_no_sentences_and_numbers_can_be_found(data: Path) -> None:
    (document,) = read(data / "documents" / "dialysis.txt")
    assert isinstance(document, AnnotatedDocument)
    text = document.document.text
    spans = [(sentence.start, sentence.end) for sentence in document.sentences]
    found = [
        (" ".join(text[a:b].split()), number)
        for (a, b), number in zip(spans, item_numbers(text, spans), strict=True)
    ]
    assert found == [
        ("Dialysis of a protein", None),
        ("Buffer A 10 mM Tris", None),
        ("Soak the tubing in distilled water for 10 min, then close one end with a clamp.", "1"),
        ("Load the sample.", "2"),
        ("Close the other end.", "2"),
        ("Dialyse against buffer A overnight.", "3"),
        ("Change the buffer twice.", None),
    ]
    assert {skip.reason: skip.count for skip in document.skips} == {"HEADING": 2}
    assert [sentence.section for sentence in document.sentences][:4:2] == [None, "Procedure"]


def test_a_section_is_named_behind_those_above_it(put: Put) -> None:
    text = "# Note\nRead it.\n## Acids\n### HF\nRinse.\n### HCl\nDilute.\n## Bases\nWait.\n"
    (document,) = read(put("c/note.md", text.encode()))
    assert isinstance(document, AnnotatedDocument)
    assert [(sentence.text, sentence.section) for sentence in document.sentences] == [
        ("Note", None),
        ("Read it.", None),
        ("Rinse.", "Acids – HF"),
        ("Dilute.", "Acids – HCl"),
        ("Wait.", "Bases"),
    ]


def test_cells_of_tables_are_named_by_their_columns(put: Put) -> None:
    text = (
        "# Mix\n| Reagent | Stock | Final |\n|---|:--|---|\n| Tris | 1 M | 10 mM |\n| DTT | | 1 mM |\n\n"
        "Name\tTemp\tTime\nMelt\t95 °C\t30 s\n\n| 5 µl | oil | 2 |\n| 6 µl | wax | 3 |\n"
    )
    (document,) = read(put("c/mix.md", text.encode()))
    assert isinstance(document, AnnotatedDocument)
    assert [sentence.text for sentence in document.sentences] == [
        "Mix",
        "| Reagent: Tris | Stock: 1 M | Final: 10 mM |",
        "| Reagent: DTT |  | Final: 1 mM |",
        "| Name: Melt | Temp: 95 °C | Time: 30 s |",
        "| 5 µl | oil | 2 |",
        "| 6 µl | wax | 3 |",
    ]
    assert {skip.reason: skip.count for skip in document.skips} == {"HEADING": 2}


@pytest.mark.parametrize("content", ["# Only\n## Headings\n", "```\nx\n```\n", "---\na: b\n---\n", "***\n"])
def test_a_text_of_headings_alone_still_has_a_title(put: Put, content: str) -> None:
    (document,) = read(put("a.md", content))
    assert isinstance(document, AnnotatedDocument)
    assert document.document.title
    assert document.sentences


@pytest.mark.parametrize("text", ["\u3000\n\u3000", "\x85", "\u2028 \ufeff\0"])
def test_a_text_of_nothing_but_white_space_is_empty(
    put: Callable[[str, str | bytes], Path], text: str
) -> None:
    (reject,) = TextLoader().records(put("t/white.txt", text), LoadOptions())
    assert isinstance(reject, Reject)
    assert reject.code == "EMPTY_DOCUMENT"


@pytest.mark.parametrize(
    "text",
    [
        "# Who\nAlice\tcontrol\tmale\nBob\ttreated\t5 mg\n",
        "# Code\n```\n| A | B |\n|---|---|\n| 1 | 2 |\n```\nSpin.\n",
    ],
    ids=["data", "code"],
)
def test_what_is_no_table_with_a_head_stays_as_it_is(put: Put, text: str) -> None:
    (document,) = read(put("c/mix.md", text.encode()))
    assert isinstance(document, AnnotatedDocument)
    assert document.document.text == text


def test_long_names_and_strokes_in_cells_shift_nothing(put: Put) -> None:
    name = "Final concentration in the tube after the second wash with the cold buffer"
    text = f"# Mix\n| Reagent | Formula | {name} |\n|---|---|---|\n| X | a \\| b | 5 M |\n| T | t | 1 M |\n"
    (document,) = read(put("c/mix.md", text.encode()))
    assert isinstance(document, AnnotatedDocument)
    assert [sentence.text for sentence in document.sentences[1:]] == [
        f"| Reagent: X | Formula: a \\| b | {name[:60]}: 5 M |",
        f"| Reagent: T | Formula: t | {name[:60]}: 1 M |",
    ]


def test_words_and_sentences_that_a_page_cuts_are_whole(put: Put) -> None:
    first = "Spin\n\n1. Add lysis buf-\r\nfer to the cross-\nlinked pellet, centrifuge at"
    (document,) = read(put("lab/spin.txt", f"{first}\n\n- 3 -\n\n12,000 x g.\n"))
    assert isinstance(document, AnnotatedDocument)
    assert [each.text for each in document.sentences] == [
        "Spin",
        "Add lysis buffer to the cross-linked pellet, centrifuge at 12,000 x g.",
    ]
