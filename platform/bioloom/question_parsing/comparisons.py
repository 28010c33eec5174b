"""Comparisons: one thing asked for of two, "in the miniprep versus the maxiprep", as two questions."""

import re

from bioloom.names import tokens
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing.comparatives import compared_values, parse_comparison
from bioloom.question_parsing.constraining_words import constraining_words
from bioloom.question_parsing.question_type import asked_value, classify_question
from bioloom.question_parsing.search_terms import STOP_WORDS
from bioloom.question_parsing.stated_values import kinds_for
from bioloom.question_parsing.synonyms import (
    canonical_word,
    canonical_words,
    excludes,
    is_act,
    is_excluded,
    names_kind,
)

LINK = re.compile(r"[\s,;:?]*\b(?:and|or|then|also)?[\s,;]*(?:\b(?:and|then|also))?[\s,;]*$", re.IGNORECASE)
"""What joins a part of a question to the next one."""

PHRASE = re.compile(r"(?:at|by|during|for|from|in|of|on|that|those|to|under|when|with)\b", re.IGNORECASE)
"""The first word of a phrase that no verb leads."""

Parts = tuple[tuple[str, str, str], ...]
"""Questions, each with the words of the rest, and the clause that it leaves out and means."""

_PATTERNS = PatternTable.read("asking/comparisons.tsv")
_VERSUS = _PATTERNS.compile("versus")
_AND_IN = re.compile(r"[\s,]+(?:and|versus|with|to)\s+(?=(?:in|for|of|by|that)\b)", re.IGNORECASE)
_WHERE = r"\b(?P<by>in|for|of|by|with|at|on|from)\s+"
_CONTRAST = re.compile(rf"{_WHERE}(?P<what>(?:the\s+)?[^,]*)$", re.IGNORECASE)
"""The phrase at the end of what comes before "versus": what is compared."""

_LAST = re.compile(rf"{_WHERE}(?=[^,]*$)", re.IGNORECASE)

_BY = _PATTERNS.text("by")
_LED = _PATTERNS.compile("led")
_TWICE = _PATTERNS.compile("twice")
_WITHOUT = _PATTERNS.compile("without")
_DIFFER = _PATTERNS.compile("differ")
_VERB = _PATTERNS.compile("verb")

_LASTS = re.compile(r"(?:\w+ )?incubation\b(?! (?:temp|time|volume|buffer|step))", re.IGNORECASE)
"""What is told by how long it is, where no value of it is named."""

_NAME = 3
"""Words of what differs up to which it may be a reagent of which different amounts are used."""

_FEW = 2
"""Words of a thing that is compared without anything that leads it."""

_WHO = re.compile(r"(?:i|you|we|one|they|it)$", re.IGNORECASE)

_ASKS = re.compile(r"\b(?:how|what|which|where|when|who|why)\b", re.IGNORECASE)
_COMPARED_LAST = _PATTERNS.compile_each("compared_last")

_BEHIND = re.compile(r"[:;,?]")


_SAME = _PATTERNS.compile_each("same")

_OF_LABORATORY = frozenset(kinds_for("shared"))
"""Values that two protocols may have in common."""


def open_comparison(bare: str) -> str:
    """Ask what differs, where it is asked whether something does: each has a value of its own to be shown.

    Empty for other questions, and where what is compared is no value, thing or act of a laboratory.

    >>> open_comparison("Does the miniprep use the same spin speed as the maxiprep")
    'How does the spin speed differ between the miniprep and the maxiprep?'
    >>> open_comparison("Does survival differ between women and men")
    ''
    """
    if compared := compared_values(bare):
        return compared
    found = next(filter(None, (form.match(bare) for form in _SAME)), None)
    if found is None:
        return ""
    what = re.sub(r"^(?:the|a|an)\s+", "", found["what"], flags=re.IGNORECASE)
    asked = classify_question(f"What is the {what}?")
    acts = is_act(canonical_word(tokens(what)[-1].lower())) if tokens(what) else False
    if not (acts or (asked.kind == "thing" and asked.noun) or asked.types & _OF_LABORATORY):
        return ""
    one, two = found["one"], re.sub(r"\s+(?:do|does|did)\b", "", found["two"], flags=re.IGNORECASE)
    if _LED.match(two) and "by" in found.re.groupindex:
        one = f"{found['by']} {one}"
    return f"How does the {what} differ between {one} and {two}?"


