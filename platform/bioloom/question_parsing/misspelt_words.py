"""Misspelt words: words of a question that are one letter away from a word of some texts."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bioloom.question_parsing.question_type import ASKING_WORDS
from bioloom.question_parsing.search_terms import STOP_WORDS
from bioloom.question_parsing.synonyms import fold, is_common, stands_in

_WORD = re.compile(r"(?<![\w-])[A-Za-z]{5,}(?![\w-])")
_LEAST = 7
"""Letters from which a letter may be lost, doubled or another one; shorter words have two exchanged."""

_ENDING = 3
"""Letters at the end that are right: nitrite is no misspelt nitrate."""

_KNOWN = STOP_WORDS | ASKING_WORDS


def misspelt_words(text: str, texts: Sequence[str]) -> Mapping[str, str]:
    """Give the words of a question that some texts lack, with the one word of theirs that is spelt almost so.

    >>> misspelt_words("dichlormethane in the feild", ["Dichloromethane goes through a field glove."])
    {'dichlormethane': 'dichloromethane', 'feild': 'field'}
    >>> misspelt_words("How much nitrite and methanol?", ["Add nitrate and ethanol."])
    {}
    """
    asked = {each[0] for each in _WORD.finditer(text) if each[0].islower() or each[0].istitle()}
    asked = {each for each in asked if each.casefold() not in _KNOWN and not is_common(fold(each.casefold()))}
    if not asked:
        return {}
    written = {each[0].casefold() for one in texts for each in _WORD.finditer(one)}
    folded = frozenset(map(fold, written))
    found: dict[str, str] = {}
    for word in sorted(asked):
        low = word.casefold()
        if not stands_in(fold(low), folded):
            near = {*_spelt_almost(low, written)}
            if len({*map(fold, near)}) == 1:
                found[word] = min(near)
    return found


def _spelt_almost(word: str, written: Iterable[str]) -> Iterator[str]:
    """Give the words that begin and end as another one and have one letter more, less or other between, or
    two exchanged."""
    for other in written:
        if other[0] != word[0] or other[-1] != word[-1] or abs(len(other) - len(word)) > 1:
            continue
        start = next((at for at, (one, two) in enumerate(zip(word, other, strict=False)) if one != two), 0)
        longer, shorter = sorted((word[start:], other[start:]), key=len, reverse=True)
        exchanged = longer[:2] == shorter[1::-1] and longer[2:] == shorter[2:]
        lost = longer[1:] == (shorter if len(longer) > len(shorter) else shorter[1:])
        whole = min(len(word), len(other)) >= _LEAST and other[-_ENDING:] == word[-_ENDING:]
        if exchanged or (lost and whole):
            yield other
