"""Ablation of retrieval-augmented relation extraction, all conditions in one run (SPEC P23, P24).

Every condition asks the same reader for the relation of the same given pairs; only the document beside the
sentence differs. The answer is the most probable of the labels that occur in the source set D. Where a
condition involves chance (a scorer's seed, a document at random) it is run once a seed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import comb
from statistics import fmean, median, stdev

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding import Encoder
from bioloom.embedding.caching_encoder import CachingEncoder
from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample, Retrieved, letters
from bioloom.records import AnnotatedDocument
from bioloom_lab.document_scorer.caching_reader import RememberingReader
from bioloom_lab.document_scorer.document_choice import DocumentRetriever
from bioloom_lab.document_scorer.document_utility import JudgedDocuments, Shows, as_it_is, ask, judge
from bioloom_lab.document_scorer.losses import LOSSES
from bioloom_lab.document_scorer.marginalization import likelihoods
from bioloom_lab.document_scorer.scorer import Scorer
from bioloom_lab.document_scorer.scorer_training import ScorerSchedule, fit_scorer
from bioloom_lab.evaluation.extraction_scores import F1Difference, Tally, compare, micro, score, tally, total
from bioloom_lab.evaluation.statistics import SEED, Estimate
from bioloom_lab.readers.label_reader import LabelReader

Documents = Sequence[Sequence[Retrieved]]
Answers = NDArray[np.intp]
NONE = "none"


Opens = Callable[[int, bool], DocumentRetriever]
"""Opens a retrieval of D by words a chunk, with the diversity operation or without."""


@dataclass(frozen=True, slots=True)
class AblationPlan:
    """Plan of an ablation: `words` a chunk in the full method, and the other lengths (P24).

    `seeds` is how many scorers are fitted a loss, all on the same `learn` pairs of D; of each the reader
    judges the nearest labelled sentence and `cap` of the other documents, drawn at random. `ensemble` is how
    many documents are read where answers are averaged, `loss` that of the scorer in conditions that need one.
    `swept` is how many cases, drawn at random, are read with other lengths and beside each of their
    documents: both need the vectors, or the answers, of all documents anew.
    """

    words: int = 5
    sizes: tuple[int, ...] = (3, 4, 5, 6, 7, 8, 9, 10)
    seeds: int = 5
    learn: int = 400
    cap: int = 12
    swept: int = 120
    ensemble: int = 4
    loss: str = "kl"
    schedule: ScorerSchedule = field(default_factory=ScorerSchedule)


@dataclass(frozen=True, slots=True)
class McNemar:
    """McNemar's test: pairs that only one of two systems has right, exact two-sided p (median over seeds)."""

    gained: float
    lost: float
    p: float


@dataclass(frozen=True, slots=True)
class AblationRow:
    """A condition: micro F1 of each run, their mean and standard deviation.

    `interval` and `above_none` (the F1 above that without retrieval) are bootstrapped over distinct
    sentences, runs taken together. `likelihood` is the mean p(gold label); `upper_bound` says that the
    condition looks at the gold label and is no system.
    """

    name: str
    runs: tuple[float, ...]
    interval: Estimate
    likelihood: float
    above_none: F1Difference | None = None
    mcnemar: McNemar | None = None
    upper_bound: bool = False

    @property
    def f1(self) -> float:
        """The mean over the runs."""
        return fmean(self.runs)

    @property
    def deviation(self) -> float:
        """The standard deviation over the runs, 0 for one."""
        return stdev(self.runs) if len(self.runs) > 1 else 0.0


