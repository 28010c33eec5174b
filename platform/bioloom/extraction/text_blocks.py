"""Text blocks: lines to steps, wrapped paragraphs, headings, rows of tables and code, with their numbers."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal

from bioloom.pattern_table import PatternTable
from bioloom.resources import read_table

Span = tuple[int, int]
Kind = Literal["text", "heading", "row", "code", "front"]

_LINE = re.compile(r"[^\r\n\x0b\x0c\x85\u2028\u2029]+")
LINE_ENDS = "\r\n\x0b\x0c\x85\u2028\u2029"
_MARKER = re.compile(
    r"[\s\ufeff]*(?:#{1,6}(?=\s)"
    r"|[-–—+](?=\s+\D)|>(?=\s+(?:\D|[0-9]{1,3}[.)]\s))|[*•·‣▪●○◦](?=\s)|\[[ xX]\](?=\s)"
    r"|\(?[0-9]{1,3}(?:\.[0-9]{1,3}){0,3}[.)](?=\s|[A-Z][a-z])"
    r"|[1-9][0-9]?(?:\.[0-9]{1,2}){1,3}(?=\s+[A-Z][a-z]{2})"
    r"|\(?[a-zA-Z]\)(?=\s)|[a-z]\.(?=\s+[A-Z])|\(?[ivx]{1,4}\)(?=\s)"
    r"|(?i:step)\s[0-9]{1,3}\s?[.:)](?=\s))"
)
_NUMBER = re.compile(r"(?:(?i:step)\s)?\(?([0-9]{1,3}(?:\.[0-9]{1,3}){0,3}|[a-zA-Z]|[ivx]{1,4})\s?[.:)]?$")
_BARE_NUMBER = re.compile(r"\s*(?:(?i:step)\s)?\(?([0-9]{1,3}(?:\.[0-9]{1,3}){0,3})\s?[.:)]\s*")
_DOTTED = re.compile(r"\s*[0-9]{1,3}(?:\.[0-9]{1,3})+[.)]?")
_BULLETS = re.compile(r"[\s\ufeff#*•·‣▪●○◦]*")
DATE = re.compile(r"([0-3]?[0-9])\.([01][0-9])\.((?:20)?[0-9]{2}\b\.?)?:?(?=\s|$)")
"""A day as German notebooks write it, the month in two digits: 12.03. and 12.03.24."""

_HEADING = re.compile(r" {0,3}#{1,6}\s+\S")
_UNDERLINE = re.compile(r" {0,3}(?:={3,}|-{3,}|~{3,})\s*")
_BOLD_LINE = re.compile(r"\s*(?:\*\*[^*]{1,80}\*\*|__[^_]{1,80}__):?\s*")
_FENCE = re.compile(r"\s{0,12}(`{3,}|~{3,})")
_LONGEST_HEADING = 60
_LONGEST_UNDERLINED = 160
_MOST_HEADING_WORDS = 6
_FRONT_MATTER_LINES = 60
_LONGEST_FENCE = 500
_HARD_WRAPPED = 60
_NARROWEST_WRAP = 40
_WIDEST_WRAP = 140
_HYPHENS = "-\u00ad\u2010"
_FEWEST_BROKEN = 2
_FEWEST_OF_PROSE = 3
_SHARE_OF_PROSE = 0.6
_RAGGED = 2  # characters: ligatures are one character and wider
_SHARE_FULL = 0.9
WORDS = PatternTable.read("layout/words.tsv")
OPEN_ENDS = WORDS.words("open_end")
_UNITS = WORDS.words("unit")
_NUMBER_ENDS = re.compile(r"(?:^|[\s(~≈<>])[0-9]+(?:[.,][0-9]+)?$")


@dataclass(frozen=True, slots=True)
class Block:
    """Block of lines: `start` lies behind the list and heading marks, `first` at the line's begin."""

    kind: Kind
    first: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _TextLine:
    start: int
    text: int
    end: int
    gap: bool
    dated: bool = False

    @property
    def marked(self) -> bool:
        return self.text > self.start or self.dated


