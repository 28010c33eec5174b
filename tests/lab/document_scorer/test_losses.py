"""The losses against values worked out by hand, and what the published one cannot see."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bioloom_lab.document_scorer.losses import LOSSES, aligned, kl, published, replug

CHOSEN = np.array([0.7, 0.2, 0.1])
LIKELY = np.log([0.1, 0.5, 0.4])


def test_the_published_loss_compares_the_two_maxima() -> None:
    assert published(CHOSEN, LIKELY) == pytest.approx(0.2)


def test_the_published_loss_is_blind_to_which_document_it_is() -> None:
    wrong = np.array([0.8, 0.1, 0.1])
    likely = np.log([0.05, 0.8, 0.05])
    assert wrong.argmax() != likely.argmax()
    assert published(wrong, likely) == pytest.approx(0.0)
    right = np.array([0.1, 0.8, 0.1])
    assert published(right, likely) == pytest.approx(0.0)
    for name in ("aligned", "kl", "replug"):
        assert LOSSES[name](wrong, likely) > LOSSES[name](right, likely) + 0.3, name


def test_the_aligned_loss_compares_each_document_with_its_share() -> None:
    assert aligned(CHOSEN, LIKELY) == pytest.approx(0.6 + 0.3 + 0.3)
    assert aligned(CHOSEN, LIKELY - 2.0) == pytest.approx(1.2)  # only the shares count
    assert aligned(np.exp(LIKELY), LIKELY) == pytest.approx(0.0)


def test_likelihoods_themselves_would_leave_nothing_to_align() -> None:
    high = np.array([0.9, 0.8, 0.95])
    values = {
        round(float(np.abs(np.array(each) - high).sum()), 9) for each in ([0.7, 0.2, 0.1], [0.1, 0.1, 0.8])
    }
    assert len(values) == 1


def test_divergences() -> None:
    shares = [0.1, 0.5, 0.4]
    forward = sum(s * math.log(s / p) for s, p in zip(shares, CHOSEN, strict=True))
    assert kl(CHOSEN, LIKELY) == pytest.approx(forward)
    sharp = np.array(shares) ** 2 / (np.array(shares) ** 2).sum()
    backward = sum(p * math.log(p / q) for p, q in zip(CHOSEN, sharp, strict=True))
    assert replug(CHOSEN, LIKELY, beta=0.5) == pytest.approx(backward)
    assert replug(np.array([0.0, 1.0]), np.array([-30.0, 0.0])) == pytest.approx(0.0)
