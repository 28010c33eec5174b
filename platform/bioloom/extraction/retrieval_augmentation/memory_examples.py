"""Memory examples: labelled sentences, keys drawn from them, and retrieved documents."""

from collections.abc import Iterable
from dataclasses import dataclass

from bioloom.records import AnnotatedDocument

Offsets = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MemoryExample:
    """A labelled sentence of the source set D (SPEC P4): one for each sentence and label.

    `head` and `tail` are offsets in characters: ``sentence[head[0]:head[1]]``; None where the task has no
    entities. `source` names the document that it comes from.
    """

    sentence: str
    label: str
    head: Offsets | None = None
    tail: Offsets | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class MemoryKey:
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
        """Text of the document: each key joined with its value (SPEC P9, P11)."""
        return " ; ".join(f"{key} = {spell_label(label)}" for key, label in self.parts)


def spell_label(label: str) -> str:
    """Write a label as words.

    >>> spell_label("ASSOCIATED_WITH"), spell_label("PRODUCT-OF"), spell_label("Positive_Correlation")
    ('associated with', 'product of', 'positive correlation')
    """
    return label.replace("_", " ").replace("-", " ").casefold()


def examples_of(document: AnnotatedDocument, *, none: str | None = None) -> list[MemoryExample]:
    """Draw the labelled sentences from an annotated document, one for each sentence and label (SPEC P4).

    The first pair of a sentence with a label gives head and tail. Relations that are negated, derived or
    join two sentences give none. With `none`, a sentence with two mentions or more and no relation is an
    example of that label.
    """
    sentences = {sentence.id: sentence for sentence in document.sentences}
    mentions = {mention.id: mention for mention in document.mentions}
    found: dict[tuple[str, str], MemoryExample] = {}
    related: set[str] = set()
    for relation in document.relations:
        head, tail = mentions.get(relation.subject), mentions.get(relation.object)
        if head is None or tail is None or head.sentence_id != tail.sentence_id or relation.derived:
            continue
        sentence = sentences[head.sentence_id]
        related.add(sentence.id)
        if not relation.negated:
            first, second = ((one.start - sentence.start, one.end - sentence.start) for one in (head, tail))
            example = MemoryExample(sentence.text, relation.predicate, first, second, document.document.id)
            found.setdefault((sentence.id, relation.predicate), example)
    if none is not None:
        held: dict[str, int] = {}
        for mention in document.mentions:
            held[mention.sentence_id] = held.get(mention.sentence_id, 0) + 1
        for sentence in document.sentences:
            if sentence.id not in related and held.get(sentence.id, 0) > 1:
                found[sentence.id, none] = MemoryExample(sentence.text, none, source=document.document.id)
    number = {sentence.id: sentence.index for sentence in document.sentences}
    return [found[key] for key in sorted(found, key=lambda key: number[key[0]])]


def distinct(examples: Iterable[MemoryExample]) -> list[MemoryExample]:
    """Keep the first of the examples that say the same label of the same sentence (SPEC P4).

    Sentences are the same when they have the same letters and digits: marks and spaces do not count.
    Blank sentences are left out.
    """
    found: dict[tuple[str, str], MemoryExample] = {}
    for example in examples:
        if example.sentence.strip():
            found.setdefault((letters(example.sentence), example.label), example)
    return list(found.values())


def letters(sentence: str) -> str:
    """Give the letters and digits of a sentence in lower case, by which identical sentences are known.

    >>> letters("The  [  drug  ] binds.") == letters("the drug binds")
    True
    """
    bare = "".join(sign for sign in sentence.casefold() if sign.isalnum())
    return bare or sentence.strip()


def pair_text(head: str, tail: str) -> str:
    """Write a pair as the key of a memory of pairs (SPEC P8).

    >>> pair_text("acquired_abnormality", "disease")
    'acquired abnormality and disease'
    """
    return f"{head} and {tail}".replace("_", " ")
