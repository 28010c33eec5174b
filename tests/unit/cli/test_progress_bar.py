"""Rate and time left of long work."""

import pytest
from rich.progress import Progress as Bar

from bioloom.cli.progress_bar import advance


def test_the_rate_is_that_of_the_last_records_of_a_stage() -> None:
    now = 0.0
    bar = Bar(get_time=lambda: now)
    bar.add_task("loading", total=None, rate="")

    def report(seconds: float, records: int, stage: str = "loading") -> str:
        nonlocal now
        now = seconds
        advance(bar, stage, records, 2_000_000)
        return str(bar.tasks[0].fields["rate"])

    assert report(1, 1_000_000) == ""  # what an interrupted load had done counts for no rate
    assert report(11, 1_001_000) == ""
    assert report(21, 1_002_000) == "100 records/s"
    for second in range(22, 70):
        rate = report(second, 1_002_000 + 1_000 * (second - 21))
    assert rate == "1,000 records/s"
    assert bar.tasks[0].time_remaining == pytest.approx((2_000_000 - 1_050_000) / 1_000, abs=1)
    assert [report(71 + second, 50 * second, "grounding") for second in range(4)] == [
        "",
        "",
        "",
        "50 records/s",
    ]
