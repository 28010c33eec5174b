"""Names of things, and the entities that they were found to name."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Naming:
    """A name to be grounded: its text, what kind of thing it names, and the text around it.

    `categories` are Biolink's, empty if unknown; `context` is the sentence or document, empty if unknown.
    """

    text: str
    categories: tuple[str, ...] = ()
    context: str = ""


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entry of a name index: an entity one of whose names matched, `name` being its preferred one."""

    id: str
    name: str
    categories: tuple[str, ...]
    matched: str
    synonym: bool = False


@dataclass(frozen=True, slots=True)
class Grounding:
    """The entity that a name was found to name, with a score (0 to 1) and how it was found.

    `method` is exact, normalised, abbreviation, fuzzy, embedding, curated, or the name of an adapter.
    """

    entity_id: str
    name: str
    score: float
    method: str
