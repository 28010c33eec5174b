"""Claim preparation: refused, mapped without a model, or made affirmative and active."""

from dataclasses import dataclass, replace

from bioloom.records.predicate_mapping import Claim, Standardized
from bioloom.standardization.relate.domain_range import fits
from bioloom.standardization.relate.known_terms import UNKNOWN, Term, is_name, term_of
from bioloom.standardization.relate.negation import detect_negation
from bioloom.standardization.relate.passive_voice import active, acts
from bioloom.standardization.relate.phrase_cleaning import phrase_fault, tidy, without_cue
from bioloom.standardization.relate.statement_filter import refuse

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
        term = term_of(phrase)
        return _taken(term, negated=False) if term else refused(UNKNOWN)
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


def _taken(term: Term, *, negated: bool) -> Standardized:
    return Standardized(
        term.predicate, 1.0, TERM, qualifiers=term.qualifiers, negated=negated, swapped=term.swapped
    )
