"""Wording shared by readers: titles and names before a quoted sentence."""

import re
from collections.abc import Collection, Sequence
from functools import cache, lru_cache

from bioloom.names import tokens
from bioloom.question_parsing import canonical_word, canonical_words
from bioloom.records import Evidence, SubgraphNode
from bioloom.resources import read_table

_WRITTEN = re.compile(r"\w+(?:[-.]\d+)?")

_INITIALS = 3
"""Letters that an abbreviation has at least."""

_OF_OTHERS = re.compile(
    r"\((?:an? )?(?:slight |small )?(?:adapted|after|based|derived|following|modif\w+|see|unlike|variant|"
    r"variation|version)\b[^()]*\)|,? (?:adapted|modified) from .*$",
    re.IGNORECASE,
)
"""What a title says of another document: "(variant of the liver method)"."""


def is_title(piece: Evidence) -> bool:
    """Say whether a sentence is no more than the title of its document."""
    return bool(piece.document_title) and _same_words(piece.text, piece.document_title or "")


@lru_cache(maxsize=8192)
def _same_words(one: str, other: str) -> bool:
    return tokens(one) == tokens(other)


def title_prefix(piece: Evidence) -> str:
    """Give the title of a piece's document with a colon; empty where it has none."""
    return f"{piece.document_title.strip().rstrip('.')}: " if piece.document_title else ""


def names_prefix(nodes: Sequence[SubgraphNode]) -> str:
    """Give the names of nodes with a dash; empty where there are none."""
    return f"{', '.join(dict.fromkeys(node.name for node in nodes))} – " if nodes else ""


def texts_of(pieces: Sequence[Evidence]) -> list[str]:
    """List the texts of pieces of evidence, and the titles of their documents."""
    return [text for piece in pieces for text in (piece.text, piece.document_title) if text]


def as_asked(question: str, words: Collection[str]) -> str:
    """List canonical words, and names of letters and digits, as a question writes them.

    >>> as_asked("How long are the Cells in IL-6?", ["cell", "IL-6"])
    'Cells, IL-6'
    """
    written = (
        word
        for word in _WRITTEN.findall(question)
        if word in words or word.lower() in words or canonical_word(word.lower()) in words
    )
    return ", ".join(dict.fromkeys(written))


def own_title(title: str) -> str:
    """Leave out of a title what it says of another document.

    >>> own_title("Mitochondria from rat heart (variant of the liver method)")
    'Mitochondria from rat heart '
    """
    return _OF_OTHERS.sub("", title)


@lru_cache(maxsize=4096)
def title_words(title: str) -> frozenset[str]:
    """Fold the words of a title, and abbreviate runs of three to six of them, those with a hyphen as two
    words or as one: "SOP" for Standard Operating Procedure, "BMDC" for Bone marrow-derived dendritic cells.
    The fields of work that the title tells are added.

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
