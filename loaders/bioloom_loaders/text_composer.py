"""Text composer: a document's text built line by line from a structured source, with its sentences."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from string import ascii_lowercase, ascii_uppercase

from bioloom.records import AnnotatedDocument, Document, Place, Reject, Skip
from bioloom_loaders.documents import Heading, Span, sentences_of, trim, unwrapped
from bioloom_loaders.sentences import sentence_spans
from bioloom_loaders.table_cells import is_head, under_head

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff\ufeff]")


def one_line(text: str) -> str:
    """Write a text as one line that can be stored: single spaces, no control or broken characters.

    >>> one_line(" Add\\n 5 µl\\x00 ")
    'Add 5 µl'
    """
    return " ".join(_CONTROL.sub("", text).split())


def is_power(raised: str, before: Sequence[str]) -> bool:
    """Say whether raised characters behind these pieces of text are a power of ten: the 6 of 10⁶.

    >>> is_power("6", ["add ", "10"]), is_power("2+", ["Ca"])
    (True, False)
    """
    return bool(raised) and not raised.strip("0123456789+-−–") and "".join(before).rstrip().endswith("10")


def letter_mark(number: int, *, upper: bool) -> str:
    """Write the mark of an item that is counted by letters, up to 26: ``"b) "``."""
    return f"{(ascii_uppercase if upper else ascii_lowercase)[number - 1]}) "


class Composer:
    """Builder of a text from lines. Headings are no sentences; marks and numbers stand outside of them."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._sentences: list[Span] = []
        self._headings: list[Heading] = []
        self._left_out: Counter[str] = Counter()
        self.title = ""

    def entitle(self, title: str) -> None:
        """Write the title, which is the first sentence, whole."""
        self.title = one_line(title)
        if self.title:
            start = self._put("", self.title)
            self._sentences.append((start, start + len(self.title)))

    def heading(self, text: str) -> None:
        """Write a heading, with a blank line before it."""
        line = one_line(text)
        if line:
            self._headings.append((self._put("\n" if self._parts else "", line), line))
            self.leave_out("HEADING")

    def line(self, text: str, mark: str = "") -> None:
        """Write one step or paragraph behind its mark (``"3. "``, ``"- "``) and split it into sentences."""
        line = one_line(text)
        if not line:
            return
        start = self._put(mark, line)
        self._sentences.extend((start + begin, start + end) for begin, end in sentence_spans(line))

    def table(self, rows: Sequence[Sequence[str]]) -> None:
        """Write each row of a table as one sentence, its cells named as the head of the table has them."""
        rows = [[one_line(cell) for cell in row] for row in rows]
        named = under_head(rows) if is_head(rows) else rows
        self._left_out["HEADING"] += len(rows) - len(named)
        for row in named:
            self._row(row)

    def _row(self, cells: Sequence[str]) -> None:
        """Write a row of a table; one without any word is left out."""
        line = " | ".join(cells)
        if any(letter.isalnum() for letter in line):
            start = self._put("| ", line, " |")
            begin, end = trim(line, 0, len(line))
            self._sentences.append((start + begin, start + end))

    def leave_out(self, reason: str, count: int = 1) -> None:
        """Count what stands in the source and is no sentence: a formula, a figure, a heading."""
        self._left_out[reason] += count

    def leave_out_all(self, left_out: Mapping[str, int]) -> None:
        """Count what was left out, by reason."""
        for reason, count in left_out.items():
            self._left_out[reason] += count

    @property
    def empty(self) -> bool:
        """Whether nothing but the title and headings has been written."""
        return len(self._sentences) <= bool(self.title)

    @property
    def sentences(self) -> Sequence[Span]:
        """Where the sentences stand in the text."""
        return self._sentences

    def text(self) -> str:
        """Give the text as it stands."""
        return "".join(self._parts)

    def finish(self, document: Document | Reject) -> AnnotatedDocument | Reject:
        """Give the document, which holds this text, with its sentences and what was left out."""
        return without_annotation(document, self._sentences, self._left_out, headings=self._headings)

    def _put(self, mark: str, line: str, close: str = "") -> int:
        """Append a line; give the offset of its text behind the mark."""
        start = self._length + len(mark)
        whole = f"{mark}{line}{close}\n"
        self._parts.append(whole)
        self._length += len(whole)
        return start


def without_annotation(
    document: Document | Reject,
    spans: Sequence[Span],
    left_out: Counter[str],
    rejects: Sequence[Reject] = (),
    headings: Sequence[Heading] = (),
) -> AnnotatedDocument | Reject:
    """Give a document with its sentences alone, in which no line ends; a Reject in its place is passed on."""
    if isinstance(document, Reject):
        return document
    document = replace(document, text=unwrapped(document.text, spans))
    return AnnotatedDocument(
        document,
        sentences_of(document.id, document.text, spans, headings),
        agent_type="not_provided",
        rejects=tuple(rejects),
        skips=skips(left_out, document.place),
    )


def skips(left_out: Counter[str], place: Place) -> tuple[Skip, ...]:
    """Give what was left out as one Skip a reason, sorted."""
    return tuple(Skip(reason, place, count) for reason, count in sorted(left_out.items()) if count)
