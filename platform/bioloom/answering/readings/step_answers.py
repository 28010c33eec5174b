"""Step answers: the sentences that a reading of a step makes, and what other protocols say otherwise."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bioloom.answering.composition.answer_wording import names_prefix, title_prefix
from bioloom.answering.composition.confidence import LEAST_BELIEF, confidence_of
from bioloom.answering.composition.draft_answer import Draft, DraftSentence, Quote
from bioloom.answering.constraints.step_constraints import StepReading
from bioloom.answering.texts.enumerations import listed_members
from bioloom.answering.texts.quantity_comparison import same_words
from bioloom.answering.texts.span_edges import with_bound
from bioloom.question_parsing import QuestionPattern, canonical_words, matches_any
from bioloom.records import SubgraphNode

OTHERS = 3
"""Sentences of other protocols that are shown beside an answer from which they differ."""

AGREEING = 2
"""Sentences of other protocols that are shown beside an answer which they state as well."""

SHOWN_RATIO = 0.4
"""What another reading must reach of the first one's belief to be shown beside it."""

SHARED = 0.8
"""What readings of several protocols must be believed together to be given where none is enough alone."""

AS_GOOD = 0.85
"""What it must reach to fit as well."""

_THEN = re.compile(
    r"(?:,?\s+followed by|[,;]\s+(?:and\s+)?then|\s+and then)\s+(?P<next>[^.;]+(?:\.\d[^.;]*)*)",
    re.IGNORECASE,
)
"""What one step tells to come after another thing in it."""

ORDER = {"after": 1, "before": -1}
"""Kinds of questions for the step after or before another one."""


def draft_of(pattern: QuestionPattern, reading: StepReading) -> Draft:
    """Give the answer that one reading makes by itself, with the confidence of its belief."""
    step = ORDER.get(pattern.type.kind)
    if step is None:
        nodes = tuple(_bounded(node, reading.evidence.text) for node in reading.nodes)
        reading = replace(reading, nodes=_listed(pattern, reading.evidence.text, nodes))
        short = tuple(dict.fromkeys(node.name for node in reading.nodes))
        return Draft((_sentence(reading),), confidence=confidence_of(reading.belief), short=short)
    piece = reading.evidence
    anchor, number = Quote(reading.number, piece.text), reading.number
    text: str | None = _told_behind(pattern, piece.text) if step > 0 else ""
    if not text and reading.next is not None:
        number, text = reading.next[0], reading.next[1].text
    text = text or (piece.after if step > 0 else piece.before)
    if text is None:
        said = f"{title_prefix(piece)}“{piece.text}” is the {'last' if step > 0 else 'first'} step"
        return Draft((DraftSentence(said, (anchor,)),), confidence=confidence_of(0.8 * reading.belief))
    said = f"{title_prefix(piece)}“{text}” {'follows' if step > 0 else 'comes before'} “{piece.text}”"
    quotes = (Quote(number, text), anchor)
    return Draft((DraftSentence(said, quotes),), confidence=confidence_of(reading.belief), short=(text,))


def _told_behind(pattern: QuestionPattern, text: str) -> str:
    """Give what a step itself tells to come after what a question names; empty where it tells nothing.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> step = "Sterilise the seed in 70% ethanol for 1 min followed by 50% bleach for 8 min."
    >>> _told_behind(parse_pattern("What follows the ethanol?"), step)
    '50% bleach for 8 min'
    """
    found = _THEN.search(text)
    if found is None:
        return ""
    before, behind = (frozenset(canonical_words(part)) for part in (text[: found.start()], found["next"]))
    named = [sum(matches_any(word, part) for word in pattern.own_words) for part in (before, behind)]
    return found["next"] if named[0] > named[1] else ""


def answered(pattern: QuestionPattern, best: StepReading, readings: Sequence[StepReading]) -> Draft:
    """Give the answer of the best reading, and beside it what other `readings` say that may be meant too.

    Those that fit as well and say otherwise lower the confidence; the belief is shared by all already.
    """
    others = differing(best, readings)
    as_good = sum(each.belief >= AS_GOOD * best.belief for each in others)
    draft = draft_of(pattern, replace(best, belief=best.belief / (1 + as_good) ** 0.25))
    beside = [_sentence(each, lead="Elsewhere otherwise: ") for each in others]
    beside += [_sentence(each, lead="Elsewhere too: ") for each in _agreeing(best, readings)]
    draft = replace(draft, sentences=(*draft.sentences, *beside))
    if not is_shared(best, others):
        return draft
    short = (*draft.short, *(node.name for each in others for node in each.nodes))
    believed = sum(each.belief for each in (best, *others))
    return replace(draft, confidence=confidence_of(believed), short=short)


def is_shared(best: StepReading, others: Sequence[StepReading]) -> bool:
    """Say whether several protocols that hold all words of a part share what is believed, each with a value
    of its own ("heat shock time?"), and none of them is believed enough alone; `others` are those that say
    otherwise."""
    if best.belief >= LEAST_BELIEF or not best.nodes:
        return False
    among = [each for each in (best, *others) if each.signals["overlap"] >= 1]
    return len(among) > 1 and sum(each.belief for each in among) >= SHARED


def differing(best: StepReading, readings: Sequence[StepReading]) -> tuple[StepReading, ...]:
    """Find what other protocols say otherwise to the same question, where it may be about them."""
    found: list[StepReading] = []
    for each in _of_others(best, readings):
        if not any(_says_same(each, other) for other in (best, *found)):
            found.append(each)
    return tuple(found[:OTHERS])


def _agreeing(best: StepReading, readings: Sequence[StepReading]) -> tuple[StepReading, ...]:
    """Find the first step of each of some other protocols that says the same and has as many of the asked
    words, as it may be the one meant; the belief that they share does not tell it from a chance likeness."""
    found: dict[str, StepReading] = {}
    for each in _of_others(best, readings):
        if _says_same(each, best) and each.signals["overlap"] >= best.signals["overlap"]:
            found.setdefault(each.document, each)
    return tuple(found.values())[:AGREEING]


def _of_others(best: StepReading, readings: Sequence[StepReading]) -> Iterator[StepReading]:
    for each in readings if best.nodes else ():
        if each.document != best.document and each.nodes and each.belief >= SHOWN_RATIO * best.belief:
            yield each


def _says_same(one: StepReading, other: StepReading) -> bool:
    """Say whether two readings agree: equal names, or values that are equal in SI units."""
    return all(any(same_words(node.name, each.name) for each in other.nodes) for node in one.nodes)


def _bounded(node: SubgraphNode, text: str) -> SubgraphNode:
    """Name a value with the words of its sentence that make a bound of it: "up to 3 months"."""
    start = text.find(node.name)
    if start < 0 or text.count(node.name) > 1:
        return node
    return replace(node, name=text[slice(*with_bound(text, start, start + len(node.name)))])


def _listed(pattern: QuestionPattern, text: str, nodes: tuple[SubgraphNode, ...]) -> tuple[SubgraphNode, ...]:
    """Give all members of the list in which a thing or value stands, where several are asked for."""
    members = listed_members(pattern, text, nodes[0].name) if nodes and nodes[0].name in text else ()
    return tuple(replace(nodes[0], id=f"{nodes[0].id}~{each}", name=each) for each in members) or nodes


def _sentence(reading: StepReading, lead: str = "") -> DraftSentence:
    text = reading.evidence.text
    said = f"{lead}{names_prefix(reading.nodes)}{title_prefix(reading.evidence)}“{text}”"
    return DraftSentence(said, (Quote(reading.number, text),))
