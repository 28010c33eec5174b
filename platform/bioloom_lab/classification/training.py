"""Fine-tuning of a text classifier, and its export to a folder that needs no torch."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bioloom.embedding.hugging_face import PACKAGED, open_model
from bioloom.embedding.model_files import TOKENIZER, open_tokenizer
from bioloom.errors import UsageError
from bioloom.extraction.networks.model_settings import SETTINGS
from bioloom.extraction.networks.tokenization import WordReader
from bioloom.extraction.networks.windows import Window, WindowBatch, batches, lay_out, length_of
from bioloom.extras import optional
from bioloom_lab.classification.classifier import ClassReader, open_class_reader
from bioloom_lab.classification.frozen_layer_cache import FrozenLayerCache
from bioloom_lab.classification.settings import LEARNED, ClassSettings, RandomDraw
from bioloom_lab.classification.windows import PARTS, shares_of, window_of
from bioloom_lab.training.extraction.activation_ranges import Sample, lay_out_sample
from bioloom_lab.training.extraction.export import shape_of, write_network
from bioloom_lab.training.extraction.line_training import SpecialTokens, hide, marks_of
from bioloom_lab.training.extraction.torch_networks import DROPOUT
from bioloom_lab.training.loop import Progress, TrainingSchedule, fit
from bioloom_lab.training.onnx.encoder_export import bert_of, state_arrays, tokenizer_of, write_file

_FEATURE = "Fine-tuning a classifier"
_LONGEST, _DOCUMENT = 128, 64
_EVERY = 8  # one text in eight is enough to measure ranges on


@dataclass(frozen=True, slots=True)
class TrainingText:
    """Training text with its label; `before` is what stands before it.

    Both may be given in several spellings, of which one is drawn in every epoch; the first is the usual one.
    """

    texts: tuple[str, ...]
    label: str
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClassTrainingPlan:
    """Plan of a fine-tuning; the same plan gives the same weights on one thread."""

    base: str = PACKAGED
    seed: int = 0
    schedule: TrainingSchedule = field(
        default_factory=lambda: TrainingSchedule(epochs=3, rate=2e-4, average=0.98, still=True)
    )
    bits: int = 8


def train_classes(
    rows: Sequence[TrainingText],
    folder: Path,
    plan: ClassTrainingPlan | None = None,
    *,
    beside: bool = False,
    draw: RandomDraw | None = None,
    below: FrozenLayerCache | None = None,
    on_progress: Progress | None = None,
) -> ClassReader:
    """Fine-tune an encoder to labelled texts, write its folder and open it.

    `beside` and `draw` are noted in the settings (`ClassSettings`). What the layers that stay as they came
    make of a text is kept in `below`, which several trainings from one base may share; where layers stay, no
    piece is masked. UsageError if the rows have one label only, or the base cannot be exported.
    """
    plan = plan or ClassTrainingPlan()
    torch = optional("torch", _FEATURE, extra="lab")
    labels = tuple(sorted({row.label for row in rows}))
    if len(labels) < 2:
        raise UsageError("texts of one class teach nothing: give rows with two labels or more")
    torch.manual_seed(plan.seed)
    model = open_model(plan.base)
    tokenizer = tokenizer_of(model)
    bert, configuration = bert_of(model)
    most = configuration.max_position_embeddings
    settings = ClassSettings(
        labels=labels,
        dimension=configuration.hidden_size,
        max_tokens=most,
        longest=min(_LONGEST, most - min(_DOCUMENT, most // 3) - 3),
        document=min(_DOCUMENT, most // 3),
        beside=beside,
        draw=draw,
    )
    marks = marks_of(tokenizer, plan.base)
    words = WordReader(open_tokenizer(tokenizer, Path(plan.base)))
    fixed = min(plan.schedule.fixed, configuration.num_hidden_layers - 1)
    if fixed and (below is None or below.layers != fixed):
        below = FrozenLayerCache(fixed)
    network = ClassNetwork(bert, len(labels), below if fixed else None)
    _learn(network, rows, settings, words, marks, plan, on_progress)
    arrays = state_arrays(network.module.state_dict())
    matrices = {"weight": arrays["out.weight"], "bias": arrays["out.bias"]}
    shape, sample = shape_of(model, most), _sample(rows, settings, words, marks)
    write_network(folder, arrays, shape, (), matrices, bits=plan.bits, sample=sample)
    write_file(folder / TOKENIZER, tokenizer)
    learned = [json.dumps({"text": row.texts[0], "label": row.label}, ensure_ascii=False) for row in rows]
    write_file(folder / LEARNED, ("\n".join(learned) + "\n").encode("utf-8", "replace"))
    write_file(folder / SETTINGS, (settings.model_dump_json(indent=2) + "\n").encode())
    return open_class_reader(folder)


class ClassNetwork:
    """An encoder and a linear layer over three means of its states; `module` holds what is learnt."""

    def __init__(self, bert: Any, labels: int, below: FrozenLayerCache | None = None) -> None:
        torch = self._torch = optional("torch", _FEATURE, extra="lab")
        self._below = below
        out = torch.nn.Linear(PARTS * bert.config.hidden_size, labels)
        self.module = torch.nn.ModuleDict({"enc": torch.nn.ModuleDict({"bert": bert}), "out": out})

    def scores(self, batch: WindowBatch) -> Any:
        """Score the classes of the windows: shape (windows, labels)."""
        torch = self._torch
        ids, mask = torch.from_numpy(batch.ids), torch.from_numpy(batch.mask)
        bert = self.module["enc"]["bert"]
        if self._below is None:
            states = bert(input_ids=ids, attention_mask=mask).last_hidden_state
        else:
            given = self._below.states(bert, batch)
            with self._below.above(bert):
                states = bert(inputs_embeds=given, attention_mask=mask).last_hidden_state
        pooled = torch.from_numpy(shares_of(batch)) @ states.float()
        dropped = torch.nn.functional.dropout(pooled.flatten(1), DROPOUT, training=self.module.training)
        return self.module["out"](dropped)

    def loss(self, batch: WindowBatch, labels: Sequence[int]) -> Any:
        """Give the cross-entropy of the windows' classes."""
        torch = self._torch
        return torch.nn.functional.cross_entropy(self.scores(batch).float(), torch.tensor(labels))


