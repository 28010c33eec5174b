"""Step constraints: how far a step of a protocol meets what one part of a question demands."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise

from bioloom.answering.answer_wording import is_title, title_words
from bioloom.names import tokens
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
from bioloom.question_parsing.named_numbers import COUNTS
from bioloom.question_parsing.stated_values import VALUE_TOLERANCE, parse_quantities
from bioloom.records import Evidence, Quantity, SubgraphNode, split_sentence_id

REACH = 5
"""Steps before or after one in which the words of "after …" or "before …" may stand."""

LEAD = 4
"""Steps before one that may have named what it is done to."""

_FADING = 0.9

_FEW_OF = 0.25
"""Share of the steps up to which a word of the title tells steps apart."""

_DENIED = re.compile(
    r"\b(?:(?<!does )(?<!did )not|don[’']t|never|avoid|without)\s+"
    r"(?!\w+\s+(?:above|below|higher|less|longer|lower|more|over)\b)((?:[\w-]+\s*){1,3})",
    re.IGNORECASE,
)
"""What a step says is not done; a limit ("not higher than 60 °C") denies nothing."""

_CONTROL = re.compile(r"\W*(?:negative\s)?controls?\b", re.IGNORECASE)
"""How a step for a control begins, which lacks what all others have."""

_ARTICLE = re.compile(r"\b(?:the|an?|of|with|in|to|and)\b", re.IGNORECASE)

_OPTIONAL = re.compile(r"\W*(?:optional|alternative|if\b|for example|(?:can|could|may) be\b)", re.IGNORECASE)

Numbered = tuple[int, Evidence]
"""A piece of evidence with its number, from 1."""


@dataclass(frozen=True)  # without slots: it keeps its values once they are parsed
class ProtocolText:
    """The steps of one protocol that are at hand, in order, with canonical words; gaps count as steps."""

    document: str
    name: str
    title: frozenset[str]
    steps: Mapping[int, Numbered]
    words: Mapping[int, frozenset[str]]
    known: frozenset[str]
    denied: Mapping[str, int] = field(default_factory=dict)
    top: float = 0.0

    @property
    def kind(self) -> str | None:
        """Say what kind of document it is, such as a publication."""
        return next((piece.document_kind for _, piece in self.steps.values()), None)

    @property
    def texts(self) -> list[str]:
        """List the title and the steps, also those that are known only to stand before or behind another."""
        found = [self.name]
        for at, (_, piece) in self.steps.items():
            around = {at - 1: piece.before, at: piece.text, at + 1: piece.after}
            found += [
                text for place, text in around.items() if text and (place == at or place not in self.steps)
            ]
        return found

    @cached_property
    def stated(self) -> tuple[Quantity, ...]:
        """Parse the measured values of all steps, which few questions need."""
        return tuple(value for _, piece in self.steps.values() for value in quantities_of(piece.text))

    def around(self, at: int, places: Iterable[int]) -> frozenset[str]:
        """Give the words of the steps at some distances from one."""
        return frozenset().union(*(self.words.get(at + place, frozenset()) for place in places))


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


def place_of(piece: Evidence, unknown: int = 0) -> int:
    """Give the place of a sentence in its document, as its id has it.

    >>> place_of(Evidence("Spin.", 1.0, "wlp:1#s3")), place_of(Evidence("Spin.", 1.0), -1)
    (3, -1)
    """
    parts = split_sentence_id(piece.sentence_id or "")
    return parts[1] if parts else unknown


def protocol_texts(evidence: Sequence[Evidence]) -> tuple[ProtocolText, ...]:
    """Group ranked sentences by document, in the order in which the documents come."""
    grouped: dict[str, dict[int, Numbered]] = {}
    for number, piece in enumerate(evidence, 1):
        if piece.sentence_id:
            steps = grouped.setdefault(piece.document_id or "", {})
            steps.setdefault(place_of(piece, -number), (number, piece))
    made = []
    for document, steps in grouped.items():
        told = {at: one for at, one in sorted(steps.items()) if not is_title(one[1])} or steps
        words = {at: _words(piece.text) for at, (_, piece) in told.items()}
        for at, (_, piece) in told.items():  # what is not at hand is known by its words
            for place, text in ((at - 1, piece.before), (at + 1, piece.after)):
                if text and place not in steps:
                    words.setdefault(place, _words(text))
        name = (next(iter(steps.values()))[1].document_title or document).strip().rstrip(".")
        known = frozenset().union(*words.values())
        top = max(piece.score for piece in evidence)
        title = title_words(name)
        made.append(ProtocolText(document, name, title, told, words, known, _denied(told), top))
    return tuple(made)


def _words(text: str) -> frozenset[str]:
    """Fold the words of a step, words of numbers as numbers too; a force tells that it spins, though no word
    of it says so."""
    numbers = (COUNTS[word] for word in tokens(text.lower()) if word in COUNTS)
    return frozenset(
        (*canonical_words(text), *numbers, *(["spin"] if stated_values(text, ("force",)) else []))
    )


def _denied(steps: Mapping[int, Numbered]) -> Mapping[str, int]:
    """Find the words that steps only name to deny them ("Do not vortex."), each with the place of a step."""
    said: set[str] = set()
    denied: dict[str, int] = {}
    for at, (_, piece) in steps.items():
        for place, found in enumerate(_DENIED.finditer(piece.text) if not _CONTROL.match(piece.text) else ()):
            if not (place and found[0].lower().startswith("without")):  # "do not go on without their consent"
                denied.update(dict.fromkeys(canonical_words(found[1]), at))
        said.update(canonical_words(_DENIED.sub(" ", piece.text)))
    return {word: at for word, at in denied.items() if word not in said and not is_unconstraining(word)}


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
    values = _condition_signals(pattern, text, at)
    empty = not found or values["contradicted"] > 0
    step, kind = text.steps[at][1].text, pattern.type.kind
    return {
        "always": 1.0,
        **words,
        "optional step": float(bool(_OPTIONAL.match(step)) and not _OPTIONAL.search(pattern.text)),
        **values,
        **_order_signals(pattern, weights, text, at),
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


def _condition_signals(pattern: QuestionPattern, text: ProtocolText, at: int) -> dict[str, float]:
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


def _order_signals(
    pattern: QuestionPattern, weights: Mapping[str, float], text: ProtocolText, at: int
) -> dict[str, float]:
    """Say whether the words of "after …" or "before …" stand on the right side of a step."""
    anchors = [
        word for word in pattern.anchor_words if not matches_any(word, text.title)
    ] or pattern.anchor_words
    ahead = -1 if pattern.direction > 0 else 1
    places = range(1, REACH + 1) if anchors else ()
    own = text.words[at]
    told = _order_told(pattern, weights, anchors, text.steps[at][1].text) if anchors else 0.0
    right = [share(weights, anchors, text.around(at, (ahead * each,))) for each in places]
    wrong = [share(weights, anchors, text.around(at, (-ahead * each,))) for each in places]
    order = max([told, *(_FADING**far * one for far, one in enumerate(right))])
    lost = 1 - max(order, share(weights, anchors, own | text.title))
    return {
        "order met": order,
        "anchor in step": share(weights, anchors, own) * (1 - told),
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


def _order_told(
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


def contradicted(pattern: QuestionPattern, text: str) -> bool:
    """Say whether a sentence has another value than one that a part states, in the same dimension, and not
    this one: the group of 200 mg for that of 100 mg."""
    own = quantities_of(text) if pattern.quantities else ()
    return any(_stated_otherwise(one, own) for one in pattern.quantities)


def _stated_otherwise(one: Quantity, own: Sequence[Quantity], beside: Sequence[Quantity] = ()) -> bool:
    """Say whether values of a sentence can be compared with one, and neither they nor those beside are it."""
    return any(alike(one, each) for each in own) and not any(same(one, each) for each in (*own, *beside))


def _named_otherwise(pattern: QuestionPattern, text: ProtocolText, at: int) -> float:
    """Give the share of the question's counts and numbers of names for which a step has only others: "4-6
    fragments" where ten are asked for, "Reagent I" for "Reagent II"."""
    own = named_numbers(text.steps[at][1].text)
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


