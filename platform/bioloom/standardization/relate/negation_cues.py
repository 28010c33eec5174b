"""Negation cues: words that may deny a relation, by the lexicon of ontology/relate."""

import re
from dataclasses import dataclass
from functools import lru_cache

from bioloom.errors import OntologyError
from bioloom.resources import read_table
from bioloom.standardization.relate.claim_sentences import fold

TABLE = "relate/negation.tsv"
KINDS = frozenset({"explicit", "implicit", "comparative", "pseudo"})
SCOPES = frozenset(
    {"both", "clause", "be", "verb", "noun", "contrast", "suffix", "sentence", "back", "ahead", "-"}
)
BLANKS = r"\s+"

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
    plain = readable(text)
    cues, harmless = _lexicon()
    found = list(cues.pattern.finditer(plain))
    if not found:
        return ()
    masked = [match.span() for match in harmless.pattern.finditer(plain)]
    return tuple(
        Cue(*cues.rows[int((match.lastgroup or "c0")[1:])], match.start(), match.end())
        for match in found
        if not any(start < match.end() and match.start() < end for start, end in masked)
    )


@lru_cache(maxsize=4096)
def readable(text: str) -> str:
    """Lower a text without moving a character; nitric oxide and asides with figures are blanked.

    >>> readable("NO is low (P < 0.05).")
    '   is low           .'
    """
    plain = _NITRIC_OXIDE.sub("  ", text)
    return _ASIDE.sub(lambda aside: " " * len(aside.group()), fold(plain))


@dataclass(frozen=True, slots=True)
class _Words:
    """Rows of the lexicon as one pattern, with one named group a row, and their kinds and scopes."""

    pattern: re.Pattern[str]
    rows: tuple[tuple[str, str], ...]


@lru_cache(maxsize=1)
def _lexicon() -> tuple[_Words, _Words]:
    """Read the lexicon: the cues, and the words that only look like cues."""
    cues: list[tuple[str, str, str]] = []
    harmless: list[tuple[str, str, str]] = []
    for row in read_table(TABLE):
        if row["kind"] not in KINDS or row["scope"] not in SCOPES:
            raise OntologyError(f"ontology/{TABLE}: {row['cue']!r} has an unknown kind or scope")
        kept = harmless if row["kind"] == "pseudo" else cues
        kept.append((row["cue"], row["kind"], row["scope"]))
    return _words(cues), _words(harmless)


def _words(rows: list[tuple[str, str, str]]) -> _Words:
    """Join cues to one pattern that looks only where a word begins, or at a comma or hyphen before one."""
    words: list[str] = []
    joined: list[str] = []
    for number, (cue, _, scope) in enumerate(rows):
        part = f"(?P<c{number}>{cue.replace(' ', BLANKS)})"
        (joined if scope == "suffix" or cue.startswith(",") else words).append(part)
    pattern = rf"(?<![\w-])(?=[a-z])(?:{'|'.join(words)})(?!\w)"
    if joined:
        pattern += rf"|(?=[,-])(?:{'|'.join(joined)})(?!\w)"
    try:
        return _Words(re.compile(pattern), tuple((kind, scope) for _, kind, scope in rows))
    except re.error as fault:
        raise OntologyError(f"ontology/{TABLE}: a cue is no regular expression: {fault}") from fault
