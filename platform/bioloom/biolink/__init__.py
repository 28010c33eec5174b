"""The pinned Biolink release: terms, hierarchy, canonical direction and the checks of every node and edge."""

from bioloom.biolink.model import NAMED_THING, RELATED_TO, Biolink, model
from bioloom.biolink.prefixes import converter, curie_fault, expand, prefix_map
from bioloom.biolink.release import PINNED, Slot
from bioloom.biolink.verbalization import reads_backwards, relation_phrase, verbalize

__all__ = [
    "NAMED_THING",
    "PINNED",
    "RELATED_TO",
    "Biolink",
    "Slot",
    "converter",
    "curie_fault",
    "expand",
    "model",
    "prefix_map",
    "reads_backwards",
    "relation_phrase",
    "verbalize",
]
