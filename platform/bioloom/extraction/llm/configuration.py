"""An extractor from settings: which model, how it is asked, and with what demonstrations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from bioloom.embedding import open_encoder
from bioloom.errors import UsageError
from bioloom.extraction.llm.answer_cache import AnswerCache
from bioloom.extraction.llm.concurrent_requests import Questions
from bioloom.extraction.llm.demonstration_retrieval import MOST_SHOTS, Demonstrations
from bioloom.extraction.llm.extractor import JointExtractor, PipelineExtractor
from bioloom.llm import Patience
from bioloom.records import AnnotatedDocument
from bioloom.settings import Settings

Mode = Literal["pipeline", "joint"]
MODES: tuple[Mode, ...] = get_args(Mode)


def open_prompted(
    settings: Settings,
    model: str | None = None,
    mode: Mode = "pipeline",
    demonstrations: Sequence[AnnotatedDocument] = (),
    shots: int = 0,
    *,
    patience: Patience | None = None,
    lasting: bool = True,
) -> PipelineExtractor | JointExtractor:
    """Open what extracts with the language model of the settings, or with another `model` of its endpoint.

    A LoRA adapter that vLLM or llama.cpp serves under a name of its own is such a model (SPEC B14). With
    `shots` from 1 to 20, so many of the annotated sentences of `demonstrations` (in BioPIE's terms) that are
    nearest to a sentence are shown with it (SPEC B11). Answers are kept on disk unless `lasting` is False.
    UsageError if no model is set or there is nothing to show.
    """
    if mode not in MODES:
        raise UsageError(f"a model is asked in the mode {' or '.join(MODES)}, not {mode!r}")
    if not 0 <= shots <= MOST_SHOTS:
        raise UsageError(f"between 0 and {MOST_SHOTS} demonstrations can be shown, not {shots}")
    if model:
        settings = settings.model_copy(update={"llm_model": model})
    if not settings.llm_url or not settings.llm_model:
        raise UsageError(
            "no language model is set: set BIOLOOM_LLM_URL and BIOLOOM_LLM_MODEL, or use another engine"
        )
    if shots and not demonstrations:
        raise UsageError("demonstrations need a folder of annotated protocols to be taken from")
    nearest = Demonstrations(demonstrations, open_encoder(), shots, settings.cache) if shots else None
    cache = AnswerCache(settings.cache) if lasting else None
    questions = Questions(settings, patience=patience, cache=cache)
    asked = PipelineExtractor if mode == "pipeline" else JointExtractor
    return asked(settings.llm_model, questions, nearest)
