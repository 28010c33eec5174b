"""bioloom eval links and bioloom eval classify: relations of named pairs, and classes of sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from bioloom.cli.console import notes, out
from bioloom.cli.terminal_text import span
from bioloom.errors import UsageError
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom_lab.evaluation.classification import ClassReport
    from bioloom_lab.evaluation.link_prediction import LinkReport

LINKS, CLASSIFY = "links", "classify"
SUITES = (LINKS, CLASSIFY)


def measure(suite: str, data: Sequence[Path], train: Path | None, models: Sequence[str]) -> dict[str, Any]:
    """Score one data set: a folder with train and dev in it, or a file; give everything as JSON values."""
    if len(data) != 1:
        raise UsageError(f"{suite} takes one data set")
    if suite == CLASSIFY:
        if train is not None:
            raise UsageError("classify draws what it learns from and what it scores from the one --data")
        return _readers(data[0], models) if models else _classes(data[0])
    return _links(data[0], train, models)


def show(found: Mapping[str, Any]) -> None:
    """Print the tables of one suite, and what others published."""
    if found["suite"] == CLASSIFY:
        for condition in dict.fromkeys(name for each in found["metrics"].values() for name in each):
            rows = {method: each[condition] for method, each in found["metrics"].items() if condition in each}
            out.print(_table(f"classify, {condition}", rows, "mean and deviation of draws or models"))
        shares = ", ".join(f"{name} {share:.1%}" for name, share in found["copies"].items())
        out.print(
            span(f"{found['n']} rows, {found['texts']} distinct texts; copies among the scored: {shares}")
        )
    else:
        out.print(_table(f"links, n = {found['n']}", found["metrics"], "95% bootstrap interval"))
        for runs, figures in found["spread"].items():
            each = ", ".join(f"{name} {one['mean']:.4f} ± {one['sd']:.4f}" for name, one in figures.items())
            out.print(span(f"{runs}: {each}"))
        for name in ("weights", "ceilings", "counts"):
            out.print(span(f"{name}: " + ", ".join(f"{key} {value}" for key, value in found[name].items())))
    if found["published"]:
        from bioloom_lab.evaluation.published_links import NOTE

        table = Table("system", "accuracy", title="published by others", caption=NOTE)
        for row in found["published"]:
            figures = [f"{value:.4f}" for name, value in row.items() if name != "name"]
            table.add_row(span(row["name"]), *figures)
        out.print(table)


def _links(data: Path, train: Path | None, models: Sequence[str]) -> dict[str, Any]:
    from bioloom.embedding import open_encoder
    from bioloom_lab.evaluation.link_prediction import evaluate_links, report_models
    from bioloom_lab.evaluation.vector_cache import StoredEncoder
    from bioloom_lab.link_prediction import read_link_model, read_links
    from bioloom_lab.link_prediction.questions import names_of

    encoder = StoredEncoder(open_encoder(), Settings().cache / "links")
    name = named(data)
    if models:
        if train is not None:
            raise UsageError("--model has learned already; --train is for learning here")
        trained = [read_link_model(Path(model), encoder)[0] for model in models]
        names = names_of(link for each in trained for link in each.links)
        return _link_json(report_models(trained, read_links(find(data, "dev"), names), data=name), data)
    known = read_links(find(train, "train") if train else beside(data))
    links = read_links(find(data, "dev"), names_of(known))
    with notes.status("links") as status:
        report = evaluate_links(
            links,
            known,
            encoder,
            data=name,
            on_progress=lambda done, of: status.update(f"links: {done} of {of} steps"),
        )
    return _link_json(report, data)


def _classes(data: Path) -> dict[str, Any]:
    from bioloom.embedding import open_encoder
    from bioloom_lab.baselines.labelled_texts import read_labelled
    from bioloom_lab.evaluation.classification import evaluate_classes
    from bioloom_lab.evaluation.vector_cache import StoredEncoder

    encoder = StoredEncoder(open_encoder(), Settings().cache / "classify")
    rows = read_labelled(find(data, "train"))
    with notes.status("classify: vectors") as status:
        report = evaluate_classes(
            rows,
            encoder,
            data=named(data),
            on_progress=lambda done, of: status.update(f"classify: {done} of {of} draws"),
        )
    return _class_json(report, data)


def _readers(data: Path, models: Sequence[str]) -> dict[str, Any]:
    """Score fine-tuned readers: those of a draw on the training file's other rows, the rest on dev."""
    from bioloom.embedding import open_encoder
    from bioloom_lab.baselines.labelled_texts import read_labelled
    from bioloom_lab.classification import open_class_reader
    from bioloom_lab.evaluation.classification import evaluate_readers

    readers = [open_class_reader(Path(model)) for model in models]
    drawn = {reader.settings.draw is not None for reader in readers}
    if len(drawn) > 1:
        raise UsageError("models of a draw and models of a whole file are not scored on the same rows")
    rows = read_labelled(find(data, "train" if drawn.pop() else "dev"))
    with notes.status(f"classify: {len(readers)} models"):
        report = evaluate_readers(readers, rows, open_encoder(), data=named(data))
    return _class_json(report, data)


