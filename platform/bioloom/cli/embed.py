"""`bioloom embed`: vectors of the sentences of the graph."""

from functools import partial
from typing import Annotated

import typer

from bioloom.cli.console import Json, out, print_json
from bioloom.cli.progress_bar import stage_bar
from bioloom.cli.terminal_text import safe
from bioloom.graph import open_graph
from bioloom.settings import Settings


def embed_command(
    model: Annotated[
        str | None,
        typer.Option(
            envvar="BIOLOOM_ENCODER",
            help="An encoder: a folder or a name on Hugging Face (sentence-transformers). Questions are "
            "encoded by what BIOLOOM_ENCODER names.",
            show_default="the shipped one",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Give every sentence of the graph a vector, for retrieval by meaning; run it again after a load."""
    from bioloom.embedding import open_encoder
    from bioloom.graph.writing.write_lease import hold_lease
    from bioloom.pipeline.passes.sentence_vectors import embed_sentences

    settings = Settings()
    with (
        open_graph(settings) as graph,
        hold_lease(graph, settings, "embedding sentences") as leased,
        stage_bar("embedding") as on_stage,
    ):
        done = embed_sentences(leased, open_encoder(model), on_progress=partial(on_stage, "embedding"))
    if as_json:
        print_json({"sentences": done.sentences, "written": done.written, "encoder": done.encoder})
        return
    out.print(
        f"{done.written:,} vectors written, {done.sentences:,} sentences have one (by {safe(done.encoder)})"
    )
