"""The reader that the user named: local networks, a causal model by its path, or an endpoint."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bioloom.errors import UsageError
from bioloom.extraction.triples.instruction import Task
from bioloom.extraction.triples.reader import Reader
from bioloom.settings import Settings

CAUSAL = "causal:"
READERS = ("local", f"{CAUSAL}PATH", "llm")
"""What a user may name."""


def open_reader(
    engine: str,
    settings: Settings,
    model: str | None = None,
    labels: Sequence[str] = (),
    *,
    task: Task = "relation",
    scheme: str | None = "git",
) -> Reader:
    """Open a reader by the name of its engine.

    ``local``: the networks of the folder `model`, or those that come with the package. ``causal:PATH``: a
    Hugging Face causal model or a LoRA adapter, by folder or name. ``llm``: the language model of the
    settings, or its model `model`. `labels` are those that a language model chooses among, of `scheme`; a
    local model knows its own. UsageError for another name, a model that cannot be opened, or no labels.
    """
    if engine == "local":
        folder = None if model is None else Path(model)
        if folder is not None and not folder.is_dir():
            raise UsageError(f"{folder} is no folder of a triple model")
        from bioloom_lab.readers.local_reader import open_local_reader

        return open_local_reader(folder, scheme or "git")
    if engine != "llm" and not (engine.startswith(CAUSAL) and engine != CAUSAL):
        raise UsageError(f"there is no reader called {engine!r}; choose from: {', '.join(READERS)}")
    from bioloom.extraction.triples.label_guides import guide_to

    guide = guide_to(task, labels, scheme)
    if engine == "llm":
        from bioloom_lab.readers.endpoint_reader import open_endpoint_reader

        return open_endpoint_reader(settings, guide, model)
    from bioloom_lab.readers.causal_language_model import LanguageModel
    from bioloom_lab.readers.causal_reader import CausalReader

    return CausalReader(LanguageModel(engine.removeprefix(CAUSAL)), guide)
