"""Which retrieved document a reader is shown: the tailored chunk scorer, and averages over several."""

from bioloom_lab.document_scorer.document_choice import Choosing, Retrieves
from bioloom_lab.document_scorer.document_utility import Judged, judge
from bioloom_lab.document_scorer.marginalization import average, likelihoods
from bioloom_lab.document_scorer.scorer import Maps, Scorer

__all__ = ["Choosing", "Judged", "Maps", "Retrieves", "Scorer", "average", "judge", "likelihoods"]
