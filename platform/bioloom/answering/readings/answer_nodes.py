"""Answer nodes: the values and things of a step that are of the kind asked for, and how closely tied."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache

from bioloom.answering.constraints.contrasted_values import choose_values, value_places
from bioloom.answering.constraints.step_constraints import share
from bioloom.answering.texts.protocol_text import ProtocolText, only_limits
from bioloom.answering.texts.quantity_comparison import quantities_of, same
from bioloom.names import tokens
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import (
    QuestionPattern,
    asked_value,
    canonical_words,
    is_everyday,
    is_unconstraining,
    kinds_for,
    matches_any,
    names_kind,
    stated_values,
)
from bioloom.question_parsing.stated_values import parse_quantities
from bioloom.records import Evidence, Quantity, SubgraphNode

_PATTERNS = PatternTable.read("reading/answer_nodes.tsv")
VALUED = _PATTERNS.compile("valued")
"""What a value holds: a number, or a word that stands for one."""

MEASURES = frozenset(kinds_for("annotated"))
"""Types of nodes that are values."""

_ELECTRICAL = frozenset({"energy"})
_UNITS = (
    (re.compile(r"current|\bm?a(?:mps)?\b"), re.compile(r"\d\s?[mµμ]?A\b")),
    (re.compile(r"voltage|\b[mk]?v\b|volts"), re.compile(r"\d\s?[mk]?V(?!\s?/)\b|volt")),
    (re.compile(r"power|watts"), re.compile(r"\d\s?W\b|watt")),
    (re.compile(r"resistance|ohms?"), re.compile(r"\d\s?[kM]?Ω|ohm", re.IGNORECASE)),
    (re.compile(r"capacitance|farad"), re.compile(r"\d\s?[mnpµμ]?F\b|farad")),
)
"""Electrical settings that are asked for, each with the units that one has."""

_ASKED_UNIT = re.compile(
    r"(?:\b(?:in|how many|what|which)\s|\()"
    r"([x×]\s?g|[^\W\d_]{1,5}(?:/[^\W\d_]{1,3})?|%|°\s?[CFK])(?=[\s?,;)-])"
    r"|(?<!\d)(?<!\d\s)\b(rpm|rcf)\b",
    re.IGNORECASE,
)
"""A unit in which a value is asked for: "in x g", "how many rpm", "what g force"."""

_FADING = 0.85
_AMOUNTS = ("volume", "mass")
_OWNED = frozenset({*_AMOUNTS, "concentration"})
_SIZED = _PATTERNS.compile("sized")
_SIZE_OF = _PATTERNS.compile("size_of")

_QUALIFIERS = frozenset({"final", "initial", "maximum", "minimum", "residual", "rest", "total", "working"})
"""Words that tell one value of a step from another of the same kind."""

_OF_WHAT = _PATTERNS.compile("of_what")

_ITS_AMOUNT = re.compile(r"(?P<thing>[\w®™-]+(?:\s[\w®™-]+){0,2})\s?[(:=]\s?$")
"""What stands before one: "agarose (0.6 g)"."""

_COUNTED = re.compile(r"\b(?:how many|number of) (?:[\w-]+ )?(?P<noun>[a-z]{4,})\b(?= )", re.IGNORECASE)
_STRANDED = _PATTERNS.compile("stranded")

_STORES = _PATTERNS.compile("stores")
_ASKS_STORING = _PATTERNS.compile("asks_storing")
_OF_STORAGE = frozenset({"temperature", "time"})
_LIMITED = frozenset({*_OF_STORAGE, "force", "speed"})
_ASKS_LIMIT = _PATTERNS.compile("asks_limit")
_ASKS_WHERE_STORED = _PATTERNS.compile("asks_where_stored")
_TELLS_WHERE = _PATTERNS.compile("tells_where")

_LIGHT = 0.5
_CLOSE = 0.8
"""Share of the strongest tie from which another thing is given as well."""


def answer_nodes(
    pattern: QuestionPattern, weights: Mapping[str, float], piece: Evidence
) -> tuple[tuple[SubgraphNode, ...], float]:
    """Give the nodes of the kind asked for that are tied most closely to the question, and how closely.

    A value must hold a number with a unit of the dimension asked for; where no annotation has one, it is read
    off the words. What the question itself names is no answer.
    """
    wanted = _of_kind(pattern, piece)
    if not wanted:
        return (), 0.0
    ties = [
        (_tie(pattern, weights, piece, node) + owned(pattern, weights, piece.text, node), node)
        for node in wanted
    ]
    most = max(strength for strength, _ in ties)
    if pattern.type.kind == "value":
        return tuple(node for strength, node in ties if strength >= most - 1e-9), min(1.0, most)
    kept = [node for strength, node in ties if strength >= _CLOSE * most]
    ids = {node.id for node in kept}
    parts = {edge.object for edge in piece.subgraph.edges if edge.subject in ids} | {
        edge.subject for edge in piece.subgraph.edges if edge.object in ids
    }
    kept += [node for node in _typed(pattern, piece.subgraph.nodes) if node.id in parts - ids]
    named = [node for node in kept if not all(map(names_kind, canonical_words(node.name)))]
    return tuple(named or kept), min(1.0, most)


def stored_steps(pattern: QuestionPattern, text: ProtocolText) -> frozenset[int]:
    """Give the places of steps that only tell how things are stored, where a temperature or time is asked
    for of what another step does with them."""
    kinds = pattern.type.types & _OF_STORAGE
    if not kinds or _ASKS_STORING.search(pattern.text):
        return frozenset()
    stored = {at for at, (_, piece) in text.steps.items() if _STORES.search(piece.text)}
    return _told_elsewhere(pattern, text, kinds, stored)


def limiting_steps(pattern: QuestionPattern, text: ProtocolText) -> frozenset[int]:
    """Give the places of steps that only tell beyond what value something is not done, where it is asked at
    which another step does it."""
    kinds = pattern.type.types & _LIMITED
    if not kinds or _ASKS_LIMIT.search(pattern.text):
        return frozenset()
    limits = {at for at, (_, piece) in text.steps.items() if only_limits(piece.text)}
    return _told_elsewhere(pattern, text, kinds, limits)


def tells_no_place(pattern: QuestionPattern, step: str) -> bool:
    """Say whether it is asked where a thing is stored, and a step has no word of any place.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> asked = parse_pattern("Where is the plasmid stored?")
    >>> tells_no_place(asked, "HEK cells + plasmid, 2nd try"), tells_no_place(asked, "Plasmid: box 4 in T12")
    (True, False)
    """
    return bool(_ASKS_WHERE_STORED.search(pattern.text)) and not _TELLS_WHERE.search(step)


def _told_elsewhere(
    pattern: QuestionPattern, text: ProtocolText, kinds: Set[str], places: Set[int]
) -> frozenset[int]:
    """Give some places of steps if another one has a value of the kinds, and there or before it a word of the
    question."""
    others = (
        at for at, (_, piece) in text.steps.items() if at not in places and stated_values(piece.text, kinds)
    )
    done = places and any(
        any(matches_any(word, text.around(at, (-1, 0))) for word in pattern.own_words) for at in others
    )
    return frozenset(places if done else ())


def sentence_nodes(piece: Evidence) -> list[SubgraphNode]:
    """List the nodes that stand in the sentence itself, not in one beside it."""
    return [
        node
        for node in piece.subgraph.nodes
        if node.properties.get("sentence_id", piece.sentence_id) == piece.sentence_id
    ]


def _typed(pattern: QuestionPattern, nodes: Iterable[SubgraphNode]) -> list[SubgraphNode]:
    """Keep the nodes of the types asked for."""
    return [node for node in nodes if node.type.replace("_", " ") in pattern.type.types]


def _of_kind(pattern: QuestionPattern, piece: Evidence) -> tuple[SubgraphNode, ...]:
    asked = pattern.type
    here = sentence_nodes(piece)
    typed = _typed(pattern, here)
    if asked.kind == "value":
        return _values(pattern, piece, typed)
    noun, title = (
        frozenset(canonical_words(asked.noun)),
        frozenset(canonical_words(piece.document_title or "")),
    )
    said = (
        word
        for word in (*pattern.own_words, *pattern.anchor_words, *pattern.context_words)
        if not matches_any(word, noun)
    )
    known = frozenset(word for word in said if word not in title)
    things = [
        node
        for node in (here if asked.relations else typed)
        if node.type != "verb"
        and node.type.replace("_", " ") not in MEASURES
        and not all(matches_any(word, known) for word in canonical_words(node.name))
        and not noun.issuperset(canonical_words(node.name))
    ]
    if found := _STRANDED.search(pattern.text):
        lead = re.compile(rf"\b{found[1]}\s+(?:[\w%.-]+\s+){{0,3}}$", re.IGNORECASE)
        text = piece.text
        if bound := [
            each for each in things if each.name in text and lead.search(text[: text.find(each.name)])
        ]:
            return tuple(bound)
    related = {
        tail for head, name, tail in (edge.stated for edge in piece.subgraph.edges) if name in asked.relations
    }
    kinds = [node for node in things if node in typed]
    for chosen in (
        [node for node in things if bears_noun(node, asked.noun)],
        [node for node in kinds if node.id in related],
        [node for node in things if node.id in related],
        kinds,
    ):
        if chosen:
            return tuple(chosen)
    return ()


def _values(
    pattern: QuestionPattern, piece: Evidence, typed: Sequence[SubgraphNode]
) -> tuple[SubgraphNode, ...]:
    """List the values of a step that are of the dimension asked for, annotated or read off its words."""
    types = pattern.type.types
    if (
        "number" in types
        and (counted := _COUNTED.search(pattern.text))
        and (count := _count(counted["noun"], piece.text))
    ):
        return (SubgraphNode(f"{piece.sentence_id}~{count}", count, "number"),)
    values = _measured(pattern, piece, typed)
    amounts = [node for node in values if node.type in _AMOUNTS or stated_values(node.name, _AMOUNTS)]
    fitting = _fitting(pattern, piece.text, _own_amounts(pattern, piece.text, amounts or values))
    return tuple({node.name: node for node in fitting}.values())


def _measured(pattern: QuestionPattern, piece: Evidence, typed: Sequence[SubgraphNode]) -> list[SubgraphNode]:
    """List all values of a step that are of the dimension asked for and that the question does not state."""
    types = pattern.type.types
    values = [node for node in typed if VALUED.search(node.name) and not _stated(pattern, node.name)]
    values += [
        SubgraphNode(f"{piece.sentence_id}~{words}", words, kind)
        for words, kind in stated_values(piece.text, types)
        if not _stated(pattern, words)
        and not any(words in node.name or node.name in words for node in values)
    ]
    values = [node for node in values if stated_values(node.name, types)] or values
    return [node for node in values if in_unit(pattern, node.name)]


def in_unit(pattern: QuestionPattern, words: str) -> bool:
    """Say whether a value is in a unit of what is asked for, or can be turned into the unit that the question
    names: volts are no current, and revolutions no multiples of gravity.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> asked = parse_pattern("At what current is the gel run?")
    >>> in_unit(asked, "100 V"), in_unit(asked, "20 mA"), in_unit(asked, "5 min")
    (False, True, True)
    >>> asked = parse_pattern("At what speed in x g is it spun?")
    >>> in_unit(asked, "4,000 rpm"), in_unit(asked, "300 rcf"), in_unit(asked, "full speed")
    (False, True, True)
    """
    if pattern.type.types == _ELECTRICAL and stated_values(words, _ELECTRICAL):
        said = asked_value(pattern.text)
        return all(unit.search(words) for asked, unit in _UNITS if asked.search(said))
    units = {each.si_unit for each in asked_units(pattern.text, pattern.type.types)}
    units.update({"1"} if "kg/m^3" in units else ())  # a percentage by weight
    values = quantities_of(words) if units else ()
    return not values or any(each.si_unit in units for each in values)


@lru_cache(maxsize=1024)
def asked_units(question: str, kinds: Set[str]) -> tuple[Quantity, ...]:
    """Give one of each unit in which a question asks for a value of some kinds.

    >>> [each.unit for each in asked_units("How much SDS, in mM, is in it?", frozenset({"concentration"}))]
    ['mM']
    """
    found = [next(filter(None, each.groups())) for each in _ASKED_UNIT.finditer(question)]
    stated = (stated_values(f"1 {each}", kinds) or stated_values(f"1000 {each}", kinds) for each in found)
    return parse_quantities(one for each in stated for one in each)


def value_meant(pattern: QuestionPattern, piece: Evidence, words: str) -> SubgraphNode | None:
    """Give the one value of a step by which the words of a question stand; None where `words` are it, or
    where nothing tells the values of the step apart.

    Of several values in `words` it is the one that stands by a value of the question ("at 4 °C").
    """
    typed = _typed(pattern, sentence_nodes(piece))
    values = [node for node in _measured(pattern, piece, typed) if node.name in piece.text]
    chosen = _choose_nodes(pattern, piece.text, _own_amounts(pattern, piece.text, values))
    said = [node for node in values if _holds(words, node.name) or _holds(node.name, words)]
    fits = [node for node in said if node in chosen]
    measured = pattern.quantities and not pattern.type.types & {"number", "times"}
    if measured and len(fits) == 1 < len(said):  # "2 hours at room temperature, or overnight"
        return fits[0]
    if not said or fits:
        return None
    forms = {_form(node.name) for node in said}
    alike = [node for node in chosen if _form(node.name) in forms] or chosen
    return alike[0] if len(alike) == 1 else None


def _holds(words: str, value: str) -> bool:
    """Say whether words hold a value: "2.5 µL" does not hold "5 µL"."""
    return re.search(rf"(?<![\d.,]){re.escape(value)}", words) is not None


def _form(value: str) -> str:
    """Give a value without its numbers: 1:500 and 1:2000 are of one form, 5% is of another."""
    return re.sub(r"\d+", "0", value)


def _fitting(pattern: QuestionPattern, text: str, values: Sequence[SubgraphNode]) -> Sequence[SubgraphNode]:
    """Choose among several values of a step: not the size of a vessel, with the qualifier that the question
    has ("final"), in the clause of the value that it states ("at 55 °C")."""
    asked = asked_value(pattern.text)
    before = pattern.text[: max(0, pattern.text.lower().find(asked))]
    qualified = _QUALIFIERS.intersection((*tokens(before)[-2:], *tokens(asked)))
    if asked.startswith("how"):
        qualified = _QUALIFIERS.intersection(tokens(pattern.text)) - {"working"}
    for fits in (
        lambda node: (
            not (_SIZED.match(text, _end(text, node)) or _SIZE_OF.search(text[: text.find(node.name)]))
        ),
        lambda node: qualified.intersection(tokens(text[: _end(text, node)])[-8:]),
    ):
        values = [node for node in values if node.name in text and fits(node)] or values
    return _choose_nodes(pattern, text, values)


def _choose_nodes(
    pattern: QuestionPattern, text: str, values: Sequence[SubgraphNode]
) -> Sequence[SubgraphNode]:
    """Choose the values by which the words of the question stand."""
    if any(node.name not in text for node in values):
        return values
    places = [*value_places(text, [node.name for node in values])]
    return [values[at] for at in choose_values(pattern, text, places)]


def owned(pattern: QuestionPattern, weights: Mapping[str, float], text: str, node: SubgraphNode) -> float:
    """Say how far an amount is of the thing asked for: up to 1, or -1 where it is of another; 0 where
    question or text does not say.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> pattern = parse_pattern("How much agarose is in the gel?")
    >>> text = "Weigh 0.6 g (1.2%) agarose and add 50 mL of buffer."
    >>> [owned(pattern, {}, text, SubgraphNode(name, name, "")) for name in ("0.6 g", "50 mL")]
    [1.0, -1.0]
    """
    if not pattern.type.types & _OWNED or node.name not in text:
        return 0.0
    found = [
        match["thing"]
        for place in re.finditer(re.escape(node.name), text)
        if (match := _OF_WHAT.match(text, place.end()) or _ITS_AMOUNT.search(text[: place.start()]))
    ]
    return max((_same_thing(pattern.thing, each, weights) for each in found), default=0.0)


def _own_amounts(
    pattern: QuestionPattern, text: str, values: Sequence[SubgraphNode]
) -> Sequence[SubgraphNode]:
    """Leave out the amounts of other things where one of the thing asked for stands beside them: "1 ml lysis
    buffer / 100 mg tissue". Where a volume or mass is asked for, a concentration is none."""
    kinds = pattern.type.types & {*_AMOUNTS} or _OWNED
    share_of = [owned(pattern, {}, text, node) for node in values]
    pairs = [*zip(values, share_of, strict=True)]
    given = any(its >= 1 and stated_values(node.name, kinds) for node, its in pairs)
    return [node for node, its in pairs if its > -1 or not given]


