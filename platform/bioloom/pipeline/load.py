"""`load`: a source into the graph, batch by batch, each with its checkpoint."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, replace
from functools import partial
from itertools import islice
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from bioloom import __version__
from bioloom.biolink import Biolink, model
from bioloom.errors import DatabaseUnavailable, LoadInterrupted, ModelUnavailable, UsageError
from bioloom.extraction.dispatch import PROTOCOLS, PUBLICATIONS
from bioloom.extraction.extractor import Extractor
from bioloom.extraction.prefetch import Taken, extract_ahead, is_plain
from bioloom.graph.checkpoint import Checkpoint, advance, begin_load, read_checkpoint
from bioloom.graph.connection import Graph
from bioloom.graph.endpoint_cache import read_categories
from bioloom.graph.identity_decisions import SAME_AS
from bioloom.graph.schema import apply_schema
from bioloom.graph.writer import Outcome, Writer
from bioloom.loading import Loader, loader_for
from bioloom.pipeline.batch_builder import Gathered, Intake, too_long_to_extract
from bioloom.pipeline.counts import Counts
from bioloom.pipeline.edge_validation import PhraseMapper, phrase_mapper
from bioloom.pipeline.grounding_pass import GroundReport, ground_names, is_due
from bioloom.pipeline.load_lock import only_writer, owner
from bioloom.pipeline.load_report import LoadReport, OnProgress, Progress, Status
from bioloom.pipeline.name_index import Decide
from bioloom.pipeline.record_estimate import estimate_records
from bioloom.pipeline.record_validation import NO_OPTIONS, check_options
from bioloom.pipeline.reject_file import RejectFile, summarise
from bioloom.pipeline.source_fingerprint import fingerprint, source_files
from bioloom.records import LoadOptions, Scalar, SourceRecord
from bioloom.resources import has_weights
from bioloom.settings import Settings
from bioloom.standardization import standardize

ROWS = 10_000
"""Rows of a batch: what one transaction holds."""

_PLAIN = {"protocol": PROTOCOLS, "publication": PUBLICATIONS}
_FOUND = {
    "protocol": "actions, reagents and values",
    "publication": "genes, chemicals, diseases and how they relate",
}
_REPORT_EVERY, _REPORT_AFTER = 500, 0.2  # records, seconds


def load(
    source: Path,
    graph: Graph | None,
    settings: Settings,
    *,
    format: str | Loader | None = None,
    options: LoadOptions = NO_OPTIONS,
    limit: int | None = None,
    dry_run: bool = False,
    fresh: bool = False,
    on_progress: OnProgress | None = None,
    rows: int = ROWS,
    phrases: PhraseMapper | bool = True,
    ground: bool = True,
    decide: Decide | None = None,
    extractor: Extractor | None = None,
) -> LoadReport:
    """Load a file or folder; a load that was broken off goes on where its last batch ended.

    `format` names a loader or is one; without it the loader is the one that recognises the source.
    `limit` takes only the first records of the source; `fresh` reads it again from the beginning;
    `dry_run` does everything but write to the graph, which may then be None. Free relation phrases
    are mapped to predicates with what the settings name, or by `phrases`; where that is False they are
    rejected, and a replay can map them. `ground` runs the grounding pass at the end if there is something
    new to it; `decide` finds the entities instead of our own grounder.

    `extractor` reads mentions and relations out of the documents that come without annotation, a batch
    ahead of the writing. A load that used another extractor, or none, is done anew: each document is
    replaced by what this one finds.
    """
    if limit is not None and limit < 0:
        raise UsageError("the limit must not be negative")
    loader = loader_for(source, format) if format is None or isinstance(format, str) else format
    if not source.exists() and not source_files(source):
        raise UsageError(f"{source} does not exist")
    check_options(options, model())
    mapper = phrase_mapper(phrases, settings)
    job = _Job(source, loader, options, limit, rows, on_progress, mapper, ground, decide, extractor)
    if dry_run:
        return job.rehearse()
    if graph is None:
        raise UsageError("a load without a database is a dry run")
    with only_writer(settings, f"loading {source}"):
        apply_schema(graph)
        return job.run(graph, settings, fresh=fresh)


def load_id(source: Path, format: str, options: LoadOptions) -> str:
    """Name a load: the same source with the same format and options is the same load."""
    resolved = os.fsencode(source.resolve()).hex()
    text = json.dumps([resolved, format, asdict(options)], sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


class _Job:
    """One load: its source, and what the user asked for."""

    def __init__(
        self,
        source: Path,
        loader: Loader,
        options: LoadOptions,
        limit: int | None,
        rows: int,
        on_progress: OnProgress | None,
        mapper: PhraseMapper | None,
        ground: bool,
        decide: Decide | None,
        extractor: Extractor | None,
    ) -> None:
        self.extractor = extractor
        self.ground, self.decide = ground, decide
        self.source, self.loader, self.options = source, loader, options
        self.limit, self.rows, self.on_progress = limit, rows, on_progress
        self.mapper = mapper
        self.id = load_id(source, loader.name, options)
        self.plain: Counter[str] = Counter()  # documents without annotation that no extractor reads
        self.shown = os.fsencode(source.resolve()).decode("utf-8", "replace")
        self.begun = time.monotonic()

    def rehearse(self) -> LoadReport:
        """Read and check everything, write only a reject file outside the user's state."""
        biolink = model()
        intake = Intake(self.options, biolink, standardize, self.mapper)
        rejects = RejectFile(Path(mkdtemp(prefix="bioloom-dry-run-")) / f"{self.id}.jsonl", 0)
        sums = [Counts()]
        for gathered in self._batches(intake, 0, self._total(), lambda: sums[-1]):
            counts, rejected = gathered.account(gathered.as_if_written())
            rejects.append(rejected)
            rejects.settle()
            sums.append(sums.pop() + counts)
        report = self._report("dry run", sums[-1], rejects.path, notes=self._hint())
        if report.rejects_file is None:
            rmtree(rejects.path.parent)
        return report

    def run(self, graph: Graph, settings: Settings, *, fresh: bool) -> LoadReport:
        """Write what the checkpoint does not cover yet."""
        biolink, state = model(), fingerprint(self.source)
        found = read_checkpoint(graph, self.id)
        rejects_path = settings.rejects / f"{self.id}.jsonl"
        valid = (
            not fresh
            and found is not None
            and found.fingerprint == state
            and found.properties.get("biolink_version") == biolink.version
            and str(found.properties.get("extractor", "")) == self._extractor_name
        )
        if valid and found is not None and found.status == "complete":
            report = self._already_loaded(found, rejects_path)
            return replace(report, grounded=self._ground(graph, report.counts))
        notes: list[str] = []
        if found is not None and not valid and not fresh:
            notes.append(self._why_again(found, state))
        position = found.position if valid and found is not None else 0
        counts = Counts.from_properties(found.properties) if valid and found is not None else Counts()
        begin_load(graph, self.id, self._properties(settings, state, biolink, position, counts))
        rejects = RejectFile(rejects_path, position)
        run = _Run(
            graph, self.id, Writer(graph, biolink, source=self.id, state=state), rejects, counts, position
        )
        grounded: GroundReport | None = None
        try:
            stored = partial(read_categories, graph)
            self._write(run, Intake(self.options, biolink, standardize, self.mapper, stored))
            grounded = self._ground(graph, run.counts)
        except DatabaseUnavailable as error:
            raise DatabaseUnavailable(
                f"{error}; {run.position} records are safe: the same command goes on from there"
            ) from error
        except ModelUnavailable as error:
            run.stop("stopped")
            raise ModelUnavailable(
                f"{error}; {run.position} records are safe: the same command goes on from there"
            ) from error
        except KeyboardInterrupt as error:
            run.stop("stopped")
            raise LoadInterrupted(
                f"stopped after {run.position} records; the same command goes on from there"
            ) from error
        status: Status = "complete" if self.limit is None else "running"
        run.stop("complete" if self.limit is None else "stopped")
        report = self._report(status, run.counts, rejects_path, position, (*notes, *self._hint()))
        return replace(report, grounded=grounded)

    def _ground(self, graph: Graph, counts: Counts) -> GroundReport | None:
        """Ground names if a load, this one or another, brought something that no pass has seen."""
        if not self.ground or not is_due(graph):
            return None
        show = self.on_progress

        def tell(done: int, total: int | None) -> None:
            if show is not None:
                show(Progress(done, total, counts, "grounding"))

        return ground_names(graph, self.decide, tell)

    def _write(self, run: _Run, intake: Intake) -> None:
        """Read the next batch while one other thread writes the last one."""
        total = self._total()
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer") as writers:
            pending: Future[None] | None = None
            for gathered in self._batches(intake, run.position, total, lambda: run.counts):
                if pending is not None:
                    pending.result()
                pending = writers.submit(run.write, gathered)
            if pending is not None:
                pending.result()
        if self.limit is None:
            run.writer.finish()

    def _batches(
        self, intake: Intake, done: int, total: int | None, counts: Callable[[], Counts]
    ) -> Iterator[Gathered]:
        reported = self.begun
        position = 0
        stage = "loading" if self.extractor is None else "extracting and loading"

        def tell() -> None:
            nonlocal reported
            reported = time.monotonic()
            if self.on_progress is not None:
                self.on_progress(Progress(position, total, counts(), stage))

        for taken in self._taken(done, tell):
            position = taken.position
            if position <= done:
                intake.pass_over(taken.record)
            else:
                intake.take(position, taken.record, taken.extracted, taken.warning, taken.refusal)
                if intake.gathered.rows >= self.rows:
                    yield intake.drain()
            if position % _REPORT_EVERY == 0 or time.monotonic() - reported > _REPORT_AFTER:
                tell()
        if intake.gathered.rows:
            yield intake.drain()

    def _taken(self, done: int, tell: Callable[[], None]) -> Iterator[Taken]:
        """Read the source, through the extractor if there is one; what is written already is only read."""
        records: Iterator[SourceRecord] = islice(self.loader.records(self.source, self.options), self.limit)
        if self.extractor is None:
            return self._untouched(records)
        return extract_ahead(
            records, self.extractor, lambda position, _: position <= done, tell, too_long_to_extract
        )

    def _untouched(self, records: Iterator[SourceRecord]) -> Iterator[Taken]:
        for position, record in enumerate(records, start=1):
            for name, kinds in _PLAIN.items():
                self.plain[name] += is_plain(record, kinds)
            yield Taken(position, record)

    def _hint(self) -> tuple[str, ...]:
        """Say that documents went in as text, and what would read them."""
        counted = [
            f"{count:,} {name}{'s' if count > 1 else ''}" for name, count in self.plain.items() if count
        ]
        if not counted:
            return ()
        verb = "has" if sum(self.plain.values()) == 1 else "have"
        found = ", ".join(_FOUND[name] for name, count in self.plain.items() if count)
        hint = f"{' and '.join(counted)} {verb} no annotation; load with --extract local to find {found}"
        if self.plain["publication"] and not has_weights("triples"):
            hint += "; publications need --model FOLDER as well, which bioloom train triples makes"
        return (hint,)

    @property
    def _extractor_name(self) -> str:
        return "" if self.extractor is None else self.extractor.name

    def _why_again(self, found: Checkpoint, state: str) -> str:
        """Say why a load that is in the graph does not count."""
        before = str(found.properties.get("extractor", ""))
        if found.fingerprint == state and before != self._extractor_name:
            return (
                f"it was loaded with {before or 'no extractor'} before and is now with "
                f"{self._extractor_name or 'no extractor'}: it was read again from the beginning, and what "
                "was extracted from its documents before is replaced"
            )
        return (
            "the source changed since it was last loaded: it was read again from the beginning; "
            "records that it no longer holds stay in the graph until they are withdrawn"
        )

    def _total(self) -> int | None:
        if self.on_progress is None:
            return None
        total = estimate_records(self.loader, self.source)
        if total is None or self.limit is None:
            return total
        return min(total, self.limit)

    def _properties(
        self, settings: Settings, state: str, biolink: Biolink, position: int, counts: Counts
    ) -> dict[str, Scalar]:
        return {
            "source": self.shown,
            "format": self.loader.name,
            "options": json.dumps(asdict(self.options), sort_keys=True, ensure_ascii=False),
            "fingerprint": state,
            "extractor": self._extractor_name,
            "status": "running",
            "owner": owner(settings),
            "position": position,
            "biolink_version": biolink.version,
            "bioloom_version": __version__,
            **counts.to_properties(),
        }

    def _already_loaded(self, found: Checkpoint, rejects: Path) -> LoadReport:
        stored = Counts.from_properties(found.properties)
        left = stored.read - sum(stored.rejected.values())
        counts = Counts(
            read=stored.read, rejected=stored.rejected, skips={"already loaded": left} if left else {}
        )
        note = "already loaded and unchanged; --fresh loads it again"
        return self._report("already loaded", counts, rejects, notes=(note,))

    def _report(
        self,
        status: Status,
        counts: Counts,
        rejects: Path,
        resumed_from: int = 0,
        notes: tuple[str, ...] = (),
    ) -> LoadReport:
        counts.check()
        summary = summarise(rejects)
        return LoadReport(
            load_id=self.id,
            source=self.shown,
            format=self.loader.name,
            status=status,
            counts=counts,
            seconds=time.monotonic() - self.begun,
            rejects_file=rejects if summary.counts else None,
            resumed_from=resumed_from,
            examples=summary.examples,
            notes=notes,
            extractor=self._extractor_name or None,
        )


