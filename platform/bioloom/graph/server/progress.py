"""What a long call tells its caller while it works."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ServerProgress:
    """One message: a step that goes on (`download` counts bytes, `start` does not), or a note to show.

    Notes say what was found and mended; they are for people.
    """

    step: Literal["download", "start", "stop", "note"]
    text: str
    done: int = 0
    total: int = 0


OnServerProgress = Callable[[ServerProgress], None]


def silent(progress: ServerProgress) -> None:
    """Take a message and do nothing with it."""
