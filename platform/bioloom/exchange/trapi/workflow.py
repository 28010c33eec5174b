"""TRAPI workflow: the operations that are supported, read step by step."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bioloom.errors import UsageError

OURSELVES = "infores:bioloom"

OPERATIONS = ("lookup", "bind", "score", "filter_results_top_n")
"""The operations that this service runs."""

_RUNS = ", ".join(OPERATIONS)


@dataclass(frozen=True, slots=True)
class Step:
    """One operation; `most` is the number of results that a filter keeps."""

    id: str
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Workflow:
    """The steps in their order, as sent too, and the seconds that they allow, if they say."""

    steps: tuple[Step, ...]
    sent: tuple[Mapping[str, Any], ...]
    seconds: float | None = None

    @property
    def looks_up(self) -> bool:
        """Say whether the graph is asked; else the workflow works on what came with the message."""
        return any(step.id == "lookup" for step in self.steps)


LOOKUP = Workflow((Step("lookup"),), ({"id": "lookup"},))
"""What a message without a workflow asks for."""


def read_workflow(workflow: object) -> Workflow:
    """Read the steps of a workflow; UsageError names the first that this service does not run.

    >>> read_workflow([{"id": "lookup"}, {"id": "score"}]).steps
    (Step(id='lookup', most=None), Step(id='score', most=None))
    >>> read_workflow([{"id": "fill"}])
    Traceback (most recent call last):
    ...
    bioloom.errors.UsageError: workflow: fill is not run here, only lookup, bind, score, filter_results_top_n
    """
    if not workflow and not isinstance(workflow, str):
        return LOOKUP
    if not isinstance(workflow, list) or not all(isinstance(step, Mapping) for step in workflow):
        raise UsageError("workflow is a list of steps, each an object with an id")
    if len(workflow) > len(OPERATIONS) * 4:
        raise UsageError(f"workflow: {len(workflow)} steps are too many")
    steps = tuple(_step(step) for step in workflow)
    if any(step.id == "lookup" for step in steps[1:]):
        raise UsageError("workflow: lookup is the first step or none")
    times = [seconds for step in workflow if (seconds := _seconds(step)) is not None]
    return Workflow(steps, tuple(workflow), min(times, default=None))


def _step(step: Mapping[str, Any]) -> Step:
    id_ = step.get("id")
    if id_ not in OPERATIONS:
        raise UsageError(f"workflow: {str(id_)[:100]} is not run here, only {_RUNS}")
    if id_ != "filter_results_top_n":
        return Step(id_)
    parameters = step.get("parameters")
    most = parameters.get("max_results") if isinstance(parameters, Mapping) else None
    if not isinstance(most, int) or isinstance(most, bool) or most < 0:
        raise UsageError('workflow: filter_results_top_n needs {"parameters": {"max_results": NUMBER}}')
    return Step(id_, most)


def _seconds(step: Mapping[str, Any]) -> float | None:
    """Check that this service may run a step; give the seconds that it allows."""
    if (runner := step.get("runner_parameters")) is None:
        return None
    if not isinstance(runner, Mapping):
        raise UsageError("runner_parameters of the workflow is an object")
    allowed, denied, seconds = (runner.get(name) for name in ("allowlist", "denylist", "timeout"))
    if (isinstance(allowed, list) and allowed and OURSELVES not in allowed) or (
        isinstance(denied, list) and OURSELVES in denied
    ):
        raise UsageError(f"the workflow does not let {OURSELVES} run its {step['id']}")
    if isinstance(seconds, int | float) and not isinstance(seconds, bool) and seconds > 0:
        return float(seconds)
    return None
