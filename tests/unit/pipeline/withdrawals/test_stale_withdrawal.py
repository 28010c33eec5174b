"""What may be among the records that could not be read, and so stays."""

import pytest

from bioloom.graph.writing.stale_records import StaleRecord
from bioloom.pipeline.withdrawals.stale_withdrawal import UnreadRecords, collect_unread
from bioloom.records import NumberedReject, Place, Reject

NODE = StaleRecord("entities", ("HGNC:1",))
EDGE = StaleRecord("edges", ("HGNC:1", "HGNC:2"))
DOCUMENT = StaleRecord("documents", ("lab:one", "folder/one.txt"))


def reject(record: dict[str, object], *, stage: str = "extract", file: str = "n.tsv") -> NumberedReject:
    return NumberedReject(1, Reject("BAD", stage, "it is bad", Place(file, 1), record))


@pytest.mark.parametrize(
    ("rejected", "kept"),
    [
        ([], []),
        ([reject({"line": "{"})], [NODE, EDGE]),
        ([reject({"kind": "node", "id": "HGNC:1"}, stage="validate")], [NODE]),
        ([reject({"kind": "node", "id": "HGNC:7"}, stage="validate")], []),
        ([reject({"kind": "node", "id": "HGNC 1"}, stage="validate")], [NODE, EDGE]),
        ([reject({"kind": "edge", "subject": "HGNC:2", "object": "HGNC:1"}, stage="map")], [EDGE]),
        ([reject({"kind": "edge", "subject": "HGNC:2", "object": "HGNC:1"}, stage="write")], []),
        ([reject({"kind": "edge", "subject": "", "object": "HGNC:1"})], [NODE, EDGE]),
        ([reject({}, file="/elsewhere/one.ann")], [NODE, EDGE, DOCUMENT]),
        ([reject({}, file="one.zip")], [NODE, EDGE, DOCUMENT]),
        ([NumberedReject(1, reject({}, file="one.ann").reject, part=True)], []),
    ],
)
def test_only_what_was_surely_read_goes(rejected: list[NumberedReject], kept: list[StaleRecord]) -> None:
    unread = collect_unread(rejected)
    assert [one for one in (NODE, EDGE, DOCUMENT) if unread.may_hold(one)] == kept


def test_an_edge_is_found_by_what_its_source_called_its_ends() -> None:
    claim = reject({"kind": "claim", "subject": "TNF", "relationship": "?", "object": "asthma"}, stage="map")
    assert collect_unread([claim]).may_hold(StaleRecord("edges", ("HGNC:1", "HGNC:2", "asthma", "TNF")))


def test_with_all_unread_everything_stays() -> None:
    assert all(UnreadRecords(all=True).may_hold(one) for one in (NODE, EDGE, DOCUMENT))
