"""Misspelt words: words of a question that a lost, doubled or exchanged letter parts from a word of texts."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bioloom.question_parsing.question_type import ASKING_WORDS
from bioloom.question_parsing.search_terms import STOP_WORDS
from bioloom.question_parsing.synonyms import canonical_word, is_everyday, matches_any

_WORD = re.compile(r"(?<![\w-])[A-Za-z]{5,}(?![\w-])")
_LEAST = 7
"""Letters from which one may be lost or too many; shorter words have two exchanged."""

_OFTEN_LOST = frozenset("aeiouhy")
"""Letters that are lost or too many where no letter is doubled: a deletion is no misspelt depletion."""

_ENDING = 3
"""Letters at the end that are right: nitrite is no misspelt nitrate."""

_KNOWN = STOP_WORDS | ASKING_WORDS


def misspelt_words(text: str, texts: Sequence[str]) -> Mapping[str, str]:
    """Give the words of a question that some texts lack, with the one word of theirs that is spelt almost so.

    >>> misspelt_words("dichlormethane in the feild", ["Dichloromethane goes through a field glove."])
    {'dichlormethane': 'dichloromethane', 'feild': 'field'}
    >>> misspelt_words("nitrite, methanol, deletion", ["Add nitrate and ethanol to the depletion."])
    {}
    """
    asked = {each[0] for each in _WORD.finditer(text) if each[0].islower() or each[0].istitle()}
    asked = {
        each
        for each in asked
        if each.casefold() not in _KNOWN and not is_everyday(canonical_word(each.casefold()))
    }
    if not asked:
        return {}
    written = {each[0].casefold() for one in texts for each in _WORD.finditer(one)}
    known = frozenset(map(canonical_word, written))
    found: dict[str, str] = {}
    for word in sorted(asked):
        low = word.casefold()
        if not matches_any(canonical_word(low), known):
            near = {*_spelt_almost(low, written)}
            if len({*map(canonical_word, near)}) == 1:
                found[word] = min(near)
    return found


def _spelt_almost(word: str, written: Iterable[str]) -> Iterator[str]:
    """Give the words that begin and end as another one and have one letter more or less between, or two
    exchanged."""
    for other in written:
        if other[0] != word[0] or other[-1] != word[-1] or abs(len(other) - len(word)) > 1:
            continue
        start = next((at for at, (one, two) in enumerate(zip(word, other, strict=False)) if one != two), 0)
        longer, shorter = sorted((word[start:], other[start:]), key=len, reverse=True)
        exchanged = longer[:2] == shorter[1::-1] and longer[2:] == shorter[2:]
        lost = len(longer) > len(shorter) and longer[1:] == shorter
        lost = lost and (longer[0] in _OFTEN_LOST or longer[0] in (word[start - 1], *longer[1:2]))
        whole = min(len(word), len(other)) >= _LEAST and other[-_ENDING:] == word[-_ENDING:]
        if exchanged or (lost and whole):
            yield other
