"""Text classifier on a fine-tuned encoder: p(class | document, text); needs onnxruntime, no torch."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding import Encoder
from bioloom.embedding.model_files import TOKENIZER, cores, open_tokenizer, read_file, read_settings
from bioloom.errors import SourceError
from bioloom.extraction.networks.model_settings import SETTINGS
from bioloom.extraction.networks.onnx_network import HEADS, Network, read_heads
from bioloom.extraction.networks.tokenization import WordReader
from bioloom.extraction.networks.windows import WindowBatch, batches, lay_out
from bioloom.extraction.retrieval_augmentation.memory_examples import letters
from bioloom_lab.baselines.labelled_texts import LabelledText, read_labelled
from bioloom_lab.baselines.nearest_neighbours import nearest
from bioloom_lab.classification.settings import LEARNED, ClassSettings
from bioloom_lab.classification.windows import PARTS, shares_of, window_of
from bioloom_lab.readers.instruction import LabelQuestion


def nearest_labelled(
    texts: Sequence[str], memory: Sequence[LabelledText], encoder: Encoder
) -> list[str | None]:
    """Give ``label ; text`` of the nearest row of a memory for each text, None where there is none.

    A row with the same letters and digits is never given, so that a text retrieves neither itself nor a
    copy. Cosines of the encoder's vectors; ties go to the earlier row.
    """
    spelled = [letters(row.text) for row in memory]
    own = [letters(text) for text in texts]
    counted = Counter(spelled)
    most = 1 + max((counted[each] for each in own), default=0)
    if not memory or not texts:
        return [None] * len(texts)
    every = encoder.encode([*texts, *(row.text for row in memory)])
    found = nearest(every[: len(texts)], every[len(texts) :], most)
    documents: list[str | None] = []
    for same, rows in zip(own, np.asarray(found.rows).tolist(), strict=True):
        at = next((row for row in rows if spelled[row] != same), None)
        documents.append(None if at is None else f"{memory[at].label} ; {memory[at].text.strip()}")
    return documents


_PIECES_AT_ONCE = 1024


def open_class_reader(folder: Path, *, threads: int | None = None) -> ClassReader:
    """Open a folder that `bioloom train classes` wrote.

    UsageError if it is none; SourceError if a file of it is broken. `threads` is how many batches run at
    once; all cores if unset.
    """
    return ClassReader(folder, threads=threads)


class ClassReader:
    """A fine-tuned encoder as a reader: of what is asked it reads the sentence and the document.

    `settings` say how it learned, `digest` is 8 hex digits of a hash over its files.
    """

    def __init__(self, folder: Path, *, threads: int | None = None) -> None:
        contents = [read_file(folder, name) for name in (SETTINGS, TOKENIZER)]
        self.settings = read_settings(ClassSettings, contents[0], folder / SETTINGS)
        self._folder = folder
        try:
            self._words = WordReader(open_tokenizer(contents[1], folder / TOKENIZER))
        except ValueError as fault:
            raise SourceError(str(fault), str(folder / TOKENIZER)) from fault
        dimension = self.settings.dimension
        self._network = Network(folder, ("ids", "mask"), dimension)
        labels = len(self.settings.labels)
        shapes = {"weight": (labels, PARTS * dimension), "bias": (labels,)}
        self._heads = read_heads(self._network.contents[1], folder / HEADS, shapes)
        self._threads = threads or cores()
        digest = hashlib.blake2b(b"".join([*contents, *self._network.contents]), digest_size=4)
        self.digest = digest.hexdigest()
        self.labels = self.settings.labels
        self.name = f"classes:{folder.name}@{self.digest}"

    def learned(self) -> tuple[LabelledText, ...]:
        """Read the rows that it learned from; SourceError if they are not there."""
        return read_labelled(self._folder / LEARNED)

    def likelihoods(self, asked: Sequence[LabelQuestion]) -> NDArray[np.float64]:
        """Give log p(label | document, sentence): shape (asked, labels), each row sums to 1 as probabilities.

        Heads and tails are not looked at. A text without words is read as an empty one.
        """
        windows = [
            window_of(self._words, self.settings, number, each.sentence, each.document)
            for number, each in enumerate(asked)
        ]
        laid_out = [
            lay_out(some, self._words.begin, self._words.between)
            for some in batches(windows, _PIECES_AT_ONCE)
        ]
        scores = np.zeros((len(asked), len(self.labels)))
        with ThreadPoolExecutor(self._threads) as pool:
            for numbers, found in pool.map(self._scores, laid_out):
                scores[numbers] = found
        scores -= scores.max(axis=1, keepdims=True, initial=0)
        logs: NDArray[np.float64] = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        return logs

    def _scores(self, batch: WindowBatch) -> tuple[list[int], NDArray[np.float32]]:
        given = {"ids": batch.ids, "mask": batch.mask}
        pooled = (shares_of(batch) @ self._network.states(given)).reshape(len(batch.ids), -1)
        numbers = [line.number for line in batch.lines if line.number >= 0]
        return numbers, (pooled @ self._heads["weight"].T + self._heads["bias"]).astype(np.float32)
