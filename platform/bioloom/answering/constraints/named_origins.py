"""Named origins: who makes or sells a thing, and its catalogue number, lot or clone, as a step tells them."""

import re

from bioloom.answering.texts.changed_values import Place
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import QuestionPattern, canonical_word, canonical_words, matches_any

_PATTERNS = PatternTable.read("reading/named_origins.tsv")
_TOLD = {
    _PATTERNS.compile(f"asks_{kind}"): _PATTERNS.compile_each(f"tells_{kind}")
    for kind in ("catalogue", "lot", "clone", "maker")
}
_ASKS_MODEL, _TELLS_MODEL = _PATTERNS.compile("asks_model"), _PATTERNS.compile("tells_model")
_ASKING = frozenset(map(canonical_word, _PATTERNS.words("asking")))

_JOINT = re.compile(r",\s|;|\b(?:and|or|with)\b")

_HELD = 0.5
"""Share of the words of a thing that stand before its maker, but behind that of another thing."""


def asks_origin(question: str) -> bool:
    """Say whether it is asked who makes a thing, or for a number of it."""
    return any(asks.search(question) for asks in _TOLD)


def stated_origin(pattern: QuestionPattern, text: str, title: str = "") -> Place | None:
    """Find where a step tells the maker or the number that a part asks for, of the thing that it names beside
    the words of the title.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> text = "Thaw the library (Addgene, 73178) and transform it into Endura cells (Lucigen)."
    >>> asked = ("Who sells the library?", "Catalogue number of the library?", "Who sells the Endura cells?")
    >>> [text[slice(*stated_origin(parse_pattern(each), text))] for each in asked]
    ['Addgene', '73178', 'Lucigen']
    >>> stated_origin(parse_pattern("Who sells the plates?"), text)
    """
    forms = next((tells for asks, tells in _TOLD.items() if asks.search(pattern.text)), ())
    titled = frozenset(canonical_words(title))
    things = thing_words(pattern)
    named = [word for word in things if word not in titled] or things
    for form in forms:
        begun = 0
        for each in form.finditer(text):
            before = frozenset(canonical_words(_last_thing(text[begun : each.start()], each[0])))
            if sum(matches_any(word, before) for word in named) >= _HELD * len(named) > 0:
                return each.span(each.lastgroup or 0)
            begun = each.end()
    return None


def _last_thing(before: str, behind: str) -> str:
    """Give of the words before a maker in brackets the last thing: "water and ethanol (Sigma)"."""
    return _JOINT.split(before)[-1] if behind.startswith("(") else before


def thing_words(pattern: QuestionPattern) -> tuple[str, ...]:
    """Leave out of the words of a part those by which it asks for a maker or a number."""
    return tuple(word for word in pattern.own_words if not (word in _ASKING and asks_origin(pattern.text)))


def lacks_model(question: str, text: str) -> bool:
    """Say whether it is asked which model a device is, and a sentence does not tell.

    >>> lacks_model("Which model is the rotor?", "Spin it."), lacks_model("How much?", "Add it.")
    (True, False)
    """
    return bool(_ASKS_MODEL.search(question)) and not _TELLS_MODEL.search(text)
