"""Faults of gold data in words: a row that lacks something, a file that cannot be read."""

import json


def row_fault(error: Exception) -> str:
    """Say what is wrong with a row or file whose reading raised an error.

    >>> row_fault(KeyError("gold")), row_fault(TypeError("names must be strings"))
    ('it has no gold', 'names must be strings')
    """
    if isinstance(error, KeyError):
        return f"it has no {error.args[0]}"
    if isinstance(error, json.JSONDecodeError):
        return f"it is no JSON ({error.msg} at character {error.pos + 1})"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error)
