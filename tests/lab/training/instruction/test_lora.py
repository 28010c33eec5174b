"""Causal models as readers of labels: batched likelihoods against a slow count, and LoRA on a toy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bioloom.errors import UsageError
from bioloom.extraction.triples.instruction import Guide, write_label
from bioloom.settings import Settings
from bioloom_lab.cli.train_lora import train_lora_command
from bioloom_lab.readers.causal_language_model import LanguageModel
from bioloom_lab.readers.instruction import Instruction, LabelQuestion, instruct
from bioloom_lab.readers.selection import CausalReader, open_reader
from bioloom_lab.training.instruction.instruction_file import write_instructions
from bioloom_lab.training.instruction.lora import LoraSchedule, encode, output_loss, tune
from tiny_causal import write_tiny_causal

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

# peft asks transformers by a name that transformers 5 is about to leave
pytestmark = pytest.mark.filterwarnings("ignore:`is_gradient_checkpointing` is deprecated:FutureWarning")

GUIDE = Guide("relation", ("TREATS", "INTERACTS_WITH", "USES", "none"))
ASKED = [
    LabelQuestion("aspirin eased the pain.", (0, 7), (18, 22)),
    LabelQuestion("x binds y", (0, 1), (8, 9), document="was bound by = interacts with ; helps = treats"),
    LabelQuestion("the rats got tonin, then more tonin and again tonin", (4, 8), (13, 18)),
]
LORA = LoraSchedule(epochs=3, rate=2e-2, rank=4, scale=8, dropout=0.1, batch=2, longest=256)
TOY = [
    Instruction("Say it.", "", f"Sentence: {one} helps {other}\nAnswer:", f"{one} | TREATS | {other}")
    for one, other in (("aa", "bb"), ("cc", "dd"), ("ee", "ff"), ("gg", "hh"))
]


def slow_means(model: LanguageModel, prompt: str, answer: str) -> float:
    """The mean log p of an answer's tokens, one after the other, without batches, pads or kept states."""
    ids, tail = model.prompt_tokens(prompt), model.answer_tokens(answer)
    total = 0.0
    for token in tail:
        with torch.no_grad():
            logits = model.network(input_ids=torch.tensor([ids])).logits[0, -1]
        total += float(logits.double().log_softmax(-1)[token])
        ids = [*ids, token]
    return total / len(tail)


@pytest.mark.parametrize("kind", ["llama", "gpt2"])
def test_likelihoods_are_those_of_a_slow_count(tmp_path: Path, kind: str) -> None:
    model = LanguageModel(str(write_tiny_causal(tmp_path / kind, kind, 1024)), batch=2)
    found = CausalReader(model, GUIDE).likelihoods(ASKED)
    means = np.array(
        [
            [slow_means(model, instruct(GUIDE, each).prompt, write_label(label)) for label in GUIDE.labels]
            for each in ASKED
        ]
    )
    expected = means - np.log(np.exp(means).sum(axis=1, keepdims=True))
    assert found == pytest.approx(expected, abs=1e-4)
    assert np.exp(found).sum(axis=1) == pytest.approx(1.0)
    assert np.ptp(found[0] - found[1]) > 1e-3  # the retrieved document and the sentence count


def test_a_reader_is_opened_by_the_path_of_its_model(tmp_path: Path) -> None:
    place = write_tiny_causal(tmp_path / "tiny", longest=1024)
    reader = open_reader(f"causal:{place}", Settings(), labels=["TREATS", "none"], scheme=None)
    assert reader.labels == ("TREATS", "none")
    assert reader.name.startswith("causal:tiny@")
    assert reader.likelihoods([]).shape == (0, 2)
    with pytest.raises(UsageError, match="not the folder"):
        open_reader(f"causal:{tmp_path}", Settings(), labels=["TREATS"], scheme=None)


def test_a_long_prompt_loses_its_beginning_and_not_its_question(tmp_path: Path) -> None:
    model = LanguageModel(str(write_tiny_causal(tmp_path / "tiny", longest=64)))
    ids = model.prompt_tokens("a b " * 200 + "Answer:", room=8)
    assert len(ids) == 56
    assert model.tokenizer.decode(ids).endswith("Answer:")
    assert model.mean_log_likelihoods(["a b " * 200 + "Answer:"], ["TREATS"]).shape == (1, 1)


