"""The state file: a round trip, and every kind of damage."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bioloom.graph.server.ports import Ports
from bioloom.graph.server.state_file import State, parse_state, read_state, write_state


@pytest.mark.parametrize("pid", [None, 1, 4194304])
def test_round_trip(tmp_path: Path, pid: int | None) -> None:
    state = State(Ports(7687, 7474), pid, "labor-näme")
    write_state(tmp_path / "state.json", state)
    assert read_state(tmp_path / "state.json") == state
    assert [file.name for file in tmp_path.iterdir()] == ["state.json"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        "\x00\x00\x00",
        '{"ports": {"bolt": 7687, "http": 7474}, "pid": 1, "ho',
        '{"ports": {"bolt": "7687", "http": 7474}, "pid": 1, "host": "h"}',
        '{"ports": {"bolt": 0, "http": 7474}, "pid": 1, "host": "h"}',
        '{"ports": {"bolt": 70000, "http": 7474}, "pid": 1, "host": "h"}',
        '{"ports": {"bolt": true, "http": 7474}, "pid": 1, "host": "h"}',
        '{"ports": {"bolt": 7687, "http": 7474}, "pid": -1, "host": "h"}',
        '{"ports": {"bolt": 7687, "http": 7474}, "pid": 99999999999, "host": "h"}',
        '{"ports": {"bolt": 7687, "http": 7474}, "pid": 1.5, "host": "h"}',
        '{"ports": {"bolt": 7687, "http": 7474}, "host": "h"}',
        '{"ports": [7687, 7474], "pid": 1, "host": "h"}',
        "[" * 100_000,
    ],
)
def test_damage_reads_as_absent(text: str) -> None:
    assert parse_state(text) is None


def test_bytes_that_are_no_text_read_as_absent(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_bytes(b"\xff\xfe{")
    assert read_state(tmp_path / "state.json") is None


def test_no_file_reads_as_absent(tmp_path: Path) -> None:
    assert read_state(tmp_path / "state.json") is None


@given(st.text())
def test_no_text_breaks_the_parser(text: str) -> None:
    assert parse_state(text) is None
