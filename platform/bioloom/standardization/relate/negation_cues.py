"""The words that may deny a relation, found in a text by the lexicon of ontology/relate."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from bioloom.errors import OntologyError
from bioloom.standardization.relate.claim_sentences import fold
from bioloom.standardization.tables import read_table

TABLE = "relate/negation.tsv"
KINDS = frozenset({"explicit", "implicit", "comparative", "pseudo"})
SCOPES = frozenset({"both", "clause", "be", "verb", "noun", "contrast", "suffix", "sentence", "back", "-"})

_NITRIC_OXIDE = re.compile(r"\bNO\b(?=.*[a-z])|(?<=[a-z] )NO\b")
_ASIDE = re.compile(r"\((?=[^()]*(?:[=<>±%]|\d\.\d|fig|table))[^()]*\)")


@dataclass(frozen=True, slots=True)
class Cue:
    """Words of a text that may deny, with the kind and scope that the lexicon gives them."""

    kind: str
    scope: str
    start: int
    end: int


@lru_cache(maxsize=4096)
def cues_of(text: str) -> tuple[Cue, ...]:
    """Find the cues of a text in order, without those inside words that only look like a denial.

    >>> [text[cue.start : cue.end] for text in ["It not only failed to act, it had no effect."]
    ...  for cue in cues_of(text)]
    ['failed to', 'no']
    """
    pattern, rows = _lexicon()
    found = (
        (rows[int((match.lastgroup or "c0")[1:])], match) for match in pattern.finditer(readable(text))
    )
    return tuple(
        Cue(kind, scope, match.start(), match.end()) for (kind, scope), match in found if kind != "pseudo"
    )


@lru_cache(maxsize=4096)
def readable(text: str) -> str:
    """Lower a text without moving a character; nitric oxide and asides with figures are blanked.

    >>> readable("NO is low (P < 0.05).")
    '   is low           .'
    """
    plain = _NITRIC_OXIDE.sub("  ", text)
    return _ASIDE.sub(lambda aside: " " * len(aside.group()), fold(plain))


@lru_cache(maxsize=1)
def _lexicon() -> tuple[re.Pattern[str], tuple[tuple[str, str], ...]]:
    """Compile the rows of the lexicon to one pattern, one named group a row."""
    parts, rows = [], []
    for row in read_table(TABLE):
        if row["kind"] not in KINDS or row["scope"] not in SCOPES:
            raise OntologyError(f"ontology/{TABLE}: {row['cue']!r} has an unknown kind or scope")
        cue = row["cue"].replace(" ", r"\s+")
        before = "" if row["scope"] == "suffix" or cue.startswith(",") else r"(?<![\w-])"
        parts.append(rf"(?P<c{len(rows)}>{before}(?:{cue})(?![\w]))")
        rows.append((row["kind"], row["scope"]))
    try:
        return re.compile("|".join(parts)), tuple(rows)
    except re.error as fault:
        raise OntologyError(f"ontology/{TABLE}: a cue is no regular expression: {fault}") from fault
