"""Assertion coverage: the share of a question's words that assertions hold, and the words that they lack."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from bioloom.names import normalise, tokens
from bioloom.question_parsing import ASKING_WORDS, stem
from bioloom.records import Evidence
from bioloom.retrieval import (
    asked_categories,
    asked_directions,
    asked_predicates,
    asks_relation,
    near_predicates,
)

GENERIC = frozenset(
    """
    known approved available common commonly current currently possible typical merely simply just only other
    else both share shared against graph database list lists listed report reports reported
    """.split()  # noqa: SIM905 (as the other word lists)
)
"""Words that narrow nothing down; an assertion need not hold them."""

ANYTHING = frozenset(map(stem, ("agents", "entities", "substances", "things", "factors", "molecules")))
"""Stems of words for things of every category."""


def assertion_coverage(
    weights: Mapping[str, float], pieces: Sequence[Evidence]
) -> tuple[float, tuple[str, ...]]:
    """Give the weighted share of the question's words that assertions cover together with the sentence of one
    of them, and the words that stand in none of their sentences either."""
    empty = ASKING_WORDS | GENERIC
    asked = {word: each for word, each in weights.items() if word not in empty and stem(word) not in ANYTHING}
    total = sum(asked.values())
    if not total:
        return 0.0, ()
    stated = _stems(text for piece in pieces for text in _terms_of(piece))
    sentence_stems = [_stems([piece.supporting_text or ""]) for piece in pieces]
    categories = {node.category or "" for piece in pieces for node in piece.subgraph.nodes}
    labels = {category.removeprefix("biolink:").casefold() for category in categories}

    def lost(stems: Set[str]) -> tuple[str, ...]:
        """List the words that stand neither in the assertions nor, but for relations, among others."""
        return tuple(
            word
            for word in asked
            if not _covers(word, stated if asks_relation(word) else stated | stems, labels)
        )

    least = min((sum(asked[word] for word in lost(stems)) for stems in sentence_stems), default=total)
    return 1 - least / total, lost(frozenset().union(*sentence_stems))


def states_noun(top: Sequence[tuple[int, Evidence]], nouns: Collection[str]) -> bool:
    """Say whether assertions state one of some nouns, of another end than the one that the question names."""
    weights = dict.fromkeys(map(str.lower, nouns), 1.0)
    return len(assertion_coverage(weights, [_about_others(piece) for _, piece in top])[1]) < len(weights)


def _about_others(piece: Evidence) -> Evidence:
    """Leave the named end and the text out of an assertion, unless it is about nothing else."""
    others = [node for node in piece.subgraph.nodes if normalise(node.name) not in piece.matched]
    if not others or len(others) == len(piece.subgraph.nodes):
        return replace(piece, supporting_text=None)
    named = {word for name in piece.matched for word in name.split()}
    text = " ".join(word for word in tokens(piece.text) if word not in named)
    graph = replace(piece.subgraph, nodes=tuple(others))
    return replace(piece, text=text, matched=(), supporting_text=None, subgraph=graph)


def _terms_of(piece: Evidence) -> Iterator[str]:
    """Give what an assertion itself says, in the terms of the graph."""
    yield from (piece.text, *piece.matched)
    yield from (text for node in piece.subgraph.nodes for text in (node.name, node.type))
    for edge in piece.subgraph.edges:
        yield edge.predicate.removeprefix("biolink:")
        yield str(edge.properties.get("qualified_predicate") or "").removeprefix("biolink:")
        yield str(edge.properties.get("object_aspect_qualifier", ""))
        yield _direction_word(edge.properties.get("object_direction_qualifier", ""))


def _stems(texts: Iterable[str]) -> set[str]:
    return {stem(word) for text in texts for word in tokens(text)}


def _covers(word: str, stems: Set[str], labels: Set[str]) -> bool:
    parts = [stem(part) for part in tokens(word)]
    if parts and all(
        part in stems or any(len(part) > 3 and other.startswith(part) for other in stems) for part in parts
    ):
        return True
    bare = stem(word)
    if not labels.isdisjoint(asked_categories(bare)):
        return True
    ways = (stem(_direction_word(direction)) for direction in asked_directions(bare))
    begun = (*asked_predicates(bare), *near_predicates(bare), *ways)
    return any(other.startswith(begin) for begin in begun for other in stems)


def _direction_word(direction: object) -> str:
    """Make a word of a direction of an effect that no other text holds."""
    return f"to{direction}"
