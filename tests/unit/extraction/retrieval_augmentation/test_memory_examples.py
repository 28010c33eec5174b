"""Labelled sentences are drawn from annotated documents, one for each sentence and label (SPEC P4)."""

from bioloom.extraction.retrieval_augmentation.memory_examples import (
    MemoryExample,
    distinct,
    examples_of,
    letters,
)
from bioloom.records import AnnotatedDocument, Document, Mention, Place, Relation, Sentence

TEXT = "Tonin was given to rats. Tonin heals rats and mice. Ice and tea."
PLACE = Place("toy.txt", 1)


def document(*relations: Relation) -> AnnotatedDocument:
    """Annotate tonin, rats, tonin, rats, mice, ice and tea as m0 to m6."""
    bounds = [(0, 24), (25, 51), (52, 64)]
    sentences = tuple(
        Sentence(f"s{n}", "toy:1", n, TEXT[start:end], start, end) for n, (start, end) in enumerate(bounds)
    )
    spans = [(0, 0, 5), (0, 19, 23), (1, 25, 30), (1, 37, 41), (1, 46, 50), (2, 52, 55), (2, 60, 63)]
    mentions = tuple(
        Mention(f"m{n}", f"s{sentence}", TEXT[start:end], start, end, "thing")
        for n, (sentence, start, end) in enumerate(spans)
    )
    head = Document("toy:1", "Toy", TEXT, "abstract", "infores:toy", PLACE)
    return AnnotatedDocument(head, sentences, mentions, relations, "git")


def test_one_example_for_each_sentence_and_label_with_the_places_of_its_first_pair() -> None:
    examples = examples_of(
        document(
            Relation("m2", "TREATS", "m3", PLACE),
            Relation("m2", "TREATS", "m4", PLACE),
            Relation("m3", "COEXISTS_WITH", "m4", PLACE),
            Relation("m0", "ADMINISTERED_TO", "m1", PLACE),
        )
    )
    assert examples == [
        MemoryExample("Tonin was given to rats.", "ADMINISTERED_TO", (0, 5), (19, 23), "toy:1"),
        MemoryExample("Tonin heals rats and mice.", "TREATS", (0, 5), (12, 16), "toy:1"),
        MemoryExample("Tonin heals rats and mice.", "COEXISTS_WITH", (12, 16), (21, 25), "toy:1"),
    ]


def test_what_is_negated_derived_or_across_sentences_is_no_example() -> None:
    assert not examples_of(
        document(
            Relation("m2", "TREATS", "m3", PLACE, negated=True),
            Relation("m2", "PRECEDES", "m3", PLACE, derived=True),
            Relation("m0", "TREATS", "m4", PLACE),
            Relation("m0", "TREATS", "nobody", PLACE),
        )
    )


def test_a_sentence_of_unrelated_mentions_can_be_an_example_of_none() -> None:
    found = examples_of(document(Relation("m2", "TREATS", "m3", PLACE, negated=True)), none="none")
    assert found == [
        MemoryExample("Tonin was given to rats.", "none", source="toy:1"),
        MemoryExample("Ice and tea.", "none", source="toy:1"),
    ]


def test_the_same_label_of_the_same_sentence_counts_once_marks_or_not() -> None:
    first = MemoryExample("the drug heals", "TREATS", source="a")
    assert distinct(
        [
            first,
            MemoryExample("The  [  drug  ] heals.", "TREATS", source="b"),
            MemoryExample("the drug heals", "AFFECTS", source="c"),
            MemoryExample("  ", "TREATS"),
        ]
    ) == [first, MemoryExample("the drug heals", "AFFECTS", source="c")]


def test_sentences_without_letters_differ_by_their_signs() -> None:
    assert letters("+ -") != letters("- +")
