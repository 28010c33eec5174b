"""Asked groups: whether a sentence is about the sex, age, tissue, patients or drug of a question."""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache

from bioloom.names import tokens
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing import (
    STOP_WORDS,
    QuestionPattern,
    canonical_word,
    canonical_words,
    is_everyday,
    is_excluded,
    matches_any,
    names_organism,
    names_subject,
)
from bioloom.resources import read_table, read_words

_PATTERNS = PatternTable.read("reading/asked_groups.tsv", stop="|".join(sorted(STOP_WORDS)))
_DENIAL = _PATTERNS.compile("denial")
_NO_HEAD = _PATTERNS.compile("no_head")
_LACKED = _PATTERNS.compile("lacked")
_WILD = _PATTERNS.compile("wild")
_MUTANT = _PATTERNS.compile("mutant")
_MUTATION = frozenset(map(canonical_word, _PATTERNS.words("mutation")))
_CODE = _PATTERNS.compile("code", 0)
_ARM = _PATTERNS.compile("arm")
_ASKED_ARMS = _PATTERNS.compile_each("asked_arm")
_ANY_ARM = frozenset(map(canonical_word, _PATTERNS.words("any_arm")))
DEGREES = frozenset(map(canonical_word, _PATTERNS.words("degrees")))
"""Words of degree, which also ask for a value."""

UNTREATED = frozenset(
    map(canonical_word, PatternTable.read("reading/contrasted_values.tsv").words("untreated"))
)
"""What the controls of a study get, or are called."""

_OF_GROUP = re.compile(
    r"\b(?:with|without|having|lack\w*|(?:had|has|have)\s(?:an?|no))\s(?=(?P<words>(?:[\w-]+\s){0,3}))",
    re.IGNORECASE,
)
"""What tells of which group it is asked, with up to three words behind it."""

_SHORTEST_DRUG = 7
"""Letters from which a word with the ending of a drug's name is taken for one."""


def other_group(pattern: QuestionPattern, sentence: str, document: Sequence[str]) -> bool:
    """Say whether a sentence is about another group or drug than the one that a part of a question names.

    `document` are the title and the sentences that are at hand of its document.

    >>> from bioloom.question_parsing.question_pattern import parse_pattern
    >>> sentence = "Of 288 adults without diabetes, 140 got the drug."
    >>> [other_group(parse_pattern(f"How many adults {each} diabetes got it?"), sentence, [sentence])
    ...     for each in ("with", "without")]
    [True, False]
    """
    whole = " ".join(document)
    return (
        denies_otherwise(pattern.text, sentence, _group_words(pattern.text, pattern.own_words))
        or other_member(pattern.text, sentence, whole, document[0] if document else "")
        or _other_subject(pattern, sentence, whole, document[0] if document else "")
        or _other_drug(pattern.text, whole)
        or _other_arm(pattern.text, sentence)
        or _other_code(pattern.text, sentence, whole)
        or _opposed((*pattern.own_words, *pattern.anchor_words), sentence)
    )


def _opposed(asked: Sequence[str], sentence: str) -> bool:
    """Say whether a sentence lacks a word of a question, and has one that excludes it.

    >>> sentence = "After an intravenous dose the half-life was 3.8 h."
    >>> [_opposed([canonical_word(each)], sentence) for each in ("oral", "intravenous")]
    [True, False]
    >>> _opposed([canonical_word("untreated")], "Four of 12 saline-treated animals died.")
    False
    """
    known = frozenset(canonical_words(sentence))
    if known & UNTREATED:  # those who are treated with saline are untreated
        asked = [word for word in asked if word not in UNTREATED]
    return any(
        word not in DEGREES and is_excluded(word, known) and not matches_any(word, known) for word in asked
    )


def denies_otherwise(question: str, sentence: str, focus: Sequence[str]) -> bool:
    """Say whether a sentence has a word of the question only denied where the question does not deny it, or
    only not denied where it does.

    >>> denies_otherwise("Response without a mutation?", "It was 4% of those with a mutation.", ["mutation"])
    True
    """
    return any(
        one != other
        for word in focus
        if (one := _denied(question, word)) is not None and (other := _denied(sentence, word)) is not None
    )


