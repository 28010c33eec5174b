"""Questions to a model: several at once, one wait for a model that is down, replies held to their form."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from pydantic import SecretStr

from bioloom.errors import BadModelAnswer, ModelRefused, ModelUnavailable
from bioloom.llm import Patience, client
from bioloom.llm.client import LARGEST_BODY, LONGEST_REPLY, Form, TokenCount, ask_model, ask_model_each
from bioloom.llm.reply_parsing import json_objects
from bioloom.settings import Settings
from model_endpoint import Endpoint, serve, serve_endless

QUICK = Patience(total=5.0, call=5.0, first_wait=0.01, attempts=2)


def parse(text: str) -> int:
    for found in json_objects(text):
        if isinstance(found.get("n"), int):
            return int(found["n"])
    raise BadModelAnswer("no n")


FORM = Form("number", {"type": "object"}, parse)


def test_each_question_gets_its_reply_in_its_place(endpoint: Endpoint) -> None:
    endpoint.replies = ['{"n": 4}']
    turns = [("s", f"question {n}") for n in range(20)]
    assert ask_model_each(endpoint.settings, turns, FORM, patience=QUICK) == [4] * 20
    assert len(endpoint.requests) == 20


def test_a_reply_out_of_form_costs_only_its_question(endpoint: Endpoint) -> None:
    endpoint.replies = ["no", "no", '{"n": 1}']
    first, *rest = ask_model_each(endpoint.settings, [("s", "a")], FORM, patience=QUICK)
    assert isinstance(first, BadModelAnswer)
    assert ask_model(endpoint.settings, ("s", "b"), FORM, patience=QUICK) == 1
    assert rest == []


def test_a_dead_model_costs_one_wait_and_not_one_a_question(endpoint: Endpoint) -> None:
    endpoint.replies = [500]
    found = ask_model_each(endpoint.settings, [("s", "q")] * 200, FORM, patience=QUICK)
    assert all(isinstance(answer, ModelUnavailable) for answer in found)
    assert len(endpoint.requests) < 40


def test_a_prompt_goes_to_no_address_but_that_of_the_settings(endpoint: Endpoint) -> None:
    with serve() as other:
        other.replies = ['{"n": 1}']
        endpoint.replies, endpoint.leads_to = [307], f"{other.settings.llm_url}/chat/completions"
        with pytest.raises(ModelUnavailable, match=r"leads to another address.*set BIOLOOM_LLM_URL"):
            ask_model(endpoint.settings, ("s", "q"), FORM, patience=QUICK)
        assert other.requests == []


def test_an_endpoint_that_refuses_the_schema_is_asked_without_it_from_then_on(endpoint: Endpoint) -> None:
    endpoint.refuses_form = True
    endpoint.replies = ['{"n": 2}']
    assert ask_model_each(endpoint.settings, [("s", "q")] * 30, FORM, patience=QUICK) == [2] * 30
    assert sum("response_format" in asked for asked in endpoint.requests) < 20


@pytest.mark.parametrize("calls", ["text", "object"])
def test_an_endpoint_that_refuses_the_schema_may_answer_by_a_function(
    endpoint: Endpoint, calls: Literal["text", "object"]
) -> None:
    endpoint.refuses_form, endpoint.calls, endpoint.replies = True, calls, ['{"n": 3}']
    assert ask_model(endpoint.settings, ("s", "q"), FORM, patience=QUICK) == 3
    asked = endpoint.requests[-1]
    assert [tool["function"] for tool in asked["tools"]] == [{"name": "number", "parameters": FORM.schema}]
    assert asked["tool_choice"] == "required"


def test_arguments_of_a_function_are_heard_as_they_are_written(endpoint: Endpoint) -> None:
    endpoint.refuses_form, endpoint.calls, endpoint.streams = True, "text", True
    endpoint.replies = ['{"n": 4711}']
    heard: list[str] = []
    assert ask_model(endpoint.settings, ("s", "q"), FORM, patience=QUICK, heard=heard.append) == 4711
    assert len(heard) > 1


@pytest.mark.parametrize("status", [400, 422, 500])
def test_an_endpoint_without_schemas_and_functions_is_asked_in_words(endpoint: Endpoint, status: int) -> None:
    endpoint.refuses_form, endpoint.refuses_tools, endpoint.replies = True, status, ['Sure: {"n": 5}']
    assert ask_model(endpoint.settings, ("s", "q"), FORM, patience=QUICK) == 5
    assert len(endpoint.requests) == 3
    assert not {"tools", "response_format"} & endpoint.requests[-1].keys()


def test_an_endpoint_may_call_a_function_that_was_not_offered(endpoint: Endpoint) -> None:
    endpoint.calls, endpoint.replies = "unasked", ['{"n": 6}']
    assert ask_model(endpoint.settings, ("s", "q"), FORM, patience=QUICK) == 6


def test_objects_are_found_between_words_and_inside_one_another() -> None:
    assert list(json_objects('a {b {"n": {"m": 1}} {')) == [{"n": {"m": 1}}, {"m": 1}]


@pytest.mark.parametrize("text", ["", "{", "[1]", "{" * 5000])
def test_no_object_is_no_object(text: str) -> None:
    assert list(json_objects(text)) == []


def test_a_form_of_plain_lines_asks_for_no_schema(endpoint: Endpoint) -> None:
    endpoint.replies = ["PBS: chemical"]
    lines = Form("lines", None, str.upper)
    assert ask_model(endpoint.settings, ("s", "q"), lines, patience=QUICK) == "PBS: CHEMICAL"
    assert "response_format" not in endpoint.requests[0]


def test_a_question_that_is_refused_costs_only_itself(endpoint: Endpoint) -> None:
    endpoint.answer = lambda user: 400 if user == "too long" else "fine"
    lines = Form("lines", None, str)
    found = ask_model_each(endpoint.settings, [("s", "too long"), ("s", "q")], lines, patience=QUICK)
    assert isinstance(found[0], ModelRefused)
    assert found[1] == "fine"


def test_a_reply_is_heard_as_it_is_written(endpoint: Endpoint) -> None:
    endpoint.streams, endpoint.replies = True, ['{"n": 4711}']
    heard: list[str] = []
    assert ask_model(endpoint.settings, ("s", "q"), FORM, patience=QUICK, heard=heard.append) == 4711
    assert len(heard) > 1
    assert "".join(heard) == '{"n": 4711}'


def test_what_is_asked_again_is_not_heard_again(endpoint: Endpoint) -> None:
    endpoint.streams, endpoint.replies = True, ["no form", '{"n": 1}']
    heard: list[str] = []
    assert ask_model(endpoint.settings, ("s", "q"), FORM, patience=QUICK, heard=heard.append) == 1
    assert "".join(heard) == "no form"


def test_an_endpoint_that_does_not_stream_is_asked_as_usual(endpoint: Endpoint) -> None:
    endpoint.replies = ['{"n": 5}']
    heard: list[str] = []
    assert ask_model(endpoint.settings, ("s", "q"), FORM, patience=QUICK, heard=heard.append) == 5
    assert heard == []


def test_a_stream_that_breaks_off_is_a_reply_like_any_other(endpoint: Endpoint) -> None:
    endpoint.streams, endpoint.replies = True, ['{"n": CUT', '{"n": 6}']
    heard: list[str] = []
    assert ask_model(endpoint.settings, ("s", "q"), FORM, patience=QUICK, heard=heard.append) == 6
    assert "".join(heard) == '{"n": '


def test_no_message_shows_the_key_or_what_the_address_hides(endpoint: Endpoint) -> None:
    key, hidden = "sk-abc123def456", f"http://user:PASS@127.0.0.1:{endpoint.port}/v1?api-key=QUERYKEY"
    settings = endpoint.settings.model_copy(update={"llm_key": SecretStr(key), "llm_url": hidden})
    endpoint.error = f"Incorrect API key provided: Bearer {key}; PASS or QUERYKEY of {hidden}, sk-other***"
    for status in (400, 500):
        endpoint.replies = [status]
        with pytest.raises(ModelUnavailable) as told:
            ask_model(settings, ("s", "q"), FORM, patience=QUICK)
        assert f"http://127.0.0.1:{endpoint.port}/v1 " in str(told.value)
        assert not re.search("PASS|QUERYKEY|sk-|user", str(told.value))
    gone = settings.model_copy(update={"llm_url": "http://user:PASS@127.0.0.1:9/v1?api-key=QUERYKEY"})
    with pytest.raises(ModelUnavailable, match=r"^http://127\.0\.0\.1:9/v1 Connection error\.$"):
        ask_model(gone, ("s", "q"), FORM, patience=QUICK)


@pytest.mark.parametrize("streams", [True, False])
def test_a_reply_beyond_all_bounds_is_refused(endpoint: Endpoint, streams: bool) -> None:
    endpoint.streams, endpoint.replies = streams, ['{"n": 1}' + " " * LONGEST_REPLY]
    with pytest.raises(BadModelAnswer, match="more than 262,144 characters"):
        ask_model(endpoint.settings, ("s", "q"), FORM, patience=QUICK, heard=lambda part: None)


@pytest.mark.parametrize("streams", [True, False])
@pytest.mark.parametrize("packed", [True, False])
def test_a_body_without_end_is_left_at_its_bound(
    monkeypatch: pytest.MonkeyPatch, streams: bool, packed: bool
) -> None:
    if streams:
        monkeypatch.setattr(client, "LARGEST_STREAM", LARGEST_BODY)
    with serve_endless(packed=packed) as body:
        settings = Settings.model_validate({"llm_url": body.url, "llm_model": "tiny"})
        with pytest.raises(BadModelAnswer, match="more than 262,144 characters"):
            ask_model(settings, ("s", "q"), FORM, patience=QUICK, heard=print if streams else None)
    assert body.requests == 1
    assert packed or body.told < 16 * LARGEST_BODY


def test_the_longest_reply_is_read_in_whatever_escapes(endpoint: Endpoint) -> None:
    end = '{"n": 3}'
    endpoint.replies = ["🧬" * (LONGEST_REPLY - len(end)) + end]
    assert ask_model(endpoint.settings, ("s", "q"), FORM, patience=QUICK) == 3


@pytest.mark.parametrize("refused", [True, False])
def test_a_stream_is_asked_for_its_tokens(endpoint: Endpoint, refused: bool) -> None:
    endpoint.streams, endpoint.refuses_counts, endpoint.replies = True, refused, ['{"n": 1}']
    spent = TokenCount()
    assert ask_model(endpoint.settings, ("s", "q"), FORM, patience=QUICK, heard=print, spent=spent) == 1
    assert spent == (TokenCount(1) if refused else TokenCount(1, 100, 10))


@pytest.mark.parametrize("usage", [None, "many", [], {"prompt_tokens": "ten"}, {"prompt_tokens": -1}])
def test_a_bad_count_of_tokens_costs_no_reply(endpoint: Endpoint, usage: object) -> None:
    endpoint.usage, endpoint.replies = usage, ['{"n": 1}']
    spent = TokenCount()
    assert ask_model(endpoint.settings, ("s", "q"), FORM, patience=QUICK, spent=spent) == 1
    assert spent == TokenCount(1)
