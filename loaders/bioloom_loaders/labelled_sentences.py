"""Sentences with one labelled pair of names a row: GIT (GM-CIHT), DDI and the sentences of ChemProt."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from bioloom.extraction.entity_marks import unpad
from bioloom.records import AnnotatedDocument, Reject, SourceRecord, Value
from bioloom_loaders.annotations import (
    LONGEST_NAME,
    Collected,
    Linked,
    Marked,
    annotate,
    reject_line,
    storable,
)
from bioloom_loaders.document_catalogue import Catalogue, DocumentLoader, Readers
from bioloom_loaders.documents import Span
from bioloom_loaders.nearest_mentions import nearest_pair
from bioloom_loaders.publications import split_of
from bioloom_loaders.text_composer import one_line
from bioloom_loaders.text_lines import TextLine, open_bytes, read_lines, shown

_SUFFIXES = re.compile(r"(?:\.(?:gz|jsonl|ndjson|json))+$", re.IGNORECASE)
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class LabelledSentence:
    """A sentence with its triples of head, label and tail, as its row gives them."""

    sentence: str
    triples: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class LabelledCorpus:
    """How the rows of a corpus are read: the types of head and tail, the label that says "none"."""

    name: str
    types: tuple[str, str]
    parse: Callable[[object], LabelledSentence | str]
    padded: bool
    none: str | None = None


def read_git(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read the rows of one file of GIT."""
    return _read(path, catalogue, LabelledCorpus("git", ("term", "term"), _git_row, padded=True))


def read_ddi(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read the rows of one file of DDI; its label `None` says that there is no interaction."""
    return _read(
        path, catalogue, LabelledCorpus("ddi", ("drug", "drug"), _triple_row, padded=False, none="None")
    )


def read_chemprot_rows(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read the rows of one file of ChemProt's sentences."""
    return _read(path, catalogue, LabelledCorpus("chemprot", ("CHEMICAL", "GENE"), _triple_row, padded=True))


def _read(path: Path, catalogue: Catalogue, corpus: LabelledCorpus) -> Iterator[SourceRecord]:
    split = split_of(path)
    stem = split or _SUFFIXES.sub("", one_line(path.name)) or corpus.name
    with open_bytes(path) as opened:
        for line in read_lines(opened, shown(path)):
            if isinstance(line, Reject):
                yield line
                continue
            try:
                row = corpus.parse(json.loads(line.text))
            except (ValueError, RecursionError) as error:
                yield reject_line("BAD_JSON", f"the row is no JSON: {error}", line)
                continue
            if isinstance(row, str):
                yield reject_line("BAD_ROW", row, line)
            else:
                name = f"{stem}-{line.place.line or 0:0{_DIGITS}}"
                yield _document(row, corpus, line, (path, name, split), catalogue)


def _document(
    row: LabelledSentence,
    corpus: LabelledCorpus,
    line: TextLine,
    named: tuple[Path, str, str | None],
    catalogue: Catalogue,
) -> AnnotatedDocument | Reject:
    path, name, split = named
    raw = storable(row.sentence)
    names = {end: one_line(end) for head, _, tail in row.triples for end in (head, tail)}
    text = one_line(unpad(raw, names) if corpus.padded else raw)
    places = {end: occurrences(text, end) for end in names.values()}
    lost = [end for end, spans in places.items() if not spans]
    if lost:
        message = f"{' and '.join(map(repr, lost))[:400]} does not stand in the sentence"
        return reject_line("NOT_IN_SENTENCE", message, line)
    found = Collected(text)
    for head, label, tail in row.triples:
        ends = [
            _marked(names[end], type_, places, found)
            for end, type_ in zip((head, tail), corpus.types, strict=True)
        ]
        if label == corpus.none:
            found.left_out["NO_RELATION"] += 1
        elif (pair := nearest_pair(ends[0], ends[1])) is None:
            message = f"the sentence names {head[:200]!r} only once, and it is head and tail"
            found.reject("SELF_RELATION", message, line)
        else:
            found.linked.append(Linked(pair[0].name, label, pair[1].name, line.place))
    properties: dict[str, Value] = {} if split is None else {"split": split}
    described = catalogue.describe(
        path, text, text[:300], name=name, kind="sentence", line=line.place.line, properties=properties
    )
    return annotate(described, ((0, len(text)),), found, corpus.name, "manual_agent")


def _marked(name: str, type_: str, places: Mapping[str, list[Span]], found: Collected) -> list[Marked]:
    """Mark where a name stands, but not inside a longer name of the row if it stands elsewhere too."""
    longer = [span for other, spans in places.items() if len(other) > len(name) for span in spans]
    free = [
        (start, end)
        for start, end in places[name]
        if not any(begin <= start and end <= stop for begin, stop in longer)
    ]
    marked = [Marked(f"{start}-{end}", start, end, type_) for start, end in free or places[name]]
    return [found.marked.setdefault(one.name, one) for one in marked]


def occurrences(text: str, name: str) -> list[Span]:
    """Find a name wherever it stands as words of its own; where it never does, inside of words.

    >>> occurrences("tonin and angiotonin", "tonin"), occurrences("angiotonin", "tonin")
    ([(0, 5)], [(5, 10)])
    """
    if not name:
        return []
    found = [(one.start(), one.end()) for one in re.finditer(re.escape(name), text)]
    whole = [(start, end) for start, end in found if not _glued(text, start) and not _glued(text, end)]
    return whole or found


def _glued(text: str, place: int) -> bool:
    """Whether a place lies inside a word."""
    return 0 < place < len(text) and text[place - 1].isalnum() and text[place].isalnum()


def _git_row(value: object) -> LabelledSentence | str:
    names = ("SENTENCE", "SUBJECT_TEXT", "PREDICATE", "OBJECT_TEXT")
    cells = [value.get(name) for name in names] if isinstance(value, dict) else []
    texts = [cell for cell in cells if isinstance(cell, str) and cell.strip()]
    if len(texts) != len(names):
        return f"a row needs the texts {', '.join(names)}"
    return LabelledSentence(texts[0], ((texts[1], one_line(texts[2])[:LONGEST_NAME], texts[3]),))


def _triple_row(value: object) -> LabelledSentence | str:
    text = value.get("text") if isinstance(value, dict) else None
    stated = value.get("triple_list") if isinstance(value, dict) else None
    triples = []
    for triple in stated if isinstance(stated, list) else []:
        cells = triple if isinstance(triple, list) else []
        texts = [cell for cell in cells if isinstance(cell, str) and cell.strip()]
        if len(texts) != 3 or len(cells) != 3:
            return "a triple needs the three texts head, label and tail"
        triples.append((texts[0], one_line(texts[1])[:LONGEST_NAME], texts[2]))
    if not isinstance(text, str) or not text.strip() or not triples:
        return "a row needs a text, and a triple_list with a triple"
    return LabelledSentence(text, tuple(triples))


class GitLoader(DocumentLoader):
    """Reads GIT (GM-CIHT); the marks around the names of its sentences do not reach the graph."""

    name = "git"
    description = "GIT (GM-CIHT): sentences with a triple each, JSONL"
    readers: ClassVar[Readers] = {"git": read_git}


class DdiLoader(DocumentLoader):
    """Reads DDI's sentences with drug-drug interactions."""

    name = "ddi"
    description = "DDI: sentences with drug-drug interactions, JSONL"
    readers: ClassVar[Readers] = {"ddi": read_ddi}
