"""Machine facts, processor time and spread, as every bench states them."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import psutil


@dataclass(frozen=True, slots=True)
class RoundCost:
    """Wall time of a round, and processor seconds of all threads of a process."""

    wall: float
    processor: float


def timed(work: Callable[[], object]) -> RoundCost:
    """Work once, in this process."""
    processor, begun = time.process_time(), time.perf_counter()
    work()
    return RoundCost(time.perf_counter() - begun, time.process_time() - processor)


def spread(values: Sequence[float]) -> dict[str, float]:
    """Give the median with the least and the greatest.

    >>> spread([3.0, 1.0, 2.0])
    {'value': 2.0, 'low': 1.0, 'high': 3.0}
    """
    value, low, high = (round(each, 3) for each in (median(values), min(values), max(values)))
    return {"value": value, "low": low, "high": high}


def processor_time(process: psutil.Process) -> float:
    """Give the processor seconds that a process took so far, its threads together."""
    times = process.cpu_times()
    return float(times.user + times.system)


def machine_facts() -> str:
    """Name processors, memory, Python, load and niceness: what a figure depends on."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    memory, load = psutil.virtual_memory().total / 2**30, psutil.getloadavg()[0]
    return (
        f"{psutil.cpu_count()} cores ({models[0] if models else 'unknown'}), {memory:.0f} GiB, "
        f"Python {sys.version.split()[0]}, load average {load:.1f} before, niceness {os.nice(0)}"
    )
