"""Chunking of sentences into pieces of a fixed number of words (SPEC P5)."""

import re
from itertools import pairwise

from bioloom.errors import UsageError

WORDS = 5
"""Words a chunk: the best length of the papers (SPEC P24)."""

_WORD = re.compile(r"\S+\s*")


def cut(sentence: str, words: int = WORDS) -> tuple[str, ...]:
    """Cut a sentence into consecutive pieces of `words` words, the last one shorter (SPEC P5).

    Words are what white space separates; it stays with the word before it, so the pieces joined are the
    sentence. UsageError if `words` is less than 1.

    >>> cut("chitin synthetase was activated by proteases", 4)
    ('chitin synthetase was activated ', 'by proteases')
    """
    if words < 1:
        raise UsageError(f"a chunk has one word or more, not {words}")
    starts = [found.start() for found in _WORD.finditer(sentence)][::words]
    if not starts:
        return (sentence,) if sentence else ()
    bounds = [0, *starts[1:], len(sentence)]
    return tuple(sentence[start:end] for start, end in pairwise(bounds))


def chunks(sentence: str, words: int = WORDS) -> tuple[str, ...]:
    """Give the chunks of a sentence without the white space around them: none for a blank sentence.

    >>> chunks("chitin synthetase was activated by  proteases ", 5)
    ('chitin synthetase was activated by', 'proteases')
    """
    return tuple(chunk for piece in cut(sentence, words) if (chunk := piece.strip()))
