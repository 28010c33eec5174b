"""Named kinds: whether a question names another kind of a thing than the one that a document is about."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from bioloom.answering.asked_groups import DEGREES
from bioloom.question_parsing import QuestionPattern, folded_words, is_excluded, names_subject
from bioloom.question_parsing.search_terms import STOP_WORDS

_SPECIES = re.compile(r"\b[A-Z]\. [a-z]{4,}\b")


def names_other_kind(pattern: QuestionPattern, document: Sequence[str]) -> bool:
    """Say whether a question names another kind of a thing than a document, whose title and sentences are
    given: it has another organism or tissue before a word than these have before it everywhere, another
    species, or a word before it that theirs excludes.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> told = ["Primary mouse hepatocytes", "Coat plates with rat collagen."]
    >>> asked = (parse_pattern(f"How long are {each} hepatocytes kept?") for each in ("rat", "mouse"))
    >>> [names_other_kind(each, told) for each in asked]
    [True, False]
    """
    told = tuple(document)
    known = _kinds(told)
    return (
        any(noun in known and word not in known[noun] for word, noun in _named(pattern.text) if word != noun)
        or _of_other_species(pattern.text, " ".join(told))
        or _of_opposite_kind(pattern.text, told)
    )


def _of_other_species(question: str, document: str) -> bool:
    """Say whether a question names a species by its short name, such as S. aureus, and a document others
    only."""
    asked = set(_SPECIES.findall(question))
    known = set(_SPECIES.findall(document)) if asked else set()
    return bool(known) and any(each not in known and each.split()[1] not in document for each in asked)


def _of_opposite_kind(question: str, document: tuple[str, ...]) -> bool:
    """Say whether a question has a word before another one that a document has nowhere, and the document a
    word before that which excludes it: "frozen sections" where these are paraffin sections.

    >>> _of_opposite_kind("How thick are the frozen sections?", ("Staining of paraffin sections",))
    True
    """
    before: dict[str, set[str]] = {}
    for text in document:
        for one, noun in pairwise(folded_words(text)):
            before.setdefault(noun, set()).add(one)
    known = {word for words in before.values() for word in words} | set(before)
    asked = pairwise(folded_words(question))
    return any(
        one not in known and one not in DEGREES and is_excluded(one, before.get(noun, ()))
        for one, noun in asked
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
