"""Synonyms of protocol language: words that count as the same where a question is compared with a step."""

import re
from collections.abc import Iterable, Mapping, Set
from functools import cache, lru_cache

from bioloom.names import tokens
from bioloom.question_parsing.inflections import stem
from bioloom.resources import read_table, read_words

_SHORTEST_BEGINNING = 4
_LONGEST_ENDING = 4
_BRITISH = re.compile(r"(?<=[a-z]{3})is(e|ed|es|er|ing|ation)$")
_DIGRAPH = re.compile(r"(?<=[a-z])[ao]e(?=[a-z]{2})|(?<=sul)ph")
"""What British spelling has for one letter: haemolysis, foetal, sulphate."""

_THOUSANDS = re.compile(r",(?=\d{3}(?:\D|$))")
_FORMULAS = (
    (re.compile(r"\b(?:d{1,2}-?)?H2O\b", re.IGNORECASE), "water"),
    (re.compile(r"\bLN2\b", re.IGNORECASE), "liquid nitrogen"),
)
"""Names that fall apart into letters and a number."""

_FORMULA = re.compile(r"(?=.*(?:[a-z]|\d))(?:(?:Ac|Et|Me|Gu|[A-Z][a-z]?)\d*){2,}")
"""A formula or a short name of a laboratory made of symbols: LiCl, MgSO4, MeOH; no initials."""

_PLACES = frozenset({"through", "inside", "outside", "top", "bottom", "upper", "lower"})
"""Words of place that names of things are made of as well ("flow-through")."""

_UNSPECIFIC = frozenset({"normal", "standard", "regular", "plant", "sample", "incubator"})
"""Words of a laboratory that tell no thing from another."""

_DERIVED = frozenset("a al an ar ate e i ia ial ic is ome omal ous sy um us y z".split())  # noqa: SIM905 (a word list)
"""Endings of Latin and Greek nouns and their adjectives: fungi and fungal, chromosome and chromosomal,
and of what is done: hydrolysis and hydrolyze."""

_OPPOSED = frozenset({"a", "an", "anti", "de", "dis", "im", "in", "ir", "non", "un"})
"""Beginnings that turn a word into its opposite: the untreated are not the treated."""

_DENYING = ("non", "un")
"""Those of them that every word may have."""

_ENZYME = frozenset({"", "as"})
"""The folded ending of an enzyme: a proteinase is no protein."""


@cache
def _table() -> tuple[Mapping[str, str], Mapping[str, frozenset[str]]]:
    """Read ontology/retrieval/synonyms.tsv: words with what they become, and the words of each kind."""
    rows = tuple(read_table("retrieval/synonyms.tsv"))
    names = {word: row["name"] for row in rows for word in row["words"].split()}
    kinds: dict[str, set[str]] = {}
    for row in rows:
        kinds.setdefault(row["kind"], set()).add(row["name"])
    return names, {kind: frozenset(words) for kind, words in kinds.items()}


def fold(word: str) -> str:
    """Give the form in which a word or a number is compared.

    >>> fold("centrifuged"), fold("EtOH".lower()), fold("antibodies"), fold("8,000")
    ('spin', 'ethanol', 'antibody', '8000')
    >>> fold("caesium") == fold("cesium"), fold("sulphuric") == fold("sulfuric")
    (True, True)
    """
    if word[:1].isdigit():
        return _THOUSANDS.sub("", word)
    names = _table()[0]
    if word in names:
        return names[word]
    word = _DIGRAPH.sub(lambda found: "f" if found[0] == "ph" else "e", _BRITISH.sub(r"iz\1", word))
    cut = stem(word)
    return (
        names.get(word) or names.get(cut) or (f"{cut[:-1]}y" if cut.endswith("i") and len(cut) > 4 else cut)
    )


def is_act(folded: str) -> bool:
    """Say whether a folded word names an action of a laboratory."""
    return folded in _table()[1]["act"]


def is_soft(folded: str) -> bool:
    """Say whether a folded word constrains nothing."""
    return folded in _table()[1]["soft"]


@cache
def _opposites() -> Mapping[str, Set[str]]:
    """Read ontology/retrieval/opposites.tsv: each word with those that exclude it."""
    found: dict[str, set[str]] = {}
    for row in read_table("retrieval/opposites.tsv"):
        one, other = fold(row["one"]), fold(row["other"])
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found


def excludes(folded: str, other: str) -> bool:
    """Say whether two folded words exclude one another.

    >>> excludes("static", "flow"), excludes("flow", "static"), excludes("flow", "flow")
    (True, True, False)
    """
    return is_excluded(folded, (other,))


