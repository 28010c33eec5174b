"""How long a language model is waited for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for a model: in all, for one call, between calls, and how often to try."""

    total: float = 120.0
    call: float = 60.0
    first_wait: float = 0.5
    attempts: int = 4
