"""LoRA fine-tuning of a causal model on instruction data: the loss is on the output alone (SPEC P18)."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bioloom.errors import UsageError
from bioloom.extraction.triples.instruction import fingerprint
from bioloom.extras import optional
from bioloom_lab.readers.causal_language_model import LanguageModel
from bioloom_lab.readers.instruction import Instruction
from bioloom_lab.training.loop import train_steps

_FEATURE = "LoRA fine-tuning"
_STATE, _SETTINGS = "training.pt", "training.json"
_IGNORED = -100

Progress = Callable[[int, int, float], None]
"""Gets the step, the number of steps, and the mean loss of the epoch so far."""


@dataclass(frozen=True, slots=True)
class LoraSchedule:
    """Schedule of a LoRA training: `rank` and `scale` (alpha) of the adapters on all linear layers, AdamW.

    `batch` instructions a step; `longest` tokens of an instruction with its output: what is longer loses the
    beginning of its prompt.
    """

    epochs: int = 3
    rate: float = 2e-4
    rank: int = 16
    scale: int = 32
    dropout: float = 0.05
    batch: int = 8
    longest: int = 1024
    seed: int = 0
    warm_up: float = 0.05
    decay: float = 0.0


@dataclass(slots=True)
class LoraLosses:
    """Mean loss of each epoch, and the number of instructions."""

    losses: list[float] = field(default_factory=list)
    instructions: int = 0


def tune(
    base: str,
    instructions: Sequence[Instruction],
    output: Path,
    lora: LoraSchedule | None = None,
    *,
    on_progress: Progress | None = None,
) -> LoraLosses:
    """Train adapters on a causal model, whose own weights stay as they are, and write them to a folder.

    The folder is one that peft, vLLM and `LanguageModel` open. After every epoch it holds all that the next
    one needs: the same call goes on there, and ends with the same weights as one that was never broken off.
    UsageError for data without outputs, or a folder of another training.
    """
    lora = lora or LoraSchedule()
    torch, peft = optional("torch", _FEATURE, extra="lab"), optional("peft", _FEATURE, extra="lab")
    rows = [each for each in instructions if each.output]
    if not rows:
        raise UsageError("there is no instruction with an output to learn from")
    model = LanguageModel(base)
    learnt = fingerprint([json.dumps(asdict(lora)), model.name, *(f"{e.prompt}\x1d{e.output}" for e in rows)])
    torch.manual_seed(lora.seed)
    network = peft.get_peft_model(model.network, _configuration(peft, model.network, lora))
    optimiser = torch.optim.AdamW(
        [weight for weight in network.parameters() if weight.requires_grad],
        lr=lora.rate,
        weight_decay=lora.decay,
    )
    tuned = _resume(torch, peft, network, optimiser, output, learnt)
    tuned.instructions = len(rows)
    examples = [encode(model, each, lora.longest) for each in rows]
    steps = -(-len(examples) // lora.batch)
    total = steps * lora.epochs
    for epoch in range(len(tuned.losses), lora.epochs):
        torch.manual_seed(lora.seed + 1 + epoch)
        network.train()
        order = _order(examples, lora, epoch)
        losses: list[float] = []

        def after_step(done: int, value: Any, losses: list[float] = losses) -> None:
            losses.append(float(value.detach()))
            if on_progress:
                on_progress(done, total, sum(losses) / len(losses))

        train_steps(
            optimiser,
            order,
            lambda at: output_loss(model, network, [examples[each] for each in at]),
            rates=(lora.rate,),
            share=lambda step: _share(step, total, lora.warm_up),
            clip=list(network.parameters()),
            first=epoch * steps,
            on_step=after_step,
        )
        tuned.losses.append(sum(losses) / len(order))
        network.eval()
        _keep(torch, peft, network, optimiser, output, learnt, tuned.losses)
    network.save_pretrained(output, save_embedding_layers=False)
    model.tokenizer.save_pretrained(output)
    told = {"base": base, "instructions": len(rows), "losses": tuned.losses, "lora": asdict(lora)}
    (output / _SETTINGS).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return tuned


def encode(model: LanguageModel, instruction: Instruction, longest: int) -> tuple[list[int], int]:
    """Give the tokens of an instruction with its output and the end sign, and how many belong to the prompt.

    UsageError for an output that is longer than all that is read.
    """
    end = model.tokenizer.eos_token_id
    answer = [*model.answer_tokens(instruction.output), *([] if end is None else [int(end)])]
    room = min(longest, model.longest) - len(answer)
    if room < 1:
        raise UsageError(f"an output of {len(answer)} tokens does not fit into {longest}")
    prompt = model.prompt_tokens(instruction.prompt)[-room:]
    return [*prompt, *answer], len(prompt)


def output_loss(model: LanguageModel, network: Any, examples: Sequence[tuple[list[int], int]]) -> Any:
    """Give the mean over the tokens of all outputs of −log p(token | what stands before it) (SPEC P18)."""
    torch = model.torch
    ids, mask = model.pad([tokens for tokens, _ in examples])
    wanted = ids.masked_fill(mask == 0, _IGNORED)
    for row, (_, prompt) in enumerate(examples):
        wanted[row, :prompt] = _IGNORED
    logits = network(input_ids=ids, attention_mask=mask).logits[:, :-1].float()
    return torch.nn.functional.cross_entropy(
        logits.reshape(-1, logits.shape[-1]), wanted[:, 1:].reshape(-1), ignore_index=_IGNORED
    )


def _configuration(peft: Any, network: Any, lora: LoraSchedule) -> Any:
    transposed = any(type(part).__name__ == "Conv1D" for part in network.modules())
    return peft.LoraConfig(
        task_type="CAUSAL_LM",
        r=lora.rank,
        lora_alpha=lora.scale,
        lora_dropout=lora.dropout,
        target_modules="all-linear",
        fan_in_fan_out=transposed,
        bias="none",
    )


def _order(examples: Sequence[tuple[list[int], int]], lora: LoraSchedule, epoch: int) -> list[list[int]]:
    """Draw the batches of an epoch; what stands in one batch is of like length."""
    drawn = random.Random(f"{lora.seed} {epoch}")
    order = sorted(range(len(examples)), key=lambda at: len(examples[at][0]) + 16 * drawn.random())
    batches = [order[start : start + lora.batch] for start in range(0, len(order), lora.batch)]
    drawn.shuffle(batches)
    return batches


def _share(step: int, total: int, warm_up: float) -> float:
    """Give the share of the full rate at a step: up in a line, then down to a fiftieth."""
    rise = max(1.0, warm_up * total)
    return min(1.0, (step + 1) / rise) * max(0.02, 1 - step / total)


def _resume(torch: Any, peft: Any, network: Any, optimiser: Any, output: Path, learnt: str) -> LoraLosses:
    """Take up a training that was broken off after an epoch; begin if there is none."""
    if not (output / _STATE).is_file():
        if output.exists() and (not output.is_dir() or any(output.iterdir())):
            raise UsageError(f"{output} exists and is no folder of a training")
        return LoraLosses()
    state = torch.load(output / _STATE, map_location="cpu", weights_only=True)
    if state.get("learnt") != learnt:
        raise UsageError(f"{output} holds a training of other data, another base or other settings")
    peft.set_peft_model_state_dict(network, state["adapter"])
    optimiser.load_state_dict(state["optimiser"])
    return LoraLosses(list(state["losses"]))


def _keep(
    torch: Any, peft: Any, network: Any, optimiser: Any, output: Path, learnt: str, losses: list[float]
) -> None:
    """Write what the next epoch needs; the file gets its name when it is whole."""
    output.mkdir(parents=True, exist_ok=True)
    adapter = {
        name: weight.detach().cpu() for name, weight in peft.get_peft_model_state_dict(network).items()
    }
    new = output.parent / f".{output.name}-{_STATE}"
    state = {"adapter": adapter, "optimiser": optimiser.state_dict(), "losses": losses, "learnt": learnt}
    torch.save(state, new)
    new.replace(output / _STATE)
