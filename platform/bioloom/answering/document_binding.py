"""Document binding: the documents that a question names, to which its answer is bound."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bioloom.question_parsing import (
    ASKING_WORDS,
    ParsedQuestion,
    QuestionPattern,
    content_words,
    folded_words,
    is_common,
    is_soft,
    stands_in,
)
from bioloom.records import Evidence

MOST = 4
"""Documents that are read whole."""

ALIKE = 0.9
"""Share of the best title's weight from which another title is named as well."""

APART = 0.5
"""Share of the best title's weight below which all others must stay, for a question to name the best by
some of its words alone."""

NAMED_BY = 2
"""Words from which a part names a document of its own."""

_WHOLE = 0.75
"""Share of a title's words from which a question names it, however little they weigh."""

_TOLD = 0.3
"""Share of the weight of a question's words that a title must hold to be named by some of its words."""

KNOWN = 0.5
"""Share of the weight of a protocol's name that some title must hold, for the name to be known."""

_INTRO = re.compile(
    r"^(?:in|for|during|when|with)?\s*(?P<name>[^:?]{4,120}?)(?::|,)\s+(?:[a-z]+ )?(?:how|what|which)\b",
    re.IGNORECASE,
)
"""An introduction that names a protocol: "DNA extraction: how long …", "In DNA extraction, how long …"."""

