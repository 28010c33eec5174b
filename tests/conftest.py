"""What all tests share: no state of the user, one real Neo4j a run, started by the tests themselves."""

import gc
import os
import tempfile
from collections.abc import Callable, Generator, Iterator
from pathlib import Path, PurePosixPath

import hypothesis
import pytest
import stamina
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

import model_endpoint
from bioloom.graph.connection import Endpoint, Graph, connect
from bioloom.settings import Settings
from kept_graph import keep

DATA = Path(__file__).parent / "data"

# An example's time says how busy the machine is, not whether a property holds.
hypothesis.settings.register_profile("bioloom", deadline=None)
hypothesis.settings.load_profile("bioloom")

# Workers of pytest are told a width of the terminal, which would hold for every table that a test prints.
os.environ.pop("COLUMNS", None)

# The servers of the tests live for seconds: they start sooner when Java does not optimise what it runs.
os.environ.setdefault("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1")


# Two workers that look for free ports at once may find the same, or that of a server which restarts.
_KEPT = {"BIOLOOM_CACHE", "BIOLOOM_TEST_NEO4J", "BIOLOOM_BOLT_PORT", "BIOLOOM_HTTP_PORT"}
if worker := os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw"):
    os.environ["BIOLOOM_BOLT_PORT"] = str(17_000 + 1000 * int(worker))
    os.environ["BIOLOOM_HTTP_PORT"] = str(17_500 + 1000 * int(worker))


class _SharedFixtures(LoadScopeScheduling):
    """Scheduling of `pytest -n 2`: one worker runs what shares fixtures, a file or a room of integration.

    Each worker starts a Neo4j of its own, so that nothing else is shared.
    """

    def _split_scope(self, nodeid: str) -> str:
        path = PurePosixPath(nodeid.partition("::")[0])
        return str(path.parent if len(path.parts) > 3 and path.parts[1] == "integration" else path)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    """Take the scheduling above."""
    return _SharedFixtures(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the thousands of tests and all modules out of the passes of the garbage collector.

    They last as long as the run: each pass over them costs a good part of a second, and there are many.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()


@pytest.fixture(scope="session")
def temporary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder for temporary files, which goes with those of the run."""
    return tmp_path_factory.mktemp("temporary")


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, temporary: Path) -> None:
    """Move all user state into a temporary folder; forget servers and models of the environment."""
    for name in list(os.environ):
        if name.startswith(("NEO4J_", "BIOLOOM_")) and name not in _KEPT:
            monkeypatch.delenv(name)
    monkeypatch.setenv("BIOLOOM_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))


@pytest.fixture
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Use a cache without decisions and downloads; the costly vectors of vocabularies are shared."""
    shared, own = Settings().cache, tmp_path / "own-cache"
    own.mkdir()
    shared.mkdir(parents=True, exist_ok=True)
    (own / "vectors.sqlite").symlink_to(shared.absolute() / "vectors.sqlite")
    monkeypatch.setenv("BIOLOOM_CACHE", str(own))
    return own


@pytest.fixture
def no_backoff() -> Iterator[None]:
    """Let the program try again without a wait, as often as it does."""
    with stamina.set_testing(True, attempts=100, cap=True):
        yield


@pytest.fixture
def data() -> Path:
    """Find the small real inputs."""
    return DATA


@pytest.fixture
def put(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    """Write a file below a temporary folder and give its path."""

    def write(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.fixture
def endpoint() -> Iterator[model_endpoint.Endpoint]:
    """Serve a language model that says what the test tells it to."""
    with model_endpoint.serve() as opened:
        yield opened


@pytest.fixture(scope="session")
def server_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the home of the managed Neo4j of the run."""
    return tmp_path_factory.mktemp("neo4j-home")


@pytest.fixture(scope="session")
def server(server_home: Path) -> Iterator[Endpoint]:
    """Run one managed Neo4j for the whole run, in a temporary home and on free ports.

    BIOLOOM_TEST_NEO4J=bolt://user:password@host:port uses a server that already runs.
    """
    given = os.environ.get("BIOLOOM_TEST_NEO4J")
    if given:
        scheme, rest = given.split("://")
        credentials, address = rest.split("@")
        user, password = credentials.split(":")
        yield Endpoint(f"{scheme}://{address}", user, password)
        return
    from bioloom.graph.server import start, stop

    settings = Settings(home=server_home, neo4j_uri=None)
    yield start(settings)
    stop(settings)


@pytest.fixture
def graph(server: Endpoint) -> Iterator[Graph]:
    """Open the test server, emptied of all nodes and edges; the schema stays."""
    with connect(server) as opened:
        keep(opened, "nothing")
        yield opened
