"""Windows of the step reader hold the question, the title and the steps that share most words with it."""

from __future__ import annotations

import numpy as np
import pytest

from bioloom.embedding.model_files import TOKENIZER, open_tokenizer, read_file
from bioloom.extraction.networks.tokenization import WordReader
from bioloom.resources import weights
from bioloom.step_reader.step_window import (
    STEP,
    TITLE,
    WHOLE,
    WINDOWS,
    choose_steps,
    lay_windows,
    make_windows,
)

STEPS = (
    "Spin the culture for 5 minutes.",
    "Resuspend the pellet in 1 ml of buffer P1.",
    "Add 50 µl of lysozyme.",
    "Incubate at 37 °C for 1 hour.",
    *(f"Wash column {number} with ethanol." for number in range(30)),
)


@pytest.fixture(scope="module")
def reader() -> WordReader:
    folder = weights("reader")
    return WordReader(open_tokenizer(read_file(folder, TOKENIZER), folder / TOKENIZER))


def test_the_step_with_the_words_comes_first_and_then_the_one_beside_it() -> None:
    order = choose_steps("how much lysozyme is added?", STEPS)
    assert order[0] == 2
    assert set(order[1:3]) == {1, 3}


def test_a_window_is_as_long_as_it_may_be_and_in_the_order_of_the_protocol(reader: WordReader) -> None:
    order = choose_steps("lysozyme amount", STEPS)
    window, *later = make_windows(reader, ("lysozyme amount", ""), "Miniprep", STEPS, order, size=64)
    numbers = [line.number for line in window.lines if line.number >= 0]
    assert 2 in numbers
    assert numbers == sorted(numbers)
    assert len(numbers) < len(STEPS)
    assert sum(len(line.words.ids) + 1 for line in window.lines) < 64
    assert len(later) == max(WINDOWS) - 1
    assert not set(numbers) & {line.number for each in later for line in each.lines if line.number >= 0}


def test_all_of_a_question_stands_beside_a_part_of_it_only(reader: WordReader) -> None:
    (both,) = make_windows(reader, ("how long?", "how long and how warm?"), "Miniprep", STEPS, [0, 1])
    (alone,) = make_windows(reader, ("how long?", ""), "Miniprep", STEPS, [0, 1])
    assert WHOLE - STEP in [line.number for line in both.lines]
    assert WHOLE - STEP not in [line.number for line in alone.lines]


def test_every_piece_is_marked_as_what_it_is(reader: WordReader) -> None:
    (window,) = make_windows(reader, ("how long?", ""), "Miniprep", STEPS, [0, 1])
    batch, parts = lay_windows([window], reader)
    kinds = [1 + (line.number + STEP if line.number < 0 else STEP) for line in batch.lines]
    assert list(dict.fromkeys(parts[0][1:].tolist())) == list(dict.fromkeys(kinds))
    assert 1 + TITLE in kinds
    assert np.all(parts[0][batch.mask[0] == 0] == 0)


def test_a_step_longer_than_the_window_is_cut(reader: WordReader) -> None:
    long = ("word " * 500,)
    (window,) = make_windows(reader, ("how long?", ""), "Miniprep", long, [0])
    assert [line.number for line in window.lines if line.number >= 0] == [0]
