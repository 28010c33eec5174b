"""The rules of a protocol check: each one file of Cypher whose head comment says what it looks for.

A file of ``cypher/check/``, or of a laboratory's own folder, starts with its purpose, its severity and the
tables that it reads, each given to the query as a parameter of that name (docs/checks.md)::

    // A value that is impossible, or far outside the usual laboratory range.
    // severity: error
    // table: ranges
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from bioloom import resources
from bioloom.errors import SourceError, UsageError
from bioloom.resources import parse_table

_FOLDER = "check"
_LINE = re.compile(r"// *(?P<key>severity|table): *(?P<value>\w+) *")
_LARGEST = 1_000_000

Row = Mapping[str, str]


class Severity(StrEnum):
    """How grave a finding is: wrong for certain, probably a mistake, or worth a look."""

    error = "error"
    warning = "warning"
    note = "note"

    @property
    def rank(self) -> int:
        """Give 0 for the gravest."""
        return list(Severity).index(self)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: what it looks for, how grave a finding is, the rows of its tables, and its Cypher.

    `packaged` rules travel with bioloom; every other one is somebody's file and runs under guard.
    """

    name: str
    purpose: str
    severity: Severity
    tables: Mapping[str, tuple[Row, ...]]
    cypher: str
    packaged: bool = False


def rules(folder: Path | None = None) -> tuple[Rule, ...]:
    """Read the rules of the package by name, then those of a folder; one of the same name takes its place.

    >>> "value_out_of_range" in [rule.name for rule in rules()]
    True
    """
    own = {
        name: replace(parse_rule(name, resources.text("cypher", file)), packaged=True)
        for file, name in _packaged()
    }
    if folder is not None:
        own |= _read_folder(folder)
    return tuple(own.values())


def parse_rule(name: str, cypher: str, folder: Path | None = None) -> Rule:
    """Read a rule from its file; UsageError says what its head comment lacks.

    A table is looked for as ``<table>.tsv`` in `folder` first, then in the package's ontology/checks.
    """
    purpose: list[str] = []
    severity: Severity | None = None
    tables: dict[str, tuple[Row, ...]] = {}
    for line in cypher.splitlines():
        if not line.startswith("//"):
            break
        found = _LINE.fullmatch(line)
        if found is None:
            purpose.append(line.removeprefix("//").strip())
        elif found["key"] == "table":
            tables[found["value"]] = _table(name, found["value"], folder)
        elif found["value"] in set(Severity):
            severity = Severity(found["value"])
        else:
            raise UsageError(f"rule {name}: severity is {', '.join(Severity)}, not {found['value']!r}")
    if not any(purpose):
        raise UsageError(f"rule {name}: the head comment does not say what the rule looks for")
    if severity is None:
        raise UsageError(f"rule {name}: the head comment names no severity (// severity: warning)")
    return Rule(name, " ".join(purpose), severity, tables, cypher)


def _packaged() -> list[tuple[str, str]]:
    return [(f"{_FOLDER}/{stem}.cypher", stem) for stem in resources.stems("cypher", _FOLDER, ".cypher")]


def _read_folder(folder: Path) -> dict[str, Rule]:
    if not folder.is_dir():
        raise UsageError(f"{folder} is not a folder of rules")
    found = sorted(folder.glob("*.cypher"))
    if not found:
        raise UsageError(f"{folder} holds no rule (*.cypher)")
    return {file.stem: parse_rule(file.stem, _text(file), folder) for file in found}


def _table(rule: str, name: str, folder: Path | None) -> tuple[Row, ...]:
    own = folder / f"{name}.tsv" if folder is not None else None
    if own is not None and own.is_file():
        return tuple(parse_table(_text(own), str(own)))
    try:
        return tuple(resources.read_table(f"checks/{name}.tsv"))
    except FileNotFoundError as error:
        raise UsageError(f"rule {rule}: there is no table {name!r}") from error


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            content = opened.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise SourceError("larger than 1 MB", str(file))
        return content.decode("utf-8-sig")
    except OSError as error:
        raise SourceError(f"cannot be read ({error.strerror})", str(file)) from error
    except UnicodeDecodeError as error:
        raise SourceError("not UTF-8", str(file)) from error
