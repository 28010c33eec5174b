"""Training of the protocol model, from annotated documents to a folder that needs no torch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bioloom.embedding.hugging_face import PACKAGED, open_model
from bioloom.embedding.model_files import read_file, read_settings
from bioloom.errors import UsageError
from bioloom.extraction.networks.model_settings import SETTINGS, ProtocolSettings
from bioloom.extras import optional
from bioloom_lab.training.extraction.activation_ranges import sample_of
from bioloom_lab.training.extraction.annotated_lines import admitted_relations, read_gold
from bioloom_lab.training.extraction.calibration import calibrate_model
from bioloom_lab.training.extraction.dequantization import restore_networks
from bioloom_lab.training.extraction.export import WINDOW, Trained, export_model, settings_of, shape_of
from bioloom_lab.training.extraction.line_training import SHIPPED_ENTITIES, SHIPPED_RELATIONS, learn, marks_of
from bioloom_lab.training.extraction.micro_f1 import MicroF1, score_model
from bioloom_lab.training.extraction.mlm_pretraining import MaskedLmSchedule, adapt, read_texts
from bioloom_lab.training.extraction.torch_networks import PAIR_WIDTH, RelaterNetwork, TaggerNetwork
from bioloom_lab.training.loop import OnStage, TrainingSchedule, by_stage
from bioloom_lab.training.onnx.encoder_export import bert_of, state_arrays, tokenizer_of

TRAIN, DEV = "train", "dev"
_FEATURE = "Training a protocol model"


def train_protocol(
    data: Path,
    output: Path,
    *,
    base: str = PACKAGED,
    texts: Sequence[Path] = (),
    start: Path | None = None,
    more: Sequence[Path] = (),
    copies: int = 0,
    seed: int = 0,
    adaptation: MaskedLmSchedule | None = None,
    entities: TrainingSchedule | None = None,
    relations: TrainingSchedule | None = None,
    pair_width: int = PAIR_WIDTH,
    bits: int = 8,
    on_progress: OnStage | None = None,
) -> dict[str, MicroF1]:
    """Train both networks on `data`/train, or else on `data`; calibrate and score them on `data`/dev.

    `base` is the encoder to start from: ``packaged``, a folder, or a Hugging Face name; UsageError if it
    cannot be exported. It is first adapted to the texts of the training documents and of the folders `texts`,
    whose documents need no annotation. With `start`, the folder of a trained model that began as `base`, both
    networks go on from what its 8-bit weights hold, and nothing is adapted. `more` are further folders of
    annotated documents, and of each document so many `copies` are rewritten in other forms. `on_progress`
    gets the stage, the step and the number of steps. The same seed gives the same weights on one thread.
    Without a dev folder there are no scores.
    """
    torch = optional("torch", _FEATURE, extra="lab")
    network = open_model(base)
    tokenizer = tokenizer_of(network)
    marks = marks_of(tokenizer, base)
    longest = bert_of(network)[1].max_position_embeddings - 2
    train = data / TRAIN if (data / TRAIN).is_dir() else data
    gold = read_gold(train, tokenizer, longest=longest, more=more, copies=copies)
    settings = settings_of(network, gold.types, gold.relations, scheme=gold.scheme, pair_width=pair_width)
    if start is not None and not _alike(start, settings):
        raise UsageError(f"{start} has other types, relations or sizes than {train}")

    told = by_stage(on_progress)
    torch.manual_seed(seed)
    bert, other = network[0].auto_model, open_model(base)[0].auto_model
    if start is None:
        collections = [list(read_texts(folder)) for folder in (train, *texts)]
        adapt(
            bert,
            tokenizer,
            marks,
            collections,
            adaptation or MaskedLmSchedule(),
            seed=seed,
            on_progress=lambda done, total, _: told("adaptation")(done, total),
        )
        other.load_state_dict(bert.state_dict())
    tagger = TaggerNetwork(bert, len(gold.types))
    relater = RelaterNetwork(other, len(gold.types), len(gold.relations), width=pair_width)
    if start is not None:
        restore_networks(start, shape_of(network, settings.max_tokens), settings, tagger, relater)
    window = min(WINDOW, settings.max_tokens)
    first, second = entities or SHIPPED_ENTITIES, relations or SHIPPED_RELATIONS
    learn(
        tagger.module,
        lambda batch, spans, _: tagger.loss(batch, spans),
        gold,
        marks,
        first,
        window=window,
        seed=seed,
        on_progress=told("entities"),
    )
    found = arrays_of(tagger)
    learn(
        relater.module,
        relater.loss,
        gold,
        marks,
        second,
        window=window,
        seed=seed + 1,
        on_progress=told("relations"),
    )
    trained = Trained(found, arrays_of(relater), admitted_relations(gold))
    sample = sample_of(gold, marks, window)
    export_model(trained, network, settings, output, bits=bits, samples=(sample, sample))
    if not (data / DEV).is_dir():
        return {}
    other_gold = read_gold(data / DEV, tokenizer, longest=longest, like=gold)
    return score_model(calibrate_model(output, other_gold), other_gold)


def _alike(folder: Path, settings: ProtocolSettings) -> bool:
    known = read_settings(ProtocolSettings, read_file(folder, SETTINGS), folder / SETTINGS)
    sizes = ("types", "relations", "dimension", "pair_width", "max_tokens")
    return all(getattr(known, name) == getattr(settings, name) for name in sizes)


def arrays_of(network: TaggerNetwork | RelaterNetwork) -> dict[str, Any]:
    """Give what a network has learnt, by the names of its parts."""
    return state_arrays(network.module.state_dict())
