"""Answer composition: a draft becomes an answer of verified sentences, part by part where it has parts."""

import re
from collections.abc import Sequence
from dataclasses import replace

from bioloom.answering.composition.answer_wording import as_asked
from bioloom.answering.composition.comparison_verdict import comparison_verdict
from bioloom.answering.composition.draft_answer import Draft
from bioloom.records import Answer, AnswerPart, Citation, Evidence, Subgraph

UNVERIFIED = "No sentence of the drafted answer could be verified against the evidence, so none is given."
_MARK = re.compile(r"\[(\d+)\]")


def compose_answer(
    question: str,
    draft: Draft,
    verified: Sequence[tuple[Draft, Sequence[str]]],
    citations: tuple[Citation, ...],
) -> Answer:
    """Build the answer of the verified parts of a draft; an abstention where none is left.

    An abstention may cite what is known instead. Of several parts each has its own confidence; that of the
    answer is the least of those that are answered, times the share of the parts that are.
    """
    parts = [_part(question, each, sentences) for each, sentences in verified]
    given = [part for part in parts if not part.abstained]
    several = len(parts) > 1
    least = min((part.confidence for part in given), default=0.0)
    named = {piece.document_id: piece.document_title or "" for piece in draft.evidence}
    titles = {each.id: named.get(each.document_id, "") for each in citations}
    if verdict := comparison_verdict(question, parts, titles):
        cited = tuple(sorted({mark for part in parts for mark in part.citations}))
        parts[0] = replace(parts[0], answer=f"{verdict} {parts[0].answer}", citations=cited)
    text = " ".join(dict.fromkeys(_named(part) if several else part.answer for part in parts))
    return Answer(
        question=question,
        answer=text,
        abstained=not given,
        confidence=round(least * len(given) / max(1, len(parts)), 3),
        citations=citations,
        subgraph=_subgraph(draft.evidence, citations),
        model=draft.model,
        model_error=draft.model_error,
        short=tuple(said for part in given for said in part.short),
        parts=tuple(parts) if several else (),
        tokens=draft.tokens,
    )


def _part(question: str, draft: Draft, sentences: Sequence[str]) -> AnswerPart:
    """Give what is left of one part of a draft."""
    asked = draft.asked or question
    cited = tuple(sorted({int(mark) for text in sentences for mark in _MARK.findall(text)}))
    if draft.abstained or not sentences:
        reason = draft.reason if draft.abstained else UNVERIFIED
        return AnswerPart(asked, " ".join((reason, *sentences)).strip(), True, 0.0, cited)
    number = (f"{draft.counted:,} in this graph.",) if draft.counted else ()
    text = " ".join((*number, *sentences, *_left_open(asked, draft, len(sentences))))
    confidence = round(draft.confidence * len(sentences) / max(1, len(draft.sentences)), 3)
    return AnswerPart(asked, text, False, confidence, cited, draft.short)


def _named(part: AnswerPart) -> str:
    """Give the answer of a part, or say which part is missing."""
    return f"Not answered, “{part.question}”: {part.answer}" if part.abstained else part.answer


def _left_open(asked: str, draft: Draft, given: int) -> tuple[str, ...]:
    """Say how much more the graph holds, what was left out, and what the answer says nothing about."""
    where = f", and so do the neighbours of {draft.around}" if draft.around else ""
    more = f"And {draft.found - given:,} more; a larger k lists them{where}." if draft.found > given else ""
    words = ", ".join(dict.fromkeys(as_asked(asked, {word}) or word for word in draft.unsaid))
    unsaid = f"Nothing cited here speaks of: {words}." if words else ""
    return tuple(note for note in (more, draft.note, unsaid) if note)


def _subgraph(evidence: Sequence[Evidence], citations: Sequence[Citation]) -> Subgraph:
    """Join the subgraphs of the cited evidence."""
    sentences = {citation.sentence_id for citation in citations if citation.sentence_id}
    assertions = {citation.assertion_id for citation in citations if citation.assertion_id}
    of_nodes = {citation.node_id for citation in citations if citation.node_id}
    cited = [
        piece
        for piece in evidence
        if piece.sentence_id in sentences or piece.assertion_id in assertions or piece.node_id in of_nodes
    ]
    nodes = {node.id: node for piece in cited for node in piece.subgraph.nodes}
    edges = {edge.id: edge for piece in cited for edge in piece.subgraph.edges}
    return Subgraph(tuple(nodes.values()), tuple(edges.values()))
