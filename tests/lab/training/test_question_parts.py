"""Questions are laid out for the part tagger by the words of which part they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bioloom.embedding.model_files import TOKENIZER, open_tokenizer, read_file
from bioloom.errors import SourceError
from bioloom.extraction.networks.tokenization import WordReader
from bioloom.question_parsing.part_tagger import KINDS, PartTagger
from bioloom.resources import weights
from bioloom_lab.evaluation.questions import GoldPart, GoldQuestion
from bioloom_lab.training.question_parts import (
    PartedQuestion,
    gather_questions,
    part_kinds,
    part_lines,
    parted_by_rules,
    read_parted,
    score_parts,
)

FOLDER = weights("reader")


def asked(question: str, parts: int) -> GoldQuestion:
    return GoldQuestion(
        question, question, frozenset(), parts=tuple(GoldPart("1", frozenset()) for _ in range(parts))
    )


def test_a_word_is_of_one_part_of_all_or_of_none() -> None:
    question = "Please: in the miniprep, how long is the spin and what volume is loaded?"
    kinds = part_kinds(
        question, ["in the miniprep how long is the spin", "in the miniprep what volume is loaded"]
    )
    told = dict(zip(re.findall(r"\w+|[:,?]", question), kinds, strict=True))
    assert told["Please"] == told["and"] == "neither"
    assert told["miniprep"] == ""
    assert told["spin"] == "first"
    assert told["volume"] == "second"


def test_a_question_for_one_thing_has_no_kinds() -> None:
    assert set(part_kinds("How long is it spun?", ["How long is it spun"])) == {""}


def test_runs_of_words_of_one_kind_are_spans() -> None:
    reader = WordReader(open_tokenizer(read_file(FOLDER, TOKENIZER), FOLDER / TOKENIZER))
    gold = part_lines([PartedQuestion("Lysis time and spin speed?", ("Lysis time", "spin speed"))], reader)
    (line,) = gold.by_number
    assert [(KINDS[span.kind], span.first, span.last) for span in line.spans] == [
        ("first", 0, 1),
        ("neither", 2, 2),
        ("second", 3, 4),
        ("neither", 5, 5),
    ]


def test_the_rules_teach_what_they_split_as_asked() -> None:
    found = list(
        parted_by_rules(
            [
                asked("How long is it spun and how fast is it spun?", 2),
                asked("How long is it spun?", 1),
                asked("Dounce strokes, loose pestle and tight pestle?", 2),
            ]
        )
    )
    assert [len(each.parts) for each in found] == [2, 1]


def test_what_somebody_wrote_down_is_learnt_from_more_often() -> None:
    written = PartedQuestion("Strokes, loose and tight?", ("Strokes loose", "Strokes tight"))
    learnt = gather_questions([written], [asked("How long is it spun?", 1)], seed=0)
    assert learnt.count(written) == 3
    assert len(learnt) == 4


def test_a_broken_line_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "parts.jsonl"
    path.write_text('{"question": "Strokes?", "parts": ["Strokes"]}\n{"question": "Strokes?"}\n')
    with pytest.raises(SourceError, match=r"parts.jsonl:2"):
        read_parted(path)


def test_held_out_questions_are_counted_by_who_splits_them() -> None:
    found = score_parts(
        [
            asked("How long is it spun and how fast is it spun?", 2),
            asked("Dounce strokes for the muscle kit, loose pestle and tight pestle?", 2),
            asked("How long is it spun?", 1),
        ],
        PartTagger(FOLDER),
    )
    assert (found.several, found.one) == (2, 1)
    assert (found.several_by_rules, found.several_split) == (1, 2)
    assert found.one_split == 0
