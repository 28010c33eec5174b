"""Continued training of one network of a triple model, its tagger or its relater, on some schemes."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from bioloom.embedding.hugging_face import PACKAGED, open_model
from bioloom.embedding.model_files import TOKENIZER, open_tokenizer, read_file, read_settings
from bioloom.errors import UsageError
from bioloom.extraction.networks.entity_tagger import tag_shapes
from bioloom.extraction.networks.model import ENTITIES, RELATIONS
from bioloom.extraction.networks.model_settings import SETTINGS, TripleSettings
from bioloom.extraction.networks.onnx_network import HEADS, read_heads
from bioloom.extraction.networks.relation_model import INPUTS, head_shapes
from bioloom.extraction.networks.tokenization import WordReader
from bioloom.extras import optional
from bioloom.records import AnnotatedDocument
from bioloom.resources import weights
from bioloom_lab.training.extraction.corpora import TripleLines, as_triples
from bioloom_lab.training.extraction.dequantization import put_into, restore_network
from bioloom_lab.training.extraction.export import TAGGER_PARTS, shape_of, write_network
from bioloom_lab.training.extraction.line_training import SpecialTokens, marks_of
from bioloom_lab.training.extraction.multi_scheme_batches import (
    DocumentDraw,
    learn_relater,
    learn_tagger,
    samples_of,
)
from bioloom_lab.training.extraction.retrieved_documents import Retrieve, retrieve_documents
from bioloom_lab.training.extraction.torch_networks import RelaterNetwork, TaggerNetwork
from bioloom_lab.training.extraction.triple_calibration import TripleScores, calibrate_triples
from bioloom_lab.training.extraction.triple_model import sizes_of
from bioloom_lab.training.loop import OnStage, TrainingSchedule, by_stage
from bioloom_lab.training.onnx.bert_graph import BertShape
from bioloom_lab.training.onnx.encoder_export import bert_of, state_arrays

_FEATURE = "Training a triple model"
_TABLES = tuple(name for name in INPUTS if name not in ("ids", "mask"))


@dataclass(frozen=True, slots=True)
class ContinuedTraining:
    """Plan of a continued training: an epoch has every sentence of its schemes.

    `base` is the encoder that the network began as, for its sizes; `documents` says how often a sentence is
    read beside what was retrieved for it, by the relater only.
    """

    base: str = PACKAGED
    seed: int = 0
    documents: DocumentDraw = field(default_factory=DocumentDraw)
    schedule: TrainingSchedule = field(
        default_factory=lambda: TrainingSchedule(
            epochs=1, rate=1e-4, new_rate=3e-4, average=0.99, still=True, fixed=3
        )
    )


def train_names_on(
    documents: Mapping[str, Sequence[AnnotatedDocument]],
    output: Path,
    further: ContinuedTraining | None = None,
    *,
    held_out: Mapping[str, Sequence[AnnotatedDocument]] | None = None,
    start: Path | None = None,
    on_progress: OnStage | None = None,
) -> Mapping[str, TripleScores]:
    """Train the tagger of a model on, on annotated documents by their schemes, and write a model.

    As `train_relations_on`, but it is the relation network that is kept.
    """
    further = further or ContinuedTraining()
    torch = optional("torch", _FEATURE, extra="lab")
    model = _Model.open(start or weights("triples"), further.base)
    heads = tag_shapes(model.settings)
    arrays = restore_network(model.folder / ENTITIES, model.shape, ("shapes",), heads)
    triples = model.lines(documents)
    torch.manual_seed(further.seed)
    tagger = TaggerNetwork(bert_of(model.network)[0], len(model.settings.types))
    put_into(torch, tagger.module, {TAGGER_PARTS.get(name, name): array for name, array in arrays.items()})
    learn_tagger(
        tagger,
        triples,
        model.marks,
        further.schedule,
        window=model.settings.window,
        seed=further.seed,
        on_progress=by_stage(on_progress)("entities"),
    )
    learned = state_arrays(tagger.module.state_dict())
    sample = samples_of(triples, {}, model.marks, window=model.settings.window, seed=further.seed)[0]
    matrices = {name: learned[TAGGER_PARTS[name]] for name in heads}
    model.copy(RELATIONS, output)
    write_network(output / ENTITIES, learned, model.shape, ("shapes",), matrices, sample=sample)
    return calibrate_triples(output, model.lines(held_out)) if held_out else {}


def train_relations_on(
    documents: Mapping[str, Sequence[AnnotatedDocument]],
    output: Path,
    further: ContinuedTraining | None = None,
    *,
    held_out: Mapping[str, Sequence[AnnotatedDocument]] | None = None,
    start: Path | None = None,
    retrieve: Retrieve | None = None,
    on_progress: OnStage | None = None,
) -> Mapping[str, TripleScores]:
    """Train the relation network of a model on, on annotated documents by their schemes, and write a model.

    `start` is the folder of a triple model, the shipped one if unset: its tagger is kept, its relation
    network begins with what its 8-bit weights hold. Thresholds and confidences of the schemes of `held_out`
    are fitted anew on these documents; gives the scores there. Some sentences are read beside what `retrieve`
    finds for them, none without it. `on_progress` gets the stage, the step and the number of steps.
    UsageError if the model does not know a scheme or a label, or began as another encoder than the base.
    """
    told = by_stage(on_progress)
    further = further or ContinuedTraining()
    torch = optional("torch", _FEATURE, extra="lab")
    model = _Model.open(start or weights("triples"), further.base)
    settings, marks = model.settings, model.marks
    heads = head_shapes(settings)
    arrays = restore_network(model.folder / RELATIONS, model.shape, _TABLES, heads)
    del arrays["allowed"]
    triples = model.lines(documents)
    beside = retrieve_documents(triples, retrieve, model.words, settings.document, told("retrieval"))
    torch.manual_seed(further.seed)
    relater = RelaterNetwork(
        bert_of(model.network)[0], len(settings.types), len(settings.relations), width=settings.pair_width
    )
    put_into(torch, relater.module, arrays)
    learn_relater(
        relater,
        triples,
        beside,
        marks,
        further.schedule,
        choice=further.documents,
        seed=further.seed,
        whole=True,
        on_progress=told("relations"),
    )
    learned = state_arrays(relater.module.state_dict())
    sample = samples_of(triples, beside, marks, window=settings.window, seed=further.seed)[1]
    matrices = {name: learned[name] for name in heads if name != "allowed"} | {"allowed": model.allowed}
    model.copy(ENTITIES, output)
    write_network(output / RELATIONS, learned, model.shape, _TABLES, matrices, sample=sample)
    return calibrate_triples(output, model.lines(held_out)) if held_out else {}


@dataclass(frozen=True, slots=True)
class _Model:
    """The model that learns on: its folder and settings, the encoder that its networks began as, and which
    relations each ordered pair of types admits."""

    folder: Path
    settings: TripleSettings
    network: Any
    words: WordReader
    marks: SpecialTokens
    shape: BertShape
    allowed: Any

    @classmethod
    def open(cls, folder: Path, base: str) -> Self:
        """Read a model's folder; UsageError if it began as an encoder of another size than the base."""
        settings = read_settings(TripleSettings, read_file(folder, SETTINGS), folder / SETTINGS)
        network = open_model(base)
        if bert_of(network)[1].hidden_size != settings.dimension:
            raise UsageError(f"{folder} did not begin as {base}: its states are of another size")
        tokenizer = read_file(folder, TOKENIZER)
        words = WordReader(open_tokenizer(tokenizer, folder / TOKENIZER))
        shape = shape_of(network, settings.max_tokens)
        pairs = folder / RELATIONS / HEADS
        allowed = read_heads(read_file(folder / RELATIONS, HEADS), pairs, head_shapes(settings))["allowed"]
        return cls(folder, settings, network, words, marks_of(tokenizer, str(folder)), shape, allowed > 0)

    def lines(self, documents: Mapping[str, Sequence[AnnotatedDocument]]) -> TripleLines:
        """Turn documents into lines with the types and relations of the model."""
        settings = self.settings
        unknown = sorted({*documents} - {*settings.schemes})
        if unknown:
            known = ", ".join(settings.schemes)
            raise UsageError(f"the model knows no scheme {', '.join(unknown)}; it knows {known}")
        like = TripleLines(tuple(documents), settings.types, settings.relations, (), (), self.allowed)
        return as_triples(documents, self.words, longest=sizes_of(self.network)[1], like=like)

    def copy(self, kept: str, output: Path) -> None:
        """Write the settings, the tokenizer and the network that stays into another folder."""
        (output / kept).mkdir(parents=True, exist_ok=True)
        for name in (
            SETTINGS,
            TOKENIZER,
            *(f"{kept}/{each.name}" for each in (self.folder / kept).iterdir()),
        ):
            shutil.copyfile(self.folder / name, output / name)
