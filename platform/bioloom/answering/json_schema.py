"""JSON of answers and evidence, as `ask`, `retrieve` and the HTTP service give it (DESIGN, contracts)."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from bioloom.biolink import reads_backwards, relation_phrase, verbalize
from bioloom.records import Answer, Citation, Evidence, EvidenceEdge, Subgraph, sentence_number
from bioloom.records.attributes import attributes


def answer_json(answer: Answer) -> dict[str, Any]:
    """Give an answer in the agreed form."""
    return {
        **attributes(answer, "question", "answer", "abstained", "confidence"),
        "citations": list(map(citation_json, answer.citations)),
        "subgraph": subgraph_json(answer.subgraph),
        "model": answer.model,
        "timings": dict(answer.timings),
        "notes": list(answer.notes),
        "parts": [asdict(part) for part in answer.parts],
        "tokens": dict(answer.tokens),
        "model_error": answer.model_error or None,
    }


def citation_json(citation: Citation) -> dict[str, Any]:
    """Give a citation in the agreed form."""
    return asdict(citation) | {"sentence_number": sentence_number(citation.sentence_id)}


def results_json(hits: Sequence[Evidence], claims: Sequence[Evidence] = ()) -> dict[str, Any]:
    """Give ranked sentences in the agreed form, and beside them the assertions."""
    return {
        "results": [
            {
                "rank": rank,
                **attributes(hit, "score", "bm25", "graph_matches", "sentence_id"),
                "sentence_number": sentence_number(hit.sentence_id),
                **attributes(hit, "document_id", "document_title", "text"),
                "matched": list(hit.matched),
                **attributes(hit, "before", "after", "section"),
                **subgraph_json(hit.subgraph),
            }
            for rank, hit in enumerate(hits, 1)
        ],
        "assertions": [
            {
                "rank": rank,
                **attributes(claim, "score", "assertion_id", "source", "text"),
                "sentence_id": claim.supporting_sentence,
                "sentence_number": sentence_number(claim.supporting_sentence),
                "document_id": claim.document_id,
                "supporting_text": claim.supporting_text,
                "matched": list(claim.matched),
                **subgraph_json(claim.subgraph),
            }
            for rank, claim in enumerate(claims, 1)
        ],
    }


def subgraph_json(subgraph: Subgraph) -> dict[str, Any]:
    """Give a subgraph's nodes and edges, each edge also as it is said."""
    names = {node.id: node.name for node in subgraph.nodes}
    return {
        "nodes": [asdict(node) for node in subgraph.nodes],
        "edges": [asdict(edge) | {"stated": _stated(edge, names)} for edge in subgraph.edges],
    }


def _stated(edge: EvidenceEdge, names: Mapping[str, str]) -> dict[str, str]:
    """Give an edge as it is said: its ends in reading order, the words between them, and the sentence."""
    head, relation, tail = edge.stated
    own = edge.original_predicate is not None and relation == edge.original_predicate
    properties = {"negated": edge.negated} if own else {**edge.properties, "negated": edge.negated}
    predicate = f"biopie:{relation}" if own else edge.predicate
    sentence = verbalize(names.get(head, head), predicate, names.get(tail, tail), properties)
    if reads_backwards(predicate):
        head, tail = tail, head
    return {
        "head": head,
        "phrase": relation_phrase(predicate, properties),
        "tail": tail,
        "sentence": sentence,
    }
