"""Palette of node labels: fill, diameter and caption, in Neo4j Browser and on the page."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bioloom import resources
from bioloom.biolink import Biolink, model

NAMED_THING = "biolink:NamedThing"


@dataclass(frozen=True, slots=True)
class Look:
    """Appearance of the nodes of one label: fill colour, diameter in pixels, caption."""

    color: str
    diameter: int
    caption: str


def read_palette() -> Mapping[str, Look]:
    """Read the look of each label that has one of its own, in the order of the file."""
    lines = resources.text("cypher", "browser/palette.tsv").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")][1:]
    return {label: Look(color, int(diameter), caption) for label, color, diameter, caption in rows}


def fills() -> Mapping[str, str]:
    """Give the fill of each label of the palette and of each Biolink category, else its family's."""
    palette = read_palette()
    own = {label: look.color for label, look in palette.items()}
    return {label: look.color for label, look in entity_looks(model(), palette)} | own


def entity_looks(biolink: Biolink, palette: Mapping[str, Look]) -> Iterator[tuple[str, Look]]:
    """Order all labels of the model from general to specific, mixins first, each with its family's look."""
    categories = biolink.release.categories
    order = sorted(
        categories.values(), key=lambda term: (term.kind == "thing", len(term.ancestors), term.curie)
    )
    for term in order:
        family = next((label for label in biolink.labels([term.curie]) if label in palette), NAMED_THING)
        yield term.curie, palette[family]
