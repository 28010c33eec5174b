"""How much one service takes on, and how much one request may ask."""

from __future__ import annotations

from dataclasses import dataclass

QUESTION_LENGTH = 10_000
"""Characters of a question."""

MOST_RESULTS = 50
"""Sentences that one request may ask for."""

MOST_CLAIMS = 200
"""Claims that one request may ask to standardise."""

NAME_LENGTH = 1_000
"""Characters of the subject or the object of a claim."""

PHRASE_LENGTH = 10_000
"""Characters of a relation phrase that is taken in; over 1,000 it is refused with its reason."""

ABSTRACT_LENGTH = 20_000
"""Characters of the text of a claim."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes of a request body, seconds for it to arrive, requests at work at once, seconds until a refused
    caller should try again, seconds that one request may take in all."""

    body: int = 1024 * 1024
    arrival: float = 10.0
    at_once: int = 8
    retry_after: int = 5
    seconds: float = 120.0
