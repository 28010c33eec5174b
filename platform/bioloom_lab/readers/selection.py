"""Choice of a relation reader by name: local networks, a causal model by its path, or an endpoint."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bioloom.errors import UsageError
from bioloom.extraction.triples.instruction import Guide, Task, fingerprint, write_label
from bioloom.settings import Settings
from bioloom_lab.readers.causal_language_model import LanguageModel
from bioloom_lab.readers.instruction import LabelQuestion, instruct
from bioloom_lab.readers.label_reader import LabelReader


class CausalReader:
    """Gives p(label | document, sentence) from a causal model's logits (SPEC P14).

    The score of a label is the mean log-probability of its tokens after the prompt of P18, so that a long
    label is not worse for its length; the scores of all labels are brought to a sum of 1.
    """

    def __init__(self, model: LanguageModel, guide: Guide) -> None:
        if guide.task == "triples":
            raise UsageError("a reader of labels has the task relation, classification or links")
        self._model, self._guide = model, guide
        self.labels = guide.labels
        told = fingerprint([guide.task, guide.lines()])
        self.name = f"causal:{model.name}:{guide.task}-{told}"

    def likelihoods(self, asked: Sequence[LabelQuestion]) -> NDArray[np.float64]:
        """Give log p(label | document, sentence): shape (asked, labels), each row sums to 1."""
        if not asked:
            return np.empty((0, len(self.labels)))
        prompts = [instruct(self._guide, each).prompt for each in asked]
        means = self._model.mean_log_likelihoods(prompts, list(map(write_label, self.labels)))
        rows: NDArray[np.float64] = means - np.logaddexp.reduce(means, axis=1, keepdims=True)
        return rows


CAUSAL = "causal:"
READERS = ("local", f"{CAUSAL}PATH", "llm")
"""Names that a user may give."""


def open_reader(
    engine: str,
    settings: Settings,
    model: str | None = None,
    labels: Sequence[str] = (),
    *,
    task: Task = "relation",
    scheme: str | None = "git",
) -> LabelReader:
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

    return CausalReader(LanguageModel(engine.removeprefix(CAUSAL)), guide)
