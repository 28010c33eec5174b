"""SSSOM mapping sets: which ids name one thing, and which names stand for no term of a vocabulary.

A file is read twice: rows that contradict one another are found first, so that each of them is rejected.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from bioloom.errors import SourceError
from bioloom.records import LoadOptions, Place, Reject, Skip, SourceEdge, SourceRecord, Value
from bioloom_loaders.format_detection import FormatLoader
from bioloom_loaders.tables import TableRow, delimiter_of, split_row
from bioloom_loaders.text_lines import TextLine, open_bytes, read_lines, shown

SAME_AS = "biolink:same_as"
NO_TERM = "sssom:NoTermFound"
EXACT = frozenset({"skos:exactMatch", "owl:sameAs", "owl:equivalentClass", SAME_AS})
LOCAL = "bioloom:"
_REQUIRED = ("subject_id", "predicate_id", "object_id")
_KEPT = ("subject_label", "object_label", "author_id", "reviewer_id", "comment", "mapping_tool")
_AGENTS = {
    "semapv:ManualMappingCuration": "manual_agent",
    "semapv:MappingReview": "manual_agent",
    "semapv:LexicalMatching": "automated_agent",
    "semapv:LogicalReasoning": "automated_agent",
}
_LONGEST_HEADER = 20_000  # lines


@dataclass(frozen=True, slots=True)
class MappingRow(TableRow):
    """One row of a mapping set."""

    @property
    def pair(self) -> tuple[str, str]:
        """Subject and object."""
        return self.cells.get("subject_id", ""), self.cells.get("object_id", "")

    @property
    def is_exact(self) -> bool:
        """Whether it speaks of sameness at all."""
        return self.cells.get("predicate_id") in EXACT

    @property
    def is_denied(self) -> bool:
        """Whether it says that the two are not the same."""
        return self.cells.get("predicate_modifier") == "Not"


class SssomLoader(FormatLoader):
    """Reads SSSOM TSV: exact matches become statements that two ids are the same thing.

    Between an id that was minted here and an entity, a row is a curator's decision; `sssom:NoTermFound`
    says that a name rightly stands for itself, the modifier `Not` that two are not the same.
    """

    name = "sssom"
    description = "SSSOM mapping sets (TSV): equivalent ids, and decisions on names"

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give one statement a row, in the order of the file."""
        if not source.is_file():
            raise SourceError("does not exist or is no file", shown(source))
        faults = _contradictions(row for row in _rows(source) if isinstance(row, MappingRow))
        stated = options.primary_knowledge_source or _name_of(source)
        for row in _rows(source):
            yield row if isinstance(row, Reject) else _record(row, stated, faults)


def _record(row: MappingRow, source: str, faults: Mapping[int, str]) -> SourceRecord:
    cells = row.cells
    for column, code in zip(
        _REQUIRED, ("MISSING_SUBJECT", "MISSING_PREDICATE", "MISSING_OBJECT"), strict=True
    ):
        if column not in cells:
            return Reject(code, "extract", f"it has no {column}", row.place, dict(cells))
    if not row.is_exact:
        return Skip("NOT_AN_EXACT_MATCH", row.place)
    modifier = cells.get("predicate_modifier", "")
    if modifier not in ("", "Not"):
        message = f"predicate_modifier must be Not or empty, not {modifier[:40]!r}"
        return Reject("BAD_VALUE", "extract", message, row.place, dict(cells))
    score = _confidence(cells.get("confidence", "1"))
    if score is None:
        message = f"confidence must be a number from 0 to 1, not {cells['confidence'][:40]!r}"
        return Reject("BAD_VALUE", "extract", message, row.place, dict(cells))
    subject, object_ = row.pair
    justification = cells.get("mapping_justification", "")
    properties: dict[str, Value] = {
        "primary_knowledge_source": source,
        "knowledge_level": "knowledge_assertion",
        "agent_type": _AGENTS.get(justification, "not_provided"),
        "original_predicate": cells["predicate_id"],
        "extraction_confidence_score": score,
        **{column: cells[column] for column in _KEPT if column in cells},
    }
    if justification:
        properties["mapping_justification"] = justification
    if row.is_denied:
        properties["negated"] = True
    fault = faults.get(row.place.line or 0)
    if fault is not None:
        record = {"kind": "edge", "subject": subject, "predicate": SAME_AS, "object": object_}
        return Reject(
            "CONTRADICTORY_MAPPING", "extract", fault, row.place, {**record, "properties": properties}
        )
    return SourceEdge(subject, SAME_AS, object_, row.place, properties)


def _confidence(cell: str) -> float | None:
    try:
        value = float(cell)
    except ValueError:
        return None
    return value if 0 <= value <= 1 else None


