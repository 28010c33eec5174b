"""What was freed goes back to the system: measured in a process of its own."""

import ctypes
import subprocess
import sys

import pytest

LEAVE_HOLES = """
import psutil
from bioloom.serving.freed_memory import return_freed
def held(): return psutil.Process().memory_info().rss >> 20
kept = [bytearray(4000) for _ in range(40_000)]
last = bytearray(4000)  # above all that is freed, so that the heap cannot shrink from its end
del kept
before = held()
return_freed()
print(before - held())
"""


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "malloc_trim"),
    reason="the C library is no glibc",
)
def test_memory_that_was_freed_goes_back() -> None:
    run = subprocess.run([sys.executable, "-c", LEAVE_HOLES], capture_output=True, text=True, check=True)
    assert int(run.stdout) > 100
