"""Asked relations: the categories, predicates and directions that the words of a question ask for."""

from bioloom.question_parsing import stem
from bioloom.resources import read_table

_WORDS: dict[str, dict[str, tuple[str, ...]]] = {}
for _row in read_table("asking/relation_words.tsv"):
    _WORDS.setdefault(_row["use"], {}).update(
        dict.fromkeys(_row["words"].split(", "), tuple(_row["means"].split(", ")))
    )

ASKED_CATEGORIES = _WORDS["category"]
"""What a word for a kind of thing asks for: Biolink categories in lower case."""

DRUG_CATEGORIES = frozenset(ASKED_CATEGORIES["drug"])
"""The categories of what something is treated with."""

DIRECTIONS = _WORDS["lowering"] | _WORDS["raising"]
"""Beginnings of words that ask for one direction of an effect; an assertion of the other does not answer."""

RELATION_WORDS = _WORDS["relation"]
"""Beginnings of words that ask for a predicate which is spelt otherwise."""

RELATION_PHRASES = _WORDS["phrase"]
"""Words of no relation that ask for one together."""

RELATIONS = tuple(_WORDS["same"])
"""Further beginnings of words that ask for a relation, spelt as in its predicate."""

NEAR = _WORDS["near"]
"""Predicates that answer for want of the one that a beginning of a word asks for."""

_ENDINGS = frozenset({"", "e", "s", "es", "ed", "ing"})


def asked_predicates(word: str) -> tuple[str, ...]:
    """Give the beginnings of the predicates that the stem of a word asks for; none for most words.

    A beginning of three letters takes the endings of verbs only.

    >>> asked_predicates("act"), asked_predicates("actin"), asked_predicates("activat")[-2:]
    (('physical', 'interact', 'affect', 'regulat'), (), ('positiv',))
    """
    begun = (key for key in RELATION_WORDS if word.startswith(key))
    keys = [key for key in begun if len(key) > 3 or word[len(key) :] in _ENDINGS]
    return RELATION_WORDS[max(keys, key=len)] if keys else ()


def asked_directions(word: str) -> tuple[str, ...]:
    """Give the directions of an effect, as qualifiers, that the stem of a word asks for; mostly none."""
    return next((ways for begin, ways in DIRECTIONS.items() if word.startswith(begin)), ())


def asked_categories(word: str) -> tuple[str, ...]:
    """Give the categories that the stem of a word asks for, in lower case; none for most words.

    >>> asked_categories(stem("genes"))
    ('gene',)
    """
    return next((found for kind, found in ASKED_CATEGORIES.items() if stem(kind) == word), ())


def near_predicates(word: str) -> tuple[str, ...]:
    """Give the beginnings of predicates that answer for want of those that the stem of a word asks for.

    >>> near_predicates("treatment"), near_predicates("bind")
    (('amelior',), ())
    """
    return next((others for key, others in NEAR.items() if word.startswith(key)), ())


def is_relation_verb(word: str) -> bool:
    """Say whether a word is one for a relation with no more than the ending of a verb.

    >>> is_relation_verb("reduces"), is_relation_verb("reductase")
    (True, False)
    """
    bare = stem(word)
    keys = (*RELATION_WORDS, *RELATIONS)
    return any(bare.startswith(key) and bare[len(key) :] in _ENDINGS for key in keys)


def asks_relation(word: str) -> bool:
    """Say whether a word asks for a relation.

    >>> asks_relation("treats"), asks_relation("incubated")
    (True, False)
    """
    bare = stem(word)
    return bare.startswith(RELATIONS) or bool(asked_predicates(bare))
