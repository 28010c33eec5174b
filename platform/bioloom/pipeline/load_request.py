"""Load request: the source, how to read it, and what to do with what it holds."""

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeAlias, TypedDict

from bioloom.biolink import Biolink
from bioloom.errors import UsageError
from bioloom.extraction.extractor import Extractor
from bioloom.loading import Loader
from bioloom.pipeline.load_report import LoadProgress
from bioloom.pipeline.passes.name_index import Decide
from bioloom.pipeline.validation.edge_validation import PhraseMapper
from bioloom.pipeline.validation.record_validation import NO_OPTIONS, infores
from bioloom.records import LoadOptions

ROWS = 5_000
"""Rows of a batch: what one transaction holds. With twice as many the server collects garbage for longer."""

_LONGEST_CORPUS = 200

OnLoadProgress: TypeAlias = Callable[[LoadProgress], None]


class LoadKeywords(TypedDict, total=False):
    """Keyword arguments of `load`: the fields of `LoadRequest` but its source."""

    format: str | Loader | None
    options: LoadOptions
    limit: int | None
    dry_run: bool
    fresh: bool
    keep_stale: bool
    drop_stale: bool
    replace: bool
    rows: int
    phrases: PhraseMapper | bool
    ground: bool
    decide: Decide | None
    extractor: Extractor | None
    keep_extracted: bool
    on_progress: OnLoadProgress | None
    label: str | None


@dataclass(frozen=True, slots=True)
class LoadRequest:
    """Request to load a file or folder."""

    source: Path
    format: str | Loader | None = None
    """A loader or its name; without one the loader is the one that recognises the source."""
    options: LoadOptions = NO_OPTIONS
    limit: int | None = None
    """Records after which the load stops."""
    dry_run: bool = False
    """Do everything but write to the graph."""
    fresh: bool = False
    """Read the source from its beginning though it is loaded."""
    keep_stale: bool = False
    """Leave in the graph what an earlier version of the source held and this one does not."""
    drop_stale: bool = False
    """Withdraw such records even where they may be among the rejects; a dry run with a graph counts them."""
    replace: bool = False
    """Take over documents of an id that another file holds, which are rejected else."""
    rows: int = ROWS
    """The most rows of a batch."""
    phrases: PhraseMapper | bool = True
    """What maps free relation phrases to predicates: True for the standardizer of the settings; with False
    they are rejected, and a replay can map them."""
    ground: bool = True
    """Run the grounding pass at the end if anything new is due for it."""
    decide: Decide | None = None
    """Finds the entities instead of the local grounder."""
    extractor: Extractor | None = None
    """Finds mentions and relations in documents without annotation, a batch ahead of the writing. Documents
    that another extractor read, or none, are replaced by what this one finds."""
    keep_extracted: bool = False
    """Refuse a load without an extractor where it would replace what one found before."""
    on_progress: OnLoadProgress | None = None
    label: str | None = None
    """The name under which an upload was sent."""

    def __post_init__(self) -> None:
        if self.limit is not None and self.limit < 0:
            raise UsageError("the limit must not be negative")
        if self.drop_stale and (self.keep_stale or self.limit is not None):
            raise UsageError(
                "--drop-stale goes with neither --keep-stale nor --limit: leave one of them away"
            )

    @property
    def source_name(self) -> str:
        """The resolved path as text that can be stored, even where it is not valid UTF-8."""
        return os.fsencode(self.source.resolve()).decode("utf-8", "replace")

    @property
    def extractor_name(self) -> str:
        """The extractor with its model and version; empty without one."""
        return "" if self.extractor is None else self.extractor.name


def load_id(source: Path, format: str, options: LoadOptions) -> str:
    """Name a load: the same source with the same format and options is the same load."""
    resolved = os.fsencode(source.resolve()).hex()
    text = json.dumps([resolved, format, asdict(options)], sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def check_options(options: LoadOptions, biolink: Biolink) -> None:
    """Refuse options under which every record would be rejected."""
    source, level, agent = options.primary_knowledge_source, options.knowledge_level, options.agent_type
    enums = biolink.release.enums
    if source is not None and infores(source) is None:
        said = f"the primary source {source!r} cannot be written as an infores CURIE"
        raise UsageError(f"{said}; write infores:name")
    if level is not None and biolink.knowledge_level(level) is None:
        said = f"the knowledge level {level!r} is not a knowledge_level of Biolink"
        raise UsageError(f"{said}; choose from: {', '.join(enums['KnowledgeLevelEnum'])}")
    if agent is not None and biolink.agent_type(agent) is None:
        said = f"the agent type {agent!r} is not an agent_type of Biolink"
        raise UsageError(f"{said}; choose from: {', '.join(enums['AgentTypeEnum'])}")
    if options.corpus is not None and not 0 < len(options.corpus) <= _LONGEST_CORPUS:
        raise UsageError(f"the corpus needs a name of 1 to {_LONGEST_CORPUS} characters")
