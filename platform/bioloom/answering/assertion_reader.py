"""Assertion reader: an answer from ranked assertions about the entities that a question names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bioloom.answering.draft_answer import Draft, DraftSentence, Quote, abstain
from bioloom.answering.question_coverage import ENOUGH
from bioloom.answering.reading_context import ReadingContext
from bioloom.names import tokens
from bioloom.question_parsing import ASKING_WORDS, QuestionType, stem
from bioloom.records import Evidence
from bioloom.retrieval import ASKED_CATEGORIES, asked_predicates

GENERIC = frozenset(
    ["known", "approved", "available", "common", "commonly", "current", "currently", "possible", "typical"]
)
"""Words that narrow nothing down; an assertion need not hold them."""

RELATIONS = (
    "affect",
    "associat",
    "decreas",
    "express",
    "increas",
    "interact",
    "prevent",
    "regulat",
    "worsen",
)
"""Further beginnings of words that ask for a relation."""

UNSAID = 0.9
"""What assertions are worth that leave a word of the question open, beside the share they cover."""

BARE = 1.0
"""The score of an assertion that is about a named entity and nothing more."""

SAID = 7.0
"""The score from which an assertion has both ends and the relation of the question, and so says yes to it."""


class AssertionReader:
    """Answers with the ranked assertions of the best score."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Read the assertions; None where there are none."""
        if not context.claims.first:
            return None
        parts = _read_parts(context)
        if not parts.abstained:
            return parts
        draft = read_claims(context.question.type, context.weights, context.pieces, found=context.claims.best)
        return replace(draft, evidence=context.pieces, needed=ENOUGH)


def _read_parts(context: ReadingContext) -> Draft:
    """Answer each part of a question from its own assertions, and name those that none answers."""
    drafts: list[Draft] = []
    evidence: tuple[Evidence, ...] = ()
    for part, claims in zip(context.question.patterns, context.part_claims, strict=bool(context.part_claims)):
        words = frozenset(tokens(part.text))
        weights = {word: weight for word, weight in context.weights.items() if words.issuperset(tokens(word))}
        draft = read_claims(part.type, weights, claims.first, found=claims.best, start=len(evidence) + 1)
        if draft.confidence < ENOUGH:
            draft = abstain("The graph asserts nothing that answers this.")
        drafts.append(replace(draft, asked=part.text))
        evidence += claims.first
    sure = [draft.confidence for draft in drafts if not draft.abstained]
    return Draft(
        abstained=not sure,
        confidence=min(sure, default=0.0),
        evidence=evidence,
        needed=ENOUGH,
        parts=tuple(drafts),
    )


def read_claims(
    asked: QuestionType,
    weights: Mapping[str, float],
    evidence: Sequence[Evidence],
    *,
    found: int,
    start: int = 1,
) -> Draft:
    """Answer from ranked assertions: those of the best score, each a sentence with its citation.

    One that was found in a text cites the sentence that states it.

    Negated assertions are shown as evidence against. `found` is how many there are of the best score, more
    than `evidence` may hold; `start` is the number of its first piece. Words that no assertion covers lower
    the confidence and are named; a question for yes or no needs all of its words covered, and one for a
    relation needs that relation.
    """
    numbered = [(number, piece) for number, piece in enumerate(evidence, start) if piece.assertion_id]
    if not numbered:
        return Draft(abstained=True, reason="the graph asserts nothing about what the question names")
    if asked.negative and asked.kind != "closed":
        numbered = [one for one in numbered if any(edge.negated for edge in one[1].subgraph.edges)]
        if not numbered:
            return Draft(abstained=True, reason="the graph denies nothing of what the question names")
    best = numbered[0][1].score
    top = [(number, piece) for number, piece in numbered if piece.score == best]
    if asked.negative:
        found = len(top)  # those found were counted with the ones that say it is so
    sentences = tuple(_sentence(number, piece, asked) for number, piece in top)
    covered, unsaid = _covered(weights, [piece for _, piece in top])
    missing = [word for word in unsaid if _asks_relation(word)]
    if (
        missing
        and asked.kind != "closed"
        and not any(_asks_relation(word) for word in weights if word not in unsaid)
    ):
        return Draft(
            abstained=True, reason=f"the graph states nothing of what the question names by “{missing[0]}”"
        )
    certainty = 0.95 if best > BARE else 0.6
    if unsaid:
        strict = asked.kind == "closed" or bool(missing)
        certainty *= covered if strict else UNSAID
    return Draft(sentences, confidence=covered * certainty, found=found, unsaid=unsaid)


def _sentence(number: int, piece: Evidence, asked: QuestionType) -> DraftSentence:
    negated = any(edge.negated for edge in piece.subgraph.edges)
    source = f" ({piece.source.removeprefix('infores:')})" if piece.source else ""
    lead = "Evidence against: " if negated else ""
    if asked.kind == "closed" and piece.score >= SAID and not (negated or asked.negative):
        lead = "Yes: "
    return DraftSentence(
        f"{lead}{piece.text}{source}.", (Quote(number, piece.supporting_text or piece.text),)
    )


def _covered(weights: Mapping[str, float], pieces: Sequence[Evidence]) -> tuple[float, tuple[str, ...]]:
    """Give the weighted share of the question's words that assertions cover, and the words left over."""
    asked = {word: weight for word, weight in weights.items() if word not in ASKING_WORDS | GENERIC}
    total = sum(asked.values())
    if not total:
        return 0.0, ()
    said = [text for piece in pieces for text in _said_by(piece)]
    stems = {stem(word) for text in said for word in tokens(text)}
    categories = {node.category or "" for piece in pieces for node in piece.subgraph.nodes}
    labels = {category.removeprefix("biolink:").casefold() for category in categories}
    unsaid = tuple(word for word in asked if not _stands(word, stems, labels))
    return 1 - sum(asked[word] for word in unsaid) / total, unsaid


def _said_by(piece: Evidence) -> Iterator[str]:
    """Give all words by which an assertion may be asked for: its sentence, and the terms of the graph."""
    yield from (piece.text, piece.supporting_text or "", *piece.matched)
    yield from (node.name for node in piece.subgraph.nodes)
    for edge in piece.subgraph.edges:
        yield str(edge.properties.get("qualified_predicate") or edge.predicate).removeprefix("biolink:")
        yield from (
            str(edge.properties.get(f"object_{part}_qualifier", "")) for part in ("direction", "aspect")
        )


def _stands(word: str, stems: set[str], labels: set[str]) -> bool:
    parts = [stem(part) for part in tokens(word)]
    if parts and all(
        part in stems or any(len(part) > 3 and other.startswith(part) for other in stems) for part in parts
    ):
        return True
    if any(stem(key) == stem(word) and labels & set(wanted) for key, wanted in ASKED_CATEGORIES.items()):
        return True
    return any(other.startswith(begin) for begin in asked_predicates(stem(word)) for other in stems)


def _asks_relation(word: str) -> bool:
    bare = stem(word)
    return bare.startswith(RELATIONS) or bool(asked_predicates(bare))
