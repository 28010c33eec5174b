"""Opening of a standardizer: vocabulary, encoders, reranker and language model from settings."""

from collections.abc import Sequence
from functools import partial

from bioloom import resources
from bioloom.embedding import open_encoder
from bioloom.settings import Settings
from bioloom.standardization.relate.descriptor_retrieval import retrieve
from bioloom.standardization.relate.embedding_space import Space
from bioloom.standardization.relate.llm_choice import PROMPT, LlmChooser
from bioloom.standardization.relate.none_classifier import read_rejection, unrelated_phrases
from bioloom.standardization.relate.phrase_cache import PhraseCache, cache_file
from bioloom.standardization.relate.ranker import Ranker, SimilarityRanker
from bioloom.standardization.relate.reranker import Reranker
from bioloom.standardization.relate.standardizer import Standardizer
from bioloom.standardization.relate.vocabulary import vocabulary as read_vocabulary

THRESHOLD = 0.5
"""Probability of NONE from which no predicate is written (docs/standardization.md says how it was set)."""

_KEPT = 10  # candidates of a phrase

_CODE = ("standardization/relate", "extraction/stemming.py")
"""The stages whose code decides: when one changes, what was decided before is not taken from the cache."""


def open_standardizer(
    settings: Settings,
    *,
    vocabulary: str = "biolink",
    models: Sequence[str] = (),
    llm: bool | None = False,
    lasting: bool = True,
) -> Standardizer:
    """Open what maps claims to a vocabulary: ``biolink`` or ``chemprot``.

    `models` names encoders, one space each; none means the one that comes with bioloom, with its trained
    reranker. With others the order of retrieval counts, unless a language model chooses. `llm` None lets
    the language model choose if the settings name one; True insists that they do (UsageError). What is
    decided is kept on disk unless `lasting` is False.
    """
    wanted = settings.lets_llm(llm)
    words = read_vocabulary(vocabulary)
    encoders = [open_encoder(name) for name in models] or [open_encoder()]
    weighed = not models and vocabulary == "biolink"  # what the weights of rejection were fitted for
    nothing = unrelated_phrases() if weighed else ()
    spaces = [Space(words, encoder, settings.cache, unrelated=nothing) for encoder in encoders]
    reranker = None if models else Reranker.load(spaces[0])
    ranker: Ranker = reranker or SimilarityRanker()
    chooser = LlmChooser(settings) if wanted else None
    names = [encoder.name for encoder in encoders]
    parts = {
        "vocabulary": [words.name, words.release, words.fingerprint],
        "models": names,
        "ranker": reranker.fingerprint if reranker else type(ranker).__name__,
        "retrieval": ["rrf", _KEPT],
        "threshold": THRESHOLD,
        "llm": [settings.llm_url, settings.llm_model, resources.package("bioloom", PROMPT)]
        if wanted
        else None,
        "code": resources.code_digest(_CODE, ("relate",)),
    }
    return Standardizer(
        words,
        partial(retrieve, spaces=spaces, k=_KEPT),
        ranker,
        name=f"{'similarity' if models else 'relate'}:{'+'.join(names)}",
        threshold=THRESHOLD,
        kept=_KEPT,
        rejection=read_rejection() if weighed else None,
        chooser=chooser,
        cache=PhraseCache(cache_file(settings.cache, parts)) if lasting else None,
    )
