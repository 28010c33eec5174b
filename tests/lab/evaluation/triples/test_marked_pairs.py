"""Names read off ChemProt's padding, where the sign after a name was lost."""

from __future__ import annotations

import pytest

from bioloom_lab.evaluation.triples.marked_pairs import marked_pair


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        (" Zinc  lowered  growth hormone  in rats", {"Zinc", "growth hormone"}),
        ("Reductase ( RR   makes the  diphosphates  of it; 3- to 4-fold", {"RR", "diphosphates"}),
        (
            "the  drug   a blocker of  kinase 1   was safe, but  kinase 1 -positive cells",
            {"drug", "kinase 1"},
        ),
        ("of [ [3H]L-Cit   by  eNOS ", {"[3H]L-Cit", "eNOS"}),
    ],
)
def test_the_two_names_explain_the_doubled_spaces(sentence: str, names: set[str]) -> None:
    assert {*(marked_pair(sentence) or ())} == names


@pytest.mark.parametrize("sentence", ["", "no mark at all", "  ", "one  name  alone"])
def test_a_sentence_without_two_padded_names_may_have_no_pair(sentence: str) -> None:
    found = marked_pair(sentence)
    assert found is None or all(each in sentence for each in found)
