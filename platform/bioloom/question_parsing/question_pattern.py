"""Question pattern: what one part of a question asks for, and the constraints that its answer must meet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bioloom.names import tokens
from bioloom.question_parsing.named_numbers import named_numbers
from bioloom.question_parsing.question_type import (
    ASKING_WORDS,
    ORDER,
    PRECEDING,
    QuestionType,
    asked_value,
    classify_question,
    measured_thing,
)
from bioloom.question_parsing.search_terms import STOP_WORDS
from bioloom.question_parsing.stated_values import MEASURED, stated_values
from bioloom.question_parsing.synonyms import (
    excludes,
    fold,
    folded_words,
    is_act,
    is_soft,
    names_kind,
    stands_in,
)
from bioloom.records import Quantity
from bioloom.standardization.number_parsing import find_number
from bioloom.standardization.quantity_tokens import tokenise

MOST_PARTS = 6
"""Parts of a question that are answered."""

_WH = r"(?:how|what|which|(?:where|when|who|why)(?=\s+(?:is|are|was|were|does|do|did|can|should|must)\b))"
_TO = r"(?:(?:after|at|in|into|on|onto|to|with|for|by|from|of|through|under|until|against|using|over)\s+)"
_VALUE = (
    r"(?:speed|time|temperature|temp|volume|concentration|conc|duration|size|pressure|voltage|amount|mass|rpm)s?"
)
_HEAD = re.compile(
    rf"(?:^|(?<=[,:;?.])|(?<=\band)|(?<=\bthen)|(?<=\bor))\s*(?P<head>{_TO}?{_WH}\b)"
    r"(?!(?<=,\swhich)\s+(?:i|we|you|it|is|was|are|were|has)\b)"
    rf"|\b(?P<inner>{_TO}(?:how|what|which)\b"
    rf"|how (?:long|much|many|fast|hot|cold|warm|often)\b|what (?:\w+ )?{_VALUE}\b)",
    re.IGNORECASE,
)
_LINK = re.compile(r"[\s,;:?]*\b(?:and|or|then|also)?[\s,;]*(?:\b(?:and|then|also))?[\s,;]*$", re.IGNORECASE)
_LISTED = re.compile(
    rf"(?P<head>{_TO}?(?:what|which)\s+(?:(?:is|are|was|were)\s+)?)(?P<one>(?:the\s+)?[\w-]+(?:\s[\w-]+)?)\s+and\s+"
    r"(?P<two>(?:the\s+)?[\w-]+(?:\s(?:time|speed|temperature|volume|concentration|size))?)(?P<rest>\b.*)$",
    re.IGNORECASE,
)
_VERSUS = re.compile(
    r"[\s,]+(?:versus|vs\.?|compared?\s+(?:to|with))\s+(?:(?:that|the one)\s+)?", re.IGNORECASE
)
_AND_IN = re.compile(r"[\s,]+(?:and|versus|with|to)\s+(?=(?:in|for|of|by|that)\b)", re.IGNORECASE)
_ASKED_PAIR = re.compile(
    rf"(?P<head>{_TO}?(?:what|which)\s+(?:(?:is|are|was|were)\s+)?(?:the\s+)?)?"
    rf"\b(?P<one>{_VALUE})(?:\s+(?:and|&)\s+|\s?/\s?)(?P<two>{_VALUE})\b",
    re.IGNORECASE,
)
"""Two values that are asked for by their names: "spin in the miniprep, speed and time"."""

_VALUE_LAST = re.compile(
    r"(?P<one>\b[\w-]+)\s+(?:and|&)\s+(?P<two>[\w-]+)\s+(?P<value>volume|vol|concentration|conc|amount|mass)s?\b",
    re.IGNORECASE,
)
"""One value of two things, named behind them: "IL-4 and IL-2 conc"."""

_OF_BOTH = re.compile(
    r"(?P<head>.*?\b(?:volume|concentration|temperature|amount|time|speed|size|masse)s\s+of\s+)(?P<one>[^,?]+?)"
    r"\s+and\s+(?:of\s+)?(?P<two>(?:the\s+)?[\w-]+(?:\s(?!in\b|for\b|of\b|used\b)[\w-]+)?)(?P<rest>.*)$",
    re.IGNORECASE,
)
"""Values of two things: "the concentrations of salt and of buffer in the medium"."""

_CONTRAST = re.compile(r"\b(?P<by>in|for|of|by|with|at|on|from)\s+(?P<what>(?:the\s+)?[^,]*)$", re.IGNORECASE)
"""The last phrase of what comes before "versus": what is compared."""

_FEW = 2
"""Words below which a question takes those of what is told before it."""

_THANKS = re.compile(r"[\s,.]*\b(?:please|thanks|thank you)\W*$", re.IGNORECASE)
_DASH = re.compile(r"(?<=[^\W\d])\s[-–—]+\s(?=[^\W\d])")
_TOLD = re.compile(
    r"(?<=\w[\w)][.;!])\s+(?=[A-Za-z])|:\s+|,\s+(?:(?:so|but|and)\s+)?(?:(?:could|can) you tell me\s+)?"
    rf"(?={_TO}?{_WH}\b)(?!which\s+(?:i|we|you|it|is|was|are|were|has)\b)",
    re.IGNORECASE,
)
"""Where what is told may end and the question begin."""

_PERSON = re.compile(r"\b(?:i|i['’]\w+|we|my|our|someone|somebody|you|they|one (?=must|should|can))\b", re.IGNORECASE)
"""Who tells something before he asks."""

_TAIL = re.compile(
    r",\s+(?!(?:and|at|by|during|for|from|in|of|on|or|that|then|to|under|when|with)\b)"
    r"(?P<told>[^\W\d](?:(?!\b(?:is|are|was|were|does|do|did|must|should)\b)[^,:;?])*)$"
)
"""What follows the last part without a verb, the name of a protocol mostly: it belongs to every part."""

_ITEM = re.compile(r"(?:,(?:\s*(?:and|&))?|\s(?:and|&|\+))\s+", re.IGNORECASE)

_DEGREES = re.compile(
    r"\b(at|to) ([-−]?\d{1,2})(?=\s*(?:$|[,;?]|(?:and|for|in|before|after|with|or|during)\b))", re.IGNORECASE
)
"""A temperature without its unit: "how long at 37"."""

_SHORT = 3
"""Words up to which a piece only says what is asked for."""

_NUMBER = re.compile(r"\d")
_PHRASE = re.compile(r"(?:at|by|during|for|from|in|of|on|that|those|to|under|when|with)\b", re.IGNORECASE)
_KINDS = frozenset(
    """
    dilution density magnification ph percentage percent molarity voltage pressure resistance capacitance
    current power period mesh pore od od600 many ml ul μl l mg ug μg ng kg rpm
    """.split()  # noqa: SIM905 (a word list reads better than a hundred lines)
)
"""Words that say which value is asked for."""


@dataclass(frozen=True, slots=True)
class QuestionPattern:
    """What a part of a question asks for, and the words and values that constrain its answer.

    `focus` are the folded words of its own clause, `order` those of "after …" or "before …", `direction` 1
    where the answer stands after what these describe, -1 before it; `frame` are words of the other parts,
    `lent` those of another part's clause that it leaves out ("… and how long in the gel recovery?").
    `acts` are the actions among `focus`. `said` are all its words, those without constraint
    too. `quantities` are the values that its own clause states, each a condition, `numbers` their numbers as
    written, `named` its counts and the numbers of names ("10 fragments", "Reagent II"). `thing` is what an
    amount is of that is asked for.
    """

    text: str
    type: QuestionType
    focus: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    direction: int = 0
    frame: tuple[str, ...] = ()
    lent: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    numbers: frozenset[str] = field(default_factory=frozenset)
    named: tuple[Quantity, ...] = ()
    thing: str = ""

    @property
    def acts(self) -> tuple[str, ...]:
        """The actions that its own clause names."""
        return tuple(word for word in self.focus if is_act(word))


def parse_patterns(text: str) -> tuple[QuestionPattern, ...]:
    """Parse a question into the patterns of its parts; one where it asks for one thing.

    >>> [(one.text, sorted(one.type.types)) for one in parse_patterns("How fast and how long is it spun?")]
    [('How fast is it spun?', ['force', 'speed']), ('how long is it spun?', ['time'])]
    """
    talk, text = _asking(" ".join(text.split()))
    parts = list(split_question(text))[:MOST_PARTS]
    found = [parse_pattern(own, f"{talk} {frame}".strip(), lent) for own, frame, lent in parts]
    few = talk and max(len(each.focus) for each in found) < _FEW  # "How long does it keep?"
    return tuple(parse_pattern(own, "", f"{lent} {talk}") for own, _, lent in parts) if few else tuple(found)


def _asking(text: str) -> tuple[str, str]:
    """Part what somebody tells before a question from the question.

    >>> _asking("My gel is orange. We use QG, so what volume of acid do I add?")
    ('My gel is orange. We use QG, so', 'what volume of acid do I add?')
    """
    text = _DASH.sub(": ", _THANKS.sub("", text))
    for told in reversed([*_TOLD.finditer(text)]):
        before, after = text[: told.start()], text[told.end() :]
        asks = _HEAD.match(after) or asked_value(after)
        asked = not before.endswith((".", "!")) and (asked_value(before) or _HEAD.search(before))
        if asks and not asked and _PERSON.search(before):
            return before.strip(), after.strip()
    return "", text


def parse_pattern(text: str, frame: str = "", lent: str = "") -> QuestionPattern:
    """Parse one part of a question; `frame` is what the other parts and an introduction say, `lent` the
    clause of another part that it leaves out.

    >>> found = parse_pattern("How long are cells kept at 37 °C after adding SOC?")
    >>> found.focus, found.order, found.direction, [each.value for each in found.quantities]
    (('cell',), ('soc',), 1, [37.0])
    """
    clauses = [match for match in ORDER.finditer(text) if match["clause"].strip()]
    order = " ".join(match["clause"] for match in clauses)
    own = ORDER.sub(" ", text) if clauses else text
    direction = 0
    if clauses:
        direction = -1 if clauses[0]["word"].casefold() in PRECEDING else 1
    asked = classify_question(text)
    if asked.kind in ("after", "before"):
        own, order, direction = text, "", 0
    own = _DEGREES.sub(r"\1 \2 °C", _spelt(own))
    stated = stated_values(own, MEASURED)
    numbers = {number for words, _ in stated for number in tokens(words)}
    measure = fold(tokens(asked_value(own) or (asked.noun if names_kind(fold(asked.noun)) else "how"))[-1])
    focus = tuple(word for word in _words(own, numbers) if is_act(word) or not stands_in(measure, {word}))
    anchors = tuple(word for word in _words(order, set()) if word not in focus)
    kinds = {kind for _, kind in stated}
    for words, kind in stated_values(lent, MEASURED):
        lent = lent.replace(words, " ") if kind in kinds else lent
    meant = tuple(word for word in _words(lent, set()) if word not in focus)
    rest = tuple(word for word in _words(frame, set()) if word not in (*focus, *anchors, *meant))
    said = tuple(dict.fromkeys(fold(word) for word in tokens(f"{own} {lent}") if word not in STOP_WORDS))
    return QuestionPattern(
        text,
        asked,
        focus,
        anchors,
        direction,
        rest,
        meant,
        said,
        tuple(_quantities(stated)),
        frozenset(filter(_NUMBER.match, (*numbers, *tokens(order)))),
        named_numbers(own),
        measured_thing(lent) or measured_thing(text),
    )


def split_question(text: str) -> Iterator[tuple[str, str, str]]:
    """Give each part of a question as a question of its own, with the words of the rest, and the clause that
    it leaves out and means.

    >>> [own for own, _, _ in split_question("How much salt is added, and how long is it stirred?")]
    ['How much salt is added?', 'how long is it stirred?']
    >>> list(split_question("How long is it spun in tubes and how long in plates?"))[1][::2]
    ('how long in plates?', 'is it spun in tubes')
    """
    bare = text.rstrip(" ?.!")
    starts = [match.start("head" if match["head"] else "inner") for match in _HEAD.finditer(bare)]
    if len(starts) < 2:
        start = starts[0] if starts else 0
        yield from _compared(bare, start) or _valued(bare) or _both(bare) or _listed(bare, text)
        return
    tail = _TAIL.search(bare, starts[-1])
    bare, told = (bare[: tail.start()], tail["told"]) if tail and not asked_value(tail["told"]) else (bare, "")
    intro = f"{_LINK.sub('', bare[: starts[0]])} {told}".strip()
    pieces = [
        _LINK.sub("", bare[start:end]) for start, end in zip(starts, [*starts[1:], len(bare)], strict=True)
    ]
    bodies = [_body(piece) for piece in pieces]
    if not any(bodies):  # "what speed and how long column wash in the miniprep"
        bodies = [_body(piece, loose=True) if len(piece.split()) > _SHORT else "" for piece in pieces]
    for at, piece in enumerate(pieces):
        own, lent = piece, ""
        if not bodies[at]:  # "at what speed", "and for how long": the clause is said once
            lent = next((one for one in (*bodies[at + 1 :], *reversed(bodies[:at])) if one), "")
            if not _words(piece, set()):
                own, lent = f"{piece} {lent}".strip(), ""
        others = [other for place, other in enumerate(pieces) if place != at]
        yield f"{own}?", " ".join((intro, *others)).strip(), lent


def _compared(bare: str, start: int) -> tuple[tuple[str, str, str], ...]:
    """Split "how long is it spun in the miniprep, compared with the maxiprep": one value of two protocols. What
    is compared may stand before the question, which begins at `start`, or be asked for twice ("time on ice vs
    time at RT")."""
    found = (_AND_IN if bare.lower().startswith("compare") else _VERSUS).search(bare)
    if not found:
        return ()
    one, two = bare[: found.start()], bare[found.end() :]
    if start > found.start():
        intro, _, one = one.rpartition(":")
        two, asked = _LINK.sub("", bare[found.end() : start]), f"{bare[start:]} {intro}".strip()
        return (f"{asked} in {one.strip()}?", two, ""), (f"{asked} in {two}?", "", asked)
    two, comma, rest = two.partition(",")
    rest = f"{comma}{rest}"
    if asked_value(two):
        intro, colon, _ = one.rpartition(":")
        return (f"{one}{rest}?", two, ""), (f"{intro}{colon} {two}{rest}?".strip(), one, "")
    if not (asked := asked_value(one)):
        return ()
    contrast = _CONTRAST.search(one)
    alike = contrast and set(_words(contrast["what"], set())) & set(_words(two, set()))
    lent = one[: contrast.start()] if contrast and alike else one
    opposed = [word for word in tokens(lent) if any(excludes(fold(word), each) for each in folded_words(two))]
    lent = re.sub(rf"\b(?:{'|'.join(opposed)})\b", " ", lent, flags=re.IGNORECASE) if opposed else lent
    joined = "" if _PHRASE.match(two) else "in "
    return (f"{one}{rest}?", two, ""), (f"{asked} {joined}{two}{rest}?", "", lent)


def _both(bare: str) -> tuple[tuple[str, str, str], ...]:
    """Split a question for two values by their names, or for the values of two things."""
    if found := _ASKED_PAIR.search(bare):
        around = [f"{bare[: found.start()].rstrip(' ,:')} ", bare[found.end() :]]
        head = found["head"] or "what "
        return tuple(
            (" ".join(f"{head}{found[name]} {around[1]} {around[0]}".split()) + "?", "", "")
            for name in ("one", "two")
        )
    if (found := _VALUE_LAST.search(bare)) and not asked_value(bare[: found.end("two")]):
        before, after = f"{bare[: found.start()]} ".lstrip(), bare[found.end() :]
        return tuple((f"{before}{found[name]} {found['value']}{after}?", "", "") for name in ("one", "two"))
    if found := _OF_BOTH.match(bare):
        return tuple((f"{found['head']}{found[name]}{found['rest']}?", "", "") for name in ("one", "two"))
    return ()


def _valued(bare: str) -> tuple[tuple[str, str, str], ...]:
    """Split a list of values that are asked for without a question word: "pore size, and speed of the spin"."""
    intro, colon, body = bare.rpartition(":")
    pieces = _ITEM.split(body)
    while len(pieces) > 2 and not asked_value(pieces[0]):
        intro, colon = f"{intro}{colon} {pieces.pop(0)}".strip(), ","
    told = pieces.pop() if len(pieces) > 2 and not asked_value(pieces[-1]) else ""
    if len(pieces) < 2 or not (_words(pieces[0], set()) and all(map(asked_value, pieces))):
        return ()
    made: list[tuple[str, str, str]] = []
    for piece in pieces:
        lent = "" if _words(piece, set()) else pieces[0]  # "water bath temp, how long"
        own = f"{intro}{colon} {piece.strip(' ,')}".strip()
        made += [(one, told, lent) for one, _, _ in _both(own)] or [(f"{own}?", told, lent)]
    return tuple(made)


def _listed(bare: str, text: str) -> Iterator[tuple[str, str, str]]:
    """Split "what working time and rest time …", where both nouns ask for values."""
    found = _LISTED.search(bare)
    if found:
        intro, names = bare[: found.start()], (found["one"], found["two"])
        both = [f"{found['head']}{name}{found['rest']}" for name in names]
        if all(classify_question(f"what {name}").kind == "value" for name in names):
            yield from ((f"{one.strip()}?", intro, "") for one in both)
            return
    yield text, "", ""


def _body(piece: str, *, loose: bool = False) -> str:
    """Give the clause of a piece from its verb on, or all but the head of one with an act ("how much ethanol
    washes it"), or of any if `loose`; empty where it holds none."""
    head = re.match(
        rf"\s*{_TO}?{_WH}\b(?:\s+(?:long|much|many|fast|often|hot|cold|warm))?", piece, re.IGNORECASE
    )
    start = head.end() if head else 0
    verb = re.search(
        r"\b(?:is|are|was|were|does|do|did|can|could|may|should|must|has|have|will|would|gets?|comes?|"
        r"(?<!the )one|[iI]|you)\b",
        piece[start:],
    )
    if verb:
        clause = piece[start + verb.start() :]
        return clause if len(clause.split()) > 1 else ""
    clause = piece[start:].strip()
    told = not _PHRASE.match(clause) and (loose or any(is_act(fold(word)) for word in tokens(clause)))
    return clause if told else ""


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


def _quantities(said: Iterable[tuple[str, str]]) -> Iterator[Quantity]:
    from bioloom.standardization.quantities import parse_quantity  # with its units a tenth of a second

    for words, kind in said:
        if (found := parse_quantity(words, kind)) is not None:
            yield found


_WORDED = re.compile(
    r"\b(?:[a-z]+[\s-]){1,4}"
    r"(?=(?:second|minute|min|hour|day|week|month|year|(?:milli|micro)?lit)\w*\b)",
    re.IGNORECASE,
)
_UNCONSTRAINING = STOP_WORDS | ASKING_WORDS | _KINDS


def _words(text: str, numbers: set[str]) -> tuple[str, ...]:
    """List the distinct folded words of a text that constrain an answer."""
    words = (word for word in tokens(text) if word not in _UNCONSTRAINING)
    words = (word for word in words if len(word) > 1 or word.isdigit())
    folded = (fold(word) for word in words if word not in numbers)
    return tuple(dict.fromkeys(word for word in folded if word.isalnum() and not is_soft(word)))
