"""What the database refuses outside of a batch is one plain line too."""

from dataclasses import replace

import pytest

from bioloom.errors import BioloomError
from bioloom.graph.connection import Endpoint, connect

pytestmark = pytest.mark.integration


@pytest.mark.parametrize(("database", "reason"), [("nope", "not found"), ("neo4j", "/ by zero")])
def test_a_refusal_is_our_error(server: Endpoint, database: str, reason: str) -> None:
    with (
        pytest.raises(BioloomError, match=f"^the database '{database}' refused a request .*{reason}"),
        connect(replace(server, database=database)) as graph,
        graph.session() as session,
    ):
        session.run("RETURN 1 / 0").consume()
