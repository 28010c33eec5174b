"""The multi-similarity loss over a batch of unit vectors (SPEC R6)."""

from __future__ import annotations

from typing import Any

from bioloom.extras import optional

PULL, PUSH, THRESHOLD, MARGIN = 2.0, 40.0, 0.5, 0.1
"""alpha, beta, lambda and epsilon of the loss."""


def multi_similarity(vectors: Any, positive: Any, negative: Any) -> Any:
    """Give the mean loss of a batch, a scalar tensor.

    `vectors` are unit vectors of shape (n, dimension); `positive` and `negative` are Boolean (n, n): which
    pairs share a key and which must not be near. A pair counts if it is hard for its row: a positive that
    is less similar than the nearest negative plus the margin, a negative that is more similar than the
    farthest positive less the margin. Row i with mined sets P and N costs
    log(1 + sum_P exp(-alpha (s - lambda))) / alpha + log(1 + sum_N exp(beta (s - lambda))) / beta.
    """
    torch = optional("torch", "Training")
    similarity = vectors @ vectors.T
    fixed = similarity.detach()
    nearest_negative = fixed.masked_fill(~negative, -2.0).amax(dim=1, keepdim=True)
    farthest_positive = fixed.masked_fill(~positive, 2.0).amin(dim=1, keepdim=True)
    hard_positive = positive & (fixed < nearest_negative + MARGIN)
    hard_negative = negative & (fixed > farthest_positive - MARGIN)
    pull = (torch.exp(-PULL * (similarity - THRESHOLD)) * hard_positive).sum(dim=1)
    push = (torch.exp(PUSH * (similarity - THRESHOLD)) * hard_negative).sum(dim=1)
    return (torch.log1p(pull) / PULL + torch.log1p(push) / PUSH).mean()