def is_excluded(folded: str, others: Iterable[str]) -> bool:
    """Say whether one of some folded words excludes another one.

    >>> is_excluded("static", ("cell", "flow")), is_excluded("static", ("cell",))
    (True, False)
    >>> is_excluded("treat", ("untreat",)), is_excluded("infect", ("noninfect", "disinfect"))
    (True, True)
    """
    against = {*_opposites().get(folded, ()), *(f"{begun}{folded}" for begun in _DENYING)}
    against.update(folded.removeprefix(begun) for begun in _DENYING if folded.startswith(begun))
    return not against.isdisjoint(others)


def names_kind(folded: str) -> bool:
    """Say whether a folded word names a kind of thing rather than one ("solution", "enzyme")."""
    return folded in _table()[1]["kind"]


def names_subject(folded: str) -> bool:
    """Say whether a folded word names an organism or a tissue that a protocol may be about.

    >>> names_subject(fold("adipose")), names_subject(fold("murine")), names_subject(fold("buffer"))
    (True, True, False)
    """
    return folded in _table()[1]["subject"] or names_organism(folded)


def names_organism(folded: str) -> bool:
    """Say whether a folded word names an organism.

    >>> names_organism(fold("mice")), names_organism(fold("liver"))
    (True, False)
    """
    return folded in _table()[1]["organism"]


def is_common(folded: str) -> bool:
    """Say whether a folded word is one of everyday English that names nothing of a laboratory, or nothing in
    particular.

    >>> is_common(fold("together")), is_common(fold("solution")), is_common(fold("acetone"))
    (True, True, False)
    """
    return folded in _common()


def is_talk(folded: str) -> bool:
    """Say whether a folded word is an everyday one that names no act and no kind of things either.

    >>> is_talk(fold("aim")), is_talk(fold("solution")), is_talk(fold("boiled"))
    (True, False, False)
    """
    return is_common(folded) and not is_act(folded) and not names_kind(folded)


@cache
def _common() -> frozenset[str]:
    """Read ontology/retrieval/common_words.txt, and the unspecific words of the synonyms."""
    listed = (fold(word) for words in read_words("retrieval/common_words.txt") for word in words)
    kinds = _table()[1]
    return (frozenset(listed) - kinds["subject"] - kinds["organism"]) | kinds["kind"] | _PLACES | _UNSPECIFIC


def name_formulas(text: str) -> str:
    """Write formulas that people say as words.

    >>> name_formulas("ddH2O and LN2"), name_formulas("8 M licl")
    ('water and liquid nitrogen', '8 M lithium chloride')
    """
    for formula, name in _FORMULAS:
        text = formula.sub(name, text)
    formulas, names = _reagents()
    return formulas.sub(lambda found: names[found[0].casefold()], text)


@cache
def _reagents() -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Read the formulas of ontology/grounding/reagents.tsv, in any case, with the names that people say."""
    rows = [(row["short"], row["name"].partition("|")[0]) for row in read_table("grounding/reagents.tsv")]
    names = {
        short.casefold(): name
        for short, name in rows
        if _FORMULA.fullmatch(short) and name.replace(" ", "").isalpha()
    }
    return re.compile(rf"\b(?:{'|'.join(names)})\b", re.IGNORECASE), names


@lru_cache(maxsize=16384)
def folded_words(text: str) -> tuple[str, ...]:
    """Fold every word of a text, in order."""
    return tuple(fold(word) for word in tokens(name_formulas(text)))


def stands_in(folded: str, known: Set[str]) -> bool:
    """Say whether a folded word is among others, differs from one of them by an ending, or ends one.

    >>> stands_in("extract", {"extraction"}), stands_in("spin", {"spinsmart"}), stands_in("fungal", {"fungi"})
    (True, False, True)
    >>> stands_in("phage", {"bacteriophage"}), stands_in("treat", {"untreat"})
    (True, False)
    """
    if folded in known:
        return True
    if len(folded) < _SHORTEST_BEGINNING or not folded.isalpha():
        return False
    return _bears_ending(folded, known if isinstance(known, frozenset) else frozenset(known))


@lru_cache(maxsize=32768)
def _bears_ending(folded: str, known: frozenset[str]) -> bool:
    """Say whether a word differs from one of others by an ending, or ends one; the words of a step are asked
    for many times."""
    head = folded[:_SHORTEST_BEGINNING]
    for other in known:  # most differ in their first letters; thousands of pairs are compared for an answer
        if other.startswith(head) and (
            abs(len(other) - len(folded)) <= _LONGEST_ENDING
            or {folded, other} & {f"{folded}ation", f"{other}ation"}
        ):
            pairs = enumerate(zip(folded, other, strict=False))
            same = next((at for at, (one, two) in pairs if one != two), min(len(folded), len(other)))
            ends = {folded[same:], other[same:]}
            if (same in (len(folded), len(other)) and ends != _ENZYME) or ends <= _DERIVED:
                return True
        if other.endswith(folded) and other.removesuffix(folded) not in _OPPOSED:
            return True
    return False
