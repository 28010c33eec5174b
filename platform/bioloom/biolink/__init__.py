"""The pinned Biolink release: terms, hierarchy, canonical direction and the checks of every node and edge."""

from bioloom.biolink.model import NAMED_THING, RELATED_TO, Biolink, model
from bioloom.biolink.release import PINNED

__all__ = ["NAMED_THING", "PINNED", "RELATED_TO", "Biolink", "model"]
