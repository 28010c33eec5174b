"""Which retrieved document a reader is shown: the tailored chunk scorer, and averages over several."""

from bioloom.extraction.retrieving.scoring.choosing import Choosing, Retrieves
from bioloom.extraction.retrieving.scoring.judging import Judged, judge
from bioloom.extraction.retrieving.scoring.marginal import average, likelihoods
from bioloom.extraction.retrieving.scoring.scorer import Maps, Scorer

__all__ = ["Choosing", "Judged", "Maps", "Retrieves", "Scorer", "average", "judge", "likelihoods"]
