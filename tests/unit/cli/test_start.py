"""Starting the command line: help and version must not wait for what only some commands need."""

import subprocess
import sys

HEAVY = {
    "bmt",
    "curies",
    "fastapi",
    "httpx",
    "jgo",
    "linkml_runtime",
    "openai",
    "pint",
    "rdflib",
    "uvicorn",
    "yaml",
}


def test_the_command_line_starts_without_what_only_some_commands_need() -> None:
    code = f"import sys, bioloom.cli.app; print(*sorted({HEAVY!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
