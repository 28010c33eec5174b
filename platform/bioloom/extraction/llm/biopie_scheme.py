"""BioPIE scheme: questions about a sentence of a protocol, one for all or two in turn (SPEC B9-B11, B13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, get_args

from bioloom.extraction.dispatch import PROTOCOLS
from bioloom.extraction.llm.answer_parsing import check_answer, parse_answer
from bioloom.extraction.llm.demonstration_retrieval import DemonstrationRetriever
from bioloom.extraction.llm.demonstrations import Demonstration
from bioloom.extraction.llm.prompt_building import fingerprint, lay_out
from bioloom.extraction.llm.scheme import PromptQuestion, PromptScheme, SentenceAnnotations, Turn, TypedSpan
from bioloom.extraction.llm.scheme_terms import SCHEME, Task
from bioloom.extraction.llm.span_resolution import resolve_entities, resolve_relations
from bioloom.records import AnnotatedDocument, Sentence

Mode = Literal["pipeline", "joint"]
MODES: tuple[Mode, ...] = get_args(Mode)

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
        tuple(map(_question, _TASKS[mode])),
        fingerprint(_TASKS[mode], demonstrations.fingerprint if demonstrations else ""),
        retrieve,
    )


def _question(task: Task) -> PromptQuestion[_Shown]:
    return PromptQuestion(
        task,
        partial(_turn, task),
        partial(check_answer, task=task),
        _PARSERS[task],
        lay_out(task, _PROBE),
        fewest_spans=2 if task == "relations" else 0,
    )


def _turn(task: Task, sentence: str, spans: Sequence[TypedSpan], examples: _Shown) -> Turn:
    entities = [(sentence[each.start : each.end], each.type) for each in spans]
    return lay_out(task, sentence, entities if task == "relations" else (), examples)


def _entities(sentence: str, _spans: Sequence[TypedSpan], answer: str) -> SentenceAnnotations:
    return resolve_entities(sentence, parse_answer(answer))


def _relations(sentence: str, spans: Sequence[TypedSpan], answer: str) -> SentenceAnnotations:
    return resolve_relations(sentence, spans, parse_answer(answer))


def _both(sentence: str, _spans: Sequence[TypedSpan], answer: str) -> SentenceAnnotations:
    parsed = parse_answer(answer)
    found = resolve_entities(sentence, parsed)
    related = resolve_relations(sentence, found.spans, replace(parsed, prose=0))
    refused = [*found.refused, *related.refused]
    return SentenceAnnotations(found.spans, related.relations, refused, found.skipped + related.skipped)


_PARSERS = {"entities": _entities, "relations": _relations, "joint": _both}