def _same_thing(asked: str, found: str, weights: Mapping[str, float]) -> float:
    words, number = _name_words(asked)
    thing, other = _name_words(found)
    if not words:  # "how much sample": nothing but a kind of thing
        return float(bool(asked) and set(canonical_words(asked)) <= set(canonical_words(found)))
    if not thing:
        return 0.0
    return (
        -1.0 if number and other and not number & other else 2 * share(weights, words, frozenset(thing)) - 1
    )


def _name_words(text: str) -> tuple[list[str], frozenset[str]]:
    """List the canonical words that name a thing, and the numbers of its name ("IL-4")."""
    words = canonical_words(text)
    numbers = frozenset(word for word in words if word.isdigit() and len(word) == 1)
    return [
        word for word in words if not (is_everyday(word) or is_unconstraining(word) or word[0].isdigit())
    ], numbers


def _end(text: str, node: SubgraphNode) -> int:
    return text.find(node.name) + len(node.name)


def _count(noun: str, text: str) -> str | None:
    """Find the number that stands before a noun: "2-3 buffer changes"."""
    found = re.search(
        rf"(?<![\w.])(\d[\d.,]*(?:\s?[-–]\s?\d+)?)\s+(?:[\w-]+\s+){{0,2}}?{re.escape(noun[:-1])}",
        text,
        re.IGNORECASE,
    )
    return found[1] if found else None


