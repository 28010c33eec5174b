"""Load plan: where a load begins, from its checkpoint, and under which state it writes its records."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from bioloom.graph.writing.checkpoint import Checkpoint
from bioloom.pipeline.document_holders import would_drop
from bioloom.pipeline.load_notes import extractor_of, read_again
from bioloom.pipeline.load_request import LoadRequest
from bioloom.pipeline.reject_file import MISSING_EXTRA, can_be_read_now
from bioloom.pipeline.sources.reading_state import ReadingState, next_state
from bioloom.records.load_counts import Counts


@dataclass(frozen=True, slots=True)
class LoadPlan:
    """Where a load begins, and what follows its last batch.

    `state` stands in the entries of its records, `read_by` is what read all of them. `whole` says that all of
    the source is read, `may_be_stale` that the graph may hold what the source no longer does, `retires` that
    such goes. `done` is the checkpoint of a load that is complete already; `in_bulk` says that a bulk load
    has written all of the source.
    """

    whole: bool
    state: str
    read_by: ReadingState
    position: int = 0
    counts: Counts = field(default_factory=Counts)
    place: str = ""
    example: str = ""
    may_be_stale: bool = False
    retires: bool = False
    notes: tuple[str, ...] = ()
    done: Checkpoint | None = None
    in_bulk: bool = False


class LoadPlanner:
    """Planner of one load: `release` is Biolink's of now, `rejects` the reject file of the load before."""

    def __init__(self, request: LoadRequest, now: ReadingState, release: str, rejects: Path) -> None:
        self._request, self._now, self._release, self._rejects = request, now, release, rejects

    def plan(self, stored: Checkpoint | None) -> LoadPlan:
        """Decide from the checkpoint: resume, read again from the beginning, or nothing to do."""
        request, whole, now = self._request, self._request.limit is None, self._now
        if stored is None:
            return LoadPlan(whole, now.fingerprint, now)
        stale = stored.properties.get("stale") is True
        valid, before = self._is_valid(stored), _read_by(stored)
        if valid and stored.status == "complete":
            return LoadPlan(whole, stored.state, before, may_be_stale=stale, done=stored)
        if self._keeps(stored):
            raise would_drop(request.source, extractor_of(stored))
        if valid:
            place, example = (str(stored.properties.get(name, "")) for name in ("place", "example"))
            retires = stale and whole and not request.keep_stale
            read_by = now.shared_with(before)
            begun = LoadPlan(whole, stored.state, read_by, stored.position, stored.counts, place, example)
            return replace(begun, may_be_stale=stale, retires=retires, in_bulk=stored.in_bulk)
        if self._reads_the_same(stored):
            return LoadPlan(whole, stored.state, now)
        plan = LoadPlan(
            whole,
            next_state(now.fingerprint, stored.state),
            now,
            may_be_stale=True,
            retires=whole and not request.keep_stale,
        )
        if request.fresh or request.replace:
            return plan
        again = read_again(
            stored,
            changed=before.fingerprint != now.fingerprint,
            extractor=request.extractor_name,
            more=self._reads_more(stored),
            otherwise=self._reads_otherwise(stored),
            stays=request.keep_stale or not whole,
        )
        return replace(plan, notes=(again,))

    def _is_valid(self, stored: Checkpoint) -> bool:
        """Say whether a checkpoint holds for this source, its loader, Biolink release and extractor."""
        request = self._request
        return (
            not request.fresh
            and not (request.replace and "DUPLICATE_DOCUMENT" in stored.counts.rejected)
            and stored.fingerprint == self._now.fingerprint
            and stored.properties.get("biolink_version") == self._release
            and (self._keeps(stored) or extractor_of(stored) == request.extractor_name)
            and not self._reads_more(stored)
            and not self._reads_otherwise(stored)
        )

    def _reads_the_same(self, stored: Checkpoint) -> bool:
        """Say whether reading a complete load again gives the same, so that nothing of it can be stale."""
        return (
            stored.status == "complete"
            and stored.properties.get("stale") is not True
            and _read_by(stored) == self._now
            and stored.properties.get("biolink_version") == self._release
            and extractor_of(stored) == self._request.extractor_name
            and not (self._request.replace or self._reads_more(stored))
        )

    def _reads_otherwise(self, stored: Checkpoint) -> bool:
        """Say whether the loader is known to have read the source otherwise than it does now."""
        before = _read_by(stored).reading
        return before not in ("", self._now.reading)

    def _reads_more(self, stored: Checkpoint) -> bool:
        """Say whether files can be read now that were rejected for a missing package."""
        return MISSING_EXTRA in stored.counts.rejected and can_be_read_now(self._rejects)

    def _keeps(self, stored: Checkpoint) -> bool:
        """Say whether what an extractor found is to stay, though this load has none."""
        request = self._request
        return request.keep_extracted and request.extractor is None and bool(extractor_of(stored))


def _read_by(stored: Checkpoint) -> ReadingState:
    """Give what read an earlier load; versions before 23 of the schema did not record it."""
    reading, program = (str(stored.properties.get(name, "")) for name in ("reading", "program"))
    return ReadingState(stored.fingerprint, reading, program)
