"""Load: a source into the graph, batch by batch, each committed with its checkpoint."""

import json
import socket
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Unpack

from neo4j.exceptions import DriverError, Neo4jError

from bioloom import __version__
from bioloom.biolink import model
from bioloom.described_ids import DescribedIds
from bioloom.errors import BioloomError, DatabaseUnavailable, LoadInterrupted, ModelUnavailable, UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.rows.upsert_policy import Origin
from bioloom.graph.schema import apply_schema
from bioloom.graph.writing.checkpoint import Checkpoint, RunningLoad, begin_load, end_load, read_checkpoint
from bioloom.graph.writing.commit_order import WriteQueue
from bioloom.graph.writing.endpoint_cache import read_categories
from bioloom.graph.writing.pending_batch import PendingBatch, account, assume_written
from bioloom.graph.writing.relationship_types import EdgeTypes
from bioloom.graph.writing.write_lease import LeasedGraph, hold_lease
from bioloom.graph.writing.writer import Writer
from bioloom.loading import loader_for
from bioloom.pipeline.batch_reading import BatchReader, rare_collections
from bioloom.pipeline.document_holders import KEPT, find_held, settle
from bioloom.pipeline.load_notes import (
    already_loaded,
    documents_back,
    edges_united,
    first_values_stay,
    kinds_of_texts,
    missing_annotation,
    rejects_kept,
)
from bioloom.pipeline.load_plan import LoadPlan, LoadPlanner
from bioloom.pipeline.load_report import (
    GROUNDING,
    LoadProgress,
    LoadReport,
    LoadStatus,
    ProgressMeter,
    estimate_records,
)
from bioloom.pipeline.load_request import LoadKeywords, LoadRequest, check_options, load_id
from bioloom.pipeline.passes.grounding_pass import GroundReport, ground_names, is_due
from bioloom.pipeline.reading_process import ReadingOrder, read_apart, saves_time
from bioloom.pipeline.reject_file import RejectFile, summarise
from bioloom.pipeline.sources.reading_state import reading_state
from bioloom.pipeline.sources.source_fingerprint import source_files
from bioloom.pipeline.withdrawals.stale_preview import StatedIds
from bioloom.pipeline.withdrawals.stale_withdrawal import StaleReport, find_unread, withdraw_stale_records
from bioloom.records import Scalar, Skip
from bioloom.records.load_counts import Counts
from bioloom.settings import Settings

_PLAIN = frozenset({"text", "docx", "pdf"})
"""Loaders that tell the kind of a document from its sentences."""

_LONGEST_REASON = 500


def load(
    source: Path, graph: Graph | None, settings: Settings, **options: Unpack[LoadKeywords]
) -> LoadReport:
    """Load a file or folder; a load that was interrupted goes on where its last batch ended.

    The keyword arguments are the fields of `LoadRequest`. A dry run needs no `graph`.
    """
    request = LoadRequest(source, **options)
    job = LoadJob(request, settings)
    if graph is None and not request.dry_run:
        raise UsageError("a load without a database is a dry run")
    with rare_collections():
        if graph is None or request.dry_run:
            return job.rehearse(graph if request.drop_stale else None)
        with hold_lease(graph, settings, f"loading {source}", indexes_of_names=False) as leased:
            return job.run(leased)


