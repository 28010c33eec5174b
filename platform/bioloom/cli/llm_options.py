"""Options of a language model that extracts: how it is asked, and which examples it is shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from bioloom.errors import UsageError
from bioloom.extraction.opening import Prompting
from bioloom.loading import loader_for
from bioloom.pipeline.validation.record_validation import NO_OPTIONS
from bioloom.records import AnnotatedDocument
from bioloom.standardization.document_standardization import TO_BIOPIE
from bioloom.standardization.relation_tables import PUBLICATION_SCHEMES

if TYPE_CHECKING:
    from bioloom.extraction.retrieval_augmentation.retriever import Retrieval


def read_demonstrations(folder: Path) -> tuple[AnnotatedDocument, ...]:
    """Read the annotated protocols of a folder in BRAT standoff, mapped to BioPIE; others are left out.

    UsageError if it does not exist or holds none; SourceError if it cannot be read at all.
    """
    if not folder.exists():
        raise UsageError(f"{folder}, the folder of demonstrations, does not exist")
    found = tuple(
        TO_BIOPIE[record.scheme](record)
        for record in loader_for(folder, "brat").records(folder, NO_OPTIONS)
        if isinstance(record, AnnotatedDocument) and record.mentions
        if record.scheme is not None and record.scheme in TO_BIOPIE
    )
    if not found:
        raise UsageError(f"{folder} holds no protocol that is annotated in the terms of WLP or BioPIE")
    return found


TripleForm = Literal["P1", "P2", "bars"]
"""How triples are written."""


PromptMode = Literal["pipeline", "joint"]
"""How many questions a language model is asked about a sentence."""


Mode = Annotated[
    PromptMode | None,
    typer.Option(
        help="How a language model is asked about protocols: pipeline, for entities and then for relations "
        "(the default), or joint, for both at once."
    ),
]
Demonstrations = Annotated[
    Path | None,
    typer.Option(
        help="A folder of annotated protocols (BRAT); their sentences are shown to a language model as "
        "examples with sentences of protocols, as many as --shots says."
    ),
]
Shots = Annotated[
    int | None, typer.Option(min=0, max=20, help="How many of the nearest demonstrations go with a sentence.")
]


Memory = Annotated[
    Path | None,
    typer.Option(
        help="The folder of a memory (bioloom memory build): a language model reads each sentence of a "
        "publication beside what is retrieved from it."
    ),
]
TripleFormat = Annotated[
    TripleForm | None,
    typer.Option(
        "--triple-form",
        help="How a language model writes the triples of publications: P1, a list of head, relation and tail "
        "(the default); P2, head(relation)tail; bars, head | relation | tail after the instruction of "
        "fine-tuning.",
    ),
]


SchemeFile = Annotated[
    Path | None,
    typer.Option(
        help="A YAML file with types and relations of your own, in LinkML's words: a language model reads "
        "documents of every kind for these (docs/extraction.md)."
    ),
]


def read_prompting(
    option: str,
    engine: str,
    mode: PromptMode | None,
    demonstrations: Path | None,
    shots: int | None,
    memory: Path | None = None,
    triple_form: TripleForm | None = None,
    scheme_file: Path | None = None,
) -> Prompting | None:
    """Make of these options what an extractor is opened with; None if none of them was given.

    UsageError where they do not go together, or not with the `engine` that the command line `option` named.
    """
    if all(each is None for each in (mode, demonstrations, shots, memory, triple_form, scheme_file)):
        return None
    if engine != "llm":
        raise UsageError(
            "--mode, --demonstrations, --shots, --memory, --triple-form and --scheme-file are for a language "
            f"model: they need {option} llm"
        )
    if scheme_file is not None and (shots or memory is not None):
        raise UsageError("--scheme-file asks without examples: leave --demonstrations and --memory away")
    if demonstrations is not None and shots is None:
        raise UsageError("--demonstrations needs --shots: how many of them go with a sentence, up to 20")
    if shots and demonstrations is None:
        raise UsageError("--shots needs --demonstrations: a folder of annotated protocols to take them from")
    return Prompting(
        mode or "pipeline",
        read_demonstrations(demonstrations) if shots and demonstrations is not None else (),
        shots or 0,
        None if memory is None else _open_memory(memory),
        triple_form or "P1",
        scheme_file,
    )


def _open_memory(folder: Path) -> Retrieval:
    """Open a memory of phrases whose labels publications are annotated in."""
    from bioloom.extraction.retrieval_augmentation.memory_folder import open_memory

    retrieval = open_memory(folder.expanduser())
    kind, scheme = retrieval.memory.kind, retrieval.memory.scheme
    if kind != "chunks":
        raise UsageError(
            f"the memory {folder} holds {kind}; extraction looks up phrases: build it without --keys"
        )
    if scheme not in PUBLICATION_SCHEMES:
        raise UsageError(
            f"the memory {folder} has the labels of {scheme}; publications are read in those of "
            f"{', '.join(PUBLICATION_SCHEMES)}"
        )
    return retrieval
