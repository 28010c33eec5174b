"""The order of steps, derived from the order of verbs."""

from bioloom.extraction.step_order import BETWEEN_SENTENCES, WITHIN_SENTENCE, derive_step_order
from bioloom.records import AnnotatedDocument, Document, Mention, Place, Relation, Sentence

PLACE = Place("d.ann")


def document(*lines: str, relations: tuple[Relation, ...] = (), kind: str = "protocol") -> AnnotatedDocument:
    """Make a protocol whose words in capitals are its verbs."""
    sentences, mentions = [], []
    position = 0
    for index, line in enumerate(lines):
        sentences.append(Sentence(f"d#s{index}", "d", index, line, position, position + len(line)))
        for word in line.split():
            if word.isupper():
                start = position + line.index(word)
                mentions.append(Mention(f"d#{word}", f"d#s{index}", word, start, start + len(word), "verb"))
        position += len(line) + 1
    text = "\n".join(lines)
    mentions.reverse()
    return AnnotatedDocument(
        Document("d", lines[0] if lines else "", text, kind, "infores:test", PLACE),
        tuple(sentences),
        tuple(mentions),
        relations,
        "biopie",
    )


def order(made: AnnotatedDocument) -> list[tuple[str, str]]:
    return [(r.subject[2:], r.object[2:]) for r in derive_step_order(made)]


def test_verbs_follow_one_another_within_and_between_sentences() -> None:
    made = document("the TITLE", "ADD water and MIX", "no verb here", "DRY it")
    assert order(made) == [("ADD", "MIX"), ("MIX", "DRY")]
    within, between = derive_step_order(made)
    assert within.derived
    assert between.derived
    assert (within.confidence, between.confidence) == (WITHIN_SENTENCE, BETWEEN_SENTENCES)


def test_a_protocol_of_one_line_has_no_title() -> None:
    assert order(document("ADD water and MIX")) == [("ADD", "MIX")]


def test_goals_means_and_denied_verbs_are_no_steps() -> None:
    relations = (
        Relation("d#MIX", "is_goal_of", "d#VORTEX", PLACE),
        Relation("d#DRY", "use_method", "d#BLOTTING", PLACE),
        Relation("d#TOUCH", "not", "d#ADD", PLACE, negated=True),
    )
    made = document("t", "VORTEX to MIX", "DRY by BLOTTING", "never TOUCH", "ADD", relations=relations)
    assert order(made) == [("VORTEX", "DRY"), ("DRY", "ADD")]


def test_what_is_annotated_is_not_derived_again() -> None:
    stated = (Relation("d#ADD", "next_step", "d#MIX", PLACE),)
    assert order(document("t", "ADD then MIX", "DRY", relations=stated)) == [("MIX", "DRY")]


def test_abstracts_and_empty_documents_have_no_steps() -> None:
    assert order(document("ADD and MIX", kind="abstract")) == []
    assert order(document()) == []


def test_verbs_that_are_no_steps_by_their_form_or_place_are_left_out() -> None:
    made = document(
        "t", "VORTEX gently to MIX", "by INVERTING", "this INCREASES it", "the tube FILLED", "DRY"
    )
    assert order(made) == [("VORTEX", "DRY")]


def test_passive_steps_count() -> None:
    assert order(document("t", "cells were WASHED and DRIED", "then they are FROZEN")) == [
        ("WASHED", "DRIED"),
        ("DRIED", "FROZEN"),
    ]


def test_a_plain_form_that_ends_like_a_participle_is_a_step() -> None:
    made = document(
        "t", "gently BRING it to 4 °C", "cells SEED into a dish", "tissue RE-EMBED in wax", "DRY it"
    )
    assert order(made) == [("BRING", "SEED"), ("SEED", "RE-EMBED"), ("RE-EMBED", "DRY")]


def test_what_must_not_be_let_happen_is_no_step() -> None:
    made = document(
        "t",
        "REPEAT this",
        "Do not let the membrane DRY out",
        "Avoid leaving cells to CLUMP",
        "Do not shake or INVERT it",
        "Never, as a rule, but now STOP it",
        "DEVELOP it",
    )
    assert order(made) == [("REPEAT", "STOP"), ("STOP", "DEVELOP")]
