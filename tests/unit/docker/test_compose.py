"""The compose file: it parses, keeps to the managed server's versions, and opens nothing to the network."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from bioloom.graph.server.pinned_files import VERSION

FOLDER = Path(__file__).parents[3] / "docker"


@pytest.fixture(scope="module")
def services() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))[
        "services"
    ]
    return found


def test_runs_the_same_neo4j_as_bioloom_up(services: dict[str, dict[str, Any]]) -> None:
    assert services["neo4j"]["image"] == f"neo4j:{VERSION}-community"


def test_publishes_on_loopback_only(services: dict[str, dict[str, Any]]) -> None:
    published = [port for service in services.values() for port in service["ports"]]
    assert len(published) == 3
    assert all(port.startswith("127.0.0.1:") for port in published)


def test_no_secret_has_a_default(services: dict[str, dict[str, Any]]) -> None:
    secrets = [
        value
        for service in services.values()
        for name, value in service["environment"].items()
        if "PASSWORD" in name or "AUTH" in name
    ]
    assert len(secrets) == 2
    assert all("${NEO4J_PASSWORD:?" in secret for secret in secrets)


def test_every_service_has_a_health_check_and_the_service_waits_for_it(
    services: dict[str, dict[str, Any]],
) -> None:
    assert all(service["healthcheck"]["test"] for service in services.values())
    assert services["bioloom"]["depends_on"] == {"neo4j": {"condition": "service_healthy"}}
    assert services["bioloom"]["environment"]["NEO4J_URI"] == "bolt://neo4j:7687"


def test_named_volumes_are_declared(services: dict[str, dict[str, Any]]) -> None:
    declared = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))["volumes"]
    used = {volume.split(":")[0] for service in services.values() for volume in service["volumes"]}
    assert used == set(declared)


def test_the_image_is_built_from_files_that_exist(services: dict[str, dict[str, Any]]) -> None:
    context = (FOLDER / services["bioloom"]["build"]["context"]).resolve()
    recipe = context / services["bioloom"]["build"]["dockerfile"]
    copied = [
        name
        for line in recipe.read_text(encoding="utf-8").splitlines()
        if line.startswith("COPY ") and "--from" not in line
        for name in line.split()[1:-1]
    ]
    assert copied
    assert [name for name in copied if not (context / name).exists()] == []


def test_the_service_does_not_run_as_root_and_writes_to_its_volume_and_tmp_only(
    services: dict[str, dict[str, Any]],
) -> None:
    assert "\nUSER 10001\n" in (FOLDER / "Dockerfile").read_text(encoding="utf-8")
    service = services["bioloom"]
    assert service["user"] == "10001"
    assert service["read_only"] is True
    assert [place.split(":")[0] for place in service["tmpfs"]] == ["/tmp"]
    assert [volume.split(":")[1] for volume in service["volumes"]] == ["/var/lib/bioloom"]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
