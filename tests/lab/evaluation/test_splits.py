"""Splits by protocol: disjoint, complete, 10 : 1 : 2, and no held-out field in any of the three."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bioloom.errors import UsageError
from bioloom_lab.evaluation.splits import split


@settings(deadline=None)
@given(st.sets(st.text(min_size=1, max_size=3), max_size=60), st.integers(0, 5))
def test_splits_are_disjoint_complete_and_within_one_of_their_share(ids: set[str], seed: int) -> None:
    found = split(ids, seed=seed)
    parts = (found.train, found.dev, found.test)
    assert sorted(each for part in parts for each in part) == sorted(ids)
    for part, share in zip(parts, (10, 1, 2), strict=True):
        assert abs(len(part) - len(ids) * share / 13) < 1
    assert found == split(sorted(ids, reverse=True), seed=seed)


def test_another_seed_is_another_split() -> None:
    ids = [f"p{number}" for number in range(40)]
    assert split(ids) != split(ids, seed=1)


def test_held_out_fields_are_whole_and_outside() -> None:
    fields = {f"p{number}": "virology" if number % 4 == 0 else "cloning" for number in range(40)}
    found = split(fields, fields=fields, held_out=["virology"])
    assert {fields[each] for each in found.out_of_domain} == {"virology"}
    assert len(found.out_of_domain) == 10
    assert {fields[each] for each in (*found.train, *found.dev, *found.test)} == {"cloning"}


def test_what_cannot_be_held_out_is_said() -> None:
    with pytest.raises(UsageError, match="imaging"):
        split(["a"], fields={"a": "cloning"}, held_out=["imaging"])
    with pytest.raises(UsageError, match="no field is given for b"):
        split(["a", "b"], fields={"a": "cloning"}, held_out=["cloning"])
