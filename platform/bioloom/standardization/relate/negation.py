"""Negation detection: does a text deny the claim that was drawn from it?"""

import re
from dataclasses import dataclass
from typing import Literal, cast

from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.claim_sentences import sentence_of, spans_of
from bioloom.standardization.relate.claim_statement import ClaimStatement, statements
from bioloom.standardization.relate.clauses import Clauses, clauses_of
from bioloom.standardization.relate.negation_cues import Cue, cues_of, readable
from bioloom.standardization.relate.negation_scope import GENERIC, denies

Kind = Literal["explicit", "implicit", "comparative"]

_QUESTION = re.compile(r"\b(?:whether|if)\b")
_MOST_CUES = 64
_AT_START = re.compile(
    r"\W*(?:(?:is|are|was|were|has|have|had|shows?|showed|exerts?|exerted|with|the|a|an|there|\w+ly)\s+)*"
)


@dataclass(frozen=True, slots=True)
class Negation:
    """The words that deny a claim, their kind (SPEC R21), and where they stand.

    `start` and `end` count characters of the sentence that states the claim, or of the relation's own
    phrase where the sentence does not hold it.
    """

    cue: str
    kind: Kind
    start: int
    end: int


def detect_negation(claim: Claim, *, firm: bool = False) -> Negation | None:
    """Find the words by which the text denies this relation between this subject and this object.

    The relation's own phrase decides where it holds such words, then the sentence. With `firm`, words that
    compare, or that name a circumstance ("without", "lack of", "rather than"), deny nothing: for claims of
    which nobody knows that their phrase states them, these are wrong far more often than right.

    >>> text = "Rasagiline inhibits MAO-B but not MAO-A."
    >>> found = detect_negation(Claim("rasagiline", "inhibits", "MAO-A", text))
    >>> found.cue, found.kind
    ('but not', 'explicit')
    >>> detect_negation(Claim("rasagiline", "inhibits", "MAO-B", text)) is None
    True
    """
    sentence = sentence_of(claim)
    own = _in_phrase(claim.relationship, firm)
    if own is not None:
        held = spans_of(claim.relationship, sentence)
        return _negation(own, sentence, held[0][0]) if held else _negation(own, claim.relationship, 0)
    cues = [cue for cue in cues_of(sentence) if not firm or _is_firm(cue)]
    if not cues:
        return None
    read = statements(claim, sentence)
    clauses = clauses_of(sentence)
    for cue in cues[:_MOST_CUES]:
        if _denies(cue, read, readable(sentence), clauses, claim.relationship):
            return _negation(cue, sentence, 0)
    return None


def _negation(cue: Cue, text: str, moved: int) -> Negation:
    start, end = cue.start + moved, cue.end + moved
    return Negation(text[start:end].strip(" ,"), cast(Kind, cue.kind), start, end)


def _is_firm(cue: Cue) -> bool:
    return cue.kind == "explicit" or (cue.kind == "implicit" and cue.scope in ("verb", "be", "sentence"))


def _in_phrase(phrase: str, firm: bool) -> Cue | None:
    """Find what denies inside the phrase; `lack of` and the like only where the phrase begins with it."""
    lead = _AT_START.match(readable(phrase))
    begin = lead.end() if lead else 0
    for cue in cues_of(phrase):
        if firm and not _is_firm(cue):
            continue
        if cue.kind == "comparative" and cue.scope == "both" and "similar" in phrase:
            continue
        if cue.scope == "noun" and cue.kind == "implicit" and cue.start > begin:
            continue
        return cue
    return None


def _denies(cue: Cue, read: tuple[ClaimStatement, ...], folded: str, clauses: Clauses, phrase: str) -> bool:
    if not read or _QUESTION.search(folded, clauses.start(cue.start), cue.start):
        return False
    best = read[0]
    if best.relation is None or cue.scope == "contrast" or GENERIC.search(folded, *best.relation):
        alike = (one for one in read if one.relation == best.relation)
        return any(denies(cue, one, folded, clauses, phrase) for one in alike)
    return denies(cue, best, folded, clauses, phrase)
