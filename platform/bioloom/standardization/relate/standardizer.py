"""Standardizer: claims to predicates in batches, by rules, retrieval, ranking or a language model."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from bioloom.errors import ModelUnavailable
from bioloom.records.predicate_mapping import Claim, Standardized
from bioloom.standardization.relate.claim_preparation import PreparedClaim, read_claim, refused
from bioloom.standardization.relate.decision import Decider
from bioloom.standardization.relate.descriptor_retrieval import DescriptorHit
from bioloom.standardization.relate.llm_choice import UNAVAILABLE, LlmChooser, Option
from bioloom.standardization.relate.none_classifier import Rejection
from bioloom.standardization.relate.phrase_cache import PhraseCache
from bioloom.standardization.relate.ranker import Ranker, Ranking
from bioloom.standardization.relate.statement_filter import names_matter
from bioloom.standardization.relate.vocabulary import Vocabulary

Find: TypeAlias = Callable[[Sequence[str]], Sequence[Sequence[DescriptorHit]]]
"""Gives the hits of every phrase, in their order (SPEC R9-R11)."""

AT_ONCE = 2048
"""Claims that go through the models together."""

_MOST_PHRASES = 100_000
_MOST_HITS = 5_000
_MOST_NAMES = 500_000


class Standardizer:
    """Maps claims to predicates of one vocabulary, or to NONE with a reason; several threads may share one.

    A claim without text is decided by its phrase and the categories of its ends, and remembered so: in
    memory, and on disk where a cache is given. The ends' names count only where a rule of refusal looks
    at them ("clinicians"), or a language model does. With text, its sentence counts too; then only what a
    language model chose is kept. An answer of which a model that could not be asked is the reason is
    never kept.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        find: Find,
        ranker: Ranker,
        *,
        name: str,
        threshold: float = 0.5,
        kept: int = 10,
        rejection: Rejection | None = None,
        chooser: LlmChooser | None = None,
        cache: PhraseCache | None = None,
    ) -> None:
        self.vocabulary = vocabulary
        self.name = name
        self._find = find
        self._ranker = ranker
        self._chooser = chooser
        self._cache = cache
        self._terms = vocabulary.name == "biolink"
        self._decider = Decider(
            vocabulary, threshold=threshold, kept=kept, selector=name, rejection=rejection
        )
        self._phrases: dict[Hashable, Standardized] = {}
        self._hits: dict[str, Sequence[DescriptorHit]] = {}
        self._telling = _Names() if chooser is None else _EveryName()

    def standardize(self, claims: Sequence[Claim]) -> tuple[Standardized, ...]:
        """Map claims, each answer in the place of its claim."""
        known, telling = self._phrases.get, self._telling
        try:
            found = [
                None
                if claim.text
                else known(
                    (
                        claim.relationship,
                        claim.subject_categories,
                        claim.object_categories,
                        telling[claim.subject],
                        telling[claim.object],
                    )
                )
                for claim in claims
            ]
        except TypeError:  # a phrase that is no text at all; the slow way gives it its reason
            found = [None] * len(claims)
        if None in found:
            self._fill(claims, found)
        return tuple(found)  # type: ignore[arg-type]

    def _fill(self, claims: Sequence[Claim], found: list[Standardized | None]) -> None:
        """Decide what was not known; claims that say the same are decided once."""
        places: dict[Hashable, list[int]] = {}
        for place, decision in enumerate(found):
            if decision is None:
                places.setdefault(self._identity(claims[place]), []).append(place)
        distinct = [(key, self._plain(claims[same[0]])) for key, same in places.items()]
        for start in range(0, len(distinct), AT_ONCE):
            part = distinct[start : start + AT_ONCE]
            decisions = self._recall([claim for _, claim in part])
            for (key, claim), decision in zip(part, decisions, strict=True):
                for place in places[key]:
                    found[place] = decision
                if not claim.text and not _passes(decision):
                    self._remember(key, decision)

    def _identity(self, claim: Claim) -> Hashable:
        if not isinstance(claim.relationship, str):
            return repr(claim.relationship)
        if claim.text:
            return claim
        subject, object_ = self._telling[claim.subject], self._telling[claim.object]
        return claim.relationship, claim.subject_categories, claim.object_categories, subject, object_

    def _plain(self, claim: Claim) -> Claim:
        """Leave out names that tell nothing, so that what is decided holds for all names."""
        if claim.text or not isinstance(claim.relationship, str):
            return claim
        return replace(claim, subject=self._telling[claim.subject], object=self._telling[claim.object])

    def _remember(self, key: Hashable, decision: Standardized) -> None:
        if len(self._phrases) >= _MOST_PHRASES:
            self._phrases = dict(list(self._phrases.items())[_MOST_PHRASES // 2 :])
        self._phrases[key] = decision

    def _recall(self, claims: Sequence[Claim]) -> list[Standardized]:
        """Take from the cache's file what it has and decide the rest."""
        if self._cache is None:
            return self._decide(claims)
        lasting = [n for n, claim in enumerate(claims) if self._lasts(claim)]
        kept = self._cache.find([claims[n] for n in lasting])
        known = {lasting[place]: decision for place, decision in kept.items()}
        missing = [n for n in range(len(claims)) if n not in known]
        for place, decision in zip(missing, self._decide([claims[n] for n in missing]), strict=True):
            known[place] = decision
        self._cache.keep(
            (claims[n], known[n]) for n in missing if self._lasts(claims[n]) and not _passes(known[n])
        )
        return [known[place] for place in range(len(claims))]

    def _lasts(self, claim: Claim) -> bool:
        return isinstance(claim.relationship, str) and (not claim.text or self._chooser is not None)

    def _decide(self, claims: Sequence[Claim]) -> list[Standardized]:
        readings = [read_claim(claim, terms=self._terms) for claim in claims]
        open_ = [reading for reading in readings if isinstance(reading, PreparedClaim)]
        decided = self._ask_models(open_)
        return [next(decided) if isinstance(reading, PreparedClaim) else reading for reading in readings]

    def _ask_models(self, readings: Sequence[PreparedClaim]) -> Iterator[Standardized]:
        if not readings:
            return iter(())
        asked = [reading.asked for reading in readings]
        try:
            hits = self._retrieve([claim.relationship for claim in asked])
            rankings = self._ranker.rank(asked, hits)
        except ModelUnavailable:
            return iter([refused(UNAVAILABLE, self.name)] * len(readings))
        if self._chooser is not None:
            return iter(self._choose(self._chooser, readings, hits, rankings))
        return map(self._decider.decide, readings, hits, rankings)

    def _choose(
        self,
        chooser: LlmChooser,
        readings: Sequence[PreparedClaim],
        hits: Sequence[Sequence[DescriptorHit]],
        rankings: Sequence[Ranking],
    ) -> list[Standardized]:
        options = [_options(found, ranking) for found, ranking in zip(hits, rankings, strict=True)]
        choices = chooser.choose([reading.asked for reading in readings], options)
        return [
            self._decider.write_choice(*each, selector=chooser.name)
            for each in zip(readings, hits, rankings, choices, strict=True)
        ]

    def _retrieve(self, phrases: Sequence[str]) -> list[Sequence[DescriptorHit]]:
        """Find the hits of every phrase; those of the latest phrases are remembered."""
        known = self._hits
        found = {phrase: known[phrase] for phrase in phrases if phrase in known}
        missing = list(dict.fromkeys(phrase for phrase in phrases if phrase not in found))
        if missing:
            found.update(zip(missing, self._find(missing), strict=True))
            self._hits = found if len(known) + len(missing) > _MOST_HITS else {**known, **found}
        return [found[phrase] for phrase in phrases]


class _Names(dict[str, str]):
    """Gives a name if a rule looks at it, else the empty text; remembers some names."""

    def __missing__(self, name: str) -> str:
        if len(self) >= _MOST_NAMES:
            self.clear()
        self[name] = found = name if names_matter(name) else ""
        return found


class _EveryName(_Names):
    """Gives every name: a language model sees the ends."""

    def __missing__(self, name: str) -> str:
        return name


def _passes(decision: Standardized) -> bool:
    """Say whether a decision may be another one next time, because a model could not be asked."""
    return decision.reason is not None and decision.reason.startswith("MODEL_")


def _options(hits: Sequence[DescriptorHit], ranking: Ranking) -> list[Option]:
    spoke = {hit.key: hit for hit in hits}
    return [
        Option(key, spoke[key].descriptor, max(spoke[key].similarities, default=0.0))
        for key, _ in ranking.choices
        if key in spoke
    ]
