"""Groups that a document names only to exclude them are asked about in vain; what it forbids is not one."""

import pytest

from bioloom.answering.constraints.excluded_groups import excluded_words, names_excluded
from bioloom.question_parsing.question_pattern import parse_pattern

TOLD = (
    "Stand sputum for 15 min.",
    "This procedure does not cover blood or urine.",
    "Women with a transfusion since delivery were not eligible.",
    "Cases without a biopsy report were excluded.",
    "The resin must not be used after 12 months.",
    "Women got iron.",
)


@pytest.mark.parametrize(
    ("asked", "excluded"),
    [
        ("How long does urine stand?", True),
        ("What did transfused women get?", True),
        ("How long does sputum stand?", False),
        ("What was the mean age at biopsy?", False),
        ("How long is the resin incubated?", False),
        ("Why is urine not covered?", False),
    ],
)
def test_what_is_excluded_is_told_from_what_is_forbidden(asked: str, excluded: bool) -> None:
    assert names_excluded(parse_pattern(asked), TOLD[0], excluded_words(TOLD)) is excluded