def _learn(
    network: ClassNetwork,
    rows: Sequence[TrainingText],
    settings: ClassSettings,
    words: WordReader,
    marks: SpecialTokens,
    plan: ClassTrainingPlan,
    on_progress: Progress | None,
) -> None:
    torch = optional("torch", _FEATURE, extra="lab")
    gold = [settings.labels.index(row.label) for row in rows]

    def draw(drawn: random.Random) -> list[list[Window]]:
        windows = [
            window_of(
                words,
                settings,
                number,
                drawn.choice(row.texts),
                drawn.choice(row.before) if row.before else None,
            )
            for number, row in enumerate(rows)
        ]
        made = batches(windows, plan.schedule.pieces, lambda window: length_of(window) + 8 * drawn.random())
        drawn.shuffle(made)
        return made

    def loss(windows: Sequence[Window]) -> Any:
        batch = lay_out(windows, marks.begin, marks.between)
        if plan.schedule.hidden and not plan.schedule.fixed:
            hide(torch, batch, marks, plan.schedule.hidden)
        return network.loss(batch, [gold[line.number] for line in batch.lines if line.number >= 0])

    fit(network.module, draw, loss, plan.schedule, seed=plan.seed, on_progress=on_progress)


def _sample(
    rows: Sequence[TrainingText], settings: ClassSettings, words: WordReader, marks: SpecialTokens
) -> Sample:
    windows = [
        window_of(words, settings, number, row.texts[0], row.before[0] if row.before else None)
        for number, row in list(enumerate(rows))[::_EVERY]
    ]
    return lay_out_sample(windows, marks, lambda number: ())