def _contradictions(rows: Iterator[MappingRow]) -> dict[int, str]:
    """Say of the lines that cannot all be true why, by line."""
    lines: dict[tuple[str, str, bool], list[int]] = defaultdict(list)
    targets: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in rows:
        one, other = row.pair
        if not row.is_exact or not one or not other:
            continue
        lines[one, other, row.is_denied].append(row.place.line or 0)
        if not row.is_denied:
            targets[one, other.partition(":")[0]].add(other)
            if not one.startswith(LOCAL) and not other.startswith(LOCAL):
                targets[other, one.partition(":")[0]].add(one)
    stated = {(one, other) for one, other, denied in lines if not denied}
    closed = {one for one, other in stated if other == NO_TERM}
    named = {one for one, other in stated if other != NO_TERM}
    faults: dict[int, str] = {}
    for (one, other, denied), numbers in lines.items():
        fault = None
        several = sorted(targets[one, other.partition(":")[0]])
        backwards = sorted(targets.get((other, one.partition(":")[0]), ()))
        if denied and ((one, other) in stated or (other, one) in stated):
            fault = f"another row says that {one} and {other} are the same"
        elif denied:
            continue
        elif (one, other, True) in lines or (other, one, True) in lines:
            fault = f"another row says that {one} and {other} are not the same"
        elif len(several) > 1:
            fault = f"{one} is said to be {' and '.join(several[:3])}, which are of one vocabulary"
        elif len(backwards) > 1:
            fault = f"{other} is said to be {' and '.join(backwards[:3])}, which are of one vocabulary"
        elif one in closed and other != NO_TERM:
            fault = f"another row says that {one} stands for no term"
        elif one in named and other == NO_TERM:
            fault = f"another row says which term {one} stands for"
        elif one.startswith(LOCAL) and _leads_back(one, other, stated):
            fault = f"{one} leads back to itself"
        elif other.startswith(LOCAL) and one.startswith(LOCAL) is False and (other, one) in stated:
            fault = f"{other} leads back to itself"
        if fault is not None:
            faults |= dict.fromkeys(numbers, fault)
    return faults


def _leads_back(start: str, first: str, stated: set[tuple[str, str]]) -> bool:
    following: dict[str, list[str]] = defaultdict(list)
    for one, other in stated:
        if one.startswith(LOCAL) or other.startswith(LOCAL):
            following[one].append(other)
    seen, waiting = {first}, [first]
    while waiting:
        at = waiting.pop()
        if at == start:
            return True
        waiting += [one for one in following.get(at, ()) if one not in seen]
        seen.update(following.get(at, ()))
    return False


def _rows(source: Path) -> Iterator[MappingRow | Reject]:
    """Read the rows below the header; a row with fewer or more cells than columns is rejected."""
    file = shown(source)
    columns: list[str] | None = None
    mark = "\t"
    with open_bytes(source) as opened:
        for line in read_lines(opened, file):
            if isinstance(line, Reject):
                yield line
                if columns is None:
                    return
                continue
            if line.text.startswith("#"):
                continue
            if columns is None:
                mark = delimiter_of(line.text)
                columns = [cell.strip() for cell in split_row(line.text, mark)]
                fault = _header_fault(columns)
                if fault is not None:
                    yield Reject("BAD_HEADER", "extract", fault, line.place)
                    return
                continue
            yield _row(line, columns, mark)
    if columns is None:
        yield Reject("EMPTY_FILE", "extract", "the file holds no header", Place(file))


def _row(line: TextLine, columns: list[str], mark: str) -> MappingRow | Reject:
    cells = split_row(line.text, mark)
    if len(cells) != len(columns):
        short = "; it may be cut short" if len(cells) < len(columns) else ""
        message = f"the row has {len(cells)} cells, the header {len(columns)}{short}"
        return Reject("BAD_ROW", "extract", message, line.place, {"line": line.text[:2000]})
    found = {column: cell.strip() for column, cell in zip(columns, cells, strict=True) if cell.strip()}
    return MappingRow(found, line.place)


def _header_fault(columns: list[str]) -> str | None:
    missing = [column for column in _REQUIRED if column not in columns]
    if missing:
        return f"there is no column {', '.join(missing)}: the table is no SSSOM mapping set"
    twice = sorted({name for name in columns if name and columns.count(name) > 1})
    return f"the header names a column twice: {', '.join(twice)}" if twice else None


def _name_of(source: Path) -> str:
    """Name the mapping set: the last part of its mapping_set_id, or else of the file."""
    head: list[str] = []
    with open_bytes(source) as opened:
        for line in read_lines(opened, shown(source)):
            if isinstance(line, Reject) or not line.text.startswith("#") or len(head) > _LONGEST_HEADER:
                break
            head.append(line.text[1:])
    try:
        found = yaml.safe_load("\n".join(head))
    except yaml.YAMLError:
        found = None
    stated = found.get("mapping_set_id") if isinstance(found, dict) else None
    name = stated if isinstance(stated, str) and re.search(r"\w", stated) else shown(Path(source.name))
    last = re.split(r"[/#]", name.rstrip("/#"))[-1]
    return re.sub(r"(\.sssom)?(\.tsv|\.csv)?(\.gz)?$", "", last) or "sssom"
