"""Any Hugging Face causal model: its tokens, log-probabilities of answers, greedy answers (models extra)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bioloom.errors import BioloomError, UsageError
from bioloom.extras import optional

CUE = "Answer:"
"""How every prompt ends; the answer follows after a blank."""

ADAPTER = "adapter_config.json"
_FEATURE = "A causal language model"


class LanguageModel:
    """A causal model and its tokenizer, from a folder or by its name on the hub; or a LoRA adapter.

    `model` may be the folder of an adapter: its base is opened and the adapter put on it. It runs on a
    graphics card where torch finds one. UsageError if there is no such model. `name` has a hash of weights.
    """

    def __init__(self, model: str, *, batch: int = 8) -> None:
        self.torch = optional("torch", _FEATURE, extra="lab")
        self.device = "cuda" if self.torch.cuda.is_available() else "cpu"
        self.network, self.tokenizer = open_causal(model)
        self.network.to(self.device).eval()
        self.batch = batch
        self.longest = int(getattr(self.network.config, "max_position_embeddings", 0) or 2048)
        folder = Path(model).expanduser()
        self.name = f"{(folder.resolve() if folder.is_dir() else folder).name}@{fingerprint_of(self.network)}"

    def prompt_tokens(self, prompt: str, room: int = 0) -> list[int]:
        """Give the tokens of a prompt, with those that the tokenizer begins a text with.

        A prompt that leaves no `room` for so many tokens of an answer loses its beginning.
        """
        ids = [int(each) for each in self.tokenizer(prompt)["input_ids"]]
        end = self.tokenizer.eos_token_id
        if ids and ids[-1] == end and len(ids) > 1:  # some tokenizers close every text
            ids = ids[:-1]
        return ids[-max(1, self.longest - room) :]

    def answer_tokens(self, answer: str) -> list[int]:
        """Give the tokens of an answer as they follow the cue of a prompt."""
        bare = len(CUE)
        found = self.tokenizer(f"{CUE} {answer}", add_special_tokens=False, return_offsets_mapping=True)
        pairs = zip(found["input_ids"], found["offset_mapping"], strict=True)
        return [int(each) for each, (_, end) in pairs if end > bare]

    def count(self, text: str) -> int:
        """Count the tokens of a text."""
        return len(self.tokenizer(text, add_special_tokens=False)["input_ids"])

    def mean_log_likelihoods(self, prompts: Sequence[str], answers: Sequence[str]) -> NDArray[np.float64]:
        """Give the mean log p of the tokens of each answer after each prompt (SPEC P14): (prompts, answers).

        Each prompt is read once; what the model keeps of it (its keys and values) serves for all answers.
        """
        tails = [self.answer_tokens(answer) for answer in answers]
        room = max(map(len, tails))
        heads = [self.prompt_tokens(prompt, room) for prompt in prompts]
        order = sorted(range(len(heads)), key=lambda at: len(heads[at]))
        found = np.empty((len(heads), len(tails)))
        for start in range(0, len(order), self.batch):
            rows = order[start : start + self.batch]
            found[rows] = self._score([heads[row] for row in rows], tails)
        if not np.isfinite(found).all():
            raise BioloomError(f"the model {self.name} gives numbers that are not finite")
        return found

    def generate(self, prompts: Sequence[str], *, most_tokens: int = 256) -> list[str]:
        """Continue each prompt greedily until the model ends the text, with at most so many tokens."""
        answers: list[str] = []
        for start in range(0, len(prompts), self.batch):
            answers += self._continue(prompts[start : start + self.batch], most_tokens)
        return answers

    def _score(self, heads: Sequence[list[int]], tails: Sequence[list[int]]) -> NDArray[np.float64]:
        """Score all answers after some prompts: pads stand behind each and are not attended to."""
        torch = self.torch
        head, head_mask = self.pad(heads)
        lengths = head_mask.sum(1)
        with torch.no_grad():
            read = self.network(
                input_ids=head,
                attention_mask=head_mask,
                position_ids=(head_mask.cumsum(1) - 1).clamp(min=0),
                use_cache=True,
            )
            rows = torch.arange(len(heads), device=self.device)
            first = read.logits[rows, lengths - 1].float().log_softmax(-1)
            tail, tail_mask = self.pad(tails)
            kept = read.past_key_values
            kept.batch_repeat_interleave(len(tails))
            own = lengths.repeat_interleave(len(tails))[:, None]
            places = own + torch.arange(tail.shape[1], device=self.device)[None]
            again = tail.repeat(len(heads), 1)
            logits = self.network(
                input_ids=again,
                attention_mask=torch.cat(
                    [head_mask.repeat_interleave(len(tails), 0), tail_mask.repeat(len(heads), 1)], 1
                ),
                position_ids=places.clamp(max=self.longest - 1),
                past_key_values=kept,
                use_cache=True,
            ).logits.float()
            later = logits[:, :-1].log_softmax(-1).gather(2, again[:, 1:, None])[..., 0]
            begun = first.repeat_interleave(len(tails), 0).gather(1, again[:, :1])
            weights = torch.cat([begun, later], 1) * tail_mask.repeat(len(heads), 1)
            means = weights.sum(1) / tail_mask.repeat(len(heads), 1).sum(1)
        scores: NDArray[np.float64] = means.double().cpu().numpy().reshape(len(heads), len(tails))
        return scores

    def _continue(self, prompts: Sequence[str], most_tokens: int) -> list[str]:
        torch = self.torch
        heads = [self.prompt_tokens(prompt, min(most_tokens, self.longest // 2)) for prompt in prompts]
        ids, mask = self.pad(heads, left=True)
        room = min(most_tokens, self.longest - ids.shape[1])
        with torch.no_grad():
            found = self.network.generate(
                input_ids=ids,
                attention_mask=mask,
                max_new_tokens=max(1, room),
                do_sample=False,
                pad_token_id=self._pad,
            )
        texts = self.tokenizer.batch_decode(found[:, ids.shape[1] :], skip_special_tokens=True)
        return [str(text).strip() for text in texts]

    @property
    def _pad(self) -> int:
        given = self.tokenizer.pad_token_id
        return int(given if given is not None else self.tokenizer.eos_token_id or 0)

    def pad(self, rows: Sequence[list[int]], *, left: bool = False) -> tuple[Any, Any]:
        """Pad rows to one length: ids and mask, each of shape (rows, longest)."""
        width = max(map(len, rows))
        ids = np.full((len(rows), width), self._pad, np.int64)
        mask = np.zeros((len(rows), width), np.int64)
        for at, row in enumerate(rows):
            span = slice(width - len(row), None) if left else slice(0, len(row))
            ids[at, span], mask[at, span] = row, 1
        make = self.torch.from_numpy
        return make(ids).to(self.device), make(mask).to(self.device)


def open_causal(model: str) -> tuple[Any, Any]:
    """Open a causal model, or an adapter with its base, and its tokenizer; UsageError if there is none."""
    transformers = optional("transformers", _FEATURE, extra="lab")
    place = model
    if model.startswith((".", "/", "~")) or Path(model).expanduser().exists():
        place = str(Path(model).expanduser().resolve())
        if not any(Path(place, name).is_file() for name in ("config.json", ADAPTER)):
            raise UsageError(f"{model} is not the folder of a causal language model or of an adapter")
    try:
        if Path(place, ADAPTER).is_file():
            peft = optional("peft", "A LoRA adapter", extra="lab")
            base = peft.PeftConfig.from_pretrained(place).base_model_name_or_path
            network = transformers.AutoModelForCausalLM.from_pretrained(base, dtype="auto")
            network = peft.PeftModel.from_pretrained(network, place)
        else:
            network = transformers.AutoModelForCausalLM.from_pretrained(place, dtype="auto")
        tokenizer = transformers.AutoTokenizer.from_pretrained(place)
    except (OSError, ValueError) as error:
        why = " ".join(str(error).split())[:200]
        raise UsageError(f"{model} cannot be opened as a causal language model: {why}") from error
    if not tokenizer.is_fast:
        raise UsageError(f"{model} has no fast tokenizer, which tells where tokens stand in a text")
    return network, tokenizer


def fingerprint_of(network: Any) -> str:
    """Name a model's weights: 8 hex digits of a hash over the beginning, end and sum of every tensor."""
    digest = hashlib.blake2b(digest_size=4)
    for name, tensor in sorted(network.state_dict().items()):
        flat = tensor.detach().reshape(-1)
        digest.update(f"{name} {tuple(tensor.shape)} {float(flat.double().sum()):.9g}".encode())
        for part in (flat[:64], flat[-64:]):
            digest.update(part.float().cpu().numpy().tobytes())
    return digest.hexdigest()
