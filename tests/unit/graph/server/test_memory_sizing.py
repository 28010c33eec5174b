"""Memory by the machine, or as the user says."""

from pathlib import Path

import pytest

from bioloom.errors import UsageError
from bioloom.graph.server.memory_sizing import ServerMemory, parse_size, physical_memory, size_memory
from bioloom.settings import Settings

GIB = 2**30


@pytest.mark.parametrize(
    ("physical", "expected"),
    [
        (GIB // 2, ServerMemory(256, 64)),
        (1 * GIB, ServerMemory(256, 128)),
        (2 * GIB, ServerMemory(512, 256)),
        (8 * GIB, ServerMemory(1024, 512)),
        (24 * GIB, ServerMemory(1024, 512)),
        (96 * GIB, ServerMemory(4096, 2048)),
        (2048 * GIB, ServerMemory(8192, 8192)),
    ],
)
def test_fits_the_machine(physical: int, expected: ServerMemory) -> None:
    assert size_memory(Settings(heap=None, pagecache=None), physical) == expected


def test_the_user_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIOLOOM_HEAP", "3G")
    monkeypatch.setenv("BIOLOOM_PAGECACHE", "700m")
    assert size_memory(Settings(), 8 * GIB) == ServerMemory(3072, 700)


@pytest.mark.parametrize("text", ["", "lots", "1.5g", "-1g", "12", "0m", "1k", "1gb", "٣g", "1g -Xmx9g"])
def test_nonsense_is_refused_by_name(text: str) -> None:
    with pytest.raises(UsageError, match="BIOLOOM_HEAP"):
        parse_size(text, "BIOLOOM_HEAP")


def test_a_container_limit_counts(tmp_path: Path) -> None:
    limit = tmp_path / "memory.max"
    limit.write_text("536870912\n")
    assert physical_memory((limit,)) == GIB // 2


@pytest.mark.parametrize("text", ["max\n", "", "9223372036854771712\n"])
def test_no_limit_is_no_limit(tmp_path: Path, text: str) -> None:
    limit = tmp_path / "memory.max"
    limit.write_text(text)
    assert physical_memory((limit, tmp_path / "absent")) == physical_memory(())