def test_the_loss_is_on_the_output_alone(tmp_path: Path) -> None:
    model = LanguageModel(str(write_tiny_causal(tmp_path / "tiny")))
    one, other = (encode(model, each, 256) for each in (TOY[0], Instruction("S", "", "long Answer:", "b")))
    tokens = [len(model.answer_tokens(each)) + 1 for each in (TOY[0].output, "b")]  # and the end sign
    by_hand = []
    for each, count in ((one, tokens[0]), (other, tokens[1])):
        assert len(each[0]) - each[1] == count
        with torch.no_grad():
            rows = model.network(input_ids=torch.tensor([each[0]])).logits[0].double().log_softmax(-1)
        by_hand += [-float(rows[at - 1, each[0][at]]) for at in range(each[1], len(each[0]))]
    found = float(output_loss(model, model.network, [one, other]).detach())
    assert found == pytest.approx(sum(by_hand) / len(by_hand), rel=1e-5)


def weights(network: Any) -> dict[str, Any]:
    return {name: tensor.clone() for name, tensor in network.state_dict().items()}


@pytest.mark.parametrize("kind", ["llama", "gpt2"])
def test_adapters_learn_a_toy_and_leave_the_base_as_it_is(tmp_path: Path, kind: str) -> None:
    pytest.importorskip("peft")
    base = write_tiny_causal(tmp_path / "base", kind, 1024)
    before = weights(LanguageModel(str(base)).network)
    files = {each.name: each.read_bytes() for each in base.iterdir()}
    tuned = tune(str(base), TOY, tmp_path / "adapter", LORA)
    assert tuned.losses[-1] < 0.9 * tuned.losses[0]
    assert {each.name: each.read_bytes() for each in base.iterdir()} == files
    opened = LanguageModel(str(tmp_path / "adapter"))
    inside = opened.network.get_base_model().state_dict()
    kept = {name.replace(".base_layer", ""): tensor for name, tensor in inside.items() if "lora_" not in name}
    assert kept.keys() == before.keys()
    assert all(torch.equal(kept[name], before[name]) for name in before)
    again = LanguageModel(str(tmp_path / "adapter"))
    prompts, answers = [each.prompt for each in TOY], [each.output for each in TOY]
    found = opened.mean_log_likelihoods(prompts, answers)
    assert np.array_equal(found, again.mean_log_likelihoods(prompts, answers))
    learnt = float(np.diag(found).mean())
    assert learnt > float(np.diag(LanguageModel(str(base)).mean_log_likelihoods(prompts, answers)).mean())


def test_a_training_that_broke_off_ends_with_the_same_weights(tmp_path: Path) -> None:
    peft = pytest.importorskip("peft")
    base = str(write_tiny_causal(tmp_path / "base"))
    whole = tune(base, TOY, tmp_path / "whole", LORA)

    class Broken(Exception):
        pass

    def stop(done: int, total: int, loss: float) -> None:
        if done > total // 2:
            raise Broken

    with pytest.raises(Broken):
        tune(base, TOY, tmp_path / "parts", LORA, on_progress=stop)
    assert not (tmp_path / "parts" / "adapter_config.json").exists()
    steps: list[int] = []
    parts = tune(base, TOY, tmp_path / "parts", LORA, on_progress=lambda done, *_: steps.append(done))
    assert steps == [3, 4, 5, 6]
    assert parts.losses == whole.losses
    one, other = (peft.utils.load_peft_weights(str(tmp_path / name)) for name in ("whole", "parts"))
    assert all(torch.equal(one[name], other[name]) for name in one)
    assert tune(base, TOY, tmp_path / "whole", LORA).losses == whole.losses
    with pytest.raises(UsageError, match="other data"):
        tune(base, TOY[:2], tmp_path / "whole", LORA)


def test_the_command_trains_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("peft")
    base = write_tiny_causal(tmp_path / "base")
    write_instructions(tmp_path / "toy.jsonl", TOY)
    output = tmp_path / "adapter"
    train_lora_command(tmp_path / "toy.jsonl", str(base), output, epochs=1, rank=2, longest=64)
    assert "4 instructions" in capsys.readouterr().err
    assert {"adapter_config.json", "adapter_model.safetensors", "training.json"} <= {
        each.name for each in output.iterdir()
    }
    with pytest.raises(UsageError, match="does not exist"):
        train_lora_command(tmp_path / "none.jsonl", str(base), output)
