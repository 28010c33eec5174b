"""Losses of the document scorer: distance of P_T from the reader's likelihoods (SPEC P15, P22).

With P_T(d) from the scorer, P(d) = p(y | d, x) from the reader and S(d) = P(d) / sum of P over the documents
of a sentence, a loss is the mean over sentences of

- ``published``: how far max P_T(d) is from max P(d). The two maxima may be those of different documents, so
  it can be 0 where the ranking is wrong.
- ``aligned``: the sum over documents of how far P_T(d) is from S(d). S and not P: with P, which does not sum
  to 1 over documents, the sum is a constant as soon as every P(d) is above P_T(d), and nothing can be learnt.
- ``kl``: the divergence KL(S || P_T).
- ``replug``: KL(P_T || Q), Q being the softmax of log P(d) / beta: that of REPLUG.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from bioloom_lab.document_scorer.scorer import Numbers, softmax

BETA = 0.1
"""The temperature of the reader's likelihoods in ``replug``."""
_SMALL = 1e-30


def published(chosen: Numbers, likely: Numbers) -> float:
    """Give the published loss of one sentence: P_T and log P of its documents, each of shape (documents,).

    >>> round(published(np.array([0.8, 0.2]), np.log([0.1, 0.8])), 6)
    0.0
    """
    return float(abs(chosen.max() - np.exp(likely.max())))


def aligned(chosen: Numbers, likely: Numbers) -> float:
    """Give the loss of one sentence that compares both at the same document.

    >>> round(aligned(np.array([0.8, 0.2]), np.log([0.1, 0.4])), 6)
    1.2
    """
    return float(np.abs(chosen - softmax(likely)).sum())


def kl(chosen: Numbers, likely: Numbers) -> float:
    """Give the divergence of one sentence from the reader's shares to P_T."""
    return _divergence(softmax(likely), chosen)


def replug(chosen: Numbers, likely: Numbers, beta: float = BETA) -> float:
    """Give the divergence of one sentence from P_T to the softmax of the reader's likelihoods."""
    return _divergence(chosen, softmax(likely, beta))


LOSSES: Mapping[str, Callable[[Numbers, Numbers], float]] = MappingProxyType(
    {"published": published, "aligned": aligned, "kl": kl, "replug": replug}
)
"""The losses by name, for one sentence."""


def torch_loss(torch: Any, name: str, similar: Any, likely: Any, there: Any, temperature: float) -> Any:
    """Give the same mean as a torch scalar, for learning; KeyError if no loss has this name.

    `similar` are similarities and `likely` log-likelihoods, (sentences, documents); where `there` is False a
    sentence has no such document.
    """
    absent = torch.finfo(similar.dtype).min
    log_chosen = torch.log_softmax((similar / temperature).masked_fill(~there, absent), 1)
    held = likely.masked_fill(~there, absent)
    if name == "published":
        return (log_chosen.exp().amax(1) - held.amax(1).exp()).abs().mean()
    if name == "aligned":
        apart = (log_chosen.exp() - torch.softmax(held, 1)).abs()
        return apart.masked_fill(~there, 0.0).sum(1).mean()
    beta = {"kl": 1.0, "replug": BETA}[name]
    log_held = torch.log_softmax((likely / beta).masked_fill(~there, absent), 1)
    one, other = (log_held, log_chosen) if name == "kl" else (log_chosen, log_held)
    apart = (one.exp() * (one - other)).masked_fill(~there, 0.0)
    return apart.sum(1).mean()


def _divergence(one: Numbers, other: Numbers) -> float:
    """Give KL(one || other)."""
    return float((one * (np.log(np.maximum(one, _SMALL)) - np.log(np.maximum(other, _SMALL)))).sum())
