"""Start-up bench: whole processes of the command line beside a Python that does nothing, in turns."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import Any

import psutil

from bioloom.errors import BioloomError
from bioloom_lab.benchmarks.measurement import RoundCost, machine_facts, processor_time, spread

REFERENCE = "python -c pass"
_CLI = ("-m", "bioloom.cli.app")
_PATIENCE = 60.0  # seconds for a service to be ready
_READY = b"http://"  # a service says where it answers, once it does


def works(question: str) -> Mapping[str, tuple[str, ...]]:
    """Give what Python runs, by its name: the reference first, and a service last."""
    return {
        REFERENCE: ("-c", "pass"),
        "import bioloom.api": ("-c", "import bioloom.api"),
        "bioloom --help": (*_CLI, "--help"),
        "bioloom ask": (*_CLI, "ask", question, "--no-llm"),
        "bioloom serve, until it answers": (*_CLI, "serve", "--port", "0"),
    }


@dataclass(frozen=True, slots=True)
class StartupSpeed:
    """Costs of processes by their names, one for each round; facts on the machine."""

    machine: str
    costs: Mapping[str, Sequence[RoundCost]]

    def as_json(self) -> dict[str, Any]:
        """Give medians with the least and the greatest of the rounds, as a result that tables are made of."""
        rounds = self.costs[REFERENCE]
        return {
            "suite": "startup",
            "n": len(rounds),
            "conditions": ["medians of the rounds, with the least and the greatest", self.machine],
            "metrics": {
                name: {
                    "wall s": spread([cost.wall for cost in costs]),
                    "CPU s": spread([cost.processor for cost in costs]),
                }
                for name, costs in self.costs.items()
            },
            "ratios": {
                name: {
                    "of wall": spread([a.wall / b.wall for a, b in zip(costs, rounds, strict=True)]),
                    "of CPU": spread([a.processor / b.processor for a, b in zip(costs, rounds, strict=True)]),
                }
                for name, costs in self.costs.items()
                if name != REFERENCE
            },
        }


def measure_startup(
    commands: Mapping[str, Sequence[str]], rounds: int, on_step: Callable[[str], None]
) -> StartupSpeed:
    """Run every command once a round, in turns; a first round, which fills the disk's cache, is not counted.

    A command that serves counts until it says where it answers, and is then ended. BioloomError if one fails.
    """
    costs: dict[str, list[RoundCost]] = defaultdict(list)
    machine = machine_facts()
    for number in range(rounds + 1):
        on_step(f"round {number} of {rounds}")
        for name, words in commands.items():
            cost = _until_ready(words) if "serve" in words else _whole(words)
            if number:
                costs[name].append(cost)
    return StartupSpeed(machine, costs)


def _whole(words: Sequence[str]) -> RoundCost:
    with TemporaryFile() as said:
        begun = time.perf_counter()
        process = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise BioloomError(f"{' '.join(words)} failed: {said.read().decode(errors='replace')[-500:]}")
    return RoundCost(wall, usage.ru_utime + usage.ru_stime)


def _until_ready(words: Sequence[str]) -> RoundCost:
    begun = time.perf_counter()
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr is not None
    try:
        line = process.stderr.readline()
        cost = RoundCost(time.perf_counter() - begun, processor_time(psutil.Process(process.pid)))
        if _READY not in line:
            raise BioloomError(f"the service does not start: {line.decode(errors='replace').strip()}")
        return cost
    finally:
        process.terminate()
        process.communicate(timeout=_PATIENCE)
