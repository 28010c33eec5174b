"""Continued training of a triple model's relation network on more of some schemes."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from bioloom.embedding.hugging_face import PACKAGED, open_model
from bioloom.embedding.model_files import TOKENIZER, open_tokenizer, read_file, read_settings
from bioloom.errors import UsageError
from bioloom.extraction.networks.model import ENTITIES, RELATIONS
from bioloom.extraction.networks.model_settings import SETTINGS, TripleSettings
from bioloom.extraction.networks.relation_model import INPUTS, head_shapes
from bioloom.extraction.networks.tokenization import WordReader
from bioloom.extras import optional
from bioloom.records import AnnotatedDocument
from bioloom.resources import weights
from bioloom_lab.training.extraction.corpora import TripleLines, as_triples
from bioloom_lab.training.extraction.dequantization import put_into, restore_network
from bioloom_lab.training.extraction.export import shape_of, write_network
from bioloom_lab.training.extraction.line_training import marks_of
from bioloom_lab.training.extraction.multi_scheme_batches import DocumentDraw, learn_relater, samples_of
from bioloom_lab.training.extraction.retrieved_documents import Retrieve, retrieve_documents
from bioloom_lab.training.extraction.torch_networks import RelaterNetwork
from bioloom_lab.training.extraction.triple_calibration import TripleScores, calibrate_triples
from bioloom_lab.training.extraction.triple_model import sizes_of
from bioloom_lab.training.loop import OnStage, TrainingSchedule, by_stage
from bioloom_lab.training.onnx.encoder_export import bert_of

_FEATURE = "Training a triple model"
_TABLES = tuple(name for name in INPUTS if name not in ("ids", "mask"))


@dataclass(frozen=True, slots=True)
class ContinuedTraining:
    """Plan of a continued training: an epoch has every sentence of its schemes.

    `base` is the encoder that the network began as, for its sizes; `documents` says how often a sentence is
    read beside what was retrieved for it.
    """

    base: str = PACKAGED
    seed: int = 0
    documents: DocumentDraw = field(default_factory=DocumentDraw)
    schedule: TrainingSchedule = field(
        default_factory=lambda: TrainingSchedule(
            epochs=1, rate=1e-4, new_rate=5e-4, average=0.98, still=True, fixed=3
        )
    )


def go_on(
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
    folder = start or weights("triples")
    settings = read_settings(TripleSettings, read_file(folder, SETTINGS), folder / SETTINGS)
    network = open_model(further.base)
    if bert_of(network)[1].hidden_size != settings.dimension:
        raise UsageError(f"{folder} did not begin as {further.base}: its states are of another size")
    tokenizer = read_file(folder, TOKENIZER)
    marks = marks_of(tokenizer, str(folder))
    words = WordReader(open_tokenizer(tokenizer, folder / TOKENIZER))
    shape = shape_of(network, settings.max_tokens)
    heads = dict(head_shapes(settings))
    arrays = restore_network(folder / RELATIONS, shape, _TABLES, heads)
    allowed = arrays.pop("allowed") > 0
    triples = _like(settings, allowed, documents, words, sizes_of(network)[1])
    beside = retrieve_documents(triples, retrieve, words, settings.document, told("retrieval"))
    torch.manual_seed(further.seed)
    relater = RelaterNetwork(
        bert_of(network)[0], len(settings.types), len(settings.relations), width=settings.pair_width
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
    learned = {name: tensor.detach().float().numpy() for name, tensor in relater.module.state_dict().items()}
    sample = samples_of(triples, beside, marks, window=settings.window, seed=further.seed)[1]
    matrices = {name: learned[name] for name in heads if name != "allowed"} | {"allowed": allowed}
    (output / ENTITIES).mkdir(parents=True, exist_ok=True)
    for name in (SETTINGS, TOKENIZER, *(f"{ENTITIES}/{each.name}" for each in (folder / ENTITIES).iterdir())):
        shutil.copyfile(folder / name, output / name)
    write_network(output / RELATIONS, learned, shape, _TABLES, matrices, sample=sample)
    if not held_out:
        return {}
    return calibrate_triples(output, _like(settings, allowed, held_out, words, sizes_of(network)[1]))


def _like(
    settings: TripleSettings,
    allowed: Any,
    documents: Mapping[str, Sequence[AnnotatedDocument]],
    words: WordReader,
    longest: int,
) -> TripleLines:
    """Turn documents into lines with the types and relations of a model."""
    unknown = sorted({*documents} - {*settings.schemes})
    if unknown:
        raise UsageError(
            f"the model knows no scheme {', '.join(unknown)}; it knows {', '.join(settings.schemes)}"
        )
    known = TripleLines(
        tuple(documents), settings.types, settings.relations, (), (), np.asarray(allowed, bool)
    )
    return as_triples(documents, words, longest=longest, like=known)
