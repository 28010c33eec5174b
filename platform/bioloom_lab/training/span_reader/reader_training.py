"""Training of the span reader, from questions about publications to a folder that needs no torch."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from bioloom.embedding.hugging_face import PACKAGED, open_model
from bioloom.embedding.model_files import TOKENIZER, open_tokenizer, read_file, read_settings
from bioloom.errors import UsageError
from bioloom.extraction.networks.tokenization import WordReader
from bioloom.extras import optional
from bioloom.resources import weights
from bioloom.span_reader.found_span import SHIPPED, PassageSentence
from bioloom.step_reader.found_step import ANSWERS
from bioloom.step_reader.reader import head_shapes
from bioloom.step_reader.step_window import WINDOW
from bioloom_lab.evaluation.span_questions.squad import fingerprint, read_squad
from bioloom_lab.training.extraction.dequantization import put_into, restore_network
from bioloom_lab.training.extraction.export import shape_of
from bioloom_lab.training.extraction.stage_checkpoints import StageCheckpoints
from bioloom_lab.training.loop import OnStage, TrainingSchedule, by_stage
from bioloom_lab.training.onnx.encoder_export import bert_of, tokenizer_of, write_file
from bioloom_lab.training.span_reader.calibrated_reader import CalibratedReader
from bioloom_lab.training.span_reader.calibration import HeldOutReading, calibrate_reader
from bioloom_lab.training.span_reader.reader_settings import SETTINGS, ReaderSettings
from bioloom_lab.training.span_reader.sentence_windows import SentenceWindows
from bioloom_lab.training.span_reader.training_examples import (
    SpanExample,
    asked_examples,
    written_examples,
)
from bioloom_lab.training.step_reader.export import export_steps
from bioloom_lab.training.step_reader.step_training import learn_steps
from bioloom_lab.training.step_reader.torch_network import FEATURE, StepNetwork

FOLD = "fold-{}"
"""The folder of the reader that did not see a fold, within the output; counted from 1."""

READ = 10
"""First sentences by BM25 that a reader is calibrated on."""

AGAIN = 3
"""Of so many questions one is read again without the sentences that hold its answer."""

_SAMPLE = 80  # windows that ranges are measured on

SCHEDULE = TrainingSchedule(
    epochs=3, rate=1e-4, new_rate=3e-4, pieces=2048, still=True, short=True, average=0.99, attend_all=True
)
"""Schedule for questions that people asked; written ones are learnt from once."""


@dataclass(frozen=True, slots=True)
class ReaderTrainingPlan:
    """Plan of a training; a work folder belongs to one plan.

    `start` is the folder of a reader, whose network goes on learning; the shipped one if None.
    `base` is the encoder that it began as, for its sizes. `written` is how often written questions are learnt
    from.
    """

    base: str = PACKAGED
    start: Path | None = None
    seed: int = 0
    written: float = 1.0
    schedule: TrainingSchedule = SCHEDULE


def train_reader(
    data: Path,
    output: Path,
    plan: ReaderTrainingPlan | None = None,
    *,
    questions: Sequence[Path] = (),
    texts: Sequence[Path] = (),
    held_out: Sequence[Path] = (),
    folds: Sequence[Collection[str]] = (),
    work: Path | None = None,
    on_progress: OnStage | None = None,
) -> ReaderSettings:
    """Train a reader on a question set in the SQuAD format; give the settings of the folder written.

    `questions` written about abstracts among the `texts` are learnt first; then the mean of the weights
    before and after the set is kept, which is better on both than either. Each of `folds` names articles that
    one more reader does not see; its folder is `FOLD` within the output, and what it says of these articles
    chooses the weights and the confidence of the reader that learns from all, together with what this one
    says of written questions that are `held_out`. What a stage has learnt is kept in the folder `work`.
    UsageError if that belongs to another plan, or if the reader of `start` has learnt from articles of a
    fold. The same plan gives the same weights on one thread.
    """
    torch = optional("torch", FEATURE, extra="lab")
    plan = plan or ReaderTrainingPlan()
    base = open_model(plan.base)
    tokenizer = tokenizer_of(base)
    shape = shape_of(base, bert_of(base)[1].max_position_embeddings)
    words = WordReader(open_tokenizer(tokenizer, Path(TOKENIZER)))
    windows = SentenceWindows(words, shape.max_tokens)
    known = {article.name: fingerprint(article.text) for article in read_squad(data)}
    start = plan.start or weights(SHIPPED)
    if any(folds):
        _refuse_learnt(start, known)
    asked = asked_examples(data)
    written = [example for path in questions for example in written_examples(path, texts)]
    stated = {
        "plan": asdict(plan) | {"start": str(plan.start) if plan.start else None},
        "questions": [len(asked), len(written)],
        "folds": [sorted(fold) for fold in folds],
    }
    stages, told = StageCheckpoints(work, stated), by_stage(on_progress)

    def learnt(
        stage: str, examples: Sequence[SpanExample], epochs: float, before: Mapping[str, Any] | None
    ) -> Any:
        torch.manual_seed(plan.seed)
        network = StepNetwork(bert_of(open_model(plan.base))[0])
        if before is None:
            arrays = restore_network(
                start / ANSWERS, shape, ("shapes", "parts"), head_shapes(shape.dimension)
            )
            put_into(torch, network.module, arrays)
        else:
            network.module.load_state_dict(before)
        schedule = replace(plan.schedule, epochs=epochs)
        given = [(each.asked,) for each in examples]
        learn_steps(network, given, windows, schedule, seed=plan.seed, on_progress=told(stage))
        return network.module

    before = (
        stages.done("written", lambda: learnt("written questions", written, plan.written, None))
        if written
        else None
    )
    written_arrays = stages.arrays("written") if written else {}

    def finish(stage: str, folder: Path, left_out: Collection[str]) -> ReaderSettings:
        kept = [each for each in asked if each.article not in left_out]
        stages.done(stage, lambda: learnt(stage, kept, plan.schedule.epochs, before))
        sample = _sample(kept, windows, plan.seed)
        arrays = stages.arrays(stage)
        if before is not None:  # what was learnt from written questions is forgotten by half otherwise
            arrays = {name: (array + written_arrays[name]) / 2 for name, array in arrays.items()}
        export_steps(
            arrays,
            shape,
            tokenizer,
            folder,
            sample=sample,
            words=windows.reader,
        )
        settings = ReaderSettings(fitted_on=tuple(sorted({known[each.article] for each in kept})))
        _write(settings, folder)
        return settings

    unseen: list[HeldOutReading] = []
    for number, fold in enumerate(folds, 1):
        stage = FOLD.format(number)
        finish(stage, output / stage, fold)
        unseen += read_unseen(
            CalibratedReader(output / stage), [each for each in asked if each.article in fold]
        )
    settings = finish("all", output, ())
    for path in held_out:
        unseen += read_unseen(CalibratedReader(output), written_examples(path, texts))
    settings = calibrate_reader(settings, unseen)
    _write(settings, output)
    for number, _ in enumerate(folds, 1):
        folder = output / FOLD.format(number)
        _write(settings.model_copy(update={"fitted_on": CalibratedReader(folder).settings.fitted_on}), folder)
    return settings


def read_unseen(reader: CalibratedReader, examples: Sequence[SpanExample]) -> list[HeldOutReading]:
    """Read the first sentences of questions that a reader did not learn from, and every third time where they
    have an answer again without those that hold it."""
    found = []
    for number, each in enumerate(examples):
        asked, golds = each.asked, each.asked.golds
        orders = [(asked.order[:READ], each.accepted)]
        if golds and number % AGAIN == 0:
            orders.append((tuple(at for at in asked.order if at not in golds)[:READ], ()))
        for order, accepted in orders:
            passages = [PassageSentence(asked.steps[at], each.article, asked.title, at) for at in order]
            spans = tuple(reader.spans(asked.part, passages))
            said = tuple(passages[span.sentence].text[span.start : span.end] for span in spans)
            found.append(HeldOutReading(spans, said, accepted))
    return found


def _refuse_learnt(start: Path, known: Mapping[str, str]) -> None:
    """Refuse folds of articles that the network to begin with has learnt from."""
    if not (start / SETTINGS).exists():
        return
    settings = read_settings(ReaderSettings, read_file(start, SETTINGS), start / SETTINGS)
    learnt = sorted(name for name, each in known.items() if each in settings.fitted_on)
    if learnt:
        raise UsageError(
            f"{start} has learnt from {len(learnt)} of the articles, so that no fold would be unseen: name "
            "another reader with --start, or take --folds 0"
        )


def _sample(examples: Sequence[SpanExample], windows: SentenceWindows, seed: int) -> list[Any]:
    """Make the windows on which the ranges of the layers are measured."""
    drawn = random.Random(seed)
    some = drawn.sample(examples, min(_SAMPLE, len(examples)))
    groups = (windows.group(each.asked, drawn, size=WINDOW) for each in some)
    return [group[0] for group in groups if group is not None]


def _write(settings: ReaderSettings, folder: Path) -> None:
    write_file(folder / SETTINGS, (settings.model_dump_json(indent=2) + "\n").encode())
