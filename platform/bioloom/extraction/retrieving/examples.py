"""What is retrieved and shown to a reader: labelled sentences, and phrases of them with their labels."""

from __future__ import annotations

from dataclasses import dataclass

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Example:
    """A labelled sentence of the source set D (SPEC P4): one for each sentence and label.

    `head` and `tail` are offsets in characters: ``sentence[head[0]:head[1]]``; None where the task has no
    entities. `source` names the document that it comes from.
    """

    sentence: str
    label: str
    head: Place | None = None
    tail: Place | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the relational key-value memory with its value (SPEC P7, P8), and example number `example`."""

    text: str
    label: str
    example: int


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A document of A_x or of its orderings (SPEC P9-P11): one or more keys or sentences with their labels.

    >>> Retrieved((("was activated by", "STIMULATES"), ("treatment of", "TREATS"))).text
    'was activated by = stimulates ; treatment of = treats'
    """

    parts: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """What a reader reads: each key joined with its value (SPEC P9, P11)."""
        return " ; ".join(f"{key} = {spell_label(label)}" for key, label in self.parts)


def spell_label(label: str) -> str:
    """Write a label as words.

    >>> spell_label("ASSOCIATED_WITH"), spell_label("PRODUCT-OF"), spell_label("Positive_Correlation")
    ('associated with', 'product of', 'positive correlation')
    """
    return label.replace("_", " ").replace("-", " ").casefold()
