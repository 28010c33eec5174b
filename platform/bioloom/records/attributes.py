"""Attributes of a record by name, for JSON and property maps that carry them under the same names."""

from typing import Any


def attributes(record: object, *names: str) -> dict[str, Any]:
    """Give these attributes of a record, in the order of the names.

    >>> attributes(3 + 4j, "imag", "real")
    {'imag': 4.0, 'real': 3.0}
    """
    return {name: getattr(record, name) for name in names}
