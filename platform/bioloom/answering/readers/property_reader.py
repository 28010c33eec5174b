"""Property reader: the property that a question asks for, of an assertion or a node that it names."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from bioloom.answering.composition.draft_answer import Draft
from bioloom.answering.constraints.assertion_coverage import assertion_coverage
from bioloom.answering.readers.assertion_reader import (
    BOTH,
    names_of,
    of_part,
    read_each,
    read_part,
)
from bioloom.answering.readers.gene_reader import quoted
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.names import tokens
from bioloom.question_parsing import QuestionPattern, stem
from bioloom.question_parsing.property_names import property_words, value_text
from bioloom.records import Evidence, Subgraph, Value
from bioloom.retrieval import REVERSED, RankedAssertions, asked_categories, asks_relation

CERTAINTY = 0.95
"""Confidence in a property of what the question names; the value itself is the source's."""

_ASKING = re.compile(r"\b(?:what|which|whose|how (?:many|much|large|big|high|long|strong))\b", re.IGNORECASE)
_BETWEEN = frozenset(
    {"is", "are", "was", "were", "the", "its", "their", "kind", "of", "value", "many", "much"}
)
"""Words that may stand between the question word and what it asks for."""

_IDLE = frozenset(
    map(
        stem,
        """
        used use using give given take taken taking reach reached have has had need needed report reported
        record recorded list listed state stated study studies trial trials value values level number
        support supported claim statement association relation relationship edge database graph
        """.split(),  # noqa: SIM905 (as the other word lists)
    )
)
"""Stems of words that say nothing of what is named, beside a property."""

_VAGUE = frozenset(
    {"value", "type", "source", "level", "score", "name", "text", "id", "ids", "qualifier", "sources", "by"}
)
"""Last words of names of properties that do not tell by themselves what is asked for."""


@dataclass(frozen=True, slots=True)
class AskedProperty:
    """A property that a question asks for: its label, the value as text, and the words that ask for it."""

    label: str
    value: str
    words: frozenset[str]

    @property
    def stated(self) -> str:
        """The property as an answer states it, "dose 50 mg"."""
        return f"{self.label} {self.value}"


class PropertyReader:
    """Answers with a property of the assertions that join what a question names, or of the node it names."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Read the properties; None where the question asks for none that what it names has.

        Of several parts those that ask for none are read as other questions for assertions are.
        """
        question = context.question
        if question.type.kind == "closed" or question.type.negative:
            return None
        whole = read_properties(question.text, context.weights, context.claims, most=context.listed)
        if whole is not None and len(whole.short) >= len(question.patterns):
            return whole
        joined = read_each(context, partial(_read_part, context))
        return joined if joined.short else None


def _read_part(context: ReadingContext, part: QuestionPattern, claims: RankedAssertions, start: int) -> Draft:
    """Read a property for a part of a question, or else its assertions."""
    weights = of_part(context.weights, part.text)
    told = read_properties(part.text, weights, claims, start=start, most=context.listed)
    return read_part(context, part, claims, start) if told is None else replace(told, asked=part.text)


def read_properties(
    text: str, weights: Mapping[str, float], claims: RankedAssertions, *, start: int = 1, most: int
) -> Draft | None:
    """State each property with what has it; None where a word of the question is said by none of them.

    `start` is the number of the first piece of evidence, of which there are `most` at most.
    """
    pieces = [piece for piece in claims.first if piece.score > REVERSED]
    joined = [piece for piece in pieces if piece.graph_matches == BOTH]
    asked_of = partial(asked_for, text, besides=claims.conditions)
    held = [*_of_edges(asked_of, joined)] or [*_of_nodes(asked_of, pieces)] or [*_of_edges(asked_of, pieces)]
    asked = frozenset(word for _, properties in held for each in properties for word in each.words)
    rest = {
        word: weight
        for word, weight in weights.items()
        if not {stem(part) for part in tokens(word)} <= asked | _IDLE
        and not claims.conditions.issuperset(tokens(word))
    }
    if not joined:  # what all assertions about one thing have is told once
        held = [*{tuple(properties): (piece, properties) for piece, properties in reversed(held)}.values()][
            ::-1
        ]
    evidence = tuple(piece for piece, _ in held[:most])
    if not held or (rest and assertion_coverage(rest, evidence)[1]):
        return None
    values = tuple(dict.fromkeys(each.value for _, properties in held for each in properties))
    return Draft(
        quoted(evidence, start), confidence=CERTAINTY, found=len(held), short=values, evidence=evidence
    )