@lru_cache(maxsize=1024)
def _group_words(question: str, focus: tuple[str, ...]) -> tuple[str, ...]:
    """List the words of a question that tell of which group it asks."""
    return tuple(word for word in focus if _of_group(question, word))


def _of_group(question: str, word: str) -> bool:
    """Say whether a question names a word to tell of which group it asks: "with diabetes", "mutant KRAS".

    >>> mutation = canonical_word("mutation")
    >>> [_of_group(each, mutation) for each in ("With a mutation?", "Were mutations ruled out?")]
    [True, False]
    """
    begun = word[:4]
    ends = [end for found in _OF_GROUP.finditer(question) for end in _ends(found)]
    group = any(question[end : end + len(begun)].casefold() == begun for end in ends)
    return group or bool(_denied(question, word)) or (word in _MUTATION and bool(_MUTANT.search(question)))


def _ends(found: re.Match[str]) -> list[int]:
    """Give where the four words begin by which a group may be told."""
    return [found.end(), *(found.end() + each.end() for each in re.finditer(r"\s", found["words"]))]


@lru_cache(maxsize=4096)
def _denied(words: str, word: str) -> bool | None:
    """Say whether a text has a word only denied; None where it has it not, or both denied and not."""
    ends = [end for end, forms in _placed_words(words) if matches_any(word, forms)]
    denied = {_head(each) for each in _DENIAL.finditer(words)} if ends else set()
    found = {end in denied or _LACKED.match(words, end) is not None for end in ends}
    if word in _MUTATION and _WILD.search(words):
        found.add(True)
    if len(found) != 1:
        return None
    return found.pop()


@lru_cache(maxsize=1024)
def _placed_words(text: str) -> tuple[tuple[int, frozenset[str]], ...]:
    """Give where each word of a text ends, and its canonical forms."""
    return tuple((each.end(), frozenset(canonical_words(each[0]))) for each in re.finditer(r"\w+", text))


def _head(found: re.Match[str]) -> int:
    """Give where the word ends that is denied: "mutation" of "without a BRCA mutation"."""
    said = [each for each in re.finditer(r"\w+", found["what"]) if not _NO_HEAD.fullmatch(each[0])]
    return found.start("what") + (said[-1].end() if said else 0)


@dataclass(frozen=True, slots=True)
class Dimension:
    """What studies part people and animals by, such as sex: a pattern for the words of each member, and one
    for a question how many are of one, which only a sentence that says so answers; None where any may."""

    members: Mapping[str, re.Pattern[str]]
    counting: re.Pattern[str] | None = None

    def named(self, words: str) -> Set[str]:
        """Give the members that a text names."""
        return {member for member, form in self.members.items() if form.search(words)}


@cache
def _dimensions() -> tuple[Dimension, ...]:
    """Read ontology/retrieval/groups.tsv."""
    rows = tuple(read_table("retrieval/groups.tsv"))
    return tuple(
        _dimension([row for row in rows if row["dimension"] == name])
        for name in dict.fromkeys(row["dimension"] for row in rows)
    )


def _dimension(rows: Sequence[Mapping[str, str]]) -> Dimension:
    words = {row["member"]: "|".join(map(re.escape, row["words"].split())) for row in rows}
    members = {member: re.compile(rf"\b(?:{each})\b", re.IGNORECASE) for member, each in words.items()}
    every = "|".join(words.values())
    counting = re.compile(
        rf"\bhow many (?:[\w-]+ ){{0,2}}?\b(?:{every})\b|\bpercent\w* of (?:the )?\b(?:{every})\b|"
        r"\b(?:percent|percentage|share|fraction|proportion)\b.*\b(?:were|was|are|is) "
        rf"\b(?:{every})\b",
        re.IGNORECASE,
    )
    return Dimension(members, counting if rows[0]["counted"] == "yes" else None)


