"""The ids that a dry run knows, asked for again and again while more come."""

from bioloom.described_ids import DescribedIds


def test_ids_are_held_whenever_they_were_added() -> None:
    described = DescribedIds()
    assert described.hold(["A:1"]) == [False]
    for round_ in range(200):
        described.add(f"A:{round_}-{at}" for at in range(round_ % 7))
        asked = [f"A:{earlier}-0" for earlier in range(210)]
        assert described.hold(asked) == [0 < earlier <= round_ and earlier % 7 > 0 for earlier in range(210)]
    assert len(described._runs) < 12, "runs are merged, so that few are searched"


def test_nothing_is_asked_of_an_empty_batch() -> None:
    described = DescribedIds()
    described.add(["A:1"])
    assert described.hold([]) == []
