"""SSSOM reader: mapping sets as TSV with a YAML header in comment lines.

Columns beyond SSSOM's own (our qualifiers) must be declared in the header's ``extension_definitions``.
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

import yaml

from bioloom.errors import OntologyError
from bioloom.resources import text

_REQUIRED = ("subject_id", "subject_label", "predicate_id", "object_id", "mapping_justification")
_KNOWN = frozenset(
    (*_REQUIRED, "object_label", "predicate_modifier", "comment", "confidence", "subject_category")
)
_QUALIFIERS = ("qualified_predicate", "_qualifier")
_FLAGS = ("inverse", "negated")


@dataclass(frozen=True, slots=True)
class SssomMapping:
    """One row: a term of a source and the term it means in the target.

    `inverse` says that subject and object of a relation change places, `negated` that the relation
    denies; `qualifiers` are Biolink's, by slot name; `extensions` are the other declared columns.
    """

    subject_id: str
    subject_label: str
    predicate_id: str
    object_id: str
    object_label: str = ""
    qualifiers: Mapping[str, str] = field(default_factory=dict)
    inverse: bool = False
    comment: str = ""
    negated: bool = False
    mapping_justification: str = ""
    extensions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MappingSet:
    """A mapping set with its metadata: id, licence, versions of both sides."""

    name: str
    metadata: Mapping[str, object]
    mappings: tuple[SssomMapping, ...]


@lru_cache(maxsize=64)
def read_mappings(name: str) -> Mapping[str, SssomMapping]:
    """Read ``ontology/<name>`` by the source's own names (`subject_label`), one mapping each.

    >>> read_mappings("biopie/relations.sssom.tsv")["next_step"].object_id
    'biolink:precedes'
    """
    found: dict[str, SssomMapping] = {}
    for mapping in read_mapping_set(name).mappings:
        if mapping.subject_label in found:
            raise OntologyError(f"ontology/{name} maps {mapping.subject_label!r} twice; keep one row")
        found[mapping.subject_label] = mapping
    return MappingProxyType(found)


def read_mapping_set(name: str) -> MappingSet:
    """Read a mapping set of the package, with its header."""
    try:
        content = text("ontology", name)
    except FileNotFoundError:
        raise OntologyError(f"there is no ontology/{name}") from None
    return parse_mapping_set(content, f"ontology/{name}")


def parse_mapping_set(content: str, name: str) -> MappingSet:
    """Parse the text of an SSSOM TSV file; `name` stands in the messages.

    >>> parse_mapping_set("#mapping_set_id: https://example.org/set\\n#license: CC0\\n"
    ...                   "subject_id\\tsubject_label\\tpredicate_id\\tobject_id\\tmapping_justification\\n"
    ...                   "a:1\\tone\\tskos:exactMatch\\tbiolink:Gene\\tsemapv:ManualMappingCuration\\n",
    ...                   "example").mappings[0].object_id
    'biolink:Gene'
    """
    lines = content.removeprefix("\ufeff").splitlines()
    length = next((at for at, line in enumerate(lines) if not line.startswith("#")), len(lines))
    metadata = _header(lines[:length], name)
    rows = csv.reader(lines[length:], delimiter="\t", quoting=csv.QUOTE_NONE)
    columns = next(rows, [])
    _check_columns(columns, metadata, name)
    mappings = tuple(_mappings(rows, columns, name, first_line=length + 2))
    return MappingSet(name, metadata, mappings)


def _header(lines: list[str], name: str) -> dict[str, object]:
    try:
        metadata = yaml.safe_load("\n".join(line[1:] for line in lines))
    except yaml.YAMLError as fault:
        where = str(getattr(fault, "problem_mark", "")).strip()
        raise OntologyError(f"{name}: the header (lines that begin with #) is not YAML: {where}") from fault
    if not isinstance(metadata, dict) or not {"mapping_set_id", "license"} <= metadata.keys():
        raise OntologyError(f"{name}: the header must name mapping_set_id and license")
    return metadata


def _check_columns(columns: list[str], metadata: Mapping[str, object], name: str) -> None:
    missing = [column for column in _REQUIRED if column not in columns]
    if missing:
        raise OntologyError(f"{name}: there is no column {', '.join(missing)}")
    if len(set(columns)) < len(columns):
        raise OntologyError(f"{name}: a column stands there twice")
    unknown = sorted(set(columns) - _KNOWN - _declared(metadata, name))
    if unknown:
        raise OntologyError(
            f"{name}: column {', '.join(unknown)} is not SSSOM's; declare it in extension_definitions"
        )


def _declared(metadata: Mapping[str, object], name: str) -> set[str]:
    definitions = metadata.get("extension_definitions") or []
    if not isinstance(definitions, list) or not all(
        isinstance(entry, dict) and "slot_name" in entry for entry in definitions
    ):
        raise OntologyError(f"{name}: extension_definitions must be a list of entries with a slot_name")
    return {str(entry["slot_name"]) for entry in definitions}


def _mappings(
    rows: Iterator[list[str]], columns: list[str], name: str, first_line: int
) -> Iterator[SssomMapping]:
    for line, cells in enumerate(rows, start=first_line):
        if not any(cells):
            continue
        if len(cells) != len(columns):
            raise OntologyError(f"{name}:{line}: {len(cells)} cells, but {len(columns)} columns")
        row = {column: cell.strip() for column, cell in zip(columns, cells, strict=True) if cell.strip()}
        missing = [column for column in _REQUIRED if column not in row]
        if missing:
            raise OntologyError(f"{name}:{line}: {', '.join(missing)} is empty")
        yield _mapping(row, f"{name}:{line}")


def _mapping(row: dict[str, str], place: str) -> SssomMapping:
    extra = {column: cell for column, cell in row.items() if column not in _KNOWN}
    flags = {flag: _flag(extra.pop(flag, "false"), flag, place) for flag in _FLAGS}
    qualifiers = {column: cell for column, cell in extra.items() if column.endswith(_QUALIFIERS)}
    return SssomMapping(
        subject_id=row["subject_id"],
        subject_label=row["subject_label"],
        predicate_id=row["predicate_id"],
        object_id=row["object_id"],
        object_label=row.get("object_label", ""),
        qualifiers=qualifiers,
        comment=row.get("comment", ""),
        mapping_justification=row["mapping_justification"],
        extensions={column: cell for column, cell in extra.items() if column not in qualifiers},
        **flags,
    )


def _flag(cell: str, flag: str, place: str) -> bool:
    if cell not in ("true", "false"):
        raise OntologyError(f"{place}: {flag} must be true or false, not {cell!r}")
    return cell == "true"
