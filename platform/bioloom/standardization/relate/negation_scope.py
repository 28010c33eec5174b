"""Negation scope: does a cue reach a claim, or does the sentence presuppose it?"""

import re
from dataclasses import dataclass

from bioloom.pattern_table import PatternTable
from bioloom.standardization.relate.claim_sentences import Span
from bioloom.standardization.relate.claim_statement import ClaimStatement
from bioloom.standardization.relate.clauses import Clauses
from bioloom.standardization.relate.negation_cues import Cue

_PATTERNS = PatternTable.read("relate/scope.tsv")
_OBSERVED = _PATTERNS.compile("observed", 0)
_RELATIONAL = _PATTERNS.compile("relational", 0)
GENERIC = _PATTERNS.compile("generic", 0)
"""Words of a relation that say nothing of its direction or kind, and may stand anywhere in a sentence."""
_SIMILAR = re.compile(r"\b(?:similar|compar|equival|equal|same|identical|as\s+\w+\s+as)")
_BARE = _PATTERNS.compile("bare", 0)
_PRESUPPOSED = _PATTERNS.compile("presupposed", 0)
_JOINED = re.compile(r"[\s-]*|\s+(?:patients|infants|women|men|children|rats|mice|subjects)?\s*with\s+")
_HOLDER = _PATTERNS.compile("holder", 0)
_EFFECT_ON = re.compile(r"\W*(?:[\w-]+ ){0,3}?(?:effect|influence|impact|change)s? (?:up)?(?:on|in)\b")
_HAD = re.compile(r"\b(?:had|has|have|having|exert\w*|with|produc\w+|caus\w+|resulted in)\s+$")
_AGENT = re.compile(r"\b(?:by|with|following|after|in)\b")
_ADVERBS = re.compile(r"\W*(?:\w+ly\W+)*")
_INSTEAD = re.compile(r",? but (?:rather|instead)\b")
_RELATIVE = _PATTERNS.compile("relative", 0)
_CONTRASTED = _PATTERNS.compile("contrasted", 0)
_NEAR = 25
_BOTH = 2


def denies(cue: Cue, said: ClaimStatement, folded: str, clauses: Clauses, phrase: str) -> bool:
    """Say whether a cue denies a claim, as it is read in the sentence.

    `folded` is the sentence in lower case, `phrase` the words of the relation as the claim has them.
    """
    ends = tuple(end for end in (said.subject, said.object) if end is not None)
    if any(start <= cue.start and cue.end <= end for start, end in ends):
        return False
    aside = _aside(cue, folded)
    if aside and not any(_inside(end, aside) for end in ends):
        return False
    contrasted = [found.span() for found in _CONTRASTED.finditer(folded)]
    if any(
        _inside(end, span) and not _inside((cue.start, cue.end), span) for end in ends for span in contrasted
    ):
        return False
    return _SCOPES[cue.scope](_Case(cue, said, ends, folded, clauses, phrase))


def _aside(cue: Cue, folded: str) -> Span | None:
    """Find the brackets, or the relative clause between commas, that a cue stands in."""
    for found in _RELATIVE.finditer(folded):
        if found.start() < cue.start < found.end():
            return found.span()
    opened = folded.rfind("(", 0, cue.start)
    if opened < 0 or folded.find(")", opened, cue.start) >= 0:
        return None
    closed = folded.find(")", cue.end)
    return None if closed < 0 else (opened, closed)


def _inside(span: Span | None, scope: Span) -> bool:
    return span is not None and scope[0] <= span[0] and span[1] <= scope[1]


@dataclass(frozen=True, slots=True)
class _Case:
    """A cue, a reading of the claim, and the sentence, to be judged by the cue's scope."""

    cue: Cue
    said: ClaimStatement
    ends: tuple[Span, ...]
    folded: str
    clauses: Clauses
    phrase: str

    @property
    def ahead(self) -> Span:
        """Words after the cue in its clause."""
        return self.cue.end, self.clauses.end(self.cue.end)

    @property
    def behind(self) -> Span:
        """Words before the cue in its clause."""
        return self.clauses.start(self.cue.start), self.cue.start

    def within(self, scope: Span) -> list[Span]:
        """Give the ends of the claim that lie in a scope."""
        return [end for end in self.ends if _inside(end, scope)]

    def presupposes(self) -> bool:
        """Whether the ends stand so close that the text takes their relation for granted: `A-induced B`."""
        if len(self.ends) < _BOTH:
            return False
        first, second = sorted(self.ends)
        between = self.folded[first[1] : second[0]]
        if _PRESUPPOSED.search(between) and len(between) < _NEAR:
            return True
        if self.said.relation is not None or not _JOINED.fullmatch(between):
            return False
        return "with" not in between or _HOLDER.search(self.folded, 0, first[1]) is not None

    def observes(self) -> bool:
        """Say whether the denied verb says that something was seen, or stands in a relation."""
        return _OBSERVED.match(self.folded, self.cue.end) is not None


