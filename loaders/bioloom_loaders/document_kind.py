"""Kind of a plain text, from its sentences: a protocol, which instructs, or a publication, which reports."""

import re
from collections.abc import Sequence
from functools import cache

from bioloom.extraction import instruction_verbs
from bioloom.resources import read_table
from bioloom_loaders.documents import Span

TABLE = "layout/kinds.tsv"
_LONGEST = 2_000
"""Characters of a sentence that are looked at."""

_MOST_OF_AN_ABSTRACT = 60
"""Sentences from which on a publication is more than its abstract."""

_NUMBERED = re.compile(r"\W*(?:step\s)?\(?\d{1,3}(?:\.\d{1,3})*\s?[.):]\s+", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z-]+")
_LEADING = frozenset({"then", "next", "now", "in", "using", "to", "after", "once", "when", "before", "if"})
"""Words that an instruction may begin with; its verb follows a comma: "After 5 min, add …"."""


def kind_of(text: str, sentences: Sequence[Span]) -> str:
    """Say whether a text is a protocol, an abstract or an article.

    A publication reports more often than it instructs or states parameters outside of a report. What is
    undecided is a protocol: an abstract among the protocols is read worse than it could be, a protocol among
    the abstracts loses its steps.

    >>> told = "We treated 40 patients. Pain fell (P = 0.01). We conclude that it works."
    >>> kind_of(told, [(0, 23), (24, 45), (46, 72)])
    'abstract'
    """
    reports = steps = values = 0
    for start, end in sentences:
        sentence = " ".join(text[start : min(end, start + _LONGEST)].split())
        if _cues("report").search(sentence):
            reports += 1
        elif _NUMBERED.match(text, text.rfind("\n", 0, start) + 1) or _instructs(sentence):
            steps += 1
        else:
            values += bool(_cues("value").search(sentence))
    told = steps + values if steps else values / 2  # without an instruction, values are mostly those found
    if reports <= told or reports * 10 < len(sentences):
        return "protocol"
    return "abstract" if len(sentences) <= _MOST_OF_AN_ABSTRACT else "article"


def _instructs(sentence: str) -> bool:
    """Say whether a sentence begins with the verb of an instruction, or addresses who works."""
    first, second, *_ = (*map(str.casefold, _WORD.findall(sentence[:60])), "", "")
    verbs = instruction_verbs()
    if first in verbs or (first.endswith("ly") and second in verbs):
        return True
    if first in _LEADING and any(word in verbs for word in re.findall(r", (\w+)", sentence.casefold())):
        return True
    return _cues("instruction").search(sentence) is not None


@cache
def _cues(kind: str) -> re.Pattern[str]:
    words = (row["words"] for row in read_table(TABLE) if row["kind"] == kind)
    return re.compile("|".join(f"(?:{each})" for each in words), re.IGNORECASE)