def _stated(pattern: QuestionPattern, words: str) -> bool:
    """Say whether a value is one that the question states."""
    numbers = re.findall(r"\d+(?:[.,]\d+)*", words)
    if not numbers or not pattern.numbers.issuperset(numbers):
        return False
    stated = pattern.quantities or quantities_of(pattern.text)
    values = quantities_of(words) if stated else ()  # 1 µl where the question states 1 ml
    return not values or any(same(one, each) for one in values for each in stated)


def _tie(
    pattern: QuestionPattern, weights: Mapping[str, float], piece: Evidence, node: SubgraphNode
) -> float:
    """Give how closely a node is tied to the words that the question names, by relations and distance."""
    names = {each.id: canonical_words(each.name) for each in piece.subgraph.nodes}
    linked: dict[str, set[str]] = {}
    for edge in piece.subgraph.edges:
        if edge.original_predicate != "next_step":
            linked.setdefault(edge.subject, set()).add(edge.object)
            linked.setdefault(edge.object, set()).add(edge.subject)
    first = linked.get(node.id, set())
    second = {far for each in first for far in linked.get(each, ())} - first - {node.id}
    one = frozenset(word for each in first for word in names.get(each, ()))
    two = frozenset(word for each in second for word in names.get(each, ()))
    words = canonical_words(piece.text)
    place = _place(words, canonical_words(node.name))
    total = found = 0.0
    conditions = tuple(pattern.numbers)
    for word in (*pattern.all_words, *conditions):
        places = [at for at, each in enumerate(words) if matches_any(word, {each})]
        if not places:
            continue
        weight = weights.get(word, 1.0) if word in pattern.own_words or word in conditions else _LIGHT
        total += weight
        near = 0.0
        if place is not None:  # what a value is of stands before it, mostly
            near = 0.5 * _FADING ** min(at - place + 1 if at > place else place - at for at in places)
        if matches_any(word, one):
            near += 0.5
        elif matches_any(word, two):
            near += 0.3
        found += weight * near
    return found / total if total else 0.0


def _place(words: Sequence[str], name: Sequence[str]) -> int | None:
    return next((at for at in range(len(words)) if tuple(words[at : at + len(name)]) == tuple(name)), None)


def bears_noun(node: SubgraphNode, noun: str) -> bool:
    """Say whether a name holds the noun asked for, in singular or plural."""
    return bool(noun) and any(
        matches_any(word, frozenset(canonical_words(noun))) for word in canonical_words(node.name)
    )
