"""Timeouts and retries of a language model."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """Timeouts in seconds: in all, for one call, before the first retry; and the number of attempts."""

    total: float = 120.0
    call: float = 60.0
    first_wait: float = 0.5
    attempts: int = 4
