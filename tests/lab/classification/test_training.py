"""A classifier fine-tuned for a few steps: what is exported computes what torch does, and links use it."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bioloom.cli.app import main
from bioloom.embedding import open_encoder
from bioloom.embedding.hugging_face import open_model
from bioloom.embedding.model_files import TOKENIZER
from bioloom.errors import SourceError, UsageError
from bioloom.extraction.networks.model_settings import SETTINGS
from bioloom.extraction.networks.tokenization import WordReader
from bioloom.extraction.networks.windows import lay_out
from bioloom_lab.baselines.labelled_texts import read_labelled
from bioloom_lab.classification.classifier import open_class_reader
from bioloom_lab.classification.frozen_layer_cache import FrozenLayerCache
from bioloom_lab.classification.settings import ClassSettings, RandomDraw
from bioloom_lab.classification.training import ClassNetwork, ClassTrainingPlan, TrainingText, train_classes
from bioloom_lab.classification.windows import window_of
from bioloom_lab.evaluation.classification import evaluate_readers, rows_of
from bioloom_lab.link_prediction.encoder_fine_tuning import FineTuningPlan, tune_links
from bioloom_lab.link_prediction.experts import NameVectors
from bioloom_lab.link_prediction.model_folder import read_link_model
from bioloom_lab.link_prediction.questions import read_links
from bioloom_lab.readers.instruction import LabelQuestion
from bioloom_lab.training.extraction.export import shape_of, write_network
from bioloom_lab.training.extraction.line_training import marks_of
from bioloom_lab.training.loop import TrainingSchedule
from bioloom_lab.training.onnx.encoder_export import tokenizer_of, write_file
from bioloom_lab.training.onnx.weight_quantization import pack
from tiny_bert import write_tiny_bert

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("onnx")

from bioloom.embedding.model_files import open_tokenizer  # noqa: E402

DRAW = RandomDraw(seed=1, sizes=(40, 5, 30))
BRIEF = TrainingSchedule(epochs=2, rate=3e-3, new_rate=5e-3, pieces=256, average=0.9, still=True, fixed=1)
ASKED = [
    LabelQuestion("Spin the tube."),
    LabelQuestion("add water to the cells", document="1 ; mix the buffer"),
    LabelQuestion(""),
    LabelQuestion("the " * 200, document="ice " * 200),
]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.set_num_threads(1)
    return write_tiny_bert(tmp_path_factory.mktemp("base"))


def plan_of(base: Path) -> ClassTrainingPlan:
    return ClassTrainingPlan(base=str(base), schedule=BRIEF)


def test_what_is_exported_gives_the_distributions_of_torch(base: Path, tmp_path: Path) -> None:
    torch.manual_seed(3)
    model = open_model(str(base))
    network = ClassNetwork(model[0].auto_model, 3)
    network.module.eval()
    settings = ClassSettings(labels=("a", "b", "c"), dimension=32, max_tokens=64, longest=40, document=20)
    arrays = {name: tensor.numpy() for name, tensor in network.module.state_dict().items()}
    matrices = {"weight": arrays["out.weight"], "bias": arrays["out.bias"]}
    write_network(tmp_path, arrays, shape_of(model, 64), (), matrices, bits=12)
    write_file(tmp_path / TOKENIZER, tokenizer_of(model))
    write_file(tmp_path / SETTINGS, settings.model_dump_json().encode())
    found = open_class_reader(tmp_path).likelihoods(ASKED)
    for name, weight in network.module.named_parameters():
        words = name.endswith("word_embeddings.weight")
        if words or (".encoder.layer." in name and weight.dim() == 2):
            weight.data.copy_(torch.from_numpy(pack(weight.detach().numpy(), 8 if words else 12).unpack()))
    marks = marks_of(tokenizer_of(model), str(base))
    words_of = WordReader(open_tokenizer(tokenizer_of(model), base))
    for row, asked in zip(found, ASKED, strict=True):
        window = window_of(words_of, settings, 0, asked.sentence, asked.document)
        with torch.no_grad():
            scores = network.scores(lay_out([window], marks.begin, marks.between))[0]
        assert np.allclose(np.exp(row), torch.softmax(scores, 0).numpy(), atol=1e-3)


@pytest.mark.parametrize("beside", [False, True])
def test_a_draw_is_learned_and_its_other_rows_are_scored(
    base: Path, data: Path, tmp_path: Path, beside: bool
) -> None:
    rows = read_labelled(data / "links" / "sentences.jsonl")
    drawn = rows_of(rows, DRAW)
    before = ("1 ; add water",) if beside else ()
    taught = [TrainingText((rows[at].text,), rows[at].label, before) for at in drawn.train]
    folders = [tmp_path / "one", tmp_path / "again", tmp_path / "other"]
    plan = plan_of(base)
    for folder, some in zip(folders, (plan, plan, replace(plan, seed=1)), strict=True):
        train_classes(taught, folder, some, beside=beside, draw=DRAW)
    readers = [open_class_reader(folder) for folder in folders]
    assert readers[0].digest == readers[1].digest != readers[2].digest
    report = evaluate_readers(readers[1:], rows, open_encoder(str(data / "encoder")), data="ADE")
    ((method, columns),) = report.rows.items()
    assert ("beside" in method) == beside
    assert {*columns} == {"as drawn", "without copies"}
    assert 0 < columns["as drawn"]["accuracy"][0] <= 1
    assert all(share > 0 for share in report.copies.values())
    with pytest.raises(UsageError, match="other rows"):
        evaluate_readers(readers, rows[::-1], open_encoder(str(data / "encoder")))
    (folders[0] / "heads.npz").write_bytes(b"broken")
    with pytest.raises(SourceError, match=r"heads\.npz"):
        open_class_reader(folders[0])


def test_one_class_teaches_nothing(base: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="two labels"):
        train_classes([TrainingText(("a",), "0"), TrainingText(("b",), "0")], tmp_path, plan_of(base))


def test_links_are_weighed_with_a_fine_tuned_encoder(base: Path, data: Path, tmp_path: Path) -> None:
    farm = data / "links" / "farm"
    encoder = open_encoder(str(data / "encoder"))
    links = read_links(farm / "train.tsv")
    model = tune_links(links, NameVectors(encoder), tmp_path, FineTuningPlan(plan_of(base)), seed=2)
    assert "tuned" in model.experts
    forced = replace(model, weights={"tuned": 1.0})
    pairs = [link.pair for link in read_links(farm / "dev.tsv")]
    assert np.allclose(np.exp(forced.log_probabilities(pairs)).sum(axis=1), 1)
    read, _ = read_link_model(tmp_path, encoder)
    assert {name for name, weight in model.weights.items() if weight} == {*read.weights}
    assert np.allclose(read.log_probabilities(pairs), model.log_probabilities(pairs), atol=1e-3)


def test_the_commands_train_and_score(
    base: Path,
    data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = (data / "links" / "sentences.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "train.jsonl").write_text("".join(rows[:60]))
    (tmp_path / "dev.jsonl").write_text("".join(rows[60:]))

    def run(*words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["bioloom", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
        return int(stopped.value.code or 0), capsys.readouterr().out

    folders = [str(tmp_path / name) for name in "ab"]
    for seed, folder in enumerate(folders):
        command = ("train", "classes", str(tmp_path), "-o", folder, "--base", str(base))
        assert run(*command, "--epochs", "0.5", "--seed", str(seed))[0] == 0
    models = [word for folder in folders for word in ("--model", folder)]
    code, shown = run("eval", "classify", "--data", str(tmp_path), *models, "--json")
    answer = json.loads(shown)
    assert (code, answer["n"], {*answer["metrics"]}) == (0, 30, {"fine-tuned encoder"})
    farm, linked = str(data / "links" / "farm"), [str(tmp_path / name) for name in "cd"]
    for seed, folder in enumerate(linked):
        words = ("train", "links", farm, "-o", folder, "--fine-tune", "--base", str(base))
        assert run(*words, "--epochs", "0.5", "--seed", str(seed))[0] == 0
    models = [word for folder in linked for word in ("--model", folder)]
    code, shown = run("eval", "links", "--data", farm, *models, "--json")
    assert code == 0
    assert "accuracy" in json.loads(shown)["spread"]["2 models"]


def test_layers_that_stay_are_computed_once_and_change_nothing(base: Path) -> None:
    torch.manual_seed(4)
    model = open_model(str(base))
    bert = model[0].auto_model
    whole, split = ClassNetwork(bert, 2), ClassNetwork(bert, 2, FrozenLayerCache(1))
    split.module["out"].load_state_dict(whole.module["out"].state_dict())
    whole.module.eval()
    split.module.eval()
    settings = ClassSettings(labels=("a", "b"), dimension=32, max_tokens=64, longest=40, document=20)
    marks, words = (
        marks_of(tokenizer_of(model), str(base)),
        WordReader(open_tokenizer(tokenizer_of(model), base)),
    )
    windows = [window_of(words, settings, at, each.sentence, each.document) for at, each in enumerate(ASKED)]
    for some in (windows[:3], windows[2:], windows):
        batch = lay_out(some, marks.begin, marks.between)
        with torch.no_grad():
            assert torch.allclose(split.scores(batch), whole.scores(batch), atol=0.05)
    assert len(bert.encoder.layer) == 2
    assert bert(input_ids=torch.tensor([[2, 3]])).last_hidden_state.shape == (1, 2, 32)
