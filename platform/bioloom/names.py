"""How names are compared: one normal form, shared by what is written and what is asked."""

import re
import unicodedata
from collections.abc import Collection, Iterable
from difflib import get_close_matches

_SIGNS = re.compile("[™℠]")  # NFKC would make letters of them
_TOKEN = re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)*|%")

_SUGGESTING = 3
"""Letters from which on a name that is begun or held is offered."""

NO_TEXTS = frozenset(
    [
        *("#N/A", "#N/A N/A", "#NA", "#NAME?", "#REF!", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!"),
        *("NaN", "nan", "-nan", "<NA>", "N/A", "n/a", "NULL", "null"),
    ]
)
"""What spreadsheets and programs write into a cell of text that has nothing to say; NA may be a name."""


LONGEST_ID = 1000
"""Characters of an id, of up to four bytes each: range indexes refuse some 8,000 bytes."""


def split_cell(cell: str) -> list[str]:
    """Split the cell of a table that lists texts between bars; each is listed once, without blanks around it.

    >>> split_cell("PMID:1| PMID:2||PMID:1")
    ['PMID:1', 'PMID:2']
    """
    return list(dict.fromkeys(text for part in cell.split("|") if (text := part.strip())))


def tokens(text: str) -> list[str]:
    """Split into lower-case words, numbers and percent signs; units separate from their numbers.

    >>> tokens("Add 5μl of 70% EtOH at 4°C")
    ['add', '5', 'μl', 'of', '70', '%', 'etoh', 'at', '4', 'c']
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _SIGNS.sub(" ", text))
    return _TOKEN.findall(text.casefold())


def normalise(text: str) -> str:
    """Give the normal form of a name: its tokens joined by single spaces.

    >>> normalise("Phosphate-Buffered  Saline (PBS)")
    'phosphate buffered saline pbs'
    """
    return " ".join(tokens(text))


def phrases(text: str, longest: int = 12) -> list[str]:
    """List the distinct normal forms of every run of 1 to `longest` tokens, in order of appearance.

    A name stands in a question at token boundaries exactly when its normal form is in this list.

    >>> phrases("lysis buffer", longest=2)
    ['lysis', 'lysis buffer', 'buffer']
    """
    words = tokens(text)
    runs = (
        " ".join(words[start:end])
        for start in range(len(words))
        for end in range(start + 1, min(start + longest, len(words)) + 1)
    )
    return list(dict.fromkeys(runs))


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Suggest the known name that is most like a mistyped one; prefixes and case do not count.

    >>> nearest("Documnt", ["Document", "Sentence"]), nearest("TREATS", ["biolink:treats"])
    ('Document', 'biolink:treats')
    >>> nearest("x", ["Load"]) is None
    True
    """
    return next(iter(nearest_names(name, known, 1)), None)


def nearest_names(name: str, known: Iterable[str], most: int = 3, *, least: float = 0.6) -> tuple[str, ...]:
    """List the known names that are most like a mistyped one, the most like first.

    >>> nearest_names("wlp:protocol_35O", ["wlp:protocol_350", "wlp:protocol_3", "plain:tea"])
    ('wlp:protocol_350', 'wlp:protocol_3')
    """
    bare = {each.rpartition(":")[2].casefold(): each for each in sorted(known, reverse=True)}
    found = get_close_matches(name.rpartition(":")[2].casefold(), bare, n=most, cutoff=least)
    return tuple(bare[each] for each in found)


def suggested_names(name: str, known: Collection[str], most: int = 3) -> tuple[str, ...]:
    """List the known names to offer for an unknown one: those that begin with it, that hold it, that are
    most like it.

    >>> suggested_names("texts:western", ["texts:alkali", "texts:old_western", "texts:western_blot_hela"])
    ('texts:western_blot_hela', 'texts:old_western')
    >>> suggested_names("texts:nope", ["texts:alkali"])
    ()
    """
    typed = name.rpartition(":")[2].casefold()
    ranked = sorted((at, each) for each in known if (at := _place(typed, name, each)) is not None)
    near = (*(each for _, each in ranked), *nearest_names(name, known, most))
    return tuple(dict.fromkeys(near))[:most]


def _place(typed: str, name: str, known: str) -> int | None:
    """Say whether a known name begins with one that was typed (0), or begins with (1) or holds it (2) without
    its prefix."""
    bare = known.rpartition(":")[2].casefold()
    if len(name) >= _SUGGESTING and (known.casefold().startswith(name.casefold())):
        return 0
    if len(typed) < _SUGGESTING:
        return None
    return 1 if bare.startswith(typed) else 2 if typed in bare else None
