"""Asked variants: of a protocol for mini, midi and maxi preps, steps of another one than asked for."""

import re
from collections.abc import Iterator, Set

from bioloom.answering.texts.protocol_text import ProtocolText
from bioloom.names import tokens
from bioloom.question_parsing import QuestionPattern, stated_values

_SLASHED = re.compile(r"(?<![\w-])[A-Za-z][\w-]{0,30}(?: / [A-Za-z][\w-]{0,30})+")
"""Names that a title gives side by side: "Mini / Midi / Maxi"."""

_BRACKETED = re.compile(r"\d\s?[^\s\d()]{0,8}\s?\(([A-Za-z][\w-]*)\)")
"""Names behind values: "0.25 ml (Mini), 4 ml (Midi) or 10 ml (Maxi)"."""

_LONGEST_LEAD = 40
"""Characters in which the names before a colon stand: "Midi and Maxi: …"."""

_BRACKETS = re.compile(r"\([^()]*\)")


def of_other_variants(pattern: QuestionPattern, text: ProtocolText) -> frozenset[int]:
    """Find the steps that are of other variants than the one that a part of a question names: they begin with
    their names, are for them "only", or have no value but theirs."""
    asked = frozenset(tokens(pattern.text.lower()))
    named = [names for names in _variants(text) if names & asked]
    return frozenset(
        at
        for names in named
        for at, (_, piece) in text.steps.items()
        if _is_of(names - asked, piece.text, pattern) and not names & asked & {*tokens(piece.text.lower())}
    )


def _variants(text: ProtocolText) -> Iterator[frozenset[str]]:
    """Give the names of variants that stand side by side in the title or in a step, in small letters."""
    found = [each.split(" / ") for each in _SLASHED.findall(text.name)]
    found += [_BRACKETED.findall(piece.text) for _, piece in text.steps.values()]
    yield from {frozenset(map(str.lower, each)) for each in found if len({*map(str.lower, each)}) > 1}


def _is_of(names: Set[str], step: str, pattern: QuestionPattern) -> bool:
    """Say whether a step is of some variants alone."""
    if not names & {*tokens(step.lower())}:
        return False
    led = {*tokens(step.lower().partition(":")[0])} if ":" in step[:_LONGEST_LEAD] else set()
    brackets = [each for each in _BRACKETS.findall(step) if names & {*tokens(each.lower())}]
    only = any("only" in tokens(each.lower()) for each in brackets)
    rest = step
    for each in brackets:
        rest = rest.replace(each, " ")
    types = pattern.type.types if pattern.type.kind == "value" else frozenset()
    theirs = any(stated_values(each, types) for each in brackets) and not stated_values(rest, types)
    return bool(names & led) or only or theirs
