"""The ablation on a toy where only the scorer can know which document helps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

pytest.importorskip("torch")

from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample, Retrieved
from bioloom_lab.document_scorer.scorer_training import ScorerSchedule
from bioloom_lab.evaluation.triples.ablation import Ablation, AblationPlan, AblationRow, evaluate_ablation
from shown_reader import ShownReader
from word_encoder import WordEncoder

WORDS = "drug patients quells heals enzyme given"
CUES = {"INHIBITS": "quells", "TREATS": "heals"}
WRONG = {"INHIBITS": "TREATS", "TREATS": "INHIBITS"}
PLAN = AblationPlan(
    words=3,
    sizes=(3, 4),
    seeds=2,
    ensemble=2,
    schedule=ScorerSchedule(rounds=40, rate=0.02, patience=40, rank=6),
)


class Told:
    """Shows first what looks like the sentence and has the wrong label, then a phrase for each label."""

    def __init__(self, words: int, diversity: bool) -> None:
        self.opened = words, diversity
        self.excluded: list[str | None] = []

    def documents_of(
        self, sentences: Sequence[str], *, exclude: Sequence[str | None] | None = None
    ) -> list[list[Retrieved]]:
        self.excluded += exclude or []
        found = []
        for sentence in sentences:
            label = next(label for label, cue in CUES.items() if cue in sentence)
            nearest = Retrieved((("drug patients", WRONG[label]),))
            phrases = [Retrieved((("enzyme", "INHIBITS"),)), Retrieved((("given", "TREATS"),))]
            found.append([nearest, *phrases] if self.opened[1] else [nearest])
        return found


def cases(numbers: range) -> list[MemoryExample]:
    return [
        MemoryExample(f"drug {cue} patients {number}", label, source=f"toy:{number}")
        for number in numbers
        for label, cue in CUES.items()
    ]


@pytest.fixture(scope="module")
def opened() -> list[Told]:
    return []


@pytest.fixture(scope="module")
def found(opened: list[Told]) -> Ablation:
    def opens(words: int, diversity: bool) -> Told:
        opened.append(Told(words, diversity))
        return opened[-1]

    reader = ShownReader(labels=("INHIBITS", "TREATS", "none"))
    return evaluate_ablation(reader, cases(range(20)), cases(range(19, 30)), WordEncoder(WORDS), opens, PLAN)


def row(found: Ablation, name: str) -> AblationRow:
    return next(each for each in (*found.rows, *found.swept) if each.name == name)


def test_what_is_scored_stands_not_in_the_source(found: Ablation, opened: list[Told]) -> None:
    assert (found.cases, found.sentences, found.copies) == (20, 20, 2)
    assert (found.source, found.learnt, found.most_documents) == (40, 40, 3)
    assert [each.opened for each in opened] == [(3, True), (3, False), (4, True)]
    assert {f"toy:{number}" for number in range(30)} == set(opened[0].excluded)


def test_figures_are_those_worked_out_by_hand(found: Ablation) -> None:
    none = row(found, "no retrieval")
    assert (none.f1, none.above_none) == (0.5, None)
    assert none.likelihood == pytest.approx(1 / 3)
    for name in ("nearest sentence (n = 1)", "cosine", "cosine, no diversity", "cosine, m = 4"):
        assert row(found, name).f1 == 0.0, name
        assert row(found, name).likelihood == pytest.approx(1 / 6), name
    oracle = row(found, "best document by gold")
    assert oracle.f1 == 1.0
    assert oracle.likelihood == pytest.approx(4 / 6)
    assert found.learnt_range == found.scored_range == pytest.approx(4 / 6 - 1 / 6)
    assert [each.name for each in (*found.rows, *found.swept) if each.upper_bound] == [oracle.name]
    assert len(row(found, "a document at random").runs) == PLAN.seeds


def test_the_scorer_chooses_what_helps(found: Ablation) -> None:
    for loss in ("aligned", "kl", "replug"):
        learnt = row(found, f"scorer, {loss}")
        assert learnt.runs == (1.0, 1.0), loss
        assert learnt.deviation == 0.0
        assert learnt.mcnemar is not None
        assert (learnt.mcnemar.gained, learnt.mcnemar.lost) == (10, 0)
        assert learnt.mcnemar.p == pytest.approx(2 / 1024)
        assert learnt.above_none is not None
        assert learnt.above_none.f1.value == pytest.approx(0.5)
        assert found.claims[f"scorer, {loss}, above cosine"].f1.value == pytest.approx(1.0)
    assert found.claims["diversity, scorer, kl"].f1.value == pytest.approx(1.0)
    assert found.claims["diversity, cosine"].f1.value == 0.0


def test_a_question_is_put_to_the_reader_once(found: Ablation) -> None:
    sentences = 40 + 20
    assert found.asked == 20 + sentences * 3  # those scored without a document, all beside three


def test_with_another_way_to_show_documents_both_are_run() -> None:
    def hide(document: Retrieved) -> Retrieved:
        return Retrieved(tuple((text, "hidden") for text, _ in document.parts))

    plan = replace(PLAN, seeds=1, sizes=(), schedule=replace(PLAN.schedule, rounds=1))
    given = cases(range(4)), cases(range(4, 8))
    reader = ShownReader(labels=("INHIBITS", "TREATS"))
    found = evaluate_ablation(reader, *given, WordEncoder(WORDS), Told, plan, show=hide)
    assert row(found, "cosine").f1 == row(found, "best document by gold").f1 == 0.5
    assert row(found, "cosine, not augmented").f1 == 0.0


def test_nothing_to_score_is_said() -> None:
    given = cases(range(3))
    with pytest.raises(UsageError, match="nothing to score"):
        evaluate_ablation(ShownReader(), given, given, WordEncoder(WORDS), Told, PLAN)
    strange = [*given, MemoryExample("drug quells 9", "CAUSES")]
    with pytest.raises(UsageError, match="does not know CAUSES"):
        evaluate_ablation(ShownReader(), strange, cases(range(4, 5)), WordEncoder(WORDS), Told, PLAN)
