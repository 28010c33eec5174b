"""Document ranking: how probable it is of each document found that a part of a question is about it."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from bioloom.answering.texts.document_titles import own_title, title_words
from bioloom.names import normalise
from bioloom.question_parsing import (
    ASKING_WORDS,
    canonical_words,
    content_words,
    is_everyday,
    is_unconstraining,
    matches_any,
)
from bioloom.records import Evidence
from bioloom.resources import read_table

DOCUMENT_SIGNALS = (
    "title overlap",
    "named",
    "hit score",
    "document overlap",
    "best sentence overlap",
    "all words",
)
"""Names of the signals of a document; ontology/retrieval/documents.tsv says what each is and weighs."""

KNOWN = 0.5
"""Share of the weight of a protocol's name that some title must hold, for the name to be known."""

_INTRO = re.compile(
    r"^(?:in|for|during|when|with)?\s*(?P<name>[^:?]{4,120}?)(?::|,)\s+(?:[a-z]+ )?(?:how|what|which)\b",
    re.IGNORECASE,
)
"""An introduction that names a protocol: "DNA extraction: how long …", "In DNA extraction, how long …"."""

_CALLED = (
    re.compile(
        r"^(?!\W*(?:how|what|which|when|where|why|who|is|are|do|does|did|can|in|for|of|during)\b)"
        r"(?:the\s+|our\s+)?(?P<name>[\w/ -]{3,60}?)\s+(?P<kind>protocol|procedure|prep)\s?[:,]",
        re.IGNORECASE,
    ),
    re.compile(
        r".*\b(?:in|of|for|by|from|during)\s+(?:the\s+|our\s+|this\s+)?(?P<name>[^,:;?]{3,120}?)\s+"
        r"(?P<kind>protocol|procedure|prep)\b",
        re.IGNORECASE | re.DOTALL,
    ),
)


_WHOLE = 4
"""Words from which a title names its document where it stands in a question as it is written."""

_TELLING = 3
"""Words from which a phrase names the only document whose title holds them all."""

_PHRASE = re.compile(
    r"(?:\b(?:in|of|for|by|from|during)\s+(?:the\s+|our\s+|this\s+)?|^)(?=(?P<words>[^,:;?]{8,120})(?P<end>.?))",
    re.IGNORECASE,
)
"""What may name a protocol: the words behind a preposition, or those before a colon."""

_CATALOGUE = re.compile(r"\b[A-Z]{1,3}\d{4,}[A-Z]?\b", re.IGNORECASE)
"""A catalogue number: C2527H is another product than C2527I."""

_YEAR = re.compile(r"(?:19|20)\d\d")
"""A year in the name of a protocol, which its title need not have."""

Signals = Sequence[Mapping[str, float]]
"""The signals of every document, by their names."""


@dataclass(frozen=True, slots=True)
class FoundDocument:
    """A document of which sentences were found: its title, the canonical words of the title, those of it that
    tell it apart, and score and canonical words of each sentence."""

    id: str
    title: str
    words: frozenset[str]
    own: frozenset[str]
    hits: tuple[tuple[float, frozenset[str]], ...]


def found_documents(hits: Sequence[Evidence]) -> tuple[FoundDocument, ...]:
    """Group ranked sentences by document, in the order in which the documents come."""
    grouped: dict[str, list[Evidence]] = {}
    for hit in hits:
        if hit.document_id:
            grouped.setdefault(hit.document_id, []).append(hit)
    made = []
    for document, some in grouped.items():
        title = some[0].document_title or ""
        words = tuple((hit.score, frozenset(canonical_words(hit.text))) for hit in some)
        made.append(
            FoundDocument(
                document, title, title_words(title), frozenset(word_weights({}, own_title(title))), words
            )
        )
    return tuple(made)


def document_probabilities(
    signals: Sequence[Signals], documents: Sequence[FoundDocument]
) -> dict[str, float]:
    """Give the probability of each document that a part of a question is about it, the likeliest first.

    `signals` are those of the part and, where the question has other parts, those of all its words. The
    documents share a softmax over their weighted sums (ontology/retrieval/documents.tsv), which was fitted on
    questions whose document is known.
    """
    sums = [
        sum(
            curve[name] * number
            for curve, each in zip(_weights(), of_document, strict=False)
            for name, number in each.items()
        )
        for of_document in zip(*signals, strict=True)
    ]
    highest = max(sums, default=0.0)
    raised = [math.exp(each - highest) for each in sums]
    total = sum(raised)
    order = sorted(range(len(documents)), key=lambda at: -raised[at])
    return {documents[at].id: raised[at] / total for at in order}


@cache
def _weights() -> tuple[Mapping[str, float], Mapping[str, float]]:
    """Give the weights of the signals of a part, and those of the whole question that has others."""
    table = list(read_table("retrieval/documents.tsv"))
    part, whole = ({row["signal"]: float(row[column]) for row in table} for column in ("part", "whole"))
    return part, whole