class LoadJob:
    """One load: a checked request, and the loader that reads its source."""

    def __init__(self, request: LoadRequest, settings: Settings) -> None:
        source, format = request.source, request.format
        self._loader = loader_for(source, format) if format is None or isinstance(format, str) else format
        if not source.exists() and not source_files(source):
            raise UsageError(f"{source} does not exist")
        self._biolink = model()
        check_options(request.options, self._biolink)
        self._request, self._settings = request, settings
        self.id = load_id(source, self._loader.name, request.options)
        self._rejects = settings.rejects / f"{self.id}.jsonl"
        self._begun = time.monotonic()
        self._left_out: list[Skip] = []

    def rehearse(self, graph: Graph | None = None) -> LoadReport:
        """Read and check everything; write only a reject file, apart from those of loads.

        With a graph, what of it the source holds no longer is counted.
        """
        rejects = RejectFile(self._settings.rejects / "dry-runs" / f"{self.id}.jsonl", 0)
        running, described = RunningLoad(self.id, rejects), DescribedIds()
        stated = None if graph is None else StatedIds(graph, self.id)
        find_categories = () if graph is None else (partial(read_categories, graph),)
        reader = BatchReader(self._request, self._loader, self._settings, *find_categories)
        for batch in self._batches(reader, running):
            if stated is not None:
                stated.add(batch)
            accounted = account(batch, assume_written(batch, described))
            rejects.append(accounted.rejects)
            rejects.commit()
            self._left_out += batch.left_out
            running.counts += accounted.counts
        notes = (*rejects_kept(rejects), *self._notes(reader))
        report = self._report("dry run", running.counts, rejects.path, notes=notes, kinds=reader.kinds)
        stale = None
        if stated is not None:
            stale = stated.count_stale(find_unread(rejects.path, running.counts, drop=True))
        if report.rejects_file is None:
            rejects.discard()
        return _with_stale(report, stale)

    def run(self, graph: LeasedGraph) -> LoadReport:
        """Write what the checkpoint does not cover yet, the next batch being read meanwhile."""
        request, rejects_path = self._request, self._rejects
        stored = read_checkpoint(graph, self.id)
        plan = self._plan(stored)
        state = plan.state
        if plan.done is not None:
            notes = edges_united(EdgeTypes(graph).finish())
            report = self._already_loaded(plan.done, rejects_path, notes)
            stale = None
            if plan.may_be_stale:
                stale = self._withdraw_stale(graph, state, rejects_path, plan.done.counts)
            return _with_stale(replace(report, grounded=self._ground(graph, report.counts)), stale)
        rejects = RejectFile(rejects_path, plan.position)
        running = RunningLoad(self.id, rejects, plan.position, plan.counts, plan.place, plan.example)
        origin = Origin(self.id, state, plan.retires)
        writer = Writer(graph, self._biolink, source=self.id, state=state, retires=plan.retires)
        reader = BatchReader(request, self._loader, self._settings, partial(read_categories, graph))
        begin_load(graph, self.id, self._properties(plan, running))
        notes = [*plan.notes, *rejects_kept(rejects)]
        with _interruptions(graph, running):
            with closing(self._batches(reader, running)) as batches, WriteQueue() as writes:
                for batch in batches:
                    self._left_out += batch.left_out
                    if held := find_held(graph, [one.document.id for one in batch.documents], self.id):
                        batch = settle(
                            batch,
                            held,
                            origin,
                            self._biolink.version,
                            keep_extracted=request.keep_extracted and request.extractor is None,
                            take_over=request.replace,
                        )
                    rows = writer.lay_out(batch.assertions)
                    writes.put(partial(writer.write, batch, running, rows))
            apply_schema(graph)
            stale = None
            if plan.retires:
                stale = self._withdraw_stale(graph, state, rejects_path, running.counts)
            if plan.whole:
                notes += edges_united(writer.finish())
            grounded = self._ground(graph, running.counts)
        status: LoadStatus = "complete" if plan.whole else "stopped"
        end_load(graph, self.id, status)
        notes += self._notes(reader, kept=KEPT in running.counts.warnings)
        notes += first_values_stay(running.example)
        notes += documents_back(graph, () if stored is None else stored.withdrawn)
        report = self._report(status, running.counts, rejects_path, plan.position, tuple(notes), reader.kinds)
        return _with_stale(replace(report, grounded=grounded), stale)

    def is_written(self, graph: Graph) -> bool | None:
        """Say whether the graph holds all of the source, so that none is read; None if no load began it."""
        stored = read_checkpoint(graph, self.id)
        if stored is None:
            return None
        plan = self._plan(stored)
        return plan.done is not None or plan.in_bulk

    def complete(self, graph: LeasedGraph, report: LoadReport) -> LoadReport:
        """Do what follows the last batch, where a bulk load has written them all."""
        notes = (*report.notes, *edges_united(EdgeTypes(graph).finish()))
        apply_schema(graph)
        grounded = self._ground(graph, report.counts)
        end_load(graph, self.id, "complete" if report.status == "complete" else "stopped")
        return replace(report, notes=notes, grounded=grounded, seconds=time.monotonic() - self._begun)

    def _plan(self, stored: Checkpoint | None) -> LoadPlan:
        now = reading_state(self._request.source, self._loader, self._request.extractor)
        return LoadPlanner(self._request, now, self._biolink.version, self._rejects).plan(stored)

    def _withdraw_stale(
        self, graph: LeasedGraph, state: str, rejects: Path, counts: Counts
    ) -> StaleReport | None:
        """Withdraw what the source no longer holds, unless that is to stay."""
        if self._request.keep_stale:
            return None
        drop = self._request.drop_stale
        return withdraw_stale_records(graph, Origin(self.id, state), rejects, counts, drop=drop)

    def _batches(self, reader: BatchReader, running: RunningLoad) -> Generator[PendingBatch, None, None]:
        """Read the source, in a process of its own where that saves time, behind what is committed."""
        request = self._request
        stage = "loading" if request.extractor is None else "extracting and loading"
        meter = ProgressMeter(request.on_progress, self._total(), lambda: running.counts, stage, self._begun)
        if saves_time(request, self._loader):
            order = ReadingOrder(request, self._loader.name, self._settings, running.position, running.place)
            return read_apart(order, reader, meter)
        return reader.read(running.position, running.place, meter)

    def _ground(self, graph: LeasedGraph, counts: Counts) -> GroundReport | None:
        """Ground names if a load, this one or another, brought something that no pass has seen."""
        if not self._request.ground or not is_due(graph):
            return None
        show = self._request.on_progress

        def show_grounding(done: int, total: int | None) -> None:
            if show is not None:
                show(LoadProgress(done, total, counts, GROUNDING))

        return ground_names(graph, self._request.decide, show_grounding)

    def _notes(self, reader: BatchReader, *, kept: bool = False) -> list[str]:
        """Tell what plain texts were read as, and what could be annotated unless it is `kept` annotated."""
        notes = kinds_of_texts(reader.kinds) if self._loader.name in _PLAIN else []
        if self._request.extractor is None and not kept:
            notes += missing_annotation(reader.unannotated)
        return notes

    def _total(self) -> int | None:
        if self._request.on_progress is None:
            return None
        total = estimate_records(self._loader, self._request.source)
        if total is None or self._request.limit is None:
            return total
        return min(total, self._request.limit)

    def _properties(self, plan: LoadPlan, running: RunningLoad) -> dict[str, Scalar]:
        return {
            "source": self._request.source_name,
            **({"label": self._request.label} if self._request.label else {}),
            "format": self._loader.name,
            "options": json.dumps(asdict(self._request.options), sort_keys=True, ensure_ascii=False),
            **asdict(plan.read_by),
            "state": plan.state,
            "stale": plan.may_be_stale,
            "extractor": self._request.extractor_name,
            "status": "running",
            "owner": f"{socket.gethostname()}:{self._settings.home}",
            "position": running.position,
            "place": running.place,
            "example": running.example,
            "biolink_version": self._biolink.version,
            "bioloom_version": __version__,
            **({"in_bulk": True} if plan.in_bulk else {}),
            **running.counts.to_properties(),
        }

    def _already_loaded(self, stored: Checkpoint, rejects: Path, notes: list[str]) -> LoadReport:
        before = stored.counts
        left = before.read - sum(before.rejected.values())
        skips = {"already loaded": left} if left else {}
        counts = Counts(read=before.read, rejected=before.rejected, skips=skips)
        notes = [already_loaded(stored), *notes]
        return self._report("already loaded", counts, rejects, notes=tuple(notes))

    def _report(
        self,
        status: LoadStatus,
        counts: Counts,
        rejects: Path,
        resumed_from: int = 0,
        notes: tuple[str, ...] = (),
        kinds: Mapping[str, int] | None = None,
    ) -> LoadReport:
        counts.check()
        summary = summarise(rejects)
        return LoadReport(
            load_id=self.id,
            source=self._request.source_name,
            format=self._loader.name,
            status=status,
            counts=counts,
            seconds=time.monotonic() - self._begun,
            rejects_file=rejects if summary.counts else None,
            resumed_from=resumed_from,
            examples=summary.examples,
            notes=notes,
            extractor=self._request.extractor_name or None,
            kinds=kinds or {},
            left_out=tuple(self._left_out),
        )


