"""What was freed goes back to the system: measured in a process of its own."""

import ctypes
import subprocess
import sys

import pytest

from bioloom.serving import freed_memory

ALONE = f"""
import runpy
alone = runpy.run_path({freed_memory.__file__!r})
"""
"""The module by itself: the service around it, which takes seconds to import, has no part in this."""

LEAVE_HOLES = """
import psutil
return_freed = alone["return_freed"]
def held(): return psutil.Process().memory_info().rss >> 20
kept = [bytearray(4000) for _ in range(40_000)]
last = bytearray(4000)  # above all that is freed, so that the heap cannot shrink from its end
del kept
before = held()
return_freed()
print(before - held())
"""

LEAVE_A_LARGE_HOLE = """
import psutil
keep_large_blocks_apart = alone["keep_large_blocks_apart"]
def held(): return psutil.Process().memory_info().rss >> 20
keep_large_blocks_apart()
kept = []
for _ in range(2):  # without it the first block that is freed raises the size for the second
    before = held()
    large = b"x" * 30_000_000
    kept.append([b"y" * 5_000 for _ in range(2_000)])
    large = None
    left = held() - before
print(left)
"""

GLIBC = pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "malloc_trim"),
    reason="the C library is no glibc",
)


@GLIBC
def test_a_large_block_goes_back_at_once() -> None:
    run = subprocess.run(
        [sys.executable, "-c", ALONE + LEAVE_A_LARGE_HOLE], capture_output=True, text=True, check=True
    )
    assert int(run.stdout) < 25  # the small ones need 10


@GLIBC
def test_memory_that_was_freed_goes_back() -> None:
    run = subprocess.run(
        [sys.executable, "-c", ALONE + LEAVE_HOLES], capture_output=True, text=True, check=True
    )
    assert int(run.stdout) > 100
