"""Distributed extraction: the worker processes of a Ray cluster read batches of documents, side by side.

Records are read, and what is found is taken, in the order of the source by the process that began: so a load
is the same as without workers. A batch whose worker ends is read by the next.
"""

import os
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Lock
from typing import Any

from bioloom.errors import BioloomError, ModelUnavailable, UsageError
from bioloom.extraction.extraction_cache import code_version
from bioloom.extraction.extractor import Extractor, kinds_read
from bioloom.extras import optional
from bioloom.records import AnnotatedDocument

_RETRIES = 3  # of a batch whose worker ended
_MOST_AHEAD = 2_000  # batches, each with a thread that waits for it
_OBJECT_STORE = 256 * 1024 * 1024  # bytes, of a cluster on this machine: a batch takes some 100 KB


class RayExtractor:
    """An extractor whose documents are read by workers, each with one processor core and models of its own.

    `local` names what is opened, `opener` opens it on a worker. `where` is ``ray`` or ``ray:N``, a cluster
    of N workers on this machine that lasts as long as the process; ``ray:auto`` or ``ray:ADDRESS`` a
    cluster that runs, all free cores of which work. Workers start when they are needed first.
    """

    def __init__(self, local: Extractor, opener: Callable[[], Extractor], where: str) -> None:
        engine, colon, self._address = where.partition(":")
        if engine != "ray" or self._address == "0" or (colon and not self._address):
            raise UsageError(f"there are no workers {where!r}: write ray, ray:4, ray:auto or ray:ADDRESS")
        self._ray = optional("ray", "Extraction by several workers", extra="ray")
        self.name, self.scheme, self.kinds = local.name, local.scheme, kinds_read(local)
        self._opener = opener
        self._idle: SimpleQueue[Any] = SimpleQueue()
        self._starting, self._count = Lock(), 0

    @property
    def ahead(self) -> int:
        """Twice as many batches as there are workers: none of them waits for the next."""
        return min(2 * self._start(), _MOST_AHEAD)

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        """Let the next idle worker annotate documents; several threads may call this at once."""
        self._start()
        worker, errors = self._idle.get(), self._ray.exceptions
        try:
            asked = worker.extract.remote(self.name, code_version(), documents)
            found: list[AnnotatedDocument] = self._ray.get(asked)
        except errors.RayTaskError as error:
            raise BioloomError(f"a worker failed: {error.cause}") from error
        except errors.RayError as error:
            reason = str(error).strip().rpartition("\n")[2][:300]
            raise ModelUnavailable(f"a worker of Ray ended, and {_RETRIES} after it: {reason}") from error
        finally:
            self._idle.put(worker)
        return found

    def _start(self) -> int:
        """Join or begin the cluster and start its workers, once; give their number."""
        with self._starting:
            if not self._count:
                self._count = self._join()
                actor = self._ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=_RETRIES)(Worker)
                for _ in range(self._count):
                    self._idle.put(actor.remote(self._opener))
        return self._count

    def _join(self) -> int:
        """Count the cores of a new cluster on this machine, or the free ones of a cluster that runs."""
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would report to its makers
        ray, quiet = self._ray, {"logging_level": "ERROR", "log_to_driver": False}
        ray._private.worker._worker_logs_enabled = False  # its notices would go to standard output
        is_new = not self._address or self._address.isdecimal()
        wanted = int(self._address or os.cpu_count() or 1) if is_new else None
        try:
            if is_new and not ray.is_initialized():
                own = {"include_dashboard": False, "object_store_memory": _OBJECT_STORE}
                ray.init("local", num_cpus=wanted, **own, **quiet)
            elif not ray.is_initialized():
                ray.init(self._address, **quiet)
        except (ConnectionError, ValueError, RuntimeError, TimeoutError) as error:
            reason = " ".join(str(error).split())[:300]
            where = "be begun on this machine" if is_new else f"be joined at {self._address}"
            raise BioloomError(f"no Ray cluster could {where}: {reason}") from error
        cores = ray.cluster_resources() if is_new else ray.available_resources()
        count = int(min(cores.get("CPU", 0), wanted or _MOST_AHEAD))
        if not count:
            raise ModelUnavailable("the Ray cluster has no free processor core for a worker")
        return count


class Worker:
    """One process of the cluster with models of its own, each opened for its first document."""

    def __init__(self, opener: Callable[[], Extractor]) -> None:
        self._extractor = opener()

    def extract(
        self, name: str, code: str, documents: Sequence[AnnotatedDocument]
    ) -> list[AnnotatedDocument]:
        """Annotate documents; BioloomError if models or code are not those of the process that asks."""
        if (self._extractor.name, code_version()) != (name, code):
            raise BioloomError(
                f"its models or its release of bioloom ({self._extractor.name}) are not those of the "
                f"process that asks ({name}): install the same on every machine of the cluster"
            )
        return self._extractor.extract(documents)
