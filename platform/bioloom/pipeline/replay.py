"""Replay of a reject file: its records are loaded again after a correction."""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path

from bioloom.biolink import model
from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.writing.checkpoint import Checkpoint, advance, list_checkpoints, read_checkpoint
from bioloom.graph.writing.endpoint_cache import read_categories
from bioloom.graph.writing.pending_batch import PendingBatch, reject_unwritable
from bioloom.graph.writing.write_lease import LeasedGraph, hold_lease
from bioloom.graph.writing.writer import Writer
from bioloom.pipeline.load_request import check_options
from bioloom.pipeline.passes.grounding_pass import ground_names
from bioloom.pipeline.reject_file import read_rejects, write_rejects
from bioloom.pipeline.validation.edge_validation import EdgeValidator, PhraseMapper, ValidEdge, phrase_mapper
from bioloom.pipeline.validation.record_validation import NO_OPTIONS, validate_node
from bioloom.records import Entity, LoadOptions, NumberedReject, Reject, SourceClaim, SourceEdge, SourceNode
from bioloom.records.record_serialization import parse_record
from bioloom.settings import Settings

_BATCH = 10_000
_NODES, _RELATIONS = (SourceNode,), (SourceEdge, SourceClaim)

_Kind = tuple[type[SourceNode]] | tuple[type[SourceEdge], type[SourceClaim]]
_Record = SourceNode | SourceEdge | SourceClaim


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """Report of a replay; records that passed have left the file.

    `unreadable` counts records that only their loader can read (annotation files): correct the source and
    load it again.
    """

    read: int
    nodes: int
    edges: int
    unchanged: int
    unreadable: int
    rejected: Mapping[str, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        """Give the report as JSON values."""
        return {
            "read": self.read,
            "written": {"nodes": self.nodes, "edges": self.edges},
            "skipped": self.unchanged,
            "rejected": dict(self.rejected),
            "needs_loading": self.unreadable,
        }


def replay(
    graph: Graph,
    settings: Settings,
    file: Path,
    options: LoadOptions = NO_OPTIONS,
    *,
    phrases: PhraseMapper | bool = True,
) -> ReplayReport:
    """Load each record of a reject file again; given options take precedence over those of the load.

    The load is told by the name of the file, or (a mended copy) by the source of its first reject; UsageError
    where loads with other options have that source.

    Nodes go before edges, so that an edge passes whose ends stand in the same file. `phrases` is
    as for `load`.
    """
    if not file.is_file():
        raise UsageError(f"{file} is not a reject file; bioloom rejects lists them")
    check_options(options, model())
    with hold_lease(graph, settings, f"replaying {file}") as leased:
        checkpoint = read_checkpoint(graph, file.stem)
        chosen = (
            _options(checkpoint, options) if checkpoint is not None else _options_of(graph, file, options)
        )
        state = checkpoint.state if checkpoint is not None else "0"
        name = (
            file.stem
            if checkpoint is not None
            else hashlib.blake2b(os.fsencode(file.resolve()), digest_size=8).hexdigest()
        )
        job = _Replay(leased, chosen, name, state, phrase_mapper(phrases, settings))
        kinds: tuple[_Kind, ...] = (_NODES, _RELATIONS)
        remaining = [one for kind in kinds for one in job.take(read_rejects(file), kind)]
        job.writer.finish()
        remaining += job.foreign(read_rejects(file))
        remaining.sort(key=lambda one: one.position)
        write_rejects(file, remaining)
        if checkpoint is not None:
            _recount(leased, checkpoint, job)
        if job.written or job.named:
            ground_names(leased, None)
    return ReplayReport(
        read=job.read,
        nodes=job.written["nodes"],
        edges=job.written["edges"],
        unchanged=job.unchanged,
        unreadable=sum(job.foreign_codes.values()),
        rejected=dict(sorted(Counter(one.reject.code for one in remaining).items())),
    )


class _Replay:
    def __init__(
        self, graph: LeasedGraph, options: LoadOptions, name: str, state: str, mapper: PhraseMapper | None
    ) -> None:
        self.biolink = model()
        self.validator = EdgeValidator(options, self.biolink, mapper, partial(read_categories, graph))
        self.writer = Writer(graph, self.biolink, source=name, state=state)
        self.read = self.unchanged = self.named = 0
        self.written: Counter[str] = Counter()
        self.passed: Counter[str] = Counter()
        self.moved: Counter[str] = Counter()
        self.foreign_codes: Counter[str] = Counter()

    def take(self, rejected: Iterator[NumberedReject], kind: _Kind) -> Iterator[NumberedReject]:
        """Write the records of a kind in batches; give back those that are still rejected."""
        matching = (
            (one, record)
            for one in rejected
            if isinstance(record := parse_record(one.reject.record, one.reject.place), kind)
        )
        while batch := list(islice(matching, _BATCH)):
            self.read += len(batch)
            yield from self._write(batch)

    def foreign(self, rejected: Iterator[NumberedReject]) -> Iterator[NumberedReject]:
        """Give the rejects that only a loader can read."""
        for one in rejected:
            if parse_record(one.reject.record, one.reject.place) is None:
                self.read += 1
                self.foreign_codes[one.reject.code] += 1
                yield one

    def _write(self, batch: list[tuple[NumberedReject, _Record]]) -> Iterator[NumberedReject]:
        fit: list[tuple[NumberedReject, _Record, Entity | ValidEdge]] = []
        for (one, record), checked in zip(batch, self._check([record for _, record in batch]), strict=True):
            if isinstance(checked, Reject):
                yield self._still(one, checked)
            else:
                fit.append((one, record, checked))
        entities = [value for _, _, value in fit if isinstance(value, Entity)]
        edges = [value for _, _, value in fit if isinstance(value, ValidEdge)]
        named = [entity for edge in edges for entity in edge.named]
        outcome = self.writer.write(PendingBatch(entities, [edge.assertion for edge in edges], (), named))
        self.named += outcome.named
        results = (*outcome.entities, *outcome.assertions)
        for at, ((one, record, valid), result) in enumerate(zip(fit, results, strict=True)):
            if result.rejects and isinstance(valid, ValidEdge):
                conflict = outcome.conflicts.get(at - len(entities))
                yield self._still(one, reject_unwritable(record, valid.assertion.subject, result, conflict))
                continue
            self.passed[one.reject.code] += 1
            if result.written:
                self.written["nodes" if isinstance(record, SourceNode) else "edges"] += 1
            else:
                self.unchanged += 1

    def _check(self, records: list[_Record]) -> Iterator[Entity | ValidEdge | Reject]:
        """Validate the records of one kind."""
        nodes = [record for record in records if isinstance(record, SourceNode)]
        if nodes:
            return (validate_node(node, self.biolink) for node in nodes)
        return iter(self.validator.validate_all([one for one in records if not isinstance(one, SourceNode)]))

    def _still(self, before: NumberedReject, now: Reject) -> NumberedReject:
        if now.code != before.reject.code:
            self.moved[before.reject.code] -= 1
            self.moved[now.code] += 1
        return replace(before, reject=now)


def _options_of(graph: Graph, file: Path, given: LoadOptions) -> LoadOptions:
    """Find the options of the load that a copied file comes from: its source is, or holds, the first's file.

    Of several such sources the innermost is meant; UsageError where its loads had different options.
    """
    first = next(read_rejects(file), None)
    if first is None:
        return given
    stated = os.path.abspath(first.reject.place.file)  # noqa: PTH100 -- keeps links
    loads = [one for one in list_checkpoints(graph) if one.source and _holds(one.source, stated)]
    inner = max((len(one.source) for one in loads), default=0)
    loads = [one for one in loads if len(one.source) == inner]
    found = {_options(one, given): one for one in loads}
    if len(found) > 1:
        raise UsageError(
            f"{file} may come from the loads {', '.join(sorted(one.id for one in found.values()))} of "
            f"{loads[0].source}, whose options differ: give the options, or the name of the load to the file"
        )
    return next(iter(found), given)


def _holds(source: str, file: str) -> bool:
    """Say whether a file is a source, or lies in that folder or archive.

    >>> [_holds("/d/kg", file) for file in ("/d/kg", "/d/kg/e.tsv", "/d/kg!e.tsv", "/d/kg2/e.tsv")]
    [True, True, True, False]
    """
    return file == source or file.startswith((f"{source.rstrip('/')}/", f"{source}!"))


def _options(checkpoint: Checkpoint, given: LoadOptions) -> LoadOptions:
    stored = json.loads(str(checkpoint.properties.get("options", "{}")))
    return LoadOptions(**{name: said or stored.get(name) for name, said in asdict(given).items()})


def _recount(graph: LeasedGraph, checkpoint: Checkpoint, job: _Replay) -> None:
    """Update the load's counts: records that passed are no longer rejected but written."""
    before = checkpoint.counts
    rejected = Counter(before.rejected)
    rejected.subtract(job.passed)
    rejected.update(job.moved)
    after = replace(
        before,
        nodes=before.nodes + job.written["nodes"],
        edges=before.edges + job.written["edges"],
        derived_nodes=before.derived_nodes + job.named,
        rejected=dict(+rejected),
        skips=dict(Counter(before.skips) + Counter(unchanged=job.unchanged)),
    )
    if after.balanced:  # not so if lines were added to the file by hand
        graph.write(advance, checkpoint.id, after.to_properties())