def blocks(text: str, slack: float = 0.0) -> Iterator[Block]:
    """Give the blocks of a text in their order, together all that is neither blank nor a line end.

    A line that begins with a list mark or stands alone is one; hard-wrapped lines are one paragraph; of a
    table each row and of a code fence each line is one. Headings are Markdown's, underlined lines, and
    short lines that end with a colon or name a section, unless they begin with an instruction's verb.
    `slack` is the share by which wrapped lines may differ in characters: 0 where a program counted them,
    more where they were set in proportional type.

    >>> text = "Lysis\\n-----\\n1. Spin the cells\\n   at 4 °C.\\n| Tris | 5 ml |"
    >>> [(block.kind, text[block.start:block.end]) for block in blocks(text)]
    [('heading', 'Lysis'), ('text', 'Spin the cells\\n   at 4 °C.'), ('row', '| Tris | 5 ml |')]
    """
    lines = _lines(text)
    kinds = _kinds(text, lines)
    width = _column_width(text, lines, kinds, slack)
    at = run = 0
    wrapped, full = False, width
    while at < len(lines):
        line, kind = lines[at], kinds[at]
        if kind is None:
            at += 1
            continue
        until = at + 1
        if kind == "text":
            if at >= run:
                run = _run(lines, kinds, at)
                wrapped = _is_wrapped(text, lines[at:run], slack)
                full = min(width, _HARD_WRAPPED) if _is_prose(text, lines[at:run]) else width
            while until < run and _goes_on(text, lines[at], lines[until - 1], lines[until], wrapped, full):
                until += 1
        begin = line.text if kind in ("text", "heading") else line.start
        yield Block(kind, line.start, begin + _blank(text, begin, line.end), lines[until - 1].end)
        at = until


def printed_number(text: str, start: int) -> str | None:
    """Give the number printed before a step that begins at `start`: ``"3"``, ``"2.1"``, ``"b"``, or None.

    A number that stands alone on the line before counts too; a bullet and a date are no number.

    >>> text = "1. Add water. Mix.\\nStep 2: Spin.\\n3.\\nDry."
    >>> [printed_number(text, text.index(word)) for word in ("Add", "Mix", "Spin", "Dry")]
    ['1', None, '2', '3']
    """
    begin = max((text.rfind(end, 0, start) for end in LINE_ENDS), default=-1) + 1
    if begin in dated_lines(text):
        return None
    number = None
    at = begin
    for _ in range(3):
        marker = _MARKER.match(text, at, len(text))
        if marker is None or marker.end() > start:
            break
        found = _NUMBER.fullmatch(marker.group().strip())
        number = found[1] if found else number
        at = marker.end()
    if text[at:start].strip():
        return None
    if number is None and at == begin:
        before = text[:begin].rstrip(LINE_ENDS)
        above = max((before.rfind(end) for end in LINE_ENDS), default=-1) + 1
        alone = _BARE_NUMBER.fullmatch(before, above) if len(before) - above < 20 else None
        number = alone[1] if alone else None
    return number


def item_numbers(text: str, sentences: Sequence[Span]) -> tuple[str | None, ...]:
    """Give for each sentence the printed number of the list item or paragraph that it belongs to.

    >>> item_numbers("1. Add water. Mix.\\nSpin.", [(3, 13), (14, 18), (19, 24)])
    ('1', '1', None)
    """
    numbers: list[str | None] = []
    remaining = blocks(text)
    block, number = None, None
    for start, _ in sentences:
        while block is None or block.end <= start:
            block = next(remaining, None)
            if block is None:
                break
            number = printed_number(text, block.start)
        numbers.append(number if block is not None and block.first <= start else None)
    return tuple(numbers)


