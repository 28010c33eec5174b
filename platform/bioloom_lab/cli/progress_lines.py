"""Lines of progress where standard error is no terminal."""

from __future__ import annotations

import time
from collections.abc import Callable

from bioloom.cli.console import notes
from bioloom.cli.terminal_text import span

SECONDS_A_LINE = 10.0
"""Seconds between two lines of progress where standard error is no terminal."""


def now_and_then() -> Callable[[str], None]:
    """Give what prints the line that it is told if it printed none for a while."""
    told = time.monotonic()

    def tell(text: str) -> None:
        nonlocal told
        if time.monotonic() - told >= SECONDS_A_LINE:
            told = time.monotonic()
            notes.print(span(text))

    return tell
