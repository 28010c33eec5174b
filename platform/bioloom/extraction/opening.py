"""The extractor that the user named: none, the models that travel with the package, or a language model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from bioloom.errors import UsageError
from bioloom.extraction.extractor import Extractor
from bioloom.settings import Settings


def open_extractor(engine: str, settings: Settings, *, model: str | None = None) -> Extractor | None:
    """Open an extractor by the name of its engine; ``none`` gives None.

    ``local``: the shipped models, or those of the folder `model`. ``llm``: the language model of the
    settings, or its model `model`. UsageError for another name, a folder that is not there, or ``llm``
    without an endpoint.
    """
    if engine == "none":
        return None
    if engine not in ENGINES:
        raise UsageError(f"there is no extractor called {engine!r}; choose from: {', '.join(EXTRACTORS)}")
    return ENGINES[engine](settings, model)


def _open_local(_settings: Settings, model: str | None) -> Extractor:
    folder = None if model is None else Path(model)
    if folder is not None and not folder.is_dir():
        raise UsageError(f"{folder} is no folder of a protocol model")
    from bioloom.extraction.local import open_local

    return open_local(folder)


def _open_prompted(settings: Settings, model: str | None) -> Extractor:
    from bioloom.extraction.prompted import open_prompted

    return open_prompted(settings, model)


ENGINES: Mapping[str, Callable[[Settings, str | None], Extractor]] = {
    "local": _open_local,
    "llm": _open_prompted,
}
"""What extracts, by the name of its engine; heavy parts are imported when it is opened."""

EXTRACTORS = ("none", *ENGINES)
"""What a user may name."""
