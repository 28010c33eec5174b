"""Reader of DrugMechDB's drug and metabolite questions: CSV of ids, names, words (SPEC T14, T15)."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bioloom.errors import UsageError
from bioloom.question_parsing import DrugQuestion
from bioloom.question_parsing.mechanism_questions import parse_drug_question
from bioloom_lab.evaluation.gold_files import read_csv

DRUG_COLUMNS = {"drug", "Drug_MeshID", "disease", "bp", "drug_name", "disease_name", "bp_name", "question"}
METABOLITE_COLUMNS = {"drug", "disease", "metabolite", "drug_name", "disease_name", "metabolite_name"}


@dataclass(frozen=True, slots=True)
class DrugGold:
    """Drug question as ids and as words, and all drugs that are right for it: ids and names in lower case."""

    linked: DrugQuestion
    worded: DrugQuestion
    drugs: frozenset[str]
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class MetaboliteGold:
    """Metabolite question: drug, disease and the biochemical entity between them, each as (name, ids)."""

    drug: tuple[str, tuple[str, ...]]
    disease: tuple[str, tuple[str, ...]]
    metabolite: tuple[str, tuple[str, ...]]


def read_drug_gold(path: Path) -> tuple[DrugGold, ...]:
    """Read drug questions, rows with the same words as one: each of their drugs is right.

    UsageError for a question that is not understood.
    """
    grouped: dict[DrugQuestion, list[Mapping[str, str]]] = {}
    for number, row in enumerate(read_csv(path), start=2):
        worded = parse_drug_question(row["question"])
        if worded is None:
            raise UsageError(
                f"{path}:{number}: {row['question'][:80]!r} is not understood as a drug question"
            )
        grouped.setdefault(worded, []).append(row)
    found = []
    for worded, rows in grouped.items():
        first = rows[0]
        linked = DrugQuestion(first["disease_name"], first["bp_name"], (first["disease"],), (first["bp"],))
        ids = {row[slot] for row in rows for slot in ("drug", "Drug_MeshID") if row[slot].strip()}
        names = {row["drug_name"].casefold() for row in rows}
        found.append(DrugGold(linked, worded, frozenset(ids), frozenset(names)))
    return tuple(found)


def read_metabolite_gold(path: Path) -> tuple[MetaboliteGold, ...]:
    """Read metabolite questions."""
    found = []
    for number, row in enumerate(read_csv(path), start=2):
        try:
            names = ast.literal_eval(row["metabolite_name"])
        except (ValueError, SyntaxError, RecursionError) as error:
            raise UsageError(f"{path}:{number}: {row['metabolite_name'][:40]!r} is no list") from error
        found.append(
            MetaboliteGold(
                (row["drug_name"], tuple(filter(None, (row["drug"], row.get("Drug_MeshID", ""))))),
                (row["disease_name"], (row["disease"],)),
                (str(names[0]) if names else "", (row["metabolite"],)),
            )
        )
    return tuple(found)
