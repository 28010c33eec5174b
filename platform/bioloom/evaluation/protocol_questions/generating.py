"""Ten kinds of questions about annotated protocols, each with the sentences and the words that answer it."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bioloom.evaluation.protocol_questions.happenings import Happening, Protocol, read_protocol
from bioloom.evaluation.protocol_questions.phrasing import phrase, place, vague
from bioloom.evaluation.questions import GoldQuestion
from bioloom.names import normalise, tokens
from bioloom.records import AnnotatedDocument

KINDS = (
    "fact", "parameter", "device", "next", "previous", "reagents", "repeats", "multi", "dense",
    "unanswerable",
)  # fmt: skip
"""Single fact, parameter, device, next and previous step, list of reagents, count of repeats, several steps,
a sentence of many relations, and one that the protocols do not answer."""

DENSE = 10
"""Relations from which a sentence counts as dense (the high-density questions of BioPIE average 10.4)."""

A_KIND_AND_PROTOCOL = 2
"""Questions of a kind that one protocol gives at most."""

NEAR_MISSES = 3
"""Unanswerable questions for each of another kind, at most: a risk curve needs more of them."""

UNNAMED = 0.2
"""How often a question that only one protocol can mean does not name it."""

_PUTS = frozenset({"transfer", "add", "place", "put", "apply", "load", "pour", "insert"})
_ASKS = {"Temperature": "temperature", "Time": "time", "Speed": "speed"}


@dataclass(frozen=True, slots=True)
class _Draft:
    kind: str
    asks: str
    at: Happening
    named: str
    gold: tuple[str, ...]
    answers: tuple[str, ...]
    foreign: bool = False


def generate(
    documents: Sequence[AnnotatedDocument], *, seed: int = 0, a_kind: int = 40
) -> tuple[GoldQuestion, ...]:
    """Write up to `a_kind` questions of each kind, of near misses three times as many; the same seed and
    protocols give the same questions.

    A question is written only where its words point to one step of the protocol. Verbs are said otherwise,
    names exchanged where a table knows another, and the protocol is named by its title, by some words of
    it, or, where a name stands in no other protocol, not at all. An `unanswerable` one asks for a value that
    the step and its neighbours do not state, or for a thing of another protocol. `answer` holds acceptable
    answers parted by `` | ``; for reagents all of them are wanted.
    """
    read = [read_protocol(document) for document in sorted(documents, key=lambda each: each.document.id)]
    happenings = [each for _, found in read for each in found]
    rarity = Counter(word for protocol, _ in read for word in protocol.words)
    dice = random.Random(seed)
    drafts: dict[str, list[_Draft]] = defaultdict(list)
    for protocol, found in read:
        known = _Known(protocol, found)
        for happening in found:
            for draft in (*_drafts(happening, known), *_unanswerable(dice, happening, known, happenings)):
                drafts[draft.kind].append(draft)
    written: list[GoldQuestion] = []
    for kind in KINDS:
        most = NEAR_MISSES * a_kind if kind == "unanswerable" else a_kind
        written += _written(dice, kind, drafts[kind], rarity, most)
    return tuple(written)


class _Known:
    """What a protocol says in all, to see whether a question points to one step."""

    def __init__(self, protocol: Protocol, found: Sequence[Happening]) -> None:
        self.protocol = protocol
        self._times = Counter((each.word, name) for each in found for name in _heads(each))
        self._of: dict[str, list[Happening]] = defaultdict(list)
        for each in found:
            self._of[each.sentence.id].append(each)

    def once(self, happening: Happening) -> bool:
        """Say whether this action on this thing happens in one place only."""
        if not happening.objects or _poor(happening.objects[0]):
            return False
        return self._times[happening.word, _head(happening.objects[0])] == 1

    def inside(self, sentence: str) -> Sequence[Happening]:
        """Give what happens in one line."""
        return self._of[sentence]


def _poor(name: str) -> bool:
    """Say whether a name asks badly: a part of something unnamed, or all of several things."""
    words = tokens(name)
    return not words or words[0] in ("all", "any", "both") or vague(_head(name), "place")


def _heads(happening: Happening) -> frozenset[str]:
    return frozenset(_head(name) for name in happening.objects)


def _head(name: str) -> str:
    words = tokens(name)
    return words[-1].rstrip("s") if words else ""


def _drafts(at: Happening, known: _Known) -> Iterator[_Draft]:
    """Propose what can be asked about one action."""
    if not known.once(at):
        return
    named, here = at.objects[0], (at.sentence.id,)
    dense = "dense" if at.dense >= DENSE else ""
    for kind, asks in _ASKS.items():
        if len(values := at.values.get(kind, ())) == 1 and not (kind == "Time" and vague(values[0], "time")):
            yield _Draft(dense or "parameter", asks, at, named, here, values)
    if len(at.amounts) == 1 and at.word in (
        "add",
        "transfer",
        "dispense",
        "pipette",
        "load",
        "apply",
        "weigh",
    ):
        yield _Draft(dense or "parameter", "amount", at, named, here, at.amounts)
    if len(at.reagents) == 1 and not _shared(at.reagents[0], named):
        yield _Draft(dense or "fact", "with", at, named, here, at.reagents)
    if (
        len(at.places) == 1
        and at.word in _PUTS
        and not _shared(at.places[0], named)
        and not vague(at.places[0], "place")
    ):
        yield _Draft(dense or "fact", "to", at, named, here, at.places)
    if len(at.devices) == 1 and not _shared(at.devices[0], named) and not vague(at.devices[0], "device"):
        yield _Draft(dense or "device", "device", at, named, here, at.devices)
    if len(at.counts) == 1:
        yield _Draft("repeats", "repeats", at, named, here, at.counts)
    others = tuple(name for name in at.together if name != named and not _shared(name, named))
    listed = len(others) >= 2 and not any(vague(name, "thing") for name in others)
    if listed and at.protocol.tells(at.sentence):
        yield _Draft("reagents", "reagents", at, named, here, others)
    told = at.done and at.protocol.tells(at.sentence)
    after = at.protocol.beside(at.sentence, 1)
    if at.last and told and after and at.protocol.tells(after):
        yield _Draft("next", "next", at, named, (after.id,), (after.text,))
        yield from _next_values(at, named, known.inside(after.id))
    before = at.protocol.beside(at.sentence, -1)
    if at.first and told and before and at.protocol.tells(before):
        yield _Draft("previous", "previous", at, named, (before.id,), (before.text,))


def _next_values(at: Happening, named: str, following: Sequence[Happening]) -> Iterator[_Draft]:
    """Ask for what only the next line states, by what this one does."""
    if len(following) != 1:
        return
    other = following[0]
    for kind, asks in _ASKS.items():
        if len(values := other.values.get(kind, ())) == 1 and not (
            kind == "Time" and vague(values[0], "time")
        ):
            yield _Draft("multi", f"multi {asks}", at, named, (other.sentence.id,), values)
    if len(other.devices) == 1 and not vague(other.devices[0], "device"):
        yield _Draft("multi", "multi device", at, named, (other.sentence.id,), other.devices)


def _unanswerable(
    dice: random.Random, at: Happening, known: _Known, everything: Sequence[Happening]
) -> Iterator[_Draft]:
    """Ask for a value that is not stated there, or about a thing of another protocol."""
    if not known.once(at):
        return
    lines = [at.sentence, known.protocol.beside(at.sentence, 1), known.protocol.beside(at.sentence, -1)]
    stated = {kind for line in lines if line for each in known.inside(line.id) for kind in each.values}
    around = {
        mention.native_type
        for mention in known.protocol.document.mentions
        if mention.sentence_id in {line.id for line in lines if line}
    }
    for kind, asks in _ASKS.items():
        said = any(_SAYS[kind].search(line.text) for line in lines if line)
        if at.word in _TAKES[kind] and not said and kind not in stated | around:
            yield _Draft("unanswerable", asks, at, at.objects[0], (), ())
    other = dice.choice(everything)
    if (
        other.objects
        and not vague(other.objects[0], "thing")
        and not {word.rstrip("s") for word in tokens(other.objects[0])}
        & {word.rstrip("s") for word in known.protocol.words}
    ):
        for kind, asks in _ASKS.items():
            if kind in at.values:
                yield _Draft("unanswerable", asks, at, other.objects[0], (), (), foreign=True)
                break


_TAKES = {
    "Temperature": frozenset(
        {"incubate", "store", "keep", "dry", "centrifuge", "heat", "wash", "mix", "soak"}
    ),
    "Time": frozenset(
        {"incubate", "centrifuge", "vortex", "heat", "dry", "wash", "mix", "shake", "soak", "spin"}
    ),
    "Speed": frozenset({"centrifuge", "spin", "shake", "vortex", "rotate"}),
}
"""What could be asked of an action, so that its not being stated is a near miss and no nonsense."""

_SAYS = {
    "Temperature": re.compile(r"\b(ice|cold|cool|warm|hot|room temp)|°", re.IGNORECASE),
    "Time": re.compile(r"\b(briefly|overnight|until|immediately|min|hours?|seconds?|days?)\b", re.IGNORECASE),
    "Speed": re.compile(r"\b(speed|rpm|rcf)\b|[x×] ?g\b", re.IGNORECASE),
}
"""Words that state such a value where the annotation has none."""


def _shared(name: str, other: str) -> bool:
    return bool({word.rstrip("s") for word in tokens(name)} & {word.rstrip("s") for word in tokens(other)})


def _written(
    dice: random.Random, kind: str, drafts: Sequence[_Draft], rarity: Mapping[str, int], most: int
) -> Iterator[GoldQuestion]:
    """Choose some drafts of a kind, few of each protocol and of each thing asked for, and put them."""
    order = list(drafts)
    dice.shuffle(order)
    taken: Counter[str] = Counter()
    sentences: set[str] = set()
    number = 0
    for draft in _in_turn(order, lambda each: f"{each.asks} {each.foreign}"):
        protocol = draft.at.protocol.document.document
        if number == most:
            return
        if taken[protocol.id] == A_KIND_AND_PROTOCOL or draft.at.sentence.id in sentences:
            continue
        alone = any(rarity[word] == 1 for word in tokens(draft.named) if len(word) > 3)
        where = ""
        if kind == "unanswerable" or not alone or dice.random() >= UNNAMED:
            where = place(dice, protocol.title, rarity, whole=dice.random() < 0.5)
            if not where:
                continue
        question = phrase(
            dice,
            draft.asks,
            named=draft.named,
            done=draft.at.verb.done,
            doing=draft.at.verb.doing,
            where=where,
        )
        taken[protocol.id] += 1
        sentences.add(draft.at.sentence.id)
        number += 1
        yield GoldQuestion(
            f"{kind}-{number:03}", question, frozenset(draft.gold), kind, " | ".join(draft.answers) or None
        )


def _in_turn(drafts: Sequence[_Draft], group: Callable[[_Draft], str]) -> Iterator[_Draft]:
    """Give the drafts so that groups take turns, and the common one does not fill the list."""
    groups: dict[str, list[_Draft]] = defaultdict(list)
    for draft in drafts:
        groups[group(draft)].append(draft)
    while groups:
        for name in sorted(groups):
            yield groups[name].pop()
            if not groups[name]:
                del groups[name]


def same_answer(one: str, other: str) -> bool:
    """Say whether two short answers are the same name or value, spelling aside."""
    return normalise(one) == normalise(other)
