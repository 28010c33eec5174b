"""Reader of the papers' sentence files, one triple or one class a row (SPEC P1, P2, S6)."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from bioloom.errors import SourceError, UsageError
from bioloom.resources import read_table
from bioloom_lab.evaluation.row_faults import row_fault

NONE = "none"


class RowTriple(NamedTuple):
    """Head, relation and tail as the file spells them."""

    head: str
    relation: str
    tail: str


@dataclass(frozen=True, slots=True)
class SentenceRow:
    """One row: `number` is its line, `text` its sentence; `text` as published, marks and all.

    `plain` is another spelling of the sentence that the file gives (ChemProt's `sentence`), `pmid` the
    abstract it comes from.
    """

    number: int
    text: str
    triple: RowTriple
    plain: str | None = None
    pmid: str | None = None


@dataclass(frozen=True, slots=True)
class SentenceCorpus:
    """The rows of one file; `name` is git, ddi or chemprot."""

    name: str
    file: str
    rows: tuple[SentenceRow, ...]

    @property
    def padded(self) -> bool:
        """Say whether its sentences carry marks around names: GIT's, and ChemProt's `text`."""
        return self.name != "ddi" and all(row.plain is None for row in self.rows)


@dataclass(frozen=True, slots=True)
class ClassifiedText:
    """A text with its class, of a file for text classification."""

    number: int
    text: str
    label: str


LABELS: Mapping[str, frozenset[str]] = {
    "ddi": frozenset({NONE, "effect", "mechanism", "advise", "int"}),
    "chemprot": frozenset({"DOWNREGULATOR", "ACTIVATOR", "PRODUCT-OF", "ANTAGONIST", "AGONIST"}),
}
CHEMPROT_GROUPS: Mapping[str, str] = {
    "CPR:3": "ACTIVATOR",
    "CPR:4": "DOWNREGULATOR",
    "CPR:5": "AGONIST",
    "CPR:6": "ANTAGONIST",
    "CPR:9": "PRODUCT-OF",
}
"""Groups of ChemProt that are evaluated, and their labels."""


def read_corpus(path: Path) -> SentenceCorpus:
    """Read a file of GIT, DDI or ChemProt, JSON lines plain or gzip'd; its rows tell which it is.

    SourceError names the line that is none of these; UsageError if there is no row.
    """
    found = [(number, _row(number, value, path)) for number, value in _values(path)]
    rows = tuple(row for _, (_, row) in found)
    if not rows:
        raise UsageError(f"{path} has no row")
    if all(name == "git" for _, (name, _) in found):
        return SentenceCorpus("git", str(path), rows)
    labels = {row.triple.relation.casefold() for row in rows}
    for name, known in LABELS.items():
        if labels <= {label.casefold() for label in known}:
            return SentenceCorpus(name, str(path), rows)
    odd = ", ".join(sorted(labels)[:6])
    raise UsageError(f"{path} is neither GIT, DDI nor ChemProt: its labels are {odd}")


def read_classed(path: Path) -> tuple[ClassifiedText, ...]:
    """Read a file of texts with a class each (``text``, ``label``), JSON lines plain or gzip'd."""
    found = []
    for number, value in _values(path):
        try:
            found.append(ClassifiedText(number, str(value["text"]), str(value["label"])))
        except KeyError as missing:
            raise SourceError(f"a row has no {missing}", str(path), number) from missing
    return tuple(found)


def size_note(corpus: SentenceCorpus) -> str | None:
    """Say that a file has another number of rows than any that the papers print (SPEC S6), or None.

    The note is for people: a part of a file may be scored as well.
    """
    printed = sizes(corpus.name)
    count = len(corpus.rows)
    if not printed or count in printed.values():
        return None
    listed = ", ".join(f"{split} {size}" for split, size in printed.items())
    return f"{corpus.file} has {count} rows; the papers print {listed}"


def sizes(name: str) -> dict[str, int]:
    """Give how many rows the papers print for each split of a data set (SPEC S6)."""
    for row in read_table("published/triple_data.tsv"):
        if row["data"] == name:
            return {split: int(row[split]) for split in ("train", "test", "dev")}
    return {}


def distinct(rows: Sequence[SentenceRow]) -> int:
    """Count the distinct rows: sentence and triple."""
    return len({(row.text, row.triple) for row in rows})


def _row(number: int, value: Mapping[str, Any], path: Path) -> tuple[str, SentenceRow]:
    try:
        if "SENTENCE" in value:
            triple = RowTriple(value["SUBJECT_TEXT"], value["PREDICATE"], value["OBJECT_TEXT"])
            return "git", SentenceRow(number, value["SENTENCE"], triple)
        if "triple_list" in value:
            triples = [RowTriple(*each) for each in value["triple_list"]]
            if len(triples) != 1:
                raise SourceError(f"a row has {len(triples)} triples, not one", str(path), number)
            return "triples", SentenceRow(number, value["text"], triples[0])
        triple = RowTriple(value["subject"], CHEMPROT_GROUPS[value["re_type_id"]], value["object"])
        plain = str(value["sentence"])
        return "chemprot", SentenceRow(number, plain, triple, plain, str(value["PMID"]))
    except (KeyError, TypeError) as error:
        message = f"is no row of GIT, DDI or ChemProt: {row_fault(error)}"
        raise SourceError(message, str(path), number) from error


def _values(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    try:
        content = path.read_bytes()
        text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode()
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                value = json.loads(line)
                if not isinstance(value, dict):
                    raise SourceError("is no JSON object", str(path), number)
                yield number, value
    except (OSError, EOFError, ValueError) as error:
        raise SourceError(f"cannot be read: {row_fault(error)}", str(path)) from error
