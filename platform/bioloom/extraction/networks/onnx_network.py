"""ONNX network: an encoder of windows (``model.onnx``) and the matrices on its states (``heads.npz``)."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding.model_files import MODEL, open_session, read_file
from bioloom.errors import SourceError
from bioloom.extraction.networks.tokenization import Whole

HEADS = "heads.npz"

States = NDArray[np.float32]


class Network:
    """An encoder that gives a state for each piece; `contents` are its files as read.

    UsageError if a file is missing; SourceError if one is broken or gives what it should not.
    """

    def __init__(self, folder: Path, inputs: tuple[str, ...], dimension: int) -> None:
        self.contents = tuple(read_file(folder, name) for name in (MODEL, HEADS))
        self._file = str(folder / MODEL)
        self._dimension = dimension
        self._session = open_session(self.contents[0], folder / MODEL, inputs, "hidden")

    def states(self, inputs: Mapping[str, Whole]) -> States:
        """Give the states of windows: shape (windows, pieces, dimension)."""
        states: States = self._session.run(["hidden"], dict(inputs))[0]
        if states.shape != (*inputs["ids"].shape, self._dimension):
            raise SourceError(f"gives states of shape {states.shape}", self._file)
        if not np.isfinite(states).all():
            raise SourceError("gives numbers that are not finite", self._file)
        return states


def read_heads(
    content: bytes, file: Path, shapes: Mapping[str, tuple[int, ...]]
) -> dict[str, NDArray[np.float32]]:
    """Read matrices as float32; SourceError if one is missing, of another shape or not finite."""
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as stored:
            found = {name: np.asarray(stored[name]) for name in shapes if name in stored.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, AttributeError) as fault:
        raise SourceError(f"is not a file of matrices: {fault}", str(file)) from fault
    for name, shape in shapes.items():
        if name not in found:
            raise SourceError(f"has no {name}", str(file))
        given = found[name]
        if given.shape != shape or given.dtype.kind not in "fbiu":
            raise SourceError(f"{name} is {given.dtype} of shape {given.shape}, not of {shape}", str(file))
        if not np.isfinite(given).all():
            raise SourceError(f"{name} holds numbers that are not finite", str(file))
    return {name: array.astype(np.float32) for name, array in found.items()}
