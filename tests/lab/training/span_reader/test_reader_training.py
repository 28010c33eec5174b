"""A reader that learns from a tiny set on a tiny encoder: stages, folds, export, and what it never saw."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from bioloom.embedding.hugging_face import open_model
from bioloom.embedding.model_files import TOKENIZER, open_tokenizer
from bioloom.errors import UsageError
from bioloom.extraction.networks.tokenization import WordReader
from bioloom.span_reader import PassageSentence
from bioloom_lab.evaluation.span_questions.answerers import UnseenReader
from bioloom_lab.evaluation.span_questions.gold import AskedArticle
from bioloom_lab.evaluation.span_questions.squad import fingerprint, read_squad
from bioloom_lab.training.extraction.export import shape_of
from bioloom_lab.training.loop import TrainingSchedule
from bioloom_lab.training.onnx.encoder_export import bert_of, state_arrays, tokenizer_of
from bioloom_lab.training.span_reader.calibrated_reader import CalibratedReader
from bioloom_lab.training.span_reader.reader_settings import ReaderSettings
from bioloom_lab.training.span_reader.reader_training import ReaderTrainingPlan, train_reader
from bioloom_lab.training.span_reader.sentence_windows import SentenceWindows
from bioloom_lab.training.span_reader.training_examples import asked_examples
from bioloom_lab.training.step_reader.export import export_steps
from bioloom_lab.training.step_reader.torch_network import StepNetwork
from tiny_bert import write_tiny_bert

pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("onnx")

SHORT = TrainingSchedule(epochs=1, pieces=400)


def windows_of(base: Path) -> SentenceWindows:
    return SentenceWindows(
        WordReader(open_tokenizer(tokenizer_of(open_model(str(base))), Path(TOKENIZER))), 512
    )


def test_a_window_holds_the_answer_beside_sentences_like_the_question(data: Path, tmp_path: Path) -> None:
    windows = windows_of(write_tiny_bert(tmp_path / "base", places=512))
    asked = next(
        each.asked for each in asked_examples(data / "squad" / "sample.json") if "spread" in each.asked.part
    )
    group = windows.group(asked, random.Random(0), size=400)
    assert group is not None
    window, spans, _ = group
    (gold,) = asked.golds
    line = next(line for line in window.lines if line.number == gold)
    first, last = spans[gold]
    said = asked.steps[gold][line.words.starts[first] : line.words.ends[last]]
    assert said == "because houses are damp"
    assert len({line.number for line in window.lines if line.number >= 0}) > 1


def test_folds_never_see_their_articles(data: Path, tmp_path: Path) -> None:
    base = write_tiny_bert(tmp_path / "base", places=512)
    network = open_model(str(base))
    torch_network = StepNetwork(bert_of(network)[0])
    shape = shape_of(network, bert_of(network)[1].max_position_embeddings)
    arrays = state_arrays(torch_network.module.state_dict())
    windows = windows_of(base)
    asked = asked_examples(data / "squad" / "sample.json")
    sample = [
        group[0]
        for each in asked
        if (group := windows.group(each.asked, random.Random(0), size=64)) is not None
    ]
    start = export_steps(
        arrays, shape, tokenizer_of(network), tmp_path / "start", sample=sample, words=windows.reader
    )
    written = tmp_path / "written.jsonl"
    written.write_text(
        json.dumps({"id": "11", "question": "How are mites carried?", "answer": "wind"}), encoding="utf-8"
    )
    source = data / "squad" / "sample.json"
    prints = {article.name: fingerprint(article.text) for article in read_squad(source)}
    plan = ReaderTrainingPlan(base=str(base), start=start, schedule=SHORT)
    work, output = tmp_path / "work", tmp_path / "reader"

    def train(plan: ReaderTrainingPlan) -> ReaderSettings:
        folds = [["11"], ["12"]]
        return train_reader(source, output, plan, questions=[written], texts=[source], folds=folds, work=work)

    settings = train(plan)
    assert set(settings.fitted_on) == set(prints.values())
    assert CalibratedReader(output / "fold-1").settings.fitted_on == (prints["12"],)
    assert CalibratedReader(output / "fold-2").settings.fitted_on == (prints["11"],)

    passages = [PassageSentence(text, "a") for text in ("Mites fly.", "By wind, in a tube.", "")]
    found = CalibratedReader(output).read("How are mites carried?", passages)
    assert {each.sentence for each in found} == {0, 1}
    assert sum(each.probability for each in found) == pytest.approx(1)
    assert all(0 <= each.start < each.end for each in found)

    articles = read_squad(source)
    loaded = [AskedArticle(one.questions[0], f"a:{one.name}", frozenset({"a#s1"})) for one in articles]
    unseen = UnseenReader(output, articles)
    assert all(unseen(one, {}, passages[:2]).text for one in loaded)
    with pytest.raises(UsageError, match="--folds"):
        UnseenReader(output / "fold-1", articles)

    done = {file: file.stat().st_mtime_ns for file in work.glob("*.pt")}
    assert {file.name for file in done} == {"written.pt", "fold-1.pt", "fold-2.pt", "all.pt"}
    train(plan)
    assert done == {file: file.stat().st_mtime_ns for file in work.glob("*.pt")}
    with pytest.raises(UsageError, match="another work folder"):
        train(replace(plan, seed=1))
