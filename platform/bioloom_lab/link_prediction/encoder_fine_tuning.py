"""Link model with a fine-tuned encoder of name pairs (SPEC P1; the models extra)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bioloom_lab.classification.frozen_layer_cache import FrozenLayerCache
from bioloom_lab.classification.training import ClassTrainingPlan, TrainingText, train_classes
from bioloom_lab.link_prediction.experts import FineTunedExpert, NameVectors
from bioloom_lab.link_prediction.model import ALL, LinkModel, fit_links, hold_out, split
from bioloom_lab.link_prediction.model_folder import TUNED, write_link_model
from bioloom_lab.link_prediction.questions import NamedLink, alternatives, relations_of, spelled
from bioloom_lab.training.loop import Progress, TrainingSchedule


@dataclass(frozen=True, slots=True)
class FineTuningPlan:
    """Plan of the encoder's fine-tuning; names are short, so that a batch holds many pairs."""

    plan: ClassTrainingPlan = field(
        default_factory=lambda: ClassTrainingPlan(
            schedule=TrainingSchedule(epochs=6, rate=3e-4, pieces=768, average=0.98, still=True, fixed=4)
        )
    )


def tune_links(
    links: Sequence[NamedLink],
    vectors: NameVectors,
    folder: Path,
    tuning: FineTuningPlan | None = None,
    *,
    seed: int = 0,
    below: FrozenLayerCache | None = None,
    on_progress: Progress | None = None,
) -> LinkModel:
    """Fine-tune an encoder to seven eighths of the links, weigh it beside the other experts, write the model.

    The weights are those that answer most of the last eighth rightly, which `seed` draws; the other experts
    then learn from all links. Of a name with alternatives one spelling is drawn in every epoch.
    `below` is as for `train_classes`.
    """
    links = tuple(dict.fromkeys(links))
    plan = replace((tuning or FineTuningPlan()).plan, seed=seed)
    rest = split(links, seed)[1]
    taught = [TrainingText(_spellings(link.tail), link.relation, _spellings(link.head)) for link in rest]
    reader = train_classes(taught, folder / TUNED, plan, below=below, on_progress=on_progress)
    tuned = {TUNED: FineTunedExpert(reader, relations_of(links))}
    weights = hold_out(links, vectors, seed=seed, given=tuned).weights((*ALL, TUNED))
    model = fit_links(links, vectors.encoder, seed=seed, vectors=vectors, weights=weights, given=tuned)
    write_link_model(model, folder, vectors)
    return model


def _spellings(name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((spelled(name), *(spelled(each) for each in alternatives(name)))))