AskedOf = Callable[[Mapping[str, Value]], list[AskedProperty]]
"""Lists which of some properties a question asks for."""


def _of_edges(
    asked_of: AskedOf, pieces: Sequence[Evidence]
) -> Iterator[tuple[Evidence, Sequence[AskedProperty]]]:
    """Give the assertions with a property that is asked for, which their text states then."""
    for piece in pieces:
        properties = [each for edge in piece.subgraph.edges for each in asked_of(edge.properties)]
        if properties:
            stated = ", ".join(each.stated for each in properties)
            yield replace(piece, text=f"{piece.text}: {stated}", supporting_text=None), properties


def _of_nodes(
    asked_of: AskedOf, pieces: Sequence[Evidence]
) -> Iterator[tuple[Evidence, Sequence[AskedProperty]]]:
    """Give the nodes that are named and have a property that is asked for, each as a piece of evidence."""
    nodes = {node.id: (node, piece) for piece in pieces for node in piece.subgraph.nodes}
    for node, piece in nodes.values():
        if not names_of(node).intersection(piece.matched):
            continue
        if properties := asked_of(node.properties):
            stated = ", ".join(each.stated for each in properties)
            yield (
                Evidence(
                    text=f"{node.name}: {stated}",
                    score=piece.score,
                    node_id=node.id,
                    source=value_text(node.properties.get("provided_by", "")) or None,
                    graph_matches=1,
                    matched=piece.matched,
                    subgraph=Subgraph((node,)),
                ),
                properties,
            )


def asked_for(
    question: str, properties: Mapping[str, Value], besides: Set[str] = frozenset()
) -> list[AskedProperty]:
    """List the properties that a question asks for by their names, in the order of the question.

    `besides` are words that say something else of them.
    The last word is enough ("which phase" of `clinical_phase`), where one property alone has it.

    >>> properties = {"dose_mg": 50, "n_patients": 412, "route": "oral", "clinical_phase": 3}
    >>> [each.stated for each in asked_for("What dose and which route has it?", properties)]
    ['dose 50 mg', 'route oral']
    >>> [each.stated for each in asked_for("How many patients are in which phase?", properties)]
    ['patients 412', 'clinical phase 3']
    >>> asked_for("Does the route matter?", properties)
    []
    """
    said, stems = _said(question)
    spelt = {name: told for name in properties if (told := property_words(name))[0]}
    last = Counter(words[-1] for words, _ in spelt.values())
    found: dict[int, AskedProperty] = {}
    for name, (words, unit) in spelt.items():
        if len(words) == 1 and (asks_relation(words[0]) or asked_categories(stem(words[0]))):
            continue  # "target", "gene": these ask for what assertions join
        shown = f"{value_text(properties[name])} {unit}".rstrip()
        alone = last[words[-1]] == 1 and words[-1] not in _VAGUE
        for form in (words, words[-1:])[: 1 + alone]:
            bare = tuple(map(stem, form))
            places = (at for at in range(1, len(stems)) if stems[at : at + len(bare)] == bare)
            at = next((at for at in places if _is_asked(said, at) and said[at] not in besides), None)
            if at is not None:
                if at not in found or len(found[at].words) < len(bare):
                    found[at] = AskedProperty(" ".join(words), shown, frozenset(bare))
                break
    return [found[at] for at in sorted(found)]


@lru_cache(maxsize=64)  # asked of each assertion that was found
def _said(question: str) -> tuple[Sequence[str], Sequence[str]]:
    """Give the words of a question from its question word on, and their stems; none where it has no such."""
    asking = _ASKING.search(question)
    said = () if asking is None else tuple(tokens(question[asking.start() :]))
    return said, tuple(map(stem, said))


def _is_asked(said: Sequence[str], at: int) -> bool:
    """Say whether a word is what a question asks for: it stands behind a question word, "the" and "and"."""
    before = [*said[:at]]
    while before and before[-1] in _BETWEEN:
        before.pop()
    return not before or before[-1] in {"what", "which", "whose", "how", "and"}
