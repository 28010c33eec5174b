"""Named statistics: where a sentence states the p value, ratio or constant that a question names."""

import re
from collections.abc import Sequence

from bioloom.answering.texts.changed_values import Place

_VALUE = (
    r"\s?(?:of|was|is|were|[:~])?\s?(?:about\s)?[=<>≤≥~]?\s?\d(?:[\d.,]*\d)?"
    r"(?:\s?[×x]\s?10[-−–]?\d+)?(?:\s?[pnuµμm]M\b)?"
)
_LABEL = r"\s(?:\d[\w.]*|[IVX]+\b|[A-Z]\b)"
_RANGE = r"\s?[,:=(\[]?\s?\d[\d.]*\s?(?:to|-|–|,)\s?\d[\d.]*"
_STATISTICS = tuple(
    (re.compile(asked, re.IGNORECASE), re.compile(named), re.compile(rf"(?:{named}){value}"))
    for asked, named, value in (
        (r"\bp[- ]?values?\b", r"\b[Pp](?:[- ]?values?)?(?=\W)", _VALUE),
        (r"\bhazard ratio\b|(?-i:\bHR\b)", r"[Hh]azards? ratios?|\bHRs?\b", _VALUE),
        (r"\bodds ratio\b|(?-i:\bOR\b)", r"[Oo]dds(?: ratios?)?|\bORs?\b", _VALUE),
        (r"\b(?:relative risk|risk ratio)\b", r"[Rr]elative risks?|[Rr]isk ratios?|\bRRs?\b", _VALUE),
        (r"\bconfidence interval\b|(?-i:\bCI\b)", r"[Cc]onfidence intervals?|\bCIs?\b", _RANGE),
        (r"\bIC ?50\b", r"\bIC\W{0,2}50s?\)?", _VALUE),
        (r"\bEC ?50\b", r"\bEC\W{0,2}50s?\)?", _VALUE),
        (r"(?-i:\bK[dim]\b)", r"\bK\W?[dim]s?\b\)?", _VALUE),
        (r"\bhill coefficient", r"\b[Hh]ill (?:coefficients?|slope)", _VALUE),
        *(
            (rf"\b(?:which|what) {label}s?\b", rf"\b[{label[0].upper()}{label[0]}]{label[1:]}s?\b", _LABEL)
            for label in ("exon", "intron", "codon", "chromosome", "genotype", "passage")
        ),
    )
)
"""How a question asks for a statistic, how a sentence names it, and with a value behind the name."""


_WHICH = re.compile(
    r"\b(?i:which|what)\s+(?P<kind>(?!(?:is|are|was|were|did|does|do|has|have|one)\b)[a-z-]{4,}"
    r"(?:\s(?!(?:is|are|was|were|did|does|do|had|has|have)\b)[a-z-]{4,}){0,2})"
)
_OWN_NAME = r"(?=\S*[A-Z0-9])(?=\S*[A-Za-z])[A-Za-z0-9][\w-]*"
"""A name of letters and digits or with capitals."""

_NAME_OR_NUMBER = rf"(?:{_OWN_NAME}|\d+\b(?!\s?%|[.,]\d))"


def asks_statistic(question: str) -> bool:
    """Say whether a question asks for a statistic by its name.

    >>> asks_statistic("What is its Ki?"), asks_statistic("What does it inhibit?")
    (True, False)
    """
    return any(asked.search(question) for asked, _, _ in _STATISTICS)


def stated_statistics(question: str, sentence: str) -> Sequence[Place] | None:
    """Find where a sentence states the statistic that a question asks for, empty where it does not name it.

    None where the question asks for none, or where the value does not stand behind the name.

    >>> text = "Fewer relapsed (hazard ratio 0.62, 95% CI 0.44 to 0.88; P = 0.003)."
    >>> [text[start:end] for start, end in stated_statistics("What was the p value?", text)]
    ['P = 0.003']
    >>> stated_statistics("What was the p value?", "Nausea occurred in 43%.")
    ()
    >>> stated_statistics("How many relapsed?", text) is None
    True
    >>> text = "It was mapped to a stop in exon 4 of the gene."
    >>> [text[start:end] for start, end in stated_statistics("Which exon has the mutation?", text)]
    ['exon 4']
    >>> stated_statistics("What is its IC50?", "IC(50) values were between 2 and 3 nM.") is None
    True
    """
    for asked, named, stated in _STATISTICS:
        if asked.search(question):
            found = tuple(each.span() for each in stated.finditer(sentence))
            return found or (None if named.search(sentence) else ())
    return None


def named_label(question: str, sentence: str) -> Place | None:
    """Find the name behind the kind of thing that a question asks for: "which transcription factor" has
    "transcription factor Tac1b"; None where there is none, or several.

    >>> sentence = "It rose through activation of the transcription factor Tac1b."
    >>> sentence[slice(*named_label("Which transcription factor activates it?", sentence))]
    'transcription factor Tac1b'
    """
    asked = _WHICH.search(question)
    words = asked["kind"].split() if asked else []
    for end in range(len(words), 0, -1):
        kind = r"\s".join(map(re.escape, words[:end]))
        name = _OWN_NAME if kind.endswith("s") else _NAME_OR_NUMBER
        found = [*re.finditer(rf"\b(?i:{kind})\s{name}", sentence)]
        if found:
            return found[0].span() if len(found) == 1 else None
    return None
