"""The order of steps across a protocol, which no scheme states between lines: derived, and marked so.

Rule: the verbs of the text in their order; each is followed by the next one. Left out is the title, and
every verb that is no step of its own: by its relations the goal of another (``vortex to mix``), its means
(``mix by inverting``) or denied (``do not vortex``); by its form a gerund, a participle without auxiliary or
a statement (``removes``); by the word before it an infinitive or a subordinate (``to``, ``by``, ``when``).
The confidences are the shares that one reader found right in 50 random pairs of each sort (docs/wlp.md).
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from bioloom.records import AnnotatedDocument, Mention, Relation

WITHIN_SENTENCE = 0.82
BETWEEN_SENTENCES = 0.88
NEXT_STEP = "next_step"
_ASIDE_AS_SUBJECT = frozenset({"is_goal_of", "not"})
_ASIDE_AS_OBJECT = frozenset({"use_method", "during"})
_ASIDE_AFTER = frozenset(
    {
        *("to", "by", "of", "for", "from", "without", "after", "before", "while", "when", "if", "until"),
        *("will", "would", "can", "could", "may", "might", "help", "not", "never", "don't", "upon", "prior"),
    }
)
_AUXILIARIES = frozenset({"is", "are", "was", "were", "be", "been", "being", "get", "gets"})
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[^\w\s]")
_LOOK_BACK = 60


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
        if titled and len(document.sentences) > 1:
            continue
        for verb in sorted(verbs[sentence.id], key=lambda verb: (verb.start, verb.end, verb.id)):
            window = document.document.text[max(sentence.start, verb.start - _LOOK_BACK) : verb.start]
            if _is_step(verb.text, window):
                yield verb


def _is_step(verb: str, before: str) -> bool:
    """Whether a verb is a step by its form and the word before it.

    >>> _is_step("mix", "Invert to "), _is_step("mixed", "Cells were "), _is_step("placed", "a towel ")
    (False, True, False)
    """
    form = verb.split()[0].lower() if verb.split() else ""
    words = [word for word in _WORD.findall(before.lower()) if not word.endswith("ly")]
    last = words[-1] if words else ""
    if last in _ASIDE_AFTER or form.endswith("ing") or (form.endswith("s") and not form.endswith("ss")):
        return False
    passive = last in _AUXILIARIES or last in ("and", "then", "or") or not last.isalpha()
    return passive or not form.endswith("ed")


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
