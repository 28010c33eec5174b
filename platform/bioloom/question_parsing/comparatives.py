"""Comparatives: whether something is longer, faster or more in one of two, as what it is in each."""

import re

from bioloom.names import tokens
from bioloom.pattern_table import PatternTable
from bioloom.question_parsing.synonyms import canonical_word, is_act

_ASKED = (
    (r"(?:more|less) (?:often|frequently)", "how often"),
    (r"more times", "how many times"),
    (r"longer|shorter", "how long"),
    (r"faster|slower|harder", "how fast"),
    (r"hotter|warmer|colder|cooler", "at what temperature"),
)
_ASKED_OF_NOUN = ((r"more|less|fewer", "how much"), (r"higher|lower|larger|bigger|smaller|greater", "what"))
"""Comparatives, each with what asks for the value that it compares: alone, and before a noun."""

_DEGREE = "|".join((*(form for form, _ in _ASKED), *(rf"(?:{form})(?=\s)" for form, _ in _ASKED_OF_NOUN)))
_PATTERNS = PatternTable.read("asking/comparatives.tsv", degree=_DEGREE)
_FORMS = _PATTERNS.compile_each("forms")
_DIFFERENCE = _PATTERNS.compile("difference")
_DO = frozenset({"do", "does", "did"})
"""Auxiliaries behind whose subject a verb stands: "does A spin longer than B"."""

_BENCH = frozenset("i we you incubate protocol procedure prep kit step".split())  # noqa: SIM905
"""Words of somebody who asks about what is done at the bench, and not about what a study found."""


def compared_values(bare: str) -> str:
    """Ask for the values of both, where it is asked for which of two one is longer, faster or more.

    Empty for other questions, and where nothing is done at the bench.

    >>> compared_values("Do I shake longer with phenol for the fat than for the cells")
    'how long do I shake with phenol for the fat and how long do I shake with phenol for the cells?'
    >>> compared_values("Is the miniprep spun faster than the maxiprep")
    'how fast is the miniprep spun and how fast is the maxiprep spun?'
    >>> compared_values("Is survival longer in women than in men")
    ''
    """
    if found := _DIFFERENCE.match(bare):
        return f"How does the {found['what']} differ between {found['one']} and {found['two']}?"
    found = next(filter(None, (form.match(bare) for form in _FORMS)), None)
    if found is None or not _at_the_bench(bare):
        return ""
    degree = found["degree"].lower()
    asks = next(asks for form, asks in (*_ASKED, *_ASKED_OF_NOUN) if re.fullmatch(form, degree))
    given = found.groupdict()
    head = f"{asks} {given['noun']}" if given["noun"] else asks
    if given.get("by"):
        clause = f"{head} {given['aux'].lower()} {given['before']}{given.get('mid') or ''} {given['by']} "
        made = [f"{clause}{given[each]}" for each in ("one", "two")]
    elif given.get("aux"):
        one, verb = given["one"], given["verb"] or ""
        if not verb and given["aux"].lower() in _DO and " " in one:
            one, _, last = one.rpartition(" ")
            verb = f" {last}"
        made = [f"{head} {given['aux'].lower()} {each}{verb}" for each in (one, given["two"])]
    else:
        made = [f"{head} for {given[each]}" for each in ("one", "two")]
    return f"{' and '.join(made)}?"


def _at_the_bench(bare: str) -> bool:
    """Say whether a question is about what is done at the bench."""
    words = tokens(bare)
    return any(
        {word, canonical_word(word)} & _BENCH or is_act(canonical_word(word)) or word.endswith("prep")
        for word in words
    )
