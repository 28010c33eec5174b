"""`bioloom bench`: how fast this machine does what a load is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

import typer
from rich.table import Table

from bioloom.cli.console import Json, notes, out, print_json
from bioloom.cli.plain import safe


def register(app: typer.Typer) -> None:
    """Add the group and its benches, one command each."""
    group = typer.Typer(help="Measure speed on this machine.", no_args_is_help=True)
    for name, bench in BENCHES.items():
        group.command(name)(bench)
    app.add_typer(group, name="bench")


def embed(
    model: Annotated[
        str | None,
        typer.Option(help="A folder, a Hugging Face name, or packaged; the shipped one if unset."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure how many phrases a second the encoder turns into vectors, and how long a single one takes."""
    from bioloom.embedding import open_encoder
    from bioloom.evaluation.encoder_speed import bench_phrases, measure_encoder

    notes.print("encoding…")
    speed = measure_encoder(open_encoder(model), bench_phrases())
    if as_json:
        batches = {str(batch.phrases): round(batch.per_second, 1) for batch in speed.batches}
        print_json(
            {
                "encoder": speed.encoder,
                "distinct_phrases": speed.distinct,
                "phrases_per_second": batches,
                "ceiling": round(speed.ceiling, 1),
                "single_phrase_ms": round(1000 * speed.single, 2),
            }
        )
        return
    table = Table("phrases at once", "phrases a second", title=safe(speed.encoder))
    for batch in speed.batches:
        table.add_row(f"{batch.phrases:,}", f"{batch.per_second:,.0f}")
    table.add_row("1", f"{1 / speed.single:,.0f} ({1000 * speed.single:.1f} ms each)")
    out.print(table)


BENCHES: Mapping[str, Callable[..., None]] = {"embed": embed}
"""The benches by name; a new one is added here."""
