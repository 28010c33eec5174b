"""Claim preparation: refused, mapped without a model as a known term, or made affirmative and active."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from bioloom.biolink import model as biolink_model
from bioloom.biolink.term_lookup import spelling_key
from bioloom.records.predicate_mapping import Claim, Standardized
from bioloom.standardization.relate.domain_range import fits
from bioloom.standardization.relate.negation import detect_negation
from bioloom.standardization.relate.passive_voice import active, acts
from bioloom.standardization.relate.phrase_cleaning import bare, phrase_fault, tidy, without_cue
from bioloom.standardization.relate.statement_filter import refuse
from bioloom.standardization.relation_tables import affirmed, foreign_relation

UNKNOWN = "UNKNOWN_PREDICATE"

_CURIE = re.compile(r"[A-Za-z][\w.-]*:(?!/)\S+|https?://\S+")


@dataclass(frozen=True, slots=True)
class Term:
    """A predicate with qualifiers as an edge in canonical direction; `swapped` if the name has the other."""

    predicate: str
    qualifiers: Mapping[str, str] = field(default_factory=dict)
    swapped: bool = False


def is_name(phrase: str) -> bool:
    """Say whether a phrase is written as a CURIE or IRI, so that it means a term and nothing near it.

    >>> is_name("SEMMEDDB:TREATS"), is_name("treats"), is_name("activity: increased by")
    (True, False, False)
    """
    return _CURIE.fullmatch(phrase) is not None


@lru_cache(maxsize=65_536)
def term_of(phrase: str) -> Term | None:
    """Find the term that a phrase names, None for what is no term of the release.

    A CURIE that the release lists as narrower than one of its predicates gives that predicate. Words must
    be a predicate's name, with or without an auxiliary before them; an alias is no name (the release has
    `instance of` as one of `in taxon`), nor does a name count that the release has given up.

    >>> term_of("is affected by")
    Term(predicate='biolink:affects', qualifiers={}, swapped=True)
    >>> term_of("RO:0002606").predicate, term_of("increases abundance of").predicate
    ('biolink:treats', 'biolink:affects')
    >>> term_of("inhibits") is None
    True
    """
    if is_name(phrase):
        return _term(phrase, biolink_model().predicate(phrase) or biolink_model().wider(phrase))
    return _by_name(phrase) or _by_name(bare(phrase))


def _by_name(words: str) -> Term | None:
    biolink = biolink_model()
    predicate = biolink.predicate(words)
    if predicate is not None and (
        biolink.is_deprecated(predicate)
        or spelling_key(words) != spelling_key(biolink.release.predicates[predicate].name)
    ):
        predicate = None
    return _term(words, predicate)


def _term(words: str, predicate: str | None) -> Term | None:
    """Give what words stand for: a predicate with qualifiers, or else the predicate found for them."""
    meaning = biolink_model().qualified(words)
    if meaning is not None:
        return Term(meaning.predicate, dict(meaning.qualifiers))
    if predicate is None:
        return None
    canonical, swapped = biolink_model().canonical(predicate)
    return Term(canonical, {}, swapped)


RULES = "rules"
"""The selector of what was refused before any model was asked."""

TERM = "biolink"
"""The selector of what was a term of the release already."""


@dataclass(frozen=True, slots=True)
class PreparedClaim:
    """Claim in the form that the models are asked.

    `asked` has the phrase without what denies it and in the active voice, its ends exchanged (`turned`)
    where the phrase was passive; `acts` says that its subject certainly acts on its object.
    """

    asked: Claim
    turned: bool
    acts: bool
    negated: bool


def read_claim(claim: Claim, *, terms: bool = True) -> PreparedClaim | Standardized:
    """Read a claim; what is no relation, is refused, or is a term already is decided here.

    `terms` says whether the phrase may name a predicate of the release (not where another vocabulary is
    mapped to).
    """
    fault = phrase_fault(claim.relationship)
    if fault is not None:
        return refused(fault)
    phrase = tidy(claim.relationship)
    if not phrase:
        return refused("BAD_PHRASE")
    if terms and is_name(phrase):
        return _take_named(claim, phrase)
    if terms and affirmed(claim.relationship)[1]:
        return _take_named(claim, claim.relationship)
    claim = _saying(claim, phrase)
    reason = refuse(claim)
    if reason is not None:
        return refused(reason)
    negation = detect_negation(claim)
    if terms and (term := _fitting_term(claim, phrase)):
        own = negation is not None and without_cue(phrase, negation.cue) is not None
        return _taken(term, negated=negation is not None and not own)
    if negation is not None:
        phrase = without_cue(phrase, negation.cue) or phrase
        if terms and (term := _fitting_term(claim, phrase)):
            return _taken(term, negated=True)
    return _ask(claim, phrase, negated=negation is not None)


def refused(reason: str, selector: str = RULES) -> Standardized:
    """Give NONE with its reason code."""
    return Standardized(None, 0.0, selector, reason=reason)


def _ask(claim: Claim, phrase: str, *, negated: bool) -> PreparedClaim:
    said = active(phrase)
    if said is None:
        return PreparedClaim(_saying(claim, phrase), False, acts(phrase), negated)
    turned = Claim(
        subject=claim.object,
        relationship=said,
        object=claim.subject,
        text=claim.text,
        subject_categories=claim.object_categories,
        object_categories=claim.subject_categories,
    )
    return PreparedClaim(turned, True, True, negated)


def _saying(claim: Claim, phrase: str) -> Claim:
    return claim if phrase == claim.relationship else replace(claim, relationship=phrase)


def _fitting_term(claim: Claim, phrase: str) -> Term | None:
    term = term_of(phrase)
    if term is None:
        return None
    subject, object_ = claim.subject_categories, claim.object_categories
    if term.swapped:
        subject, object_ = object_, subject
    return term if fits(subject, term.predicate, object_) else None


def _take_named(claim: Claim, phrase: str) -> Standardized:
    """Take a CURIE as loads do: by the table of its scheme, or else by the release."""
    stated, denied = affirmed(phrase)
    mapping = foreign_relation(stated, claim.subject_categories, claim.object_categories)
    if mapping is None:
        term = term_of(stated)
        return _taken(term, negated=denied) if term else refused(UNKNOWN)
    term = Term(mapping.object_id, mapping.qualifiers, mapping.inverse)
    return _taken(term, negated=denied != mapping.negated)


def _taken(term: Term, *, negated: bool) -> Standardized:
    return Standardized(
        term.predicate, 1.0, TERM, qualifiers=term.qualifiers, negated=negated, swapped=term.swapped
    )
