"""Load notes: what the report of a load says beside its counts, each in a sentence with its cure."""

from collections import Counter
from collections.abc import Sequence

from bioloom.extraction.extractor import PROTOCOLS, PUBLICATIONS
from bioloom.graph.connection import Graph
from bioloom.graph.writing.checkpoint import Checkpoint
from bioloom.pipeline.reject_file import RejectFile
from bioloom.resources import has_weights

_EXTRACTABLE = {
    "protocol": (PROTOCOLS, "actions, reagents and values"),
    "publication": (PUBLICATIONS, "genes, chemicals, diseases and how they relate"),
}
"""Documents that an extractor can annotate: their kinds, and what it finds in them."""

_MOST_NAMED = 3
"""Documents of a note that are named; the others are counted."""


def kinds_of_texts(kinds: Counter[str]) -> list[str]:
    """Tell how many plain texts were read as which kind, and what decides otherwise."""
    counted = [text for name in _EXTRACTABLE if (text := _counted(name, kinds))]
    if not counted:
        return []
    return [
        f"read as {' and '.join(counted)}, as the sentences of each text tell; "
        "--format protocols or --format abstracts decides otherwise"
    ]


def missing_annotation(unannotated: Counter[str]) -> list[str]:
    """Tell which documents went in as text only, and what would annotate them."""
    plain = {name: counted for name in _EXTRACTABLE if (counted := _counted(name, unannotated))}
    if not plain:
        return []
    verb = "has" if unannotated.total() == 1 else "have"
    results = ", ".join(_EXTRACTABLE[name][1] for name in plain)
    counted = " and ".join(plain.values())
    hint = f"{counted} {verb} no annotation; load with --extract local to find {results}"
    if "publication" in plain and not has_weights("triples"):
        hint += "; publications need --model FOLDER as well, which bioloom train triples makes"
    return [hint]


def already_loaded(stored: Checkpoint) -> str:
    """Tell that a source is as it was loaded, and what is not known of that load."""
    if stored.properties.get("reading"):
        return "already loaded and unchanged; --fresh loads it again"
    return (
        "already loaded and unchanged, by a bioloom that did not record yet how it reads; --fresh loads it "
        "again and withdraws what this one no longer reads out of it"
    )


def read_again(
    stored: Checkpoint, *, changed: bool, extractor: str, more: bool, otherwise: bool, stays: bool
) -> str:
    """Tell why an earlier load of a source does not count.

    `changed` says that the source is another, `extractor` names the one of now, `more` says that files can be
    read which could not, `otherwise` that the loader reads it otherwise, and `stays` that what the source
    holds no longer stays in the graph.
    """
    before = extractor_of(stored)
    if not changed and before != extractor:
        return (
            f"it was loaded with {before or 'no extractor'} before and is now with "
            f"{extractor or 'no extractor'}: it was read again from the beginning, and what "
            "was extracted from its documents before is replaced"
        )
    if stored.status == "replaced":
        return "documents of it were replaced by another load: it was read again from the beginning"
    if stored.status in ("withdrawing", "withdrawn"):
        return "a part of it was withdrawn: it was read again from the beginning"
    if not changed and more:
        return (
            "files of it were rejected for a missing package, which is installed now: it was read again "
            "from the beginning"
        )
    kept = "; what it no longer holds stays in the graph" if stays else ""
    if not changed and otherwise:
        return (
            f"this bioloom reads {stored.properties.get('format')} otherwise than the one that loaded it: "
            f"it was read again from the beginning{kept.replace('holds', 'says')}"
        )
    return f"the source changed since it was last loaded: it was read again from the beginning{kept}"


def rejects_kept(rejects: RejectFile) -> list[str]:
    """Tell where a reject file went that was corrected by hand."""
    if rejects.backup is None:
        return []
    return [
        f"the reject file of the load before was changed since it was written: it is kept as {rejects.backup}"
    ]


def first_values_stay(example: str) -> list[str]:
    """Show a value of a node that an earlier record states otherwise."""
    return [f"the first value of a node stays, such as that of {example}"] if example else []


def documents_back(graph: Graph, withdrawn: Sequence[str]) -> list[str]:
    """Name documents that were withdrawn and that a source which holds them still has brought back."""
    if not withdrawn:
        return []
    held = graph.read("loads/documents", ids=withdrawn, load="", limit=len(withdrawn))
    back = [str(row[0]) for row in held]
    more = f" and {len(back) - _MOST_NAMED:,} more" if len(back) > _MOST_NAMED else ""
    named = f"{', '.join(back[:_MOST_NAMED])}{more}"
    cure = "take their files out of the source before they are withdrawn again"
    return [f"withdrawn before, and back since the source still holds them: {named}; {cure}"] if back else []


def edges_united(count: int) -> list[str]:
    """Tell of edges that stood twice, from programs that wrote at once."""
    if not count:
        return []
    return [f"{count:,} edges of the graph stood twice, written by two programs at once: each is one now"]


def extractor_of(stored: Checkpoint) -> str:
    """Name the extractor of an earlier load; empty for none."""
    return str(stored.properties.get("extractor", ""))


def _counted(name: str, kinds: Counter[str]) -> str:
    """Say how many documents are protocols or publications; empty for none."""
    count = sum(kinds[kind] for kind in _EXTRACTABLE[name][0])
    return f"{count:,} {name}{'s' if count > 1 else ''}" if count else ""
