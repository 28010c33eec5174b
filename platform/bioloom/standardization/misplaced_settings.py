"""Misplaced settings: the time of `incubate with antibody diluted 1:200 for 1 h` is the incubation's."""

from dataclasses import replace

from bioloom.extraction.step_lexicon import words
from bioloom.extraction.step_verbs import sentences_with_steps
from bioloom.records import AnnotatedDocument, Mention, Relation

_SETTINGS = frozenset({"have_parameter", "in_condition_of"})
_OF_A_STEP = frozenset({"time", "temperature"})
_MADE_READY = frozenset(words("made_ready"))


def move_settings(document: AnnotatedDocument) -> AnnotatedDocument:
    """Give a time or temperature to the step before a participle, if a program gave it to the participle.

    In `the antibody was diluted for 1 h` it is a step and keeps its time; so does what a person annotated.
    """
    mentions = {mention.id: mention for mention in document.mentions}
    doubtful = [each for each in document.relations if _is_doubtful(each, mentions)]
    if document.extractor is None or not doubtful:
        return document
    steps = {sentence.id: verbs for sentence, _, verbs in sentences_with_steps(document)}
    moved: dict[Relation, Relation] = {}
    for relation in doubtful:
        participle, value = mentions[relation.subject], mentions[relation.object]
        own = [verb for verb in steps.get(participle.sentence_id, ()) if verb.start < value.start]
        if own and own[-1].end <= participle.start:
            moved[relation] = replace(relation, subject=own[-1].id)
    return replace(document, relations=tuple(moved.get(each, each) for each in document.relations))


def _is_doubtful(relation: Relation, mentions: dict[str, Mention]) -> bool:
    verb, value = mentions.get(relation.subject), mentions.get(relation.object)
    return (
        relation.predicate in _SETTINGS
        and verb is not None
        and value is not None
        and verb.text.lower() in _MADE_READY
        and value.native_type in _OF_A_STEP
        and verb.end <= value.start
        and verb.sentence_id == value.sentence_id
    )
