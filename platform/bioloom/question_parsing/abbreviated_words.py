"""Abbreviated words: the short forms of a question, and the words of texts that they stand for."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from bioloom.names import tokens
from bioloom.question_parsing.question_type import ASKING_WORDS
from bioloom.question_parsing.search_terms import STOP_WORDS
from bioloom.question_parsing.synonyms import canonical_word, canonical_words, is_everyday
from bioloom.resources import read_table

_SHORT = re.compile(r"(?<![\w-])[A-Za-z][A-Za-z0-9]{1,5}(?![\w-])")
_EXACT = 2
"""Letters up to which a short form is one in just these letters."""

_PLURAL = "s"

_INITIALS = re.compile(r"(?<![\w-])[a-z]?[A-Z]{2,6}(?=s?(?![\w-]))")
"""A word of initials: HVPG, cDDD; three letters at least are looked for."""

_SMALL_INITIALS = re.compile(r"(?<![\w-])[a-z]{3,4}(?![\w-])")
"""The same in small letters, of three or four."""

NUMBERED = re.compile(r"(?<![\w-])([A-Za-z]{1,6})(-?)([0-9]{1,3})(?![\w-])")
"""A name of letters and a number, which texts write in one or in two: Ki67, Ki-67."""

_COMPOUND = re.compile(r"(?<![\w-])[A-Za-z]{7,24}(?![\w-])")
"""A word that may be one of two, which texts write in one or in two: lightsheet, light-sheet."""

_LEAST_HALF = 3
"""Letters of each of these two."""

_RUN = re.compile(r"[A-Za-z]+(?:[ -][A-Za-z]+)*")
"""Words that no number and no mark of punctuation parts."""

_BETWEEN = frozenset({"and", "for", "in", "of", "the", "to"})
"""Small words that initials leave out."""

_MOST_WORDS = 3
"""Words of a long form for each of its initials, at most."""

_LEAST_WORD = 4
"""Letters that each word of a long form has, but for those in between."""

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
    canonical = [f" {' '.join(canonical_words(each))} " for each in texts]
    found = {
        each: [
            long
            for long in longs
            if any(f" {' '.join(canonical_words(long))} " in text for text in canonical)
        ]
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
        each
        for each in asked
        if not (each.casefold() in _SAID_WHOLE or is_everyday(canonical_word(each.casefold())))
    }
    whole = " ".join(texts).casefold() if left else ""
    found: dict[str, str] = {}
    for each in sorted(left):
        words = set(re.findall(rf"\b{each.casefold()}[a-z]*", whole))
        if (
            words
            and all(len(word) >= len(each) + _CUT for word in words)
            and len(set(map(canonical_word, words))) == 1
        ):
            found[each] = min(words)
    return found


def initial_words(text: str, texts: Sequence[str]) -> Mapping[str, str]:
    """Give the initials of a question that no text has, with the words of the texts that begin with them,
    where these are the only ones.

    >>> initial_words("HVPG on day 3?", ["The hepatic venous pressure gradient fell by 19%."])
    {'HVPG': 'hepatic venous pressure gradient'}
    >>> initial_words("LOD?", ["the limit of detection"]), initial_words("vfa", ["for volatile fatty acids"])
    ({'LOD': 'limit of detection'}, {'vfa': 'volatile fatty acids'})
    >>> initial_words("NNT?", ["The number needed to treat was 9."]), initial_words("NNT", ["An NNT of 9"])
    ({'NNT': 'number needed to treat'}, {})
    """
    asked = {each[0] for each in _INITIALS.finditer(text) if len(each[0]) >= _LEAST}
    small = (each[0] for each in _SMALL_INITIALS.finditer(text))
    asked.update(each for each in small if each not in _SAID_WHOLE and not is_everyday(canonical_word(each)))
    whole = "\n".join(texts) if asked else ""
    asked = {each for each in asked if not re.search(rf"\b{each}", whole, re.IGNORECASE)}
    runs = [re.split("[ -]", each[0].casefold()) for each in _RUN.finditer(whole)] if asked else []
    found: dict[str, str] = {}
    for each in sorted(asked):
        most, initials = _MOST_WORDS * len(each), each.casefold()
        begun = (_begun(run[at : at + most], initials) for run in runs for at in range(len(run)))
        longs = {*begun} - {""}
        if len({tuple(map(canonical_word, long.split())) for long in longs}) == 1:
            found[each] = min(longs)
    return found


def parted_names(text: str, texts: Sequence[str]) -> Mapping[str, str]:
    """Give the names of letters and a number, and the words of two, that the texts part otherwise, as these
    write them.

    >>> parted_names("Ki67 and IL-6?", ["Anti-Ki-67 is diluted.", "IL6 rose."])
    {'Ki67': 'Ki-67', 'IL-6': 'IL6'}
    >>> parted_names("lightsheet focus", ["A light-sheet is focused."])
    {'lightsheet': 'light-sheet'}
    """
    whole = "\n".join(texts)
    found = _joined_words(text, whole)
    for each in NUMBERED.finditer(text):
        letters, _, number = each.groups()
        held = re.findall(rf"(?<!\w){letters}[ -]?{number}(?!\w)", whole, re.IGNORECASE)
        if held and each[0].casefold() not in map(str.casefold, held):
            found[each[0]] = held[0]
    return found


def _joined_words(text: str, whole: str) -> dict[str, str]:
    """Give the words that a question writes in one and a text in two, as this writes them."""
    found: dict[str, str] = {}
    folded = whole.casefold()
    for word in {each[0] for each in _COMPOUND.finditer(text)}:
        cuts = range(_LEAST_HALF, len(word) - _LEAST_HALF + 1)
        halves = [f"{word[:at]}{sign}{word[at:]}" for at in cuts for sign in " -"]
        if not any(half.casefold() in folded for half in halves):  # a pattern of them takes long to compile
            continue
        held = re.search(rf"\b(?:{word}|{'|'.join(halves)})", whole, re.IGNORECASE)
        if held and held[0].casefold() != word.casefold():
            found[word] = held[0]
    return found


def _begun(words: Sequence[str], initials: str) -> str:
    """Give the first words that begin with some initials in order, small words between them; else nothing."""
    left, taken = initials, 0
    for taken, word in enumerate(words):
        if not left:
            return " ".join(words[:taken])
        outer, between = left in (initials, initials[-1]), bool(taken) and word in _BETWEEN
        whole = len(word) >= _LEAST_WORD and not (outer and word in STOP_WORDS)
        if word.startswith(left[0]) and (whole or (between and len(left) > 1)):
            left = left[1:]
        elif not between:
            return ""
    return "" if left else " ".join(words[: taken + 1])


def spell_out(text: str, longs: Mapping[str, str]) -> str:
    """Put what short forms stand for in their places.

    >>> spell_out("LVEF on echo?", {"LVEF": "ejection fraction"})
    'ejection fraction on echo?'
    """
    names = "|".join(map(re.escape, sorted(longs, key=len, reverse=True)))
    return re.sub(rf"(?<![\w-])(?:{names})(?![\w-])", lambda each: longs[each[0]], text) if longs else text


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
