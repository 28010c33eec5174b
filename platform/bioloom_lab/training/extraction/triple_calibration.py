"""Thresholds, confidence calibration and scores of a triple model on held-out annotation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bioloom.extraction.networks.model import LocalModel
from bioloom.extraction.networks.model_settings import SETTINGS, SchemeSettings, TripleSettings
from bioloom.extraction.networks.relation_model import Asking, PredictedLink
from bioloom.extraction.networks.windows import TokenLine
from bioloom.extraction.triples.local.extractor import decide
from bioloom.extraction.triples.local.pair_scoring import Question, weigh
from bioloom_lab.training.extraction.annotated_lines import TripleLine
from bioloom_lab.training.extraction.calibration import fit_calibration
from bioloom_lab.training.extraction.corpora import TripleLines
from bioloom_lab.training.extraction.micro_f1 import MicroF1, score_sets
from bioloom_lab.training.onnx.encoder_export import write_file

_TRIED = tuple(round(float(each), 2) for each in np.arange(0.2, 0.81, 0.05))


@dataclass(frozen=True, slots=True)
class TripleScores:
    """Scores of one scheme: names (span and type), and relations between gold names (ends and label)."""

    entities: MicroF1
    relations: MicroF1


def calibrate_triples(folder: Path, held_out: TripleLines) -> Mapping[str, TripleScores]:
    """Fit the thresholds and confidences of a model's folder, which is changed; gives the scores.

    A relation's threshold is the one with the best F1 on these documents, so that the relations' scores
    flatter a little.
    """
    model = LocalModel(folder, TripleSettings)
    scores: dict[str, TripleScores] = {}
    schemes: dict[str, SchemeSettings] = dict(model.settings.schemes)
    for scheme in held_out.schemes:
        found = _spans(model, scheme, held_out)
        gold = _gold_spans(scheme, held_out)
        judged = [(chance, each in gold) for each, chance in found.items()]
        entities = fit_calibration(judged)
        links = _links(
            model, scheme, [line for line in held_out.sentences if line.scheme == scheme], held_out
        )
        threshold = max(_TRIED, key=lambda tried: links.score(tried).f1)
        kept = [(chance, right) for chance, right in links.judged if chance >= threshold]
        schemes[scheme] = schemes[scheme].model_copy(
            update={
                "relation_threshold": threshold,
                "entity_confidence": entities,
                "relation_confidence": fit_calibration(kept),
            }
        )
        scores[scheme] = TripleScores(score_sets(found, gold), links.score(threshold))
    settings = model.settings.model_copy(update={"schemes": schemes})
    write_file(folder / SETTINGS, (settings.model_dump_json(indent=2) + "\n").encode())
    return scores


@dataclass(frozen=True, slots=True)
class _Links:
    """Links found between gold names, likely or not, with their probability and whether they are right."""

    judged: Sequence[tuple[float, bool]]
    true: int

    def score(self, threshold: float) -> MicroF1:
        kept = [right for chance, right in self.judged if chance >= threshold]
        precision = sum(kept) / len(kept) if kept else 0.0
        recall = sum(kept) / self.true if self.true else 0.0
        both = precision + recall
        return MicroF1(precision, recall, 2 * precision * recall / both if both else 0.0)


def _spans(
    model: LocalModel[TripleSettings], scheme: str, held_out: TripleLines
) -> dict[tuple[int, int, int, int], float]:
    documents = [each for each in held_out.documents if each and each[0].scheme == scheme]
    windows = []
    number = 0
    for document in documents:
        lines = []
        for line in document:
            lines.append(TokenLine(number, line.words))
            number += 1
        windows += model.windows(line for line in lines if len(line.words))
    found = model.spans(windows, held_out.kinds_of(scheme))
    return {
        (at, span.first, span.last, span.kind): span.probability
        for at, spans in found.items()
        for span in spans
    }


def _gold_spans(scheme: str, held_out: TripleLines) -> set[tuple[int, int, int, int]]:
    lines = [line for each in held_out.documents if each and each[0].scheme == scheme for line in each]
    return {(at, span.first, span.last, span.kind) for at, line in enumerate(lines) for span in line.spans}


def _links(
    model: LocalModel[TripleSettings], scheme: str, lines: Sequence[TripleLine], held_out: TripleLines
) -> _Links:
    symmetrical = model.settings.schemes[scheme].symmetrical
    questions = [Question(line.words, line.spans) for line in lines]
    judged: list[tuple[float, bool]] = []
    for line, weighed in zip(lines, weigh(model, questions, Asking(symmetrical)), strict=True):
        known = held_out.answers(line)
        judged += [
            (link.probability, _right(link, known))
            for link in decide(weighed, 0.0)
            if (link.subject, link.object) in known
        ]
    return _Links(judged, sum(len(line.links) for line in lines))


def _right(link: PredictedLink, known: Mapping[tuple[int, int], int]) -> bool:
    return known[link.subject, link.object] == 1 + link.kind
