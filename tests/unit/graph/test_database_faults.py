"""Errors of the database are told as ours, with what was being done."""

import pytest
from neo4j.exceptions import ClientError, ServiceUnavailable, SessionExpired, TransientError

from bioloom.errors import BioloomError, DatabaseUnavailable
from bioloom.graph.connection import database_faults


@pytest.mark.parametrize("lost", [ServiceUnavailable("no\nroute"), SessionExpired("no route")])
def test_a_lost_database_is_unavailable(lost: Exception) -> None:
    told = r"went away while names were looked up \(no route\)"
    with pytest.raises(DatabaseUnavailable, match=told), database_faults("while names were looked up"):
        raise lost


@pytest.mark.parametrize(
    ("error", "ours"), [(TransientError, DatabaseUnavailable), (ClientError, BioloomError)]
)
def test_a_refusal_is_an_error_that_may_pass_only_if_the_server_says_so(
    error: type[Exception], ours: type[BioloomError]
) -> None:
    words = "refused a request during the check"
    with pytest.raises(BioloomError, match=words) as told, database_faults("during the check"):
        raise error("too much")
    assert type(told.value) is ours
