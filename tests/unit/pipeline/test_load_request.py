"""Load requests: keywords of `load` and fields agree; bad requests are refused."""

from dataclasses import fields
from pathlib import Path

import pytest

from bioloom.errors import UsageError
from bioloom.pipeline.load_request import LoadKeywords, LoadRequest


def test_the_keywords_of_load_are_the_fields_of_a_request() -> None:
    assert set(LoadKeywords.__annotations__) == {field.name for field in fields(LoadRequest)} - {"source"}


@pytest.mark.parametrize("other", [LoadKeywords(keep_stale=True), LoadKeywords(limit=3)])
def test_what_is_to_be_dropped_is_not_to_be_kept(other: LoadKeywords) -> None:
    options: LoadKeywords = {"drop_stale": True, **other}
    with pytest.raises(UsageError, match="--drop-stale goes with neither"):
        LoadRequest(Path("x"), **options)


def test_a_negative_limit_is_refused() -> None:
    with pytest.raises(UsageError, match="limit"):
        LoadRequest(Path("x"), limit=-1)
