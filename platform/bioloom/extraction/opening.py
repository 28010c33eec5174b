"""Extractor factory: none, the models that travel with the package, or a language model."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bioloom.disk_cache import hex_digest
from bioloom.errors import UsageError
from bioloom.extraction.extraction_cache import CachingExtractor
from bioloom.extraction.extractor import PROTOCOLS, PUBLICATIONS, ByKind, Extractor
from bioloom.extraction.triples.claim_gate import ClaimGate
from bioloom.records import AnnotatedDocument
from bioloom.resources import has_weights, weights
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.extraction.retrieval_augmentation.retriever import Retrieval

SHIPPED = ("protocol", "triples")
"""The models that travel with the package, each for documents of one kind."""


@dataclass(frozen=True, slots=True)
class Prompting:
    """Options of a language model for protocols (SPEC B9-B11) and publications (SPEC P18, P21, P27).

    With `shots` from 1 to 20, so many of the annotated sentences of `demonstrations`, documents in BioPIE's
    terms, are shown with each sentence of a protocol. With a `memory`, a document retrieved from it is shown
    with each sentence of a publication; `triple_form` is how triples are written. With a `scheme_file`,
    documents of every kind are read for the types and relations of that file, and nothing else.
    """

    mode: Literal["pipeline", "joint"] = "pipeline"
    demonstrations: Sequence[AnnotatedDocument] = ()
    shots: int = 0
    memory: Retrieval | None = None
    triple_form: Literal["bars", "P1", "P2"] = "P1"
    scheme_file: Path | None = None


def open_extractor(
    engine: str, settings: Settings, *, model: str | None = None, prompting: Prompting | None = None
) -> Extractor | None:
    """Open an extractor by the name of its engine; ``none`` gives None.

    ``local``: the shipped models, or those of the folder `model`. ``llm``: the language model of the
    settings, or its model `model`, asked as `prompting` says. UsageError for another name, a folder that is
    not there, ``llm`` without an endpoint, or `prompting` for what is no language model.
    """
    if prompting is not None and engine != "llm":
        raise UsageError(f"only a language model can be asked in a mode or with demonstrations, not {engine}")
    if engine == "none":
        return None
    if engine not in ENGINES:
        raise UsageError(f"there is no extractor called {engine!r}; choose from: {', '.join(EXTRACTORS)}")
    return ENGINES[engine](settings, model, prompting or Prompting())


def open_by_kind(
    engine: str,
    settings: Settings,
    *,
    model: str | None = None,
    prompting: Prompting | None = None,
    workers: str | None = None,
) -> Extractor | None:
    """Open what reads documents by their kind, as ``load`` and ``extract`` need it.

    ``local`` without `model` reads protocols with the protocol model and publications with the triple model,
    each opened when the first such document comes; with the folder of a model, what that model reads. ``llm``
    asks a language model about protocols in BioPIE's terms and about publications for triples. What a model
    found in a document is kept in the cache of `settings`; of its claims those pass that reach the least
    confidence of `settings`. With `workers` (``ray``, ``ray:4``,
    ``ray:ADDRESS``) the worker processes of a Ray cluster run the local models.
    """
    if workers is not None and engine != "local":
        raise UsageError("only the local models are run by workers: choose local, or leave --workers away")
    if engine == "llm":
        return _open_prompted_by_kind(settings, model, prompting or Prompting())
    if engine != "local" or prompting is not None:
        return open_extractor(engine, settings, model=model, prompting=prompting)
    extractor = _open_local_by_kind(settings, model)
    if workers is not None:
        from bioloom.extraction.ray_workers import RayExtractor

        extractor = RayExtractor(extractor, partial(_open_on_worker, model), workers)
    cached = CachingExtractor(extractor, settings.cache / "extraction" / "documents.sqlite")
    return ClaimGate(cached, settings.claim_confidence) if cached.kinds & PUBLICATIONS else cached


def _open_on_worker(model: str | None) -> Extractor:
    """Open the same with the settings of another machine."""
    return _open_local_by_kind(Settings(), model)


def _open_local_by_kind(settings: Settings, model: str | None) -> Extractor:
    if model is not None and _reads_publications(Path(model)):
        return _open_triples(Path(model))
    folders = [weights(name) for name in SHIPPED if has_weights(name)]
    if model is not None or len(folders) < len(SHIPPED):
        return ENGINES["local"](settings, model, Prompting())
    name = f"local:{'+'.join(SHIPPED)}@{_digest(folders)}"
    openers: Mapping[frozenset[str], Callable[[], Extractor]] = {
        PROTOCOLS: lambda: ENGINES["local"](settings, None, Prompting()),
        PUBLICATIONS: lambda: _open_triples(None),
    }
    return ByKind(name, "wlp", openers)


def _reads_publications(folder: Path) -> bool:
    """Say whether a folder holds a triple model: its settings name several schemes."""
    try:
        stated = json.loads((folder / "settings.json").read_bytes())
    except (OSError, ValueError, RecursionError):
        return False  # whoever opens it says what is wrong
    return isinstance(stated, dict) and "schemes" in stated


def _open_triples(folder: Path | None) -> Extractor:
    from bioloom.extraction.triples.local import open_local_triples

    return open_local_triples(folder)


def _digest(folders: Sequence[Path]) -> str:
    """Name the files of folders; 8 hex digits."""
    files = ((folder, path) for folder in folders for path in sorted(folder.rglob("*")) if path.is_file())
    named = ((path.relative_to(folder).as_posix().encode(), path.read_bytes()) for folder, path in files)
    return hex_digest(chain.from_iterable(named), 4)


def _open_local(_settings: Settings, model: str | None, _prompting: Prompting) -> Extractor:
    folder = None if model is None else Path(model)
    if folder is not None and not folder.is_dir():
        raise UsageError(f"{folder} is no folder of a protocol model")
    from bioloom.extraction.networks import open_local

    return open_local(folder)


def _open_prompted(settings: Settings, model: str | None, prompting: Prompting) -> Extractor:
    from bioloom.extraction.llm import open_prompted

    return open_prompted(settings, model, prompting.mode, prompting.demonstrations, prompting.shots)


def _open_prompted_by_kind(settings: Settings, model: str | None, prompting: Prompting) -> Extractor:
    from bioloom.extraction.triples.triple_scheme import open_prompted_triples

    if prompting.scheme_file is not None:
        from bioloom.extraction.llm import open_with_scheme

        return open_with_scheme(settings, prompting.scheme_file, model, prompting.mode)
    protocols = _open_prompted(settings, model, prompting)
    publications = open_prompted_triples(settings, model, prompting.memory, prompting.triple_form)
    openers: Mapping[frozenset[str], Callable[[], Extractor]] = {
        PROTOCOLS: lambda: protocols,
        PUBLICATIONS: lambda: publications,
    }
    return ByKind(f"{protocols.name}+{publications.name}", protocols.scheme, openers)


ENGINES: Mapping[str, Callable[[Settings, str | None, Prompting], Extractor]] = {
    "local": _open_local,
    "llm": _open_prompted,
}
"""What extracts, by the name of its engine; heavy parts are imported when it is opened."""

EXTRACTORS = ("none", *ENGINES)
"""What a user may name."""
