"""Generated questions for the step reader: what annotated values and things belong to, as people ask."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bioloom.names import tokens
from bioloom.records import AnnotatedDocument, Mention, Sentence
from bioloom_lab.evaluation.protocol_questions.annotated_events import lemma, verbs
from bioloom_lab.evaluation.protocol_questions.phrasing import renamed
from bioloom_lab.training.step_reader.asked_steps import AskedSteps

ASKED: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "Time": (
        ("how long", "for how long", "for how many minutes or hours", "how much time"),
        ("time", "duration", "how long", "min?", "length", "{do} time"),
    ),
    "Temperature": (
        ("at what temperature", "at which temperature", "how warm or cold", "at how many degrees"),
        ("temp", "temperature", "degrees?", "°C", "what temp", "{do} temp"),
    ),
    "Speed": (
        ("how fast", "at what speed", "at how many g or rpm", "at what force"),
        ("speed", "rpm", "x g", "g force", "spin speed", "{do} speed"),
    ),
    "Amount": (
        ("how much {thing}", "what volume of {thing}", "what amount of {thing}", "how many µl of {thing}"),
        ("{thing} volume", "{thing} amount", "how much {thing}", "µl {thing}", "vol of {thing}", "{thing}?"),
    ),
    "Concentration": (
        ("at what concentration is {thing}", "which concentration of {thing}", "how strong is {thing}",
         "what percentage of {thing}"),
        ("{thing} conc", "{thing} concentration", "% {thing}", "conc of {thing}", "final conc {thing}"),
    ),
    "Device": (
        ("with what", "with which device", "in what", "what instrument"),
        ("what with", "instrument", "device", "which machine", "equipment"),
    ),
    "Reagent": (
        ("with what", "with which reagent", "in what", "what buffer or solution"),
        ("with what", "reagent", "buffer?", "in which solution", "what is used"),
    ),
    "Location": (
        ("in what", "into what", "where", "in which vessel"),
        ("where", "container", "into what", "which tube or plate"),
    ),
    "Numerical": (("how many times", "how often"), ("how many times", "times", "repeats", "x?")),
    "Size": (("what size of {thing}", "how big is {thing}"), ("{thing} size", "size of {thing}")),
    "pH": (("at what pH is {thing}", "which pH has {thing}"), ("{thing} pH", "pH of {thing}")),
}  # fmt: skip
"""By the WLP type of the answer: how whole sentences ask for it, and how shorthand does."""

SHORT = {
    "minutes": "min", "temperature": "temp", "concentration": "conc", "volume": "vol", "overnight": "o/n",
    "room temperature": "RT", "centrifuge": "spin", "centrifuged": "spun", "solution": "soln",
    "supernatant": "sup", "protocol": "prep", "extraction": "extn", "incubate": "incubation",
}  # fmt: skip
"""What is written for longer words in a hurry."""

_TALK = (
    "I have just done this: {said}",
    "I'm at the point where I {said}",
    "So far: {said}.",
    "After I {said},",
    "My samples are ready ({said}).",
    "We {said} already.",
)
_VALUES = frozenset({"Time", "Temperature", "Speed", "Numerical"})
_OF_THINGS = frozenset({"Amount", "Concentration", "Size", "pH"})
_THINGS = frozenset({"Device", "Reagent", "Location"})
_LONGEST_TALK = 14
_FALSE = {
    "Temperature": ("4 °C", "37 °C", "65 °C", "-20 °C", "55 °C", "95 °C", "room temperature"),
    "Time": ("5 minutes", "30 min", "1 hour", "overnight", "10 sec", "2 h", "20 min"),
    "Speed": ("300 x g", "12,000 rpm", "4000 g", "500 x g"),
    "Concentration": ("70%", "10 mM", "1X", "5%", "0.5 M"),
}


@dataclass(frozen=True, slots=True)
class _Fact:
    """An annotated answer of one step with what it belongs to."""

    kind: str
    at: int
    span: tuple[int, int]
    verb: str
    thing: str
    others: tuple[tuple[str, str], ...]


def hurried_questions(document: AnnotatedDocument, drawn: random.Random, most: int) -> list[AskedSteps]:
    """Ask at most so many questions about a protocol, a quarter of them without an answer."""
    sentences = [each for each in document.sentences if each.text.strip()]
    title, steps = sentences[0].text, tuple(each.text for each in sentences[1:])
    facts = list(_facts(document, sentences[1:]))
    drawn.shuffle(facts)
    made = []
    for fact in facts[:most]:
        false = drawn.random() < 0.25
        asked = _question(fact, title, steps, facts, drawn, false=false)
        if asked is None:
            continue
        part, whole, gold = asked
        made.append(AskedSteps(part, whole, title, steps, {fact.at: fact.span} if gold else {}))
    return made


def _facts(document: AnnotatedDocument, sentences: Sequence[Sentence]) -> Iterator[_Fact]:
    places = {each.id: at for at, each in enumerate(sentences)}
    starts = {each.id: each.start for each in sentences}
    by_id = {each.id: each for each in document.mentions}
    said: dict[str, list[tuple[str, Mention]]] = defaultdict(list)
    of: dict[str, list[tuple[str, Mention]]] = defaultdict(list)
    for relation in document.relations:
        head, tail = by_id[relation.subject], by_id[relation.object]
        if head.sentence_id == tail.sentence_id:
            said[head.id].append((relation.predicate, tail))
            of[tail.id].append((relation.predicate, head))
    for mention in document.mentions:
        kind = mention.native_type
        if mention.sentence_id not in places or kind not in ASKED or len(mention.text) > 60:
            continue
        heads = [head for _, head in of[mention.id]]
        action = next((head for head in heads if head.native_type == "Action"), None)
        thing = ""
        if kind in _OF_THINGS:
            owner = next((head for head in heads if head.native_type in _THINGS), None)
            if owner is None or (kind == "Amount" and not any(map(str.isdigit, mention.text))):
                continue
            thing = owner.text
            action = next((head for _, head in of[owner.id] if head.native_type == "Action"), None)
        elif action is None:
            continue
        if kind in _THINGS:
            names = {name for name, head in of[mention.id] if head.native_type == "Action"}
            if not names & {"Using", "Site"} or len("".join(tokens(mention.text))) < 3:
                continue
        others = [
            (each.native_type, each.text)
            for name, each in (said[action.id] if action is not None else ())
            if each.id != mention.id and each.text != thing and len(each.text) < 60
        ]
        if (
            not thing
            and kind in _VALUES
            and not any(one in _THINGS for one, _ in others)
            and tells_little(action)
        ):
            continue
        start = mention.start - starts[mention.sentence_id]
        yield _Fact(
            kind,
            places[mention.sentence_id],
            (start, start + len(mention.text)),
            action.text if action is not None else "",
            thing,
            tuple(others),
        )


def tells_little(action: Mention | None) -> bool:
    """Say whether an action tells too little to ask by it alone ("keep")."""
    return action is None or lemma(action.text) in (None, "keep", "place", "leave", "repeat", "use")


def _question(
    fact: _Fact,
    title: str,
    steps: Sequence[str],
    facts: Sequence[_Fact],
    drawn: random.Random,
    *,
    false: bool,
) -> tuple[str, str, bool] | None:
    gold = True
    thing = renamed(drawn, fact.thing) if fact.thing else ""
    objects = [text for kind, text in fact.others if kind in _THINGS and text != thing]
    conditions = [(kind, text) for kind, text in fact.others if kind in _FALSE]
    asked = drawn.choice(ASKED[fact.kind][0]).format(thing=f"the {thing}" if drawn.random() < 0.5 else thing)
    short = drawn.choice(ASKED[fact.kind][1]).format(thing=thing, do=_doing(fact.verb, drawn))
    words = [renamed(drawn, text) for text in objects[: drawn.choice((1, 1, 2))]]
    told = ""
    if conditions and drawn.random() < (0.7 if false else 0.3):
        kind, text = drawn.choice(conditions)
        if kind != fact.kind:
            told = text
            if false:
                told = drawn.choice([each for each in _FALSE[kind] if each not in text])
                gold = False
    if false and gold:
        other = [each for each in facts if each.kind != fact.kind and each.at != fact.at]
        kinds = {each.kind for each in facts if each.at == fact.at}
        missing = [kind for kind in ("Time", "Temperature", "Speed") if kind not in kinds]
        near = " ".join(steps[max(0, fact.at - 1) : fact.at + 2])
        missing = [kind for kind in missing if not _stated(kind, near)]
        if missing and fact.verb and objects:
            kind = drawn.choice(missing)
            asked, thing = drawn.choice(ASKED[kind][0]), ""
            short = drawn.choice(ASKED[kind][1]).format(thing="", do=_doing(fact.verb, drawn))
            gold = False
        elif other and objects:
            foreign = drawn.choice(other)
            if not foreign.others or not fact.verb:
                return None
            words = [foreign.others[0][1]]
            if any(words[0].lower() in step.lower() for step in steps[max(0, fact.at - 2) : fact.at + 2]):
                return None
            gold = False
        else:
            return None
    where = _where(title, drawn)
    part = (
        _shorthand(fact, short, words, told, where, drawn)
        if drawn.random() < 0.45
        else _sentence(fact, asked, words, told, where, drawn)
    )
    if fact.at and drawn.random() < 0.2:
        before = " ".join(steps[fact.at - 1].split()[:_LONGEST_TALK]).rstrip(".,;")
        talk = drawn.choice(_TALK).format(said=before[:1].lower() + before[1:])
        part = f"{talk} {part}"
    part = _hurried(part, drawn)
    whole = ""
    if len(facts) > 1 and drawn.random() < 0.2:
        beside = drawn.choice([each for each in facts if each is not fact])
        more = drawn.choice(ASKED[beside.kind][1]).format(thing=beside.thing, do=_doing(beside.verb, drawn))
        whole = f"{part.rstrip('?')}{drawn.choice((', ', ' and ', ' + ', ' / '))}{more}?"
    return part, whole, gold


def _stated(kind: str, text: str) -> bool:
    patterns = {
        "Time": r"\d\s?(?:s|sec|min|h|hr|hour|day|week)|overnight|until",
        "Temperature": r"\d\s?(?:°|º|˚|C\b)|room temp|\bRT\b|\bice\b",
        "Speed": r"\d\s?(?:x ?g|g\b|rpm)|speed",
    }
    return bool(re.search(patterns[kind], text, re.IGNORECASE))


def _sentence(
    fact: _Fact, asked: str, words: Sequence[str], told: str, where: str, drawn: random.Random
) -> str:
    plain = lemma(fact.verb) if fact.verb else None
    done = drawn.choice(verbs()[plain].done) if plain else fact.verb.lower()
    thing = " and ".join(words)
    if fact.kind in _OF_THINGS:
        behind = (
            f" {drawn.choice(('with', 'to', 'for', 'into', 'together with'))} the {thing}" if thing else ""
        )
        text = f"{asked} {'is ' + done if done and drawn.random() < 0.8 else ''}{behind}"
    elif fact.kind == "Numerical":
        text = f"{asked} is the {thing or 'sample'} {done}"
    else:
        be = drawn.choice(("is", "are", "should", "do I"))
        verb = (plain or done) if be == "do I" else done if be != "should" else f"be {done}"
        text = (
            f"{asked} {be} {verb} the {thing}"
            if be == "do I"
            else f"{asked} {be} the {thing or 'sample'} {verb}"
        )
    if told:
        text += f" {drawn.choice(('at', 'with', 'for'))} {told}"
    if where:
        lead = drawn.choice((" in the {} protocol", " for {}", " in {}", " when doing {}")).format(where)
        text = text + lead if drawn.random() < 0.7 else f"{lead.strip()}, {text}"
    text = re.sub(r"\s+", " ", text).strip() + "?"
    return text[:1].upper() + text[1:]


def _shorthand(
    fact: _Fact, short: str, words: Sequence[str], told: str, where: str, drawn: random.Random
) -> str:
    doing = _doing(fact.verb, drawn) if drawn.random() < 0.7 else ""
    parts = [where if drawn.random() < 0.8 else "", doing, *words, told]
    parts = [each for each in parts if each]
    if drawn.random() < 0.3:
        drawn.shuffle(parts)
    at = drawn.choice((0, len(parts), len(parts)))
    parts.insert(at, short)
    return f"{parts[0]}{drawn.choice((' ', ', ', ': '))}{' '.join(parts[1:])}".strip(" ,:")


def _doing(verb: str, drawn: random.Random) -> str:
    plain = lemma(verb) if verb else None
    if plain is None:
        return verb.lower()
    return drawn.choice((plain, *verbs()[plain].doing, *verbs()[plain].done))


def _where(title: str, drawn: random.Random) -> str:
    words = title.rstrip(".").split()
    chance = drawn.random()
    if chance < 0.15:
        return ""
    if chance < 0.35 or len(words) < 3:
        return title.rstrip(".")
    size = drawn.randint(2, min(5, len(words)))
    start = drawn.randint(0, len(words) - size)
    kept = words[start : start + size]
    if chance > 0.7:
        kept = drawn.sample(words, size)
    return " ".join(kept).strip("()[],;:-")


def _hurried(text: str, drawn: random.Random) -> str:
    if drawn.random() < 0.5:
        for long, short in SHORT.items():
            if drawn.random() < 0.5:
                text = re.sub(rf"\b{re.escape(long)}\b", short, text, flags=re.IGNORECASE)
    if drawn.random() < 0.3:
        words = text.split()
        text = " ".join(word for word in words if drawn.random() > 0.1 or any(map(str.isdigit, word)))
    return text.lower() if drawn.random() < 0.2 else text
