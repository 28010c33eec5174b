"""A mixture of question sets: its table, gold sentences on wrapped lines, both forms, and what is learnt."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bioloom.embedding.hugging_face import open_model
from bioloom.errors import SourceError, UsageError
from bioloom.step_reader import ReadableText
from bioloom.step_reader.reader import AskedText, StepWindowReader
from bioloom_lab.training.extraction.export import shape_of
from bioloom_lab.training.loop import TrainingSchedule
from bioloom_lab.training.onnx.encoder_export import bert_of, state_arrays, tokenizer_of
from bioloom_lab.training.step_reader.asked_steps import AskedSteps
from bioloom_lab.training.step_reader.export import export_steps
from bioloom_lab.training.step_reader.mixed_training import MixedSource, read_mixture, train_answers
from bioloom_lab.training.step_reader.step_training import Windows
from bioloom_lab.training.step_reader.text_questions import asked_texts
from bioloom_lab.training.step_reader.torch_network import StepNetwork
from tiny_bert import write_tiny_bert

WASH = """Washing of cells

The pellet is taken up in water. It is mixed for 15 min and then left to stand
in ice for 5 min, until no pellet is seen. The supernatant is discarded.

| Buffer | Volume | Time |
|---|---|---|
| wash | 5 ml | 3 min |
| spin | 15 ml | 8 min |
"""
SPIN = """Spinning of cells

