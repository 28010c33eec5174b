"""The order of steps across a protocol, which no scheme states between lines: derived, and marked so.

Rule: the verbs of the text in their order; each is followed by the next one. Left out are the title, verbs
that are the goal of another (``vortex to mix``), verbs that are its means (``mix by inverting``) and verbs
that are denied (``do not vortex``): none of them is a step of its own. The confidence is higher within a
sentence than between sentences.
"""

from collections import defaultdict
from collections.abc import Iterator

from bioloom.records import AnnotatedDocument, Mention, Relation

WITHIN_SENTENCE = 0.9
BETWEEN_SENTENCES = 0.8
NEXT_STEP = "next_step"
_ASIDE_AS_SUBJECT = frozenset({"is_goal_of", "not"})
_ASIDE_AS_OBJECT = frozenset({"use_method", "during"})


def derive_step_order(document: AnnotatedDocument) -> tuple[Relation, ...]:
    """Derive `next_step` between consecutive verbs of a protocol; what is annotated already stays."""
    if document.document.kind != "protocol":
        return ()
    aside = _asides(document)
    stated = {(relation.subject, relation.object) for relation in document.relations}
    derived = []
    before: Mention | None = None
    for verb in _verbs(document):
        if verb.id in aside:
            continue
        if before is not None and not {(before.id, verb.id), (verb.id, before.id)} & stated:
            same = before.sentence_id == verb.sentence_id
            derived.append(
                Relation(
                    subject=before.id,
                    predicate=NEXT_STEP,
                    object=verb.id,
                    place=document.document.place,
                    derived=True,
                    confidence=WITHIN_SENTENCE if same else BETWEEN_SENTENCES,
                )
            )
        before = verb
    return tuple(derived)


def _verbs(document: AnnotatedDocument) -> Iterator[Mention]:
    """Yield the verbs of all steps in the order of the text."""
    verbs: dict[str, list[Mention]] = defaultdict(list)
    for mention in document.mentions:
        if mention.native_type == "verb":
            verbs[mention.sentence_id].append(mention)
    for sentence in document.sentences:
        titled = sentence.index == 0 and sentence.text.strip() == document.document.title.strip()
        if not (titled and len(document.sentences) > 1):
            yield from sorted(verbs[sentence.id], key=lambda verb: (verb.start, verb.end, verb.id))


def _asides(document: AnnotatedDocument) -> frozenset[str]:
    """Name the verbs that are goals or means of another verb, or denied."""
    verbs = {mention.id for mention in document.mentions if mention.native_type == "verb"}
    found = set()
    for relation in document.relations:
        if relation.predicate in _ASIDE_AS_SUBJECT and relation.subject in verbs:
            found.add(relation.subject)
        if relation.predicate in _ASIDE_AS_OBJECT and relation.object in verbs:
            found.add(relation.object)
    return frozenset(found)
