"""JSON of decisions: `bioloom standardize --json`, and the form of RELATE's own service."""

from typing import Any

from bioloom.records.predicate_mapping import Candidate, Claim, Standardized

QUALIFIERS = ("qualified_predicate", "object_aspect_qualifier", "object_direction_qualifier")
"""The qualifiers that every answer has, null where they are not stated (SPEC R16)."""


def standardized_json(decision: Standardized) -> dict[str, Any]:
    """Give a decision as JSON: `predicate` null and a `reason` for NONE, candidates best first."""
    others = {name: value for name, value in decision.qualifiers.items() if name not in QUALIFIERS}
    answer: dict[str, Any] = {
        "predicate": decision.predicate,
        **{name: decision.qualifiers.get(name) for name in QUALIFIERS},
        **others,
        "negated": decision.negated,
        "swapped": decision.swapped,
        "score": round(decision.score, 4),
        "selector": decision.selector,
        "candidates": [_candidate(candidate) for candidate in decision.candidates],
    }
    if decision.reason is not None:
        answer["reason"] = decision.reason
    return answer


def claim_json(claim: Claim) -> dict[str, Any]:
    """Give the ends and the phrase of a claim as RELATE names them."""
    return {"subject": claim.subject, "object": claim.object, "relationship": claim.relationship}


def relate_json(claim: Claim, decision: Standardized, method: str = "rrf") -> dict[str, Any]:
    """Give a decision as RELATE's service does, with our fields beside: reason, swapped, score.

    Where no predicate fits, `top_choice.predicate` is null. Scores of candidates are the probabilities by
    which they were ranked.
    """
    ours = standardized_json(decision)
    candidates = ours.pop("candidates")
    return {
        **claim_json(claim),
        "top_choice": ours,
        "Top_n_candidates": {
            str(place): {"mapped_predicate": candidate["key"], **candidate}
            for place, candidate in enumerate(candidates)
        },
        "Top_n_retrieval_method": method,
    }


def _candidate(candidate: Candidate) -> dict[str, Any]:
    return {
        "key": candidate.key,
        "predicate": candidate.predicate,
        **candidate.qualifiers,
        "score": round(candidate.score, 4),
        "descriptor": candidate.descriptor,
    }
