"""Prompt scheme: the data by which one extractor asks a language model for different annotations.

A scheme holds the questions about a sentence in their order, each with its prompt, the check of an answer's
form and the parser, and what retrieves the examples that are shown with a sentence. Asking, caching, retries
and the way from spans to mentions are the extractor's.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bioloom.records import AnnotatedDocument, Sentence

E = TypeVar("E")
"""The examples that are shown with one sentence."""

Turn = tuple[str, ...]
"""Messages to the model: the system's, then the user's and the assistant's in turn."""

NOT_IN_SENTENCE, UNKNOWN_TYPE, UNKNOWN_RELATION = "NOT_IN_SENTENCE", "UNKNOWN_TYPE", "UNKNOWN_RELATION"
TYPE_CONFLICT, BAD_TRIPLET = "TYPE_CONFLICT", "BAD_TRIPLET"
END_NOT_EXTRACTED, SELF_RELATION, BAD_ENDS = "END_NOT_EXTRACTED", "SELF_RELATION", "BAD_ENDS"
DUPLICATE, NULL_RELATION, PROSE = "DUPLICATE_LINE", "NULL_RELATION", "MODEL_PROSE"


@dataclass(frozen=True, slots=True)
class TypedSpan:
    """A span of the sentence and its type."""

    start: int
    end: int
    type: str


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A line of an answer that is not taken: reason code, what is wrong, the line and its number."""

    code: str
    message: str
    line: int
    written: str


@dataclass(slots=True)
class SentenceAnnotations:
    """Annotations of one sentence; relations name their ends by place in `spans`."""

    spans: list[TypedSpan] = field(default_factory=list)
    relations: list[tuple[int, str, int]] = field(default_factory=list)
    refused: list[RefusedLine] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class PromptQuestion(Generic[E]):
    """One question about a sentence: prompt, check and parser.

    `lay_out` takes the sentence, the spans found so far and the examples. `check` gives an answer back or
    raises BadModelAnswer. `parse` takes the sentence, the spans found so far and the answer; its spans
    replace these. `probe` is a short question that a model which works answers. A sentence with fewer spans
    than `fewest_spans` is not asked about.
    """

    task: str
    lay_out: Callable[[str, Sequence[TypedSpan], E], Turn]
    check: Callable[[str], str]
    parse: Callable[[str, Sequence[TypedSpan], str], SentenceAnnotations]
    probe: Turn
    fewest_spans: int = 0


@dataclass(frozen=True, slots=True)
class SchemeMeaning:
    """What names of a user's scheme mean: types are Biolink's categories, relations predicates or words."""

    types: Mapping[str, str]
    relations: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PromptScheme(Generic[E]):
    """Scheme of a prompted extractor: `name` is the annotation scheme of the answers, `way` how it asks.

    `kinds` are the kinds of documents that it reads. `fingerprint` changes with prompts and examples; it is
    part of the extractor's name. `retrieve` gives the examples of the sentences of a document. With a
    `meaning`, mentions and relations get what their names mean, beside the names.
    """

    name: str
    way: str
    kinds: frozenset[str]
    questions: tuple[PromptQuestion[E], ...]
    fingerprint: str
    retrieve: Callable[[AnnotatedDocument, Sequence[Sentence]], Sequence[E]]
    meaning: SchemeMeaning | None = None
