"""Step order across a protocol, which no scheme states between lines: derived, and marked so.

Rule: the step verbs of the text in their order; each is followed by the next one. A sentence that is optional
or conditional, an alternative or done meanwhile is a branch (`sentence_roles`): the sequence goes on past it;
what leads into it and past it has a lower confidence, or is not stated. Verbs joined by `or` are no sequence.
The confidences are the shares that one reader found right in random pairs (docs/wlp.md).
"""

from collections.abc import Iterable
from itertools import pairwise

from bioloom.extraction.sentence_roles import Role
from bioloom.extraction.step_verbs import sentences_with_steps
from bioloom.records import AnnotatedDocument, Mention, Relation

WITHIN_SENTENCE = 0.81
BETWEEN_SENTENCES = 0.85
INTO_BRANCH = 0.75
PAST_BRANCH = 0.75
NEXT_STEP = "next_step"


def derive_step_order(document: AnnotatedDocument) -> tuple[Relation, ...]:
    """Derive `next_step` between consecutive verbs of a protocol; what is annotated already stays."""
    if document.document.kind != "protocol":
        return ()
    stated = {(relation.subject, relation.object) for relation in document.relations}
    found: dict[tuple[str, str], float] = {}
    for before, after, confidence in _pairs(document):
        if not {(before.id, after.id), (after.id, before.id)} & stated:
            found.setdefault((before.id, after.id), confidence)
    place = document.document.place
    return tuple(
        Relation(subject, NEXT_STEP, object_, place, derived=True, confidence=confidence)
        for (subject, object_), confidence in found.items()
    )


def _pairs(document: AnnotatedDocument) -> Iterable[tuple[Mention, Mention, float]]:
    """Yield a step, a step that follows it, and how sure that is."""
    alternatives = {
        (relation.subject, relation.object) for relation in document.relations if relation.predicate == "or"
    }
    sequence: Mention | None = None
    fork: Mention | None = None
    branched = False
    for _, role, verbs in sentences_with_steps(document):
        chain = _without_alternatives(verbs, alternatives, document.document.text)
        for before, after in pairwise(chain):
            yield before, after, WITHIN_SENTENCE
        origin = _origin(role, sequence, fork)
        if origin is not None:
            past = PAST_BRANCH if branched else BETWEEN_SENTENCES
            yield origin, chain[0], past if role == "step" else INTO_BRANCH
        branched = role != "step"
        if role == "step" or sequence is None:
            fork, sequence = sequence, chain[-1]


def _origin(role: Role, sequence: Mention | None, fork: Mention | None) -> Mention | None:
    """Give the step that leads to a sentence: none to what is done meanwhile, to an alternative the fork."""
    if role == "parallel":
        return None
    return fork if role == "alternative" else sequence


def _without_alternatives(
    verbs: tuple[Mention, ...], alternatives: set[tuple[str, str]], text: str
) -> tuple[Mention, ...]:
    """Keep the first of verbs that are joined by `or`."""
    chain = [verbs[0]]
    last = verbs[0]
    for verb in verbs[1:]:
        joined = {(last.id, verb.id), (verb.id, last.id)} & alternatives
        if not joined and text[last.end : verb.start].lower().split()[-1:] not in (["or"], ["and/or"]):
            chain.append(verb)
        last = verb
    return tuple(chain)
