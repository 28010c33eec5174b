"""Sentences to mentions and relations by triples that a language model writes (SPEC P18, P21, P27)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from bioloom.errors import BadModelAnswer, ModelUnavailable
from bioloom.extraction.llm.answer_cache import AnswerCache
from bioloom.extraction.llm.concurrent_requests import Questions
from bioloom.extraction.llm.extractor import AGENT, BAD_ANSWER, FAILED, LONG_SENTENCE, LONGEST_SENTENCE
from bioloom.extraction.triples.instruction import Guide, converse, fingerprint, instruct
from bioloom.extraction.triples.label_guides import guide_to, worked_example
from bioloom.extraction.triples.output_parsing import (
    PATTERNS,
    Form,
    Triples,
    check_triples,
    parse_triples,
    write_triple,
)
from bioloom.extraction.triples.reader import Asked
from bioloom.llm import Patience
from bioloom.records import AnnotatedDocument, Mention, Place, Reject, Relation, Sentence
from bioloom.settings import Settings
from bioloom_lab.readers.causal_language_model import LanguageModel
from bioloom_lab.readers.endpoint_reader import with_model

TERM = "term"
"""The type of every mention: what a model names in a triple has no type of its own."""

Retrieve = Callable[[Sequence[str]], Sequence[str | None]]
"""Gives the retrieved document of each sentence, None for none."""


class WrittenTriples(ABC):
    """What extractors share whose model writes triples: each name is found in its sentence, or refused.

    Confidences are not given: a model's own word for how sure it is was no measure of it.
    """

    name = ""

    def __init__(self, scheme: str, guide: Guide, form: Form, retrieve: Retrieve | None) -> None:
        self.scheme = scheme
        self._guide, self._form, self._retrieve = guide, form, retrieve

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Annotate documents, in their order; one that has mentions already comes back as it was.

        A sentence that the model gives no readable answer to is among the rejects, and so is every triple
        with a name that does not stand in its sentence. ModelUnavailable if the model is down.
        """
        asked: dict[str, None] = {}
        for document in documents:
            if not document.mentions:
                asked.update((each.text, None) for each in document.sentences if _is_asked(each))
        texts = list(asked)
        shown = self._retrieve(texts) if self._retrieve and texts else [None] * len(texts)
        questions = [Asked(text, document=each) for text, each in zip(texts, shown, strict=True)]
        answers = dict(zip(texts, self._write(questions) if questions else (), strict=True))
        return [each if each.mentions else self._assemble(each, answers) for each in documents]

    @abstractmethod
    def _write(self, asked: Sequence[Asked]) -> Sequence[str | ModelUnavailable]:
        """Give what the model writes about sentences."""

    def _assemble(
        self, document: AnnotatedDocument, answers: dict[str, str | ModelUnavailable]
    ) -> AnnotatedDocument:
        mentions: list[Mention] = []
        relations: list[Relation] = []
        rejects: list[Reject] = []
        for sentence in document.sentences:
            place = document.document.place

            def refuse(
                code: str, why: str, place: Place = place, said: str = sentence.text, **more: object
            ) -> None:
                rejects.append(Reject(code, "extract", why, place, {**more, "sentence": said[:2000]}))

            answer = answers.get(sentence.text)
            if isinstance(answer, ModelUnavailable):
                refuse(BAD_ANSWER if isinstance(answer, BadModelAnswer) else FAILED, str(answer))
            elif answer is not None:
                read = parse_triples(sentence.text, answer, self._guide, self._form)
                for each in read.refused:
                    refuse(each.code, each.message, line=each.written, answer_line=each.line)
                _note(document, sentence, read, mentions, relations)
            elif len(sentence.text) > LONGEST_SENTENCE:
                refuse(LONG_SENTENCE, f"the sentence has more than {LONGEST_SENTENCE} characters")
        return replace(
            document,
            mentions=tuple(mentions),
            relations=tuple(relations),
            scheme=self.scheme,
            agent_type=AGENT,
            extractor=self.name,
            rejects=(*document.rejects, *rejects),
        )


class EndpointTriples(WrittenTriples):
    """Asks a model of an endpoint zero-shot (SPEC P21), or with a retrieved document (P27)."""

    def __init__(
        self,
        model: str,
        questions: Questions,
        guide: Guide,
        scheme: str = "git",
        form: Form = "P1",
        retrieve: Retrieve | None = None,
    ) -> None:
        super().__init__(scheme, guide, form, retrieve)
        self._questions = questions
        sentence, triple = worked_example(scheme)
        self._worked = sentence, write_triple(*triple, form)
        self._probe = self._turn(Asked(sentence))
        way = f"triples-{form}{'-retrieved' if retrieve else ''}"
        self.name = f"llm:{model}:{way}@{fingerprint(self._probe)}"

    def _turn(self, asked: Asked) -> tuple[str, ...]:
        form = PATTERNS[self._form].format("head", "relation", "tail")
        return converse(self._guide, form, asked.sentence, asked.document, self._worked)

    def _write(self, asked: Sequence[Asked]) -> Sequence[str | ModelUnavailable]:
        from bioloom.llm.client import Form as ReplyForm  # openai takes half a second to import

        check = partial(check_triples, guide=self._guide, form=self._form)
        reply = ReplyForm("triples", None, check)
        return self._questions.ask_in_form([self._turn(each) for each in asked], reply, self._probe)


class CausalTriples(WrittenTriples):
    """Lets a local causal model write triples after the prompt it was fine-tuned on (SPEC P18)."""

    def __init__(
        self, model: LanguageModel, guide: Guide, scheme: str = "git", retrieve: Retrieve | None = None
    ) -> None:
        super().__init__(scheme, guide, "bars", retrieve)
        self._model = model
        way = f"triples{'-retrieved' if retrieve else ''}"
        self.name = f"causal:{model.name}:{way}-{fingerprint([guide.lines()])}"

    def _write(self, asked: Sequence[Asked]) -> Sequence[str | ModelUnavailable]:
        return self._model.generate([instruct(self._guide, each).prompt for each in asked])


def open_endpoint_triples(
    settings: Settings,
    labels: Sequence[str],
    model: str | None = None,
    *,
    scheme: str = "git",
    form: Form = "P1",
    retrieve: Retrieve | None = None,
    patience: Patience | None = None,
    lasting: bool = True,
) -> EndpointTriples:
    """Open an extractor with the language model of the settings, or with another `model` of its endpoint.

    Answers are kept on disk unless `lasting` is False. UsageError if no model is set.
    """
    settings = with_model(settings, model)
    questions = Questions(settings, patience=patience, cache=AnswerCache(settings.cache) if lasting else None)
    guide = guide_to("triples", labels, scheme)
    return EndpointTriples(settings.llm_model or "", questions, guide, scheme, form, retrieve)


def _is_asked(sentence: Sentence) -> bool:
    return len(sentence.text) <= LONGEST_SENTENCE and any(map(str.isalpha, sentence.text))


def _note(
    document: AnnotatedDocument,
    sentence: Sentence,
    read: Triples,
    mentions: list[Mention],
    relations: list[Relation],
) -> None:
    """Add the mentions and relations of a sentence; a span is one mention, however many triples name it."""
    spans = sorted({span for each in read.triples for span in (each.head, each.tail)})
    names = {}
    for start, end in spans:
        names[start, end] = name = f"{document.document.id}#t{len(mentions) + 1}"
        place = sentence.start + start, sentence.start + end
        mentions.append(Mention(name, sentence.id, sentence.text[start:end], *place, TERM))
    relations += [
        Relation(names[each.head], each.relation, names[each.tail], document.document.place)
        for each in read.triples
    ]
