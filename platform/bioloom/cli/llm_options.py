"""The options of a language model that extracts: how it is asked, and which examples it is shown."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from bioloom.errors import UsageError
from bioloom.extraction.opening import Prompting
from bioloom.loading import loader_for
from bioloom.pipeline.record_validation import NO_OPTIONS
from bioloom.records import AnnotatedDocument
from bioloom.standardization.document_standardization import TO_BIOPIE


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


class PromptMode(StrEnum):
    """How many questions a language model is asked about a sentence."""

    pipeline = "pipeline"
    joint = "joint"


Mode = Annotated[
    PromptMode | None,
    typer.Option(
        help="How a language model is asked: pipeline, for entities and then for relations, which it is if "
        "left away, or joint, for both at once.",
        show_default=False,
    ),
]
Demonstrations = Annotated[
    Path | None,
    typer.Option(
        help="A folder of annotated protocols (BRAT); their sentences are shown to a language model as "
        "examples, as many as --shots says.",
        show_default=False,
    ),
]
Shots = Annotated[
    int | None,
    typer.Option(
        min=0, max=20, help="How many of the nearest demonstrations go with a sentence.", show_default=False
    ),
]


def read_prompting(
    option: str, engine: str, mode: PromptMode | None, demonstrations: Path | None, shots: int | None
) -> Prompting | None:
    """Make of these options what an extractor is opened with; None if none of them was given.

    UsageError where they do not go together, or not with the `engine` that the command line `option` named.
    """
    if mode is None and demonstrations is None and shots is None:
        return None
    if engine != "llm":
        raise UsageError(
            f"--mode, --demonstrations and --shots are for a language model: they need {option} llm"
        )
    if demonstrations is not None and shots is None:
        raise UsageError("--demonstrations needs --shots: how many of them go with a sentence, up to 20")
    if shots and demonstrations is None:
        raise UsageError("--shots needs --demonstrations: a folder of annotated protocols to take them from")
    asked: Literal["pipeline", "joint"] = "joint" if mode is PromptMode.joint else "pipeline"
    if not shots or demonstrations is None:
        return Prompting(asked)

    return Prompting(asked, read_demonstrations(demonstrations), shots)
