"""Triple scheme: one question about a sentence, beside a retrieved document (SPEC P18, P21, P27)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from bioloom.errors import UsageError
from bioloom.extraction.extractor import PUBLICATIONS
from bioloom.extraction.llm.configuration import open_questions, with_model
from bioloom.extraction.llm.extractor import PromptedExtractor
from bioloom.extraction.llm.scheme import PromptQuestion, PromptScheme, SentenceAnnotations, Turn, TypedSpan
from bioloom.extraction.retrieval_augmentation.label_similarity import labels_of
from bioloom.extraction.triples.instruction import Guide, converse, fingerprint, instruct_triples
from bioloom.extraction.triples.label_guides import guide_to, worked_example
from bioloom.extraction.triples.output_parsing import (
    FORMS,
    PATTERNS,
    TripleForm,
    check_triples,
    parse_triples,
    write_triple,
)
from bioloom.llm import Patience
from bioloom.records import AnnotatedDocument, Sentence
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.extraction.retrieval_augmentation.retriever import Retrieval

SCHEME = "git"
"""The annotation scheme of what is found; relations of another one carry its name before a colon."""

TERM = "term"
"""The type of every mention: what a model names in a triple has no type of its own."""


def open_prompted_triples(
    settings: Settings,
    model: str | None = None,
    memory: Retrieval | None = None,
    form: TripleForm = "P1",
    *,
    scheme: str = SCHEME,
    labels: Sequence[str] = (),
    patience: Patience | None = None,
) -> PromptedExtractor[str | None]:
    """Open what reads publications with a language model that writes triples (SPEC P18, P21, P27).

    With a `memory`, a document retrieved from it stands before each sentence, and its scheme is that of the
    relations. `labels` are the relations that are asked for: by default those that the scheme's table
    describes, else those of the memory. UsageError if no model is set or there are no labels.
    """
    if form not in FORMS:
        raise UsageError(f"triples are written in the form {' or '.join(FORMS)}, not {form!r}")
    settings = with_model(settings, model)
    questions = open_questions(settings, patience=patience)
    return PromptedExtractor(settings.llm_model or "", questions, triple_scheme(memory, form, scheme, labels))


def triple_scheme(
    memory: Retrieval | None, form: TripleForm = "P1", scheme: str = SCHEME, labels: Sequence[str] = ()
) -> PromptScheme[str | None]:
    """Give the scheme that asks for triples, beside what is retrieved from a memory if there is one.

    The forms P1 and P2 are the conversation of the zero-shot baseline (SPEC P21, P27), ``bars`` is the
    instruction that models are fine-tuned on (SPEC P18). With a memory, `scheme` is that of its labels.
    `labels` are the relations; by default those that the scheme's table describes, else those of the memory.
    """
    held = () if memory is None else memory.memory.examples
    scheme = scheme if memory is None else memory.memory.scheme or scheme
    chosen = tuple(labels) or labels_of(scheme) or tuple(dict.fromkeys(each.label for each in held))
    if not chosen:
        raise UsageError(f"there are no relations to ask for: ontology/{scheme}/labels.tsv is not there")
    guide = guide_to("triples", chosen, scheme)
    sentence, triple = worked_example(scheme, held)
    turn = partial(_turn, guide, form, (sentence, write_triple(*triple, form)))
    probe = turn(sentence, (), None)
    way, digest = f"triples-{form}", ""
    if memory is not None:
        way, digest = f"{way}-chunks", memory.memory.digest
    question = PromptQuestion(
        "triples",
        turn,
        partial(check_triples, guide=guide, form=form),
        partial(_annotations, guide, form, "" if scheme == SCHEME else f"{scheme}:"),
        probe,
    )
    name = fingerprint([*probe, digest] if digest else probe)
    return PromptScheme(SCHEME, way, PUBLICATIONS, (question,), name, partial(_retrieve, memory))


def _turn(
    guide: Guide,
    form: TripleForm,
    worked: tuple[str, str],
    sentence: str,
    _spans: Sequence[TypedSpan],
    document: str | None,
) -> Turn:
    if form == "bars":
        return instruct_triples(guide, sentence, document)
    return converse(guide, PATTERNS[form].format("head", "relation", "tail"), sentence, document, worked)


def _annotations(
    guide: Guide, form: TripleForm, prefix: str, sentence: str, _spans: Sequence[TypedSpan], answer: str
) -> SentenceAnnotations:
    """Hold an answer against its sentence; a span is one mention, however many triples name it."""
    read = parse_triples(sentence, answer, guide, form)
    ends = sorted({end for each in read.triples for end in (each.head, each.tail)})
    places = {end: place for place, end in enumerate(ends)}
    return SentenceAnnotations(
        [TypedSpan(*end, TERM) for end in ends],
        [(places[each.head], prefix + each.relation, places[each.tail]) for each in read.triples],
        list(read.refused),
    )


def _retrieve(
    memory: Retrieval | None, document: AnnotatedDocument, sentences: Sequence[Sentence]
) -> Sequence[str | None]:
    if memory is None:
        return [None] * len(sentences)
    texts = [each.text for each in sentences]
    return memory.best_documents(texts, exclude=[document.document.id] * len(texts))
