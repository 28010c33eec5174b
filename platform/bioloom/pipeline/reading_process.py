"""Reading process: the batches of a large source are read and validated by one process, written by another.

Python runs one thread at a time, so that reading and writing in two threads takes one core. Whatever ends the
process, or is not for it to do, costs no more than time: who writes reads on from its last batch.
"""

import marshal
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from typing import IO, overload

from bioloom.graph.rows.record_columns import RecordColumns
from bioloom.graph.writing.pending_batch import PendingBatch
from bioloom.loading import Loader, TableLoader, loader_for
from bioloom.pipeline.batch_reading import BatchReader, rare_collections
from bioloom.pipeline.load_report import ProgressMeter, estimate_records
from bioloom.pipeline.load_request import LoadRequest
from bioloom.records import TableRows
from bioloom.records.load_counts import Counts
from bioloom.settings import Settings

LEAST = 100_000
"""Records from which on a process saves more time than its start takes."""


@dataclass(frozen=True, slots=True)
class ReadingOrder:
    """Order to read a source by the loader of that name, from a position on, or from its place if known."""

    request: LoadRequest
    loader: str
    settings: Settings
    position: int
    place: str


def saves_time(request: LoadRequest, loader: Loader) -> bool:
    """Say whether a process of its own can read this source, and has enough to read."""
    plain = request.extractor is None and isinstance(request.phrases, bool)
    named = request.format is None or isinstance(request.format, str)
    if not (plain and named and isinstance(loader, TableLoader)) or (os.cpu_count() or 1) < 2:
        return False
    return (estimate_records(loader, request.source) or 0) >= LEAST


def read_apart(
    order: ReadingOrder, reader: BatchReader, meter: ProgressMeter
) -> Generator[PendingBatch, None, None]:
    """Give the batches that a process reads, and what it leaves from the reader."""
    position, place = order.position, order.place
    with _process(order) as batches, suppress(EOFError, pickle.UnpicklingError):
        while isinstance(batch := pickle.load(batches), PendingBatch):  # noqa: S301 (our own process)
            position, place = batch.position, batch.place
            meter.advance(position)
            yield batch
        return
    yield from reader.read(position, place, meter)


@contextmanager
def _process(order: ReadingOrder) -> Iterator[IO[bytes]]:
    """Start the process, give what it writes, and end it."""
    request = replace(order.request, format=None, decide=None, on_progress=None)
    with (
        subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import serve; serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as process,
        ExitStack() as ended,
    ):
        ended.callback(process.kill)
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(BrokenPipeError), process.stdin as given:
            pickle.dump(replace(order, request=request), given)
        yield process.stdout


class PackedCells(Sequence[Sequence[str]]):
    """Cells of rows that travel in one piece, since only a reject reads them again."""

    def __init__(self, cells: Sequence[Sequence[str]]) -> None:
        self._size, self._packed = len(cells), marshal.dumps(cells)  # type: ignore[arg-type]
        self._cells: Sequence[Sequence[str]] = ()

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, at: int) -> Sequence[str]: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Sequence[str]]: ...
    def __getitem__(self, at: int | slice) -> Sequence[str] | Sequence[Sequence[str]]:
        self._cells = self._cells or marshal.loads(self._packed)  # noqa: S302 (our own process)
        return self._cells[at]


def _packed(batch: PendingBatch) -> PendingBatch:
    """Pack the rows that the columns of a batch came from."""
    sources: dict[int, TableRows] = {}

    def pack(columns: RecordColumns) -> RecordColumns:
        source = columns.source
        if id(source) not in sources:
            sources[id(source)] = replace(source, cells=PackedCells(source.cells))
        return replace(columns, source=sources[id(source)])

    return replace(batch, nodes=[*map(pack, batch.nodes)], edges=[*map(pack, batch.edges)])


def _find_nothing(ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Refuse to look nodes up: the graph is with the process that writes."""
    raise LookupError(*ids[:1])


def serve() -> None:
    """Read what is ordered on standard input; batches go to standard output, None after the last."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends when nobody takes its batches any more
    order: ReadingOrder = pickle.load(sys.stdin.buffer)  # noqa: S301 (our own process)
    loader = loader_for(order.request.source, order.loader)
    reader = BatchReader(order.request, loader, order.settings, _find_nothing)
    meter = ProgressMeter(None, None, Counts, "", 0.0)
    with os.fdopen(os.dup(1), "wb") as said, rare_collections():
        os.dup2(2, 1)  # what a loader prints is no batch
        for batch in reader.read(order.position, order.place, meter):
            pickle.dump(_packed(batch), said, pickle.HIGHEST_PROTOCOL)
            said.flush()
        pickle.dump(None, said)
