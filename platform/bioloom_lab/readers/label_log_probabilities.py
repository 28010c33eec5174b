"""Label log-probabilities from the tokens of one reply and their alternatives (SPEC P14)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bioloom.extraction.triples.instruction import Guide, write_label

if TYPE_CHECKING:
    from bioloom_lab.readers.weighed_form import ReplyToken

DOUBT = 0.05
"""ε: what is left for the other labels where a server gives an answer and no log-probabilities."""

_FLOOR = 1e-4


def weigh_answer(label: str | None, guide: Guide) -> NDArray[np.float64]:
    """Let an answer count as probability 1 − ε, the rest shared; all labels alike for None."""
    count = len(guide.labels)
    if label is None or count == 1:
        return np.full(count, -math.log(count))
    row = np.full(count, math.log(DOUBT / (count - 1)))
    row[guide.labels.index(label)] = math.log(1 - DOUBT)
    return row


def weigh_tokens(tokens: Sequence[ReplyToken], guide: Guide) -> NDArray[np.float64] | None:
    """Give log p of each label from the tokens of a reply, by where labels part.

    At each token, what an alternative weighs belongs to the labels that begin so (in equal parts where there
    are several); the token that was written is followed until one label is left. What belongs to no label is
    left out, each label gets at least 0.0001, and the whole is brought to a sum of 1. None where no token is
    the beginning of a label.
    """
    spelled = [write_label(label).casefold() for label in guide.labels]
    mass = np.zeros(len(spelled))
    before, so_far = "", 0.0
    for token in tokens:
        for text, weight in token.alternatives.items():
            if text != token.text:
                _share(mass, spelled, before + text, so_far + weight)
        before, so_far = before + token.text, so_far + token.weight
        left = _begun(spelled, before)
        if not left:
            break
        if len(left) == 1 and _bare(before):
            _share(mass, spelled, before, so_far)
            break
    else:
        _share(mass, spelled, before, so_far, whole=True)
    if not mass.sum() > 0.0:
        return None
    row: NDArray[np.float64] = np.maximum(mass / mass.sum(), _FLOOR)
    found: NDArray[np.float64] = np.log(row / row.sum())
    return found


def _share(
    mass: NDArray[np.float64], spelled: list[str], text: str, weight: float, *, whole: bool = False
) -> None:
    """Give what a beginning weighs to the labels that begin so; a `whole` text to the label that it is."""
    labels = [at for at, label in enumerate(spelled) if label == _bare(text)] if whole else []
    labels = labels or _begun(spelled, text)
    if labels and _bare(text):
        mass[labels] += math.exp(min(0.0, weight)) / len(labels)


def _begun(spelled: list[str], text: str) -> list[int]:
    """List the labels that a text is the beginning of, or that it goes on after with a sign or a line end."""
    bare = _bare(text)
    return [
        at
        for at, label in enumerate(spelled)
        if label.startswith(bare)
        or (bare.startswith(label) and not (bare[len(label)].isalnum() or bare[len(label)] in "_-"))
    ]


def _bare(text: str) -> str:
    return text.lstrip(" \t\r\n\"'`*").casefold()
