"""Matching of mentions and relations (SPEC B15), on one document as annotated and as extracted.

Every measure compares sets, so that what is said twice counts once. Derived relations are no part of any.

- NER: start, end and type of a mention are those of a gold mention.
- NER overlap: the type is that of a gold mention which shares a character; each mention serves one pair,
  exact ones first, the others from left to right.
- NER same end: end and type are those of a gold mention. This is what the script "partial" of the
  WNUT-2020 task counts, for spans that overlap.
- Rel: the bounds of both ends and the relation are those of a gold relation.
- Rel+: the types of both ends as well.
- RE: relations between gold mentions, given to the relater.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from bioloom.records import AnnotatedDocument, Relation
from bioloom_lab.evaluation.extraction_scores import MatchCounts, Tally, tally
from bioloom_lab.evaluation.protocol_ie.conventions import Convention

Span = tuple[int, int, str]
"""Start, end, type."""
Link = tuple[Span, str, Span]
"""The spans at both ends of a relation, and its name between them."""

NER, OVERLAP, SAME_END = "NER", "NER overlap", "NER same end"
REL, REL_PLUS, RE = "Rel", "Rel+", "RE"


def measure(gold: AnnotatedDocument, predicted: AnnotatedDocument, how: Convention) -> dict[str, Tally]:
    """Compare what was extracted from a document with its annotation; both are in the scheme of `how`."""
    gold_spans, found_spans = spans_of(gold, how), spans_of(predicted, how)
    gold_links, found_links = links_of(gold, how), links_of(predicted, how)
    return {
        NER: tally(Counter(gold_spans), Counter(found_spans), _type),
        OVERLAP: _overlapping(gold_spans, found_spans),
        SAME_END: tally(Counter(set(map(_end, gold_spans))), Counter(set(map(_end, found_spans))), _last),
        REL: tally(_untyped(gold_links), _untyped(found_links), _middle),
        REL_PLUS: tally(Counter(gold_links), Counter(found_links), _middle),
    }


def measure_relating(gold: AnnotatedDocument, related: AnnotatedDocument, how: Convention) -> Tally:
    """Compare the relations that were found between gold mentions, told apart by their ids (RE)."""
    return tally(Counter(_id_links(gold, how)), Counter(_id_links(related, how)), _middle)


def spans_of(document: AnnotatedDocument, how: Convention) -> frozenset[Span]:
    """Give the mentions of a document that the scheme has a type for."""
    return frozenset(
        (mention.start, mention.end, mention.native_type)
        for mention in document.mentions
        if how.types is None or mention.native_type in how.types
    )


def links_of(document: AnnotatedDocument, how: Convention) -> frozenset[Link]:
    """Give the stated relations of a document; an end that is no mention can match nothing."""
    spans: dict[str, Span] = {
        mention.id: (mention.start, mention.end, mention.native_type) for mention in document.mentions
    }
    found: set[Link] = set()
    for relation, name in _stated(document, how):
        ends = [spans.get(end, (-1, -1, end)) for end in (relation.subject, relation.object)]
        if name in how.symmetric:
            ends.sort()
        found.add((ends[0], name, ends[1]))
    return frozenset(found)


def _id_links(document: AnnotatedDocument, how: Convention) -> frozenset[tuple[str, str, str]]:
    found = set()
    for relation, name in _stated(document, how):
        ends = [relation.subject, relation.object]
        if name in how.symmetric:
            ends.sort()
        found.add((ends[0], name, ends[1]))
    return frozenset(found)


def _stated(document: AnnotatedDocument, how: Convention) -> Iterable[tuple[Relation, str]]:
    for relation in document.relations:
        name = how.name_of(relation.predicate)
        if not relation.derived and (how.relations is None or name in how.relations):
            yield relation, name


def _untyped(links: Iterable[Link]) -> Counter[tuple[tuple[int, int], str, tuple[int, int]]]:
    """Forget types, but not how many links there are: so that Rel is never below Rel+."""
    return Counter((subject[:2], name, object_[:2]) for subject, name, object_ in links)


def _overlapping(gold: frozenset[Span], found: frozenset[Span]) -> Tally:
    right: Counter[str] = Counter(name for _, _, name in gold & found)
    free: dict[str, list[Span]] = defaultdict(list)
    for span in sorted(gold - found):
        free[span[2]].append(span)
    for start, end, name in sorted(found - gold):
        match = next((span for span in free[name] if span[0] < end and start < span[1]), None)
        if match is not None:
            free[name].remove(match)
            right[name] += 1
    in_gold, in_found = Counter(map(_type, gold)), Counter(map(_type, found))
    return {
        name: MatchCounts(right[name], in_found[name], in_gold[name])
        for name in sorted({*in_gold, *in_found})
    }


def _type(span: Span) -> str:
    return span[2]


def _end(span: Span) -> tuple[int, str]:
    return span[1:]


def _last(key: tuple[int, str]) -> str:
    return key[1]


def _middle(link: tuple[object, str, object]) -> str:
    return link[1]
