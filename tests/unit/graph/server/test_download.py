"""The download against a real web server: whole, broken, lying, interrupted, twice at once."""

import hashlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from bioloom.errors import ServerError
from bioloom.graph.server.distribution import Distribution, install
from bioloom.graph.server.pinned_files import Pin
from bioloom.graph.server.progress import ServerProgress
from bioloom.settings import Settings

pytestmark = pytest.mark.usefixtures("no_backoff")

CONTENTS = {f"part{n}": bytes([n]) * (20_000 + n) for n in range(1, 7)}
PINS = tuple(
    Pin("org.example", name, "1.0", "", len(content), hashlib.sha256(content).hexdigest())
    for name, content in CONTENTS.items()
)


@dataclass
class Repository:
    """A Maven repository of six files that can be told to misbehave."""

    url: str = ""
    asked: list[str] = field(default_factory=list)
    faults: dict[str, list[str]] = field(default_factory=dict)
    slow: float = 0.0


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Repository]:
    """Serve the files over HTTP; the user's own Maven folder is empty."""
    monkeypatch.setenv("M2_REPO", str(tmp_path / "m2"))
    served = Repository()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.rsplit("/", 1)[-1]
            if name.endswith(".sha1"):
                self.send_error(404)
                return
            artifact = name.removesuffix("-1.0.jar")
            served.asked.append(artifact)
            planned = served.faults.get(artifact, [])
            fault = planned.pop(0) if planned else ""
            content = CONTENTS[artifact]
            if fault == "error":
                self.send_error(503)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if fault == "cut":
                self.wfile.write(content[:1000])
            elif fault == "lie":
                self.wfile.write(b"x" * len(content))
            else:
                time.sleep(served.slow)
                self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served.url = f"http://127.0.0.1:{server.server_address[1]}/maven2"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield served
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def place(tmp_path: Path) -> Distribution:
    return Distribution(tmp_path / "cache" / "neo4j", PINS)


def _settings(tmp_path: Path, repository: Repository) -> Settings:
    return Settings(cache=tmp_path / "cache", maven=repository.url)


def test_brings_every_file_and_tells_the_progress(
    tmp_path: Path, repository: Repository, place: Distribution
) -> None:
    told: list[ServerProgress] = []
    install(place, _settings(tmp_path, repository), told.append)
    assert place.damaged() == ()
    assert sorted(repository.asked) == sorted(CONTENTS)
    total = sum(pin.size for pin in PINS)
    assert {message.total for message in told} == {total}
    counts = [message.done for message in told]
    assert counts == sorted(counts)
    assert counts[-1] == total


def test_a_complete_cache_needs_no_network(
    tmp_path: Path, repository: Repository, place: Distribution
) -> None:
    install(place, _settings(tmp_path, repository))
    nowhere = Settings(cache=tmp_path / "cache", maven="http://127.0.0.1:9/nowhere")
    install(place, nowhere)
    assert len(repository.asked) == len(PINS)


@pytest.mark.parametrize("fault", ["error", "cut", "lie"])
def test_a_passing_fault_is_tried_again(
    tmp_path: Path, repository: Repository, place: Distribution, fault: str
) -> None:
    repository.faults["part3"] = [fault]
    install(place, _settings(tmp_path, repository))
    assert place.damaged() == ()
    assert repository.asked.count("part3") == 2


def test_a_lasting_fault_is_one_line_and_keeps_the_rest(
    tmp_path: Path, repository: Repository, place: Distribution
) -> None:
    repository.faults["part1"] = ["lie"] * 20
    with pytest.raises(ServerError, match=r"cannot download part1-1\.0\.jar from .*BIOLOOM_MAVEN") as caught:
        install(place, _settings(tmp_path, repository))
    assert "\n" not in str(caught.value)
    assert not (place.jars / "part1-1.0.jar").exists()
    kept = {file.name for file in place.jars.iterdir()}
    repository.faults.clear()
    repository.asked.clear()
    install(place, _settings(tmp_path, repository))
    assert place.damaged() == ()
    assert {f"{name}-1.0.jar" for name in repository.asked}.isdisjoint(kept)


