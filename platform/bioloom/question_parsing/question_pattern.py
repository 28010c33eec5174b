"""Question pattern: what one part of a question asks for, and the constraints that its answer must meet."""

import re
from dataclasses import dataclass, field

from bioloom.names import tokens
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing.constraining_words import constraining_words
from bioloom.question_parsing.list_questions import asks_for_several
from bioloom.question_parsing.named_numbers import named_numbers
from bioloom.question_parsing.part_tagger import PartTagger, open_part_tagger
from bioloom.question_parsing.question_parts import split_introduction, split_question
from bioloom.question_parsing.question_type import (
    ORDER,
    QuestionType,
    asked_value,
    classify_question,
    measured_thing,
    order_clauses,
)
from bioloom.question_parsing.search_terms import STOP_WORDS
from bioloom.question_parsing.stated_values import (
    MEASURED,
    parse_quantities,
    placed_temperatures,
    stated_values,
)
from bioloom.question_parsing.synonyms import canonical_word, is_act, matches_any, name_formulas, names_kind
from bioloom.records import Quantity
from bioloom.standardization.number_parsing import find_number
from bioloom.standardization.quantity_tokens import tokenise

MOST_PARTS = 6
"""Parts of a question that are answered."""

_FEW = 2
"""Words below which a question takes those of its introduction."""

_PATTERNS = PatternTable.read("asking/constraints.tsv")
_DEGREES = _PATTERNS.compile("degrees")
_APART = _PATTERNS.compile("apart")
_LATER = _PATTERNS.compile("later")
_ASKS_ORDER = _PATTERNS.compile("asks_order")
_WORDED = _PATTERNS.compile("worded")

_REASON = re.compile(r"\b(?:why|how come|reason)\b", re.IGNORECASE)
_CHOICE = re.compile(r"\bor\b", re.IGNORECASE)

