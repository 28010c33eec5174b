"""The services behind the endpoints, without a graph."""

from pathlib import Path

from bioloom.serving import graph_services
from bioloom.settings import Settings


def test_a_service_without_endpoints_says_why_nothing_goes_out(tmp_path: Path) -> None:
    services = graph_services(Settings(home=tmp_path, federation=""), uploads=False)
    try:
        planned = services.outgoing("Which drugs treat asthma?")
    finally:
        services.close()
    assert (planned.endpoints, planned.queries) == ((), ())
    assert planned.note.startswith("this service asks no other graphs; start it with BIOLOOM_FEDERATION")
