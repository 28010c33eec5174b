"""Training of the triple model, from corpora to a folder that needs no torch; stages are kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from bioloom.embedding.hugging_face import PACKAGED, open_model
from bioloom.embedding.model_files import open_tokenizer
from bioloom.extraction.networks.model_settings import TripleSettings
from bioloom.extraction.networks.tokenization import WordReader
from bioloom.extras import optional
from bioloom.records import AnnotatedDocument
from bioloom_lab.training.extraction.corpora import CORPORA, TripleLines, as_triples, read_corpora
from bioloom_lab.training.extraction.export import Trained, export_model
from bioloom_lab.training.extraction.line_training import marks_of
from bioloom_lab.training.extraction.mlm_pretraining import MaskedLmSchedule, adapt
from bioloom_lab.training.extraction.multi_scheme_batches import (
    DocumentDraw,
    learn_relater,
    learn_tagger,
    samples_of,
)
from bioloom_lab.training.extraction.retrieved_documents import Retrieve, retrieve_documents
from bioloom_lab.training.extraction.stage_checkpoints import StageCheckpoints
from bioloom_lab.training.extraction.torch_networks import PAIR_WIDTH, RelaterNetwork, TaggerNetwork
from bioloom_lab.training.extraction.triple_calibration import TripleScores, calibrate_triples
from bioloom_lab.training.loop import OnStage, TrainingSchedule, by_stage
from bioloom_lab.training.onnx.encoder_export import bert_of, tokenizer_of

TRAIN, DEV = "train", "dev"
WINDOW = 160
LONGEST = 200
"""Pieces of a sentence that are learnt from."""

DOCUMENT = 90
"""Pieces of a retrieved document that are read."""

SHIPPED_ENTITIES = TrainingSchedule(epochs=2.1, still=True)
SHIPPED_RELATIONS = TrainingSchedule(epochs=5.67, still=True)
"""Schedules of the shipped networks."""

_FEATURE = "Training a triple model"


@dataclass(frozen=True, slots=True)
class TripleTrainingPlan:
    """Plan of a training; a work folder belongs to one plan."""

    base: str = PACKAGED
    seed: int = 0
    adaptation: MaskedLmSchedule = field(default_factory=lambda: MaskedLmSchedule(steps=0))
    entities: TrainingSchedule = SHIPPED_ENTITIES
    relations: TrainingSchedule = SHIPPED_RELATIONS
    documents: DocumentDraw = field(default_factory=DocumentDraw)
    pair_width: int = PAIR_WIDTH
    bits: int = 8


def train_triples(
    data: Path,
    output: Path,
    plan: TripleTrainingPlan | None = None,
    *,
    work: Path | None = None,
    retrieve: Retrieve | None = None,
    on_progress: OnStage | None = None,
) -> Mapping[str, TripleScores]:
    """Train a model on the train files of a folder of corpora and score it on its dev files.

    As `train_on`. UsageError if the folder has no corpus.
    """
    return train_on(
        partial(read_corpora, data),
        output,
        plan or TripleTrainingPlan(),
        work=work,
        retrieve=retrieve,
        on_progress=on_progress,
    )


def train_on(
    read: Callable[[str], Mapping[str, Sequence[AnnotatedDocument]]],
    output: Path,
    plan: TripleTrainingPlan,
    *,
    work: Path | None = None,
    retrieve: Retrieve | None = None,
    on_progress: OnStage | None = None,
) -> Mapping[str, TripleScores]:
    """Train both networks on annotated documents, by their schemes, that `read` gives for a split.

    The encoder is first adapted to the sentences, if the plan has steps for it, then a tagger and a relater
    learn all schemes, the relater in some schemes beside what `retrieve` finds for its sentences in the
    training sentences of their scheme; without it beside nothing. What is learnt after a stage is kept in
    the folder `work`, and a stage whose file is there is not learnt again; UsageError if the folder belongs
    to another plan. `on_progress` gets the stage, the step and the number of steps. The same plan gives the
    same weights on one thread. A scheme without dev file has no scores.
    """
    torch = optional("torch", _FEATURE, extra="lab")
    network = open_model(plan.base)
    tokenizer = tokenizer_of(network)
    marks = marks_of(tokenizer, plan.base)
    longest = sizes_of(network)[1]
    words = WordReader(open_tokenizer(tokenizer, Path(plan.base)))
    triples = as_triples(read(TRAIN), words, longest=longest)
    settings = settings_for(network, triples, pair_width=plan.pair_width)
    stated = {
        "plan": asdict(plan),
        "types": list(triples.types),
        "relations": list(triples.relations),
        "sentences": len(triples.sentences),
    }
    stages = StageCheckpoints(work, stated)

    told = by_stage(on_progress)

    def adapted() -> Any:
        torch.manual_seed(plan.seed)
        bert = open_model(plan.base)[0].auto_model
        adapt(
            bert,
            tokenizer,
            marks,
            _texts(triples),
            plan.adaptation,
            seed=plan.seed,
            on_progress=lambda done, total, _: told("adaptation")(done, total),
        )
        return bert

    def tagged() -> Any:
        torch.manual_seed(plan.seed)
        tagger = TaggerNetwork(_with(plan.base, encoder), len(triples.types))
        learn_tagger(
            tagger,
            triples,
            marks,
            plan.entities,
            window=min(WINDOW, settings.max_tokens),
            seed=plan.seed,
            on_progress=told("entities"),
        )
        return tagger.module

    def related() -> Any:
        torch.manual_seed(plan.seed + 1)
        bert = _with(plan.base, encoder)
        relater = RelaterNetwork(bert, len(triples.types), len(triples.relations), width=plan.pair_width)
        learn_relater(
            relater,
            triples,
            documents,
            marks,
            plan.relations,
            choice=plan.documents,
            seed=plan.seed + 1,
            on_progress=told("relations"),
        )
        return relater.module

    encoder = stages.done("adaptation", adapted)
    stages.done("entities", tagged)
    documents = retrieve_documents(triples, retrieve, words, settings.document, told("retrieval"))
    stages.done("relations", related)
    trained = Trained(stages.arrays("entities"), stages.arrays("relations"), triples.admitted)
    samples = samples_of(triples, documents, marks, window=min(WINDOW, settings.max_tokens), seed=plan.seed)
    export_model(trained, network, settings, output, bits=plan.bits, samples=samples)
    held_out = read(DEV)
    if not held_out:
        return {}
    return calibrate_triples(output, as_triples(held_out, words, longest=longest, like=triples))


def settings_for(network: Any, triples: TripleLines, *, pair_width: int) -> TripleSettings:
    """Say what the settings of a model are that learns these corpora from a sentence-transformers model."""
    configuration = bert_of(network)[1]
    most = configuration.max_position_embeddings
    return TripleSettings(
        types=triples.types,
        relations=triples.relations,
        dimension=configuration.hidden_size,
        pair_width=pair_width,
        window=min(WINDOW, most),
        max_tokens=most,
        document=sizes_of(network)[0],
        schemes={scheme: _usable(scheme, triples) for scheme in triples.schemes},
    )


def sizes_of(network: Any) -> tuple[int, int]:
    """Say how many pieces of a retrieved document and of a sentence fit into an encoder together."""
    most = bert_of(network)[1].max_position_embeddings
    document = min(DOCUMENT, most // 3)
    return document, min(LONGEST, most - document - 3)


def _usable(scheme: str, triples: TripleLines) -> Any:
    """Give a scheme's settings without names of types that did not occur."""
    stated = CORPORA[scheme].settings
    known = {name: own for name, own in stated.read_as.items() if f"{scheme}/{own}" in triples.types}
    return stated.model_copy(update={"read_as": known})


def _texts(triples: TripleLines) -> list[list[str]]:
    """Give each scheme's texts once, as collections that an adaptation draws from alike."""
    texts: dict[str, list[str]] = {scheme: [] for scheme in triples.schemes}
    for document in triples.documents:
        if document:
            texts[document[0].scheme].append(" ".join(line.text for line in document))
    return list(texts.values())


def _with(base: str, state: Mapping[str, Any]) -> Any:
    bert = open_model(base)[0].auto_model
    bert.load_state_dict(state)
    return bert
