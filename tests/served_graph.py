"""The service as tests call it: a client that knows the token, and what lies behind it."""

from dataclasses import dataclass

from fastapi.testclient import TestClient

from bioloom.pipeline import LoadReport
from bioloom.settings import Settings

TOKEN = "t" * 43
KEY = {"Authorization": f"Bearer {TOKEN}"}


@dataclass(frozen=True)
class Served:
    """A running application over the loaded graph, what the load said, and the settings of both."""

    client: TestClient
    settings: Settings
    report: LoadReport
