"""Step verbs: which verbs of a protocol are steps of their own.

Left out is every verb that is none: by its relations the goal of another (``vortex to mix``), its means
(``mix by inverting``) or denied (``do not vortex``, ``do not let it dry``); by its form a gerund, a
participle without auxiliary or a statement (``removes``); by the word before it an infinitive or a
subordinate (``to``, ``by``, ``when``); by its sentence a title, a heading, a note or a condition.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from bioloom.extraction.denied_verbs import is_denied
from bioloom.extraction.sentence_roles import Role, role_of
from bioloom.extraction.step_lexicon import opening, words
from bioloom.records import AnnotatedDocument, Mention, Sentence

_ASIDE_AS_SUBJECT = frozenset({"is_goal_of", "not"})
_ASIDE_AS_OBJECT = frozenset({"use_method", "during"})
_ASIDE_AFTER = frozenset(words("aside_after"))
_AUXILIARIES = frozenset({"is", "are", "was", "were", "be", "been", "being", "get", "gets"})
_BASE_FORMS = frozenset(words("base_form"))
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[^\w\s*]")
_LOOK_BACK = 60
_AGAIN = re.compile(r"^re-?")


def sentences_with_steps(
    document: AnnotatedDocument,
) -> Iterator[tuple[Sentence, Role, tuple[Mention, ...]]]:
    """Yield the sentences that hold steps, with their roles and step verbs, in the order of the text."""
    aside = _asides(document)
    verbs: dict[str, list[Mention]] = defaultdict(list)
    for mention in document.mentions:
        if mention.native_type == "verb" and mention.id not in aside:
            verbs[mention.sentence_id].append(mention)
    for sentence in document.sentences:
        if not verbs[sentence.id]:
            continue
        role = role_of(sentence, document)
        if role in ("heading", "note"):
            continue
        steps = []
        for verb in sorted(verbs[sentence.id], key=lambda verb: (verb.start, verb.end, verb.id)):
            window = document.document.text[sentence.start : verb.start]
            if _is_step(verb.text, window):
                steps.append(verb)
        if role == "optional":
            steps = _after_condition(sentence, steps)
        if steps:
            yield sentence, role, tuple(steps)


def _after_condition(sentence: Sentence, verbs: list[Mention]) -> list[Mention]:
    """Leave out the verbs of a condition that opens a sentence, up to its comma: `If frozen, warm it`."""
    comma = sentence.text.find(",")
    if comma < 0 or not opening("conditional").match(sentence.text):
        return verbs
    return [verb for verb in verbs if verb.start > sentence.start + comma]


def _is_step(verb: str, before: str) -> bool:
    """Say whether a verb is a step by its form and the word before it.

    >>> _is_step("mix", "Invert to "), _is_step("mixed", "Cells were "), _is_step("placed", "a towel ")
    (False, True, False)
    >>> _is_step("embed", "the tissue "), _is_step("dry", "Never let it ")
    (True, False)
    """
    if is_denied(verb, before):
        return False
    words = [word for word in _WORD.findall(before[-_LOOK_BACK:].lower()) if not word.endswith("ly")]
    last = words[-1] if words else ""
    if last in _ASIDE_AFTER:
        return False
    form = verb.split()[0].lower() if verb.split() else ""
    if form in _BASE_FORMS or _AGAIN.sub("", form) in _BASE_FORMS:
        return True
    if form.endswith("ing") or (form.endswith("s") and not form.endswith("ss")):
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
