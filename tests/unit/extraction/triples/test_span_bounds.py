"""Bounds of the names that the tagger finds."""

import pytest

from bioloom.extraction.triples.local.span_bounds import mend_bounds


@pytest.mark.parametrize(
    ("text", "name", "mended"),
    [
        ("tumor necrosis factor-(TNF)-α rose", "TNF)-α", "(TNF)-α"),
        ("agonist [D-Pen2,D-Pen5]enkephalin was", "D-Pen2,D-Pen5]enkephalin", "[D-Pen2,D-Pen5]enkephalin"),
        ("between -1082(G/A) and", "-1082(G/A", "-1082(G/A)"),
        (
            "the response element binding protein (CREB) bound",
            "binding protein (CREB",
            "binding protein (CREB)",
        ),
        ("both receptors (AR)s were", "AR)s", "AR"),
        ("a furan, B2-O-CH(2)-N-diethyl) is", "B2-O-CH(2)-N-diethyl)", "B2-O-CH(2)-N-diethyl"),
        (
            "a trial (segment elevation myocardial infarction)-2",
            "myocardial infarction)-2",
            "myocardial infarction",
        ),
        (
            "and renal (prostaglandin F2 alpha [PGF2])",
            "renal (prostaglandin F2 alpha",
            "prostaglandin F2 alpha",
        ),
        ("LA grade C or D oesophagitis was", "D oesophagitis", "oesophagitis"),
        ("grades C and D reflux oesophagitis", "D reflux oesophagitis", "reflux oesophagitis"),
        ("the G protein kinase", "G protein kinase", "G protein kinase"),
        ("poly(acrylic acid) or", "poly(acrylic acid)", "poly(acrylic acid)"),
        ("NAD(+) and", "NAD(+)", "NAD(+)"),
        ("a ) b", ")", ")"),
    ],
)
def test_brackets_are_whole_or_left_out(text: str, name: str, mended: str) -> None:
    start = text.index(name)
    bounds = mend_bounds(text, start, start + len(name), 0, len(text))
    assert text[slice(*bounds)] == mended


def test_names_beside_each_other_stay_apart() -> None:
    text = "(HEK)-293"
    assert mend_bounds(text, 1, 9, 0, 9) == (0, 9)
    assert mend_bounds(text, 1, 9, 1, 9) == (6, 9)
    assert mend_bounds("liver (alpha-1)", 0, 14, 0, 14) == (7, 14)
