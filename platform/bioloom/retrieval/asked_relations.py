"""Asked relations: the categories, predicates and directions that the words of a question ask for."""

from __future__ import annotations

from bioloom.question_parsing import stem

_DISEASE = ("disease", "diseaseorphenotypicfeature")
_DRUG = ("drug", "smallmolecule", "chemicalentity")

DRUG_CATEGORIES = frozenset(_DRUG)
"""The categories of what something is treated with."""

ASKED_CATEGORIES = {
    "gene": ("gene",),
    **dict.fromkeys(("protein", "enzyme", "kinase", "receptor"), ("protein", "gene")),
    **dict.fromkeys(("disease", "disorder", "condition", "illness", "indication"), _DISEASE),
    **dict.fromkeys(("symptom", "phenotype", "complaint"), ("phenotypicfeature",)),
    "effect": ("phenotypicfeature", "diseaseorphenotypicfeature"),
    **dict.fromkeys(("drug", "medication", "medicine", "pharmaceutical"), _DRUG),
    **dict.fromkeys(("compound", "chemical"), _DRUG[1:]),
    "class": ("chemicalrole",),
    "pathway": ("pathway",),
    "process": ("biologicalprocess",),
    "function": ("molecularactivity",),
    **dict.fromkeys(("anatomy", "tissue", "organ", "structure"), ("anatomicalentity",)),
    "cell": ("cell", "cellularcomponent"),
}
"""What a word for a kind of thing asks for: Biolink categories in lower case."""

LOWERING = ("block", "decreas", "downregulat", "inhibit", "lower", "reduc", "suppress")
RAISING = ("activat", "elevat", "increas", "rais", "stimulat", "upregulat")
"""Beginnings of words for an effect of one direction."""

RELATION_WORDS = {
    "act": ("physical", "interact", "affect", "regulat"),
    **dict.fromkeys(("target", "hit"), ("bind", "interact", "affect", "regulat")),
    **dict.fromkeys(LOWERING, ("negativ",)),
    **dict.fromkeys(RAISING, ("positiv",)),
    "bind": ("physical", "interact"),
    "symptom": ("phenotyp",),
    **dict.fromkeys(("locat", "locali"), ("locat", "express")),
    "induc": ("caus", "affect"),
    "link": ("associat", "relat", "correlat"),
    "connect": ("associat", "relat", "correlat"),
    "treat": ("treat",),
    "therap": ("treat",),
    "indicat": ("treat",),
    "cur": ("treat",),
    **dict.fromkeys(("alleviat", "eas", "palliat", "reliev", "sooth"), ("amelior",)),
    "help": ("treat", "amelior"),
    "mention": ("literatur",),
    **dict.fromkeys(("resembl", "similar"), ("resembl", "similar")),
    "produc": ("caus", "express"),
    "caus": ("side", "contribut", "predispos"),
    "participat": ("participa",),
    "clas": ("role", "subclass"),
    "belong": ("role", "subclass", "part"),
}
"""Beginnings of words that ask for a predicate which is spelt otherwise."""

_ENDINGS = frozenset({"", "e", "s", "es", "ed", "ing"})

RELATION_PHRASES = dict.fromkeys(
    (
        *("used for", "used against", "good for", "given for", "given against"),
        *("drug for", "drugs for", "medicine for", "medicines for", "drug against", "drugs against"),
    ),
    ("treat", "amelior"),
)
"""Words of no relation that ask for one together."""

RELATIONS = (
    "affect",
    "associat",
    "express",
    "interact",
    "prevent",
    "regulat",
    "worsen",
)
"""Further beginnings of words that ask for a relation, spelt as in its predicate."""

NEAR = {
    **dict.fromkeys(("treat", "therap"), ("amelior",)),
    **dict.fromkeys(("resembl", "similar"), ("literatur",)),
}
"""Predicates that answer for want of the one that a beginning of a word asks for."""

DIRECTIONS = {
    **dict.fromkeys(LOWERING, ("decreased", "downregulated")),
    **dict.fromkeys(RAISING, ("increased", "upregulated")),
}
"""Beginnings of words that ask for one direction of an effect; an assertion of the other does not answer."""


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


def asks_relation(word: str) -> bool:
    """Say whether a word asks for a relation.

    >>> asks_relation("treats"), asks_relation("incubated")
    (True, False)
    """
    bare = stem(word)
    return bare.startswith(RELATIONS) or bool(asked_predicates(bare))
