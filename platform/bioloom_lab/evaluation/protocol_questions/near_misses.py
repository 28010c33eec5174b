"""Near-miss generator: questions that resemble a protocol's own and that it does not answer."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from bioloom.names import tokens
from bioloom.resources import read_table
from bioloom_lab.evaluation.protocol_questions.annotated_events import Happening, lemma
from bioloom_lab.evaluation.protocol_questions.phrasing import other_names, vague
from bioloom_lab.evaluation.protocol_questions.question_drafts import (
    VALUES,
    Known,
    QuestionDraft,
    head,
    shared,
    singular,
)

NEAR_MISSES = ("no value", "no device", "no reagent", "never done", "elsewhere")
"""Kinds of questions without an answer: the step and its neighbours state no such value, no device or no
reagent; the protocol has the thing but never does that to it; the thing is one of another protocol."""

REACH = 2
"""Lines before and after a step that must not state a device either: "Put it on the heat block." two lines
above says with what it is incubated; and neither a reagent that something could be mixed with. For values,
and for reagents to wash with, it is one line."""

_SAYS = {
    "Temperature": re.compile(r"\b(ice|cold|cool|warm|hot|room temp)|°", re.IGNORECASE),
    "Time": re.compile(r"\b(briefly|overnight|until|immediately|min|hours?|seconds?|days?)\b", re.IGNORECASE),
    "Speed": re.compile(r"\b(speed|rpm|rcf)\b|[x×] ?g\b", re.IGNORECASE),
}
"""Words that state such a value where the annotation has none."""

_BY_MEANS = re.compile(r"\b(with|using|use|under|in( an?)? \d+|by addition|by adding)", re.IGNORECASE)
"""Words that state a reagent where the annotation has none."""


def near_misses(
    dice: random.Random, at: Happening, known: Known, everything: Sequence[Happening]
) -> Iterator[QuestionDraft]:
    """Propose what can be asked about one action, or by its verb, and is not answered."""
    if not known.once(at):
        return
    yield from _no_value(at, known)
    yield from _elsewhere(at, dice.choice(everything), known)
    if at.done and at.protocol.tells(at.sentence) and _names(at.objects[0]):
        yield from _no_device(at, known)
        yield from _no_reagent(at, known)


def never_done(
    dice: random.Random, at: Happening, known: Known, others: Mapping[str, Sequence[Happening]]
) -> Iterator[QuestionDraft]:
    """Ask about a thing of this protocol what another one does to it, and this one to nothing.

    `others` are the actions of all protocols by the last word of what they act on.
    """
    if not known.once(at) or not _names(at.objects[0]):
        return
    done = [other for other in others.get(head(at.objects[0]), ()) if _foreign(other.word, at)]
    if done:
        other = dice.choice(done)
        for asks in _asked_of(other):
            yield QuestionDraft("never done", asks, at, at.objects[0], act=other)


def _no_value(at: Happening, known: Known) -> Iterator[QuestionDraft]:
    lines = known.around(at.sentence, 1)
    stated = {kind for line in lines for each in known.inside(line.id) for kind in each.values}
    around = {mention.native_type for mention in known.mentions(lines)}
    for kind, asks in VALUES.items():
        said = any(_SAYS[kind].search(line.text) for line in lines)
        if at.word in _takes()[asks] and not said and kind not in stated | around:
            yield QuestionDraft("no value", asks, at, at.objects[0])


def _no_device(at: Happening, known: Known) -> Iterator[QuestionDraft]:
    lines = known.around(at.sentence, REACH)
    annotated = any(mention.native_type == "Device" for mention in known.mentions(lines))
    said = any(_signs()["device"].search(line.text) for line in lines)
    if at.word in _takes()["device"] and not annotated and not said and not at.places:
        yield QuestionDraft("no device", "device", at, at.objects[0])


def _no_reagent(at: Happening, known: Known) -> Iterator[QuestionDraft]:
    """Ask with what something is washed, or what it is mixed with, where no reagent stands but itself.

    Nothing is washed with what is worked on ("pellet"), but that may be what others are mixed with.
    """
    named = at.objects[0]
    beside, further = (
        [
            mention.text
            for mention in known.mentions(known.around(at.sentence, reach))
            if mention.native_type == "Reagent" and not shared(mention.text, named)
        ]
        for reach in (1, REACH)
    )
    if _BY_MEANS.search(at.sentence.text) or _in_it(named, at.sentence.text) or vague(named, "sum"):
        return
    if at.word in _takes()["with"] and all(vague(name, "sample") for name in beside):
        yield QuestionDraft("no reagent", "with", at, named)
    if at.word in _takes()["reagents"] and not further:
        yield QuestionDraft("no reagent", "reagents", at, named)


def _in_it(named: str, text: str) -> bool:
    """Say whether something is done in a thing, and not to it ("resuspend in 1 ml of buffer")."""
    return bool(re.search(rf"\b(in|into|of|to)\b[^.,;]*{re.escape(named)}", text, re.IGNORECASE))


def _elsewhere(at: Happening, other: Happening, known: Known) -> Iterator[QuestionDraft]:
    if not other.objects or vague(other.objects[0], "thing") or not _names(other.objects[0]):
        return
    named = tokens(other.objects[0])
    said = [word for name in named for word in tokens(_otherwise().get(name, ""))]
    if singular((*named, *said)) & singular(tuple(known.protocol.words)):
        return
    for asks in _asked_of(at):
        yield QuestionDraft("elsewhere", asks, at, other.objects[0])


def _asked_of(at: Happening) -> Iterator[str]:
    """Give what an action states: the first value, a device, a reagent."""
    values = [asks for kind, asks in VALUES.items() if kind in at.values]
    yield from values[:1]
    if at.devices:
        yield "device"
    if at.reagents:
        yield "with"


def _names(name: str) -> bool:
    """Say whether what is annotated as a thing is one, no verb ("heat inactivate") or adverb ("mix well")."""
    return lemma(name) is None and name.lower() != "well"


def _foreign(word: str, at: Happening) -> bool:
    """Say whether a protocol has no sign of an act, nor of one that could be meant by it."""
    signs = _signs().get(word)
    return signs is not None and not signs.search(at.protocol.document.document.text)


@cache
def _takes() -> Mapping[str, frozenset[str]]:
    return {row["asks"]: frozenset(row["verbs"].split("|")) for row in read_table("questions/takes.tsv")}


@cache
def _signs() -> Mapping[str, re.Pattern[str]]:
    return {
        row["of"]: re.compile(rf"(?<!\w)({'|'.join(map(re.escape, row['signs'].split('|')))})", re.IGNORECASE)
        for row in read_table("questions/signs.tsv")
    }


@cache
def _otherwise() -> Mapping[str, str]:
    """Give by each word of a name, in small letters, what else it may be called, both ways."""
    pairs = [(one.lower(), other.lower()) for one, other in other_names().items()]
    return dict([*((other, one) for one, other in pairs), *pairs])
