"""Rewrites of annotated texts that keep their meaning: ten forms, with the offsets of the annotation.

Each form gives edits of a text, ``(start, end, replacement)``. Texts of others come in these forms.
"""

from __future__ import annotations

import random
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bioloom.records import AnnotatedDocument, Mention
from bioloom.resources import read_table

Edit = tuple[int, int, str]
Form = Callable[[str, random.Random], Iterator[Edit]]

RUN_ON = 1_200
"""Characters of a run-on line, at least, where a document is that long."""

_STEPS_A_LINE = 3
_COLUMNS, _NARROW = 72, 56
_LINES_A_PAGE = 45
_MOST_DIGITS_OF_GRAMS = 2  # more are a force
_SPELLINGS = "wlp/unit_spellings.tsv"

_LINE = re.compile(r"[^\r\n]+")
_BREAK = re.compile(r"[ \t]*[\r\n]+[ \t]*")
_STOP = re.compile(r"(?<=[^\W\d_]{2})\.(?=\s)|\.(?=[ \t]*$)", re.MULTILINE)
_STOP_AND_BREAK = re.compile(r"[.;]?[ \t]*[\r\n]+[ \t]*")
_MEASURED = re.compile(r"(?<![\w.])(\d[\d.,]*)( ?)(°\s?C|º\s?C|˚\s?C|%|[^\W\d_]{1,12})(?![\w])")
_LIGATURES = {"ffi": "\ufb03", "ffl": "\ufb04", "fi": "\ufb01", "fl": "\ufb02", "ff": "\ufb00"}
_LONG_WORD = re.compile(r"[a-z]{8,}[.,;]?")
_BULLETS = ("- ", "* ", "\u2022 ")


