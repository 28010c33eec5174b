"""The pinned Biolink release: terms, hierarchy, canonical direction and the checks of every node and edge."""

from bioloom.biolink.model import NAMED_THING, RELATED_TO, Biolink, model
from bioloom.biolink.prefixes import converter, curie_fault, expand, prefix_map, prefix_warning
from bioloom.biolink.release import PINNED, Qualified, Slot
from bioloom.biolink.verbalization import reads_backwards, relation_phrase, verbalize

__all__ = [
    "NAMED_THING",
    "PINNED",
    "RELATED_TO",
    "Biolink",
    "Qualified",
    "Slot",
    "converter",
    "curie_fault",
    "expand",
    "model",
    "prefix_map",
    "prefix_warning",
    "reads_backwards",
    "relation_phrase",
    "verbalize",
]
