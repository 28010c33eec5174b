"""Files of the four formats, their views, and what the files give away; all sentences are our own."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.errors import SourceError, UsageError
from bioloom_lab.evaluation.triples.leaks import corpus_leaks, find_leaks
from bioloom_lab.evaluation.triples.sentence_rows import (
    RowTriple,
    SentenceCorpus,
    read_corpus,
    size_note,
    sizes,
)
from bioloom_lab.evaluation.triples.views import closest, source_set, view_of

Put = Callable[[str, str | bytes], Path]


def lines(*rows: object) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def git(sentence: str, head: str, relation: str, tail: str) -> dict[str, str]:
    return {"PREDICATE": relation, "SUBJECT_TEXT": head, "OBJECT_TEXT": tail, "SENTENCE": sentence}


def told(text: str, *triple: str) -> dict[str, object]:
    return {"text": text, "triple_list": [list(triple)]}


GIT_DEV = lines(
    git("the  salt  binds  sugar .", "salt", "INTERACTS_WITH", "sugar"),
    git("the salt binds  sugar  in  water .", "sugar", "COEXISTS_WITH", "water"),
    git("[  rest  ] helped {  pain  }s.", "rest", "TREATS", "pain"),
    git("poly peptide  of  peptide .", "peptide", "PRODUCES", "poly peptide"),
)
GIT_TRAIN = lines(
    git("the  salt  binds  sugar .", "salt", "INTERACTS_WITH", "sugar"),
    git(" milk  has  fat .", "milk", "COEXISTS_WITH", "fat"),
)


@pytest.fixture
def dev(put: Put) -> SentenceCorpus:
    return read_corpus(put("git/dev.jsonl", GIT_DEV))


@pytest.fixture
def train(put: Put) -> SentenceCorpus:
    return read_corpus(put("git/train.jsonl", GIT_TRAIN))


def test_git_raw_is_as_given(dev: SentenceCorpus) -> None:
    assert dev.name == "git"
    assert [sentence for sentence, _ in view_of(dev, "raw").rows] == [row.text for row in dev.rows]
    assert dev.rows[2].triple == RowTriple("rest", "TREATS", "pain")


def test_git_cleaned_has_no_marks_and_counts_names_that_are_lost(dev: SentenceCorpus) -> None:
    cleaned = view_of(dev, "cleaned")
    assert [sentence for sentence, _ in cleaned.rows[:3]] == [
        "the salt binds sugar.",
        "the salt binds sugar in water.",
        "rest helped pains.",
    ]
    assert (cleaned.dropped, cleaned.lost) == (0, 1)
    assert len(cleaned.rows) == 4  # what is lost is kept: nobody can find it


def test_cleaned_leaves_out_sentences_of_the_training_file(
    dev: SentenceCorpus, train: SentenceCorpus
) -> None:
    cleaned = view_of(dev, "cleaned", train)
    assert [row.number for _, row in cleaned.rows] == [2, 3, 4]
    assert cleaned.dropped == 1
    assert len(view_of(dev, "raw", train).rows) == 4


def test_rows_of_one_sentence_are_one_case_of_sentences_and_several_of_rows(put: Put) -> None:
    rows = [
        told("a meets b and c", *t) for t in (("a", "effect", "b"), ("a", "None", "c"), ("b", "None", "c"))
    ]
    viewed = view_of(
        read_corpus(put("dev.jsonl", lines(*rows, told("b and c", "b", "None", "c")))), "cleaned"
    )
    assert [sorted(case.gold) for case in viewed.cases("row")] == [
        [RowTriple("a", "effect", "b")],
        [RowTriple("a", "None", "c")],
        [RowTriple("b", "None", "c")],
        [RowTriple("b", "None", "c")],
    ]
    sentences = viewed.cases("sentence", with_none=False)
    assert [(case.rows, set(case.gold)) for case in sentences] == [
        ((1, 2, 3), {RowTriple("a", "effect", "b")}),
        ((4,), set()),
    ]
    assert [case.group for case in viewed.cases("row")] == [0, 0, 0, 1]


def test_chemprot_rows_with_sentences_collapse_white_space(put: Put) -> None:
    row = {
        "PMID": 7,
        "subject": "salt",
        "object": "ATP",
        "re_type_id": "CPR:4",
        "sentence": "salt  stops ATP",
    }
    path = put("dev.jsonl.gz", gzip.compress(lines(row).encode()))
    corpus = read_corpus(path)
    assert (corpus.name, corpus.rows[0].triple.relation) == ("chemprot", "DOWNREGULATOR")
    assert [sentence for sentence, _ in view_of(corpus, "cleaned").rows] == ["salt stops ATP"]


def test_a_row_of_another_format_names_its_line(put: Put) -> None:
    with pytest.raises(SourceError, match=r"dev\.jsonl:2"):
        read_corpus(put("dev.jsonl", GIT_DEV.splitlines()[0] + '\n{"text": "a"}\n'))
    with pytest.raises(UsageError, match="neither GIT, DDI nor ChemProt"):
        read_corpus(put("dev.jsonl", lines(told("a b", "a", "likes", "b"))))
    with pytest.raises(UsageError, match="no row"):
        read_corpus(put("dev.jsonl", ""))


def test_another_size_than_the_papers_is_a_note(dev: SentenceCorpus) -> None:
    assert size_note(dev) == f"{dev.file} has 4 rows; the papers print train 3734, test 465, dev 492"
    assert sizes("ddi") == {"train": 5154, "test": 1376, "dev": 1436}


def test_the_closest_places_are_meant_and_whole_words_come_first() -> None:
    assert closest("rat, a rats rat salt", "rat", "salt") == ((12, 15), (16, 20))
    assert closest("fibroadenoma of rat", "adenoma", "rat") == ((5, 12), (16, 19))
    assert closest("rat", "rat", "rat") is None


def test_the_source_set_has_one_example_for_each_sentence_and_label(put: Put) -> None:
    rows = [
        told("a meets b and c", *t) for t in (("a", "effect", "b"), ("a", "effect", "c"), ("b", "None", "c"))
    ]
    (example,) = source_set(view_of(read_corpus(put("train.jsonl", lines(*rows))), "cleaned"))
    assert (example.label, example.head, example.tail, example.source) == (
        "effect",
        (0, 1),
        (8, 9),
        "train:1",
    )


def test_leaks_are_counted_by_hand(dev: SentenceCorpus, train: SentenceCorpus) -> None:
    found = corpus_leaks(dev, "dev", train)
    assert (found.rows, found.distinct_sentences, found.doubled) == (4, 4, 4)
    assert found.roles == 1
    assert (found.known, found.known_sentences, found.identical) == (1, 1, 1)
    assert found.rule is not None
    assert (found.exact, found.rule.right, found.rule.gold) == (3, 6, 8)


def test_leaks_of_a_folder_name_what_there_is(put: Put, tmp_path: Path) -> None:
    put("git/dev.jsonl", GIT_DEV)
    put("git/train.jsonl", GIT_TRAIN)
    put("ade/train.jsonl", lines({"text": "a", "label": 1}, {"text": "a", "label": 1}))
    found = find_leaks(tmp_path)
    assert [(each.data, each.split, each.rows, each.distinct_sentences) for each in found] == [
        ("git", "train", 2, 2),
        ("git", "dev", 4, 4),
        ("ade", "train", 2, 1),
    ]
    with pytest.raises(UsageError, match="none of the folders"):
        find_leaks(tmp_path / "git")
