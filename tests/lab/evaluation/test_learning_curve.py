"""The learning curve: reports in, a table and a picture out."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from bioloom.errors import SourceError, UsageError
from bioloom_lab.evaluation.learning_curve import as_svg, main, read_points

SVG = "{http://www.w3.org/2000/svg}"


def report(path: Path, **scores: float) -> Path:
    metrics = {
        name: {"f1": {"value": value, "low": value - 0.02, "high": value + 0.02}}
        for name, value in scores.items()
    }
    path.write_text(json.dumps({"metrics": metrics}), "utf-8")
    return path


def test_a_table_has_a_line_for_each_share_and_measure(tmp_path: Path) -> None:
    tenth, all_ = report(tmp_path / "a.json", NER=0.6, RE=0.7), report(tmp_path / "b.json", NER=0.78)
    main([str(tmp_path / "curve.tsv"), f"1.0={all_}", f"0.1={tenth}"])
    assert (tmp_path / "curve.tsv").read_text("utf-8").splitlines() == [
        "share\tmeasure\tf1\tlow\thigh",
        "0.1\tNER\t0.6000\t0.5800\t0.6200",
        "0.1\tRE\t0.7000\t0.6800\t0.7200",
        "1\tNER\t0.7800\t0.7600\t0.8000",
    ]


def test_a_better_score_stands_higher_and_a_larger_share_further_right(tmp_path: Path) -> None:
    tenth, all_ = report(tmp_path / "a.json", NER=0.6), report(tmp_path / "b.json", NER=0.78)
    drawn = Xml.fromstring(as_svg(read_points({0.1: tenth, 1.0: all_})))
    first, last = drawn.findall(f"{SVG}circle")
    assert float(first.attrib["cx"]) < float(last.attrib["cx"])
    assert float(first.attrib["cy"]) > float(last.attrib["cy"])


def test_what_is_no_report_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("[]", "utf-8")
    with pytest.raises(SourceError, match=r"x\.json"):
        read_points({1.0: tmp_path / "x.json"})


@pytest.mark.parametrize(
    "words", [[], ["curve.png", "1=x"], ["curve.svg", "ten=x"], ["curve.svg", "10=x"], ["a.svg"]]
)
def test_wrong_usage_is_said(words: list[str]) -> None:
    with pytest.raises(UsageError):
        main(words)
