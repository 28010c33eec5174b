"""Value groups: the parts of a sentence between its values, each with the words that tell of which it is."""

import re
from collections.abc import Sequence
from itertools import pairwise

from bioloom.answering.texts.changed_values import Place
from bioloom.answering.texts.values_by_name import unit_of
from bioloom.question_parsing import canonical_words, is_everyday
from bioloom.question_parsing.search_terms import STOP_WORDS

Groups = list[tuple[str, tuple[int, ...]]]
"""The words of each part, and the numbers of the values in it."""

_COMMA = re.compile(r",(?!\d)")
_JOINTS = (
    re.compile(r";"),
    re.compile(r"\b(?:against|and|but|or|than|then|versus|vs|whereas|while)\b", re.IGNORECASE),
    re.compile(r"\((?=[^)]*$)(?!\s*n?\s*=?\s*$)|\[(?=[^\]]*$)"),
    _COMMA,
)
"""What stands between the words of two values, the surest sign first."""

_CODE = re.compile(r"\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z\d]{3,}\b")
"""A name of letters and digits, such as U2OS."""

_BRACKETED = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"\w+")
_VALUE = re.compile(r"\d[\d.,]*%?")
_NAME = re.compile(r"\w[\w-]*")
_VALUE_OF = re.compile(
    r"(?<!\d)\d\S{0,20}\s(?:[^\s\d]+\s)?(?P<words>(?:among|by|for|in|of|on|with)\s[^\d,.;:()]*)"
)
_LED = re.compile(r"\b(?:among|by|for|in|of|on|with)\s", re.IGNORECASE)
"""What begins the words of a group before its value."""

_MOST_SHARED = 2
"""Words of a noun that two groups share: "9% in treated and 14% in untreated calves"."""

TELLING = re.compile(r"\d+|first|second|third|last|final", re.IGNORECASE)
"""Words that are said to tell one thing from another: they count before all other words."""

OF_GROUP = re.compile(r"(?:\s[^\s\d()]+)?\s(?:among|for|if|in|when|with)\s")
"""What says of which group the value before it is: "61 years (58 in women, 64 in men)"."""


def grouped(text: str, places: Sequence[Place], *, led: bool = True) -> Groups:
    """Part a sentence between its values: the words of each part, and the numbers of the values in it.

    What stands before the first value is said of the others too where they have no words of their own before
    them, nor behind the first one in its brackets ("night workers (17% against 10% of day workers)"), but for
    what tells things apart: "keep the enzyme for 6 months at -20 °C or for 2 days at 4 °C". Without `led` it
    never tells of the first value alone: "control cells released 38 nM, mutant ones 11 nM".
    """
    order = sorted(range(len(places)), key=places.__getitem__)
    groups: Groups = []
    members: tuple[int, ...] = (order[0],)
    begun, head = 0, ""
    for one, other in pairwise(order):
        units = [unit_of(text, places[each]) for each in (one, other)]
        bare = all(text[slice(*places[each])].replace(".", "").isdigit() for each in (one, other))
        alike = units[0] == units[1] and (units[0] != "" or bare)
        cut = _joint(text, places[one][1], places[other][0], alike=alike)
        if cut is None:
            members = (*members, other)
            continue
        bracketed = text[: places[one][0]].endswith("(") and text[cut] not in "(["
        alone = bracketed and _tells(text[places[other][1] :]) and not _tells(text[places[one][1] : cut])
        leading = [*_LED.finditer(text, 0, places[one][0])] if alone and not groups else []
        if leading:
            begun = leading[-1].start()
        elif not groups and not (led and _own_words(text[cut : places[other][0]])):
            begun = places[order[0]][0]
            behind = _without_values(text, cut, places)
            head = " ".join(TELLING.findall(text[:begun])) if TELLING.search(behind) else ""
        groups.append((f"{head} {text[begun:cut]}", members))
        begun, members, head = cut, (other,), ""
    return [*groups, (text[begun:], members)]


def _without_values(text: str, start: int, places: Sequence[Place]) -> str:
    """Give the rest of a sentence without its values."""
    for one, end in sorted(places, reverse=True):
        text = f"{text[:one]} {text[end:]}" if one >= start else text
    return text[start:]


def _tells(text: str) -> bool:
    """Say whether a text has a word that is none of the small ones."""
    return any(len(word) > 2 and word.isalpha() and word not in STOP_WORDS for word in canonical_words(text))


def _own_words(text: str) -> bool:
    """Say whether the words before a value name something of which it is."""
    if _CODE.search(text):
        return True
    words = (word for word in canonical_words(text) if len(word) > 2 and not TELLING.fullmatch(word))
    return any(not is_everyday(word) for word in words)


def _joint(text: str, start: int, end: int, *, alike: bool) -> int | None:
    """Find where the words of one value end and those of the next begin, which may be `alike` in their unit;
    None where they share theirs."""
    between = _BRACKETED.sub(lambda found: " " * len(found[0]), text[start:end])
    joints = ((form, [*form.finditer(between)]) for form in _JOINTS)
    form, found = next((each for each in joints if each[1]), (None, []))
    if form is None:
        behind = _VALUE.match(text, end)
        apart = between.strip() == "(" and behind and OF_GROUP.match(text, behind.end())
        return start + between.index("(") if apart else None
    if form is _COMMA and not alike and not _WORD.search(between, found[-1].end()):
        return None  # "0.2 µm pores, cellulose, 47 mm" are of one thing
    return start + found[-1].start()


def without_shared_noun(groups: Sequence[tuple[str, tuple[int, ...]]]) -> Groups:
    """Leave out the noun at the end of the last part, which that before shares; nothing where it has none.

    >>> without_shared_noun([("24 g in treated", (0,)), ("and 27 g in untreated mice.", (1,))])
    [('24 g in treated', (0,)), ('27 g in untreated', (1,))]
    """
    *_, (before, _), (last, members) = groups
    one, two = _VALUE_OF.search(before), _VALUE_OF.search(last)
    if one is None or two is None:
        return []
    own, other = ([*_NAME.finditer(each["words"])] for each in (one, two))
    shared = other[len(own) :]
    same = own[0][0] == other[0][0] and 1 < len(own) < len(other) <= len(own) + _MOST_SHARED
    if not same or STOP_WORDS & {own[-1][0], *(each[0] for each in shared)}:
        return []
    return [*groups[:-1], (last[two.start() : two.start("words") + shared[0].start()].strip(), members)]