_NUMBER = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class QuestionPattern:
    """What a part of a question asks for, and the words and values that constrain its answer.

    The examples are from "How long are the cells kept at 37 °C after adding SOC, and how long in the rescue
    of the two Reagent II plates?"; all words are in canonical form.

    - `own_words`: words of its own clause that constrain the answer ("cell"), `acts` the actions among them;
    - `anchor_words`: those of its "after …" or "before …" ("soc"), with `direction` 1 where the answer stands
      after the step that they describe, -1 before it, 0 without such a clause;
    - `context_words`: words of the other parts and of an introduction ("rescue", in the first part);
    - `elided_words`: words of another part's clause that this one leaves out ("cell", in the other);
    - `all_words`: all words of the own and the elided clause but stop words, those without constraint too
      ("kept");
    - `quantities`: values that its own clause states, each a condition (37 °C), `numbers` as written;
    - `named_numbers`: its counts and the numbers of names (two plates, Reagent II);
    - `thing`: what an amount is of that is asked for ("how much SOC").
    """

    text: str
    type: QuestionType
    own_words: tuple[str, ...] = ()
    anchor_words: tuple[str, ...] = ()
    direction: int = 0
    context_words: tuple[str, ...] = ()
    elided_words: tuple[str, ...] = ()
    all_words: tuple[str, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    numbers: frozenset[str] = field(default_factory=frozenset)
    named_numbers: tuple[Quantity, ...] = ()
    thing: str = ""

    @property
    def later(self) -> bool:
        """Whether it asks for what comes after the rest: "at what temperature are they kept afterwards"."""
        return bool(_LATER.search(self.text))

    @property
    def reason(self) -> bool:
        """Whether it asks why."""
        return bool(_REASON.search(self.text))

    @property
    def several(self) -> bool:
        """Whether it asks for all members of a list; of values only where no other part asks for some."""
        alone = self.type.kind == "value" and not (self.context_words or self.elided_words)
        return (alone or self.type.kind in ("thing", "open")) and asks_for_several(self.text)

    @property
    def acts(self) -> tuple[str, ...]:
        """The actions that its own clause names."""
        return tuple(word for word in self.own_words if is_act(word))


def parse_patterns(text: str, tagger: PartTagger | None = None) -> tuple[QuestionPattern, ...]:
    """Parse a question into the patterns of its parts; one where it asks for one thing.

    What the rules do not split is put to a `tagger`, the shipped one if none is given.

    >>> [(one.text, sorted(one.type.types)) for one in parse_patterns("How fast and how long is it spun?")]
    [('How fast is it spun?', ['force', 'speed']), ('how long is it spun?', ['time'])]
    """
    whole = " ".join(text.split())
    introduction, text = split_introduction(whole)
    parts = list(split_question(text))[:MOST_PARTS]
    if len(parts) == 1 and (tagged := _tagged_parts(whole, tagger or open_part_tagger())):
        introduction, parts = "", tagged
    found = [
        parse_pattern(own, f"{introduction} {context}".strip(), elided) for own, context, elided in parts
    ]
    few = introduction and max(len(each.own_words) for each in found) < _FEW  # "How long does it keep?"
    if few:
        return tuple(parse_pattern(own, "", f"{elided} {introduction}") for own, _, elided in parts)
    return tuple(found)


def _tagged_parts(text: str, tagger: PartTagger | None) -> list[tuple[str, str, str]]:
    """Give the parts that the network finds in a question which the rules take for one, each with the words
    of the others; none of a question for yes or no, or for a choice."""
    if tagger is None or classify_question(text).kind == "closed" or _CHOICE.search(text):
        return []
    parts = tagger.split(text)
    return [(f"{own}?", " ".join(other for other in parts if other != own), "") for own in parts]


def parse_pattern(text: str, context: str = "", elided: str = "") -> QuestionPattern:
    """Parse one part of a question.

    `context` is what the other parts and an introduction say, `elided` the clause of another part that it
    leaves out and means.

    >>> found = parse_pattern("How long are cells kept at 37 °C after adding SOC?")
    >>> found.own_words, found.anchor_words, found.direction, [each.value for each in found.quantities]
    (('cell',), ('soc',), 1, [37.0])
    """
    named = name_formulas(text)
    context, elided = name_formulas(context), name_formulas(elided)
    clauses = order_clauses(named)
    order = " ".join(clause for _, clause in clauses)
    own = ORDER.sub(" ", named) if clauses else named
    apart = _APART.search(own)
    acts = constraining_words(f"{own[: apart.start()]} {apart['act']}") if apart else ()
    if apart and is_act(canonical_word(apart["act"].lower())) and sum(map(is_act, acts)) > 1:
        # "with …" belongs to an act that the clause only names to say which thing is meant
        own, context = own[: apart.start("with")], f"{context} {apart['with']}"
    direction = clauses[0][0] if clauses else 0
    asked = classify_question(text)
    if asked.kind in ("after", "before"):
        own, order, direction = _ASKS_ORDER.sub(" ", named), "", 0
    own = _DEGREES.sub(r"\1 \2 °C", _spelt(own))
    stated = stated_values(own, MEASURED)
    numbers = {number for words, _ in stated for number in tokens(words)}
    measure = canonical_word(
        tokens(asked_value(own) or (asked.noun if names_kind(canonical_word(asked.noun)) else "how"))[-1]
    )
    constraining = constraining_words(own, numbers)
    own_words = tuple(word for word in constraining if is_act(word) or not matches_any(measure, {word}))
    anchor_words = tuple(word for word in constraining_words(order) if word not in own_words)
    kinds = {kind for _, kind in stated}
    for value, kind in stated_values(elided, MEASURED):  # a value of its own replaces one of the same kind
        elided = elided.replace(value, " ") if kind in kinds else elided
    counted = any(word.isdigit() for word in own_words)
    elided_words = tuple(
        word
        for word in constraining_words(elided)
        if word not in own_words and not (counted and word.isdigit())
    )
    known = (*own_words, *anchor_words, *elided_words)
    context_words = tuple(word for word in constraining_words(context) if word not in known)
    all_words = dict.fromkeys(
        canonical_word(word) for word in tokens(f"{own} {elided}") if word not in STOP_WORDS
    )
    return QuestionPattern(
        text,
        asked,
        own_words,
        anchor_words,
        direction,
        context_words,
        elided_words,
        tuple(all_words),
        parse_quantities((*stated, *(placed_temperatures(own) if "time" in asked.types else ()))),
        frozenset(filter(_NUMBER.match, (*numbers, *tokens(order)))),
        named_numbers(own),
        measured_thing(elided) or measured_thing(named),
    )


def _spelt(text: str) -> str:
    """Write the number words before a unit as digits.

    >>> _spelt("kept for an hour and half a minute, then twenty-five seconds")
    'kept for 1 hour and 0.5 minute, then 25 seconds'
    """
    return _WORDED.sub(_digits, text)


def _digits(found: re.Match[str]) -> str:
    """Write the number with which some words end as digits."""
    words = found[0].split()
    for at in range(len(words)):
        said = tokenise(" ".join(words[at:]))
        number, end = find_number(said, 0) or (None, 0)
        if number and end == len(said) and not number.assumed:
            return " ".join((*words[:at], f"{number.value:g} "))
    return found[0]
