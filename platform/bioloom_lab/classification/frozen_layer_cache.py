"""Frozen-layer cache: the output of an encoder's lower layers is computed once a window."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bioloom.extraction.networks.windows import WindowBatch
from bioloom.extras import optional

_FEATURE = "Fine-tuning a classifier"


class FrozenLayerCache:
    """Cache of the states after an encoder's first layers, by a window's pieces; trainings may share it.

    About 25 kB a text of 30 pieces in 384 dimensions. All trainings must begin from the same weights.
    """

    def __init__(self, layers: int) -> None:
        self.layers = layers
        self._kept: dict[bytes, Any] = {}

    def states(self, bert: Any, batch: WindowBatch) -> Any:
        """Give the states of a batch after those layers: shape (windows, pieces, dimension), 0 for padding.

        `bert` is the whole encoder; it computes the windows that were not seen yet.
        """
        torch = optional("torch", _FEATURE, extra="lab")
        lengths = batch.mask.sum(axis=1)
        keys = [row[:length].tobytes() for row, length in zip(batch.ids, lengths, strict=True)]
        missing = [at for at, key in enumerate(keys) if key not in self._kept]
        if missing:
            ids, mask = batch.ids[missing], batch.mask[missing]
            training = bert.training
            with torch.no_grad(), _only(torch, bert, slice(None, self.layers)):
                bert.eval()
                made = bert(input_ids=torch.from_numpy(ids), attention_mask=torch.from_numpy(mask))
                bert.train(training)
            for at, states in zip(missing, made.last_hidden_state.to(torch.bfloat16), strict=True):
                self._kept[keys[at]] = states[: lengths[at]].clone()
        size = self._kept[keys[0]].shape[1]
        found = torch.zeros(*batch.ids.shape, size)
        for row, key in enumerate(keys):
            found[row, : lengths[row]] = self._kept[key]
        return found

    @contextmanager
    def above(self, bert: Any) -> Iterator[None]:
        """Make an encoder's other layers read states in place of embeddings, for as long as this lasts."""
        torch = optional("torch", _FEATURE, extra="lab")
        whole = bert.embeddings

        class Given(torch.nn.Module):  # type: ignore[misc, name-defined]
            def forward(self, inputs_embeds: Any, **_others: Any) -> Any:
                return inputs_embeds

        with _only(torch, bert, slice(self.layers, None)):
            bert.embeddings = Given()
            try:
                yield
            finally:
                bert.embeddings = whole


@contextmanager
def _only(torch: Any, bert: Any, some: slice) -> Iterator[None]:
    """Leave an encoder some of its layers, for as long as this lasts."""
    every = bert.encoder.layer
    bert.encoder.layer = torch.nn.ModuleList(list(every)[some])
    try:
        yield
    finally:
        bert.encoder.layer = every
