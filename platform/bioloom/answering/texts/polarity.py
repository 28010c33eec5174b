"""Polarity marks of a sentence or question: denials, significance, hedges, directions."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from bioloom.pattern_table import compile_cell
from bioloom.question_parsing import STOP_WORDS, stem
from bioloom.question_parsing.relation_questions import ACTING
from bioloom.resources import read_table
from bioloom.standardization.relate.clauses import clauses_of
from bioloom.standardization.relate.negation_cues import cues_of

TABLE = "verdicts/words.tsv"
_LONGEST = 2_000
"""Characters of a sentence that are looked at."""
_MOST_P_VALUES = 3
_CHANCE = 0.05
_WORD = re.compile(r"[^\W_](?:[\w-]*[^\W_])?")
_HELD = 5
"""Words before an exception that are contrasted with it."""

_EXCEPTED = 4
"""Words of an exception."""

_P_VALUE = re.compile(
    r"\bp(?:[ -]?values?)?\s*(<|>|=|≤|≥|&lt;|&gt;)\s*(?:or\s?=\s*)?(0?\.\d{1,9})", re.IGNORECASE
)


@lru_cache(maxsize=4096)
def read_finding(sentence: str) -> Mapping[str, float]:
    """Give the marks of a sentence as numbers: 0 or 1, but for the count of p-values, 0 to 3.

    >>> found = read_finding("Survival did not differ between the groups (p = 0.41).")
    >>> [mark for mark, number in found.items() if number]
    ['denied', 'no difference', 'p above 0.05', 'figures']
    """
    text = sentence[:_LONGEST]
    cues = [cue for cue in cues_of(text) if cue.kind != "pseudo"]
    marks = _marks("sentence", text)
    low, high = _p_values(text)
    denied = bool(cues)
    claimed = any(marks[name] for name in ("more", "less", "related"))
    return {
        "denied": float(denied),
        "no difference": float(any(cue.kind == "comparative" for cue in cues)),
        "p below 0.05": float(low),
        "p above 0.05": float(high),
        **marks,
        "significant": float(bool(marks["significant"]) and not denied),
        "related": float(claimed and not denied),
    }


def denied_span(sentence: str, start: int, end: int) -> bool:
    """Say whether a part of a sentence is what it excepts: "7-NI" in "L-NIL but not 7-NI reduces pain"."""
    return any(begin <= start and end <= last for _, begin, last in _exceptions(sentence))


def excepts(sentence: str, question: str) -> bool:
    """Say whether a question is about what a sentence excepts, and not about what it contrasts with that.

    >>> sentence = "Inducible NO synthase but not neuronal NO synthase activity reduces pain."
    >>> [excepts(sentence, f"Does {each} NO synthase reduce pain?") for each in ("neuronal", "inducible")]
    [True, False]
    """
    asked = _words(question)
    for before, begin, end in _exceptions(sentence):
        held = frozenset([*map(str.casefold, _WORD.findall(sentence[:before]))][-_HELD:])
        denied = _words(sentence[begin:end])
        if asked & (denied - held) and not asked & (held - denied):
            return True
    return False


def denies(sentence: str, question: str) -> bool:
    """Say whether a sentence denies of something what a question asks: the word behind the denial is asked.

    >>> denies("Placebo did not treat depression.", "Does placebo treat depression?")
    True
    >>> denies("Caffeine raised it, placebo did not.", "Did caffeine raise it?")
    False
    """
    asked, text = frozenset(map(stem, _words(question) - STOP_WORDS)), sentence[:_LONGEST]
    behind = (_WORD.search(text, cue.end) for cue in cues_of(text) if cue.kind == "explicit")
    return any(word is not None and stem(word[0].casefold()) in asked for word in behind)


def _words(text: str) -> frozenset[str]:
    return frozenset(map(str.casefold, _WORD.findall(text)))


def _exceptions(sentence: str) -> Iterator[tuple[int, int, int]]:
    """Find the exceptions of a sentence: where the words that except begin, and what they except, which is
    few words and no verb."""
    text = sentence[:_LONGEST]
    for cue in cues_of(text):
        if (cue.kind, cue.scope) == ("explicit", "contrast"):
            end = clauses_of(text).contrast_end(cue.end)
            for at, word in enumerate(_WORD.finditer(text, cue.end, end)):
                if at == _EXCEPTED or word[0].casefold().startswith(ACTING) or word[0].endswith("ly"):
                    end = word.start()
                    break
            yield cue.start, cue.end, end


def read_asking(question: str) -> Mapping[str, float]:
    """Give the marks of a question, each 0 or 1.

    >>> [mark for mark, number in read_asking("Is routine imaging still necessary?").items() if number]
    ['need', 'is', 'doubt']
    """
    return _marks("question", question[:_LONGEST])


def _marks(of: str, text: str) -> dict[str, float]:
    return {mark: float(bool(words.search(text))) for mark, words in _patterns(of)}


@cache
def _patterns(of: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    rows = (row for row in read_table(TABLE) if row["of"] == of)
    return tuple((row["mark"], compile_cell(row["words"], TABLE)) for row in rows)


def _p_values(text: str) -> tuple[int, int]:
    """Count the p-values of a text up to 0.05 and above it, three of each at most."""
    low = high = 0
    for sign, digits in _P_VALUE.findall(text):
        above = float(digits) > _CHANCE or (sign in (">", "≥", "&gt;") and float(digits) >= _CHANCE)
        low, high = low + (not above), high + above
    return min(low, _MOST_P_VALUES), min(high, _MOST_P_VALUES)
