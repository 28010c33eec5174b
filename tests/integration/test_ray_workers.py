"""A load whose documents the workers of a real Ray cluster read: the same graph, whatever ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

import toy_extractor
from bioloom.extraction.extraction_cache import CachingExtractor
from bioloom.extraction.extractor import Extractor
from bioloom.extraction.prefetch import DOCUMENTS
from bioloom.extraction.ray_workers import RayExtractor
from bioloom.graph.connection import Graph
from bioloom.graph.digest import digest
from bioloom.pipeline import load
from bioloom.settings import Settings
from bioloom_loaders.text import TextLoader
from toy_extractor import DyingExtractor, ToyExtractor

ray = pytest.importorskip("ray", reason="the extra ray is not installed")

pytestmark = [pytest.mark.integration, pytest.mark.filterwarnings("ignore")]

TEXT = (
    "Lysis of {name} cells\n1. Add 5 ml of lysis buffer to tube {name}.\n2. Incubate at 37 °C for 10 min.\n"
)
BATCHES = 6


@pytest.fixture
def folder(put: Callable[[str, str | bytes], Path]) -> Path:
    for number in range(BATCHES * DOCUMENTS):
        put(f"lab/p{number:03}.txt", TEXT.format(name=number))
    put("lab/p999.txt", TEXT.format(name=0))  # the text of another: it is marked, in whichever batch it is
    return put("lab/broken.txt", b"Add \xff").parent


@pytest.fixture
def log(tmp_path: Path) -> Path:
    (tmp_path / "log").mkdir()
    return tmp_path / "log"


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("PYTHONPATH", str(Path(toy_extractor.__file__).parent))  # of the workers
    yield
    ray.shutdown()


def batches_of(log: Path) -> Counter[str]:
    return Counter(line for file in log.glob("*.txt") for line in file.read_text().splitlines())


def over_workers(log: Path, cache: Path, *, fatal: str = "") -> Extractor:
    workers = RayExtractor(ToyExtractor(), partial(DyingExtractor, log, fatal), "ray:2")
    return CachingExtractor(workers, cache)


@pytest.mark.usefixtures("cluster")
def test_a_killed_worker_costs_its_batch_and_the_graph_is_the_local_one(
    graph: Graph, folder: Path, log: Path, tmp_path: Path
) -> None:
    settings = Settings(home=tmp_path / "home")
    here = load(folder, graph, settings, format=TextLoader(), extractor=ToyExtractor())
    expected = digest(graph)
    fatal = f"lab:p{3 * DOCUMENTS:03}"
    workers = over_workers(log, tmp_path / "cache.sqlite", fatal=fatal)
    there = load(folder, graph, settings, format=TextLoader(), extractor=workers, fresh=True)
    assert there.counts.written == 0  # not a node or edge differs
    assert digest(graph) == expected
    assert (there.counts.read, there.counts.extracted) == (here.counts.read, here.counts.extracted)
    assert there.counts.rejected == here.counts.rejected == {"BAD_ENCODING": 1}
    begun = batches_of(log)
    assert sorted(begun.values()) == [*[1] * (BATCHES - 1), 2]  # the text of the last document is known
    assert [fatal in line.split() for line, times in begun.items() if times == 2] == [True]
    assert len(list(log.glob("*.txt"))) >= 3  # two workers, and the one that took a place

    log.joinpath("killed").unlink()  # whoever reads the batch again is killed again
    again = over_workers(log, tmp_path / "cache.sqlite", fatal=fatal)
    load(folder, graph, settings, format=TextLoader(), extractor=again, fresh=True)
    assert batches_of(log) == begun  # batches that were read are read from the cache
    assert digest(graph) == expected
