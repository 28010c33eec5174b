"""Terminal-safe text: control characters of documents are made visible and act on nothing."""

import re
from collections.abc import Iterable, Sequence

from rich.markup import escape
from rich.table import Column, Table
from rich.text import Text

from bioloom.hidden_characters import visible


def plain(text: str) -> str:
    """Replace control and direction characters by their codes, and any white space by one space.

    >>> plain("heat \\x1b[31mto\\t 42 °C\\n")
    'heat <U+001B>[31mto 42 °C '
    """
    return visible(re.sub(r"\s+", " ", text))


def safe(text: str) -> str:
    """Give document text as a string for rich to print: no markup, no control characters.

    >>> safe("[red]heat\\x07")
    '\\\\[red]heat<U+0007>'
    """
    return escape(plain(text))


def span(text: str, style: str = "") -> Text:
    """Give document text as rich Text, in which brackets are no markup."""
    return Text(plain(text), style=style)


def table(columns: Sequence[str], rows: Iterable[Sequence[str | int | Text]]) -> Table:
    """Lay out a table: texts are made visible and whole, counts get their thousands parted."""
    drawn = Table(*(Column(name, overflow="fold") for name in columns))
    for row in rows:
        cells = (f"{cell:,}" if isinstance(cell, int) else cell for cell in row)
        drawn.add_row(*(safe(cell) if isinstance(cell, str) else cell for cell in cells))
    return drawn
