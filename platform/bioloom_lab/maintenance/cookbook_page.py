"""Generator of docs/cookbook.md from the heads of the cookbook's files.

``python -m bioloom_lab.maintenance.cookbook_page docs/cookbook.md`` writes the page.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bioloom import resources
from bioloom.graph.cookbook import recipes


def cookbook_page() -> str:
    """Write the page of the cookbook from the heads of its files (docs/cookbook.md)."""
    parts = [resources.text("cypher", "cookbook/head.md")]
    for entry in recipes():
        parts.append(f"## {entry.name}\n\n{entry.purpose}\n")
        parts += [f"Reads {need.purpose}.\n" for need in entry.needs]
        if entry.parameters:
            lines = ["| parameter | type | default | meaning |", "|---|---|---|---|"]
            for each in entry.parameters:
                default = (
                    "must be given"
                    if each.default is None
                    else f"`{each.default}`"
                    if each.default
                    else "empty"
                )
                cells = (f"`{each.name}`", each.type, default, each.purpose)
                lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
            parts.append("\n".join(lines) + "\n")
        body = "\n".join(line for line in entry.cypher.splitlines() if not line.startswith("//"))
        parts.append(f"```cypher\n{body}\n```\n")
    return "\n".join(parts)


def main() -> None:
    """Write the page into the file that the command line names."""
    parser = argparse.ArgumentParser(description="Write the page of the cookbook.")
    parser.add_argument("file", type=Path, help="where it goes: docs/cookbook.md")
    parser.parse_args().file.write_text(cookbook_page(), encoding="utf-8")


if __name__ == "__main__":
    main()
