"""JSON Lines of documents with their mentions and relations: the output of ``bioloom extract``."""

import json
from collections.abc import Mapping

from pydantic import AliasChoices, AliasPath, BaseModel, ConfigDict, Field, ValidationError

from bioloom.errors import SourceError
from bioloom.records import AnnotatedDocument, Document, Mention, Place, Reject, Relation, Sentence, Value

_OF_DOCUMENT = ("id", "title", "kind", "text", "primary_knowledge_source", "licence", "properties")
_OF_ANNOTATION = ("scheme", "agent_type", "extractor", "sentences", "mentions", "relations", "rejects")


class _Line(BaseModel):
    """Line or part of one: read from JSON, or from the attributes of the record that it describes."""

    model_config = ConfigDict(frozen=True, extra="ignore", from_attributes=True)


class SentenceLine(_Line):
    """A sentence or step; `start` and `end` count characters of the document's text."""

    id: str
    index: int
    start: int
    end: int
    text: str
    section: str | None = Field(None, description="the heading under which it stands")


class MentionLine(_Line):
    """A span of one sentence: ``text[start:end]`` of the document. `confidence` is null for gold."""

    id: str
    sentence: str = Field(
        description="id of its sentence", validation_alias=AliasChoices("sentence", "sentence_id")
    )
    start: int
    end: int
    text: str
    type: str = Field(
        description="entity type of the document's scheme",
        validation_alias=AliasChoices("type", "native_type"),
    )
    annotated_type: str | None = Field(None, description="type in the scheme that it was mapped from")
    confidence: float | None = None


class RelationLine(_Line):
    """A directed relation between two mentions, by their ids."""

    subject: str
    predicate: str
    object: str
    annotated_predicate: str | None = None
    negated: bool = False
    derived: bool = Field(False, description="follows from others, was not read")
    confidence: float | None = None


class DocumentRejectLine(_Line):
    """Reject: what was found and not kept, with the reason code of docs/rejects.md."""

    code: str
    stage: str
    message: str
    file: str = Field(validation_alias=AliasChoices("file", AliasPath("place", "file")))
    line: int | None = Field(None, validation_alias=AliasChoices("line", AliasPath("place", "line")))
    record: dict[str, object] = {}


class DocumentLine(_Line):
    """One line of the file: a document with everything found in it.

    `scheme` is null, and mentions are empty, where nothing was looked for; `extractor` is null where a
    person annotated.
    """

    id: str
    title: str
    kind: str
    text: str
    primary_knowledge_source: str
    licence: str | None = None
    file: str
    line: int | None = None
    properties: dict[str, str | int | float | bool | list[str | int | float | bool]] = {}
    scheme: str | None = None
    agent_type: str
    extractor: str | None = None
    sentences: list[SentenceLine]
    mentions: list[MentionLine] = []
    relations: list[RelationLine] = []
    rejects: list[DocumentRejectLine] = []

    @property
    def place(self) -> Place:
        """Where the document stands in its source."""
        return Place(self.file, self.line)


def write_document(document: AnnotatedDocument) -> bytes:
    """Give a document as one line of JSON, with its end."""
    text = json.dumps(_described(document).model_dump(), ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace") + b"\n"


def parse_document(line: bytes, place: Place) -> AnnotatedDocument:
    """Read such a line back; SourceError names the `place` of one that is not of the form."""
    try:
        found = DocumentLine.model_validate(json.loads(line))
    except (ValueError, ValidationError, RecursionError) as error:
        reason = " ".join(str(error).split())[:300]
        raise SourceError(f"not a document that was extracted: {reason}", place.file, place.line) from error
    properties: Mapping[str, Value] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in found.properties.items()
    }
    document = Document(
        found.id, found.title, found.text, found.kind, found.primary_knowledge_source, found.place,
        found.licence, properties,
    )  # fmt: skip
    return AnnotatedDocument(
        document=document,
        sentences=tuple(
            Sentence(s.id, found.id, s.index, s.text, s.start, s.end, section=s.section)
            for s in found.sentences
        ),
        mentions=tuple(
            Mention(
                m.id, m.sentence, m.text, m.start, m.end, m.type,
                annotated_type=m.annotated_type, confidence=m.confidence,
            )
            for m in found.mentions
        ),
        relations=tuple(
            Relation(
                r.subject, r.predicate, r.object, found.place, r.negated, r.derived, r.confidence,
                r.annotated_predicate,
            )
            for r in found.relations
        ),
        scheme=found.scheme,
        agent_type=found.agent_type,
        extractor=found.extractor,
        rejects=tuple(
            Reject(r.code, r.stage, r.message, Place(r.file, r.line), r.record) for r in found.rejects
        ),
    )  # fmt: skip


def _described(annotated: AnnotatedDocument) -> DocumentLine:
    document = annotated.document
    stated = {name: getattr(document, name) for name in _OF_DOCUMENT}
    found = {name: getattr(annotated, name) for name in _OF_ANNOTATION}
    return DocumentLine(**stated, **found, file=document.place.file, line=document.place.line)