@lru_cache(maxsize=4096)
def quantities_of(text: str) -> tuple[Quantity, ...]:
    """Parse the measured values that a step states."""
    return parse_quantities(stated_values(text, MEASURED))


@lru_cache(maxsize=4096)
def same_words(one: str, other: str) -> bool:
    """Say whether two names or values agree: equal words, or values that are equal in SI units.

    >>> same_words("10 min", "10 minutes"), same_words("10 min", "15 min")
    (True, False)
    """
    first, second = quantities_of(one), quantities_of(other)
    if first and second:
        return any(same(each, every) and same(every, each) for each in first for every in second)
    return canonical_words(one) == canonical_words(other)


def same(one: Quantity, other: Quantity) -> bool:
    """Say whether two values agree: equal in SI units, or one within the range of the other."""
    if one.si_unit != other.si_unit:
        return False
    low, high = other.si_value, other.si_upper if other.si_upper is not None else other.si_value
    slack = VALUE_TOLERANCE * max(abs(low), abs(high), abs(one.si_value))
    return low - slack <= one.si_value <= high + slack


def alike(one: Quantity, other: Quantity) -> bool:
    """Say whether two values can be compared: of one dimension, or numbers of one thing."""
    return one.si_unit == other.si_unit and one.kind == other.kind
