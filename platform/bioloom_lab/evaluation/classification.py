"""Evaluation of sentence classification (SPEC P1, P26), with and without texts that stand in training.

The 23,016 rows of ADE hold 17,631 texts: the 6,674 adverse rows 3,780, the others 13,851. The subset of the
papers (4,000, 500 and 500 rows, drawn at random) is not given; so draws of the same sizes from the training
rows stand in for it, five of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

import numpy as np
from numpy.typing import NDArray

from bioloom.embedding import Encoder
from bioloom.errors import UsageError
from bioloom_lab.baselines.hashed_ngrams import Grams, count_grams, word_grams
from bioloom_lab.baselines.labelled_texts import LabelledText
from bioloom_lab.baselines.nearest_neighbours import nearest, votes
from bioloom_lab.baselines.softmax import SoftmaxSchedule, fit_softmax
from bioloom_lab.classification.classifier import ClassReader, nearest_labelled
from bioloom_lab.classification.settings import RandomDraw
from bioloom_lab.evaluation.split_files import published_links
from bioloom_lab.readers.instruction import LabelQuestion
from bioloom_lab.readers.label_reader import LabelReader

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]

SIZES = (4_000, 500, 500)
SEEDS = range(5)
NEIGHBOURS = (1, 5, 10, 15, 20)
DECAYS = (1e-6, 1e-5, 1e-4)
COPIES, CLEANED, DISTINCT = "as drawn", "without copies", "distinct texts"


@dataclass(frozen=True, slots=True)
class DrawnRows:
    """Row numbers of a draw: train, dev and test; `cleaned` are the test rows without copies."""

    train: Numbers
    dev: Numbers
    test: Numbers
    cleaned: Numbers


Spread = tuple[float, float]


@dataclass(frozen=True, slots=True)
class ClassReport:
    """Classification scores: mean and deviation over the draws, ``rows[method][condition][measure]``.

    Over one draw or model alone the deviation is 0. `copies` is the share of scored rows whose text stands in
    training, by draw or model, and that of the rows behind the first 4,000 (which are given as a file of
    their own, so perhaps were the training set).
    """

    n: int
    texts: int
    labels: dict[str, int]
    rows: dict[str, dict[str, dict[str, Spread]]]
    copies: dict[str, float]
    published: Mapping[str, Mapping[str, float]]


def evaluate_classes(
    rows: Sequence[LabelledText],
    encoder: Encoder,
    *,
    data: str = "",
    sizes: tuple[int, int, int] = SIZES,
    on_progress: Callable[[int, int], None] | None = None,
) -> ClassReport:
    """Draw, learn and score; UsageError if there are fewer distinct texts than a draw takes."""
    texts = [row.text.strip() for row in rows]
    distinct = _first_of_each(texts)
    if sum(sizes) > len(distinct):
        raise UsageError(f"{len(distinct)} distinct texts are fewer than the {sum(sizes)} of a draw")
    unique = sorted({*texts})
    number = {text: at for at, text in enumerate(unique)}
    which = np.array([number[text] for text in texts])
    labels = sorted({row.label for row in rows})
    gold = np.array([labels.index(row.label) for row in rows])
    seen = _TextFeatures(which, gold, encoder.encode(unique), count_grams(unique, word_grams), len(labels))
    found: dict[str, dict[str, dict[str, list[float]]]] = defaultdict(lambda: defaultdict(_lists))
    shares = []
    for done, seed in enumerate(SEEDS):
        if on_progress:
            on_progress(done, len(SEEDS))
        drawn = draw(texts, range(len(texts)), sizes, seed)
        shares.append(1 - len(drawn.cleaned) / len(drawn.test))
        apart = draw(texts, distinct, sizes, seed)
        for method, scores in seen.methods(drawn):
            right = scores.argmax(axis=1)
            kept = np.isin(drawn.test, drawn.cleaned)
            for condition, chosen in ((COPIES, np.ones(len(kept), bool)), (CLEANED, kept)):
                for name, value in measures(right[chosen], gold[drawn.test][chosen], labels).items():
                    found[method][condition][name].append(value)
        for method, scores in seen.methods(apart):
            for name, value in measures(scores.argmax(axis=1), gold[apart.test], labels).items():
                found[method][DISTINCT][name].append(value)
    head = {*texts[: sizes[0]]}
    behind = texts[sizes[0] :]
    return ClassReport(
        n=len(rows),
        texts=len(unique),
        labels={label: int((gold == at).sum()) for at, label in enumerate(labels)},
        rows=_spreads(found),
        copies={
            **{f"draw {seed}": round(share, 4) for seed, share in zip(SEEDS, shares, strict=True)},
            "behind the first rows": round(fmean(text in head for text in behind), 4),
        },
        published=published_links(data),
    )


def draw(texts: Sequence[str], among: Sequence[int], sizes: tuple[int, int, int], seed: int) -> DrawnRows:
    """Draw rows by number at random, as the papers say that they did, and tell which scored ones are copies.

    >>> drawn = draw(["a", "a"], [0, 1], (1, 0, 1), 0)
    >>> len(drawn.test), len(drawn.cleaned)
    (1, 0)
    """
    order = np.random.default_rng(seed).permutation(np.asarray(among, np.int64))
    train, dev, test = np.split(order[: sum(sizes)], np.cumsum(sizes)[:2])
    learned = {texts[at] for at in (*train, *dev)}
    cleaned = np.array([at for at in test if texts[at] not in learned], np.int64)
    return DrawnRows(train, dev, test, cleaned)


def rows_of(rows: Sequence[LabelledText], draw_of: RandomDraw) -> DrawnRows:
    """Draw as a model's settings say; UsageError if there are fewer rows than it takes."""
    texts = [row.text.strip() for row in rows]
    among = _first_of_each(texts) if draw_of.distinct else range(len(texts))
    if sum(draw_of.sizes) > len(among):
        raise UsageError(f"{len(among)} rows are fewer than the {sum(draw_of.sizes)} of a draw")
    return draw(texts, among, draw_of.sizes, draw_of.seed)


