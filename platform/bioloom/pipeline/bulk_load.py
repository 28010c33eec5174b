"""Bulk load: the first load of an empty managed graph, through files and Neo4j's own importer.

The ordinary writer writes to files. They are imported into a database beside the one in use, which takes its
place when it is whole: whatever breaks a bulk load off before leaves the graph empty, and what follows the
swap (indexes, grounding) is done by the next load of the same sources.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

from bioloom.errors import BioloomError, LoadInterrupted, ModelUnavailable, UsageError
from bioloom.graph import open_graph
from bioloom.graph.connection import Graph
from bioloom.graph.schema import OF_LEASE, fill_name_indexes
from bioloom.graph.server.store_import import import_tables, staging, swap_in
from bioloom.graph.writing.bulk_store import BulkGraph, BulkStore
from bioloom.graph.writing.write_lease import hold_lease
from bioloom.loading import loader_for, parts_of
from bioloom.pipeline.batch_reading import rare_collections
from bioloom.pipeline.load import LoadJob, load
from bioloom.pipeline.load_report import LoadProgress, LoadReport, estimate_records
from bioloom.pipeline.load_request import LoadKeywords, LoadRequest, OnLoadProgress
from bioloom.records.load_counts import Counts
from bioloom.settings import Settings

_MANY = 1_000_000
"""Records from which on a bulk load is offered: with 240,000 its starts of Java outweigh what it saves."""

_ROWS = 20_000
"""Rows of a batch: a store of files holds no transaction in memory."""


def bulk_load(
    sources: Sequence[Path], settings: Settings, **options: Unpack[LoadKeywords]
) -> list[LoadReport]:
    """Load sources, one after the other, into the empty graph of the managed server.

    The keyword arguments are those of `load`. UsageError if the graph holds anything else than all of these
    sources, or is not of the managed server; what a bulk load has written is completed by ordinary loads.
    """
    if settings.neo4j_uri:
        raise UsageError(
            f"--bulk needs the managed server, and NEO4J_URI names {settings.neo4j_uri}: leave --bulk away, "
            "or unset that variable"
        )
    if options.get("dry_run") or options.get("fresh"):
        raise UsageError("--bulk goes with neither --dry-run nor --fresh: leave one of them away")
    job_options: LoadKeywords = {"rows": _ROWS, **options}
    jobs = [LoadJob(LoadRequest(source, **job_options), settings) for source in sources]
    with open_graph(settings) as graph:
        written = [job.is_written(graph) for job in jobs]
        if all(written):
            return [load(source, graph, settings, **options) for source in sources]
        for job, source, whole in zip(jobs, sources, written, strict=True):
            if whole is False:
                raise UsageError(
                    f"--bulk fills an empty graph only, and a load without it has begun to write {source}: "
                    f"leave --bulk away to go on with that load, or withdraw it first: "
                    f"bioloom withdraw --load {job.id}"
                )
        try:
            reports = _replace(graph, jobs, settings, options.get("on_progress"))
        except (KeyboardInterrupt, LoadInterrupted) as error:
            raise LoadInterrupted(
                "stopped, and nothing was written to the graph; the same command starts anew"
            ) from error
        except ModelUnavailable as error:
            raise ModelUnavailable(
                f"{error.__cause__ or error}; nothing was written, and the same command starts anew"
            ) from error
    try:
        purpose = "completing a bulk load"
        with (
            open_graph(settings) as graph,
            hold_lease(graph, settings, purpose, indexes_of_names=False) as leased,
        ):
            fill_name_indexes(leased)  # meanwhile constraints are built
            return [job.complete(leased, report) for job, report in zip(jobs, reports, strict=True)]
    except KeyboardInterrupt as error:
        raise LoadInterrupted("stopped after all was written; the same command completes it") from error


def suits_bulk(sources: Sequence[Path], settings: Settings, format: str | None, limit: int | None) -> bool:
    """Say whether a bulk load of these sources is possible and worth its starts of Java."""
    if settings.neo4j_uri:
        return False
    try:
        if any(len(parts_of(source, format)) > 1 for source in sources):
            return False
        records = sum(estimate_records(loader_for(source, format), source) or 0 for source in sources)
    except BioloomError:  # whoever loads them says what is wrong
        return False
    if (records if limit is None else min(limit, records)) < _MANY:
        return False
    with open_graph(settings) as graph:
        return _holds_nothing(graph)


def _replace(
    graph: Graph, jobs: Sequence[LoadJob], settings: Settings, on_progress: OnLoadProgress | None
) -> list[LoadReport]:
    """Build a database of what the sources hold, and put it in the place of the empty one."""
    lease = hold_lease(graph, settings, "loading in bulk", only=OF_LEASE)
    with lease, staging(settings) as (folder, lock):
        if not _holds_nothing(graph):
            raise UsageError(
                "--bulk fills an empty graph only, and this one holds data: leave --bulk away, or set "
                "BIOLOOM_HOME to a new folder"
            )
        store = BulkStore(folder)
        with rare_collections():
            reports = [job.run(BulkGraph.over(store)) for job in jobs]
        tables = store.close()
        rows = sum(table.rows for table in tables)
        counts = sum((report.counts for report in reports), Counts())

        def show(share: float) -> None:
            if on_progress is not None:
                on_progress(LoadProgress(round(rows * share), rows, counts, "importing"))

        import_tables(settings, tables, lock, show)
        swap_in(settings)
        return reports


def _holds_nothing(graph: Graph) -> bool:
    (found,) = graph.read("loads/holds_nothing")
    return bool(found["empty"])
