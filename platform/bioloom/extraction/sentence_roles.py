"""Sentence roles in a sequence of steps: a step, a heading, a note, or a branch."""

import re
from typing import Literal

from bioloom.extraction.step_lexicon import opening, words
from bioloom.records import AnnotatedDocument, Sentence

Role = Literal["step", "heading", "note", "optional", "alternative", "parallel"]

_MOST_HEADING_WORDS = 12
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_LABEL = re.compile(
    r"[\s#*]*(?:\(?[0-9]{1,3}(?:\.[0-9]{1,3})*[.):]\s|\(?[a-zA-Z][.)]\s|step\s+[0-9]+\w?\s*[.:)-]\s)?", re.I
)
_ASIDE = re.compile(r"\(\s*optional[^)]*\)|\bis optional\b|\boptional(?:ly)?\s*[.)]?\s*$", re.I)
_IF_AT_END = re.compile(r"\bif (?:desired|necessary|needed|required|wanted)\b\W*$", re.I)


def role_of(sentence: Sentence, document: AnnotatedDocument) -> Role:
    """Say what a sentence is to the sequence of steps, by its form and its first words.

    A title, a section heading and a note hold no steps. An optional or conditional sentence, an alternative
    and what is done meanwhile are branches: the step after them does not need them.
    """
    return "heading" if _is_title(sentence, document) else role_of_text(sentence.text)


def role_of_text(sentence: str) -> Role:
    """Say what a sentence that is no title is to the sequence of steps.

    >>> role_of_text("Meanwhile, cool the rotor to 4 °C."), role_of_text("Spin it.")
    ('parallel', 'step')
    """
    if is_heading(sentence):
        return "heading"
    label = _LABEL.match(sentence)
    text = sentence[label.end() :] if label else sentence
    if opening("note").match(text) and _is_remark(text):
        return "note"
    if opening("parallel").match(text):
        return "parallel"
    if opening("alternative").match(text):
        return "alternative"
    if opening("optional").match(text) or opening("conditional").match(text):
        return "optional"
    if _ASIDE.search(text) or _IF_AT_END.search(text):
        return "optional"
    return "step"


def is_heading(text: str) -> bool:
    """Say whether a line is a section heading by its form.

    >>> [is_heading(line) for line in ("Day 1", "Materials:", "Plasmid Preparation", "Mix the following:")]
    [True, True, True, False]
    """
    line = text.strip().strip("#*_ ").rstrip(":").strip()
    found = _WORD.findall(line)
    if not found or len(found) > _MOST_HEADING_WORDS:
        return False
    if line.casefold() in words("heading"):
        return True
    numbered = opening("numbered_heading").match(line)
    if numbered and re.match(
        r"\s+(?:[0-9]{1,2}|[IVX]{1,4}|[A-F])\b\s*(?:$|[-:–—(.])", line[numbered.end() :]
    ):
        return True
    if line[-1] in ".!?;,)" or text.rstrip().endswith(":") or any(c.isdigit() for c in line):
        return False
    long = [word for word in found if len(word) > 3]
    return len(long) > 1 and all(word[0].isupper() for word in long)


def _is_title(sentence: Sentence, document: AnnotatedDocument) -> bool:
    return (
        sentence.index == 0
        and len(document.sentences) > 1
        and sentence.text.strip() == document.document.title.strip()
    )


def _is_remark(text: str) -> bool:
    """Say whether a note word is followed by a mark or `that`: `Note the volume` is a step."""
    found = opening("note").match(text)
    return (
        found is not None
        and re.match(r"\s*(?:[:!.\])-]|that\b|\d+\s*:)", text[found.end() :], re.I) is not None
    )
