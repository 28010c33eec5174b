"""Reader of relation cases from GIT and DDI: sentence, subject, object, label."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bioloom.errors import SourceError
from bioloom.extraction.relation_phrases import relation_phrase
from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.claim_sentences import Span
from bioloom_lab.relate_cases.case import NONE, RelationCase, Split, read_lines

_DRUG = ("biolink:Drug",)
_WRAPPED = re.compile(r"\[  (.*?)  \]|\{  (.*?)  \}")


def git_cases(folder: Path, split: Split) -> tuple[RelationCase, ...]:
    """Give one case for each triple of GIT whose ends stand in its sentence, claims in text order.

    The blanks and brackets that mark the ends in the source are taken out of the sentence first.
    """
    found: list[RelationCase] = []
    for record in _records(folder, f"{split}.jsonl.gz"):
        subject, object_ = record["SUBJECT_TEXT"], record["OBJECT_TEXT"]
        sentence = _unmarked(record["SENTENCE"], subject, object_)
        case = _case("git", sentence, subject, object_, record["PREDICATE"])
        if case is not None:
            found.append(case)
    return tuple(found)


def ddi_cases(folder: Path, split: Split) -> tuple[RelationCase, ...]:
    """Give one case for each distinct triple of two different drugs; the label "None" becomes NONE."""
    found: dict[tuple[str, str, str, str], RelationCase] = {}
    for record in _records(folder, f"{split}_triples.jsonl.gz"):
        ((subject, label, object_),) = record["triple_list"]
        sentence = re.sub(" +", " ", record["text"]).strip()
        key = (sentence, subject, object_, label)
        if subject.lower() == object_.lower() or key in found:
            continue
        case = _case("ddi", sentence, subject, object_, NONE if label == "None" else label, _DRUG)
        if case is not None:
            found[key] = case
    return tuple(found.values())


def _unmarked(sentence: str, subject: str, object_: str) -> str:
    if _WRAPPED.search(sentence):
        return _WRAPPED.sub(lambda found: found[1] or found[2], sentence)
    for name in sorted({subject, object_}, key=len, reverse=True):
        sentence = sentence.replace(f" {name} ", name)
    return sentence


def _case(
    source: str, sentence: str, subject: str, object_: str, label: str, categories: tuple[str, ...] = ()
) -> RelationCase | None:
    pair = _nearest(sentence, subject, object_)
    if pair is None:
        return None
    phrase = relation_phrase(sentence, *pair)
    backward = pair[0] > pair[1]
    first, second = (object_, subject) if backward else (subject, object_)
    claim = Claim(first, phrase, second, sentence, categories, categories)
    return RelationCase(source, sentence, claim, (label,), backward) if phrase else None


def _nearest(sentence: str, subject: str, object_: str) -> tuple[Span, Span] | None:
    pairs = [
        (max(one[0], other[0]) - min(one[1], other[1]), one, other)
        for one in _places(sentence, subject)
        for other in list(_places(sentence, object_))
        if one[1] <= other[0] or other[1] <= one[0]
    ]
    return min(pairs)[1:] if pairs else None


def _places(sentence: str, name: str) -> Iterator[Span]:
    return (found.span() for found in re.finditer(re.escape(name), sentence))


def _records(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(read_lines(folder, name), 1):
        try:
            yield json.loads(line)
        except json.JSONDecodeError as error:
            raise SourceError(f"is not JSON: {error}", str(folder / name), number) from error
