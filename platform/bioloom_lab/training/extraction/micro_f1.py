"""Exact micro-averaged scores of a model on annotated documents (SPEC S3)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from bioloom.extraction.networks.model import LocalModel
from bioloom.extraction.networks.model_settings import ProtocolSettings
from bioloom_lab.training.extraction.annotated_lines import GoldDocuments


@dataclass(frozen=True, slots=True)
class MicroF1:
    """Precision, recall and F1, from 0 to 1."""

    precision: float
    recall: float
    f1: float


def score_model(model: LocalModel[ProtocolSettings], gold: GoldDocuments) -> dict[str, MicroF1]:
    """Score entities (span and type), and relations between gold entities (both ends and the relation)."""
    windows = [
        window for document in gold.documents for window in model.windows(each.line for each in document)
    ]
    lines = gold.by_number
    found = model.spans(windows)
    links = model.links(windows, {number: line.spans for number, line in enumerate(lines)})
    spans = (
        ((number, span.first, span.last, span.kind) for number, spans in found.items() for span in spans),
        ((number, s.first, s.last, s.kind) for number, line in enumerate(lines) for s in line.spans),
    )
    pairs = (
        ((number, link.subject, link.object, link.kind) for number, each in links.items() for link in each),
        ((number, *link) for number, line in enumerate(lines) for link in line.links),
    )
    return {"entities": score_sets(*spans, gold.lost[0]), "relations": score_sets(*pairs, gold.lost[1])}


def score_sets(found: Iterable[Hashable], true: Iterable[Hashable], lost: int = 0) -> MicroF1:
    """Compare what was found with what is true; `lost` things are true and could not be found."""
    given, wanted = set(found), set(true)
    right = len(given & wanted)
    precision = right / len(given) if given else 0.0
    recall = right / (len(wanted) + lost) if wanted else 0.0
    both = precision + recall
    return MicroF1(precision, recall, 2 * precision * recall / both if both else 0.0)
