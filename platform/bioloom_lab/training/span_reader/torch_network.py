"""Span reader network in torch; its exported folder computes the same.

The first layers of the encoder stay as they came and read question and sentence each alone, once; only the
last ones read both together and learn. What the first layers make of a text is computed once, and a few
hundred questions cannot spoil what they know.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bioloom.errors import UsageError
from bioloom.extras import optional
from bioloom.span_reader.tokenization import padded

States = NDArray[np.float16]

FEATURE = "Training a reader"
DROPOUT = 0.1
PARTS = 3
"""Parts of a batch that are padded each on its own."""

_AT_ONCE = 32


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """A question and sentences, each as states with its marks: (pieces, dimension); which hold the answer.

    `golds` maps the number of a sentence to the first and the last piece of the answer in it, counted
    without the mark before the sentence.
    """

    question: States
    sentences: tuple[States, ...]
    golds: dict[int, tuple[int, int]]


class AloneNetwork:
    """Frozen first layers, which encode a text alone."""

    def __init__(self, bert: Any, layers: int) -> None:
        if not 0 < layers < bert.config.num_hidden_layers:
            most = bert.config.num_hidden_layers - 1
            raise UsageError(f"between 1 and {most} layers can read alone, not {layers}")
        self._torch = optional("torch", FEATURE, extra="lab")
        self.bert = copy.deepcopy(bert)
        self.bert.encoder.layer = self.bert.encoder.layer[:layers]
        self.bert.eval()

    def states(self, rows: Sequence[Sequence[int]]) -> list[States]:
        """Give the states of rows of ids, each (pieces, dimension); rows of like length are read together."""
        torch, found = self._torch, {}
        order = sorted(range(len(rows)), key=lambda at: len(rows[at]))
        with torch.no_grad():
            for start in range(0, len(order), _AT_ONCE):
                some = order[start : start + _AT_ONCE]
                ids, mask = (torch.from_numpy(each) for each in padded([rows[at] for at in some]))
                states = self.bert(input_ids=ids, attention_mask=mask).last_hidden_state.half().numpy()
                for at, each in zip(some, states, strict=True):
                    found[at] = each[: len(rows[at])].copy()
        return [found[at] for at in range(len(rows))]


class JointNetwork:
    """Last layers with the scores of spans and sentences; `module` holds what is learnt."""

    def __init__(self, bert: Any, layers: int) -> None:
        torch = self._torch = optional("torch", FEATURE, extra="lab")
        size = bert.config.hidden_size
        joint = torch.nn.ModuleList([copy.deepcopy(layer) for layer in bert.encoder.layer[layers:]])
        self.module = torch.nn.ModuleDict(
            {
                "enc": torch.nn.ModuleDict({"bert": joint}),
                "part": torch.nn.Embedding(2, size),
                "span": torch.nn.Linear(size, 2),
                "sentence": torch.nn.Linear(2 * size, 1),
            }
        )
        torch.nn.init.normal_(self.module["part"].weight, std=0.02)

    def scores(self, groups: Sequence[QuestionGroup]) -> tuple[list[Any], list[Any], list[Any]]:
        """Score every sentence of the groups, in their order: its pieces as first and as last, and itself.

        A sentence's pieces are those between its marks: (pieces,) each; the third is a scalar. Pairs of like
        length are read together.
        """
        torch = self._torch
        pairs = [(group.question, each[1:]) for group in groups for each in group.sentences]
        order = sorted(range(len(pairs)), key=lambda at: len(pairs[at][0]) + len(pairs[at][1]))
        size = -(-len(order) // PARTS)
        found: dict[int, tuple[Any, Any, Any]] = {}
        for start in range(0, len(order), size):
            some = order[start : start + size]
            for at, scores in zip(some, self._together([pairs[at] for at in some]), strict=True):
                found[at] = scores
        first, last, whole = zip(*(found[at] for at in range(len(pairs))), strict=True)
        return list(first), list(last), [torch.reshape(each, ()) for each in whole]

    def _together(self, pairs: Sequence[tuple[States, States]]) -> list[tuple[Any, Any, Any]]:
        torch, parts = self._torch, self.module
        width = max(len(question) + len(sentence) for question, sentence in pairs)
        states = np.zeros((len(pairs), width, pairs[0][0].shape[1]), np.float32)
        part = np.zeros((len(pairs), width), np.int64)
        there = np.zeros((len(pairs), width), bool)
        for row, (question, sentence) in enumerate(pairs):
            end = len(question) + len(sentence)
            states[row, : len(question)], states[row, len(question) : end] = question, sentence
            part[row, len(question) : end] = 1
            there[row, :end] = True
        hidden = torch.from_numpy(states) + parts["part"](torch.from_numpy(part))
        mask = torch.zeros(there.shape).masked_fill(~torch.from_numpy(there), -1e9)[:, None, None]
        for layer in parts["enc"]["bert"]:
            hidden = layer(hidden, mask)
            hidden = hidden[0] if isinstance(hidden, tuple) else hidden
        hidden = torch.nn.functional.dropout(hidden.float(), DROPOUT, training=parts.training)
        found = []
        for row, (question, sentence) in enumerate(pairs):
            inside = hidden[row, len(question) : len(question) + len(sentence) - 1]
            starts, ends = parts["span"](inside).unbind(-1)
            whole = parts["sentence"](torch.cat([hidden[row, 0], inside.mean(0)]))
            found.append((starts, ends, whole))
        return found

    def loss(self, groups: Sequence[QuestionGroup]) -> Any:
        """Give the cross-entropy of the sentences of each group, and of the answer's ends in right ones."""
        torch = self._torch
        starts, ends, sentences = self.scores(groups)
        total, spans, row = torch.zeros(()), [], 0
        for group in groups:
            logs = torch.log_softmax(torch.stack(sentences[row : row + len(group.sentences)]).float(), 0)
            total = total - torch.logsumexp(logs[list(group.golds)], 0)
            for at, (first, last) in group.golds.items():
                spans.append(-torch.log_softmax(starts[row + at].float(), 0)[first])
                spans.append(-torch.log_softmax(ends[row + at].float(), 0)[last])
            row += len(group.sentences)
        return total / len(groups) + torch.stack(spans).mean()
