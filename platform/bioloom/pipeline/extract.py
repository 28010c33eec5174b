"""Extraction to files: mentions and relations of a source's documents, without a database."""

import os
import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from bioloom.errors import LoadInterrupted, ModelUnavailable, UsageError
from bioloom.extraction.extractor import Extractor, kinds_read
from bioloom.extraction.prefetch import extract_ahead, is_plain
from bioloom.loading import loader_for
from bioloom.pipeline.extraction_output import ExtractionForm, ExtractionOutput
from bioloom.pipeline.load_report import LoadProgress, estimate_records
from bioloom.pipeline.load_request import OnLoadProgress
from bioloom.pipeline.validation.record_validation import NO_OPTIONS
from bioloom.records import AnnotatedDocument, LoadOptions, Reject, Skip, SourceRecord
from bioloom.records.attributes import attributes
from bioloom.records.load_counts import Counts
from bioloom.standardization.document_standardization import TO_BIOPIE

_REPORT_AFTER = 0.2  # seconds


@dataclass(frozen=True, slots=True)
class ExtractReport:
    """Report of an extraction: the file or folder, and counts of its contents.

    `untouched` counts documents that came annotated or are of a kind that the extractor does not read;
    `resumed_from` those that an interrupted run had done.
    """

    output: Path
    extractor: str
    documents: int
    untouched: int
    sentences: int
    mentions: int
    relations: int
    seconds: float
    resumed_from: int = 0
    rejects_file: Path | None = None
    rejected: Mapping[str, int] = field(default_factory=dict)
    skips: Mapping[str, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        """Give the report as JSON values."""
        return {
            "output": str(self.output),
            **attributes(self, "extractor", "documents", "untouched", "sentences", "mentions", "relations"),
            "rejected": dict(self.rejected),
            "rejects_file": None if self.rejects_file is None else str(self.rejects_file),
            "skipped": sum(self.skips.values()),
            "skip_reasons": dict(self.skips),
            "resumed_from": self.resumed_from,
            "seconds": round(self.seconds, 3),
        }


def extract(
    source: Path,
    output: Path,
    extractor: Extractor,
    *,
    format: str | None = None,
    options: LoadOptions = NO_OPTIONS,
    form: ExtractionForm = "jsonl",
    scheme: str | None = None,
    limit: int | None = None,
    force: bool = False,
    on_progress: OnLoadProgress | None = None,
) -> ExtractReport:
    """Extract from the documents of a source into a JSONL file or a folder of BRAT files.

    Documents that are annotated already go into the output as they are. `scheme` maps what is found:
    ``biopie`` from WLP's types and relations, by default it stays in the extractor's own. The output takes
    its name when it is whole; the same call after an interrupted run goes on where that one stopped.
    Rejects go to a file beside it. UsageError if the output exists and `force` is False.
    """
    if scheme is not None and scheme != extractor.scheme and (scheme, extractor.scheme) != ("biopie", "wlp"):
        raise UsageError(
            f"{extractor.name} finds what {extractor.scheme} names; {scheme} cannot be made of it"
        )
    loader = loader_for(source, format)
    total = estimate_records(loader, source) if on_progress is not None else None
    if total is not None and limit is not None:
        total = min(total, limit)
    begun = time.monotonic()
    tally = _ExtractTally()
    taken = 0

    def report_progress() -> None:
        if on_progress is not None:
            on_progress(LoadProgress(taken, total, Counts(), "extracting"))

    run = [os.fsencode(source.resolve()).hex(), loader.name, extractor.name, scheme or "", str(options)]
    kinds = kinds_read(extractor)
    kept: deque[AnnotatedDocument | None] = deque()
    with ExtractionOutput(output, form, run, force=force) as out:

        def is_done(_position: int, record: SourceRecord) -> bool:
            if not isinstance(record, AnnotatedDocument):
                return False
            extracted = is_plain(record, kinds)
            held = out.held(record if extracted else _mapped(record, scheme), extracted=extracted)
            kept.append(held)
            return held is not None

        records: Iterator[SourceRecord] = islice(loader.records(source, options), limit)
        shown = begun
        try:
            for one in extract_ahead(records, extractor, is_done, report_progress):
                taken = one.position
                if isinstance(one.record, AnnotatedDocument):
                    document = kept.popleft()
                    if document is None:
                        document = _mapped(one.record, scheme)
                        out.write(document)
                    tally.count(document)
                    rejects = document.rejects
                else:
                    rejects = tally.leave(one.record)
                tally.rejected.update(reject.code for reject in rejects)
                out.reject(taken, rejects)
                if time.monotonic() - shown > _REPORT_AFTER:
                    shown = time.monotonic()
                    report_progress()
        except KeyboardInterrupt as error:
            raise LoadInterrupted(
                f"stopped after {out.documents} documents; the same command goes on from there"
            ) from error
        except ModelUnavailable as error:
            raise ModelUnavailable(
                f"{error}; {out.documents} documents are done: the same command goes on from there"
            ) from error
        out.finish()
    return ExtractReport(
        output=output,
        extractor=extractor.name,
        documents=out.documents,
        **attributes(tally, "untouched", "sentences", "mentions", "relations"),
        seconds=time.monotonic() - begun,
        resumed_from=out.resumed_from,
        rejects_file=out.rejects_file,
        rejected=dict(sorted(tally.rejected.items())),
        skips=dict(sorted(tally.skips.items())),
    )


@dataclass(slots=True)
class _ExtractTally:
    untouched: int = 0
    sentences: int = 0
    mentions: int = 0
    relations: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    skips: Counter[str] = field(default_factory=Counter)

    def count(self, document: AnnotatedDocument) -> None:
        self.untouched += document.extractor is None
        self.sentences += len(document.sentences)
        self.mentions += len(document.mentions)
        self.relations += len(document.relations)
        for skip in document.skips:
            self.skips[skip.reason] += skip.count

    def leave(self, record: SourceRecord) -> tuple[Reject, ...]:
        """Count a record that is no document; return it if it is a reject."""
        if isinstance(record, Reject):
            return (record,)
        if isinstance(record, Skip):
            self.skips[record.reason] += record.count
        else:
            self.skips["no document"] += 1
        return ()


def _mapped(document: AnnotatedDocument, scheme: str | None) -> AnnotatedDocument:
    """Map a document to the requested scheme, where that is possible."""
    step = TO_BIOPIE.get(document.scheme or "") if scheme == "biopie" else None
    return document if step is None else step(document)
