"""JSON files, parsed whole within a size limit."""

import json
import math
import re
from collections.abc import Generator
from pathlib import Path

from bioloom.records import Place, Reject
from bioloom.standardization.number_parsing import underflows
from bioloom_loaders.text_lines import bad_encoding, read_bytes, shown

LARGEST_FILE = 64 * 1024 * 1024


_EXTREME = re.compile(r"[0-9][eE][+-]?[0-9]{3}|[0-9.]{200}")
"""What a number has that no float may hold: a long exponent, or digits enough to need none."""


def _number(text: str) -> float | str:
    """Read a fraction; one that would become zero or infinite stays the text that it is."""
    number = float(text)
    return text if math.isinf(number) or underflows(text, number) else number


EXACT_DECODER = json.JSONDecoder(parse_float=_number)
"""Decoder that loses no number."""


def parse_json(text: str) -> object:
    """Parse JSON without losing a number that no float holds; ValueError or RecursionError as json has them.

    >>> parse_json('[1e-400, 1e-300, 0e-999]')
    ['1e-400', 1e-300, 0.0]
    >>> long = [f"0.{'0' * 400}1", f"{'1' * 401}.0", f"0.{'0' * 250}1e-99", f"{'1' * 250}e99"]
    >>> [parse_json(number) == number for number in long]
    [True, True, True, True]
    """
    value: object = EXACT_DECODER.decode(text) if _EXTREME.search(text) else json.loads(text)
    return value


def read_json(path: Path) -> object | Reject:
    """Read the value of a file, or say why it is none."""
    place = Place(shown(path))
    raw = read_bytes(path, LARGEST_FILE, "file")
    if isinstance(raw, Reject):
        return raw
    try:
        value: object = json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return bad_encoding(error, place)
    except json.JSONDecodeError as error:
        return Reject("BAD_JSON", "extract", error.msg, Place(place.file, error.lineno))
    except RecursionError:
        return Reject("BAD_JSON", "extract", "values are nested too deeply", place)
    return value


def read_object(path: Path) -> Generator[Reject, None, dict[str, object]]:
    """Read an object beside a table; the return value of the generator is its content, empty without one."""
    if not path.is_file():
        return {}
    content = read_json(path)
    if isinstance(content, Reject):
        yield content
    return content if isinstance(content, dict) else {}
