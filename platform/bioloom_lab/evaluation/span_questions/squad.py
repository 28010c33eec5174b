"""Reader of questions and answers in the SQuAD format; inexact answer offsets are mended."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from bioloom.errors import SourceError


def fingerprint(text: str) -> str:
    """Name a text by 16 hex digits, white space and letter case aside.

    >>> fingerprint("One  text.") == fingerprint("one text.")
    True
    """
    return sha256(" ".join(text.casefold().split()).encode("utf-8", "replace")).hexdigest()[:16]


_GZIP = b"\x1f\x8b"


class _Answer(BaseModel):
    text: str
    answer_start: int


class _Question(BaseModel):
    model_config = ConfigDict(coerce_numbers_to_str=True)
    question: str
    id: str = ""
    answers: list[_Answer] = []


class _Paragraph(BaseModel):
    model_config = ConfigDict(coerce_numbers_to_str=True)
    context: str
    document_id: str | None = None
    qas: list[_Question] = []


class _Article(BaseModel):
    title: str | None = None
    paragraphs: list[_Paragraph]


class _SquadFile(BaseModel):
    data: list[_Article]


@dataclass(frozen=True, slots=True)
class GoldSpan:
    """An accepted answer: the characters from `start` to `end` of its article, without white space around."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class SpanQuestion:
    """A question about one article, by the article's name, with its accepted answers (none: unanswerable)."""

    id: str
    question: str
    article: str
    answers: tuple[GoldSpan, ...]


@dataclass(frozen=True, slots=True)
class Article:
    """A text that questions are asked about; `name` is that of its document in the graph, without corpus."""

    name: str
    text: str
    questions: tuple[SpanQuestion, ...]


def read_squad(path: Path) -> tuple[Article, ...]:
    """Read a question set, packed with gzip or not; SourceError says what is missing.

    An answer whose text does not stand at its offset is taken at the nearest place where it does (COVID-QA
    counts offsets without the white space before an answer); one that stands nowhere is left out.
    """
    try:
        raw = path.read_bytes()
        content = gzip.decompress(raw) if raw.startswith(_GZIP) else raw
        found = _SquadFile.model_validate_json(content)
    except (OSError, EOFError, gzip.BadGzipFile) as fault:
        raise SourceError(f"cannot be read: {fault}", str(path)) from fault
    except ValidationError as fault:
        first = fault.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise SourceError(
            f"is no question set in the SQuAD format: {place} {first['msg']}", str(path)
        ) from fault
    return tuple(_articles(found))


def _articles(found: _SquadFile) -> Iterator[Article]:
    for number, article in enumerate(found.data, 1):
        title = " ".join((article.title or "").split()).replace("_", " ")
        for at, paragraph in enumerate(article.paragraphs, 1):
            name = " ".join((paragraph.document_id or f"{title or number}.{at}").split())
            yield Article(
                name,
                paragraph.context,
                tuple(
                    SpanQuestion(
                        asked.id or f"{name}.{place}",
                        " ".join(asked.question.split()),
                        name,
                        tuple(
                            span
                            for each in asked.answers
                            if (span := find_answer(paragraph.context, each.text, each.answer_start))
                        ),
                    )
                    for place, asked in enumerate(paragraph.qas, 1)
                ),
            )


def find_answer(text: str, answer: str, start: int) -> GoldSpan | None:
    """Find an answer, white space around it aside, at the place nearest to where it is said to start.

    >>> find_answer("It takes 5 days, then 5 days.", " 5 days ", 20)
    GoldSpan(start=22, end=28, text='5 days')
    """
    bare = answer.strip()
    if not bare:
        return None
    places = []
    at = text.find(bare)
    while at >= 0:
        places.append(at)
        at = text.find(bare, at + 1)
    if not places:
        return None
    best = min(places, key=lambda place: abs(place - start))
    return GoldSpan(best, best + len(bare), bare)
