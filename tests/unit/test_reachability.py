"""Every module of the product is reached from its commands, its public functions or a loader.

A package's ``__init__`` hands names on; an import from it counts as an import from where the name is defined,
so that a module is not kept alive by being listed there. A package that is imported as a whole reaches all.
"""

import ast
from functools import cache
from pathlib import Path

from bioloom.cli.commands import COMMANDS

ROOT = Path(__file__).parents[2]
ROOTS = {
    "bioloom.__main__",
    "bioloom.cli.app",
    "bioloom.api",
    "bioloom.exchange.py2neo_bridge",  # for notebooks only (docs/export.md)
    *(command.module.partition(":")[0] for command in COMMANDS),
}


def modules_of(base: Path, package: str) -> dict[str, Path]:
    """Find the modules of a package by their dotted names."""
    return {
        ".".join(path.relative_to(base).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (base / package).rglob("*.py")
    }


MODULES = {
    **modules_of(ROOT / "platform", "bioloom"),
    **modules_of(ROOT / "loaders", "bioloom_loaders"),
}


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def is_package(module: str) -> bool:
    return MODULES[module].name == "__init__.py"


@cache
def reexports(package: str) -> dict[str, tuple[str, str]]:
    """Give what a package hands on: name to the module and the name that it comes from."""
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.walk(tree(package))
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def home_of(module: str, name: str) -> str | None:
    """Find the module that an imported name is defined in; None outside our packages."""
    while module in MODULES:
        if f"{module}.{name}" in MODULES:
            return f"{module}.{name}"
        if not is_package(module) or name not in reexports(module):
            return module
        module, name = reexports(module)[name]
    return None


def imports_of(module: str, *, named: bool = True) -> set[str]:
    """Name the modules of ours that a module imports, anywhere in it, or (`named`) has in a text."""
    found: set[str] = set()
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            homes = (home_of(node.module or "", alias.name) for alias in node.names)
            found.update(home for home in homes if home)
        elif named and isinstance(node, ast.Constant) and node.value in MODULES:
            found.add(str(node.value))
    return found


def test_no_module_of_the_product_is_unreachable() -> None:
    waiting = [*ROOTS, *(name for name in MODULES if name.startswith("bioloom_loaders."))]
    reached: set[str] = set()
    while waiting:
        module = waiting.pop()
        if module in reached:
            continue
        reached.add(module)
        waiting += imports_of(module)
    lost = {name for name in MODULES if not is_package(name)} - reached
    assert lost == set(), "reached by no command, public function or loader"


def test_the_walk_would_notice() -> None:
    assert home_of("bioloom.retrieval", "retrieve") == "bioloom.retrieval.methods"
    assert "bioloom.cli.app" in ROOTS


def test_no_modules_import_each_other_in_a_circle() -> None:
    outside = {"bioloom"}  # its version only; its functions are imported when they are used
    waiting = {name: imports_of(name, named=False) - outside - {name} for name in MODULES.keys() - outside}
    while True:
        free = {name for name, needed in waiting.items() if not needed}
        if not free:
            break
        waiting = {name: needed - free for name, needed in waiting.items() if name not in free}
    assert waiting == {}, "these modules, or those between them, import each other"
