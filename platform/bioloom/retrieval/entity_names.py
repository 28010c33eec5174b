"""Entity names: the names in a question, and the fuller ones for which they stand."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from bioloom.names import phrases, tokens
from bioloom.question_parsing import STOP_WORDS, canonical_word, is_everyday, stem
from bioloom.retrieval.asked_relations import asked_categories, is_relation_verb

_TYPED = re.compile(r"[a-z]+")

TAILS = ("disease", "disorder", "mellitus", "syndrome")
"""Last words of names that are left out in speaking: type 2 diabetes, Alzheimer's."""

_LONGEST_SHORTENED = 4
"""Words of a name that may be a shortened one."""

_ASKING = frozenset(["which", "what", "many", "all", "any", "both", "some"])
"""Stop words behind which a word for a kind of things says what is asked for."""


def names_in(text: str) -> list[str]:
    """List the normal forms of every run of words that may name something.

    A word for a kind of things names nothing where another word stands before it, and tells its kind. Nor
    does a word in small letters that asks for a relation.

    >>> [name for name in names_in("Which drugs treat Grave's disease?") if "disease" in name][-1]
    's disease'
    >>> names_in("disease"), {"drugs", "prevents"}.intersection(names_in("How many drugs prevents gout?"))
    (['disease'], set())
    """
    words = tokens(text)
    kinds = {
        word
        for before, word in pairwise(words)
        if (before in _ASKING or before not in STOP_WORDS) and _is_kind(word)
    }
    relations = set(filter(is_relation_verb, _TYPED.findall(text)))
    empty = STOP_WORDS | kinds | relations
    return [each for each in phrases(text) if len(each) > 1 and each not in empty]


def _is_kind(word: str) -> bool:
    return word in TAILS or bool(asked_categories(stem(word)))


def fuller_names(names: Sequence[str]) -> dict[str, str]:
    """Give the other names that a question's may stand for, each with what is said: fuller names, the
    singular, names with their apostrophe elsewhere.

    >>> fuller_names(["alzheimer s", "glaucomas"])["alzheimer s disease"]
    'alzheimer s'
    >>> fuller_names(["crohns"])["crohn s disease"]
    'crohns'
    """
    found = {}
    for name in names:
        words = name.split()
        if len(words) > _LONGEST_SHORTENED or words[-1] in STOP_WORDS:
            continue
        found.update(dict.fromkeys(_other_apostrophes(words), name))
        if len(words) == 1 and is_everyday(canonical_word(name)):
            continue
        found.update({f"{name} {tail}": name for tail in TAILS})
        if name.endswith("s"):  # "crohns" for Crohn's disease
            found.update((form, name) for tail in TAILS for form in _other_apostrophes([*words, tail]))
        if name.endswith("s") and len(words[-1]) > len("virus"):
            found[name[:-1]] = name
    said = frozenset(names)
    return {fuller: name for fuller, name in found.items() if fuller not in said}


def _other_apostrophes(words: Sequence[str]) -> Iterable[str]:
    """Give the forms of a name with its apostrophe elsewhere: "Grave's", "Graves'" and "Grave disease".

    >>> list(_other_apostrophes(["grave", "s", "disease"]))
    ['graves disease', 'grave disease']
    """
    if "s" in words[1:]:
        at = words.index("s", 1)
        yield " ".join((*words[: at - 1], f"{words[at - 1]}s", *words[at + 1 :]))
        yield " ".join((*words[:at], *words[at + 1 :]))
    elif len(words) > 1 and words[-1] in TAILS:
        *first, last, tail = words
        bare = last.removesuffix("s")
        forms = (f"{bare} s", bare) if bare != last else (f"{last} s", f"{last}s")
        for form in forms:
            yield " ".join((*first, form, tail))


def everyday_names(text: str, names: Sequence[str]) -> list[str]:
    """List the everyday words in small letters, which mean no symbol in capitals: "act" is not ACT."""
    typed = frozenset(_TYPED.findall(text))
    return [name for name in names if name in typed and is_everyday(canonical_word(name))]
