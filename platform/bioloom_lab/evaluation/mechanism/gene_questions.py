"""Reader of DrugMechDB's gene questions: CSV of drug, disease, their ids, and the one gene (SPEC T13)."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

from bioloom.errors import UsageError
from bioloom.mechanism.entity_resolution import without_salt
from bioloom.question_parsing import MechanismQuestion
from bioloom.question_parsing.mechanism_questions import parse_gene_question
from bioloom_lab.evaluation.gold_files import read_csv

_COLUMNS = {"drug", "disease", "drug_name", "disease_name", "protein", "protein_gene_symbol", "question"}
_PREFIXES = {"DB": "DRUGBANK"}


@dataclass(frozen=True, slots=True)
class GeneQuestion:
    """Gene question as ids and as words, the gene's symbol and protein ids, and the drug of its fold."""

    linked: MechanismQuestion
    worded: MechanismQuestion
    symbol: str
    proteins: tuple[str, ...]
    drug: str


def read_gene_questions(path: Path) -> tuple[GeneQuestion, ...]:
    """Read questions; drugs that share an id, or a name but for the salt, share the label `drug`.

    Raises UsageError for a file without the columns, with no rows, or with a question that is not understood.
    """
    rows = read_csv(path)
    missing = sorted(_COLUMNS - set(rows[0] if rows else ()))
    if missing:
        raise UsageError(f"{path} is no file of gene questions: it has no column {', '.join(missing)}")
    drugs: dict[str, str] = {}
    return tuple(_question(row, number, path, drugs) for number, row in enumerate(rows, start=2))


def _question(row: dict[str, str], number: int, path: Path, drugs: dict[str, str]) -> GeneQuestion:
    worded = parse_gene_question(row["question"])
    if worded is None:
        raise UsageError(
            f"{path}:{number}: {row['question'][:80]!r} is not understood as a mechanism question"
        )
    ids = tuple(_curie(row[slot]) for slot in ("drug", "Drug_MeshID") if row.get(slot, "").strip())
    linked = MechanismQuestion(row["drug_name"], row["disease_name"], ids, (_curie(row["disease"]),))
    name = without_salt(row["drug_name"]).casefold()
    label = next((drugs[key] for key in (*ids, name) if key in drugs), name)
    drugs.update(dict.fromkeys((*ids, name), label))
    (symbol,) = _listed(row["protein_gene_symbol"], path, number)
    return GeneQuestion(linked, worded, symbol, _listed(row["protein"], path, number), label)


def _curie(text: str) -> str:
    prefix, _, local = text.strip().partition(":")
    return f"{_PREFIXES.get(prefix, prefix)}:{local}"


def _listed(cell: str, path: Path, number: int) -> tuple[str, ...]:
    try:
        found = ast.literal_eval(cell)
    except (ValueError, SyntaxError, RecursionError) as error:
        raise UsageError(f"{path}:{number}: {cell[:40]!r} is no list") from error
    return tuple(map(str, found)) if isinstance(found, list) else (str(found),)