def _denied_ahead(case: _Case, scope: Span, *, presupposes: bool) -> bool:
    """Say whether what stands behind a cue, within its scope, denies the claim.

    A verb that is denied presupposes what stands behind it: `did not alter the effect of A on B`.
    """
    cue, relation = case.cue, case.said.relation
    inside = case.within(scope)
    if relation and _inside(relation, scope) and relation[0] - cue.end < _NEAR:
        governed = case.said.exact or _ADVERBS.fullmatch(case.folded, cue.end, relation[0])
        before = [end for end in case.ends if end[1] <= cue.start]
        whole = len(before) == len(case.ends) or (before and _INSTEAD.match(case.folded, scope[1]))
        return bool(inside) or bool(governed and whole)
    if not inside:
        return False
    if len(case.ends) < _BOTH:
        return relation is None
    if len(inside) < _BOTH:
        return all(end in inside or end[1] <= cue.start for end in case.ends)
    if presupposes or case.presupposes():
        return case.observes()
    return not (_EFFECT_ON.match(case.folded, cue.end) and _HAD.search(case.folded, 0, cue.start))


def _denied_behind(case: _Case, *, observed: bool) -> bool:
    """Say whether what stands before a cue in its clause is denied: `the effect of A on B was not seen`."""
    if len(case.within(case.behind)) < len(case.ends) or not case.ends or case.presupposes():
        return False
    relation = case.said.relation
    if not case.observes() and not _inside(relation, case.ahead) and _AGENT.search(case.folded, *case.ahead):
        return False
    if relation is None or GENERIC.search(case.folded, *relation):
        return True
    if _inside(relation, case.behind):
        return observed and case.observes()
    return _inside(relation, case.ahead)


def _denied_short(case: _Case) -> bool:
    """Say whether a short clause denies of its one end what was said before: `whereas B was inactive`."""
    behind = case.within(case.behind)
    if len(behind) != 1 or len(case.ends) != _BOTH or not _BARE.match(case.folded[slice(*case.ahead)]):
        return False
    other = next(end for end in case.ends if end not in behind)
    return other[1] <= case.behind[0]


def _denied_around(case: _Case, *, verb: bool) -> bool:
    """Say whether the cue, a verb or a noun in its place, denies what stands before or after it."""
    return (
        _denied_ahead(case, case.ahead, presupposes=verb)
        or _denied_behind(case, observed=verb)
        or _denied_short(case)
    )


def _by_verb(case: _Case) -> bool:
    return _denied_around(case, verb=True)


def _by_noun(case: _Case) -> bool:
    cue, relation = case.cue, case.said.relation
    if cue.kind == "implicit" or _RELATIONAL.match(case.folded, cue.end):
        return _denied_around(case, verb=False)
    noun = cue.end, case.clauses.phrase_end(cue.end)
    return bool(case.within(noun)) or _inside(relation, noun)


def _by_what_follows(case: _Case) -> bool:
    relation = case.said.relation
    if relation and _inside(relation, case.ahead) and len(case.within(case.behind)) == _BOTH:
        return True
    return len(case.within(case.ahead)) < _BOTH and _denied_ahead(case, case.ahead, presupposes=True)


def _by_clause(case: _Case) -> bool:
    return _denied_ahead(case, (case.cue.end, case.clauses.far_end(case.cue.end)), presupposes=False)


def _by_both(case: _Case) -> bool:
    cue = case.cue
    if _SIMILAR.search(case.folded, cue.start, cue.end) and _SIMILAR.search(case.phrase.lower()):
        return False
    near = case.behind[0], case.ahead[1]
    far = case.clauses.far_start(cue.start), case.clauses.far_end(cue.end)
    relation = case.said.relation
    stated = relation is None or _inside(relation, near)
    if case.ends and len(case.within(far if stated else near)) == len(case.ends):
        return True
    return len(case.within(case.ahead)) == 1 and _denied_ahead(case, case.ahead, presupposes=True)


def _by_contrast(case: _Case) -> bool:
    scope = case.cue.end, case.clauses.contrast_end(case.cue.end)
    if case.said.relation and not case.clauses.joined(case.said.relation[0], case.cue.start):
        return False
    if len(case.ends) < 2:
        return _inside(case.said.relation, scope)
    return len(case.within(scope)) == 1


def _by_suffix(case: _Case) -> bool:
    return any(end == case.cue.start for _, end in case.ends)


def _by_reference(case: _Case) -> bool:
    return len(case.within((0, case.cue.start))) == len(case.ends)


_SCOPES = {
    "both": _by_both,
    "clause": _by_clause,
    "be": _by_verb,
    "verb": _by_verb,
    "noun": _by_noun,
    "contrast": _by_contrast,
    "suffix": _by_suffix,
    "sentence": _by_clause,
    "ahead": _by_what_follows,
    "back": _by_reference,
}