@lru_cache(maxsize=4)
def dated_lines(text: str) -> Mapping[int, int]:
    """Find the lines of a notebook that begin with a date: where each begins, and where its date does.

    Numbers of steps and sections look alike (``2.10. Spin``). The dotted numbers of a text are dates if all
    of them are days and months in two digits, none is before the one above it, and one repeats the month of
    the one above it, has a year, or a month below ten.

    >>> dict(dated_lines("12.03. streaked\\n14.03. picked")), dict(dated_lines("2.10. Spin\\n2.11. Wash"))
    ({0: 0, 16: 16}, {})
    """
    found: dict[int, re.Match[str]] = {}
    for line in _LINE.finditer(text):
        start, end = line.span()
        bullets = _BULLETS.match(text, start, end)
        date = DATE.match(text, bullets.end() if bullets else start, end)
        marker = _MARKER.match(text, start, end)
        if date is not None:
            found[start] = date
        elif marker is not None and _DOTTED.fullmatch(marker.group()):
            return {}
    days = [(int(date[2]), int(date[1])) for date in found.values()]
    pairs = list(pairwise(days))
    if not all(1 <= month <= 12 and 1 <= day <= 31 for month, day in days):
        return {}
    if any(later < earlier and (earlier[0], later[0]) != (12, 1) for earlier, later in pairs):
        return {}
    if pairs and all(one == (other[0] - 1, other[1]) for one, other in pairs):  # 2.01. 2.02.
        return {}
    sure = any(one[0] == other[0] and one < other for one, other in pairs)
    sure = sure or any(date[2] < "10" or date[3] for date in found.values())
    return {start: date.start() for start, date in found.items()} if sure else {}


def is_rule(text: str, start: int, end: int) -> bool:
    """Say whether a span is only the line that parts a table's head from its rows."""
    line = text[start:end]
    return "--" in line and not line.strip(" \t|:+=-")


@cache
def section_roles() -> dict[str, str]:
    """Read what the headings of protocols and papers announce: procedure or other.

    >>> section_roles()["materials and methods"]
    'procedure'
    """
    return {row["heading"]: row["role"] for row in read_table("layout/sections.tsv")}


def section_role(heading: str) -> str | None:
    """Say what a heading announces, whatever its number, case and colon; None for any other heading.

    >>> section_role("2.1 Materials & Methods:"), section_role("Lysis")
    ('procedure', None)
    """
    plain = re.sub(r"^[\s#*_]*(?:[0-9IVX]{1,4}(?:\.[0-9]{1,2})*[.):]?\s)?", "", heading)
    words = re.sub(r"[^\w&]+", " ", plain.casefold().replace("&", " and ")).split()
    return section_roles().get(" ".join(words))


@cache
def instruction_verbs() -> frozenset[str]:
    """Read the words that begin an instruction, in small letters."""
    return frozenset(row["word"] for row in read_table("layout/verbs.tsv"))


def _lines(text: str) -> list[_TextLine]:
    found: list[_TextLine] = []
    dates = dated_lines(text)
    last = 0
    for match in _LINE.finditer(text):
        if not match.group().strip():
            continue
        between = text[last : match.start()]
        gap = between.replace("\r\n", "\n").count("\n") > 1 or bool(between.strip("\r\n"))
        date = dates.get(match.start())
        begin = _after_marks(text, *match.span()) if date is None else date
        found.append(_TextLine(match.start(), begin, match.end(), gap, date is not None))
        last = match.end()
    return found


def _after_marks(text: str, start: int, end: int) -> int:
    """Find where a line begins behind its list and heading marks; `> 2. Add` has two."""
    for _ in range(3):
        marker = _MARKER.match(text, start, end)
        if marker is None:
            break
        start = marker.end()
    return start


