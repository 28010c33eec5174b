"""Opening of prompted extractors: which model, which scheme, with what examples."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bioloom.disk_cache import DiskCache
from bioloom.embedding import open_encoder
from bioloom.errors import UsageError
from bioloom.extraction.llm.concurrent_requests import Questions
from bioloom.extraction.llm.demonstration_retrieval import MOST_SHOTS, DemonstrationRetriever
from bioloom.extraction.llm.entity_scheme import MODES, Mode, biopie_scheme, own_scheme
from bioloom.extraction.llm.extractor import PromptedExtractor
from bioloom.extraction.llm.scheme_file import read_scheme
from bioloom.llm import Patience
from bioloom.records import AnnotatedDocument
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.extraction.llm.demonstrations import Demonstration


def open_prompted(
    settings: Settings,
    model: str | None = None,
    mode: Mode = "pipeline",
    demonstrations: Sequence[AnnotatedDocument] = (),
    shots: int = 0,
    *,
    patience: Patience | None = None,
    lasting: bool = True,
) -> PromptedExtractor[tuple[Demonstration, ...]]:
    """Open what reads protocols with the model of the settings, or with another `model` of its endpoint.

    A LoRA adapter that vLLM or llama.cpp serves under a name of its own is such a model (SPEC B14). With
    `shots` from 1 to 20, so many of the annotated sentences of `demonstrations` (in BioPIE's terms) that are
    nearest to a sentence are shown with it (SPEC B11). Answers are kept on disk unless `lasting` is False. In
    the mode ``pipeline`` it can also relate given mentions. UsageError if no model is set or there is nothing
    to show.
    """
    if mode not in MODES:
        raise UsageError(f"a model is asked in the mode {' or '.join(MODES)}, not {mode!r}")
    if not 0 <= shots <= MOST_SHOTS:
        raise UsageError(f"between 0 and {MOST_SHOTS} demonstrations can be shown, not {shots}")
    settings = with_model(settings, model)
    if shots and not demonstrations:
        raise UsageError("demonstrations need a folder of annotated protocols to be taken from")
    nearest = DemonstrationRetriever(demonstrations, open_encoder(), shots, settings.cache) if shots else None
    questions = open_questions(settings, patience=patience, lasting=lasting)
    return PromptedExtractor(settings.llm_model or "", questions, biopie_scheme(mode, nearest))


def open_with_scheme(
    settings: Settings,
    file: Path,
    model: str | None = None,
    mode: Mode = "pipeline",
    *,
    patience: Patience | None = None,
) -> PromptedExtractor[tuple[Demonstration, ...]]:
    """Open what reads documents of every kind for the types and relations of a user's scheme file.

    SourceError, with its line, for what the file says wrong; UsageError if no model is set.
    """
    own = read_scheme(file)
    settings = with_model(settings, model)
    questions = open_questions(settings, patience=patience)
    return PromptedExtractor(settings.llm_model or "", questions, own_scheme(mode, own))


def with_model(settings: Settings, model: str | None) -> Settings:
    """Give settings with another model of the endpoint; UsageError if there is no endpoint or no model."""
    if model:
        settings = settings.model_copy(update={"llm_model": model})
    if not settings.llm_url or not settings.llm_model:
        raise UsageError(
            "no language model is set: set BIOLOOM_LLM_URL and BIOLOOM_LLM_MODEL, or use another engine"
        )
    return settings


def open_questions(settings: Settings, *, patience: Patience | None, lasting: bool = True) -> Questions:
    """Open the asking of a model; its answers are kept on disk unless `lasting` is False."""
    cache = DiskCache(settings.cache / "extraction" / "answers.sqlite") if lasting else None
    return Questions(settings, patience=patience, cache=cache)
