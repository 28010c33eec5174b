"""Answer nodes: the nodes of a step that are of the type asked for, and how they are tied to the question."""

from __future__ import annotations

from bioloom.answering.role_matching import Tie, tie
from bioloom.names import tokens
from bioloom.question_parsing import QuestionType, stated_values, stem
from bioloom.records import Evidence, SubgraphNode


def answer_nodes(
    asked: QuestionType, words: frozenset[str], piece: Evidence
) -> tuple[tuple[SubgraphNode, ...], tuple[Tie, ...]]:
    """List the nodes of the types asked for, those tied most closely to what the question names alone.

    A sentence without annotation has none; a value asked for is then read off its words.
    """
    if not asked.types:
        return (), ()
    if not piece.subgraph.nodes:
        stated = stated_values(piece.text, sorted(asked.types)) if asked.kind == "value" else ()
        made = tuple(SubgraphNode(f"{piece.sentence_id}~{said}", said, name) for said, name in stated)
        return made, ()
    here = [
        node
        for node in piece.subgraph.nodes
        if node.properties.get("sentence_id", piece.sentence_id) == piece.sentence_id
        and not _stems(node) <= words
    ]
    ties = [tie(asked, words, piece, node) for node in here]
    wanted = [each for each in ties if each.node.type.replace("_", " ") in asked.types]
    if asked.relations and any(each.asked for each in ties):
        wanted = [each for each in ties if each.asked and each.node.type != "verb"] or wanted
    if named_so := [each for each in wanted if bears_noun(each.node, asked.noun)]:
        wanted = named_so
    if not wanted:
        return (), ()
    most = max(each.strength for each in wanted)
    kept = tuple(each for each in wanted if each.strength == most)
    return tuple(each.node for each in kept), kept


def bears_noun(node: SubgraphNode, noun: str) -> bool:
    """Say whether a name holds the noun asked for, in singular or plural."""
    beginning = stem(noun)[:-1] if len(stem(noun)) > 5 else stem(noun)
    return bool(beginning) and any(part.startswith(beginning) for part in _stems(node))


def _stems(node: SubgraphNode) -> frozenset[str]:
    return frozenset(stem(word) for word in tokens(node.name))
