"""Memory building: labelled sentences of annotated sources, their phrases embedded."""

from collections.abc import Callable, Sequence
from pathlib import Path

from bioloom.embedding import Encoder
from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.chunking import WORDS
from bioloom.extraction.retrieval_augmentation.key_value_memory import KeyValueMemory, Kind, build_memory
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample, examples_of
from bioloom.loading import loader_for
from bioloom.pipeline.validation.record_validation import NO_OPTIONS
from bioloom.records import AnnotatedDocument

OnBuildStage = Callable[[str, int, int | None], None]
"""Told what is being done, how much is done, and of how much where that is known."""

_REPORT_EVERY = 50  # documents


def read_examples(
    sources: Sequence[Path],
    *,
    format: str | None = None,
    none: str | None = None,
    on_stage: OnBuildStage | None = None,
) -> tuple[list[MemoryExample], str]:
    """Read the labelled sentences of sources (SPEC P4) and the name of the scheme of their labels.

    `none` is as in `examples_of`. UsageError if the sources have labels of several schemes, or none.
    """
    examples: list[MemoryExample] = []
    schemes: set[str] = set()
    documents = 0
    for source in sources:
        for record in loader_for(source, format).records(source, NO_OPTIONS):
            if not isinstance(record, AnnotatedDocument):
                continue
            found = examples_of(record, none=none)
            if found and record.scheme is not None:
                schemes.add(record.scheme)
                examples += found
            documents += 1
            if on_stage is not None and documents % _REPORT_EVERY == 0:
                on_stage("reading", documents, None)
    named = ", ".join(str(source) for source in sources)
    if not examples:
        raise UsageError(f"there is no sentence with an annotated relation in {named}")
    if len(schemes) > 1:
        raise UsageError(
            f"the relations of {named} are of several schemes ({', '.join(sorted(schemes))}): "
            "build a memory for each"
        )
    return examples, schemes.pop()


def memory_of(
    sources: Sequence[Path],
    encoder: Encoder,
    *,
    words: int = WORDS,
    kind: Kind = "chunks",
    format: str | None = None,
    none: str | None = None,
    on_stage: OnBuildStage | None = None,
) -> KeyValueMemory:
    """Build the memory of what is annotated in files or folders (SPEC P7, P8)."""
    examples, scheme = read_examples(sources, format=format, none=none, on_stage=on_stage)

    def show(done: int, total: int) -> None:
        if on_stage is not None:
            on_stage("embedding", done, total)

    return build_memory(examples, encoder, words=words, kind=kind, scheme=scheme, on_progress=show)
