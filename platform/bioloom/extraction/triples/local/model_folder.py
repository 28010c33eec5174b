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
    model = LocalModel(folder or weights(SHIPPED), TripleSettings, threads=threads)
    if scheme not in model.settings.schemes:
        raise UsageError(
            f"the model knows no scheme {scheme!r}; choose from: {', '.join(model.settings.schemes)}"
        )
    return model
