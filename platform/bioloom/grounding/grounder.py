"""Grounder: names to entities of a name index with a score; None where no single entity is meant."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bioloom.biolink import model
from bioloom.embedding import Encoder
from bioloom.grounding.abbreviations import abbreviations
from bioloom.grounding.category_compatibility import Fit, fit
from bioloom.grounding.name_index import NameIndex
from bioloom.grounding.name_normalization import key, surface
from bioloom.grounding.name_variants import Manner, NameVariant, is_general, name_variants
from bioloom.grounding.string_similarity import EDIT_EACH, is_misspelling, likeness
from bioloom.records import Grounding, NamedEntity, Naming

# Scores say how often such a match is right, after BioRED's training set (docs/grounding.md).
_SAME, _KEY, _FURTHER = 0, 1, 2
_SCORES = ((0.96, 0.9), (0.94, 0.88), (0.6, 0.55))  # by how the name matched: preferred name, synonym
_MANNERS: Mapping[Manner, float] = {"whole": 1.0, "abbreviation": 0.97, "head": 0.85}
_FUZZY_SCORE = 0.6
_ABBREVIATED = 0.85  # the short form of what a document writes out means that, whatever else is called so
_TAIL = 0.5  # a name that is the end of the word that the entity is called by: uracil, propylthiouracil
_FITS: Mapping[Fit, float] = {"same": 1.0, "wider": 0.95, "joined": 0.9, "joined by words": 0.8}
_MARGIN = 0.2  # within which a preferred vocabulary wins
_NEAR = 10
_REMEMBERED = 50_000
_LETTERS = re.compile(r"[a-z]{4,}")


@dataclass(frozen=True, slots=True)
class _Match:
    """A record that a reading found, and how well."""

    record: NamedEntity
    score: float
    method: str

    @property
    def prefix(self) -> str:
        return self.record.id.split(":", 1)[0]


class Grounder:
    """Entity linker over a name index; uncertain names stay None and keep their candidates for review.

    `prefer` lists prefixes of vocabularies whose ids are wanted where several have a name; without it the
    order is Biolink's for the category. `fuzzy` also grounds names that differ from one by a letter or two:
    too often wrong to be the rule (docs/grounding.md), they are always among the candidates.
    """

    def __init__(
        self,
        index: NameIndex,
        encoder: Encoder | None = None,
        *,
        prefer: Sequence[str] = (),
        fuzzy: bool = False,
    ) -> None:
        self._index = index
        self._encoder = encoder
        self._prefer = {prefix: number for number, prefix in enumerate(prefer)}
        self._fuzzy = fuzzy
        self._known: dict[str, tuple[NamedEntity, ...]] = {}

    def ground(self, namings: Sequence[Naming], document_text: str = "") -> tuple[Grounding | None, ...]:
        """Ground the names of one document, in their order; however many they are, it is one look-up."""
        matches = self._matches(namings, document_text)
        if self._fuzzy:
            open_ = [number for number, one in enumerate(matches) if not one and _spellable(namings[number])]
            near = self._near([namings[number].text for number in open_])
            for number, records in zip(open_, near, strict=True):
                matches[number] = _misspelt(namings[number], records)
        support = Counter(
            id_
            for _, ids in {
                naming.text: frozenset(match.record.id for match in one)
                for naming, one in zip(namings, matches, strict=True)
            }.items()
            for id_ in ids
        )
        words = frozenset(_LETTERS.findall(document_text.lower()))
        return tuple(self._choose(one, support, words) for one in matches)

    def candidates(self, naming: Naming, k: int = 10, document_text: str = "") -> tuple[Grounding, ...]:
        """List what a name may denote, best first, for a person to choose from."""
        (matches,) = self._matches([naming], document_text or naming.context)
        (records,) = self._near([naming.text], max(k, _NEAR))
        found = {match.record.id: _grounding(match) for match in matches}
        for match in _misspelt(naming, records):
            found.setdefault(match.record.id, _grounding(match))
        for record, share in self._likened(naming, records):
            if record.id not in found and fit(naming.categories, record.categories) != "none":
                method = "fuzzy" if self._encoder is None else "embedding"
                found[record.id] = Grounding(record.id, record.name, round(share / 2, 3), method)
        return tuple(sorted(found.values(), key=lambda one: (-one.score, one.entity_id)))[:k]

    def _likened(self, naming: Naming, records: Sequence[NamedEntity]) -> list[tuple[NamedEntity, float]]:
        """Give records with their likeness to a name (0 to 1): cosine, or share of letter pairs."""
        if self._encoder is None or not records:
            return [(record, likeness(naming.text, record.matched)) for record in records]
        vectors = self._encoder.encode([naming.text, *(record.matched for record in records)])
        cosines = np.clip(vectors[1:] @ vectors[0], 0.0, 1.0)
        return [(record, float(cosine)) for record, cosine in zip(records, cosines, strict=True)]

    def _near(self, texts: Sequence[str], k: int = _NEAR) -> list[tuple[NamedEntity, ...]]:
        """Ask for similar names, each distinct text once and not again while it is remembered."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        fresh = dict(zip(new, self._index.near(new, k), strict=True)) if new else {}
        found = [fresh[text] if text in fresh else self._known[text] for text in texts]
        if len(self._known) + len(fresh) > _REMEMBERED:
            self._known.clear()
        if k == _NEAR:
            self._known |= fresh
        return found

    def _matches(self, namings: Sequence[Naming], document_text: str) -> list[list[_Match]]:
        long_forms = abbreviations(document_text) if document_text else {}
        asked = [
            ()
            if is_general(naming.text, naming.categories)
            else name_variants(naming.text, naming.categories, long_forms)
            for naming in namings
        ]
        found = self._index.exact([key for one in asked for reading in one for key in reading.keys])
        return [_matches(naming, one, found) for naming, one in zip(namings, asked, strict=True)]

    def _choose(
        self, matches: list[_Match], support: Counter[str], words: frozenset[str]
    ) -> Grounding | None:
        if not matches:
            return None
        near = [match for match in matches if match.score >= matches[0].score - _MARGIN]
        near = [match for match in near if match.record.described] or near
        wanted = min(self._prefer.get(match.prefix, 99) for match in near)
        matches = [match for match in near if self._prefer.get(match.prefix, 99) == wanted]
        top = [match for match in matches if match.score >= matches[0].score - 1e-9]
        if len(top) > 1:
            top = _settle(top, support, words)
        if len(top) != 1:
            return None
        return _grounding(top[0])


