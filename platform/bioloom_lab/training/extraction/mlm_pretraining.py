"""Masked-language-model pretraining of an encoder on plain texts (domain adaptation)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bioloom.embedding.encoder import encodable
from bioloom.embedding.model_files import TOKENIZER, open_tokenizer
from bioloom.extras import optional
from bioloom.loading import loader_for
from bioloom.records import AnnotatedDocument, LoadOptions
from bioloom_lab.training.extraction.line_training import SpecialTokens
from bioloom_lab.training.loop import train_steps

_FEATURE = "Training a local model"
_NOT_ASKED = -100  # torch's mark of places that the loss leaves out
_LONGEST_TEXT = 20_000_000


@dataclass(frozen=True, slots=True)
class MaskedLmSchedule:
    """Schedule of the pretraining: pieces a row (`chunk`), rows a step (`batch`), share of pieces `asked`."""

    steps: int = 500
    rate: float = 3e-4
    batch: int = 16
    chunk: int = 128
    asked: float = 0.2
    warm_up: int = 100
    decay: float = 0.01


def read_texts(folder: Path) -> Iterator[str]:
    """Give the texts of a folder's documents, annotated or not, with whichever loader recognises it."""
    for record in loader_for(folder).records(folder, LoadOptions()):
        if isinstance(record, AnnotatedDocument):
            yield record.document.text


def adapt(
    bert: Any,
    tokenizer: bytes,
    marks: SpecialTokens,
    texts: Sequence[Sequence[str]],
    adaptation: MaskedLmSchedule,
    *,
    seed: int,
    on_progress: Callable[[int, int, float], None] | None = None,
) -> None:
    """Fit a BERT encoder to texts by masked language modelling; it is changed in place.

    `texts` are one or more collections; a batch takes the same share from each. Texts of fewer pieces
    than a chunk are read together with the next one. `on_progress` gets the step, the steps and the loss.
    """
    torch = optional("torch", _FEATURE, extra="lab")
    drawn = random.Random(seed)
    size = min(adaptation.chunk, bert.config.max_position_embeddings)
    collections = [_chunks(each, tokenizer, marks, size) for each in texts]
    collections = [each for each in collections if each]
    if not collections or not adaptation.steps:
        return
    head = _MaskedLmHead(torch, bert)
    weights = [*bert.parameters(), *head.module.parameters()]
    optimiser = torch.optim.AdamW(weights, lr=adaptation.rate, weight_decay=adaptation.decay, fused=True)

    def draw() -> Iterator[list[list[int]]]:
        for _ in range(adaptation.steps):
            yield [drawn.choice(collections[number % len(collections)]) for number in range(adaptation.batch)]

    def loss(rows: list[list[int]]) -> Any:
        given, asked = _masked(torch, torch.tensor(rows), marks, adaptation.asked, bert.config.vocab_size)
        wanted = asked != _NOT_ASKED
        states = bert(input_ids=given).last_hidden_state[wanted]
        return torch.nn.functional.cross_entropy(head.scores(states), asked[wanted])

    bert.train()
    train_steps(
        optimiser,
        draw(),
        loss,
        rates=(adaptation.rate,),
        share=lambda step: min(1.0, (step + 1) / adaptation.warm_up) * (1 - step / adaptation.steps),
        clip=weights,
        on_step=lambda step, value: (
            on_progress(step, adaptation.steps, value.item()) if on_progress else None
        ),
    )
    bert.eval()


class _MaskedLmHead:
    """Masked-language-model head: a layer that begins as identity, then the encoder's embeddings."""

    def __init__(self, torch: Any, bert: Any) -> None:
        size = bert.config.hidden_size
        dense = torch.nn.Linear(size, size)
        torch.nn.init.eye_(dense.weight)
        torch.nn.init.zeros_(dense.bias)
        self.module = torch.nn.ModuleDict({"dense": dense, "norm": torch.nn.LayerNorm(size)})
        self.module.register_parameter("bias", torch.nn.Parameter(torch.zeros(bert.config.vocab_size)))
        self._torch, self._words = torch, bert.embeddings.word_embeddings

    def scores(self, states: Any) -> Any:
        turned = self.module["norm"](self._torch.nn.functional.gelu(self.module["dense"](states)))
        return turned @ self._words.weight.T + self.module.bias


def _chunks(texts: Sequence[str], tokenizer: bytes, marks: SpecialTokens, size: int) -> list[list[int]]:
    opened = open_tokenizer(tokenizer, Path(TOKENIZER))
    opened.no_truncation()
    pieces: list[int] = []
    for text in texts:
        pieces += opened.encode(encodable(text, _LONGEST_TEXT), add_special_tokens=False).ids
        pieces.append(marks.between)
    within = size - 2
    starts = range(0, len(pieces) - within + 1, within)
    return [[marks.begin, *pieces[start : start + within], marks.between] for start in starts]


def _masked(torch: Any, rows: Any, marks: SpecialTokens, share: float, words: int) -> tuple[Any, Any]:
    """Choose pieces to guess; of these 8 in 10 are masked, 1 is another piece, 1 stays as it is."""
    own = (rows == marks.begin) | (rows == marks.between)
    chosen = (torch.rand(rows.shape) < share) & ~own
    asked = torch.where(chosen, rows, torch.full_like(rows, _NOT_ASKED))
    fate = torch.rand(rows.shape)
    given = torch.where(chosen & (fate < 0.8), torch.full_like(rows, marks.masked), rows)
    other = torch.randint(0, words, rows.shape)
    return torch.where(chosen & (fate > 0.9), other, given), asked