@dataclass(frozen=True, slots=True)
class Ablation:
    """All conditions, and how much one is above another where the papers claim a gain (P23).

    `swept` are the conditions of `swept_cases` of the cases alone: other lengths of chunks (P24), and the
    best document by the gold label; "no retrieval" is first among them, too.
    `cases` pairs in `sentences` distinct sentences are scored; `copies` were left out because their sentence
    stands in D. `most_documents` is how many a sentence had at most, `learnt` from how many pairs the scorers
    learnt, `asked` how many questions were put to the reader. `learnt_range` and `scored_range` say how much
    a choice can change: the mean of the largest less the smallest p(gold label) of a pair's documents.
    """

    reader: str
    encoder: str
    rows: tuple[AblationRow, ...]
    swept: tuple[AblationRow, ...]
    swept_cases: int
    claims: dict[str, F1Difference]
    cases: int
    sentences: int
    copies: int
    source: int
    learnt: int
    most_documents: int
    asked: int
    learnt_range: float
    scored_range: float


def cases_of(document: AnnotatedDocument) -> list[MemoryExample]:
    """List the related pairs of a document that stand in one sentence, each with its label."""
    sentences = {each.id: each for each in document.sentences}
    mentions = {each.id: each for each in document.mentions}
    found = []
    for relation in document.relations:
        head, tail = mentions.get(relation.subject), mentions.get(relation.object)
        if head is None or tail is None or head.sentence_id != tail.sentence_id or relation.negated:
            continue
        sentence = sentences[head.sentence_id]
        first, last = ((one.start - sentence.start, one.end - sentence.start) for one in (head, tail))
        found.append(MemoryExample(sentence.text, relation.predicate, first, last, document.document.id))
    return found


def evaluate_ablation(
    reader: LabelReader,
    source: Sequence[MemoryExample],
    scored: Sequence[MemoryExample],
    encoder: Encoder,
    opens: Opens,
    plan: AblationPlan = AblationPlan(),
    *,
    show: Shows | None = None,
    on_progress: Callable[[str], None] | None = None,
) -> Ablation:
    """Run every condition on the pairs of `scored` whose sentence is not one of `source`, the source set D.

    `show` is how a chosen document is put before the reader (P17); with it, two conditions go without.
    UsageError if nothing is left to score. `on_progress` is told what is done next.
    """
    tell = on_progress or (lambda _: None)
    known = {letters(each.sentence) for each in source}
    cases = [each for each in scored if letters(each.sentence) not in known]
    if not cases:
        raise UsageError("there is nothing to score: no pair, or only sentences of the training data")
    remembering = RememberingReader(reader, lambda count: tell(f"{count} questions read"))
    bench = _AblationRun(remembering, cases, sorted({each.label for each in source}), show or as_it_is)
    vectors = CachingEncoder(encoder)
    full = opens(plan.words, True)
    documents = bench.retrieve(full)
    nearest = [group[:1] for group in documents]
    cosine = Scorer(vectors)

    tell("no retrieval, nearest sentence, cosine")
    bench.run("no retrieval", [[[] for _ in cases]], cosine)
    bench.run("nearest sentence (n = 1)", [nearest], cosine)
    drawn = [_at_random(documents, seed) for seed in range(plan.seeds)]
    bench.run("a document at random", drawn, cosine)
    bench.run("cosine", [documents], cosine)

    learnt = _sample(source, plan.learn)
    tell(f"documents of {len(learnt)} pairs of the source set, for the scorers")
    judged = judge(remembering, learnt, _capped(_retrieved(full, learnt), plan.cap), show=bench.show)
    scorers: dict[str, list[Scorer]] = {}
    for loss in LOSSES:
        tell(f"scorers, loss {loss}")
        scorers[loss] = [
            fit_scorer(judged, vectors, loss, seed=seed, schedule=plan.schedule).scorer
            for seed in range(plan.seeds)
        ]
        bench.run(f"scorer, {loss}", [documents] * plan.seeds, *scorers[loss])
    own, n = scorers[plan.loss], plan.ensemble
    tell("averages over several documents")
    bench.run(f"cosine, {n} averaged", [documents], cosine, ensemble=n)
    bench.run(f"scorer, {plan.loss}, {n} averaged", [documents] * plan.seeds, *own, ensemble=n)
    if show is not None:
        bench.run("cosine, not augmented", [documents], cosine, show=as_it_is)
        bench.run(f"scorer, {plan.loss}, not augmented", [documents] * plan.seeds, *own, show=as_it_is)
    tell("without diversity")
    plain = bench.retrieve(opens(plan.words, False))
    bench.run("cosine, no diversity", [plain], cosine)
    bench.run(f"scorer, {plan.loss}, no diversity", [plain] * plan.seeds, *own)
    few = _AblationRun(remembering, _sample(cases, plan.swept), bench.labels, bench.show)
    few.run("no retrieval", [[[] for _ in few.cases]], cosine)
    for words in plan.sizes:
        tell(f"chunks of {words} words")
        other = few.retrieve(full if words == plan.words else opens(words, True))
        few.run(f"cosine, m = {words}", [other], cosine)
        few.run(f"scorer, {plan.loss}, m = {words}", [other] * plan.seeds, *own)
    tell("the best document by the gold label")
    scored_range = few.run_oracle("best document by gold", few.retrieve(full))
    claims = {f"scorer, {loss}, above cosine": bench.above(f"scorer, {loss}", "cosine") for loss in LOSSES}
    for chooser in ("cosine", f"scorer, {plan.loss}"):
        claims[f"diversity, {chooser}"] = bench.above(chooser, f"{chooser}, no diversity")
        if show is not None:
            claims[f"augmentation, {chooser}"] = bench.above(chooser, f"{chooser}, not augmented")
    return Ablation(
        reader=reader.name,
        encoder=encoder.name,
        rows=tuple(bench.rows),
        swept=tuple(few.rows),
        swept_cases=len(few.cases),
        claims=claims,
        cases=len(cases),
        sentences=len({each.sentence for each in cases}),
        copies=len(scored) - len(cases),
        source=len(source),
        learnt=len(learnt),
        most_documents=max(map(len, documents)),
        asked=remembering.asked,
        learnt_range=_range(judged),
        scored_range=scored_range,
    )


