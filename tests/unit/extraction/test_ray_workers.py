"""Distributed extraction without Ray: what may be written, what is missing, what a worker refuses."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

import pytest

from bioloom.errors import BioloomError, MissingExtraError, ModelUnavailable, UsageError
from bioloom.extraction.extraction_cache import CachingExtractor, code_version
from bioloom.extraction.opening import open_by_kind
from bioloom.extraction.prefetch import DOCUMENTS, extract_ahead
from bioloom.extraction.ray_workers import RayExtractor, Worker
from bioloom.records import AnnotatedDocument, Document, Place, Sentence
from bioloom.settings import Settings
from toy_extractor import ToyExtractor


def plain(name: str) -> AnnotatedDocument:
    text = f"Add {name} ml water."
    document = Document(f"c:{name}", name, text, "protocol", "infores:c", Place(f"{name}.txt"))
    return AnnotatedDocument(document, (Sentence(f"c:{name}#s0", f"c:{name}", 0, text, 0, len(text)),))


@pytest.mark.parametrize("where", ["", "ray:", "ray:0", "dask", "4"])
def test_other_workers_are_refused(where: str) -> None:
    with pytest.raises(UsageError, match="write ray, ray:4, ray:auto or ray:ADDRESS"):
        RayExtractor(ToyExtractor(), ToyExtractor, where)


def test_only_local_models_have_workers(tmp_path: Path) -> None:
    for engine in ("llm", "none"):
        with pytest.raises(UsageError, match="choose local, or leave --workers away"):
            open_by_kind(engine, Settings(home=tmp_path), workers="ray")


def test_without_ray_one_sentence_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"needs the package ray .*: pip install ray, "):
        RayExtractor(ToyExtractor(), ToyExtractor, "ray")


def test_a_worker_with_other_models_or_code_refuses() -> None:
    worker = Worker(ToyExtractor)
    (found,) = worker.extract("toy:rules@1", code_version(), [plain("5")])
    assert found.mentions
    for name, code in (("toy:rules@2", code_version()), ("toy:rules@1", "0")):
        with pytest.raises(BioloomError, match="install the same on every machine"):
            worker.extract(name, code, [plain("5")])


@dataclass
class WorkersThatEnd:
    """Workers that read batches at once; all end with the batch that begins with one document."""

    fatal: str | None
    ahead: int = 2
    name: str = "toy:rules@1"
    scheme: str = "wlp"
    asked: list[str] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        with self.lock:
            self.asked += [document.document.id for document in documents]
        if documents[0].document.id == self.fatal:
            raise ModelUnavailable("a worker of Ray ended")
        return ToyExtractor().extract(documents)


def test_a_run_after_one_that_broke_off_asks_for_the_batches_that_are_missing(tmp_path: Path) -> None:
    documents = [plain(f"{n:03}") for n in range(5 * DOCUMENTS)]
    broken = WorkersThatEnd(f"c:{2 * DOCUMENTS:03}")
    with pytest.raises(ModelUnavailable):
        list(extract_ahead(documents, CachingExtractor(broken, tmp_path / "cache.sqlite")))
    again = WorkersThatEnd(None)
    taken = list(extract_ahead(documents, CachingExtractor(again, tmp_path / "cache.sqlite")))
    assert [one.record for one in taken] == [one.record for one in extract_ahead(documents, ToyExtractor())]
    lost = {document.document.id for document in documents[2 * DOCUMENTS : 3 * DOCUMENTS]}
    assert lost <= set(again.asked)
    assert set(again.asked).isdisjoint(document.document.id for document in documents[: 2 * DOCUMENTS])


def test_the_caches_of_two_machines_are_united_by_one_statement(tmp_path: Path) -> None:
    """As docs/scale.md says."""
    documents, files = [plain("5"), plain("6")], [tmp_path / "here.sqlite", tmp_path / "there.sqlite"]
    for document, file in zip(documents, files, strict=True):
        CachingExtractor(ToyExtractor(), file).extract([document])
    with closing(sqlite3.connect(files[0])) as connection, connection:
        connection.execute("ATTACH ? AS other", (str(files[1]),))
        connection.execute("INSERT OR IGNORE INTO entry SELECT * FROM other.entry")
    idle = WorkersThatEnd(None)
    assert CachingExtractor(idle, files[0]).extract(documents) == ToyExtractor().extract(documents)
    assert idle.asked == []
