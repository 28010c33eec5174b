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
from bioloom.serving.limits import Limits
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
            case.call_and_validate(headers=KEY, excluded_checks=UNFIT, timeout=200)

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
