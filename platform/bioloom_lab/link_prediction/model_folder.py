"""Folder of a link model: settings, the known links, and the experts' matrices."""

from __future__ import annotations

import csv
import hashlib
import io
from pathlib import Path
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, PositiveInt

from bioloom.embedding import Encoder
from bioloom.embedding.model_files import read_file, read_settings
from bioloom.errors import SourceError, UsageError
from bioloom.extraction.networks.onnx_network import HEADS, read_heads
from bioloom_lab.baselines.perceptron import Perceptron
from bioloom_lab.classification.classifier import open_class_reader
from bioloom_lab.link_prediction.experts import (
    Expert,
    FineTunedExpert,
    LetterExpert,
    LinkMemory,
    NameVectors,
    ProfileExpert,
    VectorExpert,
)
from bioloom_lab.link_prediction.model import LinkModel
from bioloom_lab.link_prediction.questions import NamedLink, names_of

SETTINGS, LINKS, TUNED = "settings.json", "links.tsv", "tuned"
Weight = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class LinkSettings(BaseModel):
    """Settings of a link model (``settings.json``)."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    relations: Annotated[tuple[str, ...], Field(min_length=1)]
    weights: dict[str, Weight]
    encoder: str
    dimension: PositiveInt
    hidden: PositiveInt = 1
    places: PositiveInt = 1


def write_link_model(model: LinkModel, folder: Path, vectors: NameVectors) -> None:
    """Write a model into a folder, which is made; experts of weight 0 are left out.

    A fine-tuned encoder has a folder of its own in it, which its training wrote.
    """
    used = {name: expert for name, expert in model.experts.items() if model.weights[name]}
    matrices: dict[str, NDArray[np.generic]] = {}
    hidden = places = 1
    for expert in used.values():
        if isinstance(expert, ProfileExpert):
            matrices["profiles"] = expert.known
        elif isinstance(expert, LetterExpert):
            matrices["letters"] = expert.weights.astype(np.float32)
            places = expert.weights.shape[1]
        elif isinstance(expert, VectorExpert):
            network = expert.network
            hidden = len(network.inner_offset)
            matrices |= {"inner": network.inner, "inner_offset": network.inner_offset}
            matrices |= {"outer": network.outer, "outer_offset": network.outer_offset}
    if "memory" in used:
        names = names_of(model.links)
        vectors.learn(names)
        matrices["names"] = np.stack([vectors.known[name] for name in names]).astype(np.float16)
    settings = LinkSettings(
        relations=model.relations,
        weights={name: model.weights[name] for name in used},
        encoder=vectors.encoder.name,
        dimension=vectors.encoder.dimension,
        hidden=hidden,
        places=places,
    )
    folder.mkdir(parents=True, exist_ok=True)
    content = io.BytesIO()
    np.savez_compressed(content, **matrices)  # type: ignore[arg-type]
    (folder / HEADS).write_bytes(content.getvalue())
    rows = io.StringIO()
    writer = csv.writer(rows, delimiter="\t", lineterminator="\n")
    writer.writerows((link.head, link.relation, link.tail) for link in model.links)
    (folder / LINKS).write_text(rows.getvalue(), encoding="utf-8")
    (folder / SETTINGS).write_text(settings.model_dump_json(indent=2) + "\n", encoding="utf-8")


def read_link_model(folder: Path, encoder: Encoder) -> tuple[LinkModel, NameVectors]:
    """Read a model that `write_link_model` wrote, with the vectors of its names.

    UsageError if the folder is none of these or was made with another encoder; SourceError if a file is
    broken.
    """
    contents = [read_file(folder, name) for name in (SETTINGS, LINKS, HEADS)]
    settings = read_settings(LinkSettings, contents[0], folder / SETTINGS)
    needs_names = {"vectors", "memory"} & settings.weights.keys()
    if needs_names and settings.encoder != encoder.name:
        raise UsageError(f"{folder} was trained with the encoder {settings.encoder}, not {encoder.name}")
    links = _links(contents[1], folder / LINKS)
    names = names_of(links)
    vectors = NameVectors(encoder)
    count, wide = len(settings.relations), 2 * settings.dimension
    shapes: dict[str, dict[str, tuple[int, ...]]] = {
        "profiles": {"profiles": (len(names), count, len(names))},
        "letters": {"letters": (count, settings.places)},
        "vectors": {
            "inner": (wide, settings.hidden),
            "inner_offset": (settings.hidden,),
            "outer": (settings.hidden, count),
            "outer_offset": (count,),
        },
        "memory": {"names": (len(names), settings.dimension)},
    }
    experts: dict[str, Expert] = {}
    for name in settings.weights:
        if name == TUNED:
            reader = open_class_reader(folder / TUNED)
            experts[name] = FineTunedExpert(reader, settings.relations)
            contents.append(reader.digest.encode())
            continue
        if name not in shapes:
            raise SourceError(f"has an unknown expert {name}", str(folder / SETTINGS))
        found = read_heads(contents[2], folder / HEADS, shapes[name])
        if name == "profiles":
            experts[name] = ProfileExpert({each: row for row, each in enumerate(names)}, found["profiles"])
        elif name == "letters":
            experts[name] = LetterExpert(found["letters"].astype(np.float64))
        elif name == "vectors":
            experts[name] = VectorExpert(Perceptron(**found), vectors)
        else:
            vectors.known.update(zip(names, found["names"], strict=True))
            experts[name] = LinkMemory(links, settings.relations, vectors)
    digest = hashlib.blake2b(b"".join(contents), digest_size=4).hexdigest()
    return LinkModel(
        settings.relations, links, experts, dict(settings.weights), f"links:{folder.name}@{digest}"
    ), vectors


def _links(content: bytes, file: Path) -> tuple[NamedLink, ...]:
    try:
        rows = list(csv.reader(io.StringIO(content.decode("utf-8"), newline=""), delimiter="\t"))
    except (UnicodeDecodeError, csv.Error) as fault:
        raise SourceError(f"is no table of links: {fault}", str(file)) from fault
    for number, row in enumerate(rows, 1):
        if len(row) != 3:
            raise SourceError("is not head, relation and tail", str(file), number)
    return tuple(NamedLink(*row) for row in rows)
