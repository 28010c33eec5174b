"""Synonyms: each word stands once, and forms that the table leaves to the stem fold as listed ones do."""

import pytest

from bioloom.question_parsing import canonical_word
from bioloom.resources import read_table


def test_every_word_stands_once_and_folds_to_its_row() -> None:
    rows = [
        (word, row["name"]) for row in read_table("retrieval/synonyms.tsv") for word in row["words"].split()
    ]
    assert len(dict(rows)) == len(rows)
    assert [word for word, name in rows if canonical_word(word) != name] == []


@pytest.mark.parametrize(
    ("forms", "name"),
    [
        ("spins spinning spun", "spin"),
        ("washes washed washing washings rinsed", "wash"),
        ("stained stains staining", "stain"),
        ("filters filtered filtering", "filter"),
        ("vials tubes", "tube"),
        ("mosquitos mosquitoes", "mosquito"),
        ("refreeze refreezing refroze refrozen", "refreez"),
        ("overshoot overshooting overshot", "overshoot"),
        ("withdraw withdrew withdrawn", "withdraw"),
        ("respin respins respun", "respin"),
    ],
)
def test_inflections_fold_to_the_name_of_the_row(forms: str, name: str) -> None:
    assert {canonical_word(form) for form in forms.split()} == {name}
