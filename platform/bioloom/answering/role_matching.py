"""Role matching: how the values and things of a step are tied to what a question names."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from bioloom.names import tokens
from bioloom.question_parsing import QuestionType, stem
from bioloom.records import Evidence, SubgraphNode

_SHORTEST_BEGINNING = 4
_ACTED_ON = frozenset({"is_object_of"})
_HOLDS = frozenset(
    {"to", "from", "use_reagent", "use_device", "apply_material", "for_each", "in_condition_of"}
)


@dataclass(frozen=True, slots=True)
class Tie:
    """How one node of a step is tied to the question: by its verb, by what that acts on, by its relation.

    `verb` and `thing` say that the node's own verb, and a thing of that verb, stand in the question;
    `asked` that it stands at the end of a relation that the question asks for, `bound` that it is tied to
    anything at all.
    """

    node: SubgraphNode
    verb: bool = False
    thing: bool = False
    asked: bool = False
    bound: bool = False

    @property
    def strength(self) -> int:
        """Give 0 to 7: the verb counts most, then the thing, then the relation."""
        return 4 * self.verb + 2 * self.thing + self.asked


def tie(asked: QuestionType, words: Set[str], piece: Evidence, node: SubgraphNode) -> Tie:
    """Tie a node of a sentence's subgraph to the stems of a question's words.

    A value that belongs to a thing ("10 ml" of buffer) belongs to the verbs that act on it as well.
    """
    around = [edge.stated for edge in piece.subgraph.edges if edge.original_predicate != "next_step"]
    by_id = {each.id: each for each in piece.subgraph.nodes}
    heads = {head for head, _, tail in around if tail == node.id and head in by_id}
    heads |= {tail for head, name, tail in around if head == node.id and name in _ACTED_ON and tail in by_id}
    verbs = {each for each in heads if by_id[each].type == "verb"}
    owners = heads - verbs
    for owner in owners:
        verbs |= {tail for head, name, tail in around if head == owner and name in _ACTED_ON}
        verbs |= {head for head, name, tail in around if tail == owner and name in _HOLDS}
    verbs = {each for each in verbs if each in by_id and by_id[each].type == "verb"}
    things = set(owners)
    if not owners:
        for verb in verbs:
            things |= {head for head, name, tail in around if tail == verb and name in _ACTED_ON}
            things |= {tail for head, name, tail in around if head == verb and name in _HOLDS}
    things.discard(node.id)
    return Tie(
        node,
        verb=any(names(by_id[each], words) for each in verbs),
        thing=any(names(by_id[each], words) for each in things if each in by_id),
        asked=any(tail == node.id and name in asked.relations for _, name, tail in around),
        bound=bool(heads),
    )


def acts_on(words: Set[str], piece: Evidence) -> tuple[bool, bool]:
    """Say whether an action of a step acts on a thing that some words name, and whether they name one such
    action too."""
    by_id = {each.id: each for each in piece.subgraph.nodes}
    pairs = [
        (by_id[tail], by_id[head])
        for head, name, tail in (edge.stated for edge in piece.subgraph.edges)
        if name in _ACTED_ON and head in by_id and tail in by_id
    ]
    named = [verb for verb, thing in pairs if verb.type == "verb" and names(thing, words)]
    return bool(named), any(names(verb, words) for verb in named)


def names(node: SubgraphNode, words: Set[str]) -> bool:
    """Say whether a question's words hold the last word of a name, or begin or end as it does."""
    parts = [stem(part) for part in tokens(node.name)]
    return any(_alike(part, word) for part in parts for word in words)


def _alike(part: str, word: str) -> bool:
    if part == word:
        return True
    short, long = sorted((part, word), key=len)
    return len(short) >= _SHORTEST_BEGINNING and short.isalpha() and long.startswith(short)
