"""What we import is what we declare: no package comes along only because another one happens to need it."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

from bioloom.resources import MODELS

ROOT = Path(__file__).parents[2]
SOURCES = sorted(path for folder in ("platform", "loaders") for path in (ROOT / folder).rglob("*.py"))
OPTIONAL = {"documents", "frames", "lab", "mcp", "models", "py2neo", "ray", "telemetry"}
"""Extras that the code imports where they are used, with a plain sentence when absent."""

ELSEWHERE = {"kgx"}
"""Packages of an environment of their own, which a script of the laboratory is run in."""


def imported(path: Path) -> set[str]:
    """Name the top-level packages that a file imports, wherever in the file it does."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return {name for name in found if name not in sys.stdlib_module_names and not name.startswith("bioloom")}


def plain(name: str) -> str:
    """Give a distribution's name the one spelling that the packaging rules compare by."""
    return re.sub(r"[-_.]+", "-", name).lower()


def requirements(lines: list[str]) -> set[str]:
    return {plain(re.split(r"[^A-Za-z0-9._-]", line, maxsplit=1)[0]) for line in lines}


def test_every_package_that_is_imported_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = requirements(project["dependencies"])
    extras = requirements([line for name in OPTIONAL for line in project["optional-dependencies"][name]])
    known = packages_distributions()
    missing = {
        f"{path.relative_to(ROOT)} imports {name}"
        for path in SOURCES
        for name in imported(path)
        if not {plain(found) for found in known.get(name, [name])} & (declared | extras | ELSEWHERE)
    }
    assert missing == set()


OURS = {f"bioloom-models-{name}" for name in MODELS}
"""Distributions that this checkout holds itself, so that no lock names them."""


def test_what_is_declared_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    locked = requirements(
        [
            line
            for line in (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
            if "==" in line and not line.startswith(("#", " "))
        ]
    )
    assert requirements(project["dependencies"]) - locked - OURS == set()