def _grounding(match: _Match) -> Grounding:
    return Grounding(match.record.id, match.record.name, round(match.score, 3), match.method)


def _spellable(naming: Naming) -> bool:
    """Say whether a name is long enough for a letter more or less to leave no doubt what it is."""
    letters = sum(sign.isalpha() for sign in naming.text)
    return letters >= EDIT_EACH and not is_general(naming.text, naming.categories)


def _misspelt(naming: Naming, records: Sequence[NamedEntity]) -> list[_Match]:
    """Keep the records whose matched name is the same but for a misspelling."""
    found: dict[str, _Match] = {}
    for record in records:
        fits = fit(naming.categories, record.categories)
        if fits not in ("none", "joined by words") and is_misspelling(naming.text, record.matched):
            score = _FUZZY_SCORE * _FITS[fits] * (0.95 if record.synonym else 1.0)
            found.setdefault(record.id, _Match(record, score, "fuzzy"))
    return sorted(found.values(), key=lambda match: (-match.score, match.record.id))


def _matches(
    naming: Naming, asked: Sequence[NameVariant], found: Mapping[str, tuple[NamedEntity, ...]]
) -> list[_Match]:
    best: dict[str, _Match] = {}
    defined = any(reading.manner == "abbreviation" for reading in asked)
    for reading in asked:
        for number, wanted in enumerate(reading.keys):
            for record in found.get(wanted, ()):
                fits = fit(naming.categories, record.categories)
                if fits == "none" or (fits == "joined by words" and not _in_words(reading.text, record)):
                    continue
                match = _match(reading, number, wanted, record, defined, _FITS[fits])
                if record.id not in best or match.score > best[record.id].score:
                    best[record.id] = match
    return sorted(best.values(), key=lambda match: (-match.score, match.record.id))


def _match(
    reading: NameVariant, number: int, wanted: str, record: NamedEntity, defined: bool, weight: float
) -> _Match:
    its = surface(record.matched)
    if its == reading.text or _same_word(its, reading.text):
        how = _SAME
    elif number == 0 and key(record.matched) == wanted:
        how = _KEY
    else:
        how = _FURTHER
    score = _SCORES[how][record.synonym] * _MANNERS[reading.manner] * weight
    if defined and reading.manner != "abbreviation":
        score *= _ABBREVIATED
    if record.synonym and _is_tail(record.matched, record.name):
        score *= _TAIL
    method = "exact" if how == _SAME and reading.manner == "whole" else "normalised"
    if reading.manner == "abbreviation":
        method = "abbreviation"
    return _Match(record, score, method)


def _is_tail(synonym: str, name: str) -> bool:
    """Say whether a synonym is the end of one word of the name: mostly another substance than its derivative.

    >>> _is_tail("Uracil", "Propylthiouracil"), _is_tail("oxide", "nitric oxide"), _is_tail("TNF", "sTNF")
    (True, False, False)
    """
    short, long = synonym.casefold(), name.casefold()
    if not _LETTERS.fullmatch(short) or short == long or not long.endswith(short):
        return False
    return long[-len(short) - 1].isalpha()


def _settle(top: list[_Match], support: Counter[str], words: frozenset[str]) -> list[_Match]:
    """Choose among equals: the vocabulary that Biolink prefers, then what the document speaks of."""
    first = min(_rank(match) for match in top)
    rest = [match for match in top if _rank(match) == first]
    named = [support[match.record.id] for match in rest]
    rest = [match for match, count in zip(rest, named, strict=True) if count == max(named)]
    shared = [len(words.intersection(_LETTERS.findall(match.record.name.lower()))) for match in rest]
    rest = [match for match, count in zip(rest, shared, strict=True) if count == max(shared)]
    return rest


def _rank(match: _Match) -> tuple[int, str]:
    """Give the place of an entity's vocabulary in Biolink's list for its category; diseases before signs."""
    terms = model().release.categories
    for category in match.record.categories:
        if category in terms and terms[category].id_prefixes:
            prefixes = terms[category].id_prefixes
            sign = 100 if category == "biolink:PhenotypicFeature" else 0
            return sign + (prefixes.index(match.prefix) if match.prefix in prefixes else 50), match.prefix
    return 99, match.prefix


def _in_words(text: str, record: NamedEntity) -> bool:
    """Say whether a text and the name that it matched are words, not the symbol of a gene."""
    return bool(_LETTERS.search(text) and _LETTERS.search(record.matched))


def _same_word(one: str, other: str) -> bool:
    """Say whether two texts differ in case only and are words, whose case says nothing, not symbols."""
    return one.lower() == other.lower() and bool(_LETTERS.search(one) or len(one) > 7)