class _AblationRun:
    """Runs conditions on the same cases and keeps what each got right."""

    def __init__(
        self, reader: LabelReader, cases: Sequence[MemoryExample], labels: Sequence[str], show: Shows
    ) -> None:
        absent = sorted({*labels} - {*reader.labels})
        if absent:
            raise UsageError(f"{reader.name} does not know {', '.join(absent[:5])}")
        self._reader = reader
        self.cases = cases
        self._columns = [reader.labels.index(label) for label in labels]
        self.labels = labels
        self.show = show
        at: dict[str, int] = {}
        self._families = [at.setdefault(each.sentence, len(at)) for each in cases]
        self._tallies: dict[str, list[Tally]] = {}
        self._right: dict[str, list[NDArray[np.bool_]]] = {}
        self.rows: list[AblationRow] = []

    def retrieve(self, retrieval: DocumentRetriever) -> Documents:
        return _retrieved(retrieval, self.cases)

    def run(
        self,
        name: str,
        documents: Sequence[Documents],
        *scorers: Scorer,
        ensemble: int = 1,
        show: Shows | None = None,
    ) -> None:
        """Run a condition: `documents` of each run, and a scorer for each or one for all."""
        asked = [ask(each) for each in self.cases]
        chosen = scorers if len(scorers) > 1 else scorers * len(documents)
        self._keep(
            name,
            [
                likelihoods(self._reader, asked, given, scorer, ensemble=ensemble, show=show or self.show)
                for given, scorer in zip(documents, chosen, strict=True)
            ],
        )

    def run_oracle(self, name: str, documents: Documents) -> float:
        """Read each case beside the document that makes its gold label most probable; give `scored_range`."""
        judged = judge(self._reader, self.cases, documents, show=self.show)
        best = [
            [group[int(np.argmax(each.likelihoods))]] if group else []
            for group, each in zip(documents, judged, strict=True)
        ]
        asked = [
            ask(each, self.show(group[0]) if group else None)
            for each, group in zip(self.cases, best, strict=True)
        ]
        self._keep(name, [self._reader.likelihoods(asked)], upper_bound=True)
        return _range(judged)

    def above(self, one: str, other: str) -> F1Difference:
        """Give the F1 of a condition less that of another, paired over sentences."""
        return compare(self._tallies[one], self._tallies[other], self._families)

    def _keep(self, name: str, read: Sequence[NDArray[np.float64]], *, upper_bound: bool = False) -> None:
        runs: list[list[Tally]] = []
        right: list[NDArray[np.bool_]] = []
        gold_likelihood = []
        for rows in read:
            answers = [self.labels[at] for at in rows[:, self._columns].argmax(1)]
            runs.append([_tally(each.label, found) for each, found in zip(self.cases, answers, strict=True)])
            right.append(np.array([e.label == found for e, found in zip(self.cases, answers, strict=True)]))
            gold = [self._reader.labels.index(each.label) for each in self.cases]
            gold_likelihood.append(float(np.exp(rows[np.arange(len(rows)), gold]).mean()))
        together: list[Tally] = [total(tallies) for tallies in zip(*runs, strict=True)]
        self._tallies[name], self._right[name] = together, right
        first = self.rows[0].name if self.rows else None
        self.rows.append(
            AblationRow(
                name,
                tuple(micro(total(tallies)).f1 for tallies in runs),
                score(together, self._families).f1,
                fmean(gold_likelihood),
                self.above(name, first) if first else None,
                mcnemar(self._right[first][0], right) if first else None,
                upper_bound,
            )
        )