def asks_whether_same(bare: str) -> bool:
    """Say whether it is asked how two things differ, or whether they do.

    >>> asks_whether_same("Does the miniprep use the same spin speed as the maxiprep")
    True
    """
    if parse_comparison(bare):
        return False
    differing = _differing(open_comparison(bare).rstrip("?") or bare)
    return bool(differing) or bare.lower().startswith("compare ")


def split_comparison(bare: str, start: int) -> Parts:
    """Split "how long is it spun in the miniprep, compared with the maxiprep": one value of two protocols.

    What is compared may stand before the question, which begins at `start`, or be asked for twice ("time on
    ice vs time at RT"). Nothing where nothing is compared.
    """
    if parts := _differing(bare) or _with_and_without(bare):
        return parts
    found = (_AND_IN if bare.lower().startswith("compare") else _VERSUS).search(bare)
    if not found:
        return _asked_twice(bare)
    if classify_question(bare).kind == "closed":  # "Did it lower blood pressure compared with placebo?"
        return ()
    one, two = bare[: found.start()], bare[found.end() :]
    if start > found.start():
        intro, _, one = one.rpartition(":")
        two, asked = LINK.sub("", bare[found.end() : start]), f"{bare[start:]} {intro}".strip()
        return (f"{asked} in {one.strip()}?", two, ""), (f"{asked} in {two}?", "", asked)
    two, comma, rest = two.partition(",")
    rest = f"{comma}{rest}"
    if asked_value(two):
        intro, colon, _ = one.rpartition(":")
        return (f"{one}{rest}?", two, ""), (f"{intro}{colon} {two}{rest}?".strip(), one, "")
    if not (asked := asked_value(one)):
        return _of_things(one, bare[found.end() :])
    if whole := said_of(one, two):
        return (f"{one}{rest}?", two, ""), (f"{whole}{rest}?", one, "")
    contrast = _CONTRAST.search(one)
    alike = contrast and set(constraining_words(contrast["what"])) & set(constraining_words(two))
    elided = one[: contrast.start()] if contrast and alike else one
    opposed = [word for word in tokens(elided) if is_excluded(canonical_word(word), canonical_words(two))]
    elided = re.sub(rf"\b(?:{'|'.join(opposed)})\b", " ", elided, flags=re.IGNORECASE) if opposed else elided
    joined = "" if PHRASE.match(two) else "in "
    return (f"{one}{rest}?", two, ""), (f"{asked} {joined}{two}{rest}?", "", elided)


def said_of(one: str, two: str) -> str:
    """Put the second thing of a comparison in the place of the first, behind the last preposition.

    Empty where another one leads it.

    >>> said_of("How many strokes of the pestle for liver", "heart")
    'How many strokes of the pestle for heart'
    >>> said_of("How long is the spin for the miniprep", "the maxiprep")
    'How long is the spin for the maxiprep'
    >>> said_of("How long is it dried in the miniprep", "during the maxiprep")
    ''
    """
    found, led = [*_LAST.finditer(one)], PHRASE.match(two)
    if not found or (led and led[0].lower() != found[-1]["by"].lower()):
        return ""
    other = two[led.end() :].strip() if led else two
    first = other.split()[0] if other else "the"
    begun = -1 if first.lower() in STOP_WORDS else one.rfind(f" {first} ")
    if begun >= 0:  # "RNA from leaves compared with RNA from roots"
        return f"{one[:begun]} {other}"
    return f"{one[: found[-1].start()]}{found[-1]['by']} {other}"


