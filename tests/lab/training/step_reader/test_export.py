"""The exported step reader computes what was learnt."""

from __future__ import annotations

from pathlib import Path

import pytest

from bioloom.embedding.hugging_face import open_model
from bioloom.step_reader import ReadableText
from bioloom.step_reader.reader import AskedText, StepWindowReader
from bioloom.step_reader.span_choice import likeliest
from bioloom_lab.evaluation.step_reading import read_part
from bioloom_lab.training.extraction.export import shape_of
from bioloom_lab.training.loop import TrainingSchedule
from bioloom_lab.training.onnx.encoder_export import bert_of, tokenizer_of
from bioloom_lab.training.step_reader.asked_steps import AskedSteps
from bioloom_lab.training.step_reader.export import export_steps
from bioloom_lab.training.step_reader.step_training import Windows, learn_steps
from bioloom_lab.training.step_reader.torch_network import StepNetwork
from tiny_bert import write_tiny_bert

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("onnx")

STEPS = ("Add 5 ml buffer.", "Incubate the cells for 10 min.", "Discard the supernatant.")
ASKED = AskedSteps("incubate how long", "", "wash cells", STEPS, {1: (23, 29)})


def test_the_export_computes_what_was_learnt(tmp_path: Path) -> None:
    base = open_model(str(write_tiny_bert(tmp_path / "base")))
    shape, network = shape_of(base, 64), StepNetwork(bert_of(base)[0])
    network.module.eval()
    arrays = {name: one.detach().numpy() for name, one in network.module.state_dict().items()}
    reader = StepWindowReader(export_steps(arrays, shape, tokenizer_of(base), tmp_path / "made"))
    text = ReadableText("wash cells", STEPS)
    with torch.no_grad():
        (wanted,) = network.scores(reader.windows(AskedText("incubate how long", "", text)), reader.words)
    found = reader.read("incubate how long", "", [text])
    assert {step for _, step in found} == set(wanted)
    for (_, step), each in found.items():
        whole, starts, ends = wanted[step]
        assert each.score == pytest.approx(float(whole), abs=0.02)
        assert each.sure == pytest.approx(likeliest(starts.numpy(), ends.numpy())[2], abs=0.02)
        assert 0 <= each.start < each.end <= len(STEPS[step])


def test_a_network_learns_which_step_answers(tmp_path: Path) -> None:
    base = open_model(str(write_tiny_bert(tmp_path / "base")))
    shape, network = shape_of(base, 64), StepNetwork(bert_of(base)[0])
    arrays = {name: one.detach().numpy().copy() for name, one in network.module.state_dict().items()}
    untaught = StepWindowReader(export_steps(arrays, shape, tokenizer_of(base), tmp_path / "untaught"))
    schedule = TrainingSchedule(epochs=40, rate=3e-3, new_rate=3e-3, pieces=200, average=0.5)
    learn_steps(network, [(ASKED,)] * 4, Windows(untaught.words), schedule, seed=0)
    learnt = {name: one.detach().numpy() for name, one in network.module.state_dict().items()}
    reader = StepWindowReader(export_steps(learnt, shape, tokenizer_of(base), tmp_path / "taught"))
    part = read_part(reader, [ASKED])
    assert (part.step, part.words) == (True, True)
    assert part.belief > 0.5
