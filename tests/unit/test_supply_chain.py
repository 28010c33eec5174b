"""Supply chain: everything pinned and hashed, nothing below a known fix, the bill of materials in step."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.version import Version

from bioloom.graph.server.pinned_files import pins
from bioloom_lab.maintenance.bill_of_materials import components, pinned_packages, write_bill

ROOT = Path(__file__).parents[2]


def advisories() -> list[tuple[str, Version, str]]:
    lines = (ROOT / "docs" / "advisories.tsv").read_text(encoding="utf-8").splitlines()
    split = [line.split("\t") for line in lines if not line.startswith("#")]
    return [(package, Version(fixed), advisory) for package, fixed, advisory in split]


def pinned() -> Iterator[tuple[str, str]]:
    """Give every package and jar that is pinned anywhere, with its version."""
    for path in ROOT.glob("requirements*.txt"):
        yield from pinned_packages(path)
    for jar in pins():
        version = jar.version.removesuffix(".Final")
        yield f"{jar.group}:{jar.artifact}", version
        yield f"{jar.group}:*", version


def test_no_pinned_version_has_a_known_fault() -> None:
    found = list(pinned())
    known = {package for package, _ in found}
    fixed = {package: (version, advisory) for package, version, advisory in advisories()}
    assert len(known & fixed.keys()) > 15, "the table speaks about packages that are in use"
    behind = [
        f"{package} {version}: {fixed[package][1]}"
        for package, version in found
        if package in fixed and Version(version) < fixed[package][0]
    ]
    assert behind == []


@pytest.mark.parametrize("name", sorted(path.name for path in ROOT.glob("requirements*.txt")))
def test_every_requirement_is_pinned_by_hash(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    assert lines
    assert [line[:60] for line in lines if "==" not in line or "--hash=sha256:" not in line] == []


def test_the_bill_of_materials_is_in_step() -> None:
    written = json.loads((ROOT / "docs" / "sbom.json").read_text(encoding="utf-8"))
    made = json.loads(write_bill(components(ROOT / "requirements.txt")))
    for bill in (written, made):
        for component in bill["components"]:
            del component["licenses"]  # as installed here
    assert written == made, "make docs writes it anew"


def test_every_jar_and_model_has_a_licence() -> None:
    stated = json.loads((ROOT / "docs" / "sbom.json").read_text(encoding="utf-8"))["components"]
    names = {one["name"]: one["licenses"][0]["license"]["name"] for one in stated}
    assert len(names) > 300
    assert all(names.values())
    assert names["org.neo4j:neo4j"] == "GPL-3.0-only"
