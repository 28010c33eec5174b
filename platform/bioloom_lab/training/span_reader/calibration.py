"""Calibration of the span reader: weights of its scores and its confidence, on held-out questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from bioloom.span_reader.found_span import ReadSpan
from bioloom_lab.evaluation.span_questions.answer_agreement import overlap
from bioloom_lab.training.convex_fits import fit_logistic
from bioloom_lab.training.span_reader.calibrated_reader import weigh_spans
from bioloom_lab.training.span_reader.reader_settings import ReaderSettings, SpanConfidence, span_inputs

RELEVANCES, PRIORS = (0.25, 0.5, 0.75, 1.0), (0.0, 0.25, 0.5, 1.0, 2.0)
"""Grid of the search."""

_PULL = 1e-3

RIGHT = 0.2
"""F1 over words from which an answer counts as right: it points to what was asked for in a sentence that is
cited whole."""


@dataclass(frozen=True, slots=True)
class HeldOutReading:
    """The spans that a reader found in ranked sentences of an article that it never saw, their words, and the
    accepted answers (none where the answer was taken out of the sentences)."""

    spans: tuple[ReadSpan, ...]
    said: tuple[str, ...]
    accepted: tuple[str, ...]


def calibrate_reader(settings: ReaderSettings, unseen: Sequence[HeldOutReading]) -> ReaderSettings:
    """Choose the weights under which F1 is highest where an answer stands there, and fit the confidence to
    what is then right, questions without an answer among them."""
    if not unseen:
        return settings
    best, chosen, most = settings, _firsts(settings, unseen), -1.0
    f1 = [
        {span.sentence: overlap(said, one.accepted) for span, said in zip(one.spans, one.said, strict=True)}
        for one in unseen
    ]
    for relevance, prior in product(RELEVANCES, PRIORS):
        tried = settings.model_copy(update={"relevance": relevance, "prior": prior})
        firsts = _firsts(tried, unseen)
        mean = sum(of[first.sentence] for first, of in zip(firsts, f1, strict=True) if first is not None)
        if mean > most:
            best, chosen, most = tried, firsts, mean
    judged = [
        (
            *span_inputs(first.total_score, first.probability * first.expected),
            1.0,
            of[first.sentence] >= RIGHT,
        )
        for first, of in zip(chosen, f1, strict=True)
        if first is not None
    ]
    rows = np.array(judged, float)
    found, span, offset = fit_logistic(rows[:, :3], rows[:, 3], _PULL * len(rows), (0.0, 1.0, 0.0))
    fitted = {
        "found": round(float(found), 4),
        "span": round(float(span), 4),
        "offset": round(float(offset), 4),
    }
    return best.model_copy(update={"confidence": SpanConfidence(**fitted)})


def _firsts(settings: ReaderSettings, unseen: Sequence[HeldOutReading]) -> list[ReadSpan | None]:
    return [next(iter(weigh_spans(settings, one.spans)), None) for one in unseen]
