"""Malformed records of every kind in a real database: each a reject at its place, all around them loaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.graph.connection import Graph
from bioloom.pipeline import LoadReport, load
from bioloom.pipeline.reject_file import read_rejects
from bioloom.records import LoadOptions
from bioloom.settings import Settings
from malformed_records import MalformedFile, kinds, malformed_files
from small_pdf import pdf

pytestmark = pytest.mark.integration

FULL = 10_000
STATED = LoadOptions("t", "infores:test", "not_provided", "not_provided")
UNSTATED = LoadOptions("t")
FOUND = "UNWIND $ids AS id OPTIONAL MATCH (n) WHERE n.id = id RETURN id, count(n) AS n"


def _load(graph: Graph, folder: Path, made: MalformedFile) -> LoadReport:
    folder.mkdir()
    source = folder / made.name
    source.write_bytes(made.content)
    options = STATED if made.name.startswith("j") else UNSTATED
    return load(
        source, graph, Settings(home=folder / "home"), format=made.format, options=options, ground=False
    )


def _check(graph: Graph, report: LoadReport, made: MalformedFile) -> None:
    counts = report.counts
    assert report.rejects_file is not None
    found = Counter((one.reject.code, one.reject.place.line) for one in read_rejects(report.rejects_file))
    missing, more = made.expected - found, found - made.expected
    assert not missing, f"{made.name}: {sorted(missing, key=str)[:5]}; instead {sorted(more, key=str)[:5]}"
    assert not more, f"{made.name}: {sorted(more, key=str)[:5]}"
    assert counts.balanced
    assert sum(counts.rejected.values()) == made.expected.total()
    with graph.session(read=True) as session:
        absent = [row["id"] for row in session.run(FOUND, ids=made.good) if row["n"] != 1]
    assert not absent, f"{made.name}: good records are lost: {absent[:5]}"
    assert counts.edges >= made.edges


def test_a_malformed_record_costs_only_itself(
    graph: Graph, tmp_path: Path, rounds: Callable[[int, int], range], report: Callable[..., None]
) -> None:
    of_a_kind = len(rounds(2, -(-FULL // len(kinds()))))
    assert len(kinds()) >= 25
    written = 0
    for made in malformed_files(20261123, of_a_kind):
        _check(graph, _load(graph, tmp_path / made.name, made), made)
        written += made.kinds.total()
    assert written == of_a_kind * len(kinds())
    report("a malformed record is rejected with code, file and line", written, written, kinds=len(kinds()))


def test_a_broken_page_is_told_with_its_number(graph: Graph, tmp_path: Path) -> None:
    raw = pdf([["Miniprep", "Add water."], ["Spin the tube."], ["Wash the pellet."]])
    second = raw.index(b"/Length", raw.index(b"Add water."))
    broken = raw[:second] + raw[second:].replace(b"/Length", b"/Filter /FlateDecode /Length", 1)
    made = MalformedFile("p.pdf", "pdf", bytearray(broken))
    report = _load(graph, tmp_path / "pages", made)
    assert report.rejects_file is not None
    (reject,) = (one.reject for one in read_rejects(report.rejects_file))
    assert (reject.code, reject.record) == ("BAD_PAGE", {"page": 2})
    assert report.counts.documents == 1
    assert report.counts.balanced
