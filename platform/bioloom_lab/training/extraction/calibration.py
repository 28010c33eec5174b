"""Confidence calibration of extracted entities and relations (Platt scaling)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bioloom.extraction.networks.model import LocalModel
from bioloom.extraction.networks.model_settings import SETTINGS, Calibration, ProtocolSettings
from bioloom_lab.training.convex_fits import fit_logistic
from bioloom_lab.training.extraction.annotated_lines import GoldDocuments
from bioloom_lab.training.onnx.encoder_export import write_file

_PULL = 1e-3  # towards no change, where there is little to learn from


def calibrate_model(folder: Path, gold: GoldDocuments) -> LocalModel[ProtocolSettings]:
    """Fit the confidences of a model's folder to documents that it did not learn; gives the model anew.

    Relations are found between the gold entities. What a model decides stays as it was.
    """
    model = LocalModel(folder, ProtocolSettings)
    lines = gold.by_number
    windows = [
        window for document in gold.documents for window in model.windows(each.line for each in document)
    ]
    spans = model.spans(windows)
    links = model.links(windows, {number: line.spans for number, line in enumerate(lines)})
    gold_spans = [{(span.first, span.last, span.kind) for span in line.spans} for line in lines]
    found = [
        (span.probability, (span.first, span.last, span.kind) in gold_spans[number])
        for number, each in spans.items()
        for span in each
    ]
    related = [
        (link.probability, (link.subject, link.object, link.kind) in lines[number].links)
        for number, each in links.items()
        for link in each
    ]
    fitted = {
        "entity_confidence": fit_calibration(found),
        "relation_confidence": fit_calibration(related),
    }
    settings = model.settings.model_copy(update=fitted)
    write_file(folder / SETTINGS, (settings.model_dump_json(indent=2) + "\n").encode())
    return LocalModel(folder, ProtocolSettings)


def fit_calibration(judged: Sequence[tuple[float, bool]]) -> Calibration:
    """Fit slope and offset of the log-odds to pairs of a probability and whether it was right (Platt's way).

    >>> fitted = fit_calibration([(0.9, True), (0.9, True), (0.9, False)] * 100 + [(0.5, False)] * 100)
    >>> round(fitted.apply(0.9), 1)
    0.7
    """
    if not judged:
        return Calibration()
    chance = np.clip(np.array([probability for probability, _ in judged]), 1e-6, 1 - 1e-6)
    right = np.array([float(each) for _, each in judged])
    inputs = np.stack([np.log(chance / (1 - chance)), np.ones_like(chance)], axis=1)
    weights = fit_logistic(inputs, right, _PULL * len(judged), (1.0, 0.0))
    if weights[0] <= 0:  # it would turn the order round
        return Calibration()
    return Calibration(slope=round(float(weights[0]), 4), offset=round(float(weights[1]), 4))
