"""Label leakage of the benchmark files: counts of what the files themselves give away."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.memory_examples import letters
from bioloom_lab.evaluation.extraction_scores import MatchCounts, micro, tally
from bioloom_lab.evaluation.suite import ReportTable
from bioloom_lab.evaluation.triples.leaked_marks import marked_names, marked_roles
from bioloom_lab.evaluation.triples.marked_pairs import marked_pair
from bioloom_lab.evaluation.triples.sentence_rows import (
    SentenceCorpus,
    SentenceRow,
    distinct,
    read_classed,
    read_corpus,
)
from bioloom_lab.evaluation.triples.views import clean

_BEFORE = r"(?:^ |  |(?<=[^\w\s]) )"
_BEHIND = r"(?:  | (?=[^\w\s])| $)"
FOLDERS = ("git", "ddi", "chemprot", "ade")


@dataclass(frozen=True, slots=True)
class LeakCounts:
    """Leakage counts of one file.

    `doubled` rows hold a doubled space, `marked` rows have both names in padding, `roles` rows have them in
    brackets. `rule` compares the names that the rules of `extraction.padding` read with the gold pair;
    `exact` rows have just these. `known` counts, of this file's rows, those whose sentence (letters and
    digits) stands in the training file too, `known_sentences` these sentences, `identical` the rows that
    stand there with the same triple. None where it does not apply.
    """

    data: str
    split: str
    rows: int
    distinct_rows: int
    distinct_sentences: int
    doubled: int | None = None
    marked: int | None = None
    roles: int | None = None
    exact: int | None = None
    rule: MatchCounts | None = None
    known: int | None = None
    known_sentences: int | None = None
    identical: int | None = None


def find_leaks(folder: Path) -> tuple[LeakCounts, ...]:
    """Count in the train and dev files of git, ddi, chemprot and ade that lie in folders of these names.

    UsageError if there is none.
    """
    found: list[LeakCounts] = []
    for name in FOLDERS:
        place = folder / name if (folder / name).is_dir() else None
        if place is None:
            continue
        if name == "ade":
            found += [classed_leaks(path) for path in _files(place, "train")]
            continue
        for train_file in _files(place, "train"):
            train = read_corpus(train_file)
            found.append(corpus_leaks(train, _stem(train_file)))
            for dev_file in _files(place, "dev"):
                if _stem(dev_file).replace("dev", "train") == _stem(train_file):
                    found.append(corpus_leaks(read_corpus(dev_file), _stem(dev_file), train))
    if not found:
        raise UsageError(f"{folder} has none of the folders {', '.join(FOLDERS)} with train and dev files")
    return tuple(found)


def corpus_leaks(corpus: SentenceCorpus, split: str, train: SentenceCorpus | None = None) -> LeakCounts:
    """Count in one file of rows with triples."""
    cleaned = [letters(clean(corpus.name, row)) for row in corpus.rows]
    pairs = [({row.triple.head, row.triple.tail}, _named(corpus, row.text)) for row in corpus.rows]
    padded = corpus.name != "ddi"
    rule = micro(
        {"": _sum([tally(Counter(gold), Counter(named), lambda _: "")[""] for gold, named in pairs])}
    )
    known: dict[str, int | None] = {}
    if train is not None:
        there = {letters(clean(train.name, row)) for row in train.rows}
        held = {_key(train, row) for row in train.rows}
        known = {
            "known": sum(each in there for each in cleaned),
            "known_sentences": len(set(cleaned) & there),
            "identical": sum(_key(corpus, row) in held for row in corpus.rows),
        }
    return LeakCounts(
        data=corpus.name,
        split=split,
        rows=len(corpus.rows),
        distinct_rows=distinct(corpus.rows),
        distinct_sentences=len(set(cleaned)),
        doubled=sum("  " in row.text.strip() for row in corpus.rows),
        marked=sum(_marked(row) for row in corpus.rows),
        roles=sum(None not in marked_roles(row.text) for row in corpus.rows) if padded else None,
        exact=sum(gold == named for gold, named in pairs),
        rule=rule,
        **known,
    )


def classed_leaks(path: Path) -> LeakCounts:
    """Count in a file of texts with a class."""
    rows = read_classed(path)
    return LeakCounts(
        data="ade",
        split=_stem(path),
        rows=len(rows),
        distinct_rows=len({(row.text, row.label) for row in rows}),
        distinct_sentences=len({row.text for row in rows}),
    )


def _named(corpus: SentenceCorpus, text: str) -> set[str]:
    """Give what the marks of a sentence show, by the rule of its corpus."""
    if corpus.name == "chemprot":
        return set(marked_pair(text) or ())
    head, tail = marked_roles(text)
    return {head, tail} if head and tail else set(marked_names(text))


def _marked(row: SentenceRow) -> bool:
    """Say whether both names stand in padding at least once; brackets with their blanks are padding too."""
    return all(
        re.search(_BEFORE + re.escape(name) + _BEHIND, row.text)
        for name in (row.triple.head, row.triple.tail)
    )


def _key(corpus: SentenceCorpus, row: SentenceRow) -> tuple[str, ...]:
    return letters(clean(corpus.name, row)), *(part.casefold() for part in row.triple)


def _sum(counts: Sequence[MatchCounts]) -> MatchCounts:
    summed = MatchCounts()
    for each in counts:
        summed = summed.plus(each)
    return summed


def _files(folder: Path, split: str) -> list[Path]:
    return sorted(path for path in folder.glob(f"{split}*.jsonl*") if path.is_file())


def _stem(path: Path) -> str:
    return path.name.partition(".")[0]


def leak_table(found: Sequence[LeakCounts]) -> ReportTable:
    """Lay out the counts, one row a file."""
    rows = []
    for each in found:
        rule = f"{each.rule.f1:.3f}" if each.rule else ""
        counts = (
            each.rows,
            each.distinct_rows,
            each.distinct_sentences,
            each.doubled,
            each.marked,
            each.roles,
        )
        rest = (each.exact, each.known, each.identical)
        cells = [["" if number is None else str(number) for number in some] for some in (counts, rest)]
        rows.append((f"{each.data}/{each.split}", *cells[0], rule, *cells[1]))
    columns = (
        *("file", "rows", "distinct rows", "sentences", "doubled space", "both names marked"),
        *("roles marked", "rule F1", "rule exact", "rows known from train", "identical"),
    )
    return ReportTable(columns, rows, "what the files give away", "rule: the names between padding, no model")


def leak_json(each: LeakCounts) -> dict[str, Any]:
    """Give the counts of a file as JSON values."""
    rule = None
    if each.rule is not None:
        counts = each.rule
        rule = {
            "precision": round(counts.precision, 4),
            "recall": round(counts.recall, 4),
            "f1": round(counts.f1, 4),
        }
    return {**asdict(each), "rule": rule}
