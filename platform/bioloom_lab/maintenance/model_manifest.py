"""Manifests of the shipped models: what each package holds, by size and SHA-256, and which bioloom it fits.

``python -m bioloom_lab.maintenance.model_manifest`` writes them anew after a model was trained and put in
place; its version and what it fits stand in the manifest and are raised by hand.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from bioloom.resources import MANIFEST, MODELS, model_root

NOT_LISTED = frozenset({MANIFEST, "MODEL_CARD.md", "pyproject.toml"})
"""Files of a model's folder that are not part of the model."""


def describe_files(folder: Path) -> dict[str, dict[str, int | str]]:
    """Give size in bytes and SHA-256 of every file of a model, by its path within the folder, sorted."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name not in NOT_LISTED)
    return {
        path.relative_to(folder).as_posix(): {
            "bytes": path.stat().st_size,
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        }
        for path in files
    }


def write_manifest(folder: Path) -> None:
    """Write a model's manifest anew: its files; name, version and what it fits stay as they are."""
    path = folder / MANIFEST
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["files"] = describe_files(folder)
    path.write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in MODELS:
        write_manifest(model_root() / name)
