"""Progress messages of long server calls."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ServerProgress:
    """Progress message: a running step (`download` counts bytes, `start` does not), or a note to show.

    Notes say what was found and repaired; they are for people.
    """

    step: Literal["download", "start", "stop", "note"]
    text: str
    done: int = 0
    total: int = 0


OnServerProgress = Callable[[ServerProgress], None]


def ignore_progress(progress: ServerProgress) -> None:
    """Ignore a message."""


def note(notify: OnServerProgress, text: str) -> None:
    """Send a note."""
    notify(ServerProgress("note", text))
