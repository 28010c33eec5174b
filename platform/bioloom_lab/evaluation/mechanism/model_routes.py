"""Evaluation of a language model that names the answer of a mechanism question, with or without evidence
(SPEC T1, T10)."""

from __future__ import annotations

import ast
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from pydantic import BaseModel, ValidationError

from bioloom import resources
from bioloom.answering.evidence_gathering import gather_evidence
from bioloom.answering.readers.llm_writer import lay_out
from bioloom.errors import BadModelAnswer, ModelUnavailable, UsageError
from bioloom.graph.connection import Graph
from bioloom.llm.client import Form, ask_model_each
from bioloom.llm.prompts import parse_prompt
from bioloom.llm.reply_parsing import json_objects, thoughtless
from bioloom.question_parsing import parse_question
from bioloom.records import Evidence
from bioloom.settings import Settings
from bioloom_lab.evaluation.mechanism.drug_questions import DRUG_COLUMNS, METABOLITE_COLUMNS
from bioloom_lab.evaluation.statistics import Estimate, resample

SHOWN = 8
"""Sentences that the model is shown, as `ask` shows it."""

_PROMPT = "evaluation/mechanism/prompts/named_answer.md"
_SYMBOL, _METABOLITE = "protein_gene_symbol", "metabolite_name"


@dataclass(frozen=True, slots=True)
class NamedAnswer:
    """A question with what it asks for, the names that are right, in lower case, and its drug."""

    question: str
    asked: str
    names: frozenset[str]
    drug: str


class _NameReply(BaseModel):
    answer: str


def read_named_answers(rows: Sequence[Mapping[str, str]]) -> tuple[NamedAnswer, ...]:
    """Read DrugMechDB's gene, drug or metabolite questions; of drugs with the same question each is right.

    UsageError where the questions have no words.
    """
    columns = {column for row in rows[:1] for column in row}
    if "question" not in columns:
        raise UsageError("a language model is asked in words: the file needs a column question")
    if columns >= METABOLITE_COLUMNS:
        asked, slot = "the name of one biochemical entity", _METABOLITE
    elif columns >= DRUG_COLUMNS:
        asked, slot = "the name of one drug", "drug_name"
    else:
        asked, slot = "the official symbol of one gene", _SYMBOL
    names: dict[str, set[str]] = defaultdict(set)
    drugs: dict[str, str] = {}
    for row in rows:
        listed = ast.literal_eval(row[slot]) if row[slot].startswith("[") else [row[slot]]
        names[row["question"]] |= {str(each).casefold() for each in listed}
        drugs.setdefault(row["question"], row["drug_name"].casefold())
    return tuple(NamedAnswer(each, asked, frozenset(names[each]), drugs[each]) for each in names)


def measure_model(
    graph: Graph,
    settings: Settings,
    questions: Sequence[NamedAnswer],
    *,
    without_evidence: bool = False,
    on_progress: Callable[[int, int], None] | None = None,
) -> dict[str, dict[str, Estimate]]:
    """Let the model of the settings name each answer; the routes differ by the evidence alone.

    A reply that is not of the form counts as wrong. ModelUnavailable if the model cannot be asked.
    """
    prompt = parse_prompt(resources.package("bioloom_lab", _PROMPT), _PROMPT)
    turns = []
    for done, each in enumerate(questions, 1):
        evidence: Sequence[Evidence] = ()
        if not without_evidence:
            parsed = parse_question(each.question)
            evidence = gather_evidence(graph, settings, parsed, k=SHOWN, llm=True).evidence
        mark = secrets.token_hex(4)
        laid = lay_out(evidence, mark)
        turns.append(prompt.fill(asked=each.asked, evidence=laid, mark=mark, question=each.question))
        if on_progress:
            on_progress(done, len(questions))
    form = Form("named_answer", _NameReply.model_json_schema(), parse_name)
    replies = ask_model_each(settings, turns, form)
    for reply in replies:
        if isinstance(reply, ModelUnavailable) and not isinstance(reply, BadModelAnswer):
            raise reply
    row = f"language model, {'without' if without_evidence else 'with'} evidence"
    return {row: _scores(questions, [reply if isinstance(reply, str) else None for reply in replies])}


def parse_name(reply: str) -> str:
    """Read the name out of a reply; BadModelAnswer where it gives none.

    >>> parse_name('Sure: {"answer": " RYR1 "}')
    'RYR1'
    """
    for found in reversed([*json_objects(thoughtless(reply))]):
        try:
            name = _NameReply.model_validate(found).answer.strip()
        except ValidationError:
            continue
        if name:
            return name
    raise BadModelAnswer('the model gave no object with "answer"')


def _scores(questions: Sequence[NamedAnswer], names: Sequence[str | None]) -> dict[str, Estimate]:
    """Give how many names are right, letter case aside, and how many replies have one; by drugs."""
    right, given = defaultdict(list), defaultdict(list)
    for question, name in zip(questions, names, strict=True):
        right[question.drug].append(name is not None and name.casefold() in question.names)
        given[question.drug].append(name is not None)
    return {"top1": _share(right.values()), "answered": _share(given.values())}


def _share(groups: Iterable[Sequence[bool]]) -> Estimate:
    return resample([*groups], lambda some: fmean(held for group in some for held in group))
