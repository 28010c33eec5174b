"""Page joining: running heads are dropped, words hyphenated at line ends are joined."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bioloom.extraction.hyphenation import join_cut_words

_PAGE_NUMBER = re.compile(
    r"\s*(?:page\s*)?[-–—]?\s*[0-9]{1,4}\s*(?:(?:of|/)\s*[0-9]{1,4})?\s*[-–—]?\s*", re.IGNORECASE
)
_NUMBER_AMID = re.compile(
    r"(?<=[^\s.!?:;])[ \t]*(?:\r?\n)+[ \t]*"
    r"(?:(?i:page)\s{1,3}[0-9]{1,4}(?:\s?(?:of|/)\s?[0-9]{1,4})?|[-–—]\s?[0-9]{1,4}\s?[-–—])"
    r"[ \t]*(?:\r?\n)+[ \t]*(?=[a-z0-9(])"
)
"""A page number between two lines of which the first ends no sentence and the second begins none."""

_BEGIN = "\x01"  # stands between pages while words are joined; no text holds it then
_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "\0": " ", "\u00a0": " "}
)
_BROKEN = re.compile(r"[\x01-\x08\x0e-\x1f\x7f\ud800-\udfff]")
_EDGE = 2
_LONGEST_PAGE_NUMBER = 100
_SHARE = 0.6


@dataclass(frozen=True, slots=True)
class Pages:
    """A text, the offset at which each page begins in it, and how many lines were left out, by reason."""

    text: str
    starts: tuple[int, ...]
    left_out: Counter[str]


def join_pages(pages: Sequence[str]) -> Pages:
    """Put pages together, without the lines that most pages repeat at their edges and without page numbers.

    >>> join_pages(["Add water and centri-\\nfuge.\\n1", "Dry.\\n2"]).text
    'Add water and centrifuge.\\nDry.\\n'
    """
    lines = [[line.rstrip() for line in _clean(page).split("\n")] for page in pages]
    repeated = _repeated(lines)
    left_out: Counter[str] = Counter()
    kept = []
    for page in lines:
        edges = _edges(page)
        dropped = {
            at
            for place, at in edges
            if (place, _shape(page[at])) in repeated or (len(pages) > 1 and _is_page_number(page[at]))
        }
        left_out["PAGE_EDGE"] += len(dropped)
        kept.append("\n".join(line for at, line in enumerate(page) if at not in dropped).strip("\n"))
    parts: list[str] = []
    starts: list[int] = []
    length = 0
    for piece in join_cut_words("\n".join(f"{_BEGIN}{page}" for page in kept)).split(_BEGIN)[1:]:
        starts.append(length)
        parts.append(piece)
        length += len(piece)
    return Pages("".join(parts) + "\n", tuple(starts), left_out)


def join_breaks(text: str) -> str:
    """Join the words that a line end cuts and the sentences that the number of a page cuts in a plain text.

    >>> join_breaks("Centri-\\nfuge at\\n\\n- 3 -\\n\\n12,000 x g.\\n\\nPage 4\\n\\nDry.")
    'Centrifuge at\\n12,000 x g.\\n\\nPage 4\\n\\nDry.'
    """
    return join_cut_words(_NUMBER_AMID.sub("\n", text))


def _is_page_number(line: str) -> bool:
    return len(line) <= _LONGEST_PAGE_NUMBER and _PAGE_NUMBER.fullmatch(line) is not None


def _clean(page: str) -> str:
    plain = page.replace("\r\n", "\n").replace("\r", "\n").translate(_LIGATURES)
    return _BROKEN.sub("", plain)


def _edges(page: Sequence[str]) -> list[tuple[str, int]]:
    """Name the first and the last lines with text of a page: (``"top"`` or ``"foot"``, index)."""
    written = [at for at, line in enumerate(page) if line.strip()]
    if len(written) <= _EDGE:
        return [("foot", at) for at in written[-1:]]
    return [*(("top", at) for at in written[:_EDGE]), *(("foot", at) for at in written[-_EDGE:])]


def _repeated(pages: Sequence[Sequence[str]]) -> frozenset[tuple[str, str]]:
    """Find the lines that stand at the same edge of most pages, whatever number is in them."""
    if len(pages) < 3:
        return frozenset()
    counts = Counter(
        found
        for page in pages
        for found in {(place, _shape(page[at])) for place, at in _edges(page)}
        if found[1].strip("# ")
    )
    return frozenset(found for found, count in counts.items() if count >= max(3, _SHARE * len(pages)))


def _shape(line: str) -> str:
    return re.sub(r"[0-9]+", "#", " ".join(line.split()))
