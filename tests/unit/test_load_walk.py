"""The walk of a BRAT record from `bioloom load` to the database: at most 17 functions of ours."""

from pathlib import Path

from bioloom.cli.load import load_source
from load_walk import REHEARSED, WALK, brat_record
from record_trace import traced


def test_the_walk_is_short() -> None:
    assert len(WALK) <= 17


def test_a_dry_run_walks_the_same_way(tmp_path: Path) -> None:
    with traced() as trace:
        load_source([brat_record(tmp_path)], dry_run=True, as_json=True)
    assert trace.functions == REHEARSED