def document_signals(text: str, weights: Mapping[str, float], documents: Sequence[FoundDocument]) -> Signals:
    """Give the signals of each document: how well it fits the words of a question
    (ontology/retrieval/documents.tsv)."""
    idf = word_weights(weights, text)
    weight = _weight(idf, idf) or 1.0
    called = _known_words(protocol_name(text)[0], idf)
    scores = sum(score for each in documents for score, _ in each.hits) or 1.0
    asked = frozenset(idf)
    made = []
    for each in documents:
        titled = _matched(idf, each.words)
        single = [titled | _matched(idf, words) for _, words in each.hits]
        said = frozenset().union(*single)
        made.append(
            {
                "title overlap": sum(matches_any(word, asked) for word in each.own) / max(1, len(each.own)),
                "named": float(bool(called) and _names(each, called, idf)),
                "hit score": sum(score for score, _ in each.hits) / scores,
                "document overlap": _weight(idf, said) / weight,
                "best sentence overlap": max(_weight(idf, words) for words in single) / weight,
                "all words": float(len(said) == len(idf)),
            }
        )
    return made


def documents_by_title(text: str, documents: Sequence[FoundDocument]) -> frozenset[str]:
    """Find the documents that a question names by their whole title, by a catalogue number in it, or by a
    phrase all of whose words the title of one document alone has; the first of these that names any."""
    asked = f" {normalise(text)} "
    titles = {each.id: f" {normalise(each.title)} " for each in documents}
    whole = {each: title for each, title in titles.items() if len(title.split()) >= _WHOLE and title in asked}
    if whole:
        longest = max(whole.values(), key=len)
        return frozenset(each for each, title in whole.items() if title not in longest or title == longest)
    numbers = _catalogue_numbers(text)
    if numbered := frozenset(each.id for each in documents if numbers & _catalogue_numbers(each.title)):
        return numbered
    for found in _PHRASE.finditer(text):
        words = word_weights({}, found["words"])
        if len(words) < _TELLING or not (found.start("words") or found["end"] == ":"):
            continue
        holding = [each for each in documents if len(_matched(words, each.words)) == len(words)]
        if holding and len({titles[each.id] for each in holding}) == 1:
            return frozenset(each.id for each in holding)
    return frozenset()


def _catalogue_numbers(text: str) -> frozenset[str]:
    return frozenset(map(str.upper, _CATALOGUE.findall(text)))


def protocol_name(text: str) -> tuple[str, bool]:
    """Give what a question calls a protocol, and whether it says that it is one; empty where it names none.

    >>> protocol_name("How long is the gel stained in the silver staining protocol?")
    ('silver staining', True)
    >>> protocol_name("DNA extraction: how long is it spun?")
    ('DNA extraction', False)
    >>> protocol_name("western blot protocol: how long is the transfer?")
    ('western blot', True)
    """
    if found := next(filter(None, (form.match(text) for form in _CALLED)), None):
        return found["name"], found["kind"].lower() != "prep"
    found = _INTRO.search(text)
    return (found["name"], False) if found else ("", False)


def unknown_protocol(
    text: str, weights: Mapping[str, float], documents: Sequence[FoundDocument]
) -> str | None:
    """Give the name of the protocol that a question asks about where no title fits it, else None."""
    name, explicit = protocol_name(text)
    if not explicit:
        return None
    idf = word_weights(weights, text)
    called = _known_words(name, idf)
    if not called:
        return None
    telling = frozenset(word for word in called if not (is_everyday(word) or _YEAR.fullmatch(word)))
    for words in (called, telling):  # "the short transformation protocol of 2023": these words name nothing
        if any(_names(each, words, idf) for each in documents):
            return None
    return name


def _known_words(name: str, idf: Mapping[str, float]) -> frozenset[str]:
    """Give the words of a protocol's name that are among those of the question."""
    return frozenset(word for word in word_weights({}, name) if word in idf)


def _names(document: FoundDocument, name: frozenset[str], idf: Mapping[str, float]) -> bool:
    """Say whether a title holds enough of a protocol's name."""
    return _weight(idf, _matched(name, document.words)) >= KNOWN * _weight(idf, name)


def _matched(words: Iterable[str], known: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if matches_any(word, known))


def _weight(idf: Mapping[str, float], words: Iterable[str]) -> float:
    """Give the weight of some words together: squared, so that one rare name counts more than several common
    words."""
    return sum(idf[word] * idf[word] for word in words)


def word_weights(weights: Mapping[str, float], text: str) -> dict[str, float]:
    """Weigh the canonical words of a text that constrain; those that were not counted weigh as the mean."""
    usual = sum(weights.values()) / len(weights) if weights else 1.0
    found: dict[str, float] = {}
    for word in content_words(text):
        for part in canonical_words(word):
            if word not in ASKING_WORDS and not is_unconstraining(part) and (len(part) > 1 or part == word):
                found[part] = max(found.get(part, 0.0), weights.get(word, usual))
    return found
