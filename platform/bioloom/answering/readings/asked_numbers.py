"""Asked numbers: "step 11" is the step before which the text prints 11, the second wash the one after the
first."""

import re
from collections.abc import Sequence, Set

from bioloom.answering.composition.answer_wording import title_prefix
from bioloom.answering.composition.draft_answer import Draft, DraftSentence, Quote
from bioloom.answering.constraints.asked_sections import of_other_sections
from bioloom.answering.constraints.document_binding import Binding
from bioloom.answering.readings.answer_nodes import in_unit
from bioloom.answering.texts.protocol_text import ProtocolText, protocol_texts
from bioloom.question_parsing import QuestionPattern, canonical_words, is_act, matches_any, stated_values
from bioloom.question_parsing.named_numbers import ORDINALS, named_numbers
from bioloom.records import Evidence

NUMBERED = 0.9
"""Confidence where the step of a number is all that is asked for, or has the only value of the kind."""

_STEP = re.compile(
    r"(?:^|\b(?:at|during|for|in|is|of|was)\s)step (?:no\.? ?|number )?"
    r"(?P<number>\d{1,3}(?:\.\d{1,2})*[a-z]?)\b"
    r"(?!\s?(?:,|and|or|to|through|[-–])\s?\d)",
    re.IGNORECASE,
)
"""The number of a step that is asked about, one alone."""

_ANCHORED = re.compile(
    r"\b(?:after|before|between|following|follows|from|precedes|since|until|till)\b", re.IGNORECASE
)
"""What makes a step one from which another is told."""

_NOT_THE_STEP = re.compile(
    r"\W*(?:how|when|where|who|whose|why|can|could|is|are|do|does|may|should)\b", re.IGNORECASE
)
"""How questions begin that are not answered by the step itself."""

_TURN = re.compile(
    rf"\b(?P<turn>{'|'.join(each for each, number in ORDINALS.items() if number > 1)})\s+"
    r"(?P<act>[a-z]{3,}(?:[\s-][a-z]{3,})?)",
    re.IGNORECASE,
)
"""Which one of several acts is asked about: "the second heat shock"."""

_DOING = re.compile(r"(?:ion|ing)\Z", re.IGNORECASE)
"""How nouns of acts end."""

_REPEAT = re.compile(r"\b(?:again|another|cycles?|once more|repeat\w*)\b", re.IGNORECASE)
_OFTEN = re.compile(r"\b(?:each|every|thrice|times|twice|\d\s?[x×])\b|[x×]\s?\d", re.IGNORECASE)
"""What tells that some act, and that of its step, is done more often than it is written."""


def of_other_turns(pattern: QuestionPattern, text: ProtocolText) -> frozenset[int]:
    """Find the steps before the act of which a part of a question asks for the second, the third and so on,
    where the protocol has as many and does not number them itself."""
    found = _turns(pattern, text)
    if found is None or len(found[1]) < found[0]:
        return frozenset()
    number, places = found
    return frozenset(at for at in text.steps if at < places[number - 1])


def lacks_turn(pattern: QuestionPattern, text: ProtocolText) -> bool:
    """Say whether a part of a question asks for the second, the third and so on of an act that a protocol has
    less often, and does not repeat: "the second heat shock" where there is one."""
    found = _turns(pattern, text)
    if found is None or not 0 < len(found[1]) < found[0]:
        return False
    own = (text.steps[at][1].text for at in found[1])
    return not (
        any(map(_OFTEN.search, own)) or any(_REPEAT.search(piece.text) for _, piece in text.steps.values())
    )


def _turns(pattern: QuestionPattern, text: ProtocolText) -> tuple[int, list[int]] | None:
    """Give which of several acts a part of a question asks about, and the place of each in a protocol; None
    where it asks for none, or the protocol numbers them."""
    asked = _TURN.search(pattern.text)
    said = asked["act"].replace("-", " ").split() if asked else []
    acts = [word for each in said for word in canonical_words(each) if is_act(word) or _DOING.search(each)]
    if asked is None or not acts:
        return None
    number, places = ORDINALS[asked["turn"].lower()], []
    for at, (_, piece) in text.steps.items():
        if any(each.kind == "ordinal" and each.si_value > 1 for each in named_numbers(piece.text)):
            return None
        words = [frozenset((word,)) for word in canonical_words(piece.text)]
        places += [at] * min(sum(matches_any(act, word) for word in words) for act in acts)
    return number, places


def of_other_numbers(pattern: QuestionPattern, text: ProtocolText) -> frozenset[int]:
    """Find the steps of other numbers than the one that a part of a question names, where a step has that."""
    meant = _numbered(pattern, text)
    return frozenset(text.steps.keys() - meant) if meant else frozenset()


def numbered_step(
    pattern: QuestionPattern, binding: Binding, evidence: Sequence[Evidence], spared: Set[str]
) -> Draft | None:
    """Answer what stands in a step of the protocol that is named: the step, or its only value of the kind
    that is asked for; None where neither is asked for, or nothing has that number."""
    if not (binding.named and _asked(pattern)):
        return None
    for text in protocol_texts(evidence):
        if text.kind in spared or not binding.binds(text.document):
            continue
        text = text.without(of_other_sections(pattern, text))
        places = sorted(_numbered(pattern, text))
        steps = [text.steps[at] for at in places]
        if len({piece.section for _, piece in steps}) != 1:
            continue
        further = _further(pattern, text)
        if pattern.type.kind == "value":
            held = frozenset().union(*(text.words[at] for at in places))
            said = " ".join(piece.text for _, piece in steps)
            values = {
                value for value, _ in stated_values(said, pattern.type.types) if in_unit(pattern, value)
            }
            if len(values) == 1 and all(matches_any(word, held) for word in further):
                (value,) = values
                return _draft([each for each in steps if value in each[1].text][:1], value)
        elif not (further or _NOT_THE_STEP.match(pattern.text) or pattern.type.kind in ("after", "before")):
            return _draft(steps)
    return None


def _numbered(pattern: QuestionPattern, text: ProtocolText) -> set[int]:
    """Find the steps whose printed number a part of a question names."""
    asked = _asked(pattern)
    return {at for at, (_, piece) in text.steps.items() if asked and (piece.printed or "").lower() in asked}


def _asked(pattern: QuestionPattern) -> set[str]:
    """Give the numbers of steps that a part of a question is about, and tells nothing else from."""
    anchored = _ANCHORED.search(pattern.text)
    return set() if anchored else {found.lower() for found in _STEP.findall(pattern.text)}


def _further(pattern: QuestionPattern, text: ProtocolText) -> list[str]:
    """List the words of a part that ask for more than the step of a number."""
    named = (*pattern.own_words, *canonical_words(pattern.type.noun))
    return [word for word in named if not (word[:1].isdigit() or matches_any(word, text.title))]


def _draft(steps: Sequence[tuple[int, Evidence]], value: str = "") -> Draft:
    lead = f"{value} – " if value else ""
    sentences = [
        DraftSentence(
            f"{'' if at else lead + title_prefix(piece)}“{piece.text}”", (Quote(number, piece.text),)
        )
        for at, (number, piece) in enumerate(steps)
    ]
    return Draft(tuple(sentences), confidence=NUMBERED, short=(value,) if value else ())
