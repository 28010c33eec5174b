"""Fitting of the ranking and confidence tables on questions about loaded training protocols."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bioloom.answering.citation_verification import verify
from bioloom.answering.evidence_gathering import READ_AHEAD
from bioloom.answering.neighbouring_steps import steps_beside
from bioloom.answering.protocol_reader import draft_of, read_sentences
from bioloom.errors import SourceError
from bioloom.graph.connection import Graph
from bioloom.question_parsing import parse_question
from bioloom.records import Answer
from bioloom.resources import text
from bioloom.retrieval import EVERYTHING, idf_weights, retrieve
from bioloom.retrieval.candidates import find_candidates
from bioloom.retrieval.ranking_features import FEATURES, features
from bioloom_lab.evaluation.protocol_questions.generating import generate
from bioloom_lab.evaluation.protocol_questions.near_misses import NEAR_MISSES
from bioloom_lab.evaluation.protocol_questions.scoring import right
from bioloom_lab.evaluation.protocol_questions.suite import read_folders, with_copies
from bioloom_lab.evaluation.questions import GoldQuestion, read_questions
from bioloom_lab.training.confidence import fit_confidence, settle_constant
from bioloom_lab.training.ranking import RankedCase, fit_ranking


def keep(
    file: Path,
    keys: Sequence[str],
    make: Callable[[int], Any],
    *,
    on_progress: Callable[[int, int], None] | None = None,
) -> list[Any]:
    """Give one JSON value a key, in order: those that the file holds, and the others as `make` gives them.

    `make` gets the place of the key. Every value is written as soon as it is made, one JSON line each; a
    line that was cut off counts as not there. SourceError where the file holds something else.
    """
    known = _read(file)
    found = []
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as out:
        for at, key in enumerate(keys):
            if key not in known:
                known[key] = make(at)
                out.write(json.dumps([key, known[key]], ensure_ascii=False) + "\n")
                out.flush()
            found.append(known[key])
            if on_progress:
                on_progress(at + 1, len(keys))
    return found


def _read(file: Path) -> dict[str, Any]:
    if not file.exists():
        return {}
    text = file.read_text(encoding="utf-8")
    if text and not text.endswith("\n"):
        text = text[: text.rfind("\n") + 1]
        file.write_text(text, encoding="utf-8")
    found: dict[str, Any] = {}
    for number, line in enumerate(text.splitlines(), 1):
        try:
            key, value = json.loads(line)
        except ValueError as error:
            raise SourceError(
                "expected [key, value]: name another file, or remove this one", str(file), number
            ) from error
        found[key] = value
    return found


OnProgress = Callable[[int, int], None]

SHRINK = 0.005
"""Penalties of the ranking weights; chosen on training questions."""

_LEFT_OUT = {
    "rerank": ("cosine", "title cosine"),
    "hops": ("cosine", "title cosine", "order own", "order neighbour", "order type"),
}
"""Features that a method does not use."""


def training_questions(
    graph: Graph, folders: Iterable[Path], written: Iterable[Path], *, a_kind: int, seed: int = 0
) -> tuple[GoldQuestion, ...]:
    """Generate the questions of training folders and add those of files; their protocols must be loaded.

    Questions written by hand have no `kind` and no short answer that could be compared: they are right where
    they cite a gold sentence.
    """
    generated = with_copies(graph, generate(read_folders(folders), seed=seed, a_kind=a_kind))
    by_hand = [replace(each, kind="", answer=None) for path in written for each in read_questions(path)]
    return (*generated, *by_hand)


def fit_ranking_table(
    graph: Graph, questions: Sequence[GoldQuestion], kept: Path, *, on_progress: OnProgress | None = None
) -> str:
    """Give ontology/retrieval/ranking.tsv with weights fitted on the answerable questions.

    The features of all candidates are kept in the file `kept`; a run that broke off goes on from there.
    """
    asked = [each for each in questions if each.gold]
    found = keep(
        kept,
        [f"ranking {','.join(FEATURES)} {each.question}" for each in asked],
        lambda at: _candidates(graph, asked[at]),
        on_progress=on_progress,
    )
    columns: dict[str, Sequence[float]] = {}
    for method, left_out in _LEFT_OUT.items():
        cases = [RankedCase(each[method], each["gold"]) for each in found if each["gold"]]
        columns[method] = fit_ranking(
            cases, left_out=[FEATURES.index(name) for name in left_out], shrink=SHRINK
        )
    return _filled(
        "retrieval/ranking.tsv",
        {
            name: {method: weights[at] for method, weights in columns.items()}
            for at, name in enumerate(FEATURES)
        },
    )


def fit_confidence_table(
    graph: Graph, questions: Sequence[GoldQuestion], kept: Path, *, on_progress: OnProgress | None = None
) -> str:
    """Give ontology/retrieval/confidence.tsv with weights fitted on every reading of every question.

    The constant is then settled on those of all but the near misses, since it is unknown how often people ask
    for what is not there. The signals depend on the ranking: fit that first. `kept` as for the ranking.
    """
    found = keep(
        kept,
        [f"confidence {each.question}" for each in questions],
        lambda at: _readings(graph, questions[at]),
        on_progress=on_progress,
    )
    told = [
        (signals, good, one.kind in NEAR_MISSES)
        for one, each in zip(questions, found, strict=True)
        for signals, good in each
    ]
    weights = fit_confidence([signals for signals, _, _ in told], [good for _, good, _ in told])
    other = [(signals, good) for signals, good, near in told if not near]
    weights = settle_constant(weights, [signals for signals, _ in other], [good for _, good in other])
    return _filled("retrieval/confidence.tsv", {name: {"weight": one} for name, one in weights.items()})


def _candidates(graph: Graph, question: GoldQuestion) -> dict[str, Any]:
    """Gather as the learned methods do, and give each candidate's features and whether it is gold."""
    parsed = parse_question(question.question)
    found = find_candidates(graph, parsed, EVERYTHING, hops=True)
    made: dict[str, Any] = {"gold": [each.id in question.gold for each in found.sentences]}
    for name in _LEFT_OUT:
        rows = features(parsed, found.weights, found.sentences, along=name == "hops")
        made[name] = [[round(value, 4) for value in row] for row in rows]
    return made


