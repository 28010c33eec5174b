"""Error analysis: the differences between gold and extracted annotation, one by one."""

from __future__ import annotations

import csv
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TypeVar

from bioloom.records import AnnotatedDocument, Sentence
from bioloom_lab.evaluation.protocol_ie.conventions import Convention
from bioloom_lab.evaluation.protocol_ie.measures import Link, Span, links_of, spans_of

Thing = TypeVar("Thing", Span, Link)


@dataclass(frozen=True, slots=True)
class ExtractionError:
    """Extraction error; `kind` says what is wrong, `level` whether of a mention or a relation.

    Kinds of mentions: missed, spurious, wrong type, wrong boundary, wrong boundary and type. Kinds of
    relations, whose ends are compared by their bounds: missed, spurious, wrong relation, wrong direction.
    """

    document: str
    level: str
    kind: str
    gold: str
    gold_type: str
    predicted: str
    predicted_type: str
    sentence: str


def list_errors(
    gold: Sequence[AnnotatedDocument], predicted: Sequence[AnnotatedDocument], how: Convention
) -> Iterator[ExtractionError]:
    """Yield the errors of each document in the order of its text, mentions before relations."""
    for one, other in zip(gold, predicted, strict=True):
        yield from _mention_errors(one, other, how)
        yield from _relation_errors(one, other, how)


def write_errors(errors: Iterator[ExtractionError], path: Path) -> int:
    """Write errors as a table (TSV, UTF-8, one line each), and give their number."""
    columns = [field.name for field in fields(ExtractionError)]
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, dialect="excel-tab", lineterminator="\n")
        table.writerow(columns)
        for error in errors:
            table.writerow([" ".join(getattr(error, column).split()) for column in columns])
            count += 1
    return count


def _mention_errors(
    gold: AnnotatedDocument, predicted: AnnotatedDocument, how: Convention
) -> Iterator[ExtractionError]:
    place = _Sentences(gold)
    for kind, one, other in _paired(spans_of(gold, how), spans_of(predicted, how), _MENTION_KINDS):
        yield ExtractionError(
            document=gold.document.id,
            level="mention",
            kind=kind,
            gold=_surface(gold, one),
            gold_type=one[2] if one else "",
            predicted=_surface(gold, other),
            predicted_type=other[2] if other else "",
            sentence=place.of(_first(one, other)[0]),
        )


def _relation_errors(
    gold: AnnotatedDocument, predicted: AnnotatedDocument, how: Convention
) -> Iterator[ExtractionError]:
    in_gold = {_bounds(link): link for link in links_of(gold, how)}
    found = {_bounds(link): link for link in links_of(predicted, how)}
    missed = frozenset(link for key, link in in_gold.items() if key not in found)
    spurious = frozenset(link for key, link in found.items() if key not in in_gold)
    place = _Sentences(gold)
    for kind, one, other in _paired(missed, spurious, _RELATION_KINDS):
        yield ExtractionError(
            document=gold.document.id,
            level="relation",
            kind=kind,
            gold=_arrow(gold, one),
            gold_type=one[1] if one else "",
            predicted=_arrow(gold, other),
            predicted_type=other[1] if other else "",
            sentence=place.of(_first(one, other)[0][0]),
        )


def _paired(
    gold: frozenset[Thing], found: frozenset[Thing], kinds: Mapping[str, Callable[[Thing, Thing], bool]]
) -> list[tuple[str, Thing | None, Thing | None]]:
    """Name what is wrong with each thing that one side lacks: the first kind that joins it to another one."""
    missed, spurious = sorted(gold - found), sorted(found - gold)
    pairs: list[tuple[str, Thing | None, Thing | None]] = []
    for kind, alike in kinds.items():
        for thing in tuple(missed):
            match = next((other for other in spurious if alike(thing, other)), None)
            if match is not None:
                missed.remove(thing)
                spurious.remove(match)
                pairs.append((kind, thing, match))
    pairs += [("missed", thing, None) for thing in missed]
    pairs += [("spurious", None, thing) for thing in spurious]
    return sorted(pairs, key=lambda pair: _first(pair[1], pair[2]))


def _first(one: Thing | None, other: Thing | None) -> Thing:
    """Give the gold thing, or the predicted one where there is none."""
    thing = other if one is None else one
    assert thing is not None
    return thing


class _Sentences:
    """Finds the sentence of a position."""

    def __init__(self, document: AnnotatedDocument) -> None:
        self._sentences: Sequence[Sentence] = document.sentences
        self._starts = [sentence.start for sentence in document.sentences]

    def of(self, position: int) -> str:
        at = bisect_right(self._starts, position) - 1
        return self._sentences[at].text if at >= 0 else ""


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _bounds(link: Link) -> tuple[tuple[int, int], str, tuple[int, int]]:
    return link[0][:2], link[1], link[2][:2]


def _ends(link: Link) -> frozenset[tuple[int, int]]:
    return frozenset({link[0][:2], link[2][:2]})


_MENTION_KINDS: Mapping[str, Callable[[Span, Span], bool]] = {
    "wrong type": lambda one, other: one[:2] == other[:2],
    "wrong boundary": lambda one, other: one[2] == other[2] and _overlap(one, other),
    "wrong boundary and type": _overlap,
}
_RELATION_KINDS: Mapping[str, Callable[[Link, Link], bool]] = {
    "wrong direction": lambda one, other: _bounds((one[2], one[1], one[0])) == _bounds(other),
    "wrong relation": lambda one, other: _ends(one) == _ends(other),
}


def _surface(document: AnnotatedDocument, span: Span | None) -> str:
    return document.document.text[max(0, span[0]) : max(0, span[1])] if span else ""


def _arrow(document: AnnotatedDocument, link: Link | None) -> str:
    return f"{_surface(document, link[0])} -> {_surface(document, link[2])}" if link else ""
