"""How much one service takes on, and how much one request may ask."""

from __future__ import annotations

from dataclasses import dataclass

QUESTION_LENGTH = 10_000
"""Characters of a question."""

MOST_RESULTS = 50
"""Sentences that one request may ask for."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes of a request body, seconds for it to arrive, requests at work at once, seconds until a refused
    caller should try again."""

    body: int = 64 * 1024
    arrival: float = 10.0
    at_once: int = 8
    retry_after: int = 5
