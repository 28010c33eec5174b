"""Contrastive training of a sentence encoder on texts that share a key (SPEC R6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from bioloom.biolink import model
from bioloom.embedding.hugging_face import PACKAGED, open_model
from bioloom.extras import optional
from bioloom.standardization.relate.vocabulary import Vocabulary, vocabulary
from bioloom_lab.training.loop import train_steps
from bioloom_lab.training.standardizer.contrastive_texts import ContrastiveBatches, KeyedText

_NEG = "_NEG"


def apart(one: str, other: str, words: Vocabulary) -> bool:
    """Say whether two keys (a negated one ends in _NEG) mean things that must be told apart.

    A key and its negation are, as are predicates of which neither is above the other; two aspects of one
    predicate with the same direction ("increases activity of", "increases expression of") are not.
    """
    return one != other and _apart(one, other, words.name)


@lru_cache(maxsize=200_000)
def _apart(one: str, other: str, name: str) -> bool:
    if one.endswith(_NEG) != other.endswith(_NEG):
        return True
    if name != "biolink":
        return True
    words = vocabulary(name)
    first, second = words.target(one.removesuffix(_NEG)), words.target(other.removesuffix(_NEG))
    if first.swapped != second.swapped:
        return True
    direction = "object_direction_qualifier"
    ways = {target.qualifiers.get(direction) for target in (first, second)}
    if first.predicate == second.predicate:
        return len(ways) == 2 and None not in ways
    biolink = model()
    return first.predicate not in biolink.ancestors(
        second.predicate
    ) and second.predicate not in biolink.ancestors(first.predicate)


PULL, PUSH, THRESHOLD, MARGIN = 2.0, 40.0, 0.5, 0.1
"""alpha, beta, lambda and epsilon of the loss."""


def multi_similarity(vectors: Any, positive: Any, negative: Any) -> Any:
    """Give the mean loss of a batch, a scalar tensor.

    `vectors` are unit vectors of shape (n, dimension); `positive` and `negative` are Boolean (n, n): which
    pairs share a key and which must not be near. A pair counts if it is hard for its row: a positive that
    is less similar than the nearest negative plus the margin, a negative that is more similar than the
    farthest positive less the margin. Row i with mined sets P and N costs
    log(1 + sum_P exp(-alpha (s - lambda))) / alpha + log(1 + sum_N exp(beta (s - lambda))) / beta.
    """
    torch = optional("torch", "Training", extra="lab")
    similarity = vectors @ vectors.T
    fixed = similarity.detach()
    nearest_negative = fixed.masked_fill(~negative, -2.0).amax(dim=1, keepdim=True)
    farthest_positive = fixed.masked_fill(~positive, 2.0).amin(dim=1, keepdim=True)
    hard_positive = positive & (fixed < nearest_negative + MARGIN)
    hard_negative = negative & (fixed > farthest_positive - MARGIN)
    pull = (torch.exp(-PULL * (similarity - THRESHOLD)) * hard_positive).sum(dim=1)
    push = (torch.exp(PUSH * (similarity - THRESHOLD)) * hard_negative).sum(dim=1)
    return (torch.log1p(pull) / PULL + torch.log1p(push) / PUSH).mean()


MOST_TOKENS = 64
FROZEN = 3
"""Lower layers that stay as they are; what they give is computed once a text."""
_RATE, _WARM_UP, _DECAY = 6e-5, 0.05, 0.01
_FEATURE = "Training an encoder"


def train_encoder(
    texts: Sequence[KeyedText],
    vocabularies: Sequence[Vocabulary],
    *,
    base: str = PACKAGED,
    steps: int = 500,
    seed: int = 0,
    batch: tuple[int, int, int] = (32, 28, 20),
    on_progress: Callable[[int, int, float], None] | None = None,
) -> Any:
    """Train and give the sentence-transformers model, with its text limit set to 64 tokens.

    `batch` is how many phrases, marked sentences and descriptors a step takes. `on_progress` gets the step,
    the number of steps and the running mean of the loss. The same seed gives the same weights on one thread.
    """
    torch = optional("torch", _FEATURE, extra="lab")
    torch.manual_seed(seed)
    network = open_model(base)
    network.max_seq_length = MOST_TOKENS
    layers = PartlyFrozenBert(network[0].auto_model, network.tokenizer)
    optimiser = torch.optim.AdamW(layers.trained(), lr=_RATE, weight_decay=_DECAY)
    phrases, sentences, descriptors = batch
    batches = ContrastiveBatches(
        texts, seed=seed, phrases=phrases, sentences=sentences, descriptors=descriptors
    )
    running = 0.0

    def loss(drawn: Sequence[KeyedText]) -> Any:
        vectors = layers.encode([text.text for text in drawn])
        return sum(_loss(vectors, drawn, vocabulary) for vocabulary in vocabularies)

    def after_step(step: int, found: Any) -> None:
        nonlocal running
        value = found.item()
        running = value if step == 1 else 0.97 * running + 0.03 * value
        if on_progress:
            on_progress(step, steps, running)

    train_steps(
        optimiser,
        (batches.draw() for _ in range(steps)),
        loss,
        rates=(_RATE,),
        share=lambda step: min(1.0, (step + 1) / (_WARM_UP * steps)) * (1 - 0.97 * (step + 1) / steps),
        on_step=after_step,
    )
    network.eval()
    return network


def _loss(vectors: Any, drawn: Sequence[KeyedText], vocabulary: Vocabulary) -> Any:
    torch = optional("torch", _FEATURE, extra="lab")
    rows = [at for at, text in enumerate(drawn) if vocabulary.name in text.keys]
    keys = [drawn[at].keys[vocabulary.name] for at in rows]
    same = torch.tensor([[one == other for other in keys] for one in keys])
    far = torch.tensor([[apart(one, other, vocabulary) for other in keys] for one in keys])
    same.fill_diagonal_(False)
    return multi_similarity(vectors[rows], same, far)


class PartlyFrozenBert:
    """BERT in two parts: frozen lower layers, whose output is cached, and upper ones that train."""

    def __init__(self, bert: Any, tokenizer: Any, *, dropout: bool = True) -> None:
        self._torch = optional("torch", _FEATURE, extra="lab")
        self._bert, self._tokenizer = bert, tokenizer
        self._lower: dict[str, Any] = {}
        self._upper = bert.encoder.layer[FROZEN:]
        bert.eval()
        for parameter in bert.parameters():
            parameter.requires_grad = False
        for layer in self._upper:
            layer.train(dropout)
            for parameter in layer.parameters():
                parameter.requires_grad = True

    def trained(self) -> list[Any]:
        """Give the parameters that training changes."""
        return [parameter for layer in self._upper for parameter in layer.parameters()]

    def encode(self, texts: Sequence[str]) -> Any:
        """Give unit vectors in the order of the texts; short and long ones run apart, to pad less."""
        torch = self._torch
        states = self._states(texts)
        order = sorted(range(len(texts)), key=lambda at: len(states[at]))
        cut = len(order) * 2 // 3
        parts = [self._pooled([states[at] for at in part]) for part in (order[:cut], order[cut:]) if part]
        back = sorted(range(len(order)), key=order.__getitem__)
        return torch.cat(parts)[back]

    def _states(self, texts: Sequence[str]) -> list[Any]:
        missing = sorted({text for text in texts if text not in self._lower}, key=len)
        for start in range(0, len(missing), 32):
            part = missing[start : start + 32]
            inputs = self._tokenizer(
                part, padding=True, truncation=True, max_length=MOST_TOKENS, return_tensors="pt"
            )
            with self._torch.no_grad():
                output = self._bert.embeddings(input_ids=inputs["input_ids"])
                mask = self._mask(inputs["attention_mask"])
                for layer in self._bert.encoder.layer[:FROZEN]:
                    output = _first(layer(output, attention_mask=mask))
            for text, state, kept in zip(part, output, inputs["attention_mask"].sum(dim=1), strict=True):
                self._lower[text] = state[:kept].half()
        return [self._lower[text] for text in texts]

    def _pooled(self, states: list[Any]) -> Any:
        torch = self._torch
        padded = torch.nn.utils.rnn.pad_sequence([state.float() for state in states], batch_first=True)
        lengths = torch.tensor([len(state) for state in states])
        attention = (torch.arange(padded.shape[1])[None] < lengths[:, None]).long()
        mask = self._mask(attention)
        for layer in self._upper:
            padded = _first(layer(padded, attention_mask=mask))
        kept = attention[:, :, None]
        mean = (padded * kept).sum(dim=1) / kept.sum(dim=1)
        return torch.nn.functional.normalize(mean, dim=1)

    def _mask(self, attention: Any) -> Any:
        """Turn 1 and 0 of shape (n, tokens) into 0 and a very low number, shape (n, 1, 1, tokens)."""
        low = self._torch.finfo(self._torch.float32).min
        return (1.0 - attention[:, None, None, :].float()) * low


def _first(output: Any) -> Any:
    return output[0] if isinstance(output, tuple) else output