def _names_anew(gathered: Gathered, outcome: Outcome) -> bool:
    """Say whether a batch brought names, things to be named, or statements on identity."""
    same = zip(gathered.assertions, outcome.assertions, strict=True)
    return (
        any(fate.written for fate in (*outcome.entities, *outcome.documents.fates))
        or outcome.documents.minted + outcome.named > 0
        or any(fate.written for assertion, fate in same if assertion.predicate == SAME_AS)
    )


class _Run:
    """A load in progress: the writer, and what is committed so far."""

    def __init__(
        self, graph: Graph, id_: str, writer: Writer, rejects: RejectFile, counts: Counts, position: int
    ) -> None:
        self.writer = writer
        self.counts = counts
        self.position = position
        self._graph, self._id, self._rejects = graph, id_, rejects

    def write(self, gathered: Gathered) -> None:
        """Write one batch with its checkpoint and its rejects."""
        total = self.counts

        def settle(outcome: Outcome) -> dict[str, Scalar]:
            nonlocal total
            counts, rejected = gathered.account(outcome)
            total = self.counts + counts
            self._rejects.append(rejected)
            return total.to_properties() | ({"ungrounded": True} if _names_anew(gathered, outcome) else {})

        self.writer.write(gathered.batch, load_id=self._id, position=gathered.position, settle=settle)
        self._rejects.settle()
        self.counts, self.position = total, gathered.position

    def stop(self, status: str) -> None:
        """Write how the load ended."""
        with self._graph.session() as session:
            session.execute_write(lambda tx: advance(tx, self._id, {"status": status}))
