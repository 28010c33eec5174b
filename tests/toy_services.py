"""Services of a test's own making; what a test does not name is there and does nothing it should notice."""

from dataclasses import MISSING, fields
from typing import Any

from bioloom.serving import Services


def toy_services(**given: Any) -> Services:
    """Build services from the functions given by name; the database answers unless `ready` says otherwise."""
    usual: dict[str, Any] = {
        **{field.name: field.default for field in fields(Services) if field.default is not MISSING},
        "ready": lambda: True,
        "close": lambda: None,
        "retrieve": lambda *_, **__: (),
    }
    made = {field.name: given.get(field.name, usual.get(field.name, _unused)) for field in fields(Services)}
    return Services(**made)


def _unused(*_: object, **__: object) -> Any:
    raise AssertionError("a service was asked that this test does not give")
