"""Queries for later: their states, what is kept of them, and callbacks to allowed hosts only."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from bioloom.errors import BioloomError, Busy, UsageError
from bioloom.serving.jobs.callbacks import CallbackPolicy
from bioloom.serving.jobs.query_jobs import JobLimits, QueryJob, QueryJobs
from callback_endpoint import serve_callbacks

BODY = {"message": {"query_graph": {"nodes": {}, "edges": {}}}, "submitter": "me"}
ANSWER = {"message": {"results": [1]}, "status": "Success", "description": "1 results"}


def told(_: Mapping[str, Any]) -> Mapping[str, Any]:
    return ANSWER


@pytest.fixture
def opened() -> Iterator[Callable[..., QueryJobs]]:
    """Open job queues that are closed at the end."""
    held: list[QueryJobs] = []

    def jobs(answer: Callable[[Mapping[str, Any]], Mapping[str, Any]] = told, **given: Any) -> QueryJobs:
        held.append(QueryJobs(answer, **given))
        return held[-1]

    yield jobs
    for one in held:
        one.close()


def over(jobs: QueryJobs, id_: str) -> QueryJob:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        job = jobs.get(id_)
        assert job is not None
        if job.status in ("Completed", "Failed"):
            return job
        time.sleep(0.01)
    raise AssertionError("the job is not over")


def allowed(place: str, **given: float) -> CallbackPolicy:
    return CallbackPolicy(frozenset({place}), pause=0.0, **given)


def test_a_query_is_answered_and_its_answer_kept(opened: Callable[..., QueryJobs]) -> None:
    seen: list[Mapping[str, Any]] = []
    jobs = opened(lambda body: seen.append(body) or ANSWER)  # type: ignore[func-returns-value]
    sent = jobs.submit(BODY)
    assert sent.status == "Queued"
    job = over(jobs, sent.id)
    assert (job.status, job.description) == ("Completed", "1 results")
    assert [entry["code"] for entry in job.logs] == ["Queued", "Running", "Completed"]
    assert json.loads(jobs.response(sent.id) or b"") == ANSWER
    assert seen == [BODY]
    assert (jobs.get("none"), jobs.response("none")) == (None, None)


def test_the_answer_is_posted_once(opened: Callable[..., QueryJobs]) -> None:
    with serve_callbacks() as endpoint:
        jobs = opened(callbacks=allowed(endpoint.place))
        job = over(jobs, jobs.submit({**BODY, "callback": endpoint.url}).id)
        assert (job.status, endpoint.posted, endpoint.paths) == ("Completed", [ANSWER], ["/callback"])


def test_a_failed_post_is_tried_again_once(opened: Callable[..., QueryJobs]) -> None:
    with serve_callbacks(500, 200) as endpoint:
        jobs = opened(callbacks=allowed(endpoint.place))
        assert over(jobs, jobs.submit({**BODY, "callback": endpoint.url}).id).status == "Completed"
        assert len(endpoint.posted) == 2
    with serve_callbacks(503) as endpoint:
        jobs = opened(callbacks=allowed(endpoint.place))
        job = over(jobs, jobs.submit({**BODY, "callback": endpoint.url}).id)
        assert (job.status, job.description) == ("Failed", "the callback answers with status 503")
        assert len(endpoint.posted) == 2
        assert json.loads(jobs.response(job.id) or b"") == ANSWER, "what was found can still be fetched"


def test_no_redirect_is_followed(opened: Callable[..., QueryJobs]) -> None:
    with serve_callbacks(302) as endpoint:
        jobs = opened(callbacks=allowed(endpoint.place))
        job = over(jobs, jobs.submit({**BODY, "callback": endpoint.url}).id)
        assert (job.status, job.description) == ("Failed", "the callback answers with status 302")
        assert set(endpoint.paths) == {"/callback"}


def test_a_silent_or_absent_host_does_not_hold_the_queue(opened: Callable[..., QueryJobs]) -> None:
    with serve_callbacks(0) as endpoint:
        jobs = opened(callbacks=allowed(endpoint.place, seconds=0.2))
        job = over(jobs, jobs.submit({**BODY, "callback": endpoint.url}).id)
        assert job.description == "the callback takes longer than 0.2 s"
        url, place = endpoint.url, endpoint.place
    jobs = opened(callbacks=allowed(place, seconds=2.0))
    assert "cannot be reached" in over(jobs, jobs.submit({**BODY, "callback": url}).id).description


def test_proxies_of_the_environment_are_not_asked(
    opened: Callable[..., QueryJobs], monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve_callbacks() as endpoint, serve_callbacks() as proxy:
        monkeypatch.setenv("HTTP_PROXY", f"http://{proxy.place}")
        jobs = opened(callbacks=allowed(endpoint.place))
        over(jobs, jobs.submit({**BODY, "callback": endpoint.url}).id)
        assert (len(endpoint.posted), proxy.posted) == (1, [])


@pytest.mark.parametrize(
    "address",
    [
        "http://other.example/", "http://ara.example:81/", "http://ara.example.evil.example/", "http://127.0.0.1/",
        "http://[::1]/", "http://2130706433/", "http://0x7f000001/", "http://ara.example@127.0.0.1/",
        "http://me:secret@ara.example/", "ftp://ara.example/", "file:///etc/passwd", "gopher://ara.example/",
        "//ara.example/", "ara.example", "", "http://", "http:///x", "http://ara.example\\@127.0.0.1/",
        "http://127.0.0.1#ara.example", "http://ara.example./",
        "http://ara.example\r\nHost: x/", "http://ara.example:99999/", "x" * 3000, 5,
        ["http://ara.example/"], {},
    ],
)  # fmt: skip
def test_what_is_not_named_is_not_called(opened: Callable[..., QueryJobs], address: object) -> None:
    jobs = opened(callbacks=CallbackPolicy.of(["ara.example"]))
    with pytest.raises(UsageError, match="callback"):
        jobs.submit({**BODY, "callback": address})


def test_hosts_are_named_with_their_ports() -> None:
    policy = CallbackPolicy.of(["ARA.example", "ara.example:8443", "[::1]:80"])
    for good in (
        "https://ara.example/x",
        "http://Ara.Example:80/",
        "https://ara.example:8443/",
        "http://ara.example#@x/",
    ):
        assert policy.check(good).host == "ara.example"
    with pytest.raises(UsageError, match="may not be called; name it in BIOLOOM_CALLBACK_HOSTS"):
        CallbackPolicy().check("https://ara.example/")


def test_a_fault_is_told_and_posted(opened: Callable[..., QueryJobs]) -> None:
    def fail(_: Mapping[str, Any]) -> Mapping[str, Any]:
        raise BioloomError("no database")

    with serve_callbacks() as endpoint:
        jobs = opened(fail, callbacks=allowed(endpoint.place))
        job = over(jobs, jobs.submit({**BODY, "callback": endpoint.url}).id)
        assert (job.status, job.description) == ("Failed", "no database")
        assert (endpoint.posted[0]["status"], endpoint.posted[0]["message"]["results"]) == ("Failed", [])


def test_what_nobody_foresaw_stays_in_the_log(opened: Callable[..., QueryJobs]) -> None:
    def fail(_: Mapping[str, Any]) -> Mapping[str, Any]:
        raise RuntimeError("secret")

    jobs = opened(fail)
    job = over(jobs, jobs.submit(BODY).id)
    assert job.status == "Failed"
    assert "secret" not in job.description


def test_an_answer_may_not_be_too_large(opened: Callable[..., QueryJobs]) -> None:
    jobs = opened(limits=JobLimits(largest=20))
    job = over(jobs, jobs.submit(BODY).id)
    assert (job.status, job.description) == ("Failed", "the answer has more than 20 bytes; ask for less")


def test_the_queue_is_bounded(opened: Callable[..., QueryJobs]) -> None:
    gate = threading.Event()
    jobs = opened(lambda _: ANSWER if gate.wait(20) else {}, limits=JobLimits(waiting=2, workers=1))
    running = jobs.submit(BODY)
    while jobs.get(running.id) and jobs.get(running.id).status == "Queued":  # type: ignore[union-attr]
        time.sleep(0.01)
    held = [running, jobs.submit(BODY), jobs.submit(BODY)]
    with pytest.raises(Busy, match="2 queries wait"):
        jobs.submit(BODY)
    gate.set()
    assert [over(jobs, job.id).status for job in held] == ["Completed"] * 3


def test_what_is_over_is_forgotten_by_number_time_and_bytes(opened: Callable[..., QueryJobs]) -> None:
    for limits in (JobLimits(kept=1), JobLimits(packed=1)):
        jobs = opened(limits=limits)
        first = jobs.submit(BODY)
        over(jobs, first.id)
        second = jobs.submit(BODY)
        over(jobs, second.id)
        assert (jobs.get(first.id), jobs.response(second.id) is not None) == (None, True)
    now = [0.0]
    jobs = opened(clock=lambda: now[0], limits=JobLimits(seconds=60))
    job = jobs.submit(BODY)
    over(jobs, job.id)
    now[0] = 61.0
    assert jobs.get(job.id) is None


def test_a_closed_queue_takes_nothing() -> None:
    jobs = QueryJobs(told)
    over(jobs, jobs.submit(BODY).id)
    jobs.close()
    with pytest.raises(Busy, match="stopping"):
        jobs.submit(BODY)


def test_what_is_not_answered_fails_when_the_service_stops() -> None:
    gate = threading.Event()
    jobs = QueryJobs(lambda _: ANSWER if gate.wait(20) else {}, limits=JobLimits(workers=1))
    running, waiting = jobs.submit(BODY), jobs.submit(BODY)
    jobs.close()
    gate.set()
    for sent in (running, waiting):
        job = over(jobs, sent.id)
        assert (job.status, job.description.startswith("the service stopped")) == ("Failed", True)


def test_a_slow_callback_holds_no_worker(opened: Callable[..., QueryJobs]) -> None:
    with serve_callbacks(0) as endpoint:
        jobs = opened(callbacks=allowed(endpoint.place, seconds=5.0), limits=JobLimits(workers=2))
        jobs.submit({**BODY, "callback": endpoint.url})
        began = time.monotonic()
        assert over(jobs, jobs.submit(BODY).id).status == "Completed"
        assert time.monotonic() - began < 4


def test_a_job_whose_answer_is_lost_is_over_and_forgotten(opened: Callable[..., QueryJobs]) -> None:
    now = [0.0]
    jobs = opened(lambda _: {"message": object()}, clock=lambda: now[0])  # which is no JSON
    sent = jobs.submit(BODY)
    assert over(jobs, sent.id).status == "Failed"
    now[0] = 3601.0
    assert jobs.get(sent.id) is None


def test_a_query_that_fails_tells_what_callers_may_read(opened: Callable[..., QueryJobs]) -> None:
    def fail(_: Mapping[str, Any]) -> Mapping[str, Any]:
        raise BioloomError("cannot read /home/me/graph")

    jobs = opened(fail, said=lambda error: str(error).replace("/home/me", "its home"))
    job = over(jobs, jobs.submit(BODY).id)
    assert job.description == "cannot read its home/graph"
