"""Calibration of the span reader: weights of its scores and its confidence, on held-out questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from bioloom.span_reader.found_span import ReadSpan
from bioloom.span_reader.networks import Scores
from bioloom.span_reader.reader import spans_of, weigh_spans
from bioloom.span_reader.reader_settings import ReaderSettings
from bioloom.span_reader.tokenization import TokenPieces
from bioloom_lab.evaluation.span_questions.answer_agreement import overlap
from bioloom_lab.training.extraction.calibration import fit_calibration

RELEVANCES, PRIORS, SHARPNESSES = (0.0, 0.25, 0.5, 1.0), (0.0, 0.5, 1.0, 2.0), (0.5, 1.0, 1.5)
"""Grid of the search."""

RIGHT = 0.5
"""F1 over words from which an answer counts as right."""


@dataclass(frozen=True, slots=True)
class HeldOutRanking:
    """Ranked sentences of a question, scored by a reader that never saw the article."""

    sentences: tuple[str, ...]
    pieces: tuple[TokenPieces, ...]
    scores: tuple[Scores, ...]
    accepted: tuple[str, ...]


def calibrate_reader(settings: ReaderSettings, unseen: Sequence[HeldOutRanking]) -> ReaderSettings:
    """Choose the weights under which F1 is highest, and fit the confidence to what is then right."""
    if not unseen:
        return settings
    best, most, judged = settings, -1.0, []
    for sharpness in SHARPNESSES:
        sharp = settings.model_copy(update={"sharpness": sharpness})
        spans = [spans_of(sharp, one.scores, one.pieces) for one in unseen]
        f1 = [
            [overlap(_said(one, span), one.accepted) for span in each]
            for one, each in zip(unseen, spans, strict=True)
        ]
        for relevance, prior in product(RELEVANCES, PRIORS):
            tried = sharp.model_copy(update={"relevance": relevance, "prior": prior})
            firsts = [weigh_spans(tried, each)[:1] for each in spans]
            found = [
                (first[0].share * first[0].expected, of[each.index(_bare(first[0]))])
                for first, of, each in zip(firsts, f1, spans, strict=True)
                if first
            ]
            mean = sum(score for _, score in found) / len(unseen)
            if mean > most:
                best, most, judged = tried, mean, found
    right = [(chance, score >= RIGHT) for chance, score in judged]
    return best.model_copy(update={"confidence": fit_calibration(right)})


def _bare(span: ReadSpan) -> ReadSpan:
    return replace(span, share=0.0)


def _said(one: HeldOutRanking, span: ReadSpan) -> str:
    return one.sentences[span.sentence][span.start : span.end]
