"""Suite `triples-ablation`: what each part of retrieval-augmented relation extraction is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from bioloom.embedding import open_encoder
from bioloom.embedding.caching_encoder import CachingEncoder
from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.key_value_memory import build_memory
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample
from bioloom.extraction.retrieval_augmentation.retriever import Retrieval
from bioloom.loading import loader_for
from bioloom.records import AnnotatedDocument, LoadOptions
from bioloom_lab.evaluation.extraction_scores import F1Difference
from bioloom_lab.evaluation.suite import (
    PublishedFigures,
    Reporter,
    ReportTable,
    estimate_cell,
    estimate_json,
)
from bioloom_lab.evaluation.triples.ablation import (
    Ablation,
    AblationPlan,
    AblationRow,
    cases_of,
    evaluate_ablation,
)
from bioloom_lab.evaluation.triples.retrieved_examples import show_entities
from bioloom_lab.readers.local_reader import open_local_reader


@dataclass(frozen=True, slots=True)
class LabelledPairs:
    """Related pairs that are scored, those to retrieve from, and the scheme of their labels."""

    scored: Sequence[MemoryExample]
    source: Sequence[MemoryExample]
    scheme: str


@dataclass
class AblationSuite:
    """Measure the relations of given pairs with parts of retrieval left out; --train is the source set D."""

    name: ClassVar[str] = "triples-ablation"
    data: Annotated[
        list[Path], typer.Option(help="Annotated sentences whose pairs are scored; may be repeated.")
    ]
    train: Annotated[Path, typer.Option(help="The labelled sentences to retrieve from.")]
    model: Annotated[
        Path | None,
        typer.Option(help="A folder of train triples; the shipped model if unset.", show_default=False),
    ] = None
    seeds: Annotated[int, typer.Option(min=1, help="How many scorers are fitted a loss.")] = 5

    def load(self) -> LabelledPairs:
        """Read the related pairs; both files must be annotated in one scheme."""
        scored, scheme = read_pairs(self.data)
        source, other = read_pairs([self.train])
        if scheme != other:
            raise UsageError(f"--data is annotated in {scheme}, --train in {other}")
        return LabelledPairs(scored, source, scheme)

    def run(self, gold: LabelledPairs, reporter: Reporter, encoder: str | None = None) -> Ablation:
        """Run every condition; `encoder` makes vectors for the memory and the scorers, as shipped if None."""
        reader = open_local_reader(self.model, gold.scheme)
        vectors = CachingEncoder(open_encoder(encoder))

        def open_retrieval(words: int, diversity: bool) -> Retrieval:
            memory = build_memory(gold.source, vectors, words=words, scheme=gold.scheme)
            return Retrieval(memory, vectors, longest=2 if diversity else 1)

        return evaluate_ablation(
            reader,
            gold.source,
            gold.scored,
            vectors,
            open_retrieval,
            AblationPlan(seeds=self.seeds),
            show=show_entities(gold.source),
            on_progress=lambda what: reporter.status(f"{self.name}: {what}"),
        )

    def figures(self, scores: Ablation) -> dict[str, Any]:
        """Give the scores as JSON values."""
        answer = {
            name: round(value, 4) if isinstance(value, float) else value
            for name, value in asdict(scores).items()
            if name not in ("rows", "swept", "claims")
        }
        return {
            "n": scores.cases,
            **answer,
            "rows": [_row_json(row) for row in scores.rows],
            "swept": [_row_json(row) for row in scores.swept],
            "claims": {name: _difference_json(each) for name, each in scores.claims.items()},
        }

    def tables(self, scores: Ablation) -> Iterable[ReportTable | str]:
        """Give the conditions, and the gains that the papers claim beside those found."""
        what = f"relations of given pairs, {scores.reader}"
        yield _row_table(f"{what}: {scores.cases} in {scores.sentences} sentences", scores.rows)
        yield _row_table(f"{scores.swept_cases} of these pairs, drawn at random", scores.swept)
        claims = [(name, estimate_cell(each.f1, "+")) for name, each in scores.claims.items()]
        yield ReportTable(("of", "gain"), claims, "gains in F1, same resamples of sentences")
        yield (
            f"{scores.copies} pairs left out, their sentence stands in the {scores.source} of the source "
            f"set; scorers learnt from {scores.learnt} pairs; "
            f"at most {scores.most_documents} documents a sentence; {scores.asked} questions read; "
            f"what is shown changes p(gold) by {scores.learnt_range:.3f} on the pairs learnt from, "
            f"by {scores.scored_range:.3f} on those scored"
        )

    def published(self, scores: Ablation) -> PublishedFigures:
        """The published gains are of other readers: `claims` names those that are compared."""
        return []


def read_pairs(paths: Sequence[Path]) -> tuple[list[MemoryExample], str]:
    """Read the related pairs of annotated files and the scheme of their labels."""
    found: list[MemoryExample] = []
    schemes: set[str] = set()
    for path in paths:
        for record in loader_for(path).records(path, LoadOptions()):
            if isinstance(record, AnnotatedDocument):
                found += cases_of(record)
                schemes |= {record.scheme} if record.scheme else set()
    if len(schemes) != 1:
        names = ", ".join(sorted(schemes)) or "none"
        raise UsageError(f"{', '.join(map(str, paths))}: one scheme of labels is needed, not {names}")
    return found, schemes.pop()


def _row_json(row: AblationRow) -> dict[str, Any]:
    return {
        "name": row.name,
        "f1": round(row.f1, 4),
        "deviation": round(row.deviation, 4),
        "runs": [round(each, 4) for each in row.runs],
        "interval": estimate_json(row.interval),
        "likelihood": round(row.likelihood, 4),
        "above_no_retrieval": _difference_json(row.above_none) if row.above_none else None,
        "mcnemar": asdict(row.mcnemar) if row.mcnemar else None,
        "upper_bound": row.upper_bound,
    }


def _row_table(title: str, rows: Sequence[AblationRow]) -> ReportTable:
    return ReportTable(
        ("condition", "F1", "interval", "p(gold)", "above none", "McNemar p"),
        [_cells(row) for row in rows],
        title,
        "95% bootstrap interval over sentences; mean and standard deviation over seeds",
        whole_names=True,
    )


def _cells(row: AblationRow) -> list[str]:
    spread = f" ± {row.deviation:.3f}" if len(row.runs) > 1 else ""
    name = f"{row.name} (upper bound)" if row.upper_bound else row.name
    cells = [name, f"{row.f1:.3f}{spread}", f"{row.interval.low:.3f} to {row.interval.high:.3f}"]
    cells.append(f"{row.likelihood:.3f}")
    if row.above_none is None or row.mcnemar is None:
        return [*cells, "", ""]
    return [*cells, f"{row.above_none.f1.value:+.3f}", f"{row.mcnemar.p:.3g}"]


def _difference_json(found: F1Difference) -> dict[str, Any]:
    return {"f1": estimate_json(found.f1), "not_above": round(found.not_above, 4)}
