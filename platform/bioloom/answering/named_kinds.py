"""Named kinds: whether a question names another kind of a thing than the one that a document is about."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from bioloom.question_parsing import QuestionPattern, folded_words, names_subject
from bioloom.question_parsing.search_terms import STOP_WORDS


def names_other_kind(pattern: QuestionPattern, document: Sequence[str]) -> bool:
    """Say whether a question has another organism or tissue before a word than a document has before it
    everywhere; `document` are its title and its sentences.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> told = ["Primary mouse hepatocytes", "Coat plates with rat collagen."]
    >>> asked = (parse_pattern(f"How long are {each} hepatocytes kept?") for each in ("rat", "mouse"))
    >>> [names_other_kind(each, told) for each in asked]
    [True, False]
    """
    known = _kinds(tuple(document))
    return any(
        noun in known and word not in known[noun] for word, noun in _named(pattern.text) if word != noun
    )


@lru_cache(maxsize=256)
def _kinds(document: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """List for each word of a document the organisms and tissues that stand right before it."""
    found: dict[str, set[str]] = {}
    for text in document:
        for word, noun in _named(text):
            found.setdefault(noun, set()).add(word)
    return {noun: frozenset(words) for noun, words in found.items()}


def _named(text: str) -> Iterator[tuple[str, str]]:
    """Give the organisms and tissues of a text, each with the word right behind it."""
    for word, noun in pairwise(folded_words(text)):
        if names_subject(word) and noun not in STOP_WORDS:
            yield word, noun
