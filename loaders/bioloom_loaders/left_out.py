"""Files of a folder that its loader leaves out: counted, and named with what would load them."""

from collections.abc import Container, Iterable, Iterator
from pathlib import Path

from bioloom.loading import is_hidden
from bioloom.records import Place, Skip
from bioloom_loaders.documents import is_document
from bioloom_loaders.format_detection import ARCHIVE_SUFFIXES, TEXT_SUFFIXES, format_of
from bioloom_loaders.format_terms import format_terms
from bioloom_loaders.text_lines import shown

_REMEDIES = format_terms("file left out")


def leave_out(path: Path) -> Skip:
    """Count a file or folder that is left out, and say what to do about it."""
    suffix, place = path.suffix.lower(), Place(shown(path))
    if path.is_dir():
        return Skip("OTHER_FORMAT", place, remedy="a folder: load it by itself")
    if suffix in TEXT_SUFFIXES and not is_document(path):
        remedy = "its name is that of a note about the folder: load it by itself, or rename it"
        return Skip("NOT_A_DOCUMENT", place, remedy=remedy)
    format_ = None if path.name.lower().endswith(ARCHIVE_SUFFIXES) else format_of(path)
    remedy = _REMEDIES.get(suffix, "")
    if format_ is not None and suffix != ".ann":
        remedy = f"load it by itself, as {format_}"
    return Skip(
        "OTHER_FORMAT", place, remedy=remedy or "no loader reads it: bioloom loaders lists the formats"
    )


def leave_out_others(paths: Iterable[Path], used: Container[Path]) -> Iterator[Skip]:
    """Count the visible ones of these files and folders that are neither used nor notes about the folder."""
    for path in sorted(paths):
        if path not in used and is_document(path) and not is_hidden(path.name):
            yield leave_out(path)
