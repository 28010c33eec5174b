"""Span edges: where the words of an answer begin and end that a network has marked."""

import re

from bioloom.question_parsing.named_numbers import COUNTS

_CURRENCY = "$€£¥₹"
_CODE_BEFORE = re.compile(r"[A-Z]{1,3}$")
_NUMBER_ON = re.compile(r"(?:[.,:/]?\d)+")
_RANGE_BEFORE = re.compile(r"(?<![\w.,])(?P<lower>\d+(?:\.\d+)?)(?:\sto\s|[-–])$")
"""The lower end of a range: "2.5 to 3.5 mg"."""

_FAR = 20  # characters of such an end
_UPPER = re.compile(r"\d+(?:\.\d+)?")
_NO_RANGE = re.compile(
    r"\b(?:(?:buffer|day|figure|grade|group|lane|no\.|pH|plate|section|solution|stage|step|table|tube|week|well)\s|"
    r"(?:adjust|chang|decreas|fell|from|increas|rais|reduc|rose|to)\w*\s[^.;]*)$",
    re.IGNORECASE,
)
"""What stands before a number that is a name, or from which something changed."""

_PART_BEFORE = re.compile(r"(?<![\d/])\d+/$")
_BOUND = re.compile(
    r"(?:\b(?:(?:not?|never)\s)?(?:above|below|(?:earlier|fewer|greater|higher|later|less|longer|lower|more|"
    r"older|younger) than|over|under|at (?:least|most)|up to|between|near|within)\s|[<>≤≥]\s?|"
    r"(?<![\w.])\d{1,2}\s?[x×]\s?)$",
    re.IGNORECASE,
)
"""What stands before a number that only bounds what was found, or before one that counts several times."""

_DENIED = re.compile(r"(?:\b(?:avoid|never|not?|without)|n['’]t)\s[^.,;:()]*$", re.IGNORECASE)
"""What turns a bound behind it round."""

_COUNTED = re.compile(r"\s(?:per\s[a-z]+|[a-z-]{3,}s)\b(?!\sof\b)")
"""What a number in words counts: "fifteen cores", "two per dose"."""

_EACH = re.compile(r"\seach\b(?!\s[a-z])")
_NUMBERED = re.compile(r"\b[a-z]{3,}s\s\d+$")
_LISTED = re.compile(
    r"(?:(?:,\s?|\s?[-–]\s?|\s(?:and|to|&)\s)(?:and\s)?\d+\b(?![.,]\d|\s?(?:%|°|[µμm]?[lLgM]\b|h\b|min|s\b|x\b)))+"
)


def whole_span(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen a span of a text to what it cuts: the whole number, the letters of a currency, and the numbers
    that go on with those of several things.

    >>> for text, said in (
    ...     ("Diluted 1:10,000 in PBS.", "1:10"),
    ...     ("It costs US$ 2.40.", "$ 2.40"),
    ...     ("It was found in 3/4 of them.", "4"),
    ...     ("Expect 2.5 to 3.5 mg of it.", "3.5 mg"),
    ...     ("Transfer tube 1 to 2 mL of broth.", "2 mL"),
    ...     ("It rose from a median of 12 to 15%.", "15%"),
    ...     ("It removes exons 31 and 32 of it.", "exons 31"),
    ...     ("Keep tubes 3 and 5 mL of buffer.", "tubes 3"),
    ...     ("Fifteen cores are pooled.", "Fifteen"),
    ... ):
    ...     start = text.find(said)
    ...     text[slice(*whole_span(text, start, start + len(said)))]
    '1:10,000'
    'US$ 2.40'
    '3/4'
    '2.5 to 3.5 mg'
    '2 mL'
    '15%'
    'exons 31 and 32'
    'tubes 3'
    'Fifteen cores'
    """
    if text[start] in _CURRENCY and (code := _CODE_BEFORE.search(text, 0, start)):
        start = code.start()
    if text[start].isdigit() and (part := _PART_BEFORE.search(text, 0, start)):
        start = part.start()
    lower = _RANGE_BEFORE.search(text, max(0, start - _FAR), start) if text[start].isdigit() else None
    upper = _UPPER.match(text, start)
    if lower and upper and float(lower["lower"]) < float(upper[0]):
        start = start if _NO_RANGE.search(text, 0, lower.start()) else lower.start()
    if text[end - 1].isdigit() and (inside := _NUMBER_ON.match(text, end)):
        end = inside.end()
    if text[start:end].lower() in COUNTS and (counted := _COUNTED.match(text, end)):
        end = counted.end()
    if _NUMBERED.search(text[start:end]) and (others := _LISTED.match(text, end)):
        end = others.end()
    said = text[start:end]
    if said.count("(") > said.count(")") and text[end : end + 1] == ")":
        end += 1
    return start, end


def with_bound(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen a span that begins with a number by the words that make a bound of it, or that say how often it
    counts, and by "each".

    >>> text = "It was 0.4 µM in these, not above 20 µM in others."
    >>> [text[slice(*with_bound(text, start, start + 5))] for start in (7, 34)]
    ['0.4 µ', 'not above 20 µM']
    >>> text = "Do not heat above 60 °C."
    >>> text[slice(*with_bound(text, 18, 23))]
    '60 °C'
    >>> text = "Wash for 3 x 5 min."
    >>> text[slice(*with_bound(text, 13, 18))]
    '3 x 5 min'
    >>> text = "Wash three times for 5 min each."
    >>> text[slice(*with_bound(text, 21, 26))]
    '5 min each'
    """
    if text[start].isdigit() and (each := _EACH.match(text, end)):
        end = each.end()
    bound = _BOUND.search(text, 0, start) if text[start].isdigit() else None
    if bound and _DENIED.search(text, 0, bound.start()):  # "Do not heat above 60 °C"
        bound = None
    return (bound.start() if bound else start), end
