"""Suite `relate`: the shipped configuration of phrase standardization, and what each part adds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, ClassVar

import typer

from bioloom.embedding import open_encoder
from bioloom.errors import MissingExtraError, UsageError
from bioloom.settings import Settings
from bioloom.standardization.relate.embedding_space import Space
from bioloom.standardization.relate.reranker import Reranker
from bioloom.standardization.relate.vocabulary import vocabulary
from bioloom_lab.evaluation.relate import PUBLISHED, Scored, evaluate_direct, evaluate_relate, gold
from bioloom_lab.evaluation.relate_retrieval import Merge
from bioloom_lab.evaluation.statistics import Estimate
from bioloom_lab.evaluation.suite import Reporter, RowScores, RowSuite, SplitName
from bioloom_lab.relate_cases.corpora import read_cases

ZERO_SHOT = "packaged"


@dataclass(frozen=True, slots=True)
class RelateConfiguration:
    """One way to standardize: which spaces, whether the reranker and the sentence are used, k and merging."""

    name: str
    trained: bool = True
    zero_shot: bool = False
    rerank: bool = True
    sentence: bool = True
    k: int = 10
    merge: Merge = "rrf"
    refill: bool = True


CONFIGURATIONS = (
    RelateConfiguration("shipped"),
    RelateConfiguration("phrase only", sentence=False),
    RelateConfiguration("retrieval only", rerank=False),
    RelateConfiguration("k = 3", k=3),
    RelateConfiguration("k = 5", k=5),
    RelateConfiguration("10 descriptors, no refill", refill=False),
    RelateConfiguration("zero-shot MiniLM, retrieval only", trained=False, zero_shot=True, rerank=False),
    RelateConfiguration("both spaces, rrf", zero_shot=True),
    RelateConfiguration("both spaces, concat", zero_shot=True, merge="concat"),
)


def evaluate_configurations(
    data: Path,
    target: str,
    *,
    split: str = "dev",
    cache: Path | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> tuple[int, dict[str, dict[str, Estimate]], tuple[str, ...]]:
    """Score every configuration on a split of the corpora in a folder, with the number of cases and remarks.

    For ChemProt's vocabulary that is its corpus; for Biolink every corpus there, a row each, and of the
    configurations the first three. Those that need a second space are left out where the `models` extra is
    absent, and a remark says so.
    """
    words = vocabulary(target)
    corpora = {name: gold(cases, words) for name, cases in read_cases(data, split).items()}
    corpora = {name: cases for name, cases in corpora.items() if cases}
    trained = Space(words, open_encoder(), cache)
    reranker = Reranker.load(trained)
    remarks: tuple[str, ...] = ()
    zero_shot: Space | None = None
    try:
        zero_shot = Space(words, open_encoder(ZERO_SHOT), cache)
    except MissingExtraError as absent:
        remarks = (f"without zero-shot MiniLM: {absent}",)
    jobs = [
        (name, each)
        for name in corpora
        for each in (CONFIGURATIONS if target == "chemprot" else CONFIGURATIONS[:3])
        if zero_shot is not None or not each.zero_shot
    ]
    rows: dict[str, dict[str, Estimate]] = {}
    for done, (name, each) in enumerate(jobs):
        if on_progress:
            on_progress(done, len(jobs))
        spaces = [
            space for space, used in ((trained, each.trained), (zero_shot, each.zero_shot)) if used and space
        ]
        label = each.name if target == "chemprot" else f"{name}: {each.name}"
        rows[label] = _score(corpora[name], spaces, reranker, each)
    for name in corpora if target == "chemprot" else ():
        rows["no retrieval, sentence classifier"] = evaluate_direct(corpora[name], reranker)
    return sum(map(len, corpora.values())), rows, remarks


def _score(
    cases: Sequence[Scored], spaces: Sequence[Space], reranker: Reranker, how: RelateConfiguration
) -> dict[str, Estimate]:
    return evaluate_relate(
        cases,
        spaces,
        reranker if how.rerank else None,
        sentence=how.sentence,
        k=how.k,
        merge=how.merge,
        refill=how.refill,
    )


class RelateTarget(StrEnum):
    """Vocabulary that relation phrases are standardized to."""

    chemprot = "chemprot"
    biolink = "biolink"


@dataclass
class RelateSuite(RowSuite):
    """Measure how well relation phrases of annotated corpora are mapped to predicates."""

    name: ClassVar[str] = "relate"
    data: Annotated[list[Path], typer.Option(help="A folder of corpora.")]
    target: Annotated[RelateTarget, typer.Option(help="The vocabulary to standardize to.")] = (
        RelateTarget.chemprot
    )
    split: SplitName = "dev"

    def load(self) -> Path:
        """Give the folder of corpora."""
        if len(self.data) != 1:
            raise UsageError("relate takes one folder of corpora")
        return self.data[0]

    def run(self, gold: Path, reporter: Reporter) -> RowScores:
        """Standardize the phrases with every configuration."""
        n, rows, remarks = evaluate_configurations(
            gold,
            self.target.value,
            split=self.split,
            cache=Settings().cache,
            on_progress=reporter.counter(self.name),
        )
        for remark in remarks:
            reporter.note(remark)
        return RowScores(n, rows, published=PUBLISHED if self.target is RelateTarget.chemprot else {})
