"""Decision from a ranking: NONE, domain and range, direction, negation, qualifiers."""

from collections.abc import Mapping, Sequence

from bioloom.biolink import model as biolink_model
from bioloom.records.predicate_mapping import Candidate, Standardized
from bioloom.standardization.relate.claim_preparation import PreparedClaim, Term
from bioloom.standardization.relate.descriptor_retrieval import DescriptorHit
from bioloom.standardization.relate.domain_range import fits, fitting_parent
from bioloom.standardization.relate.llm_choice import NO_PREDICATE, Choice
from bioloom.standardization.relate.none_classifier import Rejection
from bioloom.standardization.relate.passive_voice import is_passive_name
from bioloom.standardization.relate.ranker import Choices, Ranking
from bioloom.standardization.relate.stated_keys import opposed_keys, stated_keys
from bioloom.standardization.relate.vocabulary import Vocabulary

RUNNER_UP = 0.5
"""Share of the first choice's probability from which a later one, that fits the ends, takes its place."""

SURE_DIRECTION = 0.5
"""Share of the probability from which a verb that no table knows may state a direction: below, of such verbs
a third were given the wrong one."""

NEGATIVE_WON = 0.1
"""Cosine by which the denying descriptor must be nearer than every affirming one to count (SPEC R12)."""

_OTHER_END = {"subject_": "object_", "object_": "subject_"}


def meaning_of(vocabulary: Vocabulary, key: str) -> Term:
    """Give what a key stands for, with its qualifiers on the ends that they speak of.

    A target states its qualifiers for the direction of its own predicate. Where that predicate is not the
    canonical one, the ends change places and so do `subject_` and `object_` in the qualifiers' names. A
    predicate of another vocabulary than Biolink stays as it is.
    """
    target = vocabulary.target(key)
    biolink = biolink_model()
    if not biolink.is_predicate(target.predicate):
        return Term(target.predicate, dict(target.qualifiers), target.swapped)
    predicate, turned = biolink.canonical(target.predicate)
    qualifiers = turned_round(target.qualifiers) if turned else dict(target.qualifiers)
    return Term(predicate, qualifiers, target.swapped ^ turned)


def turned_round(qualifiers: Mapping[str, str]) -> dict[str, str]:
    """Give qualifiers for the same edge read from its other end.

    >>> turned_round({"object_aspect_qualifier": "activity", "qualified_predicate": "biolink:causes"})
    {'subject_aspect_qualifier': 'activity', 'qualified_predicate': 'biolink:causes'}
    """
    return {
        next(
            (other + name[len(end) :] for end, other in _OTHER_END.items() if name.startswith(end)), name
        ): value
        for name, value in qualifiers.items()
    }


