"""Refusals by the text of a statement alone."""

import pytest

from bioloom.errors import UsageError
from bioloom.graph.guard.read_only_guard import check_statement


def test_a_procedure_of_the_server_is_refused_as_a_procedure() -> None:
    told = "^procedure dbms.components is not allowed; these are: db.index"
    with pytest.raises(UsageError, match=told):
        check_statement("CALL dbms.components() YIELD name RETURN name", {})
