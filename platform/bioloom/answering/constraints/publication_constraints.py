"""Publication constraints: whether a part of a sentence of a publication may answer a part of a question."""

import re
from collections.abc import Iterable, Sequence
from functools import cache

from bioloom.answering.constraints.asked_groups import other_group
from bioloom.answering.constraints.asked_object import asked_object
from bioloom.answering.constraints.contrasted_values import COUNTED
from bioloom.answering.constraints.excluded_groups import excluded_words, names_excluded
from bioloom.answering.constraints.missing_words import known_words
from bioloom.answering.constraints.named_kinds import names_other_kind
from bioloom.answering.constraints.named_places import stated_elsewhere
from bioloom.answering.constraints.named_statistics import stated_statistics
from bioloom.answering.constraints.sibling_names import lacks_name, names_sibling
from bioloom.answering.constraints.step_constraints import asks_itself, contradicted
from bioloom.answering.texts.polarity import denied_span, excepts
from bioloom.answering.texts.stated_findings import AskedFinding, is_about
from bioloom.answering.texts.values_by_name import measured_of_another
from bioloom.grounding.abbreviations import abbreviations
from bioloom.names import tokens
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import (
    QuestionPattern,
    canonical_word,
    canonical_words,
    is_everyday,
    matches_any,
    names_kind,
    stated_values,
)
from bioloom.question_parsing.stated_values import ALL_KINDS, is_value
from bioloom.resources import read_words

_NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?![\d.,]*\d)(?!\s?%)(?!-fold)")
_BEHIND = re.compile(r"\s?(?P<phrase>(?:[A-Za-z][\w-]*\s?){1,4})")
_RELATIVE = re.compile(r"%|\bpercent|\bper cent|\bfold\b|\btimes\b|\bpoints?\b|\bhalf\b", re.IGNORECASE)
_PATTERNS = PatternTable.read("reading/publication_constraints.tsv")
_COUNT = _PATTERNS.compile("count")
_ENDPOINT = _PATTERNS.compile("endpoint")
_SAID_OTHERWISE = frozenset(map(canonical_word, _PATTERNS.words("said_otherwise")))

_SHORT = 3
"""Letters up to which a word names nothing."""

_CAUSE = _PATTERNS.compile("cause")
_ASKS_NUMBER = _PATTERNS.compile("asks_number")
_TELLS_NUMBER = _PATTERNS.compile("tells_number")
_TOLD = [
    (_PATTERNS.compile(f"asks_{what}"), _PATTERNS.compile(f"tells_{what}"))
    for what in ("age", "price", "route", "funder")
]
_ASKS_SUM = _PATTERNS.compile("asks_sum")
_ASKS_DOSE = _PATTERNS.compile("asks_dose")
_SETS_ASIDE = _PATTERNS.compile("sets_aside")

_OF_THEM = re.compile(r" of (?:all|the|these|those|them|patients|participants)\b")
"""Of whom a share is: "43% of those"."""

_SIZE = re.compile(r"\bn\s?=\s?\d[\d,]*", re.IGNORECASE)
"""How many a group has, which is no result."""

_MEASURED_OF = _PATTERNS.compile("measured_of")

_SHARE = re.compile(r"\d[\d.,]*\s?(?:%|per ?cent|-?fold|times)")
_OLD = re.compile(r"[- ]?(?:(?:year|month|week|day)s?[- ])?old\b", re.IGNORECASE)
_ASKS_AGE = re.compile(r"\b(?:ages?|aged|old|older|young(?:er)?)\b", re.IGNORECASE)
_PERCENT = re.compile(r"\bhow many (?:percent|per cent|%)", re.IGNORECASE)
_CODES = re.compile(r"\b(?=[A-Z]+\d)[A-Z][A-Z\d]{2,}\b")
_DALTON = re.compile(r"\bk?Da\b")