class Decider:
    """Decides what a claim is mapped to, from how its candidates were ranked or chosen."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        *,
        threshold: float,
        kept: int,
        selector: str,
        rejection: Rejection | None = None,
    ) -> None:
        self._threshold = threshold
        self._kept = kept
        self._selector = selector
        self._rejection = rejection
        self._meanings = {key: meaning_of(vocabulary, key) for key in vocabulary.keys}

    def decide(self, reading: PreparedClaim, hits: Sequence[DescriptorHit], ranking: Ranking) -> Standardized:
        """Take the likeliest key that fits the ends, or NONE where none of them is likely enough."""
        candidates = self._candidates(hits, ranking)
        choices = _stated(reading.asked.relationship, ranking.choices)
        none = self._none(hits, ranking)
        if not choices or none >= self._threshold:
            score = 1 - none if choices else 0.0
            return Standardized(None, score, self._selector, candidates=candidates, reason=NO_PREDICATE)
        key, score = choices[0]
        if not self._fits(reading, key):
            enough = score * RUNNER_UP
            key, score = next(
                (other for other in choices if other[1] >= enough and self._fits(reading, other[0])),
                (key, score),
            )
        return self._write(reading, key, score, _negative_won(hits, key), candidates, self._selector)

    def _none(self, hits: Sequence[DescriptorHit], ranking: Ranking) -> float:
        """Give the greater of two probabilities of NONE: the ranking's and that of the phrase alone."""
        if self._rejection is None or not hits:
            return ranking.none
        return max(ranking.none, self._rejection.probability(hits[0]))

    def write_choice(
        self,
        reading: PreparedClaim,
        hits: Sequence[DescriptorHit],
        ranking: Ranking,
        choice: Choice,
        selector: str,
    ) -> Standardized:
        """Take what a language model chose, or NONE with its reason."""
        candidates = self._candidates(hits, ranking)
        if choice.key is None:
            return Standardized(None, 0.0, selector, candidates=candidates, reason=choice.reason)
        score = dict(ranking.choices).get(choice.key, 0.0)
        return self._write(reading, choice.key, score, choice.negated, candidates, selector, swap=choice.swap)

    def _write(
        self,
        reading: PreparedClaim,
        key: str,
        score: float,
        denied: bool,
        candidates: tuple[Candidate, ...],
        selector: str,
        *,
        swap: bool = False,
    ) -> Standardized:
        meaning = self._meanings[key]
        predicate, qualifiers = meaning.predicate, meaning.qualifiers
        subject, object_, swapped = self._ends(reading, key, swap=swap)
        if not fits(subject, predicate, object_):
            predicate, qualifiers = fitting_parent(subject, predicate, object_), {}
        return Standardized(
            predicate,
            score,
            selector,
            qualifiers=qualifiers,
            negated=reading.negated or denied,
            swapped=swapped and not _is_symmetric(predicate),
            candidates=candidates,
        )

    def _fits(self, reading: PreparedClaim, key: str) -> bool:
        subject, object_, _ = self._ends(reading, key, swap=False)
        return fits(subject, self._meanings[key].predicate, object_)

    def _ends(
        self, reading: PreparedClaim, key: str, *, swap: bool
    ) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
        """Give the categories of the edge's ends, and whether they are the claim's own ends exchanged.

        Where the subject certainly acts, a key named in the passive is taken for its inverse: retrieval
        tells the two apart badly, the grammar does not.
        """
        inverse = self._meanings[key].swapped and not (reading.acts and is_passive_name(key) and not swap)
        asked = reading.asked
        ends = asked.subject_categories, asked.object_categories
        subject, object_ = ends[::-1] if inverse ^ swap else ends
        return subject, object_, reading.turned ^ inverse ^ swap

    def _candidates(self, hits: Sequence[DescriptorHit], ranking: Ranking) -> tuple[Candidate, ...]:
        spoke = {hit.key: hit.descriptor for hit in hits}
        meanings = self._meanings
        return tuple(
            Candidate(key, meanings[key].predicate, score, meanings[key].qualifiers, spoke.get(key, ""))
            for key, score in ranking.choices[: self._kept]
        )


def _stated(phrase: str, choices: Choices) -> Choices:
    """Keep the candidates that a phrase names itself, with the probability of all; else those whose direction
    is not against its own."""
    keys, total = stated_keys(phrase), sum(score for _, score in choices)
    named = [choice for choice in choices if choice[0] in keys]
    if not named:
        opposed = opposed_keys(phrase, sure=bool(choices) and choices[0][1] >= SURE_DIRECTION * total)
        named = [choice for choice in choices if not any(each.fullmatch(choice[0]) for each in opposed)]
    share = sum(score for _, score in named) / (total or 1.0)
    return tuple((key, score / share) for key, score in named) if share else ()


def _is_symmetric(predicate: str) -> bool:
    biolink = biolink_model()
    return biolink.is_predicate(predicate) and biolink.symmetric(predicate)


def _negative_won(hits: Sequence[DescriptorHit], key: str) -> bool:
    return any(hit.key == key and hit.negative > max(hit.similarities) + NEGATIVE_WON for hit in hits)
