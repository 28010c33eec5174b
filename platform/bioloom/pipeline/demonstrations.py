"""Annotated protocols of a folder, in BioPIE's terms, to be shown to a language model."""

from __future__ import annotations

from pathlib import Path

from bioloom.errors import UsageError
from bioloom.loading import loader_for
from bioloom.pipeline.validation import NO_OPTIONS
from bioloom.records import AnnotatedDocument
from bioloom.standardization.documents import TO_BIOPIE


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
