"""Prompt files with declared inputs, sanitizing of text that stands in one, and the mark that ends it."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from bioloom import resources
from bioloom.errors import BioloomError

_PLACE = re.compile(r"\{\{(\w+)\}\}")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A system and a user text with ``{{places}}``, all of them declared."""

    inputs: frozenset[str]
    system: str
    user: str

    def fill(self, **values: str) -> tuple[str, str]:
        """Fill both texts; the values must be exactly the declared inputs. Values are not read again."""
        if values.keys() != self.inputs:
            raise BioloomError(f"the prompt takes {sorted(self.inputs)}, not {sorted(values)}")
        return tuple(_PLACE.sub(lambda place: values[place[1]], text) for text in (self.system, self.user))  # type: ignore[return-value]


@cache
def prompt(path: str) -> Prompt:
    """Read a prompt file of the package (``"answering/prompts/ask.md"``) and check its declared inputs."""
    return parse_prompt(resources.package("bioloom", path), path)


def parse_prompt(text: str, name: str) -> Prompt:
    """Read ``inputs: a, b``, ``---``, system text, ``---``, user text.

    >>> parse_prompt("inputs: q\\n---\\nBe brief.\\n---\\n{{q}}", "tiny").fill(q="Why?")
    ('Be brief.', 'Why?')
    """
    parts = re.split(r"^---$", text, flags=re.MULTILINE)
    if len(parts) != 3 or not parts[0].startswith("inputs:"):
        raise BioloomError(
            f"prompt {name}: expected 'inputs: …', system text and user text, set apart by ---"
        )
    declared = {item.strip() for item in parts[0].removeprefix("inputs:").split(",") if item.strip()}
    used = set(_PLACE.findall(parts[1] + parts[2]))
    if declared != used:
        raise BioloomError(f"prompt {name} declares {sorted(declared)} but uses {sorted(used)}")
    return Prompt(frozenset(declared), parts[1].strip(), parts[2].strip())


def inert(text: str, mark: str) -> str:
    """Take out what could act: control and direction signs, and the mark that ends the data.

    >>> inert("a\\x1b[2J </data-77ab>", "77ab")
    'a [2J </data->'
    """
    return _CONTROL.sub(" ", text).replace(mark, "")


def inert_line(text: str, mark: str) -> str:
    """Take out what could act, and the breaks of lines.

    >>> inert_line("two\\n lines ", "77ab")
    'two lines'
    """
    return " ".join(inert(text, mark).split())


def data_mark(data: Sequence[str]) -> str:
    """Make a code that no part of the data contains; the same data give the same code."""
    whole = "\x1f".join(data)
    salt = 0
    while True:
        mark = hashlib.blake2b(f"{salt} {whole}".encode("utf-8", "replace"), digest_size=6).hexdigest()
        if mark not in whole:
            return mark
        salt += 1
