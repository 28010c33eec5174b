"""bioloom eval triples-ablation: what each part of retrieving before extracting is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from bioloom.cli.console import notes, out
from bioloom.cli.terminal_text import plain, span
from bioloom.errors import UsageError

if TYPE_CHECKING:
    from bioloom.extraction.retrieval_augmentation import Example, Retrieved
    from bioloom_lab.evaluation.protocol_ie import Difference
    from bioloom_lab.evaluation.statistics import Estimate
    from bioloom_lab.evaluation.triples.ablation import Ablation, Row


SUITE = "triples-ablation"


def measure_ablation(
    data: Sequence[Path],
    train: Path | None,
    model: Path | None,
    *,
    seeds: int = 5,
    encoder: str | None = None,
) -> Ablation:
    """Run every condition on the related pairs of `data`, with those of `train` as the source set D.

    `model` is the folder of a local triple model, the shipped one if None; `encoder` that of the memory
    and of the scorers.
    """
    if train is None:
        raise UsageError(f"{SUITE} needs --train: the labelled sentences to retrieve from")
    from bioloom.embedding import open_encoder
    from bioloom.embedding.caching_encoder import RememberingEncoder
    from bioloom.extraction.retrieval_augmentation import Retrieval, RetrievalOptions, build_memory
    from bioloom_lab.document_scorer.example_augmentation import Augmentation
    from bioloom_lab.evaluation.triples.ablation import Plan, evaluate_ablation
    from bioloom_lab.readers.local_reader import open_local_reader

    scored, scheme = _read(data)
    source, other = _read([train])
    if scheme != other:
        raise UsageError(f"--data is annotated in {scheme}, --train in {other}")
    reader = open_local_reader(model, scheme)
    vectors = RememberingEncoder(open_encoder(encoder))
    sentences = {each.sentence for each in source}
    augmentation = Augmentation(source)

    def opens(words: int, diversity: bool) -> Retrieval:
        memory = build_memory(source, vectors, words=words, scheme=scheme)
        return Retrieval(memory, vectors, RetrievalOptions(orders="pairs" if diversity else "off"))

    def show(document: Retrieved) -> Retrieved:
        """Put entities around phrases; a whole sentence has its own."""
        return document if document.parts[0][0] in sentences else augmentation.augment(document)

    with notes.status(SUITE) as status:
        return evaluate_ablation(
            reader,
            source,
            scored,
            vectors,
            opens,
            Plan(seeds=seeds),
            show=show,
            on_progress=lambda what: status.update(f"{SUITE}: {plain(what)}"),
        )


def ablation_as_json(found: Ablation, data: Sequence[Path]) -> dict[str, Any]:
    """Give everything that was measured, as JSON values."""
    answer = {
        name: round(value, 4) if isinstance(value, float) else value
        for name, value in asdict(found).items()
        if name not in ("rows", "swept", "claims")
    }
    return {
        "suite": SUITE,
        "data": [str(path) for path in data],
        "n": found.cases,
        **answer,
        "rows": [_row(row) for row in found.rows],
        "swept": [_row(row) for row in found.swept],
        "claims": {name: _difference(each) for name, each in found.claims.items()},
    }


def show_ablation(found: Ablation) -> None:
    """Print the conditions, and the gains that the papers claim beside those found."""
    what = f"relations of given pairs, {found.reader}"
    out.print(_table(f"{what}: {found.cases} in {found.sentences} sentences", found.rows))
    out.print(_table(f"{found.swept_cases} of these pairs, drawn at random", found.swept))
    claims = Table(title="gains in F1, same resamples of sentences")
    claims.add_column("of")
    claims.add_column("gain", justify="right")
    for name, each in found.claims.items():
        claims.add_row(span(name), _cell(each.f1, "+"))
    out.print(claims)
    out.print(
        f"{found.copies} pairs left out, their sentence stands in the {found.source} of the source set; "
        f"scorers learnt from {found.learnt} pairs; at most {found.most_documents} documents a sentence; "
        f"{found.asked} questions read; what is shown changes p(gold) by {found.learnt_range:.3f} on the "
        f"pairs learnt from, by {found.scored_range:.3f} on those scored"
    )


def _read(paths: Sequence[Path]) -> tuple[list[Example], str]:
    """Read the related pairs of annotated files and the scheme of their labels."""
    from bioloom.loading import loader_for
    from bioloom.records import AnnotatedDocument, LoadOptions
    from bioloom_lab.evaluation.triples.ablation import cases_of

    found: list[Example] = []
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


def _row(row: Row) -> dict[str, Any]:
    return {
        "name": row.name,
        "f1": round(row.f1, 4),
        "deviation": round(row.deviation, 4),
        "runs": [round(each, 4) for each in row.runs],
        "interval": _rounded(row.interval),
        "likelihood": round(row.likelihood, 4),
        "above_no_retrieval": _difference(row.above_none) if row.above_none else None,
        "mcnemar": asdict(row.mcnemar) if row.mcnemar else None,
        "upper_bound": row.upper_bound,
    }


def _table(title: str, rows: Sequence[Row]) -> Table:
    table = Table(
        title=span(title),
        caption="95% bootstrap interval over sentences; mean and standard deviation over seeds",
    )
    table.add_column("condition", no_wrap=True)
    for column in ("F1", "interval", "p(gold)", "above none", "McNemar p"):
        table.add_column(column, justify="right")
    for row in rows:
        table.add_row(*_cells(row))
    return table


def _cells(row: Row) -> list[Any]:
    spread = f" ± {row.deviation:.3f}" if len(row.runs) > 1 else ""
    name = f"{row.name} (upper bound)" if row.upper_bound else row.name
    cells = [span(name), f"{row.f1:.3f}{spread}", f"{row.interval.low:.3f} to {row.interval.high:.3f}"]
    cells.append(f"{row.likelihood:.3f}")
    if row.above_none is None or row.mcnemar is None:
        return [*cells, "", ""]
    return [*cells, f"{row.above_none.f1.value:+.3f}", f"{row.mcnemar.p:.3g}"]


def _cell(found: Estimate, sign: str = "") -> str:
    return f"{found.value:{sign}.3f} ({found.low:{sign}.3f} to {found.high:{sign}.3f})"


def _difference(found: Difference) -> dict[str, Any]:
    return {"f1": _rounded(found.f1), "not_above": round(found.not_above, 4)}


def _rounded(found: Estimate) -> dict[str, float]:
    return {name: round(value, 4) for name, value in asdict(found).items()}