def _readings(graph: Graph, question: GoldQuestion) -> list[tuple[dict[str, float], bool]]:
    """Read for one question as `ask` does, and give each reading's signals and whether it would be right."""
    parsed = parse_question(question.question)
    asked, weights = parsed.type, idf_weights(graph, parsed)
    hits = retrieve(graph, question.question, k=READ_AHEAD)
    if not hits:
        return []
    evidence = (*hits, *steps_beside(graph, asked, hits))
    made = []
    for reading in read_sentences(asked, weights, evidence):
        draft = replace(draft_of(asked, reading), evidence=evidence)
        _, citations = verify(draft, question.question)
        answer = Answer(question.question, "", False, draft.confidence, citations, short=draft.short)
        cited = {each.sentence_id for each in citations}
        good = right(question, answer) if question.answer is not None else bool(cited & question.gold)
        signals = {name: round(value, 4) for name, value in reading.signals.numbers().items()}
        made.append((signals, good))
    return made


def _filled(name: str, weights: Mapping[str, Mapping[str, float]]) -> str:
    """Give a table of ontology/ with other weights; comments, rows, their order and words stay."""
    lines = text("ontology", name).splitlines()
    heading = next(line for line in lines if not line.startswith("#")).split("\t")
    made = []
    for line in lines:
        cells = line.split("\t")
        if line.startswith("#") or cells == heading or cells[0] not in weights:
            made.append(line)
            continue
        told = weights[cells[0]]
        made.append(
            "\t".join(
                f"{told[column]:.2f}" if column in told else cell
                for column, cell in zip(heading, cells, strict=True)
            )
        )
    return "\n".join(made) + "\n"