def _kinds(text: str, lines: Sequence[_TextLine]) -> list[Kind | None]:
    """Tell what each line is; None for one that only marks: a fence, an underline, the rule of a table."""
    kinds: list[Kind | None] = ["text"] * len(lines)
    at = _front_matter(text, lines, kinds)
    while at < len(lines):
        line = lines[at]
        fence = _FENCE.match(text, line.start, line.end)
        closing = _closing(text, lines, at, fence[1]) if fence else None
        if closing is not None:
            _mark(kinds, at, closing, "code")
            at = closing + 1
            continue
        if is_row(text[line.start : line.end]):
            kinds[at] = None if is_rule(text, line.start, line.end) else "row"
        elif _is_heading(text, lines, at):
            kinds[at] = "heading"
            if _underlined(text, lines, at):
                kinds[at + 1] = None
                at += 1
        at += 1
    return kinds


def is_row(line: str) -> bool:
    """Say whether a line is a row of a table: between upright strokes, or three cells parted by tabs."""
    plain = line.strip()
    if plain.startswith("|") and plain.endswith("|") and len(plain) > 2:
        return True
    return line.count("\t") > 1 and sum(bool(cell.strip()) for cell in line.split("\t")) > 2


def _front_matter(text: str, lines: Sequence[_TextLine], kinds: list[Kind | None]) -> int:
    """Mark the settings between two lines of hyphens at the top of a Markdown file; give their number."""
    if not lines or text[lines[0].start : lines[0].end].lstrip("\ufeff").rstrip() != "---":
        return 0
    for at in range(1, min(len(lines), _FRONT_MATTER_LINES)):
        said = text[lines[at].start : lines[at].end].rstrip()
        if said in ("---", "..."):
            _mark(kinds, 0, at, "front")
            return at + 1
        if not re.match(r"[\w-]+\s*:|\s+\S|-\s|#", said):
            break
    return 0


def _mark(kinds: list[Kind | None], first: int, last: int, kind: Kind) -> None:
    """Give the lines between two others a kind, and these none."""
    for at in range(first + 1, last):
        kinds[at] = kind
    kinds[first] = kinds[last] = None


def _closing(text: str, lines: Sequence[_TextLine], at: int, fence: str) -> int | None:
    """Find the line that closes a code fence; one that nothing closes is no fence."""
    for other in range(at + 1, min(len(lines), at + _LONGEST_FENCE)):
        said = text[lines[other].start : lines[other].end].strip()
        if said.startswith(fence) and not said.strip(fence[0]):
            return other
    return None


def _is_heading(text: str, lines: Sequence[_TextLine], at: int) -> bool:
    line = lines[at]
    said = text[line.start : line.end]
    if _HEADING.match(said) or _BOLD_LINE.fullmatch(said):
        return True
    plain = text[line.text : line.end].strip()
    if plain[:1].isupper() and len(plain) <= _LONGEST_HEADING and section_role(plain) is not None:
        return True
    if line.marked:
        return False
    if _underlined(text, lines, at):
        return True
    words = plain.split()
    short = len(plain) <= _LONGEST_HEADING and len(words) <= _MOST_HEADING_WORDS
    if not (short and plain.endswith(":") and any(letter.isalpha() for letter in plain)):
        return False
    return words[0].strip(":").casefold() not in instruction_verbs() and not re.search(
        r"[.;?!]\s|follow|below", plain
    )


def _underlined(text: str, lines: Sequence[_TextLine], at: int) -> bool:
    """Say whether the line below is nothing but a rule, and the line stands alone above it."""
    if at + 1 >= len(lines) or lines[at + 1].gap:
        return False
    line, below = lines[at], lines[at + 1]
    alone = at == 0 or line.gap
    short = line.end - line.start <= _LONGEST_UNDERLINED
    return short and alone and _UNDERLINE.fullmatch(text, below.start, below.end) is not None


def _run(lines: Sequence[_TextLine], kinds: Sequence[Kind | None], at: int) -> int:
    """Find the end of the lines without blank line or mark between that follow a line of text."""
    until = at + 1
    while until < len(lines) and kinds[until] == "text" and not (lines[until].gap or lines[until].marked):
        until += 1
    return until


