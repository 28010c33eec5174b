"""Packages of bioloom's extras: imported where used, with a plain sentence when absent."""

from importlib import import_module
from typing import Any

from bioloom.errors import MissingExtraError


def optional(module: str, feature: str, *, extra: str = "models") -> Any:
    """Import a module of an extra; MissingExtraError names the feature that wants it.

    >>> optional("math", "Counting").floor(2.5)
    2
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as absent:
        if absent.name is None or absent.name.partition(".")[0] != module.partition(".")[0]:
            raise
        raise MissingExtraError(feature, extra) from absent
