"""Fitting of the ranking and confidence tables on questions about loaded training protocols."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bioloom.answering.composition.citation_verification import verify
from bioloom.answering.composition.confidence import NETWORK, RULES, SCORED, weights_of
from bioloom.answering.evidence_gathering import READ_AHEAD
from bioloom.answering.readings.part_readings import read_in_turn
from bioloom.answering.readings.step_answers import draft_of
from bioloom.errors import SourceError
from bioloom.graph.connection import Graph
from bioloom.question_parsing import parse_question
from bioloom.records import Answer
from bioloom.resources import text
from bioloom.retrieval import EVERYTHING, rank_sentences
from bioloom.retrieval.candidates import find_candidates
from bioloom.retrieval.ranking_features import FEATURES, features
from bioloom.step_reader import open_step_reader
from bioloom_lab.evaluation.answer_judging import Lines, judge
from bioloom_lab.evaluation.protocol_questions.generating import generate
from bioloom_lab.evaluation.protocol_questions.scoring import right
from bioloom_lab.evaluation.protocol_questions.suite import read_folders, steps_of_bound, with_copies
from bioloom_lab.evaluation.questions import GoldQuestion, read_questions
from bioloom_lab.training.confidence import ReadingCase, fit_confidence
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
    known = read_kept(file)
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


def read_kept(file: Path) -> dict[str, Any]:
    """Read what `keep` wrote, by its keys; nothing where the file is not there."""
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

BY_HAND = 3.0
"""How much a question written by hand counts beside a generated one."""

NEAR = 9.0
"""Pull of the weights of confidence to the present ones where they are refined; chosen by cross-validation
over protocols, for questions that count thrice."""

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
    they cite a gold sentence. Those with parts are right where each says what it should.
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
    return filled_table(
        "retrieval/ranking.tsv",
        {
            name: {method: weights[at] for method, weights in columns.items()}
            for at, name in enumerate(FEATURES)
        },
    )


def fit_confidence_table(
    graph: Graph,
    questions: Sequence[GoldQuestion],
    kept: Path,
    *,
    also: Sequence[Path] = (),
    lines: Lines | None = None,
    refine: bool = False,
    only: Collection[str] = (),
    on_progress: OnProgress | None = None,
) -> str:
    """Give ontology/retrieval/confidence.tsv with weights fitted on every reading of every question: those of
    the column for readings with the network where the step reader is installed, else those of the rules.

    The signals depend on the ranking: fit that first. `kept` as for the ranking; `also` are such files made
    with other graphs. Questions with parts refer to `lines` of protocols. Those written by hand count thrice.
    With `refine` the weights stay as near to those of the present table as the questions let them; with
    `only` those of other signals stay as they are.
    """
    column = RULES if open_step_reader() is None else NETWORK
    found = keep(
        kept,
        [f"confidence {'' if each.parts else 'generated '}{each.question}" for each in questions],
        lambda at: _readings(graph, questions[at], lines or {}),
        on_progress=on_progress,
    )
    by_hand = [bool(each.parts) for each in questions]
    for path in also:
        others = read_kept(path)
        found += others.values()
        by_hand += [not key.startswith("confidence generated ") for key in others]
    cases = [
        ReadingCase([signals for signals, _ in part], _marks(part), BY_HAND if hand else 1.0)
        for parts, hand in zip(found, by_hand, strict=True)
        for part in parts
        if part and (SCORED in part[0][0]) == (column == NETWORK)
    ]
    known = weights_of(column)
    stay = refine or bool(only)
    weights = fit_confidence(cases, shrink=NEAR, near=known, only=only) if stay else fit_confidence(cases)
    return filled_table("retrieval/confidence.tsv", {name: {column: one} for name, one in weights.items()})


def _marks(part: Sequence[tuple[Mapping[str, float], bool]]) -> list[bool]:
    """Mark the right readings; where none is, those that answer nothing are."""
    answerable = any(good for _, good in part)
    return [good or (not answerable and bool(signals["answerless"])) for signals, good in part]


def _candidates(graph: Graph, question: GoldQuestion) -> dict[str, Any]:
    """Gather as the learned methods do, and give each candidate's features and whether it is gold."""
    parsed = parse_question(question.question)
    found = find_candidates(graph, parsed, EVERYTHING, hops=True)
    made: dict[str, Any] = {"gold": [each.id in question.gold for each in found.sentences]}
    for name in _LEFT_OUT:
        rows = features(parsed, found.weights, found.sentences, along=name == "hops")
        made[name] = [[round(value, 4) for value in row] for row in rows]
    return made


def _readings(
    graph: Graph, question: GoldQuestion, lines: Lines
) -> list[list[tuple[dict[str, float], bool]]]:
    """Read for one question as `ask` does, and give each reading's signals and whether it would be right, for
    each part; nothing where the question is split otherwise than its gold."""
    parsed = parse_question(question.question)
    ranked = rank_sentences(graph, parsed, k=READ_AHEAD)
    weights, hits = ranked.weights or {}, ranked.hits
    if len(parsed.patterns) != max(1, len(question.parts)) or not hits:
        return []
    evidence = (*hits, *steps_of_bound(graph, question.question, weights, hits))
    made = []
    for at, part in enumerate(read_in_turn(parsed, weights, evidence, network=open_step_reader())):
        gold = replace(question, parts=question.parts[at : at + 1])
        told = []
        for reading in (*part.own, *part.answerless):
            draft = replace(draft_of(part.pattern, reading), evidence=evidence)
            sentences, citations = verify(draft, question.question)
            text = " ".join(sentences)
            answer = Answer(question.question, text, False, draft.confidence, citations, short=draft.short)
            signals = {name: round(value, 4) for name, value in reading.signals.items()}
            told.append((signals, not reading.answerless and _good(gold, answer, lines)))
        made.append(told)
    return made


def _good(question: GoldQuestion, answer: Answer, lines: Lines) -> bool:
    if question.parts:
        return all(part.right for part in judge(question, answer, lines).parts)
    if question.answer is not None:
        return right(question, answer)
    return bool({each.sentence_id for each in answer.citations} & question.gold)


def filled_table(name: str, weights: Mapping[str, Mapping[str, float]]) -> str:
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