def _is_wrapped(text: str, run: Sequence[_TextLine], slack: float) -> bool:
    """Whether lines look filled: each next word would not have fitted, and somewhere a sentence goes on."""
    lengths = [_length(text, line) for line in run]
    width = max(lengths)
    if len(run) < 2 or not _NARROWEST_WRAP <= width <= _WIDEST_WRAP:
        return False
    goes_on = False
    for number, (line, following) in enumerate(pairwise(run)):
        word = _first_word(text, following)
        if lengths[number] + 1 + len(word) <= width * (1 - slack):
            return False
        ended = text[line.start : line.end].rstrip()[-1] in ".!?:;"
        goes_on = goes_on or (not ended and word[0].islower())
    return goes_on


def _is_prose(text: str, run: Sequence[_TextLine]) -> bool:
    """Say whether most long lines that end in mid-sentence are gone on with by a small letter, as lines of a
    paragraph that somebody wrapped by hand are, and steps without full stops are not."""
    following = [
        text[after.start : after.end].lstrip()[0]
        for line, after in pairwise(run)
        if _length(text, line) >= _HARD_WRAPPED and text[line.start : line.end].rstrip()[-1] not in ".!?:;"
    ]
    small = sum(letter.islower() for letter in following)
    return len(following) >= _FEWEST_OF_PROSE and small >= _SHARE_OF_PROSE * len(following)


def _column_width(text: str, lines: Sequence[_TextLine], kinds: Sequence[Kind | None], slack: float) -> float:
    """Find the width at which long lines of a text were wrapped; infinite where nothing says that they were.

    Every line that a small letter continues must be full: its next word would not have fitted.
    """
    broken = [
        (_length(text, line), _first_word(text, following))
        for (line, kind), (following, other) in pairwise(zip(lines, kinds, strict=True))
        if kind == other == "text"
        and not (following.gap or following.marked)
        and text[following.start : following.end].lstrip()[0].islower()
        and text[line.start : line.end].rstrip()[-1] not in ".!?:;,"
    ]
    width = max((length for length, _ in broken), default=0)
    least = min(width * (1 - slack), width - _RAGGED)
    full = sum(length + 1 + len(word) > least for length, word in broken)
    sure = len(broken) >= _FEWEST_BROKEN and full >= _SHARE_FULL * len(broken)
    return least if sure and _NARROWEST_WRAP <= width <= _WIDEST_WRAP else math.inf


def _length(text: str, line: _TextLine) -> int:
    return len(text[line.start : line.end].rstrip())


def _first_word(text: str, line: _TextLine) -> str:
    return text[line.start : line.end].split(maxsplit=1)[0]


def _goes_on(
    text: str, first: _TextLine, before: _TextLine, line: _TextLine, wrapped: bool, full: float
) -> bool:
    """Say whether a line of a run continues the one before: wrapped in mid-sentence."""
    last = text[max(first.text, before.start) : before.end].rstrip()
    if not last or last[-1] in "!?:;":
        return False
    if wrapped:
        return True
    if last[-1] == ".":
        return False
    if _length(text, before) + 1 + len(_first_word(text, line)) > full:
        return True
    said = text[line.start : line.end]
    lower = said.lstrip()[:1].islower()
    indented = first.marked and len(said) - len(said.lstrip()) >= 2
    parted = said.split(maxsplit=1)[0].casefold().rstrip(".,;)") in _UNITS and _NUMBER_ENDS.search(last)
    open_end = parted or last.split()[-1].casefold() in OPEN_ENDS or last[-1] == ","
    cut = lower and last[-1] in _HYPHENS and last[-2:-1].isalpha()
    return cut or (lower and (len(last) >= _HARD_WRAPPED or indented)) or bool(open_end and len(last) > 8)


def _blank(text: str, start: int, end: int) -> int:
    """Count the white space at the begin of a span."""
    piece = text[start:end]
    return len(piece) - len(piece.lstrip())
