"""Rows as data frames and graphs, and as HTML of a notebook."""

import sys

import pytest

from bioloom.errors import MissingExtraError, UsageError
from bioloom.graph.guard.query_result import QueryResult
from bioloom.graph.json_values import Plain
from bioloom.records import Answer, Citation

pytestmark = pytest.mark.filterwarnings("ignore:only the first")  # TABLE is cut

TABLE = QueryResult(
    ("name", "count", "many"), (("gout", 2, ["a", "b"]), ("<b>", None, [])), True, ("a <note>",)
)
DRUG: dict[str, Plain] = {"labels": ["Drug"], "properties": {"id": "X:1", "name": "allopurinol"}}
GOUT: dict[str, Plain] = {"labels": ["Disease"], "properties": {"id": "X:2", "name": "gout"}}
TREATS: dict[str, Plain] = {
    "type": "biolink:treats", "start": "X:1", "end": "X:2", "properties": {"id": "e1", "negated": False}
}  # fmt: skip


def test_a_data_frame_of_pandas() -> None:
    pytest.importorskip("pandas")
    frame = TABLE.to_pandas()
    assert list(frame.columns) == ["name", "count", "many"]
    assert frame["name"].tolist() == ["gout", "<b>"]


def test_a_data_frame_of_polars() -> None:
    pytest.importorskip("polars")
    frame = TABLE.to_polars()
    assert frame.columns == ["name", "count", "many"]
    assert frame["count"].to_list() == [2, None]
    assert QueryResult(("x",), ((1,), ("a",))).to_polars()["x"].to_list() == ["1", "a"]


@pytest.mark.parametrize(
    "row",
    [(DRUG, TREATS, GOUT), ({"nodes": [DRUG, GOUT], "relationships": [TREATS]},), ([[DRUG, GOUT], TREATS],)],
)
def test_a_graph_of_networkx(row: tuple[Plain, ...]) -> None:
    pytest.importorskip("networkx")
    graph = QueryResult(tuple(map(str, range(len(row)))), (row, row)).to_networkx()
    assert dict(graph.nodes(data="name")) == {"X:1": "allopurinol", "X:2": "gout"}
    assert list(graph.edges(keys=True, data="type")) == [("X:1", "X:2", "e1", "biolink:treats")]


def test_ends_that_are_not_returned_are_told() -> None:
    pytest.importorskip("networkx")
    loose = {**TREATS, "end": "4:82b731a3:6011"}
    with pytest.warns(UserWarning, match="1 ends of relationships are not returned as nodes"):
        graph = QueryResult(("a", "e"), ((DRUG, loose),)).to_networkx()
    assert set(graph) == {"X:1", "4:82b731a3:6011"}


def test_rows_without_nodes_are_no_graph() -> None:
    pytest.importorskip("networkx")
    with pytest.raises(UsageError, match="RETURN a, e, b"):
        TABLE.to_networkx()


@pytest.mark.parametrize("package", ["pandas", "polars", "networkx"])
def test_a_package_that_is_absent_is_named_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=rf"\(extra frames\); .*: pip install {package}, "):
        getattr(TABLE, f"to_{package}")()


def test_a_notebook_shows_rows_and_notes_and_runs_nothing_of_them() -> None:
    drawn = TABLE._repr_html_()
    assert "<th>count</th>" in drawn
    assert "<td>gout</td><td>2</td><td>a; b</td>" in drawn
    assert "<td>&lt;b&gt;</td><td></td>" in drawn
    assert "<p>a &lt;note&gt;</p>" in drawn
    assert "50 more rows" in QueryResult(("n",), ((1,),) * 150)._repr_html_()


def test_a_notebook_shows_an_answer_with_its_citations() -> None:
    citation = Citation(1, "Heat <shock> for 45 sec.", 0.9, "lab:a#s1")
    drawn = Answer("How long?", "45 <sec>", False, 0.9, (citation,))._repr_html_()
    assert "<strong>45 &lt;sec&gt;</strong>" in drawn
    assert "Heat &lt;shock&gt; for 45 sec. <small>lab:a, sentence 2</small>" in drawn
    assert "<em>unknown</em>" in Answer("q", "unknown", True, 0.1)._repr_html_()


def test_frames_of_rows_that_were_cut_warn() -> None:
    pytest.importorskip("pandas")
    with pytest.warns(UserWarning, match="only the first 1 rows are here; ask for more"):
        QueryResult(("a",), ((1,),), truncated=True).to_pandas()
