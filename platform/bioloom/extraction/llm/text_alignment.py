"""Text alignment: where a text that a model wrote stands in a sentence, in the sentence's own characters."""

import re
import unicodedata

Span = tuple[int, int]

_DASHES = "-‐‑‒–—−﹣－"
_LIKE = str.maketrans(
    {
        **dict.fromkeys(_DASHES, "-"),
        **dict.fromkeys("‘’‚′`´", "'"),
        **dict.fromkeys("“”„″", '"'),
        "×": "x",
        "∙": "·",
        "⋅": "·",
        "º": "°",
        "˚": "°",
    }
)
_DETERMINERS = frozenset({"the", "a", "an", "this", "these", "that", "those"})
_DETERMINER = re.compile(rf"(?:{'|'.join(sorted(_DETERMINERS))})\s+(?=\S)", re.IGNORECASE)


class SentenceIndex:
    """Sentence in which texts are found: exactly, else without regard to case, blanks and look-alikes.

    A text that begins or ends within a word or a number of the sentence is not found there.

    >>> SentenceIndex("Spin 10 µl PBS, then PBST, in  PBS").find("pbs")
    [(11, 14), (31, 34)]
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._folded, self._owners = _fold(text)

    def find(self, wanted: str) -> list[Span]:
        """List the spans of a text from left to right; those spelled as it is come first, then those that
        stand free of letters, digits and hyphens.
        """
        wanted = without_determiner(wanted.strip())
        if not any(map(str.isalnum, wanted)) or wanted.casefold() in _DETERMINERS - {"a"}:
            return []
        exact = self._exact(wanted)
        others = [one for one in self._alike(wanted) if all(one[1] <= s or e <= one[0] for s, e in exact)]
        return [*sorted(exact, key=self._rank), *sorted(others, key=self._rank)]

    def _exact(self, wanted: str) -> list[Span]:
        found, start = [], self.text.find(wanted)
        while start >= 0:
            span = start, start + len(wanted)
            if self._bounded(span):
                found.append(span)
            start = self.text.find(wanted, start + 1)
        return _apart(found)

    def _alike(self, wanted: str) -> list[Span]:
        folded, _ = _fold(wanted)
        found: list[Span] = []
        start = self._folded.find(folded) if folded else -1
        while start >= 0:
            first, last = self._owners[start], self._owners[start + len(folded) - 1]
            whole_start = start == 0 or self._owners[start - 1] != first
            after = start + len(folded)
            whole_end = after == len(self._owners) or self._owners[after] != last
            if whole_start and whole_end and self._bounded((first, last + 1)):
                found.append((first, last + 1))
            start = self._folded.find(folded, start + 1)
        return _apart(found)

    def _bounded(self, span: Span) -> bool:
        if _within(self.text, span[0]) or _within(self.text, span[1]):
            return False
        if self.text[span[0]] not in _DASHES:
            return True
        before = self.text[: span[0]]  # a dash after a name or number is no minus: 4-20, 4 - 20, but at -20
        spaced = self.text[span[0] + 1 : span[0] + 2].isspace()
        return not (before.rstrip() if spaced else before)[-1:].isalnum()

    def _rank(self, span: Span) -> tuple[bool, Span]:
        around = self.text[: span[0]][-1:] + self.text[span[1] : span[1] + 1]
        return any(sign.isalnum() or sign in _DASHES for sign in around), span


def alike(text: str) -> str:
    """Give the form in which two texts are compared: no case, no blanks, look-alikes as one.

    >>> alike("5 µL") == alike("5μl")
    True
    """
    return _fold(text)[0]


def without_determiner(text: str) -> str:
    """Leave an article or demonstrative at the beginning outside (SPEC B3).

    >>> without_determiner("the cells"), without_determiner("A549 cells")
    ('cells', 'A549 cells')
    """
    found = _DETERMINER.match(text)
    return text[found.end() :] if found else text


def _fold(text: str) -> tuple[str, list[int]]:
    """Fold a text, and name for each character of the result the one that it comes from."""
    letters: list[str] = []
    owners: list[int] = []
    for place, sign in enumerate(text):
        if sign.isspace() or unicodedata.category(sign) in ("Cc", "Cf"):
            continue
        folded = unicodedata.normalize("NFKD", sign.translate(_LIKE).casefold()).casefold()
        plain = [each for each in folded.translate(_LIKE) if not each.isspace()]
        letters += plain
        owners += [place] * len(plain)
    return "".join(letters), owners


def _apart(spans: list[Span]) -> list[Span]:
    """Keep the spans that do not overlap the one kept before."""
    kept: list[Span] = []
    for span in spans:
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept


def _within(text: str, place: int) -> bool:
    """Say whether a place stands within a word, a number or a letter with its marks."""
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    kinds = unicodedata.category(before), unicodedata.category(after)
    if kinds[1].startswith("M"):
        return True
    if all(kind.startswith("L") and kind != "Lo" for kind in kinds):
        return True
    if before.isdigit() and after.isdigit():
        return True
    if before in ".," and after.isdigit():
        return text[place - 2 : place - 1].isdigit()
    return before.isdigit() and after in ".," and text[place + 1 : place + 2].isdigit()
