"""Statement filter: statements whose phrase is no relation worth a Biolink predicate."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from bioloom.errors import OntologyError
from bioloom.pattern_table import compile_cell
from bioloom.records.predicate_mapping import Claim
from bioloom.resources import read_table
from bioloom.standardization.relate.claim_sentences import fold

REASONS = ("ADMINISTRATIVE", "METHODOLOGICAL", "NOMENCLATURE", "REPORTING")

_TABLE = "relate/refusals.tsv"
_LEAD = re.compile(
    r"\W*(?:(?:is|are|was|were|be|been|being|has|have|had|can|could|may|might|will|would|should|to|which|that|"
    r"\w+ly|as|and|not|also|then|now|all|both|often)\W+)*"
)


@dataclass(frozen=True, slots=True)
class _FilterRule:
    reason: str
    subject: re.Pattern[str] | None
    relation: re.Pattern[str] | None
    object: re.Pattern[str] | None
    unless: re.Pattern[str] | None

    def holds(self, claim: Claim) -> bool:
        if self.subject and not self.subject.fullmatch(_name(claim.subject)):
            return False
        if self.object and not self.object.fullmatch(_name(claim.object)):
            return False
        if self.relation and not _begins(self.relation, fold(claim.relationship)):
            return False
        if self.unless is None:
            return True
        kinds = (*claim.subject_categories, *claim.object_categories)
        return not any(self.unless.fullmatch(fold(text)) for text in (claim.object, *kinds))


def refuse(claim: Claim) -> str | None:
    """Say why a claim cannot have a predicate: ADMINISTRATIVE, METHODOLOGICAL, NOMENCLATURE or REPORTING.

    None where no rule is sure (SPEC R20); the reranker has the last word then.

    >>> refuse(Claim("Clinicians", "prescribe", "opioids")), refuse(Claim("morphine", "relieves", "pain"))
    ('ADMINISTRATIVE', None)
    """
    names = names_matter(claim.subject) or names_matter(claim.object)
    if not names and not _begins(_any_phrase(), fold(claim.relationship)):
        return None
    return next((rule.reason for rule in _rules() if rule.holds(claim)), None)


@lru_cache(maxsize=65_536)
def names_matter(name: str) -> bool:
    """Say whether a rule looks at an end of this name, so that not the phrase alone decides.

    >>> names_matter("Clinicians"), names_matter("morphine")
    (True, False)
    """
    folded = fold(name)
    return bool(_any_name().fullmatch(_name(name)) or _any_name().fullmatch(folded))


def _name(text: str) -> str:
    """Lower a name without a leading article."""
    return fold(text).strip().removeprefix("the ").strip()


def _begins(pattern: re.Pattern[str], phrase: str) -> bool:
    """Say whether a phrase begins so, as it stands or behind auxiliaries and adverbs."""
    lead = _LEAD.match(phrase)
    return bool(pattern.match(phrase.strip()) or (lead and pattern.match(phrase, lead.end())))


@lru_cache(maxsize=1)
def _rules() -> tuple[_FilterRule, ...]:
    rules = []
    for row in read_table(_TABLE):
        if row["reason"] not in REASONS:
            raise OntologyError(f"ontology/{_TABLE}: {row['reason']!r} is not a reason")
        if not row["relation"] and not (row["subject"] or row["object"]):
            raise OntologyError(f"ontology/{_TABLE}: a row for {row['reason']} would refuse everything")
        parts = (_pattern(row[column]) for column in ("subject", "relation", "object", "unless"))
        rules.append(_FilterRule(row["reason"], *parts))
    return tuple(rules)


@lru_cache(maxsize=1)
def _any_phrase() -> re.Pattern[str]:
    """Match what any rule that asks for a phrase alone would match, in one go."""
    alone = (rule.relation for rule in _rules() if not (rule.subject or rule.object))
    return _any(pattern for pattern in alone if pattern)


@lru_cache(maxsize=1)
def _any_name() -> re.Pattern[str]:
    patterns = (each for rule in _rules() for each in (rule.subject, rule.object, rule.unless))
    return _any(pattern for pattern in patterns if pattern)


def _any(patterns: Iterable[re.Pattern[str]]) -> re.Pattern[str]:
    """Match what one of several patterns matches; nothing if there are none."""
    return re.compile("|".join(f"(?:{pattern.pattern})" for pattern in patterns) or "(?!)")


def _pattern(cell: str) -> re.Pattern[str] | None:
    return compile_cell(cell.replace(" ", r"\s+"), _TABLE, 0) if cell else None
