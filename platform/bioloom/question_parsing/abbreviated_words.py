"""Abbreviated words: the short forms of a question, and the words of texts that they stand for."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from bioloom.names import tokens
from bioloom.question_parsing.question_type import ASKING_WORDS
from bioloom.question_parsing.search_terms import STOP_WORDS
from bioloom.question_parsing.synonyms import fold, folded_words, is_common
from bioloom.resources import read_table

_SHORT = re.compile(r"(?<![\w-])[A-Za-z][A-Za-z0-9]{1,5}(?![\w-])")
_EXACT = 2
"""Letters up to which a short form is one in just these letters."""

_PLURAL = "s"

_LEAST = 3
"""Letters from which the beginning of a word stands for it."""

_CUT = 3
"""Letters that such a word has more at least."""

_SAID_WHOLE = STOP_WORDS | ASKING_WORDS
"""Words that are no beginning of another one."""

ShortForms = Mapping[str, Sequence[str]]
"""Short forms, each with the words that it may stand for, the likeliest first."""


def short_forms(text: str) -> ShortForms:
    """Find the short forms of ontology/asking/abbreviations.tsv in a text.

    >>> short_forms("EF?"), short_forms("MI in pts"), short_forms("mi")
    ({'EF': ['ejection fraction']}, {'MI': ['myocardial infarction'], 'pts': ['patients']}, {})
    """
    found = {each[0]: _longs(each[0]) for each in _SHORT.finditer(text)}
    return {short: longs for short, longs in found.items() if longs}


def missing_forms(short: ShortForms, texts: Iterable[str]) -> ShortForms:
    """Leave out the short forms that some text has."""
    words = {word.casefold() for each in texts for word in tokens(each)}
    return {each: longs for each, longs in short.items() if each.casefold() not in words}


def long_forms(short: ShortForms, texts: Iterable[str]) -> Mapping[str, str]:
    """Give of short forms the words that they stand for and that some text has.

    >>> long_forms(short_forms("LVEF?"), ["The ejection fraction was 35%."])
    {'LVEF': 'ejection fraction'}
    """
    folded = [f" {' '.join(folded_words(each))} " for each in texts]
    found = {
        each: [long for long in longs if any(f" {' '.join(folded_words(long))} " in text for text in folded)]
        for each, longs in short.items()
    }
    return {each: longs[0] for each, longs in found.items() if longs}


def cut_words(text: str, texts: Sequence[str]) -> Mapping[str, str]:
    """Give the words of a question that are only the beginning of a word of some texts, with that word, where
    it is the only one.

    >>> cut_words("gent conc", ["Add gentamicin to 25 µg/mL.", "Gentamicin is toxic."])
    {'gent': 'gentamicin'}
    """
    asked = {each[0] for each in _SHORT.finditer(text) if each[0].isalpha() and len(each[0]) >= _LEAST}
    left = {
        each for each in asked if not (each.casefold() in _SAID_WHOLE or is_common(fold(each.casefold())))
    }
    whole = " ".join(texts).casefold() if left else ""
    found: dict[str, str] = {}
    for each in sorted(left):
        words = set(re.findall(rf"\b{each.casefold()}[a-z]*", whole))
        if words and all(len(word) >= len(each) + _CUT for word in words) and len(set(map(fold, words))) == 1:
            found[each] = min(words)
    return found


def spell_out(text: str, longs: Mapping[str, str]) -> str:
    """Put what short forms stand for in their places.

    >>> spell_out("LVEF on echo?", {"LVEF": "ejection fraction"})
    'ejection fraction on echo?'
    """
    return _SHORT.sub(lambda each: longs.get(each[0], each[0]), text)


def _longs(short: str) -> Sequence[str]:
    """Give the words that a short form stands for, its plural too; none for other words."""
    table = _table()
    for form in (short, short.casefold()):
        if form in table:
            return table[form]
        if form.endswith(_PLURAL) and len(form) > _EXACT + 1 and form.removesuffix(_PLURAL) in table:
            return table[form.removesuffix(_PLURAL)]
    return ()


@cache
def _table() -> ShortForms:
    """Read ontology/asking/abbreviations.tsv; short forms that count in any case in small letters."""
    return {
        row["short"] if len(row["short"]) <= _EXACT else row["short"].casefold(): row["long"].split("|")
        for row in read_table("asking/abbreviations.tsv")
    }
