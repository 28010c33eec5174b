"""Folder of a triple model: the one that the user names, or the shipped one."""

from pathlib import Path

from bioloom.errors import UsageError
from bioloom.extraction.networks.model import LocalModel
from bioloom.extraction.networks.model_settings import TripleSettings
from bioloom.resources import weights

SHIPPED = "triples"

TripleModel = LocalModel[TripleSettings]


def open_model(folder: Path | None, scheme: str, threads: int | None = None) -> TripleModel:
    """Open the model of a folder, or the shipped one, for a scheme that it must know.

    UsageError if the folder is not that of a triple model or knows no such scheme, SourceError if a file of
    it is broken.
    """
    try:
        model = LocalModel(folder or weights(SHIPPED), TripleSettings, threads=threads)
    except FileNotFoundError as absent:
        raise UsageError(f"{absent}; name a folder that `bioloom train triples` wrote") from absent
    if scheme not in model.settings.schemes:
        raise UsageError(
            f"the model knows no scheme {scheme!r}; choose from: {', '.join(model.settings.schemes)}"
        )
    return model


def name_of(model: TripleModel) -> str:
    """Give the name that the model's results carry: engine, model and a hash of its files."""
    return f"local:{SHIPPED}@{model.digest}"
