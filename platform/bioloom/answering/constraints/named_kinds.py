"""Named kinds: whether a question names another kind of a thing than the one that a document is about."""

import re
from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from itertools import pairwise

from bioloom.answering.constraints.asked_groups import DEGREES
from bioloom.question_parsing import (
    QuestionPattern,
    canonical_words,
    is_act,
    is_excluded,
    is_unconstraining,
    names_organism,
    names_subject,
)
from bioloom.question_parsing.search_terms import STOP_WORDS

_LINEAGE = re.compile(r"\b(B|T|NK)[- ](?:cell|lymphocyte)s?\b")
_SPECIES = re.compile(r"\b[A-Z]\. [a-z]{4,}\b")


def names_other_kind(pattern: QuestionPattern, document: Sequence[str]) -> bool:
    """Say whether a question names another kind of a thing than a document, whose title and sentences are
    given: it has another organism or tissue before a word than these have before it everywhere, another
    species, or a word before it that theirs excludes.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> texts = ["Primary mouse hepatocytes", "Coat plates with rat collagen."]
    >>> asked = (parse_pattern(f"How long are {each} hepatocytes kept?") for each in ("rat", "mouse"))
    >>> [names_other_kind(each, texts) for each in asked]
    [True, False]
    """
    texts = tuple(document)
    return (
        _of_other_subject(pattern.text, texts)
        or _of_other_species(pattern.text, texts)
        or _of_other_lineage(pattern.text, texts)
        or _of_opposite_kind(pattern.text, texts)
    )


def _of_other_subject(question: str, document: tuple[str, ...]) -> bool:
    """Say whether a question has an organism or a tissue before a word that is no act, and a document only
    others of its kind before it: "mouse hemispheres" may be those of the mouse brain."""
    asked = [pair for pair in pairwise(canonical_words(question)) if names_subject(pair[0])]
    return any(
        word != noun
        and not (noun in STOP_WORDS or is_act(noun) or is_unconstraining(noun))
        and (subjects := {each for each in _words_before(document).get(noun, ()) if _alike(word, each)})
        and word not in subjects
        for word, noun in asked
    )


def _alike(word: str, other: str) -> bool:
    """Say whether two words both name organisms, or both tissues."""
    return names_subject(other) and names_organism(word) == names_organism(other)


def _of_other_species(question: str, document: tuple[str, ...]) -> bool:
    """Say whether a question names a species by its short name, such as S. aureus, and a document others
    only."""
    asked = set(_SPECIES.findall(question))
    whole = " ".join(document) if asked else ""
    known = set(_SPECIES.findall(whole))
    return bool(known) and any(each not in known and each.split()[1] not in whole for each in asked)


def _of_other_lineage(question: str, document: tuple[str, ...]) -> bool:
    """Say whether a question names a kind of lymphocytes, and a document others only.

    >>> _of_other_lineage("How long are B cells lysed?", ("ATAC-seq of T cells",))
    True
    """
    asked = set(_LINEAGE.findall(question))
    known = set(_LINEAGE.findall(" ".join(document))) if asked else set()
    return bool(known) and not asked & known


def _of_opposite_kind(question: str, document: tuple[str, ...]) -> bool:
    """Say whether a question has a word before another one that a document has nowhere, and the document a
    word before that which excludes it: "frozen sections" where these are paraffin sections.

    >>> _of_opposite_kind("How thick are the frozen sections?", ("Staining of paraffin sections",))
    True
    """
    asked = [pair for pair in pairwise(canonical_words(question)) if pair[0] not in DEGREES]
    before = _words_before(document)
    return any(
        is_excluded(word, before.get(noun, ())) and word not in before and not _is_first(word, before)
        for word, noun in asked
    )


def _is_first(word: str, before: Mapping[str, Set[str]]) -> bool:
    """Say whether a word stands before another one."""
    return any(word in words for words in before.values())


@lru_cache(maxsize=1024)
def _words_before(document: tuple[str, ...]) -> Mapping[str, Set[str]]:
    """List for each word of a document the words that stand right before it in a sentence."""
    found: dict[str, set[str]] = {}
    for text in document:
        for word, noun in pairwise(canonical_words(text)):
            found.setdefault(noun, set()).add(word)
    return found
