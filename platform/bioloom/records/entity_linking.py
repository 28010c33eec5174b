"""Entity linking: names to be grounded, index entries and groundings."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Naming:
    """Name to be grounded: its text, the categories of the thing, and the text around it.

    `categories` are Biolink's, empty if unknown; `context` is the sentence or document, empty if unknown.
    """

    text: str
    categories: tuple[str, ...] = ()
    context: str = ""


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """Entry of a name index: an entity one of whose names matched, `name` being its preferred one.

    `described`: a source describes it; of other entities there is only what texts call them.
    """

    id: str
    name: str
    categories: tuple[str, ...]
    matched: str
    synonym: bool = False
    described: bool = True


@dataclass(frozen=True, slots=True)
class Grounding:
    """Grounding of a name: the entity, a score (0 to 1) and the method.

    `method` is exact, normalised, abbreviation, fuzzy, embedding, curated, or the name of an adapter.
    """

    entity_id: str
    name: str
    score: float
    method: str
