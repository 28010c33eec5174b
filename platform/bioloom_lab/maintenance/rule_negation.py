"""Rule-based negation of descriptors: the fallback for SPEC R3 where no language model is set."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_NEGATIVES = frozenset({"not", "no", "never", "none", "cannot", "lacks", "without", "neither", "nor"})
_COPULAS = {"is": "is not", "are": "are not", "was": "was not", "were": "were not", "be": "not be"}
_MODALS = frozenset({"can", "may", "must", "should", "could", "will", "would", "might"})
_NOUNS = frozenset(  # words in -s that are no verbs where they begin a descriptor
    {"always", "symptoms", "conditions", "manifestations", "actions", "its", "this", "his", "as", "plus"}
    | {"ingredients", "variants", "examples", "levels"}
)
_LONGEST_PHRASE = 10
_DETERMINERS = frozenset({"a", "an", "the", "any", "this", "these", "those"})


def negate_descriptor(text: str) -> str | None:
    """Say the opposite of a descriptor, keeping its other words; None where no rule can.

    What is negated already, or has no words, stays without a negation.

    >>> negate_descriptor("increases abundance of")
    'does not increase abundance of'
    >>> negate_descriptor("has part")
    'does not have part'
    >>> negate_descriptor("affected by")
    'is not affected by'
    >>> negate_descriptor("Holds between a drug and a disease, where the drug treats the disease.")
    'Does not hold between a drug and a disease, where the drug treats the disease.'
    >>> negate_descriptor("A relationship between two things.")
    'Not a relationship between two things.'
    >>> negate_descriptor("not completed by") is None
    True
    """
    words = [word.lower() for word in _WORD.findall(text)]
    if not words or _NEGATIVES & set(words[:4]):
        return None
    first, _, rest = text.strip().partition(" ")
    bare = first.lower()
    if bare in _DETERMINERS:
        return _like(first, f"not {bare} {rest}")
    negated = _negated_verb(bare)
    if bare in _NOUNS or (negated is None and len(words) > _LONGEST_PHRASE):
        return _negate_inside(text)
    return _like(first, f"{negated} {rest}".strip() if negated else f"is not {bare} {rest}".strip())


def _negate_inside(sentence: str) -> str | None:
    """Negate the first verb of a sentence that is known for one: may, can, is, has."""
    words = sentence.split()
    for at, word in enumerate(words):
        if word in _COPULAS or word in _MODALS or word == "has":
            return " ".join((*words[:at], _negated_verb(word) or "", *words[at + 1 :]))
    return None


def _negated_verb(word: str) -> str | None:
    """Negate a finite verb: ``binds`` to ``does not bind``; None for any other word."""
    if word in _COPULAS:
        return _COPULAS[word]
    if word in _MODALS:
        return "cannot" if word == "can" else f"{word} not"
    if word == "has":
        return "does not have"
    if word in _NOUNS or not word.endswith("s") or word.endswith(("ss", "us", "is", "ics")) or len(word) < 4:
        return None
    return f"does not {_base(word)}"


def _base(verb: str) -> str:
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if verb.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")):
        return verb[:-2]
    return verb[:-1]


def _like(first: str, negation: str) -> str:
    """Begin with a capital where the original did."""
    return negation[:1].upper() + negation[1:] if first[:1].isupper() else negation
