"""Example augmentation: a head before a retrieved phrase and a tail after it (SPEC P17)."""

import random
from collections.abc import Sequence

from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample, Retrieved, spell_label


class ExampleAugmentation:
    """Augmentation of retrieved phrases with entity pairs, drawn from examples D with the phrase's label.

    The draw depends on the seed and the document alone: the same document always gets the same pairs, in
    whatever order documents come. A label without pairs leaves its phrase as it is.
    """

    def __init__(self, examples: Sequence[MemoryExample], seed: int = 0) -> None:
        self._seed = seed
        self._pairs: dict[str, list[tuple[str, str]]] = {}
        for example in examples:
            if example.head is not None and example.tail is not None:
                pair = example.sentence[slice(*example.head)], example.sentence[slice(*example.tail)]
                self._pairs.setdefault(spell_label(example.label), []).append(pair)

    def augment(self, document: Retrieved) -> Retrieved:
        """Give the document with a head before and a tail after each of its phrases (SPEC P17).

        >>> example = MemoryExample("x stimulates y", "STIMULATES", (0, 1), (13, 14))
        >>> ExampleAugmentation([example]).augment(Retrieved((("was activated by", "STIMULATES"),))).text
        'x was activated by y = stimulates'
        """
        parts = []
        for number, (text, label) in enumerate(document.parts):
            pairs = self._pairs.get(spell_label(label))
            if pairs:
                draw = random.Random(f"{self._seed}\0{number}\0{document.text}")
                head, tail = pairs[draw.randrange(len(pairs))]
                text = f"{head} {text} {tail}"
            parts.append((text, label))
        return Retrieved(tuple(parts))
