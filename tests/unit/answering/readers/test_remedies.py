"""What to do in a case that a text foresees, asked by somebody who has it."""

import pytest

from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.answering.readers.remedies import RemedyReader
from bioloom.question_parsing import parse_question
from bioloom.records import Evidence
from bioloom.settings import Settings

TEXTS = (
    "Move the eluate to a fresh tube.",
    "If the eluate is brown, put it on the magnet once more; if it is cloudy, spin it for 1 min.",
    "If more than 5% of the cultures are contaminated, raise the NaOH to 1.25%.",
    "If less than 2% of the cultures are contaminated, shorten the standing time.",
    "Repeat the wash if the pellet is red.",
    "It was unclear if mice got aspirin.",
    "If the beads are not dark, store them at 4 °C, approx. 5 min.",
    "If at least 7% of the tubes leak, stop.",
    "If more than 1.2.3% of the plates crack, stop.",
)
HITS = tuple(Evidence(text, 1.0, f"kit:1#s{at}", "kit:1", "Plasma kit") for at, text in enumerate(TEXTS))


@pytest.mark.parametrize(
    ("asked", "remedy"),
    [
        ("My eluate is brown, what now?", "put it on the magnet once more"),
        ("cloudy eluate from the plasma kit how to fix", "spin it for 1 min"),
        ("8% of our cultures were contaminated, what should be changed?", "raise the NaOH to 1.25%"),
        ("1% of our cultures are contaminated. What should we do?", "shorten the standing time"),
        ("What do I do with a red pellet?", "Repeat the wash"),
        ("My eluate is green, what now?", None),
        ("3% of our cultures were contaminated, what should be changed?", None),
        ("Is the eluate brown?", None),
        ("What happens if mice got aspirin?", None),
        ("The beads are dark, what now?", None),
        ("The beads are not dark, what now?", "store them at 4 °C, approx. 5 min"),
        ("7% of the tubes leak, what now?", "stop"),
        ("8% of the plates crack, what now?", "stop"),
        ("1.2.3% of the tubes leak, what now?", "stop"),
        ("Which tubes are in the solution?", None),
    ],
)
def test_the_clause_that_fits_the_case_is_what_to_do(asked: str, remedy: str | None) -> None:
    draft = RemedyReader().read(ReadingContext(parse_question(asked), Settings(), hits=HITS))
    assert (draft.short[0] if draft else None) == remedy


def test_nothing_is_given_where_two_cases_fit() -> None:
    twice = Evidence("If the eluate is brown, discard it.", 1.0, "kit:1#s9", "kit:1", "Plasma kit")
    asked = parse_question("My eluate is brown, what now?")
    assert RemedyReader().read(ReadingContext(asked, Settings(), hits=(*HITS, twice))) is None
