"""Entity names: the names in a question, and the fuller and plainer ones for which they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bioloom.question_parsing import STOP_WORDS, fold, is_common

_TYPED = re.compile(r"[a-z]+")

TAILS = ("disease", "disorder", "mellitus", "syndrome")
"""Last words of names that are left out in speaking: type 2 diabetes, Alzheimer's."""

_LONGEST_SHORTENED = 4
"""Words of a name that may be a shortened one."""


def fuller_names(names: Sequence[str]) -> dict[str, str]:
    """Give the fuller names for which a question's may stand, and the singular, each with what is said.

    >>> fuller_names(["alzheimer s", "glaucomas"])["alzheimer s disease"]
    'alzheimer s'
    """
    found = {}
    for name in names:
        words = name.split()
        if len(words) > _LONGEST_SHORTENED or words[-1] in STOP_WORDS:
            continue
        if len(words) == 1 and is_common(fold(name)):
            continue
        found.update({f"{name} {tail}": name for tail in TAILS})
        if name.endswith("s") and len(words[-1]) > len("virus"):
            found[name[:-1]] = name
    said = frozenset(names)
    return {fuller: name for fuller, name in found.items() if fuller not in said}


def everyday_names(text: str, names: Sequence[str]) -> list[str]:
    """List the everyday words in small letters, which mean no symbol in capitals: "act" is not ACT."""
    typed = frozenset(_TYPED.findall(text))
    return [name for name in names if name in typed and is_common(fold(name))]