def _of_things(one: str, two: str) -> Parts:
    """Put the words of the second thing in the place of the first: "what blocks it: ELISA vs western"."""
    behind = _BEHIND.search(two)
    two, rest = (two[: behind.start()], two[behind.start() :]) if behind else (two, "")
    last, first = (tokens(one) or [""])[-1], (tokens(two) or [""])[0]
    if excludes(canonical_word(last), canonical_word(first)):  # "the light versus dark maze" is one thing
        return ()
    by = re.match(rf"{_BY}\b", two, re.IGNORECASE)
    again = [*re.finditer(rf"\b{by[0]}\b", one, re.IGNORECASE)] if by else []
    begins = [again[-1].start()] if again else []
    for before in _COMPARED_LAST:
        begins += [each.end() for each in before.finditer(one)][-1:]
    words = [*re.finditer(r"\S+", one)]
    if not begins and not rest and len(two.split()) <= min(_FEW, len(words) - 2):
        begins = [words[-len(two.split())].start()]  # "overall survival cases versus controls"
    if not begins and not rest:
        return ()
    head, one = (one[: begins[0]], one[begins[0] :]) if begins else ("", one)
    return (f"{head}{one}{rest}?", two, ""), (f"{head}{two}{rest}?", one, "")


def _differing(bare: str) -> Parts:
    """Ask for what differs of each of two things."""
    found = _DIFFER.match(bare) if re.search(r"\b(?:differ|change)", bare, re.IGNORECASE) else None
    if not found or _WHO.match(found["what"]):
        return ()
    what, one, two = found["what"], found["one"] or "", found["two"]
    if found["that"]:
        by = PHRASE.match(two)
        gaps = [*re.finditer(rf"\s+(?={by[0] if by else _BY}\b)", what, re.IGNORECASE)]
        if not gaps:
            return ()
        what, one = what[: gaps[-1].start()], what[gaps[-1].end() :]
    asked = [each if _LED.match(each) else f"in {each}" for each in (one, two)]
    bare = re.sub(r"^the\s+", "", what, flags=re.IGNORECASE)
    words = tokens(bare) or [""]
    kind = names_kind(canonical_word(words[-1])) or classify_question(f"which {bare}").kind == "thing"
    measured = asked_value(f"what is the {bare}") or is_act(canonical_word(words[-1])) or kind
    asks = f"what is {what}" if measured or len(words) > _NAME else f"how much {bare} is used"
    asks = f"how long is {what}" if _LASTS.match(bare) else asks
    made = [f"{found['intro']}{asks} {each}?" for each in asked]
    return (made[0], two, ""), (made[1], one, "")


def _with_and_without(bare: str) -> Parts:
    """Split a question for the same with something and without it.

    >>> [own for own, _, _ in _with_and_without("Survival at 5 years with surgery, and without")]
    ['Survival at 5 years with surgery?', 'Survival at 5 years without surgery?']
    """
    found = _WITHOUT.match(bare)
    if not found or classify_question(bare).kind == "closed":
        return ()
    what, rest = found["one"] or found["two"], found["rest"] or ""
    ways = sorted(("with", "without"), key=lambda by: by != found["with"])
    return tuple((f"{found['head']}{by} {what}{rest}?", "", "") for by in ways)


def _asked_twice(bare: str) -> Parts:
    """Split a question for the same of several things, each behind the same preposition."""
    found = _TWICE.match(bare)
    if not found:
        return ()
    head, by, rest = found["head"], found["by"], found["rest"] or ""
    more = (
        each.strip(" ,")[len(by) :].strip() for each in re.split(rf",(?=\s+{by}\b)", found["more"]) if each
    )
    things = [found["one"], *more, found["two"]]
    short = not rest and head and not _VERB.search(bare)  # "cutting tool for the gut and for the brain?"
    if not short and not any(_ASKS.search(each) or asked_value(each) for each in (head, rest)):
        return ()
    return tuple(
        (f"{head}{by} {each}{rest}?", " ".join(other for other in things if other != each), "")
        for each in things
    )
