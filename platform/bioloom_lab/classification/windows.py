"""Input windows of the text classifier, and the pooling of their states."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bioloom.extraction.networks.tokenization import WordReader
from bioloom.extraction.networks.windows import TokenLine, WindowBatch, cut
from bioloom_lab.classification.settings import ClassSettings

DOCUMENT = -1
"""Line number of a retrieved document, which has no label."""

PARTS = 3


def window_of(
    words: WordReader, settings: ClassSettings, number: int, text: str, document: str | None
) -> list[TokenLine]:
    """Give ``[CLS] document [SEP] text [SEP]`` or ``[CLS] text [SEP]``; what is too long is cut."""
    before = [] if document is None else list(cut(words.read(document), settings.document))[:1]
    own = next(cut(words.read(text), settings.longest), words.read(""))
    return [*(TokenLine(DOCUMENT, each) for each in before), TokenLine(number, own)]


def shares_of(batch: WindowBatch) -> NDArray[np.float32]:
    """Say what share the state of each piece has in the three vectors of a window.

    Shape (windows, 3, pieces): the first piece alone, the mean over the text's, the mean over the document's
    (zero without one).
    """
    shares = np.zeros((len(batch.ids), PARTS, batch.ids.shape[1]), np.float32)
    shares[:, 0, 0] = 1
    for line, row, offset in zip(batch.lines, batch.rows, batch.offsets, strict=True):
        if count := len(line.words.ids):
            part = 2 if line.number == DOCUMENT else 1
            shares[row, part, offset : offset + count] = 1 / count
    return shares
