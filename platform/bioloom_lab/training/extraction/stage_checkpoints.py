"""Stage checkpoints: the weights after each stage of a training, so that a stop loses one at most."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from bioloom.errors import UsageError
from bioloom.extras import optional
from bioloom_lab.training.onnx.encoder_export import state_arrays, write_file

_PLAN = "plan.json"


class StageCheckpoints:
    """The state dictionaries of stages by name; without a folder in memory alone.

    `stated` says which training the folder belongs to, as JSON values; UsageError if it belongs to another.
    """

    def __init__(self, folder: Path | None, stated: Mapping[str, Any]) -> None:
        self._torch, self._folder = optional("torch", "Training a local model", extra="lab"), folder
        self._states: dict[str, Mapping[str, Any]] = {}
        if folder is None:
            return
        content = (json.dumps(stated, indent=2) + "\n").encode()
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / _PLAN).is_file() and (folder / _PLAN).read_bytes() != content:
            raise UsageError(f"{folder} holds the stages of another training; name another work folder")
        write_file(folder / _PLAN, content)

    def done(self, stage: str, work: Callable[[], Any]) -> Mapping[str, Any]:
        """Give the state dictionary of a stage, which is learnt if it is not there."""
        file = self._folder / f"{stage}.pt" if self._folder else None
        if file is not None and file.is_file():
            self._states[stage] = self._torch.load(file, map_location="cpu", weights_only=True)
        else:
            self._states[stage] = work().state_dict()
            if file is not None:
                draft = file.with_suffix(".part")
                self._torch.save(dict(self._states[stage]), draft)
                draft.replace(file)
        return self._states[stage]

    def arrays(self, stage: str) -> dict[str, Any]:
        """Give a stage's weights as arrays."""
        return state_arrays(self._states[stage])
