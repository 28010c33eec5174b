"""Yes/no/maybe classifier: multinomial logistic model over the sentences of an abstract."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from bioloom.answering.texts.polarity import read_asking, read_finding
from bioloom.question_parsing import content_words, stem
from bioloom.resources import read_table
from bioloom.retrieval.weighted_overlap import stems_of

TABLE = "verdicts/weights.tsv"
ANSWERS = ("yes", "no", "maybe")

Signals = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How likely each answer is, 0 to 1, together 1."""

    yes: float
    no: float
    maybe: float

    @property
    def answer(self) -> str:
        """Give the likeliest answer."""
        return max(ANSWERS, key=lambda name: float(getattr(self, name)))

    @property
    def belief(self) -> float:
        """Give the probability of the likeliest answer."""
        return max(self.yes, self.no, self.maybe)


@dataclass(frozen=True, slots=True)
class VerdictWeights:
    """What every signal adds to each answer before they are made to sum to 1."""

    of: Mapping[str, tuple[float, float, float]]

    def judge(self, signals: Signals) -> Verdict:
        """Turn signals into probabilities; a signal without a weight adds nothing.

        >>> VerdictWeights({"always": (1.0, 1.0, 1.0)}).judge({"always": 1.0}).no
        0.3333333333333333
        """
        rows = [(self.of[name], number) for name, number in signals.items() if name in self.of]
        scores = [sum(weights[place] * number for weights, number in rows) for place in range(len(ANSWERS))]
        raised = [math.exp(score - max(scores)) for score in scores]
        return Verdict(*(each / sum(raised) for each in raised))


def judge(question: str, sentences: Sequence[str]) -> Verdict:
    """Say how likely yes, no and maybe are, given the sentences of one abstract in their order.

    The probabilities are calibrated on research questions that have an answer (docs/evaluation.md): whether
    the sentences are about the question at all must be asked before.
    """
    return shipped_verdicts().judge(signals_of(question, sentences))


def signals_of(question: str, sentences: Sequence[str]) -> Signals:
    """Give what is known of a question and the sentences that may answer it, as numbers from -1 to 3.

    A sentence weighs by the square of its place, since results and conclusions come last.
    """
    asking = read_asking(question)
    words = frozenset(stem(word) for word in content_words(question))
    found = [read_finding(sentence) for sentence in sentences]
    heavy = [(place / len(sentences)) ** 2 for place in range(1, len(sentences) + 1)]
    shares = [weight / sum(heavy) for weight in heavy]
    held = [len(words & stems_of(sentence)) / max(1, len(words)) for sentence in sentences]
    mean = (
        {
            mark: sum(share * each[mark] for share, each in zip(shares, found, strict=True))
            for mark in found[0]
        }
        if found
        else {}
    )
    tilt = mean.get("more", 0.0) - mean.get("less", 0.0)
    both = zip(shares, held, found, strict=True)
    weighted = [(share * part, each) for share, part, each in both]
    return {
        "always": 1.0,
        **mean,
        **{f"question: {mark}": number for mark, number in asking.items()},
        "as asked": (asking["asks for more"] - asking["asks for less"]) * tilt,
        "for and against": min(
            mean.get("denied", 0.0), mean.get("p below 0.05", 0.0) / 2 + mean.get("significant", 0.0)
        ),
        "denied of the question": sum(weight * each["denied"] for weight, each in weighted),
        "related of the question": sum(weight * each["related"] for weight, each in weighted),
        "most denied": max((weight * each["denied"] for weight, each in weighted), default=0.0),
    }


@cache
def shipped_verdicts() -> VerdictWeights:
    """Read the weights that come along (ontology/verdicts/weights.tsv)."""
    return verdict_weights(read_table(TABLE))


def verdict_weights(table: Iterable[Mapping[str, str]]) -> VerdictWeights:
    """Read weights from rows of signal, yes, no and maybe."""
    return VerdictWeights(
        {row["signal"]: (float(row["yes"]), float(row["no"]), float(row["maybe"])) for row in table}
    )