_CALLED = re.compile(
    r".*\b(?:in|of|for|by|from|during)\s+(?:the\s+|our\s+|this\s+)?(?P<name>[^,:;?]{3,120}?)\s+(?:protocol|procedure)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Binding:
    """The documents to read, best first; `named` says that the question names them, so that no other may
    answer. `unknown` is the name of a protocol that no title fits, `spent` are folded words that only name
    the documents."""

    documents: tuple[str, ...] = ()
    named: bool = False
    unknown: str | None = None
    spent: frozenset[str] = frozenset()

    def binds(self, document: str) -> bool:
        """Say whether a document may answer."""
        return self.unknown is None and (not self.named or document in self.documents)


def bind_documents(question: str, weights: Mapping[str, float], hits: Sequence[Evidence]) -> Binding:
    """Find the documents that a question is about, among those of the ranked sentences."""
    told = word_weights(weights, question)
    titles = _titles(hits)
    if not titles or not told:
        return Binding(tuple(titles)[:MOST])
    explicit = _CALLED.search(question)
    called = explicit or _INTRO.search(question)
    name = {word: told[word] for word in word_weights({}, called["name"]) if word in told} if called else {}
    known = _titled(titles, name)
    if explicit and name and not known:  # "the short transformation protocol"
        name = {word: weight for word, weight in name.items() if not is_common(word)}
        known = _titled(titles, name) if name else {}
    if explicit and name and not known:
        return Binding(tuple(titles)[:MOST], unknown=explicit["name"])
    fits = {document: _fit(told, title) for document, title in (known or titles).items()}
    order = sorted(fits, key=lambda document: fits[document], reverse=True)
    held, whole = fits[order[0]]
    if not held:
        return Binding(tuple(titles)[:MOST])
    alike = [each for each in order if fits[each][0] >= ALIKE * held]
    apart = all(fits[each][0] < APART * held for each in order if each not in alike)
    told_by = whole >= _WHOLE or (apart and held >= _TOLD * held_weight(told, question))
    named = told_by or bool(name and known)
    return Binding(tuple(alike if named else dict.fromkeys((*alike, *titles)))[:MOST], named=named)


def _titles(hits: Sequence[Evidence]) -> dict[str, str]:
    """Give the titles of the documents of some sentences."""
    return {hit.document_id: hit.document_title or "" for hit in hits if hit.document_id}


def _titled(titles: Mapping[str, str], name: Mapping[str, float]) -> dict[str, str]:
    """Find the titles that hold enough of a protocol's name; all of them without a name."""
    least = KNOWN * _squared(name)
    return {document: title for document, title in titles.items() if held_weight(name, title) >= least}


def bind_parts(
    question: ParsedQuestion, weights: Mapping[str, float], hits: Sequence[Evidence]
) -> tuple[Binding, ...]:
    """Bind each part of a question to the documents that are named: in a comparison ("… in the miniprep and
    how long in the gel recovery") to those that its own words name, by titles or steps, as in any question of
    which every part names one."""
    whole = bind_documents(question.text, weights, hits)
    several = len(question.patterns) > 1
    if several and (apart := _bind_apart(question.patterns, weights, hits, whole)):
        return apart
    if not several or not any(each.lent for each in question.patterns):
        return tuple(whole for _ in question.patterns)
    own = [bind_documents(each.text, weights, hits) for each in question.patterns]
    if not any(each.named and set(each.documents) & set(whole.documents[:1]) for each in own):
        own = [whole for _ in own]
    first = own[0] if own[0].named else whole
    return tuple(
        _bind_lent(pattern, weights, hits, first) if pattern.lent else each if each.named else whole
        for pattern, each in zip(question.patterns, own, strict=True)
    )


def _bind_apart(
    patterns: Sequence[QuestionPattern],
    weights: Mapping[str, float],
    hits: Sequence[Evidence],
    whole: Binding,
) -> tuple[Binding, ...]:
    """Bind parts to different documents where each has words for itself, and those name one that no other
    part's words name; nothing otherwise, nor where the question as a whole names another one or an unknown
    one."""
    if whole.unknown is not None:
        return ()
    titles = _titles(hits)
    told = [word_weights(weights, each.text) for each in patterns]
    fits: list[dict[str, float]] = []
    named: list[tuple[str, ...]] = []
    for at, words in enumerate(told):
        others = frozenset(word for other, each in enumerate(told) if other != at for word in each)
        own = {word: weight for word, weight in words.items() if not stands_in(word, others)}
        fit = {document: held_weight(own, title) for document, title in titles.items()}
        most = max(fit.values(), default=0.0)
        best = tuple(document for document, held in fit.items() if held >= ALIKE * most)[:MOST]
        by = max((len(_held(own, titles[document])) for document in best), default=0)
        if by < NAMED_BY or most < _TOLD * _squared(own):
            return ()
        fits.append(fit)
        named.append(best)
    for at, fit in enumerate(fits):
        rest = (fit[document] for other, each in enumerate(named) if other != at for document in each)
        if max(rest, default=0.0) >= APART * max(fit.values()):
            return ()
    if whole.named and not any(whole.documents[0] in each for each in named):
        return ()
    bound = []
    for pattern, best in zip(patterns, named, strict=True):
        naming = pattern.focus if pattern.lent else ()  # a part with a clause of its own is about its words
        spent = frozenset(word for document in best for word in _held(naming, titles[document]))
        bound.append(Binding(best, named=True, spent=spent))
    return tuple(bound)


def _bind_lent(
    pattern: QuestionPattern, weights: Mapping[str, float], hits: Sequence[Evidence], first: Binding
) -> Binding:
    """Bind a part that leaves its clause out to the documents that it names, else to those of the first
    part."""
    words = frozenset(pattern.focus)
    held: dict[str, frozenset[str]] = {}
    for hit in hits:
        known = frozenset(folded_words(f"{hit.text} {hit.document_title}"))
        said = frozenset(word for word in words if stands_in(word, known))
        held[hit.document_id or ""] = held.get(hit.document_id or "", frozenset()) | said
    full = tuple(document for document, said in held.items() if said == words)[:MOST]
    if not words or (first.documents and first.documents[0] in full):
        return first
    own = bind_documents(pattern.text, weights, hits)
    by_title = own.documents if own.named and (not full or own.documents[0] in full) else ()
    found = tuple(dict.fromkeys((*by_title, *full)))[:MOST]
    return Binding(found, named=True, spent=words) if found else first


def _held(words: Iterable[str], title: str) -> frozenset[str]:
    """Find the words that a title holds."""
    known = frozenset(folded_words(title))
    return frozenset(word for word in words if stands_in(word, known))


def _squared(weights: Mapping[str, float]) -> float:
    """Give the weight of some words together, as `held_weight` counts it."""
    return sum(weight * weight for weight in weights.values())


def word_weights(weights: Mapping[str, float], text: str) -> dict[str, float]:
    """Weigh the folded words of a text that constrain; those that were not counted weigh as the mean one."""
    usual = sum(weights.values()) / len(weights) if weights else 1.0
    found: dict[str, float] = {}
    for word in content_words(text):
        for part in folded_words(word):
            if word not in ASKING_WORDS and not is_soft(part) and (len(part) > 1 or part == word):
                found[part] = max(found.get(part, 0.0), weights.get(word, usual))
    return found


def held_weight(told: Mapping[str, float], text: str) -> float:
    """Give the weight of the words that a text holds, squared so that one rare name counts more than several
    common words."""
    words = frozenset(folded_words(text))
    return sum(weight * weight for word, weight in told.items() if stands_in(word, words))


def _fit(told: Mapping[str, float], title: str) -> tuple[float, float]:
    """Give the weight of the question's words that a title holds, and the share of its own that they are."""
    own = frozenset(word_weights({}, title))
    known = frozenset(told)
    share = sum(stands_in(word, known) for word in own) / len(own) if own else 0.0
    return held_weight(told, title), share
