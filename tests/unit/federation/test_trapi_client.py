"""Endpoints that misbehave: each fails for itself, within its time, in one sentence."""

from pathlib import Path
from typing import Any

import pytest

from bioloom.federation.federated_query import one_hop
from bioloom.federation.response_cache import ResponseCache
from bioloom.federation.trapi_client import Federation
from trapi_endpoint import serve

QUERY = one_hop(["X:1"], ["biolink:Gene"])
GOOD: dict[str, Any] = {"message": {"knowledge_graph": {"nodes": {}, "edges": {}}}}


@pytest.mark.usefixtures("no_backoff")
@pytest.mark.parametrize(
    ("said", "words", "asked"),
    [
        (b'{"message": ', "not JSON", 1),
        (b"[1]", "no TRAPI response", 1),
        ({"detail": "?"}, "no TRAPI response", 1),
        (404, "status 404", 1),
        (500, "status 500", 3),
    ],
)
def test_a_bad_answer_is_a_fault(said: object, words: str, asked: int) -> None:
    with serve(said) as bad:  # type: ignore[arg-type]
        (reply,) = Federation([bad.url]).ask(QUERY)
        assert len(bad.requests) == asked
    assert reply.response is None
    assert words in (reply.fault or "")


@pytest.mark.usefixtures("no_backoff")
def test_a_passing_fault_is_tried_again() -> None:
    with serve(503, 429, GOOD) as shaky:
        (reply,) = Federation([shaky.url]).ask(QUERY)
        assert shaky.requests == [QUERY] * 3
    assert (reply.fault, reply.response) == (None, GOOD)


def test_a_slow_endpoint_does_not_hold_up_a_good_one_for_long() -> None:
    with serve(60.0) as slow, serve(GOOD) as good:
        replies = Federation([slow.url, good.url], seconds=4).ask(QUERY)
    assert "longer than 4 s" in (replies[0].fault or "")
    assert replies[1].response == GOOD


@pytest.mark.usefixtures("no_backoff")
def test_nobody_there_is_a_fault() -> None:
    with serve(GOOD) as gone:
        url = gone.url
    (reply,) = Federation([url], seconds=5).ask(QUERY)
    assert "cannot be reached" in (reply.fault or "")


def test_answers_are_kept_and_replayed_and_faults_are_not(tmp_path: Path) -> None:
    cache = ResponseCache(tmp_path)
    with serve(404, GOOD) as endpoint:
        assert Federation([endpoint.url], cache=cache).ask(QUERY)[0].fault
        first = Federation([endpoint.url], cache=cache).ask(QUERY)[0]
        again = Federation([endpoint.url], cache=cache).ask(QUERY)[0]
        anew = Federation([endpoint.url], cache=cache, fresh=True).ask(QUERY)[0]
        assert len(endpoint.requests) == 3
    replayed = Federation([endpoint.url], cache=cache, offline=True).ask(QUERY)[0]
    assert [one.cached for one in (first, again, anew, replayed)] == [False, True, False, True]
    assert replayed.response == GOOD
    assert again.retrieved == first.retrieved


def test_a_token_goes_to_its_own_endpoint_only() -> None:
    with serve(GOOD) as ours, serve(GOOD) as other:
        Federation([ours.url, other.url], tokens={ours.url: "secret"}).ask(QUERY)
    assert ours.headers[0]["Authorization"] == "Bearer secret"
    assert "Authorization" not in other.headers[0]
