"""Batch reader: the records of a source become batches, through the extractor if there is one."""

import gc
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from itertools import islice

from bioloom.biolink import model
from bioloom.extraction.prefetch import Taken, extract_ahead
from bioloom.graph.writing.pending_batch import PendingBatch
from bioloom.loading import Loader, ReadPlace, SeekableLoader, TableLoader
from bioloom.pipeline.load_report import ProgressMeter
from bioloom.pipeline.load_request import LoadRequest
from bioloom.pipeline.validation.batch_builder import BatchBuilder, too_long_to_extract
from bioloom.pipeline.validation.edge_validation import FindCategories, phrase_mapper
from bioloom.records import AnnotatedDocument, SourceRecord, TableRows
from bioloom.settings import Settings

_ALLOCATIONS = 200_000  # objects between two searches for cycles


@contextmanager
def rare_collections() -> Iterator[None]:
    """Let Python look for cycles of objects rarely: batches hold many objects, and no cycles."""
    before = gc.get_threshold()
    gc.set_threshold(_ALLOCATIONS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


class BatchReader:
    """Reader of the source of a load; `kinds` counts its documents by kind, `unannotated` those that have
    no annotation.

    `find_categories` is asked for nodes that are not of this source.
    """

    def __init__(
        self,
        request: LoadRequest,
        loader: Loader,
        settings: Settings,
        find_categories: FindCategories = lambda _: {},
    ) -> None:
        self._request, self._loader = request, loader
        mapper = phrase_mapper(request.phrases, settings)
        self._builder = BatchBuilder(request.options, model(), mapper, find_categories)
        self.kinds: Counter[str] = Counter()
        self.unannotated: Counter[str] = Counter()

    def read(
        self, committed: int, stored_place: str, meter: ProgressMeter
    ) -> Generator[PendingBatch, None, None]:
        """Read what follows a position; committed records are only passed over.

        Where the loader can begin at the place that is stored with the position, they are not read at all.
        """
        request, builder = self._request, self._builder
        place, position = ReadPlace(), 0
        if isinstance(self._loader, SeekableLoader) and request.extractor is None:
            place = ReadPlace.parse(stored_place)
            position = committed if place.is_known else 0
            read = self._loader.rows_from(request.source, request.options, place)
        elif isinstance(self._loader, TableLoader) and request.extractor is None:
            read = self._loader.rows(request.source, request.options)
        else:
            read = self._loader.records(request.source, request.options)

        def room() -> int:
            """Say how many rows may come at once."""
            ends = [position + max(request.rows - builder.rows, 1)]
            ends += [end for end in (committed, request.limit) if end is not None and end > position]
            place.most = min(ends) - position
            return place.most

        records: Iterator[Taken]
        if request.extractor is None and isinstance(self._loader, TableLoader):
            records = _numbered(read, position, request.limit, room)
        elif request.extractor is None:
            source = islice(read, request.limit)
            records = (Taken(number, record) for number, record in enumerate(source, start=1))
        else:
            records = extract_ahead(
                islice(read, request.limit),
                request.extractor,
                lambda position, _: position <= committed,
                meter.show,
                too_long_to_extract,
            )
        for taken in records:
            record, position = taken.record, taken.position
            if isinstance(record, AnnotatedDocument):
                self.kinds[record.document.kind] += 1
                if record.scheme is None and not record.mentions:
                    self.unannotated[record.document.kind] += 1
            if taken.position <= committed:
                builder.pass_over(record)
            else:
                builder.add(taken.position, record, taken.extracted, taken.warning, taken.refusal)
                if builder.rows >= request.rows:
                    yield builder.take_batch(str(place))
            meter.advance(taken.position)
        if builder.rows:
            yield builder.take_batch(str(place))


def _numbered(
    records: Iterator[SourceRecord], position: int, limit: int | None, room: Callable[[], int]
) -> Iterator[Taken]:
    """Number records, rows of a table by their last; not more of these come at once than there is `room`."""
    most = room()
    while limit is None or position < limit:
        record = next(records, None)
        if record is None:
            return
        if isinstance(record, TableRows):
            start = 0
            while start < len(record) and (limit is None or position < limit):
                part = record.part(start, start + most)
                start, position = start + len(part), position + len(part)
                yield Taken(position, part)
                most = room()
        else:
            position += 1
            yield Taken(position, record)
            most = room()
