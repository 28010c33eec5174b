"""The lines of an HTML fragment: paragraphs, list items with their marks, rows of tables."""

from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

from bioloom_loaders.format_terms import format_terms
from bioloom_loaders.text_composer import is_power

_ENDING = frozenset(format_terms("html line end"))
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_UNSEEN = frozenset({"script", "style", "head", "title", "noscript", "template"})


@dataclass(frozen=True, slots=True)
class HtmlLine:
    """A line and its mark; `cells` holds the cells where it is a row of a table."""

    text: str
    mark: str = ""
    heading: bool = False
    cells: tuple[str, ...] = ()


def read_html(fragment: str) -> Iterator[HtmlLine]:
    """Read the lines of a fragment; text without any tag is one line a line.

    >>> [line.mark + line.text for line in read_html("<p>Mix&nbsp;10<sup>6</sup></p><ol><li>Spin</li></ol>")]
    ['Mix\\xa010^6', '1. Spin']
    """
    if "<" not in fragment and "&" not in fragment:
        for line in fragment.splitlines():
            if line.strip():
                yield HtmlLine(line)
        return
    reader = _LineParser()
    reader.feed(fragment)
    reader.close()
    reader.end_line()
    yield from reader.lines


class _LineParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[HtmlLine] = []
        self._line: list[str] = []
        self._cells: list[str] | None = None
        self._lists: list[list[str | int]] = []
        self._mark = ""
        self._heading = False
        self._unseen = 0
        self._raised = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _UNSEEN:
            self._unseen += 1
        if tag in _ENDING and self._cells is None:
            self.end_line()
        elif tag in _ENDING:
            self._line.append(" ")
        self._heading = self._heading or tag in _HEADINGS
        self._raised = self._raised or tag == "sup"
        if tag in ("ul", "ol"):
            self._lists.append([tag, 0])
        elif tag == "li" and self._cells is None:
            self._mark = self._next_mark()
        elif tag == "tr":
            self._cells = []
        elif tag in ("td", "th"):
            self._line = []

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        if tag == "sup":
            self._raised = False
        if tag in ("ul", "ol") and self._lists:
            self._lists.pop()
        if tag in ("td", "th") and self._cells is not None:
            self._cells.append("".join(self._line))
            self._line = []
        elif tag in ("tr", "table") and self._cells is not None:
            cells = tuple(self._cells)
            if any(cell.strip() for cell in cells):
                self.lines.append(HtmlLine(" ".join(cells), cells=cells))
            self._cells, self._line = None, []
        elif tag in _ENDING and self._cells is None:
            self.end_line()

    def handle_data(self, data: str) -> None:
        if self._unseen:
            return
        if self._raised and is_power(data.strip(), self._line[-2:]):
            data = "^" + data.strip()
        self._line.append(data)

    def end_line(self) -> None:
        """Close the line that is being read."""
        text = "".join(self._line)
        if text.strip():
            self.lines.append(HtmlLine(text, self._mark, self._heading))
            self._mark = ""
        self._line, self._heading = [], False

    def _next_mark(self) -> str:
        if not self._lists:
            return "- "
        innermost = self._lists[-1]
        innermost[1] = int(innermost[1]) + 1
        return f"{innermost[1]}. " if innermost[0] == "ol" else "- "
