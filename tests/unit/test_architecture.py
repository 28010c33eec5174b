"""The house rules that a reader cannot see from one file: direction of imports, data, Cypher, names."""

import ast
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "platform" / "bioloom"
LAB = ROOT / "platform" / "bioloom_lab"
LOADERS = ROOT / "loaders" / "bioloom_loaders"
SOURCES = sorted([*PACKAGE.rglob("*.py"), *LAB.rglob("*.py"), *LOADERS.rglob("*.py")])

ROOMS = (
    "biolink",
    "llm",
    "embedding",
    "extraction",
    "grounding",
    "standardization",
    "graph",
    "pipeline",
    "question_parsing",
    "step_reader",
    "span_reader",
    "retrieval",
    "mechanism",
    "federation",
    "answering",
    "checking",
    "exchange",
    "serving",
    "cli",
)
SHARED = {
    "records",
    "settings",
    "errors",
    "extras",
    "names",
    "disk_cache",
    "hidden_characters",
    "private_files",
    "thread_memory",
    "resources",
    "pattern_table",
    "loading",
    "described_ids",
    "biolink",
    "__version__",
}
MAY_ALSO_USE = {
    "llm": set(),
    "embedding": set(),
    "extraction": {"llm", "embedding"},
    "grounding": {"embedding"},
    "standardization": {"llm", "embedding", "extraction", "grounding"},
    "graph": {"grounding"},
    "pipeline": {"llm", "embedding", "extraction", "grounding", "standardization", "graph"},
    "question_parsing": {"embedding", "extraction", "standardization"},
    "step_reader": {"embedding", "extraction", "question_parsing"},
    "span_reader": {"embedding", "extraction", "step_reader"},
    "retrieval": {"embedding", "grounding", "question_parsing", "graph"},
    "mechanism": {"grounding", "graph", "question_parsing", "retrieval"},
    "answering": {
        "extraction",
        "llm",
        "grounding",
        "standardization",
        "span_reader",
        "question_parsing",
        "step_reader",
        "graph",
        "retrieval",
        "mechanism",
        "federation",
    },
    "federation": {"embedding"},
    "checking": {"graph"},
    "exchange": {"extraction", "graph"},
    "serving": set(ROOMS) - {"cli"},
    "cli": {*ROOMS, "api"},
}
FOLDER_USES: dict[str, dict[str, set[str]]] = {
    "answering": {
        "texts": set(),
        "constraints": {"texts"},
        "composition": {"texts", "constraints"},
        "readings": {"texts", "constraints", "composition"},
        "readers": {"texts", "constraints", "composition", "readings"},
    },
    "graph": {
        "rows": set(),
        "writing": {"rows"},
        "merging": {"rows", "writing"},
        "guard": set(),
        "cookbook": {"guard"},
        "server": {"rows", "writing"},
    },
    "pipeline": {
        "sources": set(),
        "validation": set(),
        "passes": set(),
        "withdrawals": {"sources", "validation", "passes"},
    },
    "serving": {
        "models": set(),
        "graph_access": set(),
        "jobs": set(),
        "middleware": {"graph_access", "jobs"},
        "mcp": {"models", "graph_access", "jobs"},
        "routes": {"models", "graph_access", "jobs", "middleware"},
    },
}
"""The folders of large rooms, each with those before it that it may use."""


@dataclass(frozen=True)
class SourceFile:
    """What the rules ask of a file: its text, the modules that it imports wherever in it, its classes at the
    top, and what its handlers of exceptions catch, each with its line."""

    text: str
    imported: frozenset[str]
    classes: tuple[str, ...]
    caught: tuple[tuple[str, int], ...]


@cache  # several rules ask about every file
def read_source(path: Path) -> SourceFile:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    imported: set[str] = set()
    caught = []
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            imported.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.module:
                imported.add(node.module)
                imported.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ExceptHandler):
            caught.append((ast.unparse(node.type) if node.type else "bare", node.lineno))
        for block in ("body", "handlers", "orelse", "finalbody", "cases"):  # no expression imports
            waiting += block_of if isinstance(block_of := getattr(node, block, None), list) else ()
    classes = tuple(node.name for node in tree.body if isinstance(node, ast.ClassDef))
    return SourceFile(text, frozenset(imported), classes, tuple(caught))


def imported(path: Path) -> frozenset[str]:
    return read_source(path).imported


def rooms_used(path: Path) -> set[str]:
    """Name the rooms of bioloom that a file imports from."""
    return {name.split(".")[1] for name in imported(path) if name.startswith("bioloom.")}


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_the_rooms_of_its_row(room: str) -> None:
    allowed = SHARED | {room} | MAY_ALSO_USE.get(room, set())
    for path in (PACKAGE / room).rglob("*.py"):
        assert rooms_used(path) <= allowed, path


def folders_used(room: str, path: Path) -> set[str]:
    """Name the other folders of a room that a file imports from, itself or by way of modules at its top."""
    found: set[str] = set()
    for name in imported(path):
        package, _, inner = name.partition(f"bioloom.{room}")
        if package or (inner and not inner.startswith(".")):
            continue
        first = inner.split(".")[1] if inner else "__init__"
        top = PACKAGE / room / f"{first}.py"
        if top.is_file():
            found |= folders_used(room, top)
        elif first in FOLDER_USES[room] and PACKAGE / room / first not in path.parents:
            found.add(first)
    return found


