"""Documents, their sentences, the mentions in them and the relations between mentions."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from bioloom.records.graph import Assertion, Entity, Value
from bioloom.records.source import Place, Reject, Skip

_INDEX = re.compile("[0-9]{1,9}")

OWN_SCHEME = "own"
"""The scheme of what was extracted by a user's scheme file, whatever its name."""


@dataclass(frozen=True, slots=True)
class Document:
    """A protocol or abstract. `id` is ``corpus:name``; offsets everywhere count into `text` (characters)."""

    id: str
    title: str
    text: str
    kind: str
    primary_knowledge_source: str
    place: Place
    licence: str | None = None
    properties: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence or step: ``document.text[start:end] == text``; `index` counts from 0.

    `printed` is the number that the text prints before its list item, such as ``"3"`` or ``"2.1"``, `section`
    the heading under which it stands, behind those above that one.
    """

    id: str
    document_id: str
    index: int
    text: str
    start: int
    end: int
    printed: str | None = None
    section: str | None = None


def split_sentence_id(sentence_id: str) -> tuple[str, int] | None:
    """Give the document of a sentence's id and its index there; None if the id is of another form.

    >>> split_sentence_id("wlp:protocol_1#s3"), split_sentence_id("wlp:protocol_1#title")
    (('wlp:protocol_1', 3), None)
    """
    document, mark, index = sentence_id.rpartition("#s")
    return (document, int(index)) if mark and _INDEX.fullmatch(index) else None


def sentence_number(sentence_id: str | None) -> int | None:
    """Give the number of a sentence in its text, from 1, as people are told it; None without one.

    >>> sentence_number("wlp:protocol_1#s3"), sentence_number("wlp:protocol_1#title")
    (4, None)
    """
    found = split_sentence_id(sentence_id or "")
    return found[1] + 1 if found else None


def sentence_place(sentence_id: str) -> str:
    """Say where a sentence stands, for people; an id of another form stands for itself.

    >>> sentence_place("wlp:protocol_1#s3"), sentence_place("wlp:protocol_1#title")
    ('wlp:protocol_1, sentence 4', 'wlp:protocol_1#title')
    """
    found = split_sentence_id(sentence_id)
    return f"{found[0]}, sentence {found[1] + 1}" if found else sentence_id


@dataclass(frozen=True, slots=True)
class Quantity:
    """Parsed amount, time, temperature, speed or concentration, as stated and in SI units.

    `value` is the stated number in `unit`; for a range ("2-3 h") it is the lower end and `upper` the
    upper one. `si_value` and `si_upper` are the same in `si_unit` (K for temperatures, s for times,
    m^3, kg, Hz, m/s^2 for ``× g``...). `bound` is "about", "min" or "max" where the text says so.
    `assumed` is true where convention, not the text, gave the number ("room temperature", "overnight").
    """

    kind: str
    value: float
    unit: str
    si_value: float
    si_unit: str
    upper: float | None = None
    si_upper: float | None = None
    bound: str | None = None
    assumed: bool = False

    @property
    def si_high(self) -> float:
        """The upper end in `si_unit`; the value itself where it is no range."""
        return self.si_value if self.si_upper is None else self.si_upper


@dataclass(frozen=True, slots=True)
class Mention:
    """A span that names something: ``document.text[start:end]``.

    A loader or extractor fills `native_type` with the type of the document's scheme. Standardization
    moves that to `annotated_type`, puts the target scheme's type (BioPIE, SPEC S1) in `native_type`
    and adds `category` (Biolink), `quantity` where the span is a measured value, and grounding adds
    `entity_id`. `confidence` is the extractor's, 0 to 1, None where a person annotated.
    """

    id: str
    sentence_id: str
    text: str
    start: int
    end: int
    native_type: str
    annotated_type: str | None = None
    category: str | None = None
    quantity: Quantity | None = None
    entity_id: str | None = None
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Relation:
    """A directed relation between two mentions, as annotated, extracted or derived (ids of mentions)."""

    subject: str
    predicate: str
    object: str
    place: Place
    negated: bool = False
    derived: bool = False
    confidence: float | None = None
    annotated_predicate: str | None = None


@dataclass(frozen=True, slots=True)
class AnnotatedDocument:
    """A document as a loader or extractor gives it, in the entity and relation types of `scheme`.

    `scheme` is None for text without annotation. `agent_type` says who annotated it (Biolink's
    AgentTypeEnum), `extractor` which program did. Records of the file that could not be read are in
    `rejects`, those rightly left out in `skips`: read = sentences + mentions + relations + 1 + rejects +
    skips.
    """

    document: Document
    sentences: tuple[Sentence, ...]
    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()
    scheme: str | None = None
    agent_type: str = "manual_agent"
    extractor: str | None = None
    rejects: tuple[Reject, ...] = ()
    skips: tuple[Skip, ...] = ()


@dataclass(frozen=True, slots=True)
class StandardDocument:
    """A document ready for the graph: mentions typed and grounded, relations as mention-level assertions.

    `stated` names what its sentences assert of entities (contents of those edges, which are written beside
    it): a document that says something else of the same names is another one.
    """

    document: Document
    sentences: tuple[Sentence, ...]
    mentions: tuple[Mention, ...] = ()
    assertions: tuple[Assertion, ...] = ()
    entities: tuple[Entity, ...] = ()
    rejects: tuple[Reject, ...] = ()
    skips: tuple[Skip, ...] = ()
    stated: tuple[str, ...] = ()
