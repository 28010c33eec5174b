"""Asked sort: no value is a person or a place, and a denied act is answered by values that a text denies."""

import re

from bioloom.answering.texts.sentence_clauses import clause_around
from bioloom.extraction.text_blocks import instruction_verbs
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import QuestionPattern, canonical_words, matches_any, stated_values
from bioloom.question_parsing.stated_values import is_value
from bioloom.records import Evidence, SubgraphNode

_PATTERNS = PatternTable.read("reading/answer_nodes.tsv")
_ASKS_PERSON = _PATTERNS.compile("asks_person")
_ASKS_PLACE = _PATTERNS.compile("asks_place")
_NAMES_PERSON = _PATTERNS.compile("names_person")
_NAME = _PATTERNS.compile("name")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_DENIES_ACT = _PATTERNS.compile("denies_act")
_DENIED = _PATTERNS.compile("denied")
_BOUND = _PATTERNS.compile("bound")
_CLAUSE = _PATTERNS.compile("clause")


def asks_person(question: str) -> bool:
    """Say whether it is asked who does something: only a name answers that, and no whole step."""
    return bool(_ASKS_PERSON.search(question))


def denies_act(pattern: QuestionPattern) -> bool:
    """Say whether it is asked at what value an act is not done.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> asked = ("should it not be kept", "is it kept if not used", "should not be exceeded")
    >>> [denies_act(parse_pattern(f"What temperature {each}?")) for each in asked]
    [True, False, False]
    """
    measured = pattern.type.kind == "value" and not (pattern.type.counts or pattern.reason)
    return measured and bool(_DENIES_ACT.search(pattern.text))


def denied_values(pattern: QuestionPattern, piece: Evidence) -> tuple[SubgraphNode, ...]:
    """Give the values of a step that it denies, with their bound, where it is asked for these."""
    found = []
    for words, kind in stated_values(piece.text, pattern.type.types) if denies_act(pattern) else ():
        start = piece.text.find(words)
        if of_asked_sort(pattern, piece.text, words):
            bound = _BOUND.search(piece.text[:start])
            said = piece.text[bound.start() if bound else start : start + len(words)]
            found.append(SubgraphNode(f"{piece.sentence_id}~{said}", said, kind))
    return tuple(found)


def of_asked_sort(pattern: QuestionPattern, text: str, words: str) -> bool:
    """Say whether words of a text are of the sort that is asked for: no value is a person or a place, an
    instruction is to nobody unless it names somebody, a thing is told by more than the noun that asks for it,
    and a question that denies its act is about values that a clause of the text denies.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> asked = ("Who recovered the slices?", "Where are the slices?", "How long are the slices left?")
    >>> [of_asked_sort(parse_pattern(each), "Recover them for 30 min.", "30 min") for each in asked]
    [False, False, True]
    >>> asked = parse_pattern("At what temperature are the slices not kept?")
    >>> [of_asked_sort(asked, f"{each} 20 °C.", "20 °C") for each in ("Keep at", "Never keep below")]
    [False, True]
    """
    asked = pattern.text
    if pattern.type.kind != "value":
        person = asks_person(asked)
        valued = any(map(str.isdigit, words)) and is_value(words)
        noun = frozenset(canonical_words(pattern.type.noun))
        if noun and noun.issuperset(canonical_words(words)):  # "which plate?" "plates"
            return False
        nobody = person and _instructs(text) and not _names_somebody(text, words)
        return not (nobody or (valued and (person or _ASKS_PLACE.search(asked))))
    if not denies_act(pattern):
        return True
    start = max(text.find(words), 0)
    clause = clause_around(text, start, start + len(words), _CLAUSE)
    known = frozenset(canonical_words(clause))
    asked_act = _DENIES_ACT.search(asked)
    behind = canonical_words(asked[asked_act.end() :])[:2] if asked_act else ()
    acts = [word for word in behind if word in pattern.own_words]  # "kept" is none of these, it tells nothing
    return bool(_DENIED.search(clause)) and (not acts or any(matches_any(act, known) for act in acts))


def _instructs(text: str) -> bool:
    """Say whether a step begins with the verb of an instruction."""
    first = _FIRST_WORD.search(text)
    return first is not None and first[0].casefold() in instruction_verbs()


def _names_somebody(text: str, words: str) -> bool:
    """Say whether words of an instruction begin like a name, or stand where it names somebody."""
    return bool(_NAME.search(words) or _NAMES_PERSON.search(text[: max(text.find(words), 0)]))