def evaluate_readers(
    readers: Sequence[ClassReader], rows: Sequence[LabelledText], encoder: Encoder, *, data: str = ""
) -> ClassReport:
    """Score fine-tuned readers, each on the rows that its draw left for that, or on all rows without a draw.

    Readers that learned in the same way are runs of one method, of which mean and deviation are given. A
    reader that learned beside neighbours gets the nearest of its own training rows, found by `encoder`; never
    a copy. UsageError if a reader learned from other rows than its draw of these.
    """
    found: dict[str, dict[str, dict[str, list[float]]]] = defaultdict(lambda: defaultdict(_lists))
    copies: dict[str, float] = {}
    for reader in readers:
        learned = reader.learned()
        asked = _left_for(reader, learned, rows)
        known = {row.text.strip() for row in learned}
        fresh = [row for row in asked if row.text.strip() not in known]
        copies[reader.name] = round(1 - len(fresh) / len(asked), 4)
        drawn = reader.settings.draw
        views = {DISTINCT: asked} if drawn and drawn.distinct else {COPIES: asked, CLEANED: fresh}
        for condition, some in views.items():
            if not some:
                continue
            documents: Sequence[str | None] = [None] * len(some)
            if reader.settings.beside:
                documents = nearest_labelled([row.text for row in some], learned, encoder)
            for name, value in score_reader(reader, some, documents).items():
                found[_method(reader)][condition][name].append(value)
    gold = [row.label for row in rows]
    return ClassReport(
        n=len(rows),
        texts=len({row.text.strip() for row in rows}),
        labels={label: gold.count(label) for label in sorted({*gold})},
        rows=_spreads(found),
        copies=copies,
        published=published_links(data),
    )


def measures(found: Numbers, gold: Numbers, labels: Sequence[str]) -> dict[str, float]:
    """Give accuracy (which is micro-F1), macro F1, and F1 of the last label (1, an adverse event, in ADE).

    >>> measures(np.array([0, 1]), np.array([1, 1]), ["0", "1"])["accuracy"]
    0.5
    """
    scores = []
    for label in range(len(labels)):
        right = int(((found == label) & (gold == label)).sum())
        scores.append(2 * right / max(1, int((found == label).sum() + (gold == label).sum())))
    accuracy = float((found == gold).mean()) if len(gold) else 0.0
    return {"accuracy": accuracy, "macro f1": fmean(scores), f"f1 of {labels[-1]}": scores[-1]}


