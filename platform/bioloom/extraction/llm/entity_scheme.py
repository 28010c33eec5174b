"""Entity scheme: questions about a sentence, one for all or two in turn, in BioPIE's terms or a user's
(SPEC B9-B11, B13)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, get_args

from bioloom.extraction.extractor import PROTOCOLS, PUBLICATIONS
from bioloom.extraction.llm.answer_parsing import check_answer, parse_answer
from bioloom.extraction.llm.demonstration_retrieval import DemonstrationRetriever
from bioloom.extraction.llm.demonstrations import Demonstration
from bioloom.extraction.llm.prompt_building import fingerprint, lay_out
from bioloom.extraction.llm.scheme import (
    BAD_ENDS,
    PromptQuestion,
    PromptScheme,
    RefusedLine,
    SchemeMeaning,
    SentenceAnnotations,
    Turn,
    TypedSpan,
)
from bioloom.extraction.llm.scheme_file import OwnScheme
from bioloom.extraction.llm.scheme_terms import SCHEME, SchemeTerms, Task, terms
from bioloom.extraction.llm.span_resolution import resolve_entities, resolve_relations
from bioloom.records import OWN_SCHEME, AnnotatedDocument, Sentence

Mode = Literal["pipeline", "joint"]
MODES: tuple[Mode, ...] = get_args(Mode)
Parser = Callable[[str, Sequence[TypedSpan], str], SentenceAnnotations]

_Shown = tuple[Demonstration, ...]
_TASKS: dict[Mode, tuple[Task, ...]] = {"pipeline": ("entities", "relations"), "joint": ("joint",)}
_PROBE = "Mix."


def biopie_scheme(mode: Mode, demonstrations: DemonstrationRetriever | None) -> PromptScheme[_Shown]:
    """Give the scheme that asks for BioPIE's entities and relations, with demonstrations if there are any."""

    def retrieve(document: AnnotatedDocument, sentences: Sequence[Sentence]) -> Sequence[_Shown]:
        if demonstrations is None or not demonstrations.shots:
            return [()] * len(sentences)
        return demonstrations.nearest(document, sentences)

    return PromptScheme(
        SCHEME,
        mode,
        PROTOCOLS,
        _questions(_TASKS[mode], terms()),
        fingerprint(_TASKS[mode], demonstrations.fingerprint if demonstrations else ""),
        retrieve,
    )


def own_scheme(mode: Mode, own: OwnScheme) -> PromptScheme[_Shown]:
    """Give the scheme that asks for the types and relations of a scheme file, of documents of every kind."""
    tasks = _TASKS[mode]
    meanings = SchemeMeaning(own.categories, {name: each.meaning for name, each in own.relations.items()})
    return PromptScheme(
        OWN_SCHEME,
        f"{mode}-{own.name}",
        PROTOCOLS | PUBLICATIONS,
        tuple(
            replace(each, parse=partial(_fitting, own, each.parse)) for each in _questions(tasks, own.terms)
        ),
        fingerprint(tasks, repr((own.categories, own.relations)), own.terms),
        lambda _document, sentences: [()] * len(sentences),
        meanings,
    )


def _questions(tasks: Sequence[Task], own: SchemeTerms) -> tuple[PromptQuestion[_Shown], ...]:
    return tuple(
        PromptQuestion(
            task,
            partial(_turn, task, own),
            partial(check_answer, task=task, own=own),
            partial(_PARSERS[task], own),
            lay_out(task, _PROBE, own=own),
            fewest_spans=2 if task == "relations" else 0,
        )
        for task in tasks
    )


def _turn(task: Task, own: SchemeTerms, sentence: str, spans: Sequence[TypedSpan], examples: _Shown) -> Turn:
    entities = [(sentence[each.start : each.end], each.type) for each in spans]
    return lay_out(task, sentence, entities if task == "relations" else (), examples, own)


def _entities(
    own: SchemeTerms, sentence: str, _spans: Sequence[TypedSpan], answer: str
) -> SentenceAnnotations:
    return resolve_entities(sentence, parse_answer(answer, own), own)


def _relations(
    own: SchemeTerms, sentence: str, spans: Sequence[TypedSpan], answer: str
) -> SentenceAnnotations:
    return resolve_relations(sentence, spans, parse_answer(answer, own), own)


def _both(own: SchemeTerms, sentence: str, _spans: Sequence[TypedSpan], answer: str) -> SentenceAnnotations:
    parsed = parse_answer(answer, own)
    found = resolve_entities(sentence, parsed, own)
    related = resolve_relations(sentence, found.spans, replace(parsed, prose=0), own)
    refused = [*found.refused, *related.refused]
    return SentenceAnnotations(found.spans, related.relations, refused, found.skipped + related.skipped)


_PARSERS = {"entities": _entities, "relations": _relations, "joint": _both}


def _fitting(
    own: OwnScheme, parse: Parser, sentence: str, spans: Sequence[TypedSpan], answer: str
) -> SentenceAnnotations:
    """Read an answer, and refuse relations whose ends are not of the types that the file gives them."""
    found = parse(sentence, spans, answer)
    kept = []
    for relation in found.relations:
        head, name, tail = relation
        ends, wanted = (found.spans[head].type, found.spans[tail].type), own.relations[name]
        if all(want in (None, end) for end, want in zip(ends, (wanted.domain, wanted.range), strict=True)):
            kept.append(relation)
            continue
        message = f"{name} is no relation from {ends[0]} to {ends[1]}"
        texts = (sentence[found.spans[end].start : found.spans[end].end] for end in (head, tail))
        found.refused.append(RefusedLine(BAD_ENDS, message, 0, f" {name} ".join(texts)))
    return replace(found, relations=kept)