def may_answer(
    pattern: QuestionPattern, sentence: str, document: Sequence[str], finding: AskedFinding | None = None
) -> bool:
    """Say whether a sentence may answer, whatever of it is said: it has the statistic that is asked for by
    its name, and is not about another value, group or drug.

    `document` are the title and the sentences at hand of the document; `finding` is what a question for yes
    or no asks, both things of which must be named.
    """
    return (
        stated_statistics(pattern.text, sentence) != ()
        and not asks_itself(sentence)
        and not contradicted(pattern, sentence)
        and not measured_of_another(frozenset(pattern.own_words), sentence)
        and not other_group(pattern, sentence, document)
        and not names_excluded(pattern, sentence, excluded_words(tuple(document)))
        and not names_other_kind(pattern, document)
        and not names_sibling(pattern.text, sentence)
        and not lacks_name(pattern.text, " ".join(document))
        and not (_affirms(pattern) and excepts(sentence, pattern.text))
        and not (
            pattern.type.counts and _ASKS_SUM.search(pattern.text) and len(_NUMBER.findall(sentence)) != 1
        )
        and not any(asks.search(pattern.text) and not tells.search(sentence) for asks, tells in _TOLD)
        and names_endpoint(pattern.text, sentence)
        and names_object(pattern.text, sentence, document)
        and not _stated_elsewhere_of_code(pattern.text, sentence, document)
        and not (pattern.reason and _tells_nothing(pattern, sentence, document[:1]))
        and (finding is None or is_about(finding, sentence, document))
    )


def may_be_said(
    pattern: QuestionPattern, sentence: str, start: int, end: int, document: Sequence[str]
) -> bool:
    """Say whether a part of a sentence that may answer does: it is not denied unless that is asked for, is of
    the kind that is asked for, and not of what another clause or sentence tells."""
    said = sentence[start:end]
    return (
        (pattern.type.negative or not denied_span(sentence, start, start + len(said)))
        and not stated_elsewhere(pattern, sentence, start, document)
        and not (_ASKS_NUMBER.search(pattern.text) and not _TELLS_NUMBER.search(_SIZE.sub(" ", said)))
        and not of_other_kind(pattern, said, sentence[start + len(said) :])
        and not (pattern.reason and is_value(said))
    )


def _affirms(pattern: QuestionPattern) -> bool:
    """Say whether a question takes what it names to be so, and asks for no yes or no."""
    return not (pattern.type.kind == "closed" or pattern.type.negative or _SETS_ASIDE.search(pattern.text))


def _stated_elsewhere_of_code(question: str, sentence: str, document: Sequence[str]) -> bool:
    """Say whether a sentence lacks a name of letters and digits that a statistic is asked for of, where
    another one of the document tells it of that name: "Kd of Y117F".

    >>> texts = ["It gave a Kd of 14 µM.", "Y117F bound with a Kd of 39 µM."]
    >>> [_stated_elsewhere_of_code("Kd of Y117F", each, texts) for each in texts]
    [True, False]
    """
    codes = [code for code in _CODES.findall(question) if code not in sentence]
    return bool(codes) and any(
        stated_statistics(question, other) for other in document if any(code in other for code in codes)
    )


def of_other_kind(pattern: QuestionPattern, said: str, behind: str = "") -> bool:
    """Say whether words are a value of another kind than the one that is asked for, or count other things.

    `behind` is what follows them: a share of those that are counted is no other kind.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> mice = parse_pattern("How many mice got the diet?")
    >>> [of_other_kind(mice, each) for each in ("40 mice", "8%", "four injections of it", "3 injections")]
    [False, True, False, True]
    >>> of_other_kind(parse_pattern("What was the weight of the spleen?"), "5.4 cm")
    True
    >>> [of_other_kind(parse_pattern("What dose did they get?"), each) for each in ("2 g/kg", "9.1% of it")]
    [False, True]
    >>> of_other_kind(parse_pattern("How long after the infusion was she ill?"), "67-year", "-old woman")
    True
    """
    if pattern.type.kind != "value":
        return False
    if pattern.type.counts and not _PERCENT.search(pattern.text):
        return not _OF_THEM.match(behind) and _counts_otherwise(pattern.text, said)
    kinds = {kind for _, kind in stated_values(said, ALL_KINDS)}
    if _OLD.match(behind) and not _ASKS_AGE.search(pattern.text):
        return True
    relative = _RELATIVE.search(said) or _DALTON.search(said)
    if relative and _ASKS_DOSE.search(pattern.text):
        return not stated_values(_SHARE.sub(" ", said), ALL_KINDS)
    return bool(kinds) and not kinds & pattern.type.types and not relative


