"""The lines of a Draft.js document, as protocols.io stores its rich text."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from bioloom_loaders.format_terms import format_terms
from bioloom_loaders.html_lines import HtmlLine

_ORDERED = "ordered-list-item"
_LISTED = "unordered-list-item"
#: What an entity of protocols.io says, in the order in which it is read out.
_SAID = tuple(format_terms("draft value"))
_NO_TEXT = frozenset({"link", "image", "file", "video", "emoji", "smiles", "tables", "latex"})


def read_draft(text: str) -> Iterator[HtmlLine] | None:
    """Read a Draft.js document that is written as JSON; None where the text is none.

    A value that stands as an entity (an amount, a temperature) is written out where its place is blank.

    >>> said = '{"blocks": [{"text": "Mix", "type": "ordered-list-item"}], "entityMap": {}}'
    >>> [line.mark + line.text for line in read_draft(said)]
    ['1. Mix']
    """
    if not text.lstrip().startswith("{"):
        return None
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(fields, dict) or not isinstance(fields.get("blocks"), list):
        return None
    return _lines(fields)


def _lines(fields: Mapping[str, Any]) -> Iterator[HtmlLine]:
    entities = fields.get("entityMap")
    numbers: dict[int, int] = {}
    for block in fields["blocks"]:
        if not isinstance(block, dict):
            continue
        type_ = str(block.get("type") or "unstyled")
        depth = block.get("depth") if isinstance(block.get("depth"), int) else 0
        if type_ == _ORDERED:
            numbers[depth or 0] = numbers.get(depth or 0, 0) + 1
            numbers = {level: count for level, count in numbers.items() if level <= (depth or 0)}
        elif type_ != _LISTED:
            numbers = {}
        mark = f"{numbers[depth or 0]}. " if type_ == _ORDERED else "- " if type_ == _LISTED else ""
        text = _filled(block, entities if isinstance(entities, (dict, list)) else {})
        for line in text.splitlines():
            if line.strip():
                yield HtmlLine(line, mark, type_.startswith("header-"))
                mark = ""


def _filled(block: Mapping[str, Any], entities: Mapping[str, Any] | list[Any]) -> str:
    """Write out the entities of a block whose place in its text is blank; offsets count UTF-16 units."""
    raw = str(block.get("text") or "").encode("utf-16-le", "surrogatepass")
    parts: list[bytes] = []
    at = 0
    listed = block.get("entityRanges")
    ranges = [found for found in (listed if isinstance(listed, list) else []) if isinstance(found, dict)]
    for found in sorted(ranges, key=lambda found: _count(found, "offset")):
        start = 2 * _count(found, "offset")
        end = start + 2 * _count(found, "length")
        covered = raw[start:end].decode("utf-16-le", "replace")
        words = _words(_entity(entities, found.get("key")))
        if start < at or end > len(raw) or covered.strip() or not words:
            continue
        parts.extend((raw[at:start], f" {words} ".encode("utf-16-le", "replace")))
        at = end
    return b"".join((*parts, raw[at:])).decode("utf-16-le", "replace")


def _count(fields: Mapping[str, Any], key: str) -> int:
    """Give a count of characters; 0 for what is none."""
    value = fields.get(key)
    return max(0, value) if isinstance(value, int) else 0


def _entity(entities: Mapping[str, Any] | list[Any], key: object) -> Mapping[str, Any]:
    if isinstance(entities, list):
        found = entities[key] if isinstance(key, int) and 0 <= key < len(entities) else None
    else:
        found = entities.get(str(key))
    return found if isinstance(found, dict) else {}


def _words(entity: Mapping[str, Any]) -> str:
    """Say what an entity stands for: ``500 µl``; nothing for pictures and links."""
    data = entity.get("data")
    type_ = str(entity.get("type") or "").casefold()
    if not isinstance(data, dict) or type_ in _NO_TEXT:
        return ""
    if type_ == "duration" and isinstance(data.get("duration"), int):
        return seconds(data["duration"])
    said = [
        data[key]
        for key in _SAID
        if isinstance(data.get(key), (str, int, float)) and data[key] not in ("", 0)
    ]
    return " ".join(dict.fromkeys(map(str, said)))


def seconds(count: int) -> str:
    """Write a duration in words.

    >>> seconds(5400), seconds(30)
    ('1 h 30 min', '30 s')
    """
    hours, rest = divmod(count, 3600)
    minutes, rest = divmod(rest, 60)
    parts = [f"{value} {unit}" for value, unit in ((hours, "h"), (minutes, "min"), (rest, "s")) if value]
    return " ".join(parts)
