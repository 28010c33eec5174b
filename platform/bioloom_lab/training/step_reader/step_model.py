"""Training of a step reader from the packaged encoder to a folder that needs no torch."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bioloom.embedding.hugging_face import PACKAGED, open_model
from bioloom.embedding.model_files import TOKENIZER, open_tokenizer
from bioloom.extraction.networks.tokenization import WordReader
from bioloom.extras import optional
from bioloom.step_reader.step_window import WINDOW
from bioloom_lab.evaluation.protocol_questions.suite import read_folders
from bioloom_lab.evaluation.questions import read_questions
from bioloom_lab.training.extraction.export import shape_of
from bioloom_lab.training.loop import OnStage, TrainingSchedule, by_stage
from bioloom_lab.training.onnx.encoder_export import bert_of, state_arrays, tokenizer_of
from bioloom_lab.training.step_reader.asked_steps import AskedSteps, TrainingTexts, written_steps
from bioloom_lab.training.step_reader.export import export_steps
from bioloom_lab.training.step_reader.hurried_questions import hurried_questions
from bioloom_lab.training.step_reader.renamed_things import ThingNames
from bioloom_lab.training.step_reader.step_training import Windows, learn_steps
from bioloom_lab.training.step_reader.torch_network import FEATURE, StepNetwork

_SAMPLE = 80  # windows that ranges are measured on

GENERATED = TrainingSchedule(
    epochs=1.5, rate=2e-4, new_rate=1e-3, pieces=2048, still=True, short=True, average=0.99, attend_all=True
)
WRITTEN = TrainingSchedule(
    epochs=3, rate=1e-4, new_rate=5e-4, pieces=2048, still=True, short=True, average=0.99, attend_all=True
)
"""Schedules for generated questions, and for questions that people or language models wrote."""


@dataclass(frozen=True, slots=True)
class StepTrainingPlan:
    """Plan of a training: at most `each` questions are made of a protocol."""

    each: int = 14
    seed: int = 0
    generated: TrainingSchedule = GENERATED
    written: TrainingSchedule = WRITTEN


def train_steps(
    folders: Sequence[Path],
    questions: Sequence[Path],
    output: Path,
    plan: StepTrainingPlan | None = None,
    *,
    texts: Sequence[Path] = (),
    on_progress: OnStage | None = None,
) -> Path:
    """Train a step reader on questions made of annotated protocols, then on written ones about them and about
    further `texts`.

    It begins as the packaged encoder and is written into the folder ``steps`` of `output`, which is given
    back.
    """
    torch = optional("torch", FEATURE, extra="lab")
    plan, told = plan or StepTrainingPlan(), by_stage(on_progress)
    packaged = open_model(PACKAGED)
    shape = shape_of(packaged, bert_of(packaged)[1].max_position_embeddings)
    torch.manual_seed(plan.seed)
    network = StepNetwork(bert_of(packaged)[0])
    tokenizer = tokenizer_of(packaged)
    windows = Windows(WordReader(open_tokenizer(tokenizer, Path(TOKENIZER))))
    drawn = random.Random(plan.seed)
    documents = read_folders(folders)
    made = [(one,) for document in documents for one in hurried_questions(document, drawn, plan.each)]
    learn_steps(
        network, made, windows, plan.generated, seed=plan.seed, on_progress=told("generated questions")
    )
    known = TrainingTexts((*folders, *texts))
    asked = [
        some for path in questions for some in written_steps(read_questions(path), known, random.Random(0))
    ]
    if asked:
        learn_steps(
            network,
            asked,
            windows,
            plan.written,
            seed=plan.seed,
            names=ThingNames(documents),
            on_progress=told("written questions"),
        )
    return export_steps(
        state_arrays(network.module.state_dict()),
        shape,
        tokenizer,
        output,
        sample=sample_windows(asked or made, windows),
        words=windows.reader,
    )


def sample_windows(examples: Sequence[Sequence[AskedSteps]], windows: Windows) -> list[Any]:
    """Make the windows on which the ranges of the layers are measured."""
    drawn = random.Random(1)
    groups = (windows.group(some[0], drawn, size=WINDOW) for some in examples[:_SAMPLE])
    return [group[0] for group in groups if group is not None]
