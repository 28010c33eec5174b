"""Tagger and relater networks in torch; their exported folders compute the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.entity_tagger import tags_of
from bioloom.extraction.networks.relation_model import FARTHEST, GAPS, gap_class, places
from bioloom.extraction.networks.tokenization import SHAPES
from bioloom.extraction.networks.windows import WindowBatch
from bioloom.extras import optional

PAIR_WIDTH = 256
DROPOUT = 0.15
_FEATURE = "Training a local model"
_NEVER = -1e4


class TaggerNetwork:
    """An encoder, a linear layer and the scores of tags after one another; `module` holds what is learnt."""

    def __init__(self, bert: Any, types: int) -> None:
        torch = self._torch = optional("torch", _FEATURE, extra="lab")
        tags = 1 + 2 * types
        out = torch.nn.Linear(bert.config.hidden_size, tags)
        self.module = torch.nn.ModuleDict({"enc": _encoder(torch, bert, None), "out": out})
        self.module.register_parameter("trans", torch.nn.Parameter(torch.zeros(tags, tags)))
        self.module.register_parameter("begin", torch.nn.Parameter(torch.zeros(tags)))
        inside = torch.arange(2, tags, 2)
        self._never = torch.zeros(tags, tags)
        self._never[:, inside] = _NEVER
        self._never[inside, inside] = self._never[inside - 1, inside] = 0
        self._never_first = torch.zeros(tags)
        self._never_first[inside] = _NEVER

    def emissions(self, batch: WindowBatch) -> tuple[Any, Any]:
        """Score the tags of every word: (lines, words, tags), and which words are there: (lines, words)."""
        torch = self._torch
        states = _states(torch, self.module["enc"], batch, None)
        most = max(len(line.words) for line in batch.lines)
        where = np.zeros((len(batch.lines), most), np.int64)
        there = np.zeros(where.shape, bool)
        for row, (line, offset) in enumerate(zip(batch.lines, batch.offsets, strict=True)):
            where[row, : len(line.words)] = line.words.first + offset
            there[row, : len(line.words)] = True
        found = states[torch.from_numpy(batch.rows)[:, None], torch.from_numpy(where)]
        dropped = torch.nn.functional.dropout(found, DROPOUT, training=self.module.training)
        return self.module["out"](dropped), torch.from_numpy(there)

    def loss(
        self, batch: WindowBatch, spans: Sequence[Span], kinds: Sequence[Sequence[int]] | None = None
    ) -> Any:
        """Give the negative log-likelihood of the lines' tags, a word.

        With `kinds`, which has an entry a line, only types of these numbers exist on the line.
        """
        torch = self._torch
        scores, there = self.emissions(batch)
        if kinds is not None:
            scores = scores + self._closed(kinds)[:, None]
        gold = torch.from_numpy(_word_tags(batch, spans))
        follows, start = self.module.trans + self._never, self.module.begin + self._never_first
        reached = start + scores[:, 0]
        truth = start[gold[:, 0]] + scores[:, 0].gather(1, gold[:, :1])[:, 0]
        for step in range(1, scores.shape[1]):
            here = there[:, step]
            onward = torch.logsumexp(reached[:, :, None] + follows, 1) + scores[:, step]
            reached = torch.where(here[:, None], onward, reached)
            emitted = scores[:, step].gather(1, gold[:, step : step + 1])[:, 0]
            truth = truth + torch.where(
                here, follows[gold[:, step - 1], gold[:, step]] + emitted, torch.zeros(())
            )
        return (torch.logsumexp(reached, 1) - truth).sum() / there.sum()

    def _closed(self, kinds: Sequence[Sequence[int]]) -> Any:
        """Give what is added to the scores of tags, for each line: all but nothing where a tag exists."""
        closed = self._torch.full((len(kinds), len(self._never_first)), _NEVER)
        closed[:, 0] = 0
        for at, some in enumerate(kinds):
            for kind in some:
                closed[at, 1 + 2 * kind : 3 + 2 * kind] = 0
        return closed


class RelaterNetwork:
    """An encoder that is told the entities, and a scorer of ordered pairs; `module` holds what is learnt."""

    def __init__(self, bert: Any, types: int, relations: int, *, width: int = PAIR_WIDTH) -> None:
        torch = self._torch = optional("torch", _FEATURE, extra="lab")
        nn, dimension = torch.nn, bert.config.hidden_size
        self._types = types
        self.module = nn.ModuleDict(
            {
                "enc": _encoder(torch, bert, 1 + 2 * types),
                "head": nn.Linear(2 * dimension, width),
                "tail": nn.Linear(2 * dimension, width),
                "order": nn.Embedding(2 * FARTHEST + 1, width),
                "gap": nn.Embedding(GAPS, width),
                "pair": nn.Embedding(types * types, width),
                "mul": nn.Linear(width, width, bias=False),
                "mid": nn.Linear(2 * dimension, width, bias=False),
                "out": nn.Linear(width, 1 + relations),
            }
        )
        for name in ("order", "gap", "pair"):
            nn.init.normal_(self.module[name].weight, std=0.05)

    def scores(self, batch: WindowBatch, spans: Sequence[Span]) -> tuple[Any, list[tuple[int, int]]]:
        """Score "none" and every relation of all ordered pairs of spans of a line: (pairs, 1 + relations)."""
        torch, parts = self._torch, self.module
        drop = torch.nn.functional.dropout
        states = _states(torch, parts["enc"], batch, tags_of(batch, spans))
        states = drop(states, DROPOUT, training=parts.training)
        pairs = _pairs(spans)
        if not pairs:
            return None, []
        rows, first, last = (torch.from_numpy(each) for each in places(batch, spans))
        subjects, objects = torch.tensor(pairs).unbind(1)
        left, right = torch.minimum(subjects, objects), torch.maximum(subjects, objects)
        ends = torch.cat([states[rows, first], states[rows, last]], 1)
        head, tail = parts["head"](ends), parts["tail"](ends)
        after = states[rows, (last + 1).clamp(max=states.shape[1] - 1)][left]
        before = states[rows, (first - 1).clamp(min=0)][right]
        kinds = torch.tensor([span.kind for span in spans])
        between = [spans[max(pair)].first - spans[min(pair)].last - 1 for pair in pairs]
        order = (objects - subjects).clamp(-FARTHEST, FARTHEST) + FARTHEST
        hidden = head[subjects] + tail[objects] + parts["order"](order)
        hidden = hidden + parts["gap"](torch.from_numpy(gap_class(np.array(between, np.int64))))
        hidden = hidden + parts["pair"](kinds[subjects] * self._types + kinds[objects])
        hidden = (
            hidden
            + parts["mul"](head[subjects] * tail[objects])
            + parts["mid"](torch.cat([after, before], 1))
        )
        hidden = drop(torch.nn.functional.gelu(hidden), DROPOUT, training=parts.training)
        return parts["out"](hidden), pairs

    def loss(self, batch: WindowBatch, spans: Sequence[Span], links: dict[tuple[int, int], int]) -> Any:
        """Give the cross-entropy of the pairs' relations; None if no line has two spans."""
        scores, pairs = self.scores(batch, spans)
        if scores is None:
            return None
        gold = self._torch.tensor([links.get(pair, 0) for pair in pairs])
        return self._torch.nn.functional.cross_entropy(scores, gold)

    def loss_of(
        self,
        batch: WindowBatch,
        spans: Sequence[Span],
        answers: Mapping[tuple[int, int], int],
        admitted: NDArray[np.bool_],
    ) -> Any:
        """Give the cross-entropy of the pairs that have answers, beside what their types admit.

        An answer is 0 for "none", 1 for the first relation; `admitted` is of shape (types, types,
        relations). None if no pair has an answer.
        """
        torch = self._torch
        scores, pairs = self.scores(batch, spans)
        asked = [at for at, pair in enumerate(pairs) if pair in answers]
        if not asked:
            return None
        kinds = np.array([[spans[one].kind, spans[other].kind] for one, other in pairs], np.int64)[asked]
        shut = np.where(admitted[kinds[:, 0], kinds[:, 1]], np.float32(0), np.float32(_NEVER))
        shut = np.concatenate([np.zeros((len(asked), 1), np.float32), shut], axis=1)
        gold = torch.tensor([answers[pairs[at]] for at in asked])
        return torch.nn.functional.cross_entropy(scores[asked] + torch.from_numpy(shut), gold)


