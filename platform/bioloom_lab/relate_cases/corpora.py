"""Reader of the corpora in a folder as relation cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from bioloom.errors import SourceError
from bioloom_lab.relate_cases.biored import biored_cases
from bioloom_lab.relate_cases.case import RelationCase, Split
from bioloom_lab.relate_cases.chemprot import chemprot_cases
from bioloom_lab.relate_cases.labelled_pairs import ddi_cases, git_cases

Reader = Callable[[Path, Split], tuple[RelationCase, ...]]

CORPORA: Mapping[str, tuple[str, str, Reader]] = {
    "chemprot": ("chemprot_corpus", "{}.rel.gz", chemprot_cases),
    "git": ("git", "{}.jsonl.gz", git_cases),
    "ddi": ("ddi", "{}_triples.jsonl.gz", ddi_cases),
    "biored": ("biored", "{}.pubtator.gz", biored_cases),
}
"""Name, usual folder, a file that tells the format, and reader of each corpus."""


def corpora_in(folder: Path, split: Split) -> dict[str, Path]:
    """Find the corpora of a folder: the folder itself if it is one, else those of its subfolders.

    SourceError if there is none.
    """
    inside = {
        name: folder / subfolder
        for name, (subfolder, file, _) in CORPORA.items()
        if (folder / subfolder / file.format(split)).is_file()
    }
    if inside:
        return inside
    for name, (_, file, _) in CORPORA.items():
        if (folder / file.format(split)).is_file():
            return {name: folder}
    raise SourceError(f"holds no {split} split of ChemProt, GIT, DDI or BioRED", str(folder))


def read_cases(folder: Path, split: Split) -> dict[str, tuple[RelationCase, ...]]:
    """Read the cases of every corpus in a folder, by its name."""
    return {name: CORPORA[name][2](place, split) for name, place in corpora_in(folder, split).items()}
