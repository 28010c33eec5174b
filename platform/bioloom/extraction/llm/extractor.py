"""Prompted extractor: sentences to mentions and relations by a scheme (SPEC B9, B13, P18, P21)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Generic

from bioloom.errors import BadModelAnswer, ModelUnavailable
from bioloom.extraction.llm.concurrent_requests import Questions
from bioloom.extraction.llm.scheme import (
    E,
    PromptQuestion,
    PromptScheme,
    SchemeMeaning,
    SentenceAnnotations,
    TypedSpan,
)
from bioloom.records import AnnotatedDocument, Mention, Place, Reject, Relation, Sentence, Skip

LONGEST_SENTENCE = 8_000
AGENT = "text_mining_agent"
FAILED, BAD_ANSWER, LONG_SENTENCE = "MODEL_FAILED", "MODEL_BAD_ANSWER", "LONG_SENTENCE"


@dataclass(slots=True)
class SentenceSheet(Generic[E]):
    """State of one sentence: its examples, and the annotations found so far."""

    sentence: Sentence
    place: Place
    examples: E
    spans: list[TypedSpan] = field(default_factory=list)
    relations: list[tuple[int, str, int]] = field(default_factory=list)
    rejects: list[Reject] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)

    def take(self, found: SentenceAnnotations) -> None:
        """Note what an answer holds."""
        self.spans, self.relations = found.spans, found.relations
        self.skipped.update(found.skipped)
        for refused in found.refused:
            self.reject(refused.code, refused.message, line=refused.written, answer_line=refused.line)

    def fail(self, error: ModelUnavailable, task: str) -> None:
        """Say why there is no answer."""
        code = BAD_ANSWER if isinstance(error, BadModelAnswer) else FAILED
        self.reject(code, str(error), asked_for=task)

    def reject(self, code: str, message: str, **record: object) -> None:
        """Set something aside, with the sentence that it belongs to."""
        shown = {**record, "sentence": self.sentence.text[:2000]}
        self.rejects.append(Reject(code, "extract", message, self.place, shown))


class PromptedExtractor(Generic[E]):
    """Extractor that asks a language model the questions of a scheme about each sentence.

    `name` holds the model, the way of asking and a hash of the prompts and examples. Confidences are not
    given: a model's own word for how sure it is was no measure of it.
    """

    def __init__(self, model: str, questions: Questions, scheme: PromptScheme[E]) -> None:
        self._questions, self.prompt_scheme = questions, scheme
        self.scheme, self.kinds = scheme.name, scheme.kinds
        self.name = f"llm:{model}:{scheme.way}@{scheme.fingerprint}"

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Annotate documents, in their order; one that has mentions already comes back as it was.

        A sentence that the model gives no readable answer to is among the rejects, and so is every line of an
        answer that does not hold against its sentence. ModelUnavailable if the model is down; what it has
        answered is kept for the next run.
        """
        sheets = [[] if document.mentions else self.sheets(document) for document in documents]
        asked = [sheet for own in sheets for sheet in own if not sheet.rejects]
        for question in self.prompt_scheme.questions:
            asked = self.ask(asked, question)
        return [
            document if document.mentions else self._assemble(document, own)
            for document, own in zip(documents, sheets, strict=True)
        ]

    def sheets(self, document: AnnotatedDocument) -> list[SentenceSheet[E]]:
        """Begin the sentences that hold anything to ask about."""
        asked = [each for each in document.sentences if any(map(str.isalpha, each.text))]
        examples = self.prompt_scheme.retrieve(document, asked) if asked else ()
        sheets = [
            SentenceSheet(*each) for each in zip(asked, _places(document, asked), examples, strict=True)
        ]
        for sheet in sheets:
            if len(sheet.sentence.text) > LONGEST_SENTENCE:
                sheet.reject(LONG_SENTENCE, f"the sentence has more than {LONGEST_SENTENCE} characters")
        return sheets

    def ask(self, sheets: Sequence[SentenceSheet[E]], question: PromptQuestion[E]) -> list[SentenceSheet[E]]:
        """Ask one question about sentences and note the answers; give the sentences that were answered."""
        several = [sheet for sheet in sheets if len(sheet.spans) >= question.fewest_spans]
        turns = [question.lay_out(sheet.sentence.text, sheet.spans, sheet.examples) for sheet in several]
        answered = []
        replies = self._questions.ask(turns, question.check, question.probe)
        for sheet, reply in zip(several, replies, strict=True):
            if isinstance(reply, ModelUnavailable):
                sheet.fail(reply, question.task)
            else:
                sheet.take(question.parse(sheet.sentence.text, sheet.spans, reply))
                answered.append(sheet)
        return answered

    def _assemble(self, document: AnnotatedDocument, sheets: Sequence[SentenceSheet[E]]) -> AnnotatedDocument:
        mentions: list[Mention] = []
        relations: list[Relation] = []
        meant = self.prompt_scheme.meaning
        for sheet in sheets:
            base, names = sheet.sentence.start, []
            for each in sheet.spans:
                name = f"{document.document.id}#t{len(mentions) + 1}"
                start, end = base + each.start, base + each.end
                text = sheet.sentence.text[each.start : each.end]
                mention = Mention(name, sheet.sentence.id, text, start, end, each.type)
                mentions.append(mention if meant is None else _meant(mention, meant))
                names.append(name)
            for head, said, tail in sheet.relations:
                relation = Relation(names[head], said, names[tail], sheet.place)
                if meant is not None:
                    relation = replace(relation, predicate=meant.relations[said], annotated_predicate=said)
                relations.append(relation)
        return self.sign(document, sheets, tuple(mentions), tuple(relations))

    def sign(
        self,
        document: AnnotatedDocument,
        sheets: Sequence[SentenceSheet[E]],
        mentions: tuple[Mention, ...],
        relations: tuple[Relation, ...],
    ) -> AnnotatedDocument:
        skips = [
            Skip(reason, sheet.place, count) for sheet in sheets for reason, count in sheet.skipped.items()
        ]
        return replace(
            document,
            mentions=mentions,
            relations=relations,
            scheme=self.scheme,
            agent_type=AGENT,
            extractor=self.name,
            rejects=(*document.rejects, *(reject for sheet in sheets for reject in sheet.rejects)),
            skips=(*document.skips, *skips),
        )


def _meant(mention: Mention, meaning: SchemeMeaning) -> Mention:
    own = mention.native_type
    return replace(mention, native_type=meaning.types[own], annotated_type=own)


def _places(document: AnnotatedDocument, sentences: Sequence[Sentence]) -> list[Place]:
    """Name the file and line of sentences; within a record that has a line of its own, that one."""
    place = document.document.place
    if place.line is not None:
        return [place] * len(sentences)
    found, line, read = [], 1, 0
    for sentence in sentences:
        line += document.document.text.count("\n", read, max(read, sentence.start))
        read = max(read, sentence.start)
        found.append(Place(place.file, line))
    return found
