"""Problems name no path of the home, whichever way a client is told of them."""

from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from bioloom.errors import UsageError
from bioloom.serving.problem_details import handle_problems, without_home
from bioloom.settings import Settings


@pytest.mark.parametrize("named", ["home", "link"])
def test_a_problem_names_no_path_of_the_home(tmp_path: Path, named: str) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "home")
    settings, app = Settings(home=tmp_path / named), FastAPI()
    handle_problems(app, retry_after=1, said=lambda error: without_home(error, settings))

    @app.get("/")
    def fail() -> None:
        raise UsageError(f"{tmp_path / 'home'}/a.txt and {tmp_path / named}/b.txt do not exist")

    answer = TestClient(app).get("/")
    assert (answer.status_code, answer.json()["detail"]) == (
        *(400, "its home/a.txt and its home/b.txt do not exist"),
    )


def test_a_refused_method_is_told_with_those_of_all_routes_of_the_path() -> None:
    app = FastAPI()
    handle_problems(app, retry_after=1)
    for method in ("GET", "DELETE"):
        app.add_api_route("/documents/{id:path}", lambda id: id, methods=[method])
    answer = TestClient(app).put("/documents/x")
    assert (answer.status_code, answer.headers["allow"]) == (405, "DELETE, GET")
    assert answer.json()["detail"] == "PUT is not allowed here; use DELETE or GET"
