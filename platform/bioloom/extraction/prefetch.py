"""Extraction with prefetch: batches of documents are extracted while those before them are consumed."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from typing import TypeGuard

from bioloom.errors import BioloomError
from bioloom.extraction.extractor import PROTOCOLS, PUBLICATIONS, Extractor, batches_ahead, kinds_read
from bioloom.extraction.output_validation import check_extraction
from bioloom.records import AnnotatedDocument, SourceRecord
from bioloom.thread_memory import ThreadPool

DOCUMENTS, CHARACTERS, RECORDS = 16, 60_000, 2_000
"""What a batch holds at most: documents to extract from and their characters (but one document at least),
and records of any kind."""

NOT_A_PROTOCOL = "no protocol: nothing was extracted from it"
NOT_A_PUBLICATION = "no publication: nothing was extracted from it"
OTHER_KIND = "of another kind: nothing was extracted from it"

_WARNINGS = {PROTOCOLS: NOT_A_PROTOCOL, PUBLICATIONS: NOT_A_PUBLICATION}
_PATIENCE = 0.3  # seconds between two signs of life

IsDone = Callable[[int, SourceRecord], bool]
Refuse = Callable[[AnnotatedDocument], str]


@dataclass(slots=True)
class Taken:
    """Record with its number in the source, from 1, the count of parts that an extractor added, and warnings.

    `refusal` says why nothing was extracted from a document that cannot be kept.
    """

    position: int
    record: SourceRecord
    extracted: int = 0
    warning: str = ""
    refusal: str = ""


def extract_ahead(
    records: Iterable[SourceRecord],
    extractor: Extractor,
    is_done: IsDone = lambda _position, _record: False,
    on_wait: Callable[[], None] = lambda: None,
    refuse: Refuse = lambda _document: "",
) -> Iterator[Taken]:
    """Give records in their order, unannotated documents of the extractor's kinds as it annotates them.

    While one batch is taken, other threads extract from the next: from one, or from as many as the extractor
    reads ahead. So many batches and one more are in memory at most.
    Batches are cut by the records alone, and what `is_done` says is finished is extracted from only where
    the rest of its batch is not: so a run that goes on half way finds exactly what an unbroken one does.
    `is_done` is asked once a record, in order; `on_wait` is called now and then while there is nothing
    to give. `refuse` says why a document is not worth extracting from, by what it is alone; an empty text
    lets it through.
    """
    ahead = batches_ahead(extractor)
    worker = ThreadPool(max_workers=ahead, thread_name_prefix="extractor")
    pending: deque[tuple[_Batch, Future[list[AnnotatedDocument]] | None]] = deque()
    try:
        kinds = kinds_read(extractor)
        warning = _WARNINGS.get(kinds, OTHER_KIND)
        for batch in _batches(records, kinds, is_done, refuse):
            work = None
            if batch.unfinished:
                work = worker.submit(_extract, extractor, [document for _, document in batch.plain])
            pending.append((batch, work))
            if len(pending) > ahead:
                yield from _given(*pending.popleft(), on_wait, warning)
        while pending:
            yield from _given(*pending.popleft(), on_wait, warning)
    finally:
        worker.shutdown(cancel_futures=True)  # after a fault the next batch is not begun


def needs_extraction(record: SourceRecord) -> TypeGuard[AnnotatedDocument]:
    """Say whether a record is a document that nobody has annotated."""
    return isinstance(record, AnnotatedDocument) and record.scheme is None and not record.mentions


def is_plain(record: SourceRecord, kinds: frozenset[str]) -> TypeGuard[AnnotatedDocument]:
    """Say whether a record is a document of some kinds that nobody has annotated."""
    return needs_extraction(record) and record.document.kind in kinds


def parts_of(document: AnnotatedDocument) -> int:
    """Count what a document holds besides its text: mentions, stated relations, rejects and skips."""
    stated = sum(not relation.derived for relation in document.relations)
    return len(document.mentions) + stated + len(document.rejects) + sum(s.count for s in document.skips)


@dataclass(slots=True)
class _Batch:
    """Records in their order, and which of them are documents to extract from or refused (by index)."""

    kinds: frozenset[str]
    records: list[tuple[int, SourceRecord, bool]] = field(default_factory=list)
    plain: list[tuple[int, AnnotatedDocument]] = field(default_factory=list)
    refused: dict[int, str] = field(default_factory=dict)
    characters: int = 0
    unfinished: bool = False

    def add(self, position: int, record: SourceRecord, done: bool, refusal: str) -> None:
        if refusal:
            self.refused[len(self.records)] = refusal
        elif is_plain(record, self.kinds):
            self.plain.append((len(self.records), record))
            self.characters += len(record.document.text)
            self.unfinished |= not done
        self.records.append((position, record, done))

    @property
    def full(self) -> bool:
        return len(self.plain) >= DOCUMENTS or self.characters >= CHARACTERS or len(self.records) >= RECORDS


def _batches(
    records: Iterable[SourceRecord], kinds: frozenset[str], is_done: IsDone, refuse: Refuse
) -> Iterator[_Batch]:
    batch = _Batch(kinds)
    for position, record in enumerate(records, start=1):
        refusal = refuse(record) if is_plain(record, kinds) else ""
        batch.add(position, record, is_done(position, record), refusal)
        if batch.full:
            yield batch
            batch = _Batch(kinds)
    if batch.records:
        yield batch


def _extract(extractor: Extractor, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
    found = extractor.extract(documents)
    same = [document.document.id for document in found] == [document.document.id for document in documents]
    if not same:
        raise BioloomError(
            f"the extractor {extractor.name} did not give back the documents that it was given"
        )
    return [check_extraction(document) for document in found]


def _given(
    batch: _Batch, work: Future[list[AnnotatedDocument]] | None, on_wait: Callable[[], None], warning: str
) -> Iterator[Taken]:
    found: dict[int, AnnotatedDocument] = {}
    if work is not None:
        while wait((work,), _PATIENCE).not_done:
            on_wait()
        found = {index: after for (index, _), after in zip(batch.plain, work.result(), strict=True)}
    for index, (position, record, done) in enumerate(batch.records):
        after = None if done else found.get(index)
        if after is not None and isinstance(record, AnnotatedDocument):
            yield Taken(position, after, parts_of(after) - parts_of(record))
        elif index in batch.refused and not done:
            yield Taken(position, record, refusal=batch.refused[index])
        elif needs_extraction(record) and not done:
            yield Taken(position, record, warning=warning)
        else:
            yield Taken(position, record)