def names_endpoint(question: str, sentence: str) -> bool:
    """Say whether a sentence names what a question says was measured, if it says that.

    >>> asked = "What was the median overall survival with the drug?"
    >>> names_endpoint(asked, "The response rate was 34%."), names_endpoint(asked, "Survival was 9 months.")
    (False, True)
    """
    found = _ENDPOINT.search(question)
    return found is None or matches_any(
        canonical_word(found["end"].lower()), frozenset(canonical_words(sentence))
    )


def names_object(question: str, sentence: str, document: Sequence[str]) -> bool:
    """Say whether a sentence names what changed, what a risk is of, or what was given, where a question says
    it; or the title does, which is the first of the `document`. What is measured all of this may name.

    >>> asked = "By how much did the drug lower fasting insulin?"
    >>> [names_object(asked, each, [""]) for each in ("Triglycerides fell by 4%.", "Insulin fell by 3%.")]
    [False, True]
    """
    if measured := _MEASURED_OF.search(question):
        (first, *_) = canonical_words(measured["of"]) or ("",)
        telling = not (is_everyday(first) or names_kind(first))
        lacked = telling and not matches_any(first, known_words(document))
        if lacked or (telling and _measured_elsewhere(measured["measure"], first, sentence, document)):
            return False
    thing = asked_object(question)
    if not thing:
        return True
    said = [word for word in canonical_words(thing) if len(word) > _SHORT]
    words = [word for word in said if not is_everyday(word)]
    if not words:  # everyday words, which the sentence may say otherwise: somewhere the document has one
        whole = known_words(document)
        return not said or any(word in _SAID_OTHERWISE or matches_any(word, whole) for word in said)
    longs = abbreviations(" ".join(document))
    known_text = " ".join(
        (sentence, *document[:1], *(long for short, long in longs.items() if short in sentence))
    )
    known = frozenset(canonical_words(known_text))
    return not words or any(matches_any(word, known) for word in words)


def _measured_elsewhere(measure: str, thing: str, sentence: str, document: Sequence[str]) -> bool:
    """Say whether a sentence lacks what something is measured of, and another one has it with the measure."""
    form = re.compile(re.escape(measure), re.IGNORECASE)
    return not matches_any(thing, known_words([sentence])) and any(
        form.search(each) and matches_any(thing, known_words([each])) for each in document[1:]
    )


def _counts_otherwise(question: str, said: str) -> bool:
    """Say whether words hold a share and no number, or a number of things that are not those counted."""
    numbers = [*_NUMBER.finditer(said)]
    if not numbers:
        return bool(re.search(r"\d", said)) and not (_COUNT.search(said) or _OF_THEM.search(said))
    asked = COUNTED.search(question)
    behind = [found["phrase"] for each in numbers[:1] if (found := _BEHIND.match(said, each.end()))]
    if not asked or not behind:
        return False
    counted = frozenset(canonical_words(asked["noun"]))
    if any(matches_any(word, counted) for word in canonical_words(said)):
        return False
    kinds = [
        {canonical_word(word.lower()) for word in tokens(behind[0])} & words for words in _counted_alike()
    ]
    return any(own and not counted & words for own, words in zip(kinds, _counted_alike(), strict=True))


@cache
def _counted_alike() -> tuple[frozenset[str], ...]:
    """Read ontology/retrieval/counted_things.txt: words that one counts as the same."""
    return tuple(
        frozenset(map(canonical_word, words)) for words in read_words("retrieval/counted_things.txt")
    )


def _tells_nothing(pattern: QuestionPattern, sentence: str, title: Iterable[str]) -> bool:
    """Say whether a sentence has no word of what is asked for its reason, but those of the title, and none
    that tells a cause or an aim."""
    titled = known_words(title)
    own = [word for word in pattern.own_words if not matches_any(word, titled)]
    known = frozenset(canonical_words(sentence))
    return bool(own) and not any(matches_any(word, known) for word in own) and not _CAUSE.search(sentence)
