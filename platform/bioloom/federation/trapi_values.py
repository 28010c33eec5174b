"""Accessors for untrusted TRAPI JSON: None or an empty list where the shape is wrong."""

from collections.abc import Mapping
from typing import Any


def at(value: object, name: str) -> Any:
    """Give what an object has under a name; None if it is no object or has no such thing."""
    return value.get(name) if isinstance(value, Mapping) else None


def listed(value: object) -> list[Any]:
    """Give a list as it is, and anything else as an empty one."""
    return value if isinstance(value, list) else []
