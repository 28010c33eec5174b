"""Stated durations: how long a step takes by the times that it states, repeats counted (docs/page.md)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bioloom.pattern_table import PatternTable

_DAY, _WEEK = 86_400.0, 604_800.0
_MOST_REPEATS = 100
_PATTERNS = PatternTable.read("reading/durations.tsv")
_IS = {name: _PATTERNS.compile(name) for name in _PATTERNS.patterns}


@dataclass(frozen=True, slots=True)
class StatedValue:
    """A time in seconds, or with the kind `times` how often, and its place in the sentence."""

    name: str
    kind: str
    start: int
    end: int
    value: float
    bound: str | None = None
    assumed: bool = False


@dataclass(frozen=True, slots=True)
class StepDuration:
    """How long a step takes; which of its times a convention gives, and which were not counted."""

    seconds: float = 0.0
    by_convention: tuple[str, ...] = ()
    not_counted: tuple[str, ...] = ()


def step_duration(
    sentence: str, stated: Sequence[StatedValue], actions: Iterable[Sequence[StatedValue]]
) -> StepDuration:
    """Add up the times that a sentence states for its actions, each of which comes with its values.

    Intervals, limits, storage and what is not done are no time that a step takes; a time of no action may be
    anything. They are named as not counted.

    >>> wash = [StatedValue("three times", "times", 5, 16, 3.0), StatedValue("5 min", "time", 21, 26, 300.0)]
    >>> step_duration("Wash three times for 5 min.", wash, [wash]).seconds
    900.0
    """
    repeats: dict[StatedValue, float] = {}
    for values in actions:
        times = [value for value in values if value.kind == "time"]
        counts = [value for value in values if value.kind == "times"]
        for time in times:
            repeats[time] = max(repeats.get(time, 1.0), _repeats(sentence, time, times, counts))
    taken = {time: number for time, number in repeats.items() if _takes_time(sentence, time)}
    once = {time for time, number in taken.items() if number == 1 and _IS["each"].match(sentence[time.end :])}
    every = {value for value in stated if value.kind == "time"} | set(repeats)
    return StepDuration(
        sum(time.value * number for time, number in taken.items()),
        tuple(time.name for time in taken if time.assumed),
        tuple(
            f"{time.name} each, counted once" if time in once else time.name
            for time in sorted(every, key=lambda time: time.start)
            if time not in taken or time in once
        ),
    )


def _takes_time(sentence: str, time: StatedValue) -> bool:
    before = sentence[: time.start]
    if _IS["interval"].search(time.name) or _IS["interval"].search(before):
        return False
    if time.bound == "max" or _IS["limit"].search(before) or _IS["denied"].search(before):
        return False
    stored = time.value >= _WEEK or (time.assumed and time.value >= _DAY) or _IS["allowed"].search(sentence)
    return not (stored and _IS["storage"].search(sentence))


def _repeats(
    sentence: str, time: StatedValue, times: Sequence[StatedValue], counts: Sequence[StatedValue]
) -> float:
    """Find how often a time is spent: `3 x 5 min`, `three times for 5 min`, `5 min each (twice)`."""
    within = _IS["repeated"].search(time.name)
    if within is not None:
        return float(within[1])
    since = max((other.end for other in times if other.end <= time.start), default=0)
    behind = [count for count in counts if _follows(sentence, time, count)]
    before = [
        count
        for count in counts
        if since <= count.start
        and count.end <= time.start
        and not any(_follows(sentence, other, count) for other in times)
    ]
    number = (behind or before)[-1].value if behind or before else 1.0
    return number if 1 <= number <= _MOST_REPEATS else 1.0


def _follows(sentence: str, time: StatedValue, count: StatedValue) -> bool:
    between = sentence[time.end : count.start]
    return time.end <= count.start and not between.replace("each", "").strip(" (")
