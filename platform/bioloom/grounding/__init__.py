"""Entity linking: mentions to CURIEs of a vocabulary, or to CURIEs minted here.

What needs numbers or the model is imported from its own module: `grounding.grounder.Grounder`.
"""

from bioloom.grounding.abbreviations import abbreviations
from bioloom.grounding.minting import MINTED_TYPES, mint, minted_name, unmint
from bioloom.grounding.name_index import NameIndex
from bioloom.grounding.name_normalization import keys, name_keys
from bioloom.grounding.string_similarity import likeness
