"""The words in a release's documentation and in the terms of other vocabularies that it maps to."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z‘'\"“])")
_ABBREVIATED = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf)\.$", re.IGNORECASE)
_MODELLING = re.compile(  # sentences about how to use the model rather than what the predicate means
    r"\b(edges?|predicates?|should|translator|knowledge_level|mixins?|slots?|class|classes|modell?ed|"
    r"deprecated|statements?|hierarchy|ontolog(?:y|ies)|e\.g|note|see|"
    r"curators?|properties|domain|range)\b",
    re.IGNORECASE,
)
_FEWEST_WORDS, _MOST_WORDS = 4, 60
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_COUNT = re.compile(r"\d{1,2}")
_CODE = re.compile(r"\d{3,}|^[A-Za-z]{0,2}\d+$|^[A-Z]{1,3}$")


def sentences(documentation: str) -> Iterator[str]:
    """Give the first sentence of a definition, and those after it that say what the predicate means.

    >>> list(sentences("Holds between a and b.\\n  Edges should be asserted. The effect of a on b is seen."))
    ['Holds between a and b.', 'The effect of a on b is seen.']
    """
    for number, sentence in enumerate(_split(" ".join(documentation.split()))):
        words = len(sentence.split())
        if number and (_MODELLING.search(sentence) or not _FEWEST_WORDS <= words <= _MOST_WORDS):
            continue
        if sentence:
            yield sentence


def _split(text: str) -> Iterator[str]:
    held = ""
    for piece in _SENTENCE.split(text):
        held = f"{held} {piece}".strip()
        if not _ABBREVIATED.search(held):
            yield held
            held = ""
    if held:
        yield held


def mapping_words(term: str) -> str | None:
    """Give the words in a term of another vocabulary, None where it is a code.

    >>> mapping_words("CTD:increases_abundance_of"), mapping_words("SEMMEDDB:TREATS")
    ('increases abundance of', 'treats')
    >>> mapping_words("RO:0002211"), mapping_words("WIKIDATA_PROPERTY:P2175"), mapping_words("UMLS:RO")
    (None, None, None)
    """
    local = term.rpartition(":")[2]
    words = _CAMEL.sub(" ", local.replace("_", " ")).split()
    if not words or any(
        _CODE.search(word) for word in words if not (len(words) > 1 and _COUNT.fullmatch(word))
    ):
        return None
    phrase = " ".join(word.lower() if word.isupper() and len(word) > 3 else _lower(word) for word in words)
    return phrase if re.search(r"[a-z]{3}", phrase) else None


def _lower(word: str) -> str:
    return word.lower() if word[:1].isupper() and word[1:].islower() and "-" not in word else word
