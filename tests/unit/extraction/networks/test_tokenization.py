"""Words, shapes and windows: every sign of a line is somewhere, and long lines are cut, not lost."""

from itertools import repeat
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bioloom.embedding.model_files import TOKENIZER, open_tokenizer
from bioloom.extraction.networks.tokenization import MOST_PIECES, SHAPES, WordReader, shape_of, word_spans
from bioloom.extraction.networks.windows import TokenLine, batches, cut, lay_out, length_of, pack_windows

TINY = Path(__file__).parents[3] / "data" / "protocol_model"


@pytest.fixture(scope="module")
def reader() -> WordReader:
    return WordReader(open_tokenizer((TINY / TOKENIZER).read_bytes(), TINY / TOKENIZER))


@given(st.text())
def test_words_cover_all_that_is_not_white_space(text: str) -> None:
    spans = word_spans(text)
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())
    for start, end in spans:
        assert 0 < shape_of(text[start:end], start == 0 or text[start - 1].isspace()) < SHAPES


def test_units_are_split_from_their_numbers() -> None:
    text = "10mL of 5×TBE_b at 37°C, α-MEM (0.5 µM)"
    found = [text[start:end] for start, end in word_spans(text)]
    assert found == "10 mL of 5 × TBE _ b at 37 ° C , α - MEM ( 0 . 5 µ M )".replace("µ M", "µM").split()


def test_a_word_that_a_line_end_cuts_is_read_whole(reader: WordReader) -> None:
    cut_off, whole = reader.read("Spin in a centri-\r\nfuge."), reader.read("Spin in a centrifuge.")
    assert cut_off.ids.tolist() == whole.ids.tolist()
    assert (cut_off.starts[3], cut_off.ends[3]) == (10, 23)
    assert reader.read("\ufb01lter").ids.tolist() == reader.read("filter").ids.tolist()


def test_usual_words_are_read_in_place_of_others(reader: WordReader) -> None:
    found = reader.read("5 Mikroliter", {"mikroliter": "ml"})
    assert found.ids.tolist() == reader.read("5 ml").ids.tolist()
    assert found.ends[-1] == 12


def test_a_word_has_at_least_one_piece_and_few_at_most(reader: WordReader) -> None:
    words = reader.read("mix ̈ 愛 supercalifragilistic " + "x" * 500_000)
    counts = np.diff(np.append(words.first, len(words.ids)))
    assert counts.min() == 1
    assert counts.max() == MOST_PIECES
    assert len(words.ids) == len(words.shapes)


@pytest.mark.parametrize("most", [6, 7, 10, 62])
def test_a_long_line_is_cut_between_words(reader: WordReader, most: int) -> None:
    words = reader.read("add 10 ml buffer, then centrifugation of supernatants " * 20)
    parts = list(cut(words, most))
    assert np.array_equal(np.concatenate([part.starts for part in parts]), words.starts)
    assert np.array_equal(np.concatenate([part.ids for part in parts]), words.ids)
    assert all(0 < len(part.ids) <= most for part in parts)
    assert all(part.first[0] == 0 for part in parts)


def test_a_line_without_words_has_no_parts(reader: WordReader) -> None:
    assert list(cut(reader.read(" \t "), 62)) == []


def test_windows_keep_the_order_and_the_size(reader: WordReader) -> None:
    lines = [TokenLine(number, reader.read("mix well " * (1 + number % 9))) for number in range(50)]
    windows = list(pack_windows(lines, repeat(40)))
    assert [line for window in windows for line in window] == lines
    assert all(length_of(window) <= 40 or len(window) == 1 for window in windows)
    batch = batches(windows, 100)
    assert sorted(id(window) for each in batch for window in each) == sorted(map(id, windows))
    assert all(max(map(length_of, each)) * len(each) <= 100 or len(each) == 1 for each in batch)


def test_a_batch_says_where_each_line_stands(reader: WordReader) -> None:
    lines = [
        TokenLine(0, reader.read("add water")),
        TokenLine(1, reader.read("mix")),
        TokenLine(2, reader.read("spin at 5 g")),
    ]
    batch = lay_out([lines[:2], lines[2:]], reader.begin, reader.between)
    for line, row, offset in zip(lines, batch.rows, batch.offsets, strict=True):
        end = offset + len(line.words.ids)
        assert np.array_equal(batch.ids[row, offset:end], line.words.ids)
        assert batch.ids[row, end] == reader.between
    assert batch.ids[:, 0].tolist() == [reader.begin] * 2
    assert batch.mask.sum() == sum(length_of(window) for window in (lines[:2], lines[2:]))