def find(data: Path, split: str) -> Path:
    """Find a split in a folder; a file is its own. UsageError if there is none."""
    if not data.is_dir():
        return data
    for ending in (".jsonl.gz", ".jsonl", ".tsv.gz", ".tsv"):
        if (path := data / f"{split}{ending}").is_file():
            return path
    raise UsageError(f"{data} holds no {split}.jsonl, {split}.tsv, nor one of them with .gz")


def beside(data: Path) -> Path:
    """Find the training links in the folder that is scored; UsageError for a file, which has none."""
    if not data.is_dir():
        raise UsageError("what to learn from is missing: give --train, --model, or a folder with train in it")
    return find(data, "train")


def named(data: Path) -> str:
    """Name a data set after its folder."""
    path = data.resolve()
    return path.name if data.is_dir() else path.parent.name


def _link_json(report: LinkReport, data: Path) -> dict[str, Any]:
    return {
        "suite": LINKS,
        "data": [str(data)],
        "n": report.n,
        "metrics": {
            row: {
                name: {key: round(value, 4) for key, value in asdict(item).items()}
                for name, item in metrics.items()
            }
            for row, metrics in report.rows.items()
        },
        "spread": {
            runs: {
                name: {"mean": round(mean, 4), "sd": round(deviation, 4)}
                for name, (mean, deviation) in figures.items()
            }
            for runs, figures in report.spread.items()
        },
        "weights": report.weights,
        "ceilings": report.ceilings,
        "counts": report.counts,
        "published": [{"name": name, **figures} for name, figures in report.published.items()],
    }


def _class_json(report: ClassReport, data: Path) -> dict[str, Any]:
    return {
        "suite": CLASSIFY,
        "data": [str(data)],
        "n": report.n,
        "texts": report.texts,
        "labels": report.labels,
        "metrics": {
            method: {
                condition: {
                    name: {"mean": round(mean, 4), "sd": round(deviation, 4)}
                    for name, (mean, deviation) in columns.items()
                }
                for condition, columns in conditions.items()
            }
            for method, conditions in report.rows.items()
        },
        "copies": report.copies,
        "published": [{"name": name, **figures} for name, figures in report.published.items()],
    }


def _table(title: str, rows: Mapping[str, Mapping[str, Mapping[str, float]]], caption: str) -> Table:
    table = Table(title=span(title), caption=caption)
    table.add_column("method")
    for name in next(iter(rows.values())):
        table.add_column(name, justify="right")
    for method, metrics in rows.items():
        table.add_row(span(method), *(_cell(each) for each in metrics.values()))
    return table


def _cell(found: Mapping[str, float]) -> str:
    if "mean" in found:
        return f"{found['mean']:.4f} ± {found['sd']:.4f}"
    return f"{found['value']:.3f} ({found['low']:.3f} to {found['high']:.3f})"
