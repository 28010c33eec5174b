"""Step constraints: how far a step of a protocol meets what one part of a question demands."""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from bioloom.answering.texts.protocol_text import Numbered, ProtocolText
from bioloom.answering.texts.quantity_comparison import alike, quantities_of, same
from bioloom.question_parsing import (
    MEASURED,
    QuestionPattern,
    canonical_words,
    excludes,
    is_act,
    is_everyday,
    is_excluded,
    is_unconstraining,
    matches_any,
    named_numbers,
    order_clauses,
    stated_values,
)
from bioloom.question_parsing.stated_values import parse_quantities
from bioloom.records import Evidence, Quantity, SubgraphNode

REACH = 5
"""Steps before or after one in which the words of "after …" or "before …" may stand."""

LEAD = 4
"""Steps before one that may have named what it is done to."""

_FADING = 0.9

_FEW_OF = 0.25
"""Share of the steps up to which a word of the title tells steps apart."""


_QUESTION = re.compile(
    r"(?:^|[:–-]\s)(?:so |and |but )?(?:what|which|who|how|why|when|where|can|could|does|do|did|is|are|should"
    r"|would|has|have|any)\b[^.]*\?\W*$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\b(?:the|an?|of|with|in|to|and)\b", re.IGNORECASE)

_OF_THINGS = (*MEASURED, "length", "size")
"""Kinds of values that may tell one thing from another of its name."""

_NO_NOUN = r"(?!(?:and|at|by|for|from|in|into|of|on|onto|or|per|then|to|until|with)\b)"
_MEASURED_THING = re.compile(
    rf"[\s-](?:of\s)?(?P<thing>{_NO_NOUN}[a-z]{{3,}}(?:\s{_NO_NOUN}[a-z]{{3,}})?)", re.IGNORECASE
)
"""The noun that a value measures: "70% ethanol", "50 ml conical tube"."""

