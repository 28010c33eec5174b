"""The walk of a BRAT record from `bioloom load` to the database: a dry run takes the same way."""

from pathlib import Path

from bioloom.cli.load import load_source
from load_walk import REHEARSED, brat_record
from record_trace import traced


def test_a_dry_run_walks_the_same_way(tmp_path: Path) -> None:
    with traced() as trace:
        load_source([brat_record(tmp_path)], dry_run=True, as_json=True)
    assert trace.functions == REHEARSED
