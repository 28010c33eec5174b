"""Folds of annotated protocols for cross-validation: the copies and variants of one text share a fold."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bioloom.errors import UsageError
from bioloom.records import AnnotatedDocument
from bioloom_lab.evaluation.protocol_ie.evaluator import read_annotated
from bioloom_lab.evaluation.protocol_ie.overlap import families


def cut_folds(documents: Sequence[AnnotatedDocument], count: int) -> list[int]:
    """Give each document a fold, 0 to count - 1: whole families, the largest first, each to the smallest
    fold."""
    family = families(documents)
    size = Counter(family)
    held = [0] * count
    fold: dict[int, int] = {}
    for each in sorted(size, key=lambda each: (-size[each], each)):
        fold[each] = held.index(min(held))
        held[fold[each]] += size[each]
    return [fold[each] for each in family]


def write_folds(data: Sequence[Path], count: int, output: Path) -> list[int]:
    """Copy annotated protocols to `output`/foldK/held and their rest to `output`/foldK/train.

    Gives how many documents each fold holds out. UsageError if two have one name, or the folder is there.
    """
    if output.exists():
        raise UsageError(f"{output} is there already: name a new folder")
    read = [(path, document) for path in data for document in read_annotated(path)]
    texts = [path / f"{document.document.id.rpartition(':')[2]}.txt" for path, document in read]
    if twice := [name for name, times in Counter(text.name for text in texts).items() if times > 1]:
        raise UsageError(f"two protocols are called {twice[0]}: rename one")
    folds = cut_folds([document for _, document in read], count)
    for number in range(count):
        for text, fold in zip(texts, folds, strict=True):
            folder = output / f"fold{number}" / ("held" if fold == number else "train")
            folder.mkdir(parents=True, exist_ok=True)
            for file in (text, text.with_suffix(".ann")):
                shutil.copy(file, folder)
    return [folds.count(number) for number in range(count)]
