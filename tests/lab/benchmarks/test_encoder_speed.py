"""Measuring an encoder: every phrase is encoded in every size, and the figures hang together."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from bioloom.cli.app import app
from bioloom.embedding import open_encoder
from bioloom_lab.benchmarks.encoder_speed import bench_phrases, measure_encoder

TINY = Path(__file__).parents[2] / "data" / "encoder"


def test_the_phrases_are_distinct_and_short() -> None:
    phrases = bench_phrases()
    assert len(phrases) == len(set(phrases)) > 1500
    assert max(len(phrase.split()) for phrase in phrases) == 8


def test_the_ceiling_is_the_best_size() -> None:
    speed = measure_encoder(open_encoder(str(TINY)), bench_phrases()[:300], sizes=(16, 4096), rounds=1)
    assert [batch.phrases for batch in speed.batches] == [16, 300]
    assert speed.ceiling == max(batch.per_second for batch in speed.batches) > 0
    assert speed.single > 0
    assert speed.distinct == 300


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_the_command_prints_the_figures(more: list[str]) -> None:
    done = CliRunner().invoke(app, ["bench", "embed", "--model", str(TINY), *more])
    assert done.exit_code == 0
    assert ('"ceiling"' in done.stdout) == bool(more)
    assert "encoder-" in done.stdout
