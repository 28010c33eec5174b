"""Document titles: their words, without what they say of another document, and sentences that are no more."""

import re
from functools import cache, lru_cache

from bioloom.names import tokens
from bioloom.question_parsing import canonical_words
from bioloom.records import Evidence
from bioloom.resources import read_table

_INITIALS = 3
"""Letters that an abbreviation has at least."""

_OF_OTHERS = re.compile(
    r"\((?:an? )?(?:slight |small )?(?:adapted|after|based|derived|following|modif\w+|see|unlike|"
    r"(?:variant|variation|version)(?!\s(?:of\s)?v?\d))\b[^()]*\)|,? (?:adapted|modified) from .*$",
    re.IGNORECASE,
)
"""What a title says of another document: "(variant of the liver method)"."""


def is_title(piece: Evidence) -> bool:
    """Say whether a sentence is no more than the title of its document."""
    return bool(piece.document_title) and _same_words(piece.text, piece.document_title or "")


@lru_cache(maxsize=8192)
def _same_words(one: str, other: str) -> bool:
    return tokens(one) == tokens(other)


def own_title(title: str) -> str:
    """Leave out of a title what it says of another document.

    >>> own_title("Mitochondria from rat heart (variant of the liver method)")
    'Mitochondria from rat heart '
    >>> own_title("DNA from mouse tails (version 2023)")
    'DNA from mouse tails (version 2023)'
    """
    return _OF_OTHERS.sub("", title)


@lru_cache(maxsize=4096)
def title_words(title: str) -> frozenset[str]:
    """Fold the words of a title, and abbreviate runs of three to six of them, those with a hyphen as two
    words or as one: "SOP" for Standard Operating Procedure, "BMDC" for Bone marrow-derived dendritic cells.
    The fields of work that the title tells are added.

    >>> from bioloom.question_parsing import canonical_word
    >>> {"bmdc", "dendritic"} <= title_words("Bone marrow-derived dendritic cells")
    True
    >>> canonical_word("cloning") in title_words("Gibson assembly of three fragments")
    True
    """
    own = own_title(title)
    tokenized = (tokens(own), [word.strip("(") for word in own.split()])
    first = ["".join(word[:1].lower() for word in words if word[:1].isalpha()) for words in tokenized]
    runs = (
        each[start : start + size] for each in first for start in range(len(each)) for size in range(3, 7)
    )
    fields = (word for form, named in _fields() if form.search(own) for word in named)
    return frozenset((*canonical_words(own), *(run for run in runs if len(run) >= _INITIALS), *fields))


@cache
def _fields() -> tuple[tuple[re.Pattern[str], frozenset[str]], ...]:
    """Read ontology/retrieval/fields.tsv: what titles say, and the words of the fields that it tells."""
    return tuple(
        (
            re.compile(
                rf"(?<!\w)(?:{'|'.join(map(re.escape, row['titles'].split(', ')))})(?!\w)", re.IGNORECASE
            ),
            frozenset(canonical_words(row["fields"])),
        )
        for row in read_table("retrieval/fields.tsv")
    )
