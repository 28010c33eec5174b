"""Bill of materials: CycloneDX JSON of what an installation runs, and a page of its licences.

``python -m bioloom_lab.maintenance.bill_of_materials docs/sbom.json docs/licences.md`` writes both: Python
packages of requirements.txt, scripts of the web page and jars of the managed Neo4j with their hashes, and the
shipped models.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from bioloom import resources
from bioloom.graph.server.pinned_files import pins

_PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;\\]+)", re.MULTILINE)
_LONGEST = 60

JAR_LICENCES = {
    "org.neo4j": "GPL-3.0-only",
    "org.neo4j.driver": "Apache-2.0",
    "org.antlr": "BSD-3-Clause",
    "org.bitbucket.inkytonik.kiama": "MPL-2.0",
    "org.bouncycastle": "MIT",
    "org.eclipse.collections": "EPL-1.0 OR BSD-3-Clause",
    "org.eclipse.jetty": "EPL-2.0 OR Apache-2.0",
    "org.glassfish": "EPL-2.0 OR GPL-2.0-only WITH Classpath-exception-2.0",
    "org.glassfish.jaxb": "BSD-3-Clause",
    "org.javassist": "MPL-1.1 OR LGPL-2.1-only OR Apache-2.0",
    "org.jprocesses": "MIT",
    "org.jvnet.staxex": "BSD-3-Clause",
    "org.locationtech.jts": "EPL-2.0 OR BSD-3-Clause",
    "org.ow2.asm": "BSD-3-Clause",
    "org.reactivestreams": "MIT-0",
    "org.slf4j": "MIT",
    "com.github.luben": "BSD-2-Clause",
    "com.profesorfalken": "MIT",
    "com.sun.istack": "BSD-3-Clause",
    "jakarta": "EPL-2.0 OR GPL-2.0-only WITH Classpath-exception-2.0",
    "jakarta.activation": "BSD-3-Clause",
    "jakarta.validation": "Apache-2.0",
    "jakarta.xml.bind": "BSD-3-Clause",
    "javax": "CDDL-1.1 OR GPL-2.0-only WITH Classpath-exception-2.0",
    "net.java.dev.jna": "LGPL-2.1-or-later OR Apache-2.0",
    "": "Apache-2.0",
}
"""Licences by group or its beginning, as the projects state them; the longest that fits counts."""

OTHER_SYSTEMS = {"colorama": "BSD-3-Clause"}
"""Licences of packages that only other systems than Linux install."""


@dataclass(frozen=True, slots=True)
class Component:
    """Part of an installation: `kind` is a word of CycloneDX, `purl` its package URL."""

    kind: str
    name: str
    version: str
    licence: str
    purl: str
    sha256: str | None = None

    def as_json(self) -> dict[str, object]:
        """Lay out for CycloneDX."""
        found: dict[str, object] = {
            "type": self.kind,
            "bom-ref": self.purl,
            "name": self.name,
            "version": self.version,
            "licenses": [{"license": {"name": self.licence}}],
            "purl": self.purl,
        }
        if self.sha256 is not None:
            found["hashes"] = [{"alg": "SHA-256", "content": self.sha256}]
        return found


def components(requirements: Path) -> tuple[Component, ...]:
    """List the packages, the scripts, the jars and the models, in this order, each by name."""
    return (*_packages(requirements), *_scripts(), *_jars(), *_models())


def pinned_packages(requirements: Path) -> list[tuple[str, str]]:
    """List the packages that a file of requirements pins, with their versions."""
    return _PINNED.findall(requirements.read_text(encoding="utf-8"))


def _packages(requirements: Path) -> Iterator[Component]:
    for name, version in sorted(pinned_packages(requirements)):
        yield Component("library", name, version, _licence(name), f"pkg:pypi/{name}@{version}")


def _licence(name: str) -> str:
    if name in OTHER_SYSTEMS:
        return OTHER_SYSTEMS[name]
    try:
        stated = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return "not installed here"
    whole = next((str(stated[key]) for key in ("License-Expression", "License") if key in stated), "").strip()
    if not whole or len(whole) > _LONGEST:
        lines = [line for line in stated.get_all("Classifier") or () if line.startswith("License :: ")]
        whole = "; ".join(line.rpartition(" :: ")[2] for line in lines) or whole[:_LONGEST]
    return " ".join(whole.split()) or "not stated"


def _scripts() -> Iterator[Component]:
    for script in resources.vendored_scripts():
        name, version = script["package"], script["version"]
        purl = f"pkg:npm/{name}@{version}"
        yield Component("library", name, version, script["licence"], purl, script["sha256"])


def _jars() -> Iterator[Component]:
    for jar in pins():
        groups = [group for group in JAR_LICENCES if f"{jar.group}.".startswith(f"{group}." if group else "")]
        purl = f"pkg:maven/{jar.group}/{jar.artifact}@{jar.version}"
        purl += f"?classifier={jar.classifier}" if jar.classifier else ""
        licence = JAR_LICENCES[max(groups, key=len)]
        yield Component("library", f"{jar.group}:{jar.artifact}", jar.version, licence, purl, jar.sha256)


def _models() -> Iterator[Component]:
    for path in sorted(resources.model_root().glob("*/manifest.json")):
        stated = json.loads(path.read_text(encoding="utf-8"))
        name, version = f"bioloom-models-{stated['model']}", str(stated["version"])
        purl = f"pkg:pypi/{name}@{version}"
        yield Component("machine-learning-model", name, version, str(stated["licence"]), purl)


def write_bill(found: tuple[Component, ...]) -> str:
    """Write CycloneDX 1.6 JSON, the same for the same components: no time, no serial number."""
    listed = [component.as_json() for component in found]
    bill = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "components": listed}
    return json.dumps(bill, indent=1, ensure_ascii=False) + "\n"


def write_licences(found: tuple[Component, ...]) -> str:
    """Write a page of licences, each with the components that are under it."""
    titles = {
        "pkg:pypi": "Python packages",
        "pkg:npm": "Scripts of the web page",
        "pkg:maven": "Jars of the managed Neo4j",
    }
    kinds = (*titles.values(), "Models")
    grouped: dict[str, dict[str, list[str]]] = {kind: defaultdict(list) for kind in kinds}
    for one in found:
        kind = "Models" if one.kind != "library" else titles[one.purl.partition("/")[0]]
        grouped[kind][one.licence].append(one.name)
    lines = [
        "# Licences",
        "",
        "What an installation runs, by licence: made by `make docs` from the pinned requirements, the",
        "scripts of the page, the jars and the models. [sbom.json](sbom.json) has versions and hashes",
        "(CycloneDX 1.6). Data that the repository carries is listed in NOTICE; source and",
        "licence stand in each folder.",
    ]
    for title, licences in grouped.items():
        lines += ["", f"## {title}", "", "| licence | components |", "|---|---|"]
        for licence, names in sorted(licences.items()):
            lines.append(f"| {licence} | {', '.join(sorted(set(names)))} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the bill and the page to the files that are named."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("bill", type=Path)
    parser.add_argument("licences", type=Path)
    parser.add_argument("--requirements", type=Path, default=Path("requirements.txt"))
    given = parser.parse_args()
    found = components(given.requirements)
    given.bill.write_text(write_bill(found), encoding="utf-8")
    given.licences.write_text(write_licences(found), encoding="utf-8")


if __name__ == "__main__":
    main()
