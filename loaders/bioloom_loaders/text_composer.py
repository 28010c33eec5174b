"""Text composer: a document's text built line by line from a structured source, with its sentences."""

import re
from collections import Counter
from collections.abc import Sequence

from bioloom.extraction import split_sentences
from bioloom.records import AnnotatedDocument, Document, Place, Skip
from bioloom_loaders.documents import Span, sentences_of, trim

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff\ufeff]")


def one_line(text: str) -> str:
    """Write a text as one line that can be stored: single spaces, no control or broken characters.

    >>> one_line(" Add\\n 5 µl\\x00 ")
    'Add 5 µl'
    """
    return " ".join(_CONTROL.sub("", text).split())


class Composer:
    """Builder of a text from lines. Headings are no sentences; marks and numbers stand outside of them."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._sentences: list[Span] = []
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
            self._put("\n" if self._parts else "", line)
            self.leave_out("HEADING")

    def line(self, text: str, mark: str = "") -> None:
        """Write one step or paragraph behind its mark (``"3. "``, ``"- "``) and split it into sentences."""
        line = one_line(text)
        if not line:
            return
        start = self._put(mark, line)
        for begin, end in split_sentences(line):
            begin, end = trim(line, begin, end)
            if begin < end:
                self._sentences.append((start + begin, start + end))

    def row(self, cells: Sequence[str]) -> None:
        """Write a row of a table as one sentence; one without any word is left out."""
        line = " | ".join(one_line(cell) for cell in cells)
        if any(letter.isalnum() for letter in line):
            start = self._put("| ", line, " |")
            begin, end = trim(line, 0, len(line))
            self._sentences.append((start + begin, start + end))

    def leave_out(self, reason: str, count: int = 1) -> None:
        """Count what stands in the source and is no sentence: a formula, a figure, a heading."""
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

    def finish(self, document: Document) -> AnnotatedDocument:
        """Give the document with its sentences and what was left out; it must hold this text."""
        return AnnotatedDocument(
            document,
            sentences_of(document.id, document.text, tuple(self._sentences)),
            agent_type="not_provided",
            skips=skips(self._left_out, document.place),
        )

    def _put(self, mark: str, line: str, close: str = "") -> int:
        """Append a line; give the offset of its text behind the mark."""
        start = self._length + len(mark)
        whole = f"{mark}{line}{close}\n"
        self._parts.append(whole)
        self._length += len(whole)
        return start


def skips(left_out: Counter[str], place: Place) -> tuple[Skip, ...]:
    """Give what was left out as one Skip a reason, sorted."""
    return tuple(Skip(reason, place, count) for reason, count in sorted(left_out.items()) if count)
