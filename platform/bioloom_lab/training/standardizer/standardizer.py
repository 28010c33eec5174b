"""Training of the standardizer: encoder, export, reranker for both vocabularies."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path

from bioloom.embedding import open_encoder
from bioloom.embedding.caching_encoder import CachingEncoder
from bioloom.embedding.hugging_face import PACKAGED
from bioloom.errors import UsageError
from bioloom.standardization.relate.embedding_space import Space
from bioloom.standardization.relate.reranker import RerankerWeights
from bioloom.standardization.relate.vocabulary import VOCABULARIES, vocabulary
from bioloom_lab.relate_cases.case import NONE, RelationCase, in_text_order
from bioloom_lab.relate_cases.chemprot import chemprot_unrelated
from bioloom_lab.relate_cases.corpora import corpora_in, read_cases
from bioloom_lab.training.standardizer.contrastive_texts import case_texts, descriptor_texts
from bioloom_lab.training.standardizer.encoder import MOST_TOKENS, train_encoder
from bioloom_lab.training.standardizer.reranker import fit_reranker, judged, write_weights

SHARE = 0.15


def is_held_out(document: str, share: float = SHARE) -> bool:
    """Say whether a document belongs to the held-out part: by a hash of its id, the same everywhere.

    >>> is_held_out("10047461"), is_held_out("10047461", share=1.0)
    (False, True)
    """
    digest = hashlib.blake2b(document.encode(), digest_size=4).digest()
    return int.from_bytes(digest) / 2**32 < share


def split_cases(
    cases: Iterable[RelationCase], share: float = SHARE
) -> tuple[tuple[RelationCase, ...], tuple[RelationCase, ...]]:
    """Give the cases to learn from and the held-out ones; a document's cases stay together."""
    learnt: list[RelationCase] = []
    held: list[RelationCase] = []
    for case in cases:
        (held if is_held_out(case.document, share) else learnt).append(case)
    return tuple(learnt), tuple(held)


STEPS = 500
TAUGHT = ("chemprot", "git", "ddi")
"""The corpora that the encoder learns from; BioRED's labels are a document's, too loose to teach a phrase."""

Progress = Callable[[str, int, int], None]


def train_standardizer(
    data: Path,
    folder: Path,
    *,
    base: str = PACKAGED,
    steps: int = STEPS,
    seed: int = 0,
    keep_encoder: bool = False,
    on_progress: Progress | None = None,
) -> Path:
    """Train on the train splits found in `data` and write encoder and reranker into a folder.

    With `keep_encoder` the folder's encoder stays and only the reranker is fitted. `on_progress` gets what
    is being done, how much of it is done, and of how much. SourceError if no corpus is there.
    """
    from bioloom_lab.training.onnx.encoder_export import export_onnx

    say = on_progress or (lambda stage, done, total: None)
    say("reading cases", 0, 1)
    cases = read_cases(data, "train")
    taught, _ = split_cases(case for name in TAUGHT for case in cases.get(name, ()))
    parts = split_cases(
        case for name, some in cases.items() for case in some if name in TAUGHT or case.labels != (NONE,)
    )
    words = [vocabulary(name) for name in VOCABULARIES]
    if not keep_encoder:
        texts = (*case_texts(taught, words), *descriptor_texts(words))
        network = train_encoder(
            texts,
            words,
            base=base,
            steps=steps,
            seed=seed,
            on_progress=lambda step, total, loss: say(f"encoder, loss {loss:.3f}", step, total),
        )
        export_onnx(network, folder, max_tokens=MOST_TOKENS)
    elif not (folder / "model.onnx").is_file():
        raise UsageError(f"{folder} has no encoder to keep")
    encoder = CachingEncoder(open_encoder(str(folder)))
    unrelated = _unrelated(data)
    trained: dict[str, RerankerWeights] = {}
    for number, each in enumerate(words):
        say(f"reranker for {each.name}", number, len(words))
        space = Space(each, encoder)
        shown = [
            judged(_for_vocabulary([*part, *none], each.name), space)
            for part, none in zip(parts, split_cases(unrelated), strict=True)
        ]
        trained[each.name] = fit_reranker(shown[0], shown[1], space)
    write_weights(folder, encoder.name, trained)
    say("done", 1, 1)
    return folder


def _unrelated(data: Path) -> tuple[RelationCase, ...]:
    place = corpora_in(data, "train").get("chemprot")
    return chemprot_unrelated(place, "train") if place else ()


def _for_vocabulary(cases: Iterable[RelationCase], name: str) -> list[RelationCase]:
    """Take ChemProt's cases alone for its vocabulary, and all, in text order, for Biolink."""
    if name == "chemprot":
        return [case for case in cases if case.source == "chemprot"]
    return [in_text_order(case) for case in cases]