@dataclass(frozen=True, slots=True)
class Alignment:
    """Alignment of a text with its rewrite: where spans of the one stand in the other."""

    text: str
    _edits: tuple[Edit, ...]
    _shifts: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Map a span; what was inserted at its ends stays outside, what was replaced in part belongs to it.

        >>> aligned("5 ml", [(0, 0, "1. "), (2, 4, "millilitres")]).span(0, 4)
        (3, 16)
        """
        begin, finish = self._place(start, first=True), self._place(end, first=False)
        while begin < finish and self.text[begin].isspace():
            begin += 1
        while finish > begin and self.text[finish - 1].isspace():
            finish -= 1
        return begin, finish

    def _place(self, at: int, *, first: bool) -> int:
        number = bisect_right(self._edits, at, key=lambda edit: edit[0]) - 1
        while number >= 0 and not first and self._edits[number][0] == at:
            number -= 1
        if number < 0:
            return at
        start, end, new = self._edits[number]
        if first and start <= at < end:
            return start + self._shifts[number]
        if not first and start < at < end:
            return start + self._shifts[number] + len(new)
        return at + self._shifts[number] + len(new) - (end - start)


def aligned(text: str, edits: Sequence[Edit]) -> Alignment:
    """Carry out edits, which are in the order of the text and do not overlap."""
    parts: list[str] = []
    shifts: list[int] = []
    at = shift = 0
    for start, end, new in edits:
        parts += [text[at:start], new]
        shifts.append(shift)
        shift += len(new) - (end - start)
        at = end
    return Alignment("".join([*parts, text[at:]]), tuple(edits), tuple(shifts))


def rewrite(document: AnnotatedDocument, form: str, seed: int = 0) -> AnnotatedDocument:
    """Rewrite a document in a form; its sentences are left out, for a loader to find anew.

    The same seed gives the same rewrite of the same document.
    """
    drawn = random.Random(f"{seed} {form} {document.document.id}")
    found = aligned(document.document.text, list(FORMS[form](document.document.text, drawn)))
    return replace(
        document,
        document=replace(document.document, text=found.text),
        sentences=(),
        mentions=tuple(moved(mention, found) for mention in document.mentions),
    )


def moved(mention: Mention, found: Alignment) -> Mention:
    """Put a mention where its words stand after edits."""
    start, end = found.span(mention.start, mention.end)
    return replace(mention, start=start, end=end, text=found.text[start:end])


def _joined(text: str, drawn: random.Random) -> Iterator[Edit]:
    """Join lines to run-on lines, and leave the title alone."""
    breaks = list(_BREAK.finditer(text.rstrip()))
    since = breaks[0].end() if breaks else 0
    for found in breaks[1:]:
        if found.start() - since < RUN_ON:
            yield *found.span(), " "
        else:
            since = found.end()


def _several(text: str, drawn: random.Random) -> Iterator[Edit]:
    """Write three steps a line, parted by semicolons."""
    for number, found in enumerate(list(_STOP_AND_BREAK.finditer(text.rstrip()))[1:], start=1):
        if number % _STEPS_A_LINE:
            yield *found.span(), "; "
            word = re.compile(r"[A-Z](?=[a-z])").match(text, found.end())
            if word:
                yield *word.span(), word[0].lower()


def _wrapped(text: str, drawn: random.Random) -> Iterator[Edit]:
    """Wrap lines at so many characters, as an e-mail or an editor does."""
    for line in _LINE.finditer(text):
        begin = line.start()
        for gap in re.finditer(r" +", line[0]):
            start, end = line.start() + gap.start(), line.start() + gap.end()
            following = re.compile(r"\S*").match(text, end)
            if following and following.end() - begin > _COLUMNS and start > begin:
                yield start, end, "\n"
                begin = end


def _without_case(text: str, drawn: random.Random) -> Iterator[Edit]:
    yield from _changed(text, str.lower)


def _capitals(text: str, drawn: random.Random) -> Iterator[Edit]:
    yield from _changed(text, str.upper)


def _changed(text: str, change: Callable[[str], str]) -> Iterator[Edit]:
    for at, letter in enumerate(text):
        if change(letter) != letter:
            yield at, at + 1, change(letter)


def _unstopped(text: str, drawn: random.Random) -> Iterator[Edit]:
    """Leave out full stops at the ends of sentences."""
    for found in _STOP.finditer(text):
        yield *found.span(), ""


def _listed(text: str, drawn: random.Random) -> Iterator[Edit]:
    """Put numbers or bullets before the lines, and indent some of them."""
    style = drawn.choice(("{n}. ", "{n}) ", "({n}) ", "Step {n}: ", "{n}.{m}. ", *_BULLETS))
    for number, line in enumerate(list(_LINE.finditer(text))[1:], start=1):
        mark = style.format(n=number, m=1 + number % 4)
        yield line.start(), line.start(), ("   " if drawn.random() < 0.2 else "") + mark


def _pdf(text: str, drawn: random.Random) -> Iterator[Edit]:
    """Write narrow lines with hyphens, ligatures, Windows line ends, and numbers of pages between them."""
    lines = 0
    for line in _LINE.finditer(text):
        begin = line.start()
        for found in re.finditer(r"[ \t]+|[^ \t]+", line[0]):
            start, end = line.start() + found.start(), line.start() + found.end()
            place: tuple[int, int, str] | None = None
            if found[0].isspace():
                following = re.compile(r"[^ \t\r\n]*").match(text, end)
                word = following[0] if following else ""
                room = begin + _NARROW - 1 - end
                if len(word) > room + 1 and start > begin and not (room > 2 and _LONG_WORD.fullmatch(word)):
                    place = start, end, ""
            else:
                room = begin + _NARROW - 1 - start
                if end - start > room + 1 and room > 2 and _LONG_WORD.fullmatch(found[0]):
                    middle = start + min(room, drawn.randint(3, 5))
                    yield from _ligatures(text, start, middle)
                    place = middle, middle, "-"
                    start = middle
                yield from _ligatures(text, start, end)
            if place:
                lines += 1
                yield *place[:2], place[2] + _line_end(lines)
                begin = place[1]
    for found in _LINE.finditer(text):
        if found.end() < len(text) and text[found.end()] == "\n":
            yield found.end(), found.end() + 1, "\r\n"


def _line_end(lines: int) -> str:
    return f"\r\n\r\n{lines // _LINES_A_PAGE}\r\n\f" if lines % _LINES_A_PAGE == 0 else "\r\n"


def _ligatures(text: str, start: int, end: int) -> Iterator[Edit]:
    for found in re.finditer("ffi|ffl|fi|fl|ff", text[start:end]):
        yield start + found.start(), start + found.end(), _LIGATURES[found[0]]


def _units(text: str, drawn: random.Random) -> Iterator[Edit]:
    """Spell units otherwise, some of them in another language, and some decimals with a comma."""
    spellings = _unit_spellings()
    for found in _MEASURED.finditer(text):
        others = spellings.get(re.sub(r"\s", "", found[3]))
        number = found[1]
        if others is None or (found[3] == "g" and len(number) > _MOST_DIGITS_OF_GRAMS):
            continue
        if re.fullmatch(r"\d+\.\d+", number) and drawn.random() < 0.2:
            yield found.start(1), found.end(1), number.replace(".", ",")
        new = drawn.choice(others)
        blank = " " if new[0].isalpha() and (len(new) > 3 or drawn.random() < 0.7) else found[2]
        yield found.start(2), found.end(3), blank + new


def _unit_spellings() -> Mapping[str, Sequence[str]]:
    rows = [row["spellings"].split("|") for row in read_table(_SPELLINGS)]
    return {name: [other for other in names if other != name] for names in rows for name in names}


def _spaced(text: str, drawn: random.Random) -> Iterator[Edit]:
    """Double blanks, put tabs, blanks that do not break and indents, glue numbers to units or part them."""
    joints = (
        r"(?P<gap> +)|(?P<mark>(?<=\w)(?=[.,;:)]\s))|(?P<glued>(?<=\d)(?=[µμmn]?[lgM]\b))|(?P<line>(?<=\n))"
    )
    for found in re.finditer(joints, text):
        chance = drawn.random()
        if found["gap"] is not None:
            measured = re.compile(r"[µμmn]?[lgM]\b|°").match(text, found.end())
            if measured and text[found.start() - 1].isdigit():
                new = "" if chance < 0.5 else "\u00a0"
            else:
                new = (
                    found[0]
                    if chance < 0.6
                    else "\u00a0"
                    if chance < 0.7
                    else "  "
                    if chance < 0.95
                    else "\t"
                )
            if new != found[0]:
                yield *found.span(), new
        elif found["glued"] is not None or (found["mark"] is not None and chance < 0.15):
            yield *found.span(), " "
        elif found["line"] is not None and chance < 0.3:
            yield *found.span(), drawn.choice(("  ", "\t", "    "))


def _ordered(form: Form) -> Form:
    def edits(text: str, drawn: random.Random) -> Iterator[Edit]:
        yield from sorted(form(text, drawn), key=lambda edit: edit[:2])

    return edits


FORMS: Mapping[str, Form] = {
    "joined lines": _joined,
    "several steps a line": _several,
    "wrapped lines": _wrapped,
    "lower case": _without_case,
    "capitals": _capitals,
    "no full stops": _unstopped,
    "list marks": _listed,
    "PDF breaks": _ordered(_pdf),
    "spellings of units": _units,
    "white space": _spaced,
}
"""The ten forms by name."""
