"""Result tables of the evaluation page: written from stored results, and fresh."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from bioloom.errors import SourceError, UsageError
from bioloom_lab.evaluation.suite import SUITES
from bioloom_lab.maintenance.results_page import main, read_results, write_tables

DOCS = Path(__file__).parents[3] / "docs"
PAGE = """# Evaluation

<!-- results: retrieval columns=hit@1,mrr@10 rows=bm25,hops -->
old
<!-- end results -->

Words between.

<!-- results: retrieval against_bm25 rows=context -->
<!-- end results -->

<!-- results: mechanism published -->
<!-- end results -->
"""


def test_marked_tables_are_written_and_the_rest_is_kept() -> None:
    results = read_results(DOCS / "results")
    written = write_tables(PAGE, results)
    assert "old" not in written
    assert "Words between." in written
    assert "|  | hit@1 | mrr@10 |" in written
    assert "| hops | 0.860 (0.760 to 0.940) | 0.898 (0.820 to 0.965) |" in written
    assert "| context | +0.440 (+0.300 to +0.580)" in written
    assert "| GPT-4o-mini with BTE-RAG | 0.758 |" in written
    assert "| rrf |" not in written
    assert (
        "`bioloom eval retrieval --data tests/data/questions/wlp_dev_50.jsonl` (2026-11-23, n = 50)"
        in written
    )
    assert write_tables(written, results) == written


BENCHES = {"extract", "load", "retrieve", "startup"}
"""Benchmarks whose results are stored as well."""


@pytest.mark.parametrize("name", ["evaluation", "performance"])
def test_the_tables_of_a_page_are_fresh(name: str) -> None:
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    fresh = write_tables(page, read_results(DOCS / "results"))
    assert page == fresh, (
        f"run: python -m bioloom_lab.maintenance.results_page write docs/{name}.md docs/results"
    )


@pytest.mark.parametrize("path", sorted((DOCS / "results").glob("*.json")), ids=lambda path: path.stem)
def test_a_stored_result_is_of_a_suite_and_says_its_command(path: Path) -> None:
    result = read_results(path.parent)[path.stem]
    suite = result["suite"]
    assert suite in SUITES or suite in BENCHES
    command = f"bioloom {'bench' if suite in BENCHES else 'eval'} {suite}"
    assert f"{result['command']} ".startswith(f"{command} ")


@pytest.mark.parametrize("mark", ["absent", "retrieval absent"])
def test_a_mark_that_names_nothing_is_an_error(mark: str) -> None:
    with pytest.raises(UsageError, match="absent"):
        write_tables(f"<!-- results: {mark} -->\n<!-- end results -->", read_results(DOCS / "results"))


def test_a_result_is_stored_with_its_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    document = json.dumps({"suite": "negation", "data": ["x"], "n": 2, "metrics": {"all": {"f1": 0.5}}})
    monkeypatch.setattr(sys, "stdin", io.StringIO(document))
    main(["store", str(tmp_path / "negation.json"), "bioloom eval negation --data x"])
    page = tmp_path / "page.md"
    page.write_text("<!-- results: negation -->\n<!-- end results -->\n", encoding="utf-8")
    main(["write", str(page), str(tmp_path)])
    assert "| all | 0.500 |" in page.read_text(encoding="utf-8")
    (tmp_path / "odd.json").write_text("{}", encoding="utf-8")
    with pytest.raises(SourceError, match="no stored result"):
        read_results(tmp_path)
