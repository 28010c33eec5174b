"""Coordinated questions: one for yes or no that "and" joins to another, each to be answered by itself."""

import re
from itertools import dropwhile

from bioloom.names import tokens
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing.comparisons import PHRASE, open_comparison
from bioloom.question_parsing.constraining_words import constraining_words
from bioloom.question_parsing.plain_question import plain_question
from bioloom.question_parsing.question_type import AUXILIARY, classify_question
from bioloom.question_parsing.relation_questions import ACTING, BE
from bioloom.question_parsing.search_terms import STOP_WORDS
from bioloom.question_parsing.synonyms import canonical_word, is_act

_PATTERNS = PatternTable.read("asking/kinds.tsv", "asking/parts.tsv", "asking/coordinated.tsv")
_JOINT = _PATTERNS.compile("joint")
_QUESTION = _PATTERNS.compile("question")
_SUBJECT = re.compile(rf"\b(?P<auxiliary>{AUXILIARY})\s+(?P<rest>.+)", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:it|they|them|its|their)\b", re.IGNORECASE)
_WH = re.compile(r"\b(?:how|what|which|who)\b", re.IGNORECASE)
_ELSE = re.compile(r"\b(?:else|other)\b", re.IGNORECASE)
_VERB = re.compile(rf"\b{AUXILIARY}\b", re.IGNORECASE)

_BOTH = _PATTERNS.compile_each("both")

_ONE_OF = {"are": "is", "do": "does", "have": "has", "were": "was"}
"""Auxiliaries of several things, and of one."""

_VERBS = (*ACTING, "improv", "lead", "lower", "predict", "rais")
"""Beginnings of verbs that follow a subject, beside participles."""

_HAVE = frozenset(["get", "have"])
_PAST = ("en", "un", "pt", "ge")

_LONGEST_COORDINATED = 500
"""Characters of a question that is looked at: of longer ones the forms would take long."""

_LEAST = 2
"""Words that tell something which a question of its own has."""


def separate_questions(text: str) -> tuple[str, ...]:
    """Part a question for yes or no from what else is asked; the question as it is where that is all.

    What "it" or "they" mean is put in their place, a clause that is left out is said again. Questions next to
    each other that all ask for things or values stay together: these are parts of one question. Whether two
    things have the same value is asked as what it is of each.

    >>> separate_questions("Does metformin treat diabetes, and which side effects does it have?")
    ('Does metformin treat diabetes?', 'which side effects does metformin have?')
    >>> separate_questions("Is the DNA pellet washed, and if so with what?")
    ('Is the DNA pellet washed?', 'with what is the DNA pellet washed?')
    >>> separate_questions("How fast is it spun, and for how long is it dried?")
    ('How fast is it spun, and for how long is it dried?',)
    """
    text = plain_question(text)
    bare = text.rstrip(" ?.!")
    if len(bare) > _LONGEST_COORDINATED:
        return (text,)
    if compared := open_comparison(bare):
        return (compared,)
    if each := _of_each(bare):
        return each
    pieces = _pieces(bare)
    closed = [classify_question(f"{piece}?").kind == "closed" for piece in pieces]
    if len(pieces) == 1 or not any(closed) or not _asks(pieces[0]) or (closed[0] and _WH.search(pieces[0])):
        return (text,)
    made: list[str] = []
    for at, piece in enumerate(pieces):
        own = _said_whole(piece, pieces[0]) if at else piece
        if at and not (closed[at] or closed[at - 1]):
            made[-1] = f"{made[-1].rstrip('?')}, and {own}?"
        else:
            made.append(f"{own}?")
    return tuple(made)


