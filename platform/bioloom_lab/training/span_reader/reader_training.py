"""Training of the span reader, from questions about articles to a folder that needs no torch."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bioloom.embedding.hugging_face import PACKAGED, open_model
from bioloom.embedding.model_files import TOKENIZER, open_tokenizer
from bioloom.extras import optional
from bioloom.span_reader.reader import SpanReader
from bioloom.span_reader.reader_settings import ReaderSettings
from bioloom.span_reader.tokenization import LONGEST_PASSAGE, LONGEST_QUESTION, PieceReader
from bioloom_lab.evaluation.span_questions.squad import fingerprint, read_squad
from bioloom_lab.training.extraction.stage_checkpoints import StageCheckpoints
from bioloom_lab.training.loop import OnStage, TrainingSchedule, by_stage
from bioloom_lab.training.onnx.encoder_export import bert_of, tokenizer_of
from bioloom_lab.training.span_reader.calibration import HeldOutRanking, calibrate_reader
from bioloom_lab.training.span_reader.export import export_reader, write_settings
from bioloom_lab.training.span_reader.joint_training import EncodedExamples, learn_reading, prepare
from bioloom_lab.training.span_reader.torch_network import FEATURE, AloneNetwork, JointNetwork
from bioloom_lab.training.span_reader.training_examples import (
    SpanExample,
    asked_examples,
    documents_of,
    made_examples,
)

FOLD = "fold-{}"
"""The folder of the reader that did not see a fold, within the output; counted from 1."""

_SAMPLE = 40  # questions that ranges are measured on

MADE = TrainingSchedule(epochs=0.3, pieces=1200, average=0.98)
ASKED = TrainingSchedule(epochs=3, rate=1e-4, new_rate=3e-4, pieces=1200, average=0.98)
"""Schedules for generated questions, and for questions that people asked."""


@dataclass(frozen=True, slots=True)
class ReaderTrainingPlan:
    """Plan of a training; a work folder belongs to one plan.

    `alone` is how many layers read texts alone and stay as they came, `made` how many questions are made from
    plain texts and learnt first, `bits` the precision of the layers' weights.
    """

    base: str = PACKAGED
    seed: int = 0
    alone: int = 1
    made: int = 4000
    made_schedule: TrainingSchedule = MADE
    asked_schedule: TrainingSchedule = ASKED
    bits: int = 8


def train_reader(
    data: Path,
    output: Path,
    plan: ReaderTrainingPlan | None = None,
    *,
    texts: Sequence[Path] = (),
    folds: Sequence[Collection[str]] = (),
    work: Path | None = None,
    on_progress: OnStage | None = None,
) -> ReaderSettings:
    """Train a reader on a question set in the SQuAD format; give the settings of the folder written.

    Questions made from plain `texts` are learnt first. Each of `folds` names articles that one more reader
    does not see; its folder is `FOLD` within the output, and what it says of these articles chooses the
    weights and the confidence of the reader that learns from all. What a stage has learnt is kept in the
    folder `work`; UsageError if that belongs to another plan. The same plan gives the same weights on one
    thread.
    """
    torch = optional("torch", FEATURE, extra="lab")
    plan = plan or ReaderTrainingPlan()
    network = open_model(plan.base)
    bert, configuration = bert_of(network)
    most = configuration.max_position_embeddings
    reader = PieceReader(open_tokenizer(tokenizer_of(network), Path(TOKENIZER)), plan.base, most)
    asked = asked_examples(data)
    stated = {"plan": asdict(plan), "questions": len(asked), "folds": [sorted(fold) for fold in folds]}
    stages = StageCheckpoints(work, stated)
    alone = AloneNetwork(bert, plan.alone)
    prepared = prepare(asked, alone, reader)

    told = by_stage(on_progress)

    def learnt(
        stage: str, given: EncodedExamples, schedule: TrainingSchedule, before: Mapping[str, Any] | None
    ) -> Any:
        torch.manual_seed(plan.seed)
        joint = JointNetwork(bert, plan.alone)
        if before is not None:
            joint.module.load_state_dict(before)
        learn_reading(joint, given, schedule, seed=plan.seed, on_progress=told(stage))
        return joint.module

    def made() -> Any:
        documents = [document for path in texts for document in documents_of(path)]
        examples = made_examples(documents, plan.made, seed=plan.seed)
        return learnt("made questions", prepare(examples, alone, reader), plan.made_schedule, None)

    before = stages.done("made", made) if texts and plan.made else None
    known = {article.name: fingerprint(article.text) for article in read_squad(data)}
    sizes = {"dimension": configuration.hidden_size, "max_tokens": most}

    def finish(stage: str, folder: Path, left_out: Collection[str]) -> ReaderSettings:
        kept = tuple(each for each in asked if each.article not in left_out)
        given = EncodedExamples(kept, prepared.states, prepared.pieces)
        stages.done(stage, lambda: learnt(stage, given, plan.asked_schedule, before))
        fitted = tuple(sorted({known[each.article] for each in kept}))
        settings = ReaderSettings(**sizes, fitted_on=fitted)
        sample = _sample(kept, reader, plan.seed)
        export_reader(
            stages.arrays(stage), network, plan.alone, settings, folder, sample=sample, bits=plan.bits
        )
        return settings

    unseen: list[HeldOutRanking] = []
    for number, fold in enumerate(folds, 1):
        stage = FOLD.format(number)
        finish(stage, output / stage, fold)
        unseen += score_unseen(SpanReader(output / stage), [each for each in asked if each.article in fold])
    settings = calibrate_reader(finish("all", output, ()), unseen)
    write_settings(settings, output)
    for number, _ in enumerate(folds, 1):
        folder = output / FOLD.format(number)
        chosen = settings.model_copy(update={"fitted_on": SpanReader(folder).settings.fitted_on})
        write_settings(chosen, folder)
    return settings


def score_unseen(reader: SpanReader, examples: Sequence[SpanExample]) -> list[HeldOutRanking]:
    """Score the ranked sentences of questions that a reader did not learn from."""
    found = []
    for each in examples:
        pieces = reader.cut(each.ranked)
        scores = reader.score(reader.cut_question(each.question), pieces)
        found.append(HeldOutRanking(each.ranked, tuple(pieces), tuple(scores), each.accepted))
    return found


def _sample(
    examples: Sequence[SpanExample], reader: PieceReader, seed: int
) -> list[tuple[list[int], list[list[int]]]]:
    """Lay out some questions with the sentences that they would be read with."""
    drawn = random.Random(seed).sample(examples, min(_SAMPLE, len(examples)))
    return [
        (
            reader.marked(reader.read([each.question], LONGEST_QUESTION)[0]),
            [reader.marked(one) for one in reader.read(each.ranked, LONGEST_PASSAGE) if one.ids],
        )
        for each in drawn
    ]
