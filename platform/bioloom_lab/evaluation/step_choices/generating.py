"""Generator of multiple-choice questions from annotated protocols: a value, thing or action left out."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from bioloom.records import AnnotatedDocument, Mention, Sentence
from bioloom_lab.evaluation.step_choices.corpus_counts import terms
from bioloom_lab.evaluation.step_choices.gold import JudgedStep, StepChoice

VALUES = frozenset({"Amount", "Time", "Temperature", "Concentration", "Speed"})
KINDS = {
    "Reagent": "reagent",
    "Device": "reagent",
    "Location": "reagent",
    "Action": "operation",
} | dict.fromkeys(VALUES, "parameter")
CHOICES = 5
FACTORS = (0.1, 0.2, 0.25, 0.5, 0.75, 0.8, 1.2, 1.25, 1.5, 2, 3, 4, 5, 10)
"""By what a value is multiplied to make a wrong one."""

_A_STEP = range(30, 401)
"""Characters of a step that is asked about."""
_LOOKED_AT = 40
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def generate_choices(
    documents: Sequence[AnnotatedDocument], *, a_protocol: int, seed: int
) -> tuple[StepChoice, ...]:
    """Leave out up to `a_protocol` annotated spans a protocol, each with four others to choose from.

    Of a value only the number goes; the others are multiples of it and numbers with the same unit. Of things
    and actions the others are annotated the same, drawn as often as they occur, so that being common tells
    nothing. The same documents and seed give the same questions.
    """
    dice = random.Random(seed)
    pool: dict[str, list[str]] = defaultdict(list)
    for document in documents:
        for mention in document.mentions:
            pool[mention.native_type].append(mention.text)
    made = []
    for document in documents:
        sentences = {each.id: each for each in document.sentences}
        asked = [each for each in document.mentions if each.native_type in KINDS]
        for mention in dice.sample(asked, min(len(asked), a_protocol)):
            found = _choice(mention, sentences[mention.sentence_id], pool[mention.native_type], dice)
            if found is not None:
                at = sentences[mention.sentence_id].index
                beside = (each.text for each in document.sentences if abs(each.index - at) == 1)
                made.append(replace(found, context=tuple(beside)))
    return tuple(made)


def judged_steps(choices: Sequence[StepChoice]) -> tuple[JudgedStep, ...]:
    """Make of every question its step as it stands and the same step with a wrong choice."""
    return tuple(
        JudgedStep(one.filled(place), one.context, place != one.right, one.kind)
        for one in choices
        for place in (one.right, (one.right + 1) % len(one.choices))
    )


def shown(number: float) -> str:
    """Write a number as protocols do.

    >>> shown(0.25), shown(12.0), shown(12000.0)
    ('0.25', '12', '12000')
    """
    return str(int(number)) if number == int(number) else f"{number:.4g}"


def _choice(
    mention: Mention, sentence: Sentence, pool: Sequence[str], dice: random.Random
) -> StepChoice | None:
    start, end = mention.start - sentence.start, mention.end - sentence.start
    right = mention.text
    if len(sentence.text) not in _A_STEP or sentence.text[start:end] != right:
        return None
    if mention.native_type in VALUES:
        number = _NUMBER.search(right)
        if number is None or not float(number[0]):
            return None
        wrong = _other_numbers(number, right, pool, dice)
        start, end, right = start + number.start(), start + number.end(), number[0]
    else:
        drawn = dice.sample(pool, min(len(pool), 3 * CHOICES))
        wrong = [each for each in dict.fromkeys(drawn) if each.lower() != right.lower()]
    if len(wrong) < CHOICES - 1:
        return None
    choices = [right, *wrong[: CHOICES - 1]]
    dice.shuffle(choices)
    return StepChoice(
        sentence.text[:start],
        sentence.text[end:],
        tuple(choices),
        choices.index(right),
        KINDS[mention.native_type],
    )


def _other_numbers(number: re.Match[str], value: str, pool: Sequence[str], dice: random.Random) -> list[str]:
    unit = terms(value[number.end() :])
    found = [shown(float(number[0]) * factor) for factor in dice.sample(FACTORS, CHOICES - 1)]
    for other in dice.sample(pool, min(len(pool), _LOOKED_AT)):
        match = _NUMBER.search(other)
        if match and terms(other[match.end() :]) == unit:
            found.append(match[0])
    wrong = [each for each in dict.fromkeys(found) if each != number[0]]
    dice.shuffle(wrong)
    return wrong
