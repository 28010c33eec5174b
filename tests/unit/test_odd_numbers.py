"""Odd numbers and odd characters of texts and questions: every reader of a text takes them, none raises."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from bioloom.answering.constraints.sibling_names import lacks_name, names_sibling
from bioloom.answering.readers.protocol_reader import read_parts
from bioloom.answering.readers.publication_reader import PublicationReader
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.answering.readers.remedies import RemedyReader
from bioloom.answering.texts.enumerations import enumerated
from bioloom.answering.texts.polarity import read_asking, read_finding
from bioloom.answering.texts.span_edges import whole_span, with_bound
from bioloom.answering.texts.written_values import written_values
from bioloom.extraction.sentence_splitting import split_sentences
from bioloom.extraction.text_blocks import dated_lines, item_numbers
from bioloom.question_parsing import parse_question, stated_values
from bioloom.question_parsing.named_numbers import named_numbers
from bioloom.question_parsing.question_pattern import parse_patterns
from bioloom.question_parsing.stated_values import ALL_KINDS, parse_quantities
from bioloom.records import Evidence, split_sentence_id
from bioloom.settings import Settings
from bioloom.standardization.quantities import parse_quantity

NUMBERS = (
    "1.2.3", "12.10.2020", "1..2", "1.,2", ".5", "5.", "1,2,3", "1.000,5", "²", "10²", "①", "٣", "१२", "１０",
    "½", "1½", "1/0", "0/0", "1e999", "-1e-999", "1 x 10^999", "10^-99", "9" * 320, "0" * 30,
    "1:0", "0:1", "NaN", "inf", "−−5", "5-", "3--4", "fıve", "ſix", "ⅷ", "Ⅻ", "1\u200b2", "1\u00a0000", "5K",
)  # fmt: skip
UNITS = (
    "g",
    "%",
    "° C",
    "°C",
    "µl",
    "min",
    "x g",
    "rpm",
    "mM",
    "h",
    "in",
    "",
    "samples",
    "mg/ml",
    "times",
    "x",
)
FORMS = (
    "Weigh {} of agarose.",
    "If more than {} of the tubes leak, stop at {}.",
    "Spin {} to {} for {} and keep at {}; repeat {}.",
    "{}. Wash buffer A {} with reagent {} on day {} (p < 0.{}).",
    "How much is {} of {} with ≥ {}?",
    "There were {} of {} (95% CI {} to {}) versus {} in group {}, n = {}.",
)


def _texts(count: int) -> list[str]:
    drawn = random.Random(20)
    made = [f"Weigh {number} g of it if more than {number}% leak." for number in (*NUMBERS, "9" * 5_000)]
    for _ in range(count):
        form = drawn.choice(FORMS)
        values = (f"{drawn.choice(NUMBERS)} {drawn.choice(UNITS)}" for _ in range(form.count("{}")))
        made.append(form.format(*values))
    return made


TEXTS = _texts(20)


def _context(text: str) -> ReadingContext:
    hits = (Evidence(text, 1.0, "t:1#s0", "t:1", "Gel", document_kind="publication"),)
    asked = "If more than 1.2.3% of the tubes leak, what now?"
    return ReadingContext(parse_question(asked), Settings(), hits=hits, weights={"tubes": 2.0})


def _spans(text: str) -> None:
    for at, sign in enumerate(text[:80]):
        if sign.isdigit():
            whole_span(text, at, at + 1)
            with_bound(text, at, at + 1)
            enumerated(text, at)


def _read(text: str) -> None:
    step = Evidence(text, 1.0, "t:1#s0", "t:1", "Gel")
    read_parts(parse_question("How much agarose is weighed?"), {"agarose": 2.0}, (step,))


READERS: dict[str, Callable[[str], Any]] = {
    "values": lambda text: parse_quantities(stated_values(text, ALL_KINDS)),
    "quantity": lambda text: [parse_quantity(text[:200], kind) for kind in (None, "mass", "temperature")],
    "numbers": named_numbers,
    "question": parse_question,
    "parts": parse_patterns,
    "siblings": lambda text: (names_sibling(text, "Day 7 or 1.5"), lacks_name("Day 7?", text)),
    "finding": lambda text: (read_finding(text), read_asking(text)),
    "spans": _spans,
    "written": written_values,
    "steps": _read,
    "remedies": lambda text: RemedyReader().read(_context(text)),
    "publications": lambda text: PublicationReader().read(_context(text)),
    "sentences": lambda text: [*split_sentences(text)],
    "lines": lambda text: (dated_lines(text), item_numbers(text, [*split_sentences(text)])),
}


@pytest.mark.parametrize("reader", READERS)
def test_no_text_with_odd_numbers_stops_a_reader(reader: str) -> None:
    for text in TEXTS:
        READERS[reader](text)


@pytest.mark.parametrize("words", ["1.2.3 g", "12.10.2020 g", "1.2.3 ml", "1.2.3 °C"])
def test_what_only_looks_like_a_number_is_no_value(words: str) -> None:
    assert stated_values(f"Weigh {words} of agarose.", ALL_KINDS) == ()


def test_the_id_of_a_sentence_has_an_index_that_fits() -> None:
    assert split_sentence_id("t:1#s" + "9" * 5_000) is None
    assert split_sentence_id("t:1#s²") is None
