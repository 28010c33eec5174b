"""Sentence vectors: embeddings of the sentences of the graph that have none yet."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from neo4j import ManagedTransaction

from bioloom.embedding import Encoder
from bioloom.graph.schema import await_indexes
from bioloom.graph.statements import statement
from bioloom.graph.writing.write_lease import LeasedGraph

BATCH = 512
_PATIENCE = 300  # seconds that the vector index may take to fill

OnVectorProgress = Callable[[int, int], None]
"""Told how many sentences are done, of how many."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """Report of an embedding run: sentences in the graph, and vectors written."""

    sentences: int
    written: int
    encoder: str


def embed_sentences(
    graph: LeasedGraph, encoder: Encoder, *, on_progress: OnVectorProgress | None = None
) -> Embedded:
    """Embed every sentence that has no vector of this encoder.

    A batch is one transaction, so that a run that was cut off goes on where it was. Vectors of another
    encoder are replaced, and so is the index where its vectors are of another width (SPEC I5, B25).
    """
    with graph.session() as session:
        if encoder.dimension not in session.run(statement("vectors/dimension")).value():
            graph.change_schema(statement("vectors/drop_index"))
            graph.change_schema(statement("vectors/create_index"), dimension=encoder.dimension)
        counted = session.run(statement("vectors/count"), encoder=encoder.name).single(strict=True)
        missing = counted["sentences"] - counted["embedded"]
        written, after = 0, ""
        while rows := session.run(
            statement("vectors/without"), encoder=encoder.name, after=after, limit=BATCH
        ).data():
            vectors = encoder.encode([row["text"] for row in rows])
            batch = [
                {"id": row["id"], "vector": vector.tolist()}
                for row, vector in zip(rows, vectors, strict=True)
            ]
            graph.write(_write, encoder.name, batch)
            written += len(batch)
            after = rows[-1]["id"]
            if on_progress is not None:
                on_progress(written, missing)
        await_indexes(session, _PATIENCE)
    return Embedded(counted["sentences"], written, encoder.name)


def _write(work: ManagedTransaction, encoder: str, batch: list[dict[str, Any]]) -> None:
    work.run(statement("vectors/write"), encoder=encoder, rows=batch).consume()
