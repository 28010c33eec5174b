"""Question generator: questions about annotated protocols with gold sentences and answers, or none."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from bioloom.names import tokens
from bioloom.records import AnnotatedDocument
from bioloom_lab.evaluation.protocol_questions.annotated_events import Happening, read_protocol
from bioloom_lab.evaluation.protocol_questions.near_misses import NEAR_MISSES, near_misses, never_done
from bioloom_lab.evaluation.protocol_questions.phrasing import phrase, place, vague
from bioloom_lab.evaluation.protocol_questions.question_drafts import (
    VALUES,
    Known,
    QuestionDraft,
    head,
    shared,
)
from bioloom_lab.evaluation.questions import GoldQuestion

ANSWERABLE = ("fact", "parameter", "device", "next", "previous", "reagents", "repeats", "multi", "dense")
"""Single fact, parameter, device, next and previous step, list of reagents, count of repeats, several steps,
a sentence of many relations."""

KINDS = (*ANSWERABLE, *NEAR_MISSES)

DENSE = 10
"""Relations from which a sentence counts as dense (the high-density questions of BioPIE average 10.4)."""

A_KIND_AND_PROTOCOL = 2
"""Questions of a kind that one protocol gives at most."""

UNNAMED = 0.2
"""Share of the unambiguous questions that do not name their protocol."""

_PUTS = frozenset({"transfer", "add", "place", "put", "apply", "load", "pour", "insert"})


def generate(
    documents: Sequence[AnnotatedDocument], *, seed: int = 0, a_kind: int = 40
) -> tuple[GoldQuestion, ...]:
    """Write up to `a_kind` questions of each kind; the same seed and protocols give the same questions.

    A question is written only where its words point to one step of the protocol. Verbs are said otherwise,
    names exchanged where a table knows another, and the protocol is named by its title, by some words of
    it, or, where a name stands in no other protocol, not at all. Near misses always name it and
    have no gold. `answer` holds acceptable answers parted by `` | ``; for reagents all of them are wanted.
    """
    read = [read_protocol(document) for document in sorted(documents, key=lambda each: each.document.id)]
    happenings = [each for _, found in read for each in found]
    rarity = Counter(word for protocol, _ in read for word in protocol.words)
    dice, foreign = random.Random(seed), random.Random(f"{seed}, never done")
    by_thing: dict[str, list[Happening]] = defaultdict(list)
    for each in happenings:
        for name in each.objects[:1]:
            by_thing[head(name)].append(each)
    drafts: dict[str, list[QuestionDraft]] = defaultdict(list)
    for protocol, found in read:
        known = Known(protocol, found)
        for each in found:
            for draft in (
                *_drafts(each, known),
                *near_misses(dice, each, known, happenings),
                *never_done(foreign, each, known, by_thing),
            ):
                drafts[draft.kind].append(draft)
    return tuple(
        question for kind in KINDS for question in _written(dice, kind, drafts[kind], rarity, a_kind)
    )


def _drafts(at: Happening, known: Known) -> Iterator[QuestionDraft]:
    """Propose what can be asked about one action."""
    if not known.once(at):
        return
    named, here = at.objects[0], (at.sentence.id,)
    dense = "dense" if at.dense >= DENSE else ""
    for kind, asks in VALUES.items():
        if len(values := at.values.get(kind, ())) == 1 and not (kind == "Time" and vague(values[0], "time")):
            yield QuestionDraft(dense or "parameter", asks, at, named, here, values)
    if len(at.amounts) == 1 and at.word in (
        "add",
        "transfer",
        "dispense",
        "pipette",
        "load",
        "apply",
        "weigh",
    ):
        yield QuestionDraft(dense or "parameter", "amount", at, named, here, at.amounts)
    if len(at.reagents) == 1 and not shared(at.reagents[0], named):
        yield QuestionDraft(dense or "fact", "with", at, named, here, at.reagents)
    if (
        len(at.places) == 1
        and at.word in _PUTS
        and not shared(at.places[0], named)
        and not vague(at.places[0], "place")
    ):
        yield QuestionDraft(dense or "fact", "to", at, named, here, at.places)
    if len(at.devices) == 1 and not shared(at.devices[0], named) and not vague(at.devices[0], "device"):
        yield QuestionDraft(dense or "device", "device", at, named, here, at.devices)
    if len(at.counts) == 1:
        yield QuestionDraft("repeats", "repeats", at, named, here, at.counts)
    others = tuple(name for name in at.together if name != named and not shared(name, named))
    listed = len(others) >= 2 and not any(vague(name, "thing") for name in others)
    if listed and at.protocol.tells(at.sentence):
        yield QuestionDraft("reagents", "reagents", at, named, here, others)
    told = at.done and at.protocol.tells(at.sentence)
    after = at.protocol.beside(at.sentence, 1)
    if at.last and told and after and at.protocol.tells(after):
        yield QuestionDraft("next", "next", at, named, (after.id,), (after.text,))
        yield from _next_values(at, named, known.inside(after.id))
    before = at.protocol.beside(at.sentence, -1)
    if at.first and told and before and at.protocol.tells(before):
        yield QuestionDraft("previous", "previous", at, named, (before.id,), (before.text,))


def _next_values(at: Happening, named: str, following: Sequence[Happening]) -> Iterator[QuestionDraft]:
    """Ask for what only the next line states, by what this one does."""
    if len(following) != 1:
        return
    other = following[0]
    for kind, asks in VALUES.items():
        if len(values := other.values.get(kind, ())) == 1 and not (
            kind == "Time" and vague(values[0], "time")
        ):
            yield QuestionDraft("multi", f"multi {asks}", at, named, (other.sentence.id,), values)
    if len(other.devices) == 1 and not vague(other.devices[0], "device"):
        yield QuestionDraft("multi", "multi device", at, named, (other.sentence.id,), other.devices)


def _written(
    dice: random.Random, kind: str, drafts: Sequence[QuestionDraft], rarity: Mapping[str, int], most: int
) -> Iterator[GoldQuestion]:
    """Choose some drafts of a kind, few of each protocol and of each thing asked for, and put them."""
    order = list(drafts)
    dice.shuffle(order)
    taken: Counter[str] = Counter()
    sentences: set[str] = set()
    number = 0
    for draft in _in_turn(order, lambda each: each.asks):
        protocol = draft.at.protocol.document.document
        if number == most:
            return
        if taken[protocol.id] == A_KIND_AND_PROTOCOL or draft.at.sentence.id in sentences:
            continue
        alone = any(rarity[word] == 1 for word in tokens(draft.named) if len(word) > 3)
        where = ""
        if kind in NEAR_MISSES or not alone or dice.random() >= UNNAMED:
            where = place(dice, protocol.title, rarity, whole=dice.random() < 0.5)
            if not where:
                continue
        question = phrase(
            dice,
            draft.asks,
            named=draft.named,
            done=draft.verb.done,
            doing=draft.verb.doing,
            where=where,
        )
        taken[protocol.id] += 1
        sentences.add(draft.at.sentence.id)
        number += 1
        yield GoldQuestion(
            f"{kind}-{number:03}", question, frozenset(draft.gold), kind, " | ".join(draft.answers) or None
        )


def _in_turn(
    drafts: Sequence[QuestionDraft], group: Callable[[QuestionDraft], str]
) -> Iterator[QuestionDraft]:
    """Give the drafts so that groups take turns, and the common one does not fill the list."""
    groups: dict[str, list[QuestionDraft]] = defaultdict(list)
    for draft in drafts:
        groups[group(draft)].append(draft)
    while groups:
        for name in sorted(groups):
            yield groups[name].pop()
            if not groups[name]:
                del groups[name]