def other_member(question: str, sentence: str, document: str, title: str) -> bool:
    """Say whether a sentence lacks the sex or age of a question, and it or its document has another one; whom
    the title names all of it is about."""
    for dimension in _dimensions():
        asked = dimension.named(question)
        if len(asked) != 1:
            continue
        own, known = dimension.named(sentence), dimension.named(document)
        if own & asked or (not own and (known == asked or dimension.named(title) == asked)):
            continue
        if own or known - asked or (dimension.counting and dimension.counting.search(question)):
            return True
    return False


def _other_subject(pattern: QuestionPattern, sentence: str, document: str, title: str) -> bool:
    """Say whether a question names an organism or a tissue that a document lacks, where the sentence names
    another one; for an organism, where the title does."""
    asked = {word for word in pattern.own_words if names_subject(word)}
    lost = asked - _subjects(document)
    others = _subjects(sentence) | (_subjects(title) if any(map(names_organism, lost)) else frozenset())
    return bool(lost) and bool(others - asked)


@lru_cache(maxsize=1024)
def _subjects(words: str) -> frozenset[str]:
    return frozenset(word for word in canonical_words(words) if names_subject(word))


def _other_drug(question: str, document: str) -> bool:
    """Say whether a document lacks a drug of the question, and has another one of its class.

    >>> [_other_drug(f"Did {each} help?", "Rosuvastatin.") for each in ("atorvastatin", "rosuvastatin")]
    [True, False]
    """
    known = drugs_of(document)
    return any(name not in known and stem in known.values() for name, stem in drugs_of(question).items())


def _other_arm(question: str, sentence: str) -> bool:
    """Say whether a sentence tells of the group of another treatment than the one that a question names.

    >>> sentence = "Headache occurred in 14 patients of the 120 mg group."
    >>> [_other_arm(f"How many had headache {each}?", sentence) for each in ("on placebo", "on 120 mg")]
    [True, False]
    """
    if not _ARM.search(sentence):
        return False
    known = frozenset(canonical_words(sentence))
    asked = [each["arm"] for form in _ASKED_ARMS for each in form.finditer(question)]
    return any(not _names_arm(canonical_words(arm), known) for arm in asked)


def _names_arm(arm: Sequence[str], known: Set[str]) -> bool:
    """Say whether a sentence with these words may be about an arm of a study: it has one of the words that
    name the arm, or these are all general."""
    telling = [word for word in arm if not (is_everyday(word) or word.isdigit() or word in _ANY_ARM)]
    return not telling or any(matches_any(word, known) for word in telling)


def _other_code(question: str, sentence: str, document: str) -> bool:
    """Say whether a document lacks a name in capitals of the question, and words that it stands for, where
    the sentence has another such name.

    >>> [_other_code(f"How long with {each}?", sentence, sentence)
    ...     for sentence in ["Transforming growth factor (TGF) for 2 h."] for each in ("PDGF", "TGF")]
    [True, False]
    """
    asked = set(_CODE.findall(question))
    if not asked or not set(_CODE.findall(sentence)) - asked:
        return False
    known = document.casefold()
    return any(code.casefold() not in known and not _stands_for(code.casefold(), known) for code in asked)


def _stands_for(code: str, document: str) -> bool:
    """Say whether a text has words of which letters are made: NPY of "neuropeptide Y"."""
    return re.search(r"\b" + r"\w*[\s-]?\w*?".join(map(re.escape, code)), document) is not None


@lru_cache(maxsize=1024)
def drugs_of(words: str) -> Mapping[str, str]:
    """Give the drugs that a text names, each with the ending that tells its class."""
    found = {}
    for word in tokens(words):
        name = word.lower()
        if len(name) >= _SHORTEST_DRUG and name.isalpha():
            stem = next((each for each in _stems() if name.endswith(each)), "")
            if stem and stem != name:
                found[name] = stem
    return found


@cache
def _stems() -> tuple[str, ...]:
    return tuple(stem for stems in read_words("retrieval/drug_stems.txt") for stem in stems)
