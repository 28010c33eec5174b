"""Phrases in the passive, told by their words: `is inhibited by` says of its object what `inhibited` says."""

from __future__ import annotations

import re

from bioloom.standardization.relate.phrases import bare

_IRREGULAR = (
    "bound|born|borne|broken|brought|built|cut|done|driven|fed|found|given|grown|held|hit|hidden|kept|known|"
    "led|lost|made|met|overcome|put|seen|sent|set|shown|split|spread|taken|taught|told|undergone|withdrawn|won"
)
_BE = r"(?:be|been|being|is|are|was|were|get|gets|got|becomes?|became)"
_PASSIVE = re.compile(
    rf"^(?:.*\b{_BE} )?(?P<core>(?:[\w-]+ly )?(?:[\w-]+ )?(?:[\w-]{{2,}}ed|(?:[a-z]+-)?(?:{_IRREGULAR})))"
    r"(?: [\w-]+ly)? by$",
    re.IGNORECASE,
)
_NO_MAPPING = frozenset({"followed by", "accompanied by"})  # they tell an order, not who acts


def active(phrase: str) -> str | None:
    """Give a passive phrase in the active voice (the past tense has the same words), None for any other.

    >>> active("is inhibited by"), active("was shown to be strongly induced by"), active("inhibits")
    ('inhibited', 'strongly induced', None)
    >>> active("increases growth by") is None
    True
    """
    if bare(phrase).lower() in _NO_MAPPING:
        return None
    found = _PASSIVE.match(phrase)
    return found["core"] if found else None


def is_plain_verb(phrase: str) -> bool:
    """Say whether a phrase is one verb, such as `inhibits`: then its subject is who acts.

    >>> is_plain_verb("inhibits"), is_plain_verb("is"), is_plain_verb("results from")
    (True, False, False)
    """
    return bool(re.fullmatch(r"(?!(?:is|was|has|does)$)[A-Za-z-]{2,}(?:s|ed)", phrase))


def is_passive_name(key: str) -> bool:
    """Say whether a predicate is named in the passive: ``biolink:affected_by``."""
    return key.endswith(("_by", " by"))