def score_reader(
    reader: LabelReader, rows: Sequence[LabelledText], documents: Sequence[str | None] | None = None
) -> dict[str, float]:
    """Score any reader whose labels are the classes; it must not have learned from these rows.

    `documents` are what each text is read beside.
    """
    labels = sorted({row.label for row in rows})
    beside = documents or [None] * len(rows)
    scores = reader.likelihoods(
        [LabelQuestion(row.text, document=each) for row, each in zip(rows, beside, strict=True)]
    )
    chosen = [reader.labels[at] for at in scores.argmax(axis=1)]
    found = np.array([labels.index(label) if label in labels else -1 for label in chosen])
    return measures(found, np.array([labels.index(row.label) for row in rows]), labels)


@dataclass(frozen=True, slots=True)
class _TextFeatures:
    """Features of the rows: number of the text, class, and vectors and counts of the texts."""

    which: Numbers
    gold: Numbers
    vectors: NDArray[np.float32]
    grams: Grams
    count: int

    def methods(self, drawn: DrawnRows) -> Iterator[tuple[str, Floats]]:
        """Yield the scores that each method gives the test rows of a draw."""
        train, dev, test = (self.which[rows] for rows in (drawn.train, drawn.dev, drawn.test))
        gold = self.gold[drawn.train]
        memory = np.eye(self.count)[gold]
        prior = memory.mean(axis=0)
        yield "the commonest class", np.tile(prior, (len(test), 1))
        known = dict(zip(train.tolist(), memory, strict=True))
        yield "copies looked up, else the commonest", np.stack([known.get(at, prior) for at in test.tolist()])
        found = nearest(self.vectors[test], self.vectors[train], max(NEIGHBOURS))
        for n in NEIGHBOURS:
            yield f"memory only, KNN-{n}", votes(found, memory, n) + 1e-6 * prior
        wide = self.vectors.astype(np.float64) * 5
        for name, counted, dense in (
            ("words", True, False),
            ("vectors", False, True),
            ("words + vectors", True, True),
        ):
            best: tuple[float, Floats] | None = None
            for decay in DECAYS:
                model = fit_softmax(
                    gold,
                    self.count,
                    self.grams.pick(train) if counted else None,
                    wide[train] if dense else None,
                    SoftmaxSchedule(decay=decay),
                )
                scores = [
                    model.log_probabilities(
                        self.grams.pick(rows) if counted else None, wide[rows] if dense else None
                    )
                    for rows in (dev, test)
                ]
                right = float((scores[0].argmax(axis=1) == self.gold[drawn.dev]).mean())
                if best is None or right > best[0]:
                    best = right, scores[1]
            if best is not None:
                yield f"regression on {name}", best[1]
                if name == "words + vectors":
                    mixed = np.exp(best[1]) + votes(found, memory, 10)
                    yield "regression + memory, KNN-10", mixed


def _left_for(
    reader: ClassReader, learned: Sequence[LabelledText], rows: Sequence[LabelledText]
) -> Sequence[LabelledText]:
    """Give the rows that a reader is scored on."""
    if reader.settings.draw is None:
        return rows
    drawn = rows_of(rows, reader.settings.draw)
    if [(row.text, row.label) for row in learned] != [(rows[at].text, rows[at].label) for at in drawn.train]:
        raise UsageError(f"{reader.name} learned from other rows: give it the file that it was trained on")
    return [rows[at] for at in drawn.test]


def _method(reader: ClassReader) -> str:
    return "fine-tuned encoder" + (", beside the nearest labelled text" if reader.settings.beside else "")


def _first_of_each(texts: Sequence[str]) -> list[int]:
    """Give the number of the first row of each distinct text."""
    return sorted({text: at for at, text in reversed([*enumerate(texts)])}.values())


def _spreads(
    found: Mapping[str, Mapping[str, Mapping[str, Sequence[float]]]],
) -> dict[str, dict[str, dict[str, Spread]]]:
    return {
        method: {
            condition: {
                name: (fmean(values), stdev(values) if len(values) > 1 else 0.0)
                for name, values in columns.items()
            }
            for condition, columns in conditions.items()
        }
        for method, conditions in found.items()
    }


def _lists() -> dict[str, list[float]]:
    return defaultdict(list)
