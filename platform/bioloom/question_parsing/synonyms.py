"""Lexical normalization and classes of words: how words of a question are compared with those of a text.

`canonical_word` stems a word and puts the name of its synonyms for it; `matches_any` compares such words
fuzzily. Five predicates leave words out, each for another reason:

- stop words (`search_terms.STOP_WORDS`): words of every English text, never searched ("the", "used");
- asking words (`question_type.ASKING_WORDS`): say what kind of answer is asked for ("temperature", "long");
- `is_unconstraining`: words of protocols that narrow no answer ("perform", "keep"); a step may lack them;
- `is_everyday`: words of general English, and words for kinds of things; a document may say them otherwise,
  so that one which lacks them may still answer;
- `is_filler`: everyday words that name neither an act nor a kind of things ("aim", "booked"); they are left
  out before steps are weighed, if the document lacks them.
"""

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
    (re.compile(r"\bo/n\b", re.IGNORECASE), "overnight"),
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
"""The word ending of an enzyme: a proteinase is no protein."""


@cache
def _table() -> tuple[Mapping[str, str], Mapping[str, frozenset[str]]]:
    """Read ontology/retrieval/synonyms.tsv: words with what they become, and the words of each kind."""
    rows = tuple(read_table("retrieval/synonyms.tsv"))
    names = {word: row["name"] for row in rows for word in row["words"].split()}
    kinds: dict[str, set[str]] = {}
    for row in rows:
        kinds.setdefault(row["kind"], set()).add(row["name"])
    return names, {kind: frozenset(words) for kind, words in kinds.items()}


@lru_cache(maxsize=32768)
def canonical_word(word: str) -> str:
    """Give the form in which a word or a number is compared: stemmed, with one name for its synonyms.

    >>> [canonical_word(word) for word in ("centrifuged", "etoh", "antibodies", "8,000")]
    ['spin', 'ethanol', 'antibody', '8000']
    >>> canonical_word("caesium") == canonical_word("cesium")
    True
    >>> canonical_word("sulphuric") == canonical_word("sulfuric")
    True
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


def is_act(word: str) -> bool:
    """Say whether a canonical word names an action of a laboratory."""
    return word in _table()[1]["act"]


def is_unconstraining(word: str) -> bool:
    """Say whether a canonical word of protocols narrows no answer: a step that answers may lack it."""
    return word in _table()[1]["soft"]


@cache
def _opposites() -> Mapping[str, Set[str]]:
    """Read ontology/retrieval/opposites.tsv: each word with those that exclude it."""
    found: dict[str, set[str]] = {}
    for row in read_table("retrieval/opposites.tsv"):
        one, other = canonical_word(row["one"]), canonical_word(row["other"])
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found


def excludes(word: str, other: str) -> bool:
    """Say whether two canonical words exclude one another.

    >>> excludes("static", "flow"), excludes("flow", "static"), excludes("flow", "flow")
    (True, True, False)
    """
    return is_excluded(word, (other,))


def is_excluded(word: str, others: Iterable[str]) -> bool:
    """Say whether one of some canonical words excludes another one.

    >>> is_excluded("static", ("cell", "flow")), is_excluded("static", ("cell",))
    (True, False)
    >>> is_excluded("treat", ("untreat",)), is_excluded("infect", ("noninfect", "disinfect"))
    (True, True)
    """
    against = {*_opposites().get(word, ()), *(f"{begun}{word}" for begun in _DENYING)}
    against.update(word.removeprefix(begun) for begun in _DENYING if word.startswith(begun))
    return not against.isdisjoint(others)


def names_kind(word: str) -> bool:
    """Say whether a canonical word names a kind of thing rather than one ("solution", "enzyme")."""
    return word in _table()[1]["kind"]


def names_subject(word: str) -> bool:
    """Say whether a canonical word names an organism or a tissue that a protocol may be about.

    >>> [names_subject(canonical_word(word)) for word in ("adipose", "murine", "buffer")]
    [True, True, False]
    """
    return word in _table()[1]["subject"] or names_organism(word)


def names_organism(word: str) -> bool:
    """Say whether a canonical word names an organism.

    >>> names_organism(canonical_word("mice")), names_organism(canonical_word("liver"))
    (True, False)
    """
    return word in _table()[1]["organism"]


def is_everyday(word: str) -> bool:
    """Say whether a canonical word is one of general English, or names a kind of things and none of them: a
    document may say it otherwise.

    >>> [is_everyday(canonical_word(word)) for word in ("together", "solution", "acetone")]
    [True, True, False]
    """
    return word in _everyday()


def is_filler(word: str) -> bool:
    """Say whether a canonical word is an everyday one that names neither an act nor a kind of things.

    >>> [is_filler(canonical_word(word)) for word in ("aim", "solution", "boiled")]
    [True, False, False]
    """
    return is_everyday(word) and not is_act(word) and not names_kind(word)


@cache
def _everyday() -> frozenset[str]:
    """Read ontology/retrieval/common_words.txt, and the unspecific words of the synonyms."""
    listed = (canonical_word(word) for words in read_words("retrieval/common_words.txt") for word in words)
    kinds = _table()[1]
    return (frozenset(listed) - kinds["subject"] - kinds["organism"]) | kinds["kind"] | _PLACES | _UNSPECIFIC


@lru_cache(maxsize=1024)
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
def canonical_words(text: str) -> tuple[str, ...]:
    """Give every word of a text in its canonical form, in order."""
    return tuple(canonical_word(word) for word in tokens(name_formulas(text)))


def matches_any(word: str, known: Set[str]) -> bool:
    """Say whether a canonical word matches one of others: is equal, differs by an ending, or ends it.

    >>> matches_any("extract", {"extraction"}), matches_any("fungal", {"fungi"})
    (True, True)
    >>> matches_any("spin", {"spinsmart"}), matches_any("treat", {"untreat"})
    (False, False)
    >>> matches_any("phage", {"bacteriophage"})
    True
    """
    if word in known:
        return True
    if len(word) < _SHORTEST_BEGINNING or not word.isalpha():
        return False
    return _matches_by_ending(word, known if isinstance(known, frozenset) else frozenset(known))


@lru_cache(maxsize=2048)
def _lines(known: frozenset[str]) -> str:
    """Write words one a line, so that a beginning or an ending is looked for in all of them at once."""
    return "\n".join(("", *known, ""))


@lru_cache(maxsize=32768)
def _matches_by_ending(word: str, known: frozenset[str]) -> bool:
    """Say whether a word differs from one of others by an ending, or ends one; the words of a step are asked
    for many times."""
    head, lines = word[:_SHORTEST_BEGINNING], _lines(known)
    if f"\n{head}" not in lines and f"{word}\n" not in lines:
        return False
    for other in known:  # most differ in their first letters; thousands of pairs are compared for an answer
        if other.startswith(head) and (
            abs(len(other) - len(word)) <= _LONGEST_ENDING
            or {word, other} & {f"{word}ation", f"{other}ation"}
        ):
            pairs = enumerate(zip(word, other, strict=False))
            same = next((at for at, (one, two) in pairs if one != two), min(len(word), len(other)))
            ends = {word[same:], other[same:]}
            if (same in (len(word), len(other)) and ends != _ENZYME) or ends <= _DERIVED:
                return True
        if other.endswith(word) and other.removesuffix(word) not in _OPPOSED:
            return True
    return False