def test_nobody_there_is_one_line(
    tmp_path: Path, place: Distribution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("M2_REPO", str(tmp_path / "m2"))
    with pytest.raises(ServerError, match="check the network"):
        install(place, Settings(cache=tmp_path / "cache", maven="http://127.0.0.1:9/nowhere"))


def test_a_short_file_is_fetched_anew(tmp_path: Path, repository: Repository, place: Distribution) -> None:
    install(place, _settings(tmp_path, repository))
    (place.jars / PINS[0].name).write_bytes(b"half")
    repository.asked.clear()
    install(place, _settings(tmp_path, repository))
    assert repository.asked == ["part1"]
    assert place.damaged() == ()


def test_damage_of_the_right_size_is_found_by_reading(
    tmp_path: Path, repository: Repository, place: Distribution
) -> None:
    install(place, _settings(tmp_path, repository))
    (place.jars / PINS[0].name).write_bytes(b"\0" * PINS[0].size)
    assert place.missing() == ()
    assert place.damaged() == (PINS[0],)


def test_uses_the_users_own_maven_folder_but_never_its_half_files(
    tmp_path: Path, repository: Repository, place: Distribution
) -> None:
    for name, content in {"part1": CONTENTS["part1"], "part2": CONTENTS["part2"][:100]}.items():
        folder = tmp_path / "m2" / "org" / "example" / name / "1.0"
        folder.mkdir(parents=True)
        (folder / f"{name}-1.0.jar").write_bytes(content)
    install(place, _settings(tmp_path, repository))
    assert place.damaged() == ()
    assert "part1" not in repository.asked
    assert "part2" in repository.asked


def test_two_at_once_fetch_each_file_once(
    tmp_path: Path, repository: Repository, place: Distribution
) -> None:
    repository.slow = 0.1
    settings = _settings(tmp_path, repository)
    told: list[ServerProgress] = []
    others = [threading.Thread(target=install, args=(place, settings, told.append)) for _ in range(3)]
    for other in others:
        other.start()
    for other in others:
        other.join()
    assert place.damaged() == ()
    assert sorted(repository.asked) == sorted(CONTENTS)
    assert any("is downloading Neo4j" in message.text for message in told)


_KILLED = """
import sys
from pathlib import Path
from bioloom.graph.server.distribution import Distribution, install
from bioloom.graph.server.pinned_files import Pin
from bioloom.settings import Settings
pins = tuple(Pin(*line.split(",")[:4], int(line.split(",")[4]), line.split(",")[5]) for line in sys.argv[3:])
install(Distribution(Path(sys.argv[1]), pins), Settings(maven=sys.argv[2]))
"""


def test_killed_in_the_middle_then_resumed(
    tmp_path: Path, repository: Repository, place: Distribution
) -> None:
    repository.slow = 0.2
    lines = [f"{p.group},{p.artifact},{p.version},{p.classifier},{p.size},{p.sha256}" for p in PINS]
    many = [sys.executable, "-c", _KILLED, str(place.folder), repository.url, *lines]
    with subprocess.Popen(many, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}) as process:
        while len(repository.asked) < 3 and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    kept = {file.name for file in place.jars.iterdir()}
    assert place.missing()
    repository.slow = 0
    repository.asked.clear()
    install(place, _settings(tmp_path, repository))
    assert place.damaged() == ()
    assert {f"{name}-1.0.jar" for name in repository.asked}.isdisjoint(kept)


def test_a_file_in_place_of_the_folder_is_one_line(
    tmp_path: Path, repository: Repository, place: Distribution
) -> None:
    (tmp_path / "cache").write_text("a file")
    with pytest.raises(ServerError, match="BIOLOOM_CACHE"):
        install(place, _settings(tmp_path, repository))
