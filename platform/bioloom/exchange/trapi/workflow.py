"""TRAPI workflow: one operation, lookup, is supported."""

from __future__ import annotations

from collections.abc import Mapping

from bioloom.errors import UsageError

OURSELVES = "infores:bioloom"


def lookup_seconds(workflow: object) -> float | None:
    """Check that a workflow asks for a lookup at most; give the seconds it allows, if it says."""
    if workflow is None:
        return None
    if not isinstance(workflow, list) or not all(isinstance(step, Mapping) for step in workflow):
        raise UsageError("workflow is a list of steps, each an object with an id")
    if [step.get("id") for step in workflow] not in ([], ["lookup"]):
        raise UsageError('this service runs one workflow: [{"id": "lookup"}]')
    if not workflow or (runner := workflow[0].get("runner_parameters")) is None:
        return None
    if not isinstance(runner, Mapping):
        raise UsageError("runner_parameters of the workflow is an object")
    allowed, denied, seconds = (runner.get(name) for name in ("allowlist", "denylist", "timeout"))
    if (isinstance(allowed, list) and allowed and OURSELVES not in allowed) or (
        isinstance(denied, list) and OURSELVES in denied
    ):
        raise UsageError(f"the workflow does not let {OURSELVES} run its lookup")
    if isinstance(seconds, int | float) and not isinstance(seconds, bool) and seconds > 0:
        return float(seconds)
    return None