1. Place the tube in ice.
2. Spin the cells for 30 min at room temperature.
3. Discard the supernatant of the spin.
"""
HEADER = "kind\tquestions\ttexts\tshare\n"

Part = tuple[str | None, list[str]]


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    folder = tmp_path / "shelf"
    folder.mkdir()
    (folder / "wash.txt").write_text(WASH, encoding="utf-8")
    (folder / "spin.txt").write_text(SPIN, encoding="utf-8")
    return folder


def write_questions(path: Path, *asked: tuple[str, Part]) -> Path:
    lines = [
        json.dumps({"question": text, "parts": [{"answer": answer, "lines": lines}], "about": "wash"})
        for text, (answer, lines) in asked
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def forms_of(path: Path, shelf: Path, question: str, *part: Any) -> tuple[AskedSteps, ...]:
    (forms,) = asked_texts(write_questions(path / "asked.jsonl", (question, part)), [shelf], random.Random(0))
    return forms


@pytest.mark.parametrize(
    ("answer", "line", "beginning"),
    [
        ("15 min", "wash:3", "It is mixed"),
        ("5 min", "wash:4", "It is mixed"),
        ("the SUPERNATANT | a pellet", "wash:4", "The supernatant"),
        ("8 min", "wash:9", "| Buffer: spin"),
        ("30 min", "spin:4", "Spin the cells"),
    ],
)
def test_the_gold_sentence_stands_on_the_line(
    tmp_path: Path, shelf: Path, answer: str, line: str, beginning: str
) -> None:
    own, _ = forms_of(tmp_path, shelf, "For how long is it?", answer, [line])
    ((at, (start, end)),) = own.golds.items()
    assert own.steps[at].startswith(beginning)
    assert own.steps[at][start:end].lower() == answer.split(" | ")[0].lower()
    assert own.steps[at][start - 1 : start] != "1", "a part of another number"


def test_sentences_of_other_texts_stand_beside_the_own_ones(tmp_path: Path, shelf: Path) -> None:
    own, beside = forms_of(tmp_path, shelf, "How long is the spin?", "8 min", ["wash:9"])
    assert beside.steps[: len(own.steps)] == own.steps
    assert "Spin the cells for 30 min at room temperature." in beside.steps[len(own.steps) :]
    assert beside.golds == own.golds
    assert sorted(beside.order) == list(range(len(beside.steps)))
    assert [at for at in beside.order if at < len(own.steps)] == list(own.order)
    assert beside.order[-len(own.steps) :] != own.order


def test_a_text_that_states_the_answer_too_is_no_other(tmp_path: Path, shelf: Path) -> None:
    own, beside = forms_of(tmp_path, shelf, "Where?", "ice", ["spin:3", "wash:4"])
    assert own == beside
    assert len(own.golds) == 1


def test_a_question_without_an_answer_comes_beside_what_it_is_about(tmp_path: Path, shelf: Path) -> None:
    own, _ = forms_of(tmp_path, shelf, "How long is the spin at room temperature?", None, [])
    assert (own.title, own.golds) == ("Washing of cells", {})


def test_a_line_without_the_answer_is_named(tmp_path: Path, shelf: Path) -> None:
    right, wrong = ("30 min", ["spin:4"]), ("30 min", ["spin:5", "spin:99", "none:1"])
    asked = write_questions(tmp_path / "asked.jsonl", ("How long?", right), ("How long is it?", wrong))
    with pytest.raises(SourceError, match=r"asked\.jsonl:2: “30 min” does not stand in none:1, spin:5"):
        asked_texts(asked, [shelf], random.Random(0))


def test_rows_name_files_beside_the_table_or_among_the_data(tmp_path: Path, shelf: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "squad.json").touch()
    table = tmp_path / "mix.tsv"
    write_questions(tmp_path / "asked.jsonl", ("How long?", ("30 min", ["spin:4"])))
    table.write_text(f"{HEADER}texts\tasked.jsonl\tshelf shelf\t1.5\n\nsquad\tsquad.json\t\t400\n", "utf-8")
    texts, squad = read_mixture(table, data)
    assert texts.texts == (shelf, shelf)
    assert (squad.questions, squad.share) == (data / "squad.json", 400)
    assert len(texts.read()) == 1


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("texts\tasked.jsonl\tshelf", "argument 2 is shorter"),
        ("poems\tasked.jsonl\tshelf\t1", "kind"),
        ("texts\tasked.jsonl\tshelf\tsome", "share"),
        ("texts\tasked.jsonl\tshelf\t0", "share"),
        ("texts\tlost.jsonl\tshelf\t1", r"there is no lost\.jsonl"),
        ("texts\tasked.jsonl\tshelf lost\t1", "there is no lost"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(tmp_path: Path, shelf: Path, row: str, fault: str) -> None:
    write_questions(tmp_path / "asked.jsonl", ("How long?", ("30 min", ["spin:4"])))
    table = tmp_path / "mix.tsv"
    table.write_text(f"{HEADER}{row}\n", encoding="utf-8")
    with pytest.raises(SourceError, match=rf"(?s)mix\.tsv:2: is no source.*{fault}"):
        read_mixture(table)


def test_a_table_of_nothing_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "mix.tsv").write_text(HEADER, encoding="utf-8")
    with pytest.raises(SourceError, match="holds no sources"):
        read_mixture(tmp_path / "mix.tsv")


@pytest.mark.parametrize(("share", "wanted"), [(1, 10), (0.5, 5), (2.5, 25), (20, 200), (21, 21), (7000, 40)])
def test_a_share_is_how_often_or_how_many(tmp_path: Path, share: float, wanted: int) -> None:
    examples = [(AskedSteps(str(at), "", "", (), {}),) for at in range(10 if share <= 20 else 40)]
    source = MixedSource(kind="squad", questions=tmp_path, share=share)
    drawn = source.draw(examples, random.Random(0))
    assert len(drawn) == wanted
    counts = Counter(each.part for (each,) in drawn)
    assert max(counts.values()) - min(counts.values()) <= 1


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("texts", {("steps", "own"): 200, ("sentences", "own"): 100, ("sentences", "beside"): 100}),
        ("steps", {("steps", "own"): 360, ("steps", "beside"): 40}),
        ("abstracts", {("sentences", "own"): 360, ("sentences", "beside"): 40}),
    ],
)
def test_texts_are_drawn_in_each_form(tmp_path: Path, kind: Any, wanted: dict[tuple[str, str], int]) -> None:
    some = AskedSteps("own", "", "", ("a",), {0: (0, 1)}), AskedSteps("beside", "", "", ("a",), {})
    windows: Any = [
        SimpleNamespace(group=lambda each, drawn, size, name=name: (name, each.part))
        for name in ("steps", "sentences")
    ]
    source, drawn = MixedSource(kind=kind, questions=tmp_path, share=1), random.Random(0)
    found = Counter(source.group(some, windows, drawn) for _ in range(400))
    assert {key: pytest.approx(count, abs=40) for key, count in wanted.items()} == found


def test_a_network_learns_further_from_a_mixture(data: Path, tmp_path: Path, shelf: Path) -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    pytest.importorskip("onnx")
    base = str(write_tiny_bert(tmp_path / "base", places=512))
    packaged = open_model(base)
    shape = shape_of(packaged, bert_of(packaged)[1].max_position_embeddings)
    torch.manual_seed(0)
    arrays = state_arrays(StepNetwork(bert_of(packaged)[0]).module.state_dict())
    words = StepWindowReader(export_steps(arrays, shape, tokenizer_of(packaged), tmp_path / "float")).words
    asked = AskedSteps("how long", "", "wash", ("Wash for 5 min.", "Spin for 3 min."), {0: (9, 14)})
    window = Windows(words).group(asked, random.Random(0), size=64)
    assert window is not None
    sample, tokenizer = [window[0]], tokenizer_of(packaged)
    start = export_steps(arrays, shape, tokenizer, tmp_path / "start", sample=sample, words=words)

    write_questions(
        tmp_path / "asked.jsonl",
        ("How long is the spin of the cells?", ("30 min", ["spin:4"])),
        ("How long is the spin of the tube?", (None, [])),
    )
    (tmp_path / "mix.tsv").write_text(
        f"{HEADER}texts\tasked.jsonl\tshelf\t2\nsteps\tasked.jsonl\tshelf\t1\nsquad\tsample.json\t\t100\n",
        encoding="utf-8",
    )
    sources = read_mixture(tmp_path / "mix.tsv", data / "squad")
    short = TrainingSchedule(epochs=1, pieces=400)
    output = train_answers(sources, tmp_path / "made", start, base=base, schedule=short)
    text = AskedText("how long", "", ReadableText("wash", ("Wash for 5 min.", "Spin for 3 min.")))
    before, after = (dict(StepWindowReader(each).read_text(text)) for each in (start, output))
    assert before.keys() == after.keys() == {0, 1}
    assert before != after

    with pytest.raises(UsageError, match="is not the folder of a model"):
        train_answers(sources, tmp_path / "made", tmp_path / "none", base=base, schedule=short)
