"""Whether there is memory for one more thread is asked before it is begun."""

import subprocess
import sys

import pytest

from bioloom.thread_memory import ThreadPool, check_thread_memory


def test_with_memory_nothing_is_said() -> None:
    check_thread_memory()
    with ThreadPool(2) as pool:
        assert list(pool.map(len, ["a", "bc"])) == [1, 2]


def test_without_memory_for_a_thread_none_is_begun() -> None:
    program = (
        "import resource; from bioloom.thread_memory import ThreadPool\n"
        "pool = ThreadPool(1)\n"
        "used = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()\n"
        "resource.setrlimit(resource.RLIMIT_AS, (used + 2**20, used + 2**20))\n"
        "try: pool.submit(print, 'begun')\n"
        "except MemoryError as error: print(error)"
    )
    if not sys.platform.startswith("linux"):
        pytest.skip("limits of addresses are kept by Linux alone")
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "can't start new thread"