def _encoder(torch: Any, bert: Any, tags: int | None) -> Any:
    size = bert.config.hidden_size
    parts = {"bert": bert, "shape": torch.nn.Embedding(SHAPES, size)}
    torch.nn.init.normal_(parts["shape"].weight, std=0.01)
    if tags is not None:
        parts["tag"] = torch.nn.Embedding(tags, size)
        torch.nn.init.normal_(parts["tag"].weight, std=0.02)
    return torch.nn.ModuleDict(parts)


def _states(torch: Any, encoder: Any, batch: WindowBatch, tags: Any) -> Any:
    ids, mask, shapes = (torch.from_numpy(each) for each in (batch.ids, batch.mask, batch.shapes))
    embedded = encoder["bert"].embeddings.word_embeddings(ids) + encoder["shape"](shapes)
    if tags is not None:
        embedded = embedded + encoder["tag"](torch.from_numpy(tags))
    return encoder["bert"](inputs_embeds=embedded, attention_mask=mask).last_hidden_state


def _word_tags(batch: WindowBatch, spans: Sequence[Span]) -> Any:
    tags = np.zeros((len(batch.lines), max(len(line.words) for line in batch.lines)), np.int64)
    for span in spans:
        tags[span.line, span.first : span.last + 1] = 2 + 2 * span.kind
        tags[span.line, span.first] = 1 + 2 * span.kind
    return tags


def _pairs(spans: Sequence[Span]) -> list[tuple[int, int]]:
    lines: dict[int, list[int]] = {}
    for number, span in enumerate(spans):
        lines.setdefault(span.line, []).append(number)
    return [(one, other) for group in lines.values() for one in group for other in group if one != other]
