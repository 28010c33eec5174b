"""Instruction reader: sentences of a protocol as the networks know them, their case restored."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

import numpy as np

from bioloom.extraction.networks.tokenization import WordReader, Words
from bioloom.extraction.networks.windows import cut
from bioloom.extraction.sentence_splitting import instruction_ends
from bioloom.resources import read_table

_WORD = re.compile(r"[^\W\d_]+")
_SHARE_OF_BEGINNINGS = 0.05
_SHARE_IN_CAPITALS = 0.8
_LEAST_LETTERS = 12


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


def is_uncased(texts: Iterable[str]) -> bool:
    """Say whether (nearly) no sentence of a document begins with a capital letter.

    >>> is_uncased(["add 5 ml of buffer.", "spin at 4 °C."]), is_uncased(["Add 5 ml of buffer."])
    (True, False)
    """
    first = [text[0].isupper() for text in texts if text[:1].isalpha()]
    return bool(first) and sum(first) <= _SHARE_OF_BEGINNINGS * len(first)


def restore_case(text: str, *, uncased: bool = False) -> str:
    """Write a sentence in capitals, or any of an uncased document, in usual case; its length stays.

    Other sentences come back as they are. Which words have capitals is read from ``layout/case.tsv``.

    >>> restore_case("ADD EDTA TO THE DNA PELLET."), restore_case("Add EDTA.")
    ('Add EDTA to the DNA pellet.', 'Add EDTA.')
    >>> restore_case("add edta and mix.", uncased=True)
    'Add EDTA and mix.'
    """
    letters = [letter for letter in text if letter.isalpha()]
    if len(letters) >= _LEAST_LETTERS and sum(map(str.isupper, letters)) > _SHARE_IN_CAPITALS * len(letters):
        text = "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)
    elif not uncased:
        return text
    written = _WORD.sub(lambda found: _usual_case().get(found[0], found[0]), text)
    upper = written[:1].upper()
    return upper + written[1:] if len(upper) == 1 and written[:1] == text[:1] else written


@cache
def _usual_case() -> dict[str, str]:
    words = (row["word"] for row in read_table("layout/case.tsv"))
    return {word.lower(): word for word in words if len(word.lower()) == len(word)}
