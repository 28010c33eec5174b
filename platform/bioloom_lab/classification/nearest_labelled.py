"""The nearest labelled text of a text, with its label, as a document to be read beside it (SPEC P8, P10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from bioloom.embedding import Encoder
from bioloom.extraction.retrieval_augmentation.memory_examples import letters
from bioloom_lab.baselines.labelled_texts import Labelled
from bioloom_lab.baselines.nearest_neighbours import nearest


def nearest_labelled(texts: Sequence[str], memory: Sequence[Labelled], encoder: Encoder) -> list[str | None]:
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
