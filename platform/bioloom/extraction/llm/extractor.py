"""Sentences to mentions and relations by asking a language model, in one or two questions (SPEC B9, B13)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bioloom.errors import BadModelAnswer, ModelUnavailable
from bioloom.extraction.llm.answer_parsing import Answer, read_answer
from bioloom.extraction.llm.concurrent_requests import Questions
from bioloom.extraction.llm.demonstration_retrieval import Demonstrations
from bioloom.extraction.llm.demonstrations import Example
from bioloom.extraction.llm.prompt_building import fingerprint, lay_out
from bioloom.extraction.llm.scheme_terms import SCHEME, Task
from bioloom.extraction.llm.span_resolution import Found, Reading, read_entities, read_relations
from bioloom.records import AnnotatedDocument, Mention, Place, Reject, Relation, Sentence, Skip

LONGEST_SENTENCE = 8_000
AGENT = "text_mining_agent"
FAILED, BAD_ANSWER, LONG_SENTENCE = "MODEL_FAILED", "MODEL_BAD_ANSWER", "LONG_SENTENCE"


@dataclass(slots=True)
class _Sheet:
    """One sentence on its way: what is known of it so far."""

    sentence: Sentence
    place: Place
    examples: tuple[Example, ...] = ()
    found: list[Found] = field(default_factory=list)
    relations: list[tuple[int, str, int]] = field(default_factory=list)
    rejects: list[Reject] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)

    def take(self, reading: Reading) -> None:
        """Count what an answer held beside its annotations."""
        self.skipped.update(reading.skipped)
        for refused in reading.refused:
            self.reject(refused.code, refused.message, line=refused.written, answer_line=refused.line)

    def fail(self, error: ModelUnavailable, task: Task) -> None:
        """Say why there is no answer."""
        code = BAD_ANSWER if isinstance(error, BadModelAnswer) else FAILED
        self.reject(code, str(error), asked_for=task)

    def reject(self, code: str, message: str, **record: object) -> None:
        """Set something aside, with the sentence that it belongs to."""
        shown = {**record, "sentence": self.sentence.text[:2000]}
        self.rejects.append(Reject(code, "extract", message, self.place, shown))


class PromptedExtractor(ABC):
    """What the two ways of asking share: which sentences are asked about, and what becomes of answers.

    `name` holds the model, the way of asking and a hash of the prompts and demonstrations. Confidences are
    not given: a model's own word for how sure it is was no measure of it.
    """

    scheme = SCHEME
    mode = ""
    tasks: tuple[Task, ...] = ()

    def __init__(
        self, model: str, questions: Questions, demonstrations: Demonstrations | None = None
    ) -> None:
        self._questions = questions
        self._demonstrations = demonstrations
        shown = demonstrations.fingerprint if demonstrations else ""
        self.name = f"llm:{model}:{self.mode}@{fingerprint(self.tasks, shown)}"

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Annotate documents, in their order; one that has mentions already comes back as it was.

        A sentence that the model gives no readable answer to is among the rejects. ModelUnavailable if the
        model is down; what it has answered is kept for the next run.
        """
        sheets = [[] if document.mentions else self._sheets(document) for document in documents]
        self._fill([sheet for own in sheets for sheet in own if not sheet.rejects])
        return [
            document if document.mentions else self._assemble(document, own)
            for document, own in zip(documents, sheets, strict=True)
        ]

    @abstractmethod
    def _fill(self, sheets: Sequence[_Sheet]) -> None:
        """Find the mentions and relations of sentences."""

    def _sheets(self, document: AnnotatedDocument) -> list[_Sheet]:
        """Begin the sentences that hold anything to ask about."""
        asked = [each for each in document.sentences if any(map(str.isalpha, each.text))]
        places = _places(document, asked)
        examples: Sequence[tuple[Example, ...]] = [()] * len(asked)
        if self._demonstrations is not None and self._demonstrations.shots:
            examples = self._demonstrations.nearest(document, asked)
        sheets = [_Sheet(*each) for each in zip(asked, places, examples, strict=True)]
        for sheet in sheets:
            if len(sheet.sentence.text) > LONGEST_SENTENCE:
                message = f"the sentence has more than {LONGEST_SENTENCE} characters"
                sheet.reject(LONG_SENTENCE, message)
        return sheets

    def _ask(self, sheets: Sequence[_Sheet], task: Task) -> list[tuple[_Sheet, Answer]]:
        """Ask about sentences; those without an answer say why and are left out."""
        turns = [
            lay_out(
                task, sheet.sentence.text, _entities(sheet) if task == "relations" else (), sheet.examples
            )
            for sheet in sheets
        ]
        answered = []
        for sheet, reply in zip(sheets, self._questions.ask(turns, task), strict=True):
            if isinstance(reply, ModelUnavailable):
                sheet.fail(reply, task)
            else:
                answered.append((sheet, read_answer(reply)))
        return answered

    def _ask_for_relations(self, sheets: Sequence[_Sheet]) -> None:
        """Ask how the mentions of sentences are related, where there are two or more."""
        several = [sheet for sheet in sheets if len(sheet.found) > 1]
        for sheet, answer in self._ask(several, "relations"):
            reading = read_relations(sheet.sentence.text, sheet.found, answer)
            sheet.take(reading)
            sheet.relations = reading.relations

    def _assemble(self, document: AnnotatedDocument, sheets: Sequence[_Sheet]) -> AnnotatedDocument:
        mentions: list[Mention] = []
        relations: list[Relation] = []
        for sheet in sheets:
            base, names = sheet.sentence.start, []
            for each in sheet.found:
                name = f"{document.document.id}#t{len(mentions) + 1}"
                start, end = base + each.start, base + each.end
                text = sheet.sentence.text[each.start : each.end]
                mentions.append(Mention(name, sheet.sentence.id, text, start, end, each.type))
                names.append(name)
            relations += [Relation(names[h], r, names[t], sheet.place) for h, r, t in sheet.relations]
        return self._signed(document, sheets, tuple(mentions), tuple(relations))

    def _signed(
        self,
        document: AnnotatedDocument,
        sheets: Sequence[_Sheet],
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


class JointExtractor(PromptedExtractor):
    """Asks for entities and relations in one question."""

    mode = "joint"
    tasks = ("joint",)

    def _fill(self, sheets: Sequence[_Sheet]) -> None:
        for sheet, answer in self._ask(sheets, "joint"):
            reading = read_entities(sheet.sentence.text, answer)
            sheet.take(reading)
            sheet.found = reading.found
            related = read_relations(sheet.sentence.text, sheet.found, replace(answer, prose=0))
            sheet.take(related)
            sheet.relations = related.relations


class PipelineExtractor(PromptedExtractor):
    """Asks for the entities first, and then how those that were found are related."""

    mode = "pipeline"
    tasks = ("entities", "relations")

    def relate(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Add relations between the mentions of documents, in BioPIE's types; mentions stay as they are.

        Relations that a document has already are replaced.
        """
        related = []
        batches = [self._given(document) for document in documents]
        self._ask_for_relations([sheet for own in batches for sheet, _ in own if not sheet.rejects])
        for document, own in zip(documents, batches, strict=True):
            relations = tuple(
                Relation(names[head], relation, names[tail], sheet.place)
                for sheet, names in own
                for head, relation, tail in sheet.relations
            )
            sheets = [sheet for sheet, _ in own]
            related.append(self._signed(document, sheets, document.mentions, relations))
        return related

    def _given(self, document: AnnotatedDocument) -> list[tuple[_Sheet, list[str]]]:
        """Begin the sentences with the mentions that they have, whose ids stand beside them."""
        given = []
        for sheet in self._sheets(document):
            base = sheet.sentence.start
            mentions = sorted(
                (each for each in document.mentions if each.sentence_id == sheet.sentence.id),
                key=lambda each: (each.start, -each.end, each.native_type, each.id),
            )
            sheet.found = [Found(each.start - base, each.end - base, each.native_type) for each in mentions]
            given.append((sheet, [each.id for each in mentions]))
        return given

    def _fill(self, sheets: Sequence[_Sheet]) -> None:
        for sheet, answer in self._ask(sheets, "entities"):
            reading = read_entities(sheet.sentence.text, answer)
            sheet.take(reading)
            sheet.found = reading.found
        self._ask_for_relations(sheets)


def _entities(sheet: _Sheet) -> list[tuple[str, str]]:
    return [(sheet.sentence.text[each.start : each.end], each.type) for each in sheet.found]


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
