"""Reply parsing: the JSON objects of a language model's reply, without its thoughts."""

import json
import re
from collections.abc import Iterator
from typing import Any

_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL | re.IGNORECASE)
_MOST_SCANNED = 10_000_000


def thoughtless(text: str) -> str:
    """Cut the thoughts that a model writes down before it answers.

    The lines keep their numbers.

    >>> thoughtless("<think>{}\\n</think>yes")
    '\\nyes'
    """
    return _THOUGHT.sub(lambda found: "\n" * found.group().count("\n"), text)


def json_objects(text: str) -> Iterator[Any]:
    """Read every JSON object in a text, also inside a code fence or between other words, in order.

    An object comes before those within it. A text of many beginnings is given up after a bounded time.

    >>> list(json_objects('Sure {so}: ```json\\n{"a": 1}\\n```'))
    [{'a': 1}]
    """
    decoder = json.JSONDecoder()
    scanned, start = 0, text.find("{")
    while start >= 0 and scanned < _MOST_SCANNED:
        end = start + 1
        try:
            found, end = decoder.raw_decode(text, start)
        except json.JSONDecodeError as error:
            scanned += error.pos - start + error.pos // 10  # the error itself counts the lines before it
        except RecursionError:
            scanned += len(text) - start
        else:
            yield from _objects_within(found)
        start = text.find("{", end)


def _objects_within(value: Any) -> Iterator[Any]:
    """List the objects of a JSON value in the order in which they are written."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            yield each
            each = list(each.values())
        if isinstance(each, list):
            waiting.extend(reversed(each))