def _of_each(bare: str) -> tuple[str, ...]:
    """Ask of each of two things what is asked for yes or no of both; empty for other questions.

    >>> _of_each("Do propranolol and timolol both treat migraine")
    ('Does propranolol treat migraine?', 'Does timolol treat migraine?')
    >>> _of_each("Does propranolol treat both migraine and gout")
    ('Does propranolol treat migraine?', 'Does propranolol treat gout?')
    >>> _of_each("Does it help in both the large and the small airways of mice")
    ()
    """
    found = next(filter(None, (form.match(bare) for form in _BOTH)), None)
    if found is None or any(PHRASE.match(word) for name in ("one", "two") for word in found[name].split()):
        return ()
    before = found["before"].strip()
    if found["after"] and (single := _ONE_OF.get(before.lower())):
        before = single.capitalize() if before.istitle() else single
    made = (f"{before} {found[name]} {found['after']}" for name in ("one", "two"))
    return tuple(f"{' '.join(each.split())}?" for each in made)


def _pieces(bare: str) -> list[str]:
    starts = [0]
    ends: list[int] = []
    for joint in _JOINT.finditer(bare):
        ends.append(joint.start())
        starts.append(joint.end())
    return [bare[start:end].strip() for start, end in zip(starts, [*ends, len(bare)], strict=True)]


def _asks(piece: str) -> bool:
    """Say whether a piece is a question that can stand alone, and not what is told before one."""
    content = [word for word in tokens(piece) if word not in STOP_WORDS]
    return len(content) >= _LEAST and bool(_QUESTION.match(piece)) and ": " not in piece


def _subject(piece: str) -> str:
    """Give what a question is about: its words from the auxiliary to the verb; empty where no verb is known.

    >>> _subject("Is the DNA pellet washed"), _subject("Does type 2 diabetes cause blindness")
    ('the DNA pellet', 'type 2 diabetes')
    """
    found = _SUBJECT.search(piece)
    if found is None:
        return ""
    kept: list[str] = []
    verb = found["auxiliary"].lower() in BE  # "is it in the fridge"
    for word in found["rest"].split():
        low = word.lower()
        acts = (
            low.startswith(_VERBS)
            or low.endswith("ed")
            or (is_act(canonical_word(low)) and low.endswith(_PAST))
        )
        if kept and (acts or (low in STOP_WORDS and not _article(low, kept))):
            verb = verb or acts or low in _HAVE
            break
        kept.append(word)
    return " ".join(kept) if verb and any(word.lower() not in STOP_WORDS for word in kept) else ""


def _object(piece: str) -> str:
    """Give what a question for yes or no names behind its verb; empty where no verb is known.

    >>> _object("Does propranolol treat migraine"), _object("Is it used for migraine")
    ('migraine', '')
    """
    found, subject = _SUBJECT.search(piece), _subject(piece)
    if found is None or not subject:
        return ""
    words = found["rest"].split()[len(subject.split()) + 1 :]
    return " ".join(dropwhile(PHRASE.match, words))


def _article(word: str, before: list[str]) -> bool:
    """Say whether a short word goes on with a name: "the wash of the pellet"."""
    return word == "of" or before[-1].lower() == "of"


def _said_whole(piece: str, first: str) -> str:
    """Say in a further question what it leaves to the first: its subject, its clause, or what it is about."""
    pronoun, subject, whole = _PRONOUN.search(piece), _subject(first), piece
    if pronoun and subject:
        owned = "'s" if pronoun[0].lower() in ("its", "their") else ""
        whole = f"{piece[: pronoun.start()]}{subject}{owned}{piece[pronoun.end() :]}"
    elif not (
        pronoun or _VERB.search(piece) or any(word.startswith(_VERBS) for word in tokens(piece.lower()))
    ):
        return f"{piece} {first[:1].lower()}{first[1:]}" if _VERB.match(first) else piece
    if _ELSE.search(whole) and (named := _object(first)):  # "…, and what else does it treat?"
        return f"{whole} besides {named}"
    about = _SUBJECT.search(first)
    alone = len(constraining_words(whole)) >= _LEAST and not (pronoun and not subject)
    return whole if alone or about is None else f"{whole} ({about['rest']})"
