"""A reader that learns from a tiny set on a tiny encoder: stages, folds, export, and what it never saw."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bioloom.embedding.hugging_face import open_model
from bioloom.errors import UsageError
from bioloom.span_reader.networks import ReadingNetwork
from bioloom.span_reader.reader import open_reader
from bioloom.span_reader.reader_settings import ReaderSettings
from bioloom_lab.evaluation.span_questions.answerers import UnseenReader
from bioloom_lab.evaluation.span_questions.gold import AskedArticle
from bioloom_lab.evaluation.span_questions.squad import fingerprint, read_squad
from bioloom_lab.training.loop import TrainingSchedule
from bioloom_lab.training.onnx.encoder_export import bert_of
from bioloom_lab.training.span_reader.export import export_reader
from bioloom_lab.training.span_reader.reader_training import ReaderTrainingPlan, train_reader
from bioloom_lab.training.span_reader.torch_network import AloneNetwork, JointNetwork, QuestionGroup
from tiny_bert import write_tiny_bert

pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("onnx")

SHORT = TrainingSchedule(epochs=1, pieces=400)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_bert(tmp_path_factory.mktemp("base"))


def test_the_export_computes_what_was_learnt(base: Path, tmp_path: Path) -> None:
    network = open_model(str(base))
    bert = bert_of(network)[0]
    question, sentences = [2, 5, 6, 3], [[2, 7, 8, 9, 3], [2, 9, 3]]
    joint = JointNetwork(bert, 1)
    joint.module.eval()
    asked, *read = AloneNetwork(bert, 1).states([question, *sentences])
    starts, ends, whole = joint.scores([QuestionGroup(asked, tuple(read), {0: (0, 1)})])
    arrays = {name: tensor.detach().numpy() for name, tensor in joint.module.state_dict().items()}
    settings = ReaderSettings(dimension=32, max_tokens=64)
    folder = export_reader(arrays, network, 1, settings, tmp_path / "floats", bits=12)
    for at, scores in enumerate(ReadingNetwork(folder, 32).score(question, sentences)):
        assert scores.starts == pytest.approx(starts[at].detach().numpy(), abs=0.02)
        assert scores.ends == pytest.approx(ends[at].detach().numpy(), abs=0.02)
        assert scores.sentence == pytest.approx(whole[at].item(), abs=0.02)
    small = export_reader(arrays, network, 1, settings, tmp_path / "whole", sample=[(question, sentences)])
    for at, scores in enumerate(ReadingNetwork(small, 32).score(question, sentences)):
        assert np.abs(scores.starts - starts[at].detach().numpy()).max() < 0.3


def test_folds_never_see_their_articles(base: Path, data: Path, tmp_path: Path) -> None:
    source = data / "squad" / "sample.json"
    prints = {article.name: fingerprint(article.text) for article in read_squad(source)}
    plan = ReaderTrainingPlan(base=str(base), alone=1, made=20, made_schedule=SHORT, asked_schedule=SHORT)
    work, output = tmp_path / "work", tmp_path / "reader"
    settings = train_reader(source, output, plan, texts=[source], folds=[["11"], ["12"]], work=work)
    assert set(settings.fitted_on) == set(prints.values())
    assert open_reader(output / "fold-1").settings.fitted_on == (prints["12"],)
    assert open_reader(output / "fold-2").settings.fitted_on == (prints["11"],)

    found = open_reader(output).read("How are mites carried?", ["Mites fly.", "By wind, in a tube.", ""])
    assert {each.sentence for each in found} == {0, 1}
    assert sum(each.share for each in found) == pytest.approx(1)
    assert all(0 <= each.start < each.end for each in found)

    articles = read_squad(source)
    loaded = [AskedArticle(one.questions[0], f"a:{one.name}", frozenset({"a#s1"})) for one in articles]
    unseen = UnseenReader(output, articles)
    assert all(unseen(one, {}, ["Mites fly.", "By wind."]) for one in loaded)
    with pytest.raises(UsageError, match="--folds"):
        UnseenReader(output / "fold-1", articles)

    done = {file: file.stat().st_mtime_ns for file in work.glob("*.pt")}
    assert {file.name for file in done} == {"made.pt", "fold-1.pt", "fold-2.pt", "all.pt"}
    train_reader(source, output, plan, texts=[source], folds=[["11"], ["12"]], work=work)
    assert done == {file: file.stat().st_mtime_ns for file in work.glob("*.pt")}
    with pytest.raises(UsageError, match="another work folder"):
        train_reader(source, output, replace(plan, seed=1), folds=[["11"], ["12"]], work=work)
