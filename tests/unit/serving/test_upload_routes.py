"""Uploads over HTTP without a database: what a form may hold, and what is answered to it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from bioloom.serving.jobs.load_queue import LoadQueue
from bioloom.serving.problem_details import handle_problems
from bioloom.serving.routes.documents import upload_routes
from bioloom.settings import Settings

NOTES = ("a.txt", b"Notes\nAdd water.\n")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    jobs = LoadQueue(Settings(home=tmp_path / "home", neo4j_uri="bolt://127.0.0.1:1", neo4j_password=None))
    app = FastAPI()
    handle_problems(app, retry_after=1)
    app.include_router(upload_routes(jobs))
    yield TestClient(app)
    jobs.close()


@pytest.mark.parametrize(
    ("files", "data", "detail"),
    [
        ([("file", NOTES), ("file", ("b.txt", b"More\n"))], {}, "2 times; send one file a request"),
        ([("file", NOTES)], {"foo": "1"}, "unknown field 'foo'; known: extract, file"),
        ([("file", NOTES), ("other", NOTES)], {}, "unknown field 'other'"),
        ([("file", NOTES)], {"extract": ["none", "local"]}, "'extract' is given 2 times; it has one value"),
    ],
)  # fmt: skip
def test_nothing_of_a_form_is_dropped(
    client: TestClient, tmp_path: Path, files: list[tuple[str, object]], data: dict[str, object], detail: str
) -> None:
    answer = client.post("/documents", files=files, data=data)  # type: ignore[arg-type]
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")
    assert detail in answer.json()["detail"]
    assert not list(tmp_path.rglob("*.txt"))


def test_a_form_with_its_two_fields_is_accepted(client: TestClient) -> None:
    answer = client.post("/documents", files={"file": NOTES}, data={"extract": "none"})
    assert (answer.status_code, set(answer.json())) == (202, {"job", "status", "position"})
