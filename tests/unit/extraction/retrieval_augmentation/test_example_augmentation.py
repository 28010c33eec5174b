"""PETAILOR's example augmentation (SPEC P17)."""

from bioloom.extraction.retrieval_augmentation.example_augmentation import ExampleAugmentation
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample, Retrieved

EXAMPLES = [
    *(MemoryExample(f"drug{n} helps ill{n}", "TREATS", (0, 5), (12, 16)) for n in range(8)),
    MemoryExample("toxin harms cells", "DISRUPTS", (0, 5), (12, 17)),
    MemoryExample("nothing is marked here", "CAUSES"),
]
TREATED = Retrieved((("was used for", "TREATS"),))


def test_head_and_tail_of_one_pair_of_the_label_stand_around_the_phrase() -> None:
    text, label = ExampleAugmentation(EXAMPLES).augment(TREATED).parts[0]
    head, *phrase, tail = text.split()
    assert (" ".join(phrase), label) == ("was used for", "TREATS")
    assert head.removeprefix("drug") == tail.removeprefix("ill")


def test_every_phrase_of_a_document_gets_a_pair_of_its_own_label() -> None:
    document = Retrieved((("impaired", "DISRUPTS"), ("led to", "CAUSES"), ("of", "UNHEARD_OF")))
    assert ExampleAugmentation(EXAMPLES).augment(document).parts == (
        ("toxin impaired cells", "DISRUPTS"), ("led to", "CAUSES"), ("of", "UNHEARD_OF"),
    )  # fmt: skip


def test_the_seed_alone_decides() -> None:
    drawn = [ExampleAugmentation(EXAMPLES, seed).augment(TREATED) for seed in range(30)]
    assert drawn == [ExampleAugmentation(EXAMPLES, seed).augment(TREATED) for seed in range(30)]
    assert len(set(drawn)) > 4
