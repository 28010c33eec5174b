"""Document reading: names of corpora and documents, texts, titles, sentences."""

import hashlib
import os
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from unicodedata import category

from bioloom.records import LoadOptions, Place, Reject, Sentence
from bioloom_loaders.format_terms import format_terms
from bioloom_loaders.text_lines import UTF16, bad_encoding, read_bytes, shown

LARGEST_TEXT = 20 * 1024 * 1024
SPLITS = frozenset(format_terms("corpus split"))
_HEADING = re.compile(r"#\s+(.{1,300})")
_NOTES = {"README", "LICENSE", "LICENCE", "COPYING", "NOTICE", "SOURCE", "CHANGELOG", "CITATION"}
_NO_CHARACTER = frozenset({"Cc", "Cn", "Co"})
_STRAY = 4  # characters of this kind that any text may hold
_LINE = re.compile(r"[^\r\n]+")
_LINE_END = re.compile(r"[\r\n]")
Span = tuple[int, int]
Heading = tuple[int, str]
"""Where a heading stands in a text, and the section that it begins."""


def corpus_of(path: Path, options: LoadOptions) -> str:
    """Name the corpus of a file: as declared, or the nearest folder that is not called train, dev, ...

    >>> corpus_of(Path("/data/wlp/train/protocol_1.txt"), LoadOptions())
    'wlp'
    """
    if options.corpus:
        return options.corpus
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 -- resolve() would follow links to other names
    folders = [folder.name for folder in absolute.parents if folder.name]
    return next((shown(Path(name)) for name in folders if name.lower() not in SPLITS), "documents")


def is_document(path: Path) -> bool:
    """Say whether a text in a folder is one of its documents, and not a note about the folder."""
    return path.stem.upper() not in _NOTES


def source_of(corpus: str, options: LoadOptions) -> str:
    """Give the primary knowledge source of a corpus as an infores CURIE, as declared or from its name.

    A name without any letter or digit of ASCII gives a source of its own too.

    >>> source_of("My protocols (2026)", LoadOptions())
    'infores:my-protocols-2026'
    >>> source_of("日本", LoadOptions())
    'infores:documents-ce47dfba'
    """
    if options.primary_knowledge_source:
        return options.primary_knowledge_source
    words = "-".join(re.findall(r"[a-z0-9]+", corpus.lower()))
    own = hashlib.blake2b(corpus.encode("utf-8", "replace"), digest_size=4).hexdigest()
    return f"infores:{words or f'documents-{own}'}"


def read_text(path: Path) -> str | Reject:
    """Read a whole text with its line ends kept, or say why it cannot be one."""
    place = Place(shown(path))
    raw = read_bytes(path, LARGEST_TEXT, "text", "; cut it into documents")
    if isinstance(raw, Reject):
        return raw
    try:
        text = raw.decode("utf-16" if raw.startswith(UTF16) else "utf-8")
    except UnicodeDecodeError as error:
        if raw.startswith(UTF16):
            message = "the file begins as UTF-16 and is not; convert it to UTF-8; the document is left out"
            return Reject("BAD_ENCODING", "extract", message, place)
        if b"\0" in raw[:8192]:
            message = "the file is binary, or a text in UTF-16 without byte order mark"
            return Reject("NOT_TEXT", "extract", message, place)
        line = raw.count(b"\n", 0, error.start) + 1
        start = raw.rfind(b"\n", 0, error.start) + 1
        within = UnicodeDecodeError(
            "utf-8", raw[start:], error.start - start, error.end - start, error.reason
        )
        return bad_encoding(within, Place(place.file, line), "; the document is left out")
    if _unprintable(text) > _STRAY + len(text) // 20:
        return Reject("NOT_TEXT", "extract", "the file is binary", place)
    start, end = trim(text, 0, len(text))
    if start == end:
        return Reject("EMPTY_DOCUMENT", "extract", "the document holds no text", place)
    return text


def _unprintable(text: str) -> int:
    """Count the characters that no text holds: control codes, and numbers that stand for no character."""
    return sum(text.count(char) for char in set(text) - set("\t\n\r\f") if category(char) in _NO_CHARACTER)


def fingerprint(text: str) -> bytes:
    """Hash a text regardless of white space and case, to detect documents of equal text."""
    return hashlib.sha256(" ".join(text.removeprefix("\ufeff").casefold().split()).encode()).digest()[:16]


def line_spans(text: str) -> tuple[Span, ...]:
    """Find the non-empty lines of a text, without white space at their ends.

    >>> line_spans(" Title\\r\\n\\r\\nAdd 5 μl. \\n")
    ((1, 6), (10, 19))
    """
    return tuple(trimmed(text, (match.span() for match in _LINE.finditer(text))))


def trimmed(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Narrow spans as `trim` does; those that hold nothing else are left out."""
    for start, end in spans:
        start, end = trim(text, start, end)
        if start < end:
            yield start, end


def trim(text: str, start: int, end: int) -> Span:
    """Narrow a span so that it neither begins nor ends with white space, NUL or a byte order mark."""
    while start < end and (text[start].isspace() or text[start] in "\ufeff\0"):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in "\ufeff\0"):
        end -= 1
    return start, end


def sentences_of(
    document_id: str, text: str, spans: Sequence[Span], headings: Sequence[Heading] = ()
) -> tuple[Sentence, ...]:
    """Number the sentences of a document, each with the section in which the headings before it put it.

    >>> found = sentences_of("a:1", "Mix.\\nLysis\\nSpin.", [(0, 4), (11, 16)], [(5, "Lysis")])
    >>> [each.section for each in found]
    [None, 'Lysis']
    """
    places = [0, *(place for place, _ in headings)]
    sections = [None, *(section or None for _, section in headings)]
    return tuple(
        Sentence(
            f"{document_id}#s{index}",
            document_id,
            index,
            text[start:end],
            start,
            end,
            section=sections[bisect_right(places, start) - 1],
        )
        for index, (start, end) in enumerate(spans)
    )


def unwrapped(text: str, spans: Iterable[Span]) -> str:
    """Put blanks for the line ends inside of spans; every offset stays.

    >>> unwrapped("Spin\\nit.\\nDry.", [(0, 8), (9, 13)])
    'Spin it.\\nDry.'
    """
    ends = {found.start() for span in spans for found in _LINE_END.finditer(text, *span)}
    return "".join(" " if at in ends else mark for at, mark in enumerate(text)) if ends else text


def title_of(text: str, lines: Sequence[Span]) -> str:
    """Take the only Markdown heading of the first level as title, or else the first line with a word in it.

    >>> title_of("---\\n# Miniprep\\nAdd P1", [(0, 3), (4, 14), (15, 21)])
    'Miniprep'
    """
    top = [text[start:end] for start, end in lines[:20]]
    headings = [match[1] for match in map(_HEADING.match, top) if match]
    if len(headings) == 1:
        return headings[0]
    worded = (line for line in top if any(letter.isalnum() for letter in line))
    return next(worded, top[0])[:300].strip("# \t")
