"""Every endpoint of the description, called with what it allows and with what it does not: as it says."""

import os
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import positive_data_acceptance
from schemathesis.core.result import Ok

from bioloom.serving import create_app, graph_services
from bioloom.serving.limits import QUESTION_LENGTH, Limits
from served_graph import KEY, TOKEN, Served

pytestmark = pytest.mark.integration

EXAMPLES = int(os.environ.get("BIOLOOM_TEST_EXAMPLES", "3"))
"""Calls of each endpoint in each mode; set it to some hundreds for a long run (docs/endpoint.md)."""

CALLS = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=EXAMPLES < 50,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
UNFIT = [positive_data_acceptance]
"""A text that is no Cypher, a file that is no document and a cursor of nobody's are refused with reason."""

HONEST = (413, 503)
"""A body that is too large, which no check knows as a refusal; a statement while another one has its turn."""


@pytest.mark.timeout(0)
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_every_endpoint_keeps_to_its_description(served: Served, mode: GenerationMode) -> None:
    app = create_app(graph_services(served.settings, cypher=True), token=TOKEN, limits=Limits(rate=0))
    described = schemathesis.openapi.from_asgi("/openapi.json", app, headers=KEY)
    faults: list[str] = []
    for found in described.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()

        @CALLS
        @given(case=operation.as_strategy(generation_mode=mode))
        def call(case: Any) -> None:
            response = case.call(headers=KEY, timeout=200)
            if response.status_code not in HONEST:
                case.validate_response(response, excluded_checks=UNFIT)

        try:
            call()
        except (AssertionError, BaseExceptionGroup) as fault:
            faults.append(f"{operation.label}: {fault!r}")
    assert not faults, "\n\n".join(faults)


def test_every_endpoint_has_an_example_and_names_its_problems(served: Served) -> None:
    paths = served.client.get("/openapi.json").json()["paths"]
    assert {"/ask", "/retrieve", "/standardize", "/documents", "/graph/{id}", "/cypher", "/jobs/{id}"} <= set(
        paths
    )
    for path, methods in paths.items():
        for method, described in methods.items():
            good = {code: told for code, told in described["responses"].items() if code.startswith("2")}
            assert good, (path, method)
            if path in {"/health", "/metrics", "/"} or path.startswith("/page"):
                continue
            [told] = good.values()
            for kind, content in told["content"].items():
                assert "example" in content or "examples" in content, (path, method, kind)
            assert {"400", "401", "422", "429", "503"} <= set(described["responses"]), (path, method)
            assert described["security"] == [{"bearer": []}]


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/documents?knd=protocol", "'knd'; did you mean kind?"),
        ("/documents?kind=a&kind=b", "'kind' is given 2 times"),
        ("/entities?q=a&=null", "unknown query parameter ''; known: limit, q"),
        ("/jobs?x=1", "unknown query parameter 'x'"),
    ],
)
def test_query_parameters_that_are_not_described_are_refused(served: Served, path: str, told: str) -> None:
    response = served.client.get(path, headers=KEY)
    assert response.status_code == 400
    assert told in response.json()["detail"]


def test_the_length_of_a_question_counts_as_it_is_sent(served: Served) -> None:
    for question, status in (
        (" " * QUESTION_LENGTH + "What?", 422),
        ("   ", 422),
        ("  What is gout?  ", 200),
    ):
        asked = served.client.post("/ask", json={"question": question}, headers=KEY)
        assert asked.status_code == status
