"""Name variants: the name itself, the long form of an abbreviation, or the head without modifiers."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from bioloom.biolink import model
from bioloom.grounding.modifier_stripping import head_substances
from bioloom.grounding.name_normalization import key, keys, surface
from bioloom.resources import read_table

Manner = Literal["whole", "abbreviation", "head"]

_SPECIES = re.compile(r"^[hmr](?=[A-Z][A-Z0-9])")
_GENE_WORDS = re.compile(
    r"\s+(?:genes?|proteins?|mRNAs?|transcripts?|cDNA|promoters?|loc(?:us|i)|polymorphisms?)$",
    re.IGNORECASE,
)
_BEFORE_GENE = re.compile(
    r"^(?:human|mouse|murine|rat|recombinant|wild[- ]type|mutant|phospho-?)\s+", re.IGNORECASE
)
_LETTER = re.compile(r"(alpha|beta|gamma|delta|epsilon|kappa)")
_LATIN = {"alpha": "a", "beta": "b", "gamma": "g", "delta": "d", "epsilon": "e", "kappa": "k"}
_LONGEST_SYMBOL = 8


@dataclass(frozen=True, slots=True)
class NameVariant:
    """One text to look up for a name, with its keys, the key of the whole text first."""

    text: str
    manner: Manner
    keys: tuple[str, ...]


def name_variants(
    name: str, categories: Sequence[str] = (), long_forms: Mapping[str, str] | None = None
) -> tuple[NameVariant, ...]:
    """List how a name may be read, given what it names and the abbreviations that its document defines.

    >>> [(one.text, one.manner) for one in name_variants("HNF-6", (), {"HNF": "hepatocyte nuclear factor"})]
    [('HNF-6', 'whole'), ('hepatocyte nuclear factor-6', 'abbreviation')]
    >>> [one.text for one in name_variants("hGR gene", ("biolink:Gene",))]
    ['hGR gene', 'hGR', 'GR']
    """
    text = surface(name)
    found: dict[str, Manner] = {text: "whole"}
    long = _expanded(text, long_forms or {})
    if long is not None:
        found.setdefault(long, "abbreviation")
    for kind, heads in _HEADS.items():
        if is_kind(tuple(categories), kind):
            for form in heads(text):
                if not is_general(form, categories):
                    found.setdefault(form, "head")
    made = (NameVariant(form, manner, keys(form)) for form, manner in found.items())
    return tuple(one for one in made if one.keys)


def is_general(name: str, categories: Sequence[str] = ()) -> bool:
    """Say whether a name is too general to be one thing of a vocabulary (ontology/grounding/stop.tsv).

    Words of the kind `word` are no words in capitals, which may be short for anything, and may be genes.

    >>> is_general("Buffers"), is_general("no"), is_general("NO"), is_general("Max", ("biolink:Gene",))
    (True, True, False, False)
    """
    words = _general()
    kinds = {kind for found in keys(name) if (kind := words.get(found))}
    if kinds == {"word"}:
        return not name.isupper() and not is_kind(tuple(categories), "gene")
    return bool(kinds)


@lru_cache(maxsize=1024)
def is_kind(categories: tuple[str, ...], kind: str) -> bool:
    """Say whether categories are those of a gene or its product, a disease or sign, or a chemical.

    >>> is_kind(("biolink:Protein",), "gene"), is_kind(("biolink:Drug",), "chemical")
    (True, True)
    """
    biolink = model()
    return any(
        biolink.is_category(category)
        and not _KINDS[kind].isdisjoint((category, *biolink.ancestors(category)))
        for category in categories
    )


_KINDS = {
    "gene": frozenset({"biolink:GeneOrGeneProduct"}),
    "disease": frozenset({"biolink:DiseaseOrPhenotypicFeature"}),
    "chemical": frozenset({"biolink:ChemicalEntity", "biolink:Protein", "biolink:MaterialSample"}),
}


def _gene_heads(text: str) -> Iterator[str]:
    bare = _BEFORE_GENE.sub("", _GENE_WORDS.sub("", text))
    if bare != text:
        yield bare
    symbol = _SPECIES.sub("", bare)
    if symbol != bare:
        yield symbol
    if len(bare) <= 2 * _LONGEST_SYMBOL:
        spelt = key(bare)
        latin = _LETTER.sub(lambda letter: _LATIN[letter[0]], spelt)
        if latin != spelt and len(latin) <= _LONGEST_SYMBOL:
            yield latin


def adjective_noun(text: str) -> str | None:
    """Give the noun of an adjective that stands for a disease or a sign (ontology/grounding/adjectives.tsv).

    >>> adjective_noun("Hypertensive"), adjective_noun("hypertension")
    ('hypertension', None)
    """
    return _adjectives().get(text.lower())


def _disease_heads(text: str) -> Iterator[str]:
    noun = adjective_noun(text)
    if noun is not None:
        yield noun


_HEADS: Mapping[str, Callable[[str], Iterator[str]]] = {
    "gene": _gene_heads,
    "disease": _disease_heads,
    "chemical": head_substances,
}


def _expanded(text: str, long_forms: Mapping[str, str]) -> str | None:
    """Write out the abbreviation that a text is or begins with."""
    if text in long_forms:
        return long_forms[text]
    if text.endswith("s") and text[:-1] in long_forms:
        return long_forms[text[:-1]]
    if f"{text}s" in long_forms:
        return long_forms[f"{text}s"]
    for at, sign in enumerate(text):
        if not sign.isalnum() and text[:at] in long_forms:
            return long_forms[text[:at]] + text[at:]
    return None


@cache
def _adjectives() -> Mapping[str, str]:
    return {row["adjective"]: row["noun"] for row in read_table("grounding/adjectives.tsv")}


@cache
def _general() -> Mapping[str, str]:
    rows = reversed(list(read_table("grounding/stop.tsv")))  # an earlier row, which is stricter, wins
    return {key(word): row["kind"] for row in rows for word in row["words"].split("|")}
