"""Instruction reader: sentences of a protocol as the networks know them, however they are written."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

import numpy as np

from bioloom.extraction.case_restoration import is_uncased, restore_case
from bioloom.extraction.networks.tokenization import WordReader, Words
from bioloom.extraction.networks.windows import cut
from bioloom.extraction.sentence_splitting import instruction_ends
from bioloom.resources import read_table


def read_instructions(
    reader: WordReader, sentences: Sequence[str], longest: int
) -> Iterator[tuple[int, Words]]:
    """Read the sentences of a protocol in parts; every part comes with the number of its sentence.

    A part is one instruction, of at most `longest` pieces, so that nothing depends on how many of them were
    written on a line. Case is restored, and seldom words for units are read as the usual ones. Offsets are
    those of the sentence as it is.
    """
    uncased = is_uncased(sentences)
    for number, sentence in enumerate(sentences):
        text = restore_case(sentence, uncased=uncased)
        words = reader.read(text, _usual_words())
        places = {int(place) for place in np.searchsorted(words.starts, instruction_ends(text))}
        for start, end in pairwise(sorted({0, *places, len(words)})):
            for part in cut(words.part(start, end), longest):
                yield number, part


@cache
def _usual_words() -> Mapping[str, str]:
    return {row["word"]: row["usual"] for row in read_table("layout/unit_words.tsv")}
