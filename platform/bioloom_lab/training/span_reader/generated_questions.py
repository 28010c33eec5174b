"""Rule-based question generation from plain sentences, each with its answer span.

People write no questions about most texts. A statement is turned into a question by its verb ("X causes Y":
"What causes Y?", "What does X cause?"), by the cue of a clause ("because", "by", "during") or by a number.
Some words are left out of each question, or else a reader learns no more than to find the same words.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

AUXILIARIES = "is are was were has have had can may could might should must will would".split()  # noqa: SIM905

_VERBS = """
    causes caused induces induced inhibits inhibited increases increased decreases decreased reduces
    reduced activates activated regulates regulated prevents prevented affects affected requires
    required involves involved includes included produces produced provides provided suggests
    suggested shows showed reveals revealed indicates indicated encodes binds bound blocks blocked
    enhances enhanced promotes promoted leads led contains contained plays played remains remained
    occurs occurred results resulted acts stimulates stimulated mediates mediated represents
    suppresses suppressed improves improved developed exhibited
""".split()  # noqa: SIM905
_SPLIT = re.compile(rf"\b(?P<verb>{'|'.join(AUXILIARIES + _VERBS)})\b")
_LEAD = re.compile(
    r"^(?:(?:However|Moreover|Furthermore|In addition|Therefore|Thus|Here|Recently|Finally|Overall|"
    r"In conclusion|Conversely|Interestingly|Importantly|Also|Additionally|In contrast|Although|While|"
    r"RESULTS|METHODS|BACKGROUND|CONCLUSIONS?|OBJECTIVES?|AIMS?)\s*[,:]?\s+)+|^(?:In|At|After|During|For|With|On|By|To|From)\b[^,]{2,80},\s+"
)
_NO_SUBJECT = re.compile(
    r"^(?:it|this|these|that|those|we|they|there|which|who|i|he|she|its|their|our|but|and|or|if|as|when|because)\b",
    re.IGNORECASE,
)
_CUES: tuple[tuple[str, str], ...] = (
    (r"(?:due to|because of|because|as a result of|owing to|in order to|since)\s", "Why"),
    (r"(?:by|through|via|using)\s+\w+", "How"),
    (
        r"(?:during|after|before|within|between)\s|in (?:19|20)\d\d|for \d+ (?:min|h|day|week|month|year)",
        "When",
    ),
    (r"(?:in|at|from)\s+(?:the\s+)?[A-Z]?\w+", "Where"),
)
_STOP = re.compile(r"[;:]|,\s(?:and|but|while|whereas|which|who|with)\s|\s\(|\.$|,\s")
_COUNTED = re.compile(r"(?P<number>\d[\d.,]*)\s+(?:of\s+the\s+)?(?P<thing>[a-z][a-z-]+s)\b")
_PERCENT = re.compile(
    r"(?P<number>\d[\d.]*\s?%)\s+of\s+(?P<thing>(?:the\s+)?[a-z][\w -]{3,40}?)"
    r"(?=\s(?:is|are|was|were|had|have))"
)
_PARENTHESES = re.compile(r"\s*[(\[][^)\]]*[)\]]")
_REGULAR = frozenset(
    "inhibit affect prevent suggest show reveal block contain remain result act represent develop exhibit".split()  # noqa: SIM905, E501
)
_COMMON = frozenset(
    "the a an of in on to and or for by with from at as is are was were what".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class MadeQuestion:
    """A question, and the answer as the characters from `start` to `end` of its sentence."""

    question: str
    start: int
    end: int


def make_questions(sentence: str, drawn: random.Random, *, left_out: float = 0.2) -> Iterator[MadeQuestion]:
    """Make questions that a sentence answers; none where no rule fits.

    `left_out` is the share of a question's telling words that are dropped.

    >>> made = list(make_questions("Dengue virus causes fever in humans.", random.Random(0), left_out=0))
    >>> [(one.question, "Dengue virus causes fever in humans."[one.start : one.end]) for one in made][:2]
    [('What causes fever in humans?', 'Dengue virus'), ('What does Dengue virus cause?', 'fever in humans')]
    """
    lead = _LEAD.match(sentence)
    begin = lead.end() if lead else 0
    end = len(sentence.rstrip(" ."))
    for made in _made(sentence, begin, end):
        if made.end - made.start > 1 and len(made.question.split()) >= 3:
            question = _worded(made.question, drawn, left_out)
            yield MadeQuestion(question, made.start, made.end)


def _made(sentence: str, begin: int, end: int) -> Iterator[MadeQuestion]:
    verb = next((each for each in _SPLIT.finditer(sentence, begin, end) if each.start() > begin), None)
    if verb is not None:
        subject = sentence[begin : verb.start()].strip()
        if 1 <= len(subject.split()) <= 12 and not _NO_SUBJECT.match(subject) and "," not in subject:
            yield from _about(sentence, begin, end, verb, subject)
    for pattern, lead in ((_PERCENT, "What percentage of"), (_COUNTED, "How many")):
        for number in list(pattern.finditer(sentence, begin, end))[:1]:
            rest = _clause(sentence, number.end(), end)
            question = f"{lead} {number['thing']} {sentence[number.end() : rest].strip()}"
            yield MadeQuestion(question, number.start("number"), number.end("number"))


def _about(sentence: str, begin: int, end: int, verb: re.Match[str], subject: str) -> Iterator[MadeQuestion]:
    reach = _clause(sentence, verb.end(), end)
    rest = sentence[verb.end() : reach].strip()
    if not rest:
        return
    spoken = verb["verb"]
    held = len(sentence[begin : verb.start()].rstrip())
    yield MadeQuestion(f"What {spoken} {rest}", begin, begin + held)
    first = verb.end() + len(sentence[verb.end() :]) - len(sentence[verb.end() :].lstrip())
    if spoken in AUXILIARIES:
        yield MadeQuestion(f"What {spoken} {_lowered(subject)}", first, reach)
    else:
        yield MadeQuestion(f"What {_asked(spoken)} {_lowered(subject)} {_base(spoken)}", first, reach)
    for pattern, lead in _CUES:
        cue = re.compile(rf"\b{pattern}").search(sentence, verb.end() + 3, end)
        if cue is None:
            continue
        stop = _clause(sentence, cue.end(), end)
        before = sentence[verb.end() : cue.start()].strip(" ,")
        if spoken in AUXILIARIES:
            yield MadeQuestion(f"{lead} {spoken} {_lowered(subject)} {before}", cue.start(), stop)
        else:
            question = f"{lead} {_asked(spoken)} {_lowered(subject)} {_base(spoken)} {before}"
            yield MadeQuestion(question, cue.start(), stop)


def _clause(sentence: str, start: int, end: int) -> int:
    """Find where the clause ends that goes on at `start`."""
    found = _STOP.search(sentence, min(start + 4, end), end)
    stop = found.start() if found else end
    return start + len(sentence[start:stop].rstrip())


def _asked(verb: str) -> str:
    return "does" if verb.endswith("s") else "did"


def _base(verb: str) -> str:
    """Give the form of a listed verb that stands behind "does" or "did".

    >>> [_base(verb) for verb in ("causes", "induced", "binds", "led", "suppresses")]
    ['cause', 'induce', 'bind', 'lead', 'suppress']
    """
    irregular = {"led": "lead", "bound": "bind", "occurred": "occur", "plays": "play", "played": "play"}
    if verb in irregular:
        return irregular[verb]
    if verb.endswith("sses") or verb.endswith("ssed"):
        return verb[:-2]
    if verb.endswith("s"):
        return verb[:-1]
    return verb[:-2] if verb[:-2] in _REGULAR else verb[:-1]


def _lowered(subject: str) -> str:
    """Write a name as it stands within a sentence, unless it is one by its letters."""
    head, _, rest = subject.partition(" ")
    plain = head in {"The", "A", "An", "All", "Both", "Most", "Some", "Several", "Many"}
    return f"{head.lower()} {rest}".strip() if plain else subject


def _worded(question: str, drawn: random.Random, left_out: float) -> str:
    """Drop what stands in brackets and some of the telling words, but never the first two."""
    words = _PARENTHESES.sub("", question).split()
    kept = [
        word
        for at, word in enumerate(words)
        if at < 2 or word.lower() in _COMMON or drawn.random() >= left_out
    ]
    return " ".join(kept[:30]).rstrip(" ,;:.") + "?"
