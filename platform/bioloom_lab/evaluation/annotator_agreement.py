"""How far two people, or a person and a program, agree beyond chance: Cohen's kappa (SPEC B4)."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from typing import Literal

from bioloom.records import AnnotatedDocument

Unit = Literal["token", "span", "pair"]
Labels = tuple[Hashable, Hashable]
_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")


def cohen_kappa(labels: Sequence[Labels]) -> float:
    """Give Cohen's kappa of pairs of labels, one pair a unit: (observed - chance) / (1 - chance).

    1 if all units have one and the same label; 0 without units. Of 50 units here, both say yes to 20 and
    no to 15, so 0.7 is observed and 0.5 is chance:

    >>> round(cohen_kappa([("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15), 3)
    0.4
    """
    if not labels:
        return 0.0
    count = len(labels)
    observed = sum(one == other for one, other in labels) / count
    ones, others = Counter(one for one, _ in labels), Counter(other for _, other in labels)
    chance = sum(ones[label] * others[label] for label in ones) / count**2
    return 1.0 if chance == 1 else (observed - chance) / (1 - chance)


def labelled_units(one: AnnotatedDocument, other: AnnotatedDocument, unit: Unit) -> Iterator[Labels]:
    """Yield what two annotators of one text said of each unit.

    - token: the types of the mentions that cover it, none of them being a label too;
    - span: every span that either annotated, with its types on both sides;
    - pair: every ordered pair of spans in one sentence that both annotated, with its relations.
    """
    if unit == "token":
        yield from _tokens(one, other)
    elif unit == "span":
        first, second = _types(one), _types(other)
        for span in sorted({*first, *second}):
            yield first[span], second[span]
    else:
        yield from _pairs(one, other)


def _tokens(one: AnnotatedDocument, other: AnnotatedDocument) -> Iterator[Labels]:
    first, second = _covering(one), _covering(other)
    for sentence in one.sentences:
        for token in _TOKEN.finditer(sentence.text):
            position = sentence.start + token.start()
            yield first[position], second[position]


def _covering(document: AnnotatedDocument) -> defaultdict[int, frozenset[str]]:
    found: defaultdict[int, frozenset[str]] = defaultdict(frozenset)
    for mention in document.mentions:
        for position in range(mention.start, mention.end):
            found[position] |= {mention.native_type}
    return found


def _types(document: AnnotatedDocument) -> defaultdict[tuple[int, int], frozenset[str]]:
    found: defaultdict[tuple[int, int], frozenset[str]] = defaultdict(frozenset)
    for mention in document.mentions:
        found[mention.start, mention.end] |= {mention.native_type}
    return found


def _pairs(one: AnnotatedDocument, other: AnnotatedDocument) -> Iterator[Labels]:
    shared = {*_types(one)} & {*_types(other)}
    first, second = _relations(one), _relations(other)
    for sentence in one.sentences:
        within = sorted(span for span in shared if sentence.start <= span[0] and span[1] <= sentence.end)
        for subject in within:
            for object_ in within:
                if subject != object_:
                    yield first[subject, object_], second[subject, object_]


def _relations(
    document: AnnotatedDocument,
) -> defaultdict[tuple[tuple[int, int], tuple[int, int]], frozenset[str]]:
    spans = {mention.id: (mention.start, mention.end) for mention in document.mentions}
    found: defaultdict[tuple[tuple[int, int], tuple[int, int]], frozenset[str]] = defaultdict(frozenset)
    for relation in document.relations:
        if relation.subject in spans and relation.object in spans and not relation.derived:
            found[spans[relation.subject], spans[relation.object]] |= {relation.predicate}
    return found
