"""Comparatives: whether something is longer, faster or more in one of two, as what it is in each."""

import re
from dataclasses import dataclass

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
_PREPOSITION = re.compile(rf"{_PATTERNS.text('by')}\b", re.IGNORECASE)
_DIFFERENCE = _PATTERNS.compile("difference")
_DO = frozenset({"do", "does", "did"})
"""Auxiliaries behind whose subject a verb stands: "does A spin longer than B"."""

_OBJECT = re.compile(r"\s(?:use|need|take|get|require|have)\b", re.IGNORECASE)
"""A verb with an object of its own before the comparative: "does it use violet longer than safranin"."""

_BENCH = frozenset("i we you incubate protocol procedure prep kit step".split())  # noqa: SIM905
"""Words of somebody who asks about what is done at the bench, and not about what a study found."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two `things` of which it is asked which one is longer, faster or more (`degree`), what stands before
    each (`by`), what is said of the one that is so, if they are subjects, and what asks for both values.
    Neither `by` nor `predicate` stands where the two are not told apart so."""

    degree: str
    things: tuple[str, str]
    by: str
    predicate: str
    asked: str


def parse_comparison(bare: str) -> Comparison | None:
    """Parse a question for which of two one is longer, faster or more; None for others, and where nothing is
    done at the bench.

    >>> found = parse_comparison("Does the maxiprep use more ethanol than the miniprep")
    >>> found.things, found.predicate
    (('the maxiprep', 'the miniprep'), 'uses more ethanol')
    """
    found = next(filter(None, (form.match(bare) for form in _FORMS)), None)
    if found is None or not _at_the_bench(bare):
        return None
    degree = found["degree"].lower()
    asks = next(asks for form, asks in (*_ASKED, *_ASKED_OF_NOUN) if re.fullmatch(form, degree))
    given = {name: words or "" for name, words in found.groupdict().items()}
    noun, aux, verb = (given.get(name, "") for name in ("noun", "aux", "verb"))
    one, two, by, before = given["one"], given["two"], given.get("by", ""), given.get("before", "")
    head, aux = f"{asks} {noun}" if noun else asks, aux.lower()
    if (led := _PREPOSITION.match(two)) and (shared := one.rpartition(f" {led[0]} "))[0]:
        if aux and aux not in _DO and not verb:  # "is the spin in A faster than in B"
            (before, _, one), two, by = shared, two[led.end() :].strip(), led[0]
        else:  # "the spin of A or of B"
            two = f"{shared[0]} {two}"
    predicate = ""
    if by:
        clause = f"{head} {aux} {before}{given.get('mid', '')} {by}"
        made = [f"{clause} {each}" for each in (one, two)]
    elif aux:
        if not verb and aux in _DO and " " in one:
            one, _, last = one.rpartition(" ")
            verb = f" {last}"
        made = [f"{head} {aux} {each}{verb}" for each in (one, two)]
        said = f"{verb.strip()}s" if aux == "does" else f"{aux}{verb}" * (aux not in _DO)
        if said and not (aux in _DO and _OBJECT.search(one)):
            predicate = f"{said} {degree} {noun}".strip()
    else:
        made = [f"{head} for {each}" for each in (one, two)]
        by = "for"
    return Comparison(degree, (one, two), by or "for" * bool(predicate), predicate, f"{' and '.join(made)}?")


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
    compared = parse_comparison(bare)
    return compared.asked if compared else ""


def _at_the_bench(bare: str) -> bool:
    """Say whether a question is about what is done at the bench."""
    words = tokens(bare)
    return any(
        {word, canonical_word(word)} & _BENCH or is_act(canonical_word(word)) or word.endswith("prep")
        for word in words
    )
