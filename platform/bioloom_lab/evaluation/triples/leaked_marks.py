"""Leaked marks: the entities of a sentence that the marks of its corpus show before any model reads it."""

from __future__ import annotations

import re

_ROLES = re.compile(r"\[  (?P<head>[^\[\]{}]*?)  \]|\{  (?P<tail>[^\[\]{}]*?)  \}")
_NEIGHBOURS = re.compile(r"(?<=\S)   (?=\S)")
_CUTS = re.compile(r"  | (?=[.,;:!?)\]}/%'\"-])|(?<=[(\[{/\"-]) ")


def marked_roles(sentence: str) -> tuple[str | None, str | None]:
    """Read what brackets mark as head and as tail.

    >>> marked_roles("[  mit  ] improved {  mood  }.")
    ('mit', 'mood')
    """
    head = tail = None
    for found in _ROLES.finditer(sentence):
        head, tail = head or found["head"], tail or found["tail"]
    return head, tail


def marked_names(sentence: str) -> list[str]:
    """List what stands between padding, in the order of the text, each once: a rule, no model.

    The text is cut at doubled spaces, before a sign that has a space before it, and after one that has a
    space behind it; every second part is a name. Three spaces stand between two names side by side.

    >>> marked_names("the  colchicine  binds to  protein subunits .")
    ['colchicine', 'protein subunits']
    >>> marked_names("weight loss in  obese   patients  with apnea.")
    ['obese', 'patients']
    """
    bare = _ROLES.sub(lambda found: f" {found['head'] or found['tail']} ", f" {sentence} ")
    apart = _NEIGHBOURS.sub("    ", bare)
    return list(dict.fromkeys(name for part in _CUTS.split(apart)[1::2] if (name := part.strip())))
