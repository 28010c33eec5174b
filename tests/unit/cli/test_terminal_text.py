"""Text of documents cannot act on the terminal."""

import io
from pathlib import Path

import pytest
from rich.console import Console

import bioloom
from bioloom.cli.answer_view import draw_answer, tree
from bioloom.cli.console import notes, out
from bioloom.cli.terminal_text import plain, safe, table
from bioloom.records import Answer, Citation, EvidenceEdge, Subgraph, SubgraphNode

EVIL = "[bold red]x[/] \x1b[2J \u202egnp.exe [link=http://a]y[/link] [/]"


def test_names_of_emoji_in_ids_stay_text(capsys: pytest.CaptureFixture[str]) -> None:
    for console in (out, notes):
        console.print(safe("infores:one: /data/d:cat:/x"), table(("id",), [("nosuch:dog:",)]))
    for shown in capsys.readouterr():
        assert "infores:one: /data/d:cat:/x" in shown
        assert "nosuch:dog:" in shown


def test_all_consoles_are_made_in_one_place() -> None:
    made = [
        path.name
        for path in Path(bioloom.__file__).parents[1].rglob("*.py")
        if "Console(" in path.read_text()
    ]
    assert made == ["console.py"]


def test_hidden_characters_become_visible() -> None:
    shown = plain(EVIL + "\u200b\x07")
    assert "\x1b" not in shown
    assert "<U+202E>" in shown
    assert "<U+200B><U+0007>" in shown


def test_markup_and_escapes_of_documents_are_drawn_as_text() -> None:
    nodes = (
        SubgraphNode("1", EVIL, "verb"),
        SubgraphNode("2", "[i]b", "time", properties={"si_value": 60.0, "si_unit": "s"}),
    )
    within = {"sentence_id": "[d]#s1"}
    edges = (
        EvidenceEdge(
            "e", "1", "biolink:related_to", "2", "[x]have_parameter", negated=True, properties=within
        ),
    )
    answer = Answer(
        EVIL, EVIL, False, 0.5, (Citation(1, EVIL, 1.0, "[d]#s1", "[d]"),), Subgraph(nodes, edges)
    )
    page = io.StringIO()
    draw_answer(Console(file=page, width=200, force_terminal=False), answer, {"[d]": EVIL})
    text = page.getvalue()
    assert "[bold red]x[/]" in text
    assert "not [x]have_parameter" in text
    assert "60 s" in text
    assert "\x1b" not in text


def test_a_circle_of_edges_is_drawn_once() -> None:
    nodes = tuple(SubgraphNode(name, name, "chemical") for name in "ab")
    edges = (
        EvidenceEdge("1", "a", "p", "b"),
        EvidenceEdge("2", "b", "p", "a"),
        EvidenceEdge("3", "a", "p", "a"),
    )
    page = io.StringIO()
    Console(file=page, width=80).print(tree(Subgraph(nodes, edges), "t"))
    assert 2 <= page.getvalue().count("p→") <= 6


def test_a_table_cuts_no_word() -> None:
    path = "/home/lab/" + "a_long_folder_name/" * 6 + "x_nodes.tsv:12"
    console = Console(file=io.StringIO(), width=60)
    console.print(table(("code", "example"), [("BAD_CURIE", path)]))
    drawn = console.file.getvalue()  # type: ignore[attr-defined]
    assert "".join(row.split("│")[2].strip() for row in drawn.splitlines() if row.startswith("│")) == path
