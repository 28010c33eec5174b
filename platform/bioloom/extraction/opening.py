"""The extractor that the user named: none, the models that travel with the package, or a language model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bioloom.errors import UsageError
from bioloom.extraction.extractor import Extractor
from bioloom.records import AnnotatedDocument
from bioloom.settings import Settings


@dataclass(frozen=True, slots=True)
class Prompting:
    """How a language model is asked (SPEC B9-B11).

    With `shots` from 1 to 20, so many of the annotated sentences of `demonstrations`, documents in BioPIE's
    terms, are shown with each sentence.
    """

    mode: Literal["pipeline", "joint"] = "pipeline"
    demonstrations: Sequence[AnnotatedDocument] = ()
    shots: int = 0


def open_extractor(
    engine: str, settings: Settings, *, model: str | None = None, prompting: Prompting | None = None
) -> Extractor | None:
    """Open an extractor by the name of its engine; ``none`` gives None.

    ``local``: the shipped models, or those of the folder `model`. ``llm``: the language model of the
    settings, or its model `model`, asked as `prompting` says. UsageError for another name, a folder that is
    not there, ``llm`` without an endpoint, or `prompting` for what is no language model.
    """
    if prompting is not None and engine != "llm":
        raise UsageError(f"only a language model can be asked in a mode or with demonstrations, not {engine}")
    if engine == "none":
        return None
    if engine not in ENGINES:
        raise UsageError(f"there is no extractor called {engine!r}; choose from: {', '.join(EXTRACTORS)}")
    return ENGINES[engine](settings, model, prompting or Prompting())


def _open_local(_settings: Settings, model: str | None, _prompting: Prompting) -> Extractor:
    folder = None if model is None else Path(model)
    if folder is not None and not folder.is_dir():
        raise UsageError(f"{folder} is no folder of a protocol model")
    from bioloom.extraction.local import open_local

    return open_local(folder)


def _open_prompted(settings: Settings, model: str | None, prompting: Prompting) -> Extractor:
    from bioloom.extraction.prompted import open_prompted

    return open_prompted(settings, model, prompting.mode, prompting.demonstrations, prompting.shots)


ENGINES: Mapping[str, Callable[[Settings, str | None, Prompting], Extractor]] = {
    "local": _open_local,
    "llm": _open_prompted,
}
"""What extracts, by the name of its engine; heavy parts are imported when it is opened."""

EXTRACTORS = ("none", *ENGINES)
"""What a user may name."""
