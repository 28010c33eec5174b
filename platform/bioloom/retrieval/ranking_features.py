"""Ranking features of a candidate sentence, each a number between about 0 and 1."""

import math
from collections.abc import Mapping, Sequence

from bioloom.names import tokens
from bioloom.question_parsing import ParsedQuestion, stated_values
from bioloom.retrieval.candidates import SentenceCandidate
from bioloom.retrieval.weighted_overlap import OverlapScorer, token_count

FEATURES = (
    "bm25", "lent", "context", "names", "own", "title", "own and title", "near", "best title",
    "type", "value", "measures", "no measure", "title line", "length", "order own", "order neighbour",
    "order type", "cosine", "title cosine", "rest", "rest near", "whole rest",
)  # fmt: skip
"""Every feature by its name; ontology/retrieval/ranking.tsv says what each is and weighs."""

_ALL = 0.999
_ORDER = frozenset({"order own", "order neighbour", "order type"})
_VALUES = frozenset({"type", "value", "title line"})


def features(
    question: ParsedQuestion,
    weights: Mapping[str, float],
    candidates: Sequence[SentenceCandidate],
    *,
    along: bool = False,
) -> list[tuple[float, ...]]:
    """Compute the features of each candidate, in the order of FEATURES; BM25 is relative to the best one.

    `weights` says how much each word of the question tells (`idf_weights`). With `along`, a question for
    what comes after or before a step gives each sentence the features of the step that it follows or
    precedes, and only those of its values of its own: the words of such a question describe another
    sentence than its answer.
    """
    if not candidates:
        return []
    found = _own(question, weights, candidates)
    if not (along and question.type.step):
        return found
    places = {(each.document_id, each.index): at for at, each in enumerate(candidates)}
    nothing = tuple(0.0 for _ in FEATURES)
    moved = []
    for each, own in zip(candidates, found, strict=True):
        at = places.get((each.document_id, each.index - question.type.step))
        described = nothing if at is None or candidates[at].index == 0 else found[at]
        moved.append(
            tuple(
                0.0 if name in _ORDER else mine if name in _VALUES else theirs
                for name, mine, theirs in zip(FEATURES, own, described, strict=True)
            )
        )
    return moved


def _own(
    question: ParsedQuestion, weights: Mapping[str, float], candidates: Sequence[SentenceCandidate]
) -> list[tuple[float, ...]]:
    weights_of_words = {word: weights.get(word, 1.0) for word in question.telling_words}
    most = max(max(each.bm25 for each in candidates), 1e-9)
    most_lent = max(max(each.bm25 + each.title_bm25 for each in candidates), 1e-9)
    products = [_product(each) for each in candidates]
    most_product = max(max(products), 1e-9)
    texts = {text for each in candidates for text in (each.text, each.title, each.before, each.after)}
    overlap = OverlapScorer(weights_of_words, texts)
    share = overlap.share
    titles = [share(overlap.bits(each.title)) for each in candidates]
    best_title = max(max(titles), 1e-9)
    found: list[tuple[float, ...]] = []
    for each, product, title in zip(candidates, products, titles, strict=True):
        words, named = overlap.bits(each.text), overlap.bits(each.title)
        before, after = overlap.bits(each.before), overlap.bits(each.after)
        own, rest = share(words), share(words, named)
        step = question.type.step
        beside = share(before if step > 0 else after) if step else 0.0
        typed = _typed(question, each)
        agree = _agreement(question, each)
        found.append(
            (
                each.bm25 / most,
                (each.bm25 + each.title_bm25) / most_lent,
                product / most_product,
                math.log1p(len(each.matched)) / 3,
                own,
                title,
                share(words | named),
                share(before | after),
                title / best_title,
                typed,
                float(bool(question.type.kind == "value" and stated_values(each.text, question.type.types))),
                agree,
                float(bool(question.numbers) and not agree),
                float(each.index == 0),
                min(1.0, token_count(each.text) / 40),
                own if step else 0.0,
                beside,
                typed if step else 0.0,
                each.cosine or 0.0,
                each.title_cosine or 0.0,
                rest,
                share(before | after, named),
                float(rest >= _ALL),
            )
        )
    return found


def _product(each: SentenceCandidate) -> float:
    """Multiply BM25, with that of the title line, by the logarithm of the matched names."""
    title = 0.0 if each.index == 0 else each.title_bm25
    return (each.bm25 + title) * math.log(math.e + len(each.matched))


def _typed(question: ParsedQuestion, each: SentenceCandidate) -> float:
    wanted = question.type.types
    return float(any((kind or "").replace("_", " ") in wanted for kind, _, _ in each.mentions))


def _agreement(question: ParsedQuestion, each: SentenceCandidate) -> float:
    """Give the share of the question's numbers that the sentence states, in these or in other units."""
    if not question.numbers:
        return 0.0
    stated = set(tokens(each.text)) | set(tokens(each.title))
    literal = sum(number in stated for number in question.numbers)
    measured = sum(question.states(unit, value) for _, unit, value in each.mentions)
    return min(1.0, max(literal, measured) / len(question.numbers))
