"""Step reader network in torch; its exported folder computes the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bioloom.extraction.networks.tokenization import SHAPES, WordReader
from bioloom.extras import optional
from bioloom.step_reader.step_window import PARTS, StepWindow, lay_windows

FEATURE = "Training a step reader"
DROPOUT = 0.1

Golds = Mapping[int, tuple[int, int]]
"""The first and the last word of the answer in each step that holds it."""


class StepNetwork:
    """An encoder of windows, scores of steps, and of words as the ends of an answer; `module` is learnt."""

    def __init__(self, bert: Any) -> None:
        torch = self._torch = optional("torch", FEATURE, extra="lab")
        size = bert.config.hidden_size
        encoder = torch.nn.ModuleDict(
            {"bert": bert, "shape": torch.nn.Embedding(SHAPES, size), "part": torch.nn.Embedding(PARTS, size)}
        )
        for name in ("shape", "part"):  # beside vectors of pieces of that size
            torch.nn.init.normal_(encoder[name].weight, std=0.02)
        self.module = torch.nn.ModuleDict(
            {"enc": encoder, "span": torch.nn.Linear(size, 2), "step": torch.nn.Linear(2 * size, 1)}
        )

    def scores(
        self, windows: Sequence[StepWindow], reader: WordReader
    ) -> list[dict[int, tuple[Any, Any, Any]]]:
        """Score the steps of every window: itself, its words as the first, and as the last of the answer."""
        torch = self._torch
        batch, parts = lay_windows(windows, reader)
        enc = self.module["enc"]
        ids, mask, shapes = (torch.from_numpy(each) for each in (batch.ids, batch.mask, batch.shapes))
        embedded = enc["bert"].embeddings.word_embeddings(ids) + enc["shape"](shapes)
        embedded = embedded + enc["part"](torch.from_numpy(parts))
        states = enc["bert"](inputs_embeds=embedded, attention_mask=mask).last_hidden_state.float()
        states = torch.nn.functional.dropout(states, DROPOUT, training=self.module.training)
        found: list[dict[int, tuple[Any, Any, Any]]] = [{} for _ in windows]
        for line, row, offset in zip(batch.lines, batch.rows, batch.offsets, strict=True):
            if line.number < 0:
                continue
            words = torch.from_numpy(line.words.first + offset)
            inside = states[row, words]
            ends = self.module["span"](inside)
            mark = states[row, offset + len(line.words.ids)]
            whole = self.module["step"](torch.cat([mark, inside.mean(0)]))[0]
            found[row][line.number] = (whole, ends[:, 0], ends[:, 1])
        return found

    def loss(self, groups: Sequence[tuple[StepWindow, Golds, float]], reader: WordReader) -> Any:
        """Give the cross-entropy of the steps beside no step at all, and of the ends of the answers."""
        torch = self._torch
        steps, spans, total = torch.zeros(()), [], 0.0
        scored = self.scores([window for window, _, _ in groups], reader)
        for (_, golds, weight), each in zip(groups, scored, strict=True):
            numbers = list(each)
            logits = torch.stack([torch.zeros(()), *(each[number][0] for number in numbers)])
            logs = torch.log_softmax(logits, 0)
            right = [1 + numbers.index(number) for number in golds if number in each] or [0]
            steps = steps - weight * torch.logsumexp(logs[right], 0)
            total += weight
            for number, (first, last) in golds.items():
                if number in each:
                    _, starts, ends = each[number]
                    spans.append(-weight * torch.log_softmax(starts, 0)[first])
                    spans.append(-weight * torch.log_softmax(ends, 0)[last])
        loss = steps / total
        return loss + torch.stack(spans).sum() / total if spans else loss


def covered_words(line: Any, start: int, end: int) -> tuple[int, int] | None:
    """Give the first and the last word of a line that overlap some characters, or None."""
    inside = np.nonzero((line.words.starts < end) & (line.words.ends > start))[0]
    return (int(inside[0]), int(inside[-1])) if len(inside) else None