_OPTIONAL = re.compile(r"\W*(?:optional|alternative|if\b|for example|(?:can|could|may) be\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class StepReading:
    """One step read for a part of a question: the nodes that would answer it, its signals, and the calibrated
    probability that it does, shared by all readings that say the same. `next` is the step that follows it, or
    comes before it where that is asked for, if what stands between is no step."""

    number: int
    evidence: Evidence
    document: str
    at: int
    nodes: tuple[SubgraphNode, ...]
    signals: Mapping[str, float]
    belief: float = 0.0
    next: Numbered | None = None

    @property
    def answerless(self) -> bool:
        """Whether the step answers nothing: if it is the one that the question means, nothing is stated."""
        return bool(self.signals["answerless"])


def signals(
    pattern: QuestionPattern,
    weights: Mapping[str, float],
    text: ProtocolText,
    at: int,
    *,
    found: bool,
    bound: float,
) -> dict[str, float]:
    """Give the signals of reading a step, each between about -1 and 1 (ontology/retrieval/confidence.tsv).

    Every word of the question stands in the step, beside it, elsewhere in the protocol, or nowhere in it;
    words of the title tell protocols apart, not steps. `found` says that the step holds what is asked for,
    `bound` how closely the words are tied to it.
    """
    words = _word_signals(pattern, weights, text, at)
    values = condition_signals(pattern, text, at)
    empty = not found or values["contradicted"] > 0
    step, kind = text.steps[at][1].text, pattern.type.kind
    return {
        "always": 1.0,
        **words,
        "optional step": float(bool(_OPTIONAL.match(step)) and not _OPTIONAL.search(pattern.text)),
        **values,
        **order_signals(pattern, weights, text, at),
        "tie to answer": bound,
        "answerless": float(empty),
        "answerless overlap": words["overlap"] * empty,
        "answerless act": words["act in step"] * empty,
        "asks value": float(kind == "value"),
        "asks thing": float(kind == "thing"),
        "asks step": float(kind in ("after", "before")),
        "asks count": float("number" in pattern.type.types),
    }


def _word_signals(
    pattern: QuestionPattern, weights: Mapping[str, float], text: ProtocolText, at: int
) -> dict[str, float]:
    """Say where the words of the question stand: in the step, beside it, before it, or nowhere."""
    own, near = text.words[at], text.around(at, (-1, 1))
    titled = [
        word
        for word in pattern.own_words
        if matches_any(word, text.title) and not _tells(word, pattern, text)
    ]
    focus = [word for word in pattern.own_words if word not in titled]
    if not focus:  # "How long is the heat shock in Transformation with Heat Shock?"
        focus, titled = titled, []
    held = share(weights, focus, own)
    left = [word for word in focus if not matches_any(word, own)]
    previous = share(weights, left, text.around(at, (-1,))) * (1 - held)
    beside = share(weights, left, near) * (1 - held)
    left = [word for word in left if not matches_any(word, near)]
    lost = [word for word in focus if not matches_any(word, text.known)]
    acts = [word for word in pattern.acts if not (word in titled and not matches_any(word, text.known))]
    act_here, act_near = (float(any(matches_any(word, words) for word in acts)) for words in (own, near))
    piece = text.steps[at][1]
    return {
        "overlap": held,
        "neighbour overlap": beside,
        "previous overlap": previous,
        "previous overlap of bare step": previous * _is_bare(piece.text),
        "overlap of all words": share(
            {}, [word for word in pattern.all_words if not matches_any(word, text.title)], own
        ),
        "bigram overlap": _pairs(pattern, text, piece),
        "earlier overlap": share(weights, left, text.around(at, range(-LEAD, 0))) * (1 - held - beside),
        "no own words": float(not focus),
        "full overlap": float(bool(focus) and held > 0.999),
        "context overlap": share(weights, pattern.context_words, own),
        "context overlap nearby": share(weights, pattern.context_words, own | near),
        "absent words": share(weights, focus, frozenset(lost)) if focus else 0.0,
        "absent act": float(any(is_act(word) for word in lost)),
        "act in step": act_here,
        "act in neighbour": act_near * (1 - act_here),
        "act missing": float(bool(acts) and not act_here and not act_near),
    }


def condition_signals(pattern: QuestionPattern, text: ProtocolText, at: int) -> dict[str, float]:
    """Say how a step agrees with the values and numbers that the question states."""
    own, near = text.words[at], text.around(at, (-1, 1))
    agree, beyond, against = _conditions(pattern, text, at)
    opposed = max(_opposed(pattern, own, near), _opposed_pair(pattern, text.steps[at][1].text))
    stated = text.stated if pattern.quantities else ()
    missing = [value for value in pattern.quantities if not any(same(value, each) for each in stated)]
    named = [word for word in pattern.own_words if word.isdigit()]
    return {
        "condition absent": len(missing) / max(1, len(pattern.quantities)),
        "number absent": 1 - share({}, named, own | near | text.title) if named else 0.0,
        "condition met": agree,
        "condition met nearby": beyond,
        "condition unmet": float(bool(pattern.quantities)) - agree - beyond,
        "contradicted": max(against, _named_otherwise(pattern, text, at), opposed),
    }


def order_signals(
    pattern: QuestionPattern, weights: Mapping[str, float], text: ProtocolText, at: int
) -> dict[str, float]:
    """Say whether the words of "after …" or "before …" stand on the right side of a step."""
    anchors = [
        word for word in pattern.anchor_words if not matches_any(word, text.title)
    ] or pattern.anchor_words
    ahead = -1 if pattern.direction > 0 else 1
    places = range(1, REACH + 1) if anchors else ()
    own = text.words[at]
    stated_order = _stated_order(pattern, weights, anchors, text.steps[at][1].text) if anchors else 0.0
    right = [share(weights, anchors, text.around(at, (ahead * each,))) for each in places]
    wrong = [share(weights, anchors, text.around(at, (-ahead * each,))) for each in places]
    order = max([stated_order, *(_FADING**far * one for far, one in enumerate(right))])
    lost = 1 - max(order, share(weights, anchors, own | text.title))
    return {
        "order met": order,
        "anchor in step": share(weights, anchors, own) * (1 - stated_order),
        "anchor absent": float(bool(pattern.anchor_words)) * lost,
        "order reversed": max([0.0, *(one - order for one in wrong)]),
    }


def _tells(word: str, pattern: QuestionPattern, text: ProtocolText) -> bool:
    """Say whether a word of the title is of the thing of which an amount is asked for, and tells a few steps
    from the others."""
    if word not in canonical_words(pattern.thing):
        return False
    holding = sum(matches_any(word, words) for words in text.words.values())
    return 0 < holding <= _FEW_OF * len(text.words)


def _stated_order(
    pattern: QuestionPattern, weights: Mapping[str, float], anchors: Sequence[str], step: str
) -> float:
    """Give the share of the words of "after …" or "before …" that a step says itself to come before or after
    it: "harvest 30 h after transfection"."""
    clauses = (clause for direction, clause in order_clauses(step) if direction == pattern.direction)
    return max(
        (share(weights, anchors, frozenset(canonical_words(clause))) for clause in clauses), default=0.0
    )


def _pairs(pattern: QuestionPattern, text: ProtocolText, piece: Evidence) -> float:
    """Give the share of the question's pairs of neighbouring words that are neighbours in a step."""
    asked = {pair for pair in pairwise(pattern.all_words) if not text.title.issuperset(pair)}
    return len(asked & _neighbours(piece.text)) / len(asked) if asked else 0.0


@lru_cache(maxsize=4096)
def _neighbours(text: str) -> frozenset[tuple[str, str]]:
    return frozenset(pairwise(canonical_words(_ARTICLE.sub(" ", text))))


@lru_cache(maxsize=4096)
def _is_bare(text: str) -> bool:
    """Say whether a step names no thing: "Incubate for 30 minutes at 37 °C."."""
    return not any(map(_names_thing, canonical_words(text)))


def _names_thing(word: str) -> bool:
    """Say whether a canonical word of a step names a thing: no act, value or everyday word."""
    return not (
        len(word) < 3 or word[0].isdigit() or is_act(word) or is_unconstraining(word) or is_everyday(word)
    )


def meets(found: Mapping[str, float]) -> bool:
    """Say whether a reading is about some word of its part at all."""
    about = (
        found["overlap"]
        + found["neighbour overlap"]
        + found["earlier overlap"]
        + found["order met"]
        + found["anchor in step"]
    )
    return bool(about or found["no own words"])


def share(weights: Mapping[str, float], words: Sequence[str], known: Set[str]) -> float:
    """Give the weighted share of canonical words that stand among others, 0 to 1; without words 0.

    >>> share({"cell": 3.0}, ("cell", "medium"), frozenset({"cells"}))
    0.75
    """
    total = sum(weights.get(word, 1.0) for word in words)
    return sum(weights.get(word, 1.0) for word in words if matches_any(word, known)) / total if total else 0.0


def _conditions(pattern: QuestionPattern, text: ProtocolText, at: int) -> tuple[float, float, float]:
    """Give the shares of the stated values that a step states, that only a step beside it does, and that it
    contradicts by another value of the same dimension."""
    if not pattern.quantities:
        return 0.0, 0.0, 0.0
    own = quantities_of(text.steps[at][1].text)
    reach = range(-REACH, REACH + 1) if pattern.anchor_words else (-1, 1)
    beside = [
        each
        for place in reach
        if place and at + place in text.steps
        for each in quantities_of(text.steps[at + place][1].text)
    ]
    here = sum(any(same(one, each) for each in own) for one in pattern.quantities)
    near = sum(
        not any(same(one, each) for each in own) and any(same(one, each) for each in beside)
        for one in pattern.quantities
    )
    conditions = [one for one in pattern.quantities if one.kind not in pattern.type.types]
    against = sum(_stated_otherwise(one, own, beside) for one in conditions)
    count = len(pattern.quantities)
    return here / count, near / count, against / count


def asks_itself(text: str) -> bool:
    """Say whether a sentence is a question, as in a thread of comments, which answers none.

    >>> asks_itself("Pau: which boutons do you count?"), asks_itself("Dried for 10 min?")
    (True, False)
    """
    return _QUESTION.search(text) is not None


def contradicted(pattern: QuestionPattern, text: str) -> bool:
    """Say whether a sentence has another value than one that a part states, in the same dimension, and not
    this one: the group of 200 mg for that of 100 mg."""
    own = quantities_of(text) if pattern.quantities else ()
    return any(_stated_otherwise(one, own) for one in pattern.quantities)


def of_other_measures(pattern: QuestionPattern, text: ProtocolText) -> frozenset[int]:
    """Find the steps that have a thing of a question with another measure than it states: of a 2 mm cuvette
    where the question is about a 1 mm one, of 70% ethanol where it is about 100% ethanol.

    Measures of "after …" and "before …" are no such conditions, nor are those of things that the title
    measures.
    """
    asked = pattern.text
    for _, clause in order_clauses(asked):
        asked = asked.replace(clause, " ")
    titled = {noun for noun, _ in _measures(text.name)}
    measured: dict[str, list[Quantity]] = {}
    for noun, value in _measures(asked):
        if noun not in titled:
            measured.setdefault(noun, []).append(value)
    found = set()
    for at, (_, piece) in text.steps.items() if measured else ():
        stated = parse_quantities(stated_values(piece.text, _OF_THINGS))
        for noun, value in _measures(piece.text):
            asked_values = [one for one in measured.get(noun, ()) if alike(one, value)]
            if asked_values and not any(same(one, each) for one in asked_values for each in stated):
                found.add(at)
    return frozenset(found)


@lru_cache(maxsize=4096)
def _measures(text: str) -> tuple[tuple[str, Quantity], ...]:
    """Give the things of a text that a value measures, by their canonical nouns, with the value."""
    return tuple(
        (noun, value)
        for words, kind in stated_values(text, _OF_THINGS)
        for place in re.finditer(rf"(?<![\w.]){re.escape(words)}", text)
        if (named := _MEASURED_THING.match(text, place.end()))
        for noun in canonical_words(named["thing"])
        if _names_thing(noun)
        for value in parse_quantities([(words, kind)])
    )


def _stated_otherwise(one: Quantity, own: Sequence[Quantity], beside: Sequence[Quantity] = ()) -> bool:
    """Say whether values of a sentence can be compared with one, and neither they nor those beside are it."""
    return any(alike(one, each) for each in own) and not any(same(one, each) for each in (*own, *beside))


def _named_otherwise(pattern: QuestionPattern, text: ProtocolText, at: int) -> float:
    """Give the share of the question's counts and numbers of names for which a step has only others: "4-6
    fragments" where ten are asked for, "Reagent I" for "Reagent II"."""
    own = named_numbers(text.steps[at][1].text) if pattern.named_numbers else ()
    others = [one for one in pattern.named_numbers if any(alike(one, each) for each in own)]
    against = sum(not any(alike(one, each) and same(one, each) for each in own) for one in others)
    return against / len(pattern.named_numbers) if others else 0.0


def _opposed(pattern: QuestionPattern, own: frozenset[str], near: frozenset[str]) -> float:
    """Say whether a step holds the opposite of a word of the question, and neither it nor a step beside it
    the word itself."""
    return float(
        any(word not in own and word not in near and is_excluded(word, own) for word in pattern.all_words)
    )


def _opposed_pair(pattern: QuestionPattern, text: str) -> float:
    """Say whether a step has the opposite of a word of the question before the same word, and not the word
    itself: "secondary antibody" for "primary antibody"."""
    own = _neighbours(text)
    pairs = [pair for pair in pairwise(pattern.all_words) if pair not in own]
    return float(
        any(after == noun and excludes(word, before) for word, noun in pairs for before, after in own)
    )
