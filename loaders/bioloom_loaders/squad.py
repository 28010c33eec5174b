"""Articles of question sets in the SQuAD format: the texts alone, never their questions and answers."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from bioloom.records import Place, Reject, SourceRecord, Value
from bioloom_loaders.annotations import LONGEST_NAME, storable
from bioloom_loaders.document_catalogue import Catalogue, DocumentLoader, Readers
from bioloom_loaders.documents import Span, line_spans
from bioloom_loaders.json_items import Item, read_items
from bioloom_loaders.sentences import sentence_spans
from bioloom_loaders.text_composer import one_line, without_annotation
from bioloom_loaders.text_lines import open_bytes, shown

_HEADER = re.compile(
    r"(?P<link>https?://\S+)|(?P<key>SHA|Authors|Date|DOI|License)\s?:\s*(?P<value>.*)", re.DOTALL
)
_HEADER_LINES = 12
_KEPT = {"Authors": "authors", "Date": "date", "DOI": "doi"}


def read_squad(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read the contexts of one file in their order; offsets count in the context as the file has it."""
    number = parts = 0
    listed = False
    with open_bytes(path) as opened:
        for item in read_items(opened, shown(path), parts={"data": "paragraphs"}):
            listed = listed or isinstance(item, Reject) or item.key.startswith("data")
            if isinstance(item, Reject):
                yield item
            elif item.key == "data":
                number += 1
                yield from _read_article(path, item, number, catalogue)
            elif item.key == "data/paragraphs":  # of an article that is broken elsewhere
                parts += 1
                yield _read(path, item.value, f"part.{parts}", "", item.place, catalogue)
    if not listed:
        yield Reject("MISSING_FIELD", "extract", "the file has no list called data", Place(shown(path)))


def _read_article(path: Path, item: Item, number: int, catalogue: Catalogue) -> Iterator[SourceRecord]:
    article = item.value if isinstance(item.value, dict) else {}
    paragraphs = article.get("paragraphs")
    if not isinstance(paragraphs, list):
        message = f"article {number} has no list of paragraphs"
        yield Reject("MISSING_FIELD", "extract", message, item.place)
        return
    title = one_line(str(article.get("title") or "")).replace("_", " ")
    for at, paragraph in enumerate(paragraphs, 1):
        yield _read(path, paragraph, f"{title or number}.{at}", title, item.place, catalogue)


def _read(
    path: Path, paragraph: object, name: str, title: str, place: Place, catalogue: Catalogue
) -> SourceRecord:
    stated = paragraph.get("document_id") if isinstance(paragraph, dict) else None
    name = one_line(str(stated or name))[:LONGEST_NAME]
    context = paragraph.get("context") if isinstance(paragraph, dict) else None
    if not isinstance(context, str) or not context.strip():
        return Reject("EMPTY_DOCUMENT", "extract", f"{name} has no context", place)
    text = storable(context)
    lines = line_spans(text)
    header, properties = _header(text, lines)
    first = lines[0]
    described = catalogue.describe(
        path,
        text,
        (title or one_line(text[slice(*first)]))[:300] or name,
        name=name,
        kind="article",
        line=place.line,
        licence=properties.pop("licence", None),
        properties=dict[str, Value](properties),
    )
    found = [span for line in lines if line not in header for span in sentence_spans(text, *line)]
    return without_annotation(described, found, Counter(FRONT_MATTER=len(header)))


def _header(text: str, lines: tuple[Span, ...]) -> tuple[frozenset[Span], dict[str, str]]:
    """Find the lines near the top that say where the article is from, and what they say."""
    header, properties = set(), {}
    for line in lines[:_HEADER_LINES]:
        found = _HEADER.fullmatch(text, *line)
        if found is None:
            continue
        header.add(line)
        value = one_line(found["value"] or "")
        if found["key"] in _KEPT and value:
            properties[_KEPT[found["key"]]] = value
        elif found["key"] == "License" and value:
            properties["licence"] = value
    return frozenset(header), properties


class SquadLoader(DocumentLoader):
    """Reads the texts that questions are asked about; questions and answers stay outside of the graph."""

    name = "squad"
    description = "articles of question sets in the SQuAD format (JSON): texts only, no questions"
    readers: ClassVar[Readers] = {"squad": read_squad}