def _with_stale(report: LoadReport, stale: StaleReport | None) -> LoadReport:
    if stale is None:
        return report
    notes = (*report.notes, *stale.notes)
    return replace(report, withdrawn=stale.withdrawn, kept=stale.kept, notes=notes)


@contextmanager
def _interruptions(graph: LeasedGraph, running: RunningLoad) -> Iterator[None]:
    """Record a failed or stopped load; turn what interrupts it into an error with its position."""
    with ExitStack() as recorded:
        recorded.push(partial(_record_failure, graph, running))
        try:
            yield
        except (DatabaseUnavailable, ModelUnavailable) as error:
            raise type(error)(
                f"{error}; {running.position} records are safe: the same command goes on from there"
            ) from error
        except KeyboardInterrupt as error:
            raise LoadInterrupted(
                f"stopped after {running.position} records; the same command goes on from there"
            ) from error


def _record_failure(
    graph: LeasedGraph,
    running: RunningLoad,
    kind: type[BaseException] | None,
    error: BaseException | None,
    _trace: TracebackType | None,
) -> None:
    """Set a load to failed or stopped, its names indexed; without a database the next load does both."""
    if error is None or isinstance(error, DatabaseUnavailable):
        return
    status = "stopped" if isinstance(error, LoadInterrupted | SystemExit) else "failed"
    with suppress(BioloomError, DriverError, Neo4jError):
        end_load(
            graph, running.id, status, " ".join(str(error).split())[:_LONGEST_REASON] or type(error).__name__
        )
        apply_schema(graph)
