"""The page docs/cli.md: written by Typer from the commands themselves, and fresh."""

import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "cli.md"
WRITE = ("typer", "bioloom.cli.app", "utils", "docs", "--name", "bioloom", "--title", "The command line")


def test_the_page_of_the_command_line_is_fresh() -> None:
    done = subprocess.run([sys.executable, "-m", *WRITE], capture_output=True, encoding="utf-8", check=True)
    written = PAGE.read_text(encoding="utf-8")
    assert written == done.stdout, "run: make docs"
