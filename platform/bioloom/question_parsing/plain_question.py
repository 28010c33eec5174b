"""Plain question: what somebody asks without greetings, thanks, quotes and capitals that mean nothing."""

import re

from bioloom.pattern_table import PatternTable
from bioloom.question_parsing.question_type import classify_question
from bioloom.question_parsing.search_terms import LONGEST_QUESTION

_PATTERNS = PatternTable.read("asking/greetings.tsv")
_GREETING = _PATTERNS.compile("greeting")
_THANKS = _PATTERNS.compile("thanks")
_SHORT = PatternTable.read("asking/shorthand.tsv")
_SHORTHAND = tuple((_SHORT.compile(words, 0), f" {words} ") for words in _SHORT.patterns)
"""What is written short, and the words that are put in its place."""

_RUN_TOGETHER = re.compile(r"\b(what|how|where|when|who)s\b(?!['’])", re.IGNORECASE)
"""A question word with its verb, written without the apostrophe."""

_PLEASE = _PATTERNS.compile("please")
_QUOTED = re.compile(r"(?:\"([^\"]+)\"|“([^“”]+)”|'([^']+)')")
_QUESTION_WORD = re.compile(r"\b(?:what|which|who|whom|whose|how|where|when|why)\b", re.IGNORECASE)
_ENDED = re.compile(r"[.?!]\s")

_SHOUTED = 5
"""Words from which a question all in capitals is taken for shouted, and not for names."""


def plain_question(text: str) -> str:
    """Make a question plain: two that differ in form only are one to the networks that read them.

    >>> plain_question("Hi!  How long is it spun, please"), plain_question("'How long is it spun?'")
    ('How long is it spun?', 'How long is it spun?')
    >>> plain_question("Can you tell me: which gene is it. Thanks!")
    'which gene is it?'
    >>> plain_question("it is washed, whats next")
    "it is washed, what's next?"
    >>> plain_question("girl with meningitis: days of dexamethasone")
    'girl with meningitis: how many days of dexamethasone?'
    >>> plain_question("no. of strokes w/o a pestle")
    'number of strokes without a pestle'
    >>> plain_question("How hot is the bath for the cold shock?")
    'at what temperature is the bath for the cold shock?'
    >>> plain_question("HOW LONG IS THE PELLET DRIED"), plain_question("aspirin")
    ('how long is the pellet dried?', 'aspirin')
    """
    if len(text) > LONGEST_QUESTION:
        return text
    text = " ".join(text.split())
    if quoted := _QUOTED.fullmatch(text):
        text = next(filter(None, quoted.groups())).strip()
    while greeted := _GREETING.match(text):
        text = text[greeted.end() :]
    text = _PLEASE.sub("", _RUN_TOGETHER.sub(r"\1's", text))
    bare = _THANKS.sub("", text)
    if bare != text and bare:
        text = bare
    if text.isupper() and len(text.split()) >= _SHOUTED:
        text = text.lower()
    for short, words in _SHORTHAND:
        text = short.sub(words, text)
    text = " ".join(text.split())
    asked = text.rstrip(" .?!")
    marked = "?" in text[len(asked) :]
    if marked or (asked and not _ENDED.search(text) and _asks(asked)):
        text = f"{asked}?"
    return text


def _asks(text: str) -> bool:
    """Say whether a text is a question by its words."""
    return bool(_QUESTION_WORD.search(text)) or classify_question(text).kind == "closed"
