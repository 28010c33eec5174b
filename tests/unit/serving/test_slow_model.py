"""A language model that hangs: the service answers others, and lets go of who waits for it."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from fastapi.testclient import TestClient
from starlette.types import Message

from bioloom.errors import ModelUnavailable
from bioloom.llm.client import Form, ask_model
from bioloom.records import Answer
from bioloom.serving import Services, create_app
from bioloom.serving.limits import Limits
from model_endpoint import Endpoint
from toy_services import toy_services

TOKEN = "t" * 43
KEY = {"Authorization": f"Bearer {TOKEN}"}


class Model:
    """A model that says nothing before `release`; `asked` counts those that wait."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self.release = threading.Event()
        self.asked = threading.Semaphore(0)
        endpoint.answer = self._answer

    def _answer(self, _: str) -> str:
        self.asked.release()
        assert self.release.wait(30)
        return "hello"

    def services(self) -> Services:
        def ask(question: str, llm: bool | None = None, **_: object) -> Answer:
            if llm is False:
                return Answer(question, "local", False, 1.0, model="local")
            try:
                said = ask_model(self.endpoint.settings, ("be brief", question), Form("plain", None, str))
            except ModelUnavailable as error:
                told = f"local (model unavailable: {error})"
                return Answer(question, "local", False, 1.0, model=told, model_error=str(error))
            return Answer(question, said, False, 1.0, model="tiny")

        return toy_services(ask=ask)


@pytest.fixture
def model(endpoint: Endpoint) -> Iterator[Model]:
    made = Model(endpoint)
    yield made
    made.release.set()


@pytest.mark.parametrize(("places", "most"), [(8, 4), (5, 2), (2, 1), (1, 1)])
def test_half_of_the_places_may_wait_for_the_model(model: Model, places: int, most: int) -> None:
    limits = Limits(at_once=places, patience=5.0)
    with (
        TestClient(create_app(model.services(), token=TOKEN, limits=limits), headers=KEY) as client,
        ThreadPoolExecutor(most) as pool,
    ):
        waiting = [pool.submit(client.post, "/ask", json={"question": "q"}) for _ in range(most)]
        for _ in range(most):
            assert model.asked.acquire(timeout=20)
        assert client.get("/metrics").status_code == 200, "it needs no place"
        assert client.get("/health").status_code == 200
        for _ in range(2 if places > 1 else 0):
            further = client.post("/ask", json={"question": "q"}).json()
            assert further["answer"] == "local"
            assert "busy with" in further["model_error"]
            assert client.post("/ask", json={"question": "q", "llm": False}).json()["model_error"] is None
        assert not model.asked.acquire(blocking=False), "nobody else has asked the model"
        model.release.set()
        assert [each.result().json()["answer"] for each in waiting] == ["hello"] * most
        assert client.post("/ask", json={"question": "q"}).json()["answer"] == "hello", (
            "places are free again"
        )


def test_many_places_have_a_thread_each(model: Model) -> None:
    limits = Limits(at_once=96, rate=0)
    with (
        TestClient(create_app(model.services(), token=TOKEN, limits=limits), headers=KEY) as client,
        ThreadPoolExecutor(48) as pool,
    ):
        waiting = [pool.submit(client.post, "/ask", json={"question": "q"}) for _ in range(48)]
        for _ in range(48):
            assert model.asked.acquire(timeout=20)
        assert client.post("/ask", json={"question": "q", "llm": False}).json()["answer"] == "local"
        assert client.get("/health").status_code == 200
        model.release.set()
        assert {each.result().status_code for each in waiting} == {200}


def test_a_caller_who_leaves_no_longer_waits_for_the_model(model: Model) -> None:
    """The connection to the model is closed, and the place at it is free."""
    app = create_app(model.services(), token=TOKEN, limits=Limits(at_once=1))

    async def leave() -> None:
        gone = asyncio.Event()
        body = [{"type": "http.request", "body": b'{"question": "q"}', "more_body": False}]

        async def receive() -> Message:
            if body:
                return body.pop()
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(_: Message) -> None:
            """Nobody listens."""

        headers = [(b"content-type", b"application/json"), (b"authorization", f"Bearer {TOKEN}".encode())]
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/ask",
            "query_string": b"",
            "headers": headers,
            "client": ("127.0.0.1", 1),
        }
        asking = asyncio.ensure_future(app(scope, receive, send))
        assert await asyncio.to_thread(model.asked.acquire, timeout=20)
        gone.set()
        async with asyncio.timeout(10):
            await asking

    asyncio.run(leave())
    assert not model.release.is_set()


def test_at_a_stop_the_model_is_given_up_and_then_everything_else(model: Model) -> None:
    never = threading.Event()

    def retrieve(*_: object, **__: object) -> tuple[()]:
        assert never.wait(30)
        return ()

    services = replace(model.services(), retrieve=retrieve)
    app = create_app(services, token=TOKEN, limits=Limits())
    with TestClient(app, headers=KEY) as client, ThreadPoolExecutor(2) as pool:
        assert client.portal is not None
        asked = pool.submit(client.post, "/ask", json={"question": "q"})
        assert model.asked.acquire(timeout=20)
        found = pool.submit(client.post, "/retrieve", json={"question": "q"})
        client.portal.call(app.state.running.give_up_models)
        assert asked.result(20).json()["answer"] == "local"
        assert "stops" in asked.result().json()["model_error"]
        assert "stops" in client.post("/ask", json={"question": "q"}).json()["model_error"]
        assert not found.done()
        client.portal.call(app.state.running.stop)
        assert found.result(20).status_code == 503
        assert "retry-after" in found.result().headers
        never.set()
