"""Reranker features of the candidates of a claim."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from bioloom.biolink import NAMED_THING, model
from bioloom.embedding import Vectors
from bioloom.records.predicate_mapping import Claim
from bioloom.resources import read_table
from bioloom.standardization.relate.descriptor_retrieval import DescriptorHit
from bioloom.standardization.relate.embedding_space import Space
from bioloom.standardization.relate.marked_sentences import mark_ends
from bioloom.standardization.relate.vocabulary import Target

Numbers = NDArray[np.float32]

FEATURES = (
    "similarity",  # of the phrase to the nearest descriptor of the key, times ten, if the sentence is known
    "similarity alone",  # the same if it is not
    "first",  # 1 for the first hit
    "negative",  # by how much a negated descriptor is nearer, times ten
    "sentence",  # similarity of the marked sentence to the nearest descriptor, times ten
    "lift",  # log of how much likelier the sentence head finds the key than chance; 0 if it was not taught
    "fits",  # 1 if both ends are known and satisfy domain and range, -1 if they contradict them
    "overlap",  # share of the phrase's word beginnings that name or descriptor have as well
    "swapped",  # 1 if the key's ends swap
    "swapped by",  # 1 if they do and the phrase ends in "by"
    "forward by",  # 1 if they do not and it does
    "depth",  # how many predicates lie above, divided by five
    "qualified",  # 1 if the key has qualifiers
)
NONE_FEATURES = (
    "phrase alone",  # 1 if the sentence is not known
    "with sentence",  # 1 if it is
    "similarity",  # of the first hit, times ten, if the sentence is known
    "similarity alone",  # the same if it is not
    "lift",  # that of NONE in the sentence head
    "sentence",  # the largest similarity of the marked sentence, times ten
    "bare",  # 1 if the phrase has function words only
)
KINDS = (
    "biolink:ChemicalEntity",
    "biolink:GeneOrGeneProduct",
    "biolink:DiseaseOrPhenotypicFeature",
    "biolink:SequenceVariant",
    "biolink:OrganismalEntity",
)
"""The kinds of ends that a head tells apart."""
_SCALE = 10.0
_LEAST_LIFT = -6.0
_FROM_SENTENCE = 5
_BLOCK = 1024  # sentences compared at once
_WORD = re.compile(r"[a-z]{2,}")


@dataclass(frozen=True, slots=True)
class Head:
    """A linear classifier of claims with sentences over the keys that training data had, any other key, NONE.

    `weights` has a row for each column of `head_rows`, and the bias last: shape (columns + 1, keys + 2).
    """

    keys: tuple[str, ...]
    weights: Numbers

    def lifts(self, rows: Numbers) -> Numbers:
        """Give log(probability times number of classes), at least -6: shape (n, keys + 2)."""
        scores = rows @ self.weights[:-1] + self.weights[-1]
        scores -= scores.max(axis=1, keepdims=True)
        scores -= np.log(np.exp(scores).sum(axis=1, keepdims=True))
        lifts: Numbers = np.maximum(scores + np.log(len(self.keys) + 1), _LEAST_LIFT).astype(np.float32)
        return lifts


def head_rows(claims: Sequence[Claim], sentences: Vectors, space: Space) -> Numbers:
    """Lay out what a head sees: vectors of marked sentences and of phrases, the kinds of both ends."""
    phrases = space.encode([claim.relationship for claim in claims])
    kinds = [(*_kinds(claim.subject_categories), *_kinds(claim.object_categories)) for claim in claims]
    found: Numbers = np.concatenate([sentences, phrases, np.array(kinds, np.float32)], axis=1)
    return found


@lru_cache(maxsize=4096)
def _kinds(categories: tuple[str, ...]) -> tuple[bool, ...]:
    above = {
        each
        for category in categories
        if model().is_category(category)
        for each in (category, *model().ancestors(category))
    }
    return tuple(kind in above for kind in KINDS)


@dataclass(frozen=True, slots=True)
class Described:
    """The features of claims: `candidates` of shape (n, most candidates, features), `none` of (n, features).

    `keys` names the candidates of each claim, `present` says which of the places are taken.
    """

    keys: list[list[str]]
    candidates: Numbers
    none: Numbers
    present: NDArray[np.bool_]


def describe(
    claims: Sequence[Claim], hits: Sequence[Sequence[DescriptorHit]], space: Space, head: Head | None
) -> Described:
    """Work out the features of every candidate of every claim, and those of NONE.

    Besides the hits, a claim with a sentence has the five likeliest keys of the sentence head as candidates.
    Such a key is taken to be as near to the phrase as the last hit.
    """
    words = space.vocabulary
    marked = [mark_ends(claim) if claim.text else "" for claim in claims]
    known = np.array([bool(sentence) for sentence in marked], bool)
    heard_of = [claim for claim, text in zip(claims, marked, strict=True) if text]
    sentences, lifts, none_lifts = _sentence_scores(heard_of, [text for text in marked if text], space, head)
    rows = np.cumsum(known) - 1
    place = {key: at for at, key in enumerate(words.keys)}
    if head is not None:
        hits = [
            _extended(found, head.keys, lifts[rows[at], [place[key] for key in head.keys]])
            if known[at]
            else found
            for at, found in enumerate(hits)
        ]
    width = max((len(each) for each in hits), default=0)
    numbers = np.zeros((len(claims), width, len(FEATURES)), np.float32)
    none = np.zeros((len(claims), len(NONE_FEATURES)), np.float32)
    present = np.zeros((len(claims), width), bool)
    for at, (claim, found) in enumerate(zip(claims, hits, strict=True)):
        stems = _stems(claim.relationship)
        passive = claim.relationship.rstrip(" .").lower().endswith(" by")
        present[at, : len(found)] = True
        best = found[0].similarities[0] * _SCALE if found else 0.0
        heard = bool(known[at])
        none[at, :4] = (not heard, heard, best * heard, best * (not heard))
        none[at, 6] = not stems
        if heard:
            none[at, 4:6] = none_lifts[rows[at]], sentences[rows[at]].max() * _SCALE
        for order, hit in enumerate(found):
            near = hit.similarities[0]
            target = words.target(hit.key)
            column = place[hit.key]
            numbers[at, order] = (
                near * _SCALE * heard,
                near * _SCALE * (not heard),
                order == 0,
                max(0.0, hit.negative - near) * _SCALE,
                sentences[rows[at], column] * _SCALE if heard else 0.0,
                lifts[rows[at], column] if heard else 0.0,
                signature_fit(claim.subject_categories, claim.object_categories, target, words.name),
                _overlap(stems, hit.key, hit.descriptor),
                target.swapped,
                target.swapped and passive,
                not target.swapped and passive,
                _depth(target.predicate) / 5 if words.name == "biolink" else 0.0,
                bool(target.qualifiers),
            )
    return Described([[hit.key for hit in found] for found in hits], numbers, none, present)


def _extended(found: Sequence[DescriptorHit], keys: Sequence[str], lifts: Numbers) -> list[DescriptorHit]:
    """Put the likeliest keys of the sentence head behind the hits that do not have them."""
    known = {hit.key for hit in found}
    likeliest = [keys[at] for at in np.argsort(-lifts, kind="stable")[:_FROM_SENTENCE] if lifts[at] > 0]
    near = found[-1].similarities if found else (0.0,)
    return [*found, *(DescriptorHit(key, 0.0, near, -1.0, "") for key in likeliest if key not in known)]


def _sentence_scores(
    claims: Sequence[Claim], marked: Sequence[str], space: Space, head: Head | None
) -> tuple[Numbers, Numbers, Numbers]:
    """Give similarities and lifts of shape (n, keys), and the lifts of NONE (n)."""
    keys = space.vocabulary.keys
    lifts = np.zeros((len(marked), len(keys)), np.float32)
    none = np.zeros(len(marked), np.float32)
    if not marked:
        return lifts, lifts, none
    places = {text: at for at, text in enumerate(dict.fromkeys(marked))}
    vectors = space.encoder.encode(list(places))[[places[text] for text in marked]]
    if head is not None:
        columns = [keys.index(key) for key in head.keys]
        taught = head.lifts(head_rows(claims, vectors, space))
        lifts[:, columns] = taught[:, : len(columns)]
        none = taught[:, -1]
    parts = [space.compare(vectors[at : at + _BLOCK]).positive.T for at in range(0, len(vectors), _BLOCK)]
    return np.concatenate(parts), lifts, none


@lru_cache(maxsize=65_536)
def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:5] for word in _WORD.findall(text.lower()) if word not in _small_words())


@cache
def _small_words() -> frozenset[str]:
    return frozenset(row["word"] for row in read_table("relate/small_words.tsv"))


def _overlap(stems: frozenset[str], key: str, descriptor: str) -> float:
    if not stems:
        return 0.0
    return len(stems & (_stems(key.removeprefix("biolink:").replace("_", " ")) | _stems(descriptor))) / len(
        stems
    )


def signature_fit(
    subject: tuple[str, ...], object_: tuple[str, ...], target: Target, vocabulary: str
) -> float:
    """Give 1 where the ends satisfy domain and range, -1 where not, 0 where that is not known."""
    if vocabulary != "biolink":
        return 0.0
    ends = (object_, subject) if target.swapped else (subject, object_)
    return _fits(ends[0], target.predicate, ends[1])


@lru_cache(maxsize=65_536)
def _fits(subject: tuple[str, ...], predicate: str, object_: tuple[str, ...]) -> float:
    """Give 1 where the ends satisfy domain and range, -1 where not, 0 where an end tells nothing."""
    biolink = model()
    known = [
        tuple(category for category in end if category != NAMED_THING and biolink.is_category(category))
        for end in (subject, object_)
    ]
    if not all(known):
        return 0.0
    return 1.0 if biolink.signature_fault(known[0], predicate, known[1]) is None else -1.0


@lru_cache(maxsize=1024)
def _depth(predicate: str) -> int:
    return len(model().ancestors(predicate))