@pytest.mark.parametrize(
    ("room", "folder"), [(room, each) for room, uses in FOLDER_USES.items() for each in uses]
)
def test_a_folder_of_a_room_uses_only_those_before_it(room: str, folder: str) -> None:
    folders = [*FOLDER_USES[room]]
    allowed = FOLDER_USES[room][folder]
    assert allowed <= {*folders[: folders.index(folder)]}
    for path in (PACKAGE / room / folder).rglob("*.py"):
        assert folders_used(room, path) <= allowed, path


@pytest.mark.parametrize("room", FOLDER_USES)
def test_every_folder_of_a_large_room_has_its_place(room: str) -> None:
    assert {path.parent.name for path in (PACKAGE / room).glob("*/__init__.py")} == FOLDER_USES[room].keys()


def test_records_know_nothing_but_errors() -> None:
    for path in (PACKAGE / "records").rglob("*.py"):
        assert rooms_used(path) <= {"records", "errors"}, path


def test_the_product_imports_neither_the_laboratory_nor_a_loader() -> None:
    for path in PACKAGE.rglob("*.py"):
        assert not any(name.startswith(("bioloom_lab", "bioloom_loaders")) for name in imported(path)), path


def test_loaders_do_not_import_the_laboratory() -> None:
    for path in LOADERS.rglob("*.py"):
        assert not any(name.startswith("bioloom_lab") for name in imported(path)), path


def test_loaders_use_only_the_seam_and_the_rooms_that_read_text() -> None:
    allowed = SHARED | {"extraction", "standardization"}
    for path in LOADERS.rglob("*.py"):
        assert rooms_used(path) <= allowed, path


def test_only_resources_reads_package_data() -> None:
    for path in SOURCES:
        if path == PACKAGE / "resources.py":
            continue
        assert not any(name.startswith("importlib.resources") for name in imported(path)), path
        assert "__file__" not in read_source(path).text, path


def test_no_cypher_stands_in_python() -> None:
    cypher = re.compile(r"\b(MATCH|MERGE|UNWIND|CREATE|CALL)\s*[({]")
    for path in SOURCES:
        assert not cypher.search(read_source(path).text), path


def test_broad_excepts_stand_only_at_the_outermost_edge() -> None:
    for path in SOURCES:
        for name, line in read_source(path).caught:
            is_edge = path == PACKAGE / "cli" / "app.py" and name == "Exception"
            assert is_edge or name not in {"bare", "Exception", "BaseException"}, f"{path}:{line}"


def test_every_writing_transaction_is_fenced() -> None:
    """The lease's own, the batch writer, which fences its own, and schema changes, which lose nothing."""
    graph = PACKAGE / "graph"
    allowed = {
        graph / name
        for name in (
            "connection.py",
            "rows/name_keys.py",
            "writing/write_lease.py",
            "writing/writer.py",
            "schema.py",
        )
    }
    found = {path for path in SOURCES if "execute_write(" in read_source(path).text}
    assert found == allowed


_WRITES = re.compile(
    r"^\s*(CREATE|MERGE|DROP|SET|REMOVE|(DETACH )?DELETE)\b|\bIN TRANSACTIONS\b", re.MULTILINE
)


def test_what_writes_is_never_run_in_a_transaction_that_is_not_retried() -> None:
    """A cluster that elects a new leader ends transactions: the driver repeats only those that it manages."""
    own = re.compile(r"\b(?:session|reading|writing)\.run\(\s*statement\(f?\"([a-z_]+/[a-z_]+)\"")
    run = {(path, name) for path in PACKAGE.rglob("*.py") for name in own.findall(read_source(path).text)}
    assert len(run) > 30
    cypher = {name: (ROOT / "cypher" / f"{name}.cypher") for _, name in run}
    writing = {name for name, file in cypher.items() if file.is_file() and _WRITES.search(file.read_text())}
    assert writing == set()


def test_no_module_is_a_drawer_for_everything() -> None:
    names = {path.stem for path in SOURCES}
    assert not names & {"util", "utils", "helpers", "common", "misc"}


def test_no_class_name_stands_twice() -> None:
    places: dict[str, list[Path]] = {}
    for path in SOURCES:
        for name in read_source(path).classes:
            places.setdefault(name, []).append(path)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


@pytest.mark.parametrize("folder", ["platform", "loaders", "cypher", "ontology", "docker", "tests"])
def test_top_folders_are_not_packages(folder: str) -> None:
    assert not (ROOT / folder / "__init__.py").exists()


def test_every_folder_of_modules_is_a_package() -> None:
    lacking = {path.parent for path in SOURCES if not (path.parent / "__init__.py").is_file()}
    assert not lacking, "without __init__.py a test run takes our platform/ for the standard library's"


def test_import_platform_gives_the_standard_library() -> None:
    code = "import platform; print(platform.system())"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip()
