"""Document holders: a load leaves alone what another source file holds, and what was extracted before."""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.rows.property_maps import document_rows
from bioloom.graph.rows.record_entries import content_of
from bioloom.graph.rows.upsert_policy import Origin
from bioloom.graph.writing.pending_batch import PendingBatch, count_edges
from bioloom.records import NumberedReject, Reject, StandardDocument

KEPT = "document that keeps what was extracted before; --fresh --extract none drops that"


Held: TypeAlias = Mapping[str, Mapping[str, Any]]
"""Documents by id that other loads hold: file, sources of the loads, what extracted them, sentences."""


def find_held(graph: Graph, ids: Sequence[str], load: str) -> Held:
    """Find those documents that other loads than this one hold."""
    if not ids:
        return {}
    return {row["id"]: row for row in graph.read("write/document_holders", ids=ids, load=load)}


def settle(
    batch: PendingBatch, held: Held, origin: Origin, release: str, *, keep_extracted: bool, take_over: bool
) -> PendingBatch:
    """Reject the documents of a batch that another file holds, unless they are to be taken over.

    With `keep_extracted` a document that comes without annotation leaves alone what an extractor found in
    the same text; of another text it is a UsageError. `release` is that of Biolink.
    """
    refused: dict[int, Reject] = {}
    standing: set[str] = set()
    for position, one in zip(batch.document_positions, batch.documents, strict=True):
        row = held.get(one.document.id)
        entry = None if row is None else document_rows(one, release, origin).document["record_hash"]
        if row is None or content_of(entry) == content_of(row["entry"]):
            continue
        revised = take_over or _is_revision(one)
        holder = None if revised else find_holder(one.document.place.file, (row["file"], *row["sources"]))
        if holder is not None:
            refused[position] = _refuse(one, holder)
        elif keep_extracted and row["extractor"] and not one.mentions:
            if row["texts"] != [sentence.text for sentence in one.sentences]:
                raise would_drop(one.document.place.file, row["extractor"])
            standing.add(one.document.id)
    kept = {KEPT: len(standing)} if standing else {}
    batch = replace(batch, standing=standing, warnings=dict(Counter(batch.warnings) + Counter(kept)))
    return _without(batch, refused) if refused else batch


def _is_revision(standard: StandardDocument) -> bool:
    """Say whether a document is named by its PMID, so that another file with it has the same publication, as
    PubMed's update files have."""
    document = standard.document
    return document.id.rpartition(":")[2] == document.properties.get("pmid")


def would_drop(source: object, extractor: str) -> UsageError:
    """Explain why what was extracted is not replaced by bare text, for which nobody asked."""
    return UsageError(
        f"{source} was loaded with {extractor}, and reading it again without would drop "
        f"what was extracted: say --extract {'llm' if extractor.startswith('llm') else 'local'} to keep "
        "that up, or --extract none for the bare text"
    )


def find_holder(file: str, holders: tuple[str | None, ...]) -> str | None:
    """Find the file or folder among those that hold a document which is there and has not this file in it."""
    path = Path(os.path.realpath(file))
    for holder in filter(None, holders):
        other = Path(os.path.realpath(holder))
        if other not in (path, *path.parents) and other.exists():
            return holder
    return None


def _refuse(standard: StandardDocument, holder: str) -> Reject:
    id_ = standard.document.id
    message = (
        f"{id_} is a document of {holder}, which another load brought, and stays as it is there: give this "
        "one another name with --corpus NAME, or replace that one with --replace"
    )
    return Reject("DUPLICATE_DOCUMENT", "write", message, standard.document.place, {"id": id_})


def _without(batch: PendingBatch, refused: Mapping[int, Reject]) -> PendingBatch:
    """Take refused documents out of a batch, with what they claim of entities."""
    kept = [at for at, number in enumerate(batch.document_positions) if number not in refused]
    gone = [one for at, one in enumerate(batch.documents) if at not in kept]
    stated = [at for at, (number, _) in enumerate(batch.relations) if number not in refused]
    assertions = [batch.assertions[at] for at in stated]
    ends = {end for claim in assertions for end in (claim.subject, claim.object)}
    parts = len(batch.assertions) - len(assertions)
    parts += sum(len(one.sentences) + len(one.mentions) + count_edges(one.assertions)[0] for one in gone)
    rejects = [*batch.rejects, *(NumberedReject(number, reject) for number, reject in refused.items())]
    return replace(
        batch,
        documents=[batch.documents[at] for at in kept],
        document_positions=[batch.document_positions[at] for at in kept],
        assertions=assertions,
        relations=[batch.relations[at] for at in stated],
        named=[entity for entity in batch.named if entity.id in ends],
        rejects=sorted(rejects, key=lambda one: one.position),
        skips=dict(Counter(batch.skips) + Counter({"in a rejected document": parts})),
    )
