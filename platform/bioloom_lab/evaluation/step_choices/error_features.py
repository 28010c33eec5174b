"""Features of a wrong step: better fitting values, rare words, no tie to its purpose."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping, Sequence

from bioloom.mechanism.ranking import softmax
from bioloom_lab.evaluation.step_choices.choice_features import fillings
from bioloom_lab.evaluation.step_choices.corpus_counts import END, START, PhraseCounts, telling, terms
from bioloom_lab.evaluation.step_choices.generating import shown

FACTORS = (0.1, 0.2, 0.5, 2, 5, 10)
"""By what a value is multiplied to see whether another would fit better."""

_MOST = 6
"""Values of a step that are looked at."""
_LARGEST = 1e6
_VALUE = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?!\w*\.\d)")


def doubts(
    counts: PhraseCounts, weights: Sequence[float], text: str, context: Sequence[str] = ()
) -> Mapping[str, float]:
    """Give what is known of a step as numbers; `weights` rank the fillings of a blank."""
    fits = [math.log(share) for share in _shares(counts, weights, text)]
    edged = [START, *terms(text), END]
    beside = [math.log1p(counts.twos[pair]) for pair in itertools.pairwise(edged)]
    known = [math.log1p(counts.held(term)) for term in edged[1:-1]]
    own, told = telling(edged), telling(term for each in context for term in terms(each))
    return {
        "always": 1.0,
        "worst value": min(fits, default=0.0),
        "values": sum(fits) / max(1, len(fits)),
        "number of values": len(fits) / _MOST,
        "neighbours": sum(beside) / len(beside),
        "rarest neighbours": min(beside),
        "rarest word": min(known, default=0.0),
        "length": len(edged) / 20,
        "of the context": len(own & told) / max(1, len(told)),
    }


def _shares(counts: PhraseCounts, weights: Sequence[float], text: str) -> list[float]:
    """Give for each value how much more than an equal share of belief it gets beside others in its place."""
    found = []
    for match in list(_VALUE.finditer(text))[:_MOST]:
        number = float(match[0])
        if not 0 < number <= _LARGEST:
            continue
        others = dict.fromkeys((match[0], *(shown(number * factor) for factor in FACTORS), "4", "37"))
        rows = fillings(counts, text[: match.start()], text[match.end() :], list(others))
        shares = softmax([sum(map(float.__mul__, weights, row)) for row in rows])
        found.append(max(shares[0] * len(shares), 1e-6))
    return found