def mcnemar(base: NDArray[np.bool_], runs: Sequence[NDArray[np.bool_]]) -> McNemar:
    """Compare what runs have right with what a base has right, case by case.

    >>> mcnemar(np.array([True, False, False]), [np.array([True, True, True])])
    McNemar(gained=2.0, lost=0.0, p=0.5)
    """
    gained = [int((~base & each).sum()) for each in runs]
    lost = [int((base & ~each).sum()) for each in runs]
    p = [_two_sided(one, other) for one, other in zip(gained, lost, strict=True)]
    return McNemar(fmean(gained), fmean(lost), median(p))


def _two_sided(one: int, other: int) -> float:
    """Give how probable it is that tosses of a fair coin are shared out at least as unevenly."""
    tosses = one + other
    fewest = sum(comb(tosses, heads) for heads in range(min(one, other) + 1))
    return min(1.0, float(2 * fewest / 2**tosses))


def _tally(gold: str, found: str) -> Tally:
    """Count one answer; "none" is no relation, neither as answer nor as gold."""
    kept = [Counter([label] if label.casefold() != NONE else []) for label in (gold, found)]
    return tally(kept[0], kept[1], str)


def _retrieved(retrieval: DocumentRetriever, cases: Sequence[MemoryExample]) -> Documents:
    return retrieval.documents_of([each.sentence for each in cases], exclude=[each.source for each in cases])


def _range(judged: Sequence[JudgedDocuments]) -> float:
    held = [np.exp(each.likelihoods) for each in judged if each.documents]
    return fmean(float(each.max() - each.min()) for each in held) if held else 0.0


def _at_random(documents: Documents, seed: int) -> Documents:
    dice = random.Random(seed)
    return [[dice.choice(group)] if group else [] for group in documents]


def _capped(documents: Documents, cap: int) -> Documents:
    """Keep the first document of each, and so many of the others, drawn at random, in their order."""
    dice = random.Random(SEED)
    return [
        [group[at] for at in (0, *sorted(dice.sample(range(1, len(group)), cap)))]
        if len(group) > cap + 1
        else group
        for group in documents
    ]


def _sample(source: Sequence[MemoryExample], most: int) -> Sequence[MemoryExample]:
    return source if len(source) <= most else random.Random(SEED).sample(source, most)
