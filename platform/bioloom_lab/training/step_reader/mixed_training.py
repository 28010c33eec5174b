"""Training of a reader on a mixture of question sets, from the network of one folder to another folder."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from bioloom.embedding.hugging_face import PACKAGED, open_model
from bioloom.embedding.model_files import MODEL, TOKENIZER, open_tokenizer, read_file
from bioloom.errors import SourceError
from bioloom.extraction.networks.tokenization import WordReader
from bioloom.extras import optional
from bioloom.resources import weights
from bioloom.step_reader.found_step import ANSWERS
from bioloom.step_reader.reader import head_shapes
from bioloom.step_reader.step_window import WINDOW
from bioloom_lab.evaluation.gold_files import read_gold
from bioloom_lab.evaluation.questions import read_questions
from bioloom_lab.evaluation.row_faults import row_fault
from bioloom_lab.training.extraction.dequantization import put_into, restore_network
from bioloom_lab.training.extraction.export import shape_of
from bioloom_lab.training.loop import OnStage, TrainingSchedule, by_stage, fit
from bioloom_lab.training.onnx.encoder_export import bert_of, state_arrays, tokenizer_of
from bioloom_lab.training.span_reader.sentence_windows import SentenceWindows
from bioloom_lab.training.span_reader.training_examples import asked_examples, written_examples
from bioloom_lab.training.step_reader.asked_steps import AskedSteps, TrainingTexts, written_steps
from bioloom_lab.training.step_reader.export import export_steps
from bioloom_lab.training.step_reader.step_training import Group, Windows, batch_windows, choose_example
from bioloom_lab.training.step_reader.text_questions import asked_texts
from bioloom_lab.training.step_reader.torch_network import FEATURE, StepNetwork

SCHEDULE = TrainingSchedule(
    epochs=2, rate=1.5e-4, new_rate=5e-4, pieces=2048, still=True, short=True, average=0.99, attend_all=True
)
"""Schedule for networks that have learnt to read before."""

MOST_OFTEN = 20
"""Up to this a share is how often each question is drawn in a pass, above how many are drawn."""

_SAMPLE = 160  # windows that ranges are measured on, as many of each source

Examples = Sequence[tuple[AskedSteps, ...]]


class MixedSource(BaseModel):
    """A row of a mixture: questions, the texts that they are about, and how many of them a pass draws.

    Its `kind` says how they are written: about folders of plain `texts`, about the `steps` of protocols,
    about `abstracts`, or a set in the form of SQuAD.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    kind: Literal["texts", "steps", "abstracts", "squad"]
    questions: Path
    texts: tuple[Path, ...] = ()
    share: float = Field(gt=0, allow_inf_nan=False)

    def read(self) -> Examples:
        """Make the examples, several of a part where it can be read beside several texts."""
        drawn = random.Random(0)
        if self.kind == "texts":
            return asked_texts(self.questions, self.texts, drawn)
        if self.kind == "steps":
            return written_steps(read_questions(self.questions), TrainingTexts(self.texts), drawn)
        if self.kind == "abstracts":
            return [(each.asked,) for each in written_examples(self.questions, self.texts)]
        return [(each.asked,) for each in asked_examples(self.questions)]

    def draw(self, examples: Examples, drawn: random.Random) -> Examples:
        """Draw the examples of a pass."""
        if self.share > MOST_OFTEN:
            return drawn.sample(examples, min(int(self.share), len(examples)))
        often, rest = divmod(self.share, 1)
        return [*(list(examples) * int(often)), *drawn.sample(examples, int(rest * len(examples)))]

    def group(
        self,
        some: Sequence[AskedSteps],
        windows: tuple[Windows, SentenceWindows],
        drawn: random.Random,
        *,
        size: int | None = None,
    ) -> Group | None:
        """Make a window of one of the examples of a part, of steps or of sentences.

        Plain texts are read half of the time as either, among sentences of others only as sentences.
        """
        as_sentences = self.kind != "steps"
        if self.kind == "texts":
            as_sentences = drawn.random() < 0.5
            some = [some[as_sentences and drawn.random() < 0.5]]
        return windows[as_sentences].group(choose_example(some, drawn), drawn, size=size)


def read_mixture(table: Path, data: Path | None = None) -> list[MixedSource]:
    """Read the sources of a table (TSV: kind, questions, texts, share), whose files are looked for in its
    folder, then in `data`; SourceError names the row that is wrong or whose file is not there."""

    def find(file: str) -> Path:
        folders = [table.parent] if data is None else [table.parent, data]
        for path in (folder / file for folder in folders):
            if path.exists():
                return path
        raise FileNotFoundError(f"there is no {file}")

    (_, header), *rows = read_gold(table, lambda line, _, number: (number, line.split("\t")), "sources")
    found = []
    for number, cells in rows:
        try:
            row = dict(zip(header, cells, strict=True))
            questions, texts = find(row["questions"]), [find(file) for file in row["texts"].split()]
            found.append(MixedSource.model_validate(row | {"questions": questions, "texts": texts}))
        except (KeyError, ValueError, OSError) as fault:
            raise SourceError(f"is no source: {row_fault(fault)}", str(table), number) from fault
    if not found:
        raise SourceError("holds no sources", str(table))
    return found


def train_answers(
    sources: Sequence[MixedSource],
    output: Path,
    start: Path | None = None,
    *,
    base: str = PACKAGED,
    schedule: TrainingSchedule = SCHEDULE,
    seed: int = 0,
    on_progress: OnStage | None = None,
) -> Path:
    """Train the network of the reader `start` (the shipped one if None) further; write and give `output`.

    `base` is the encoder that it began as, for its sizes.
    """
    torch = optional("torch", FEATURE, extra="lab")
    folder = (start or weights("reader")) / ANSWERS
    read_file(folder, MODEL)  # a plain error before the examples are made
    mixed = [(source, source.read()) for source in sources]
    packaged = open_model(base)
    shape = shape_of(packaged, bert_of(packaged)[1].max_position_embeddings)
    tokenizer = tokenizer_of(packaged)
    words = WordReader(open_tokenizer(tokenizer, Path(TOKENIZER)))
    windows = Windows(words), SentenceWindows(words, shape.max_tokens)
    torch.manual_seed(seed)
    network = StepNetwork(bert_of(packaged)[0])
    arrays = restore_network(folder, shape, ("shapes", "parts"), head_shapes(shape.dimension))
    put_into(torch, network.module, arrays)

    def draw(drawn: random.Random) -> list[list[Group]]:
        groups = [
            group
            for source, examples in mixed
            for some in source.draw(examples, drawn)
            if (group := source.group(some, windows, drawn)) is not None
        ]
        return batch_windows(groups, schedule.pieces, drawn)

    fit(
        network.module,
        draw,
        lambda groups: network.loss(groups, words),
        schedule,
        seed=seed,
        on_progress=by_stage(on_progress)("answers"),
    )
    sampled, each = random.Random(1), max(1, _SAMPLE // len(mixed))
    sample = [
        group[0]
        for source, examples in mixed
        for some in sampled.sample(examples, min(each, len(examples)))
        if (group := source.group(some, windows, sampled, size=WINDOW)) is not None
    ]
    return export_steps(
        state_arrays(network.module.state_dict()), shape, tokenizer, output, sample=sample, words=words
    )
