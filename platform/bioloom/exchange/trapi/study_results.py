"""Text-mining study results: the sentences that state a claim, as Biolink has them for an edge.

An edge lists the documents as studies (`has_supporting_studies`), each with its sentences as results: text,
section, the characters of both ends in the text, confidence.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from bioloom.exchange.trapi.knowledge_fetching import StatedSentence, StoredEdge

STUDIES = "biolink:has_supporting_studies"

_STUDY, _MINED = "biolink:Study", "biolink:TextMiningStudyResult"
_GAPS = (" ", " [...] ")


def supporting_studies(edge: StoredEdge, sentences: Mapping[str, StatedSentence]) -> dict[str, Any]:
    """Give the documents that state a claim, by their ids; empty for a claim of no text."""
    studies: dict[str, Any] = {}
    for document, result in _results(edge, sentences):
        study = studies.setdefault(document, {"id": document, "category": [_STUDY], "has_study_results": []})
        study["has_study_results"].append(result)
    return studies


def _results(
    edge: StoredEdge, sentences: Mapping[str, StatedSentence]
) -> Iterable[tuple[str, dict[str, Any]]]:
    support = edge.properties.get("support")
    if support:
        for entry in [support] if isinstance(support, str) else support:
            yield _of_entry(json.loads(entry), edge, sentences)
        return
    sentence = sentences.get(str(edge.properties.get("sentence_id")))
    if sentence is not None:
        subject, object_ = edge.spans if len(edge.spans) == 2 else (None, None)
        confidence = edge.properties.get("extraction_confidence_score")
        result = _result([sentence], sentence.text, subject, object_, confidence)
        yield sentence.document, result | _category(edge.properties.get("agent_type"))


def _of_entry(
    entry: Mapping[str, Any], edge: StoredEdge, sentences: Mapping[str, StatedSentence]
) -> tuple[str, dict[str, Any]]:
    held = [sentences[id_] for id_ in entry.get("sentences") or () if id_ in sentences]
    text, ends = str(entry.get("text") or ""), (entry.get("subject"), entry.get("object"))
    agent = entry.get("agent_type") or edge.properties.get("agent_type")
    result = _result(held, text, *ends, entry.get("confidence"))
    return str(entry["document"]), result | _category(agent)


def _category(agent: object) -> dict[str, Any]:
    """Call what a program read a text-mining result; for what a person marked Biolink has no class."""
    return {"category": [_MINED]} if agent == "text_mining_agent" else {}


def _result(
    held: list[StatedSentence],
    text: str,
    subject: Mapping[str, Any] | None,
    object_: Mapping[str, Any] | None,
    confidence: object,
) -> dict[str, Any]:
    """Give one study result; what is not known is left out."""
    stated = held[0].stated if held else {}
    section = stated.get("section") or ("abstract" if stated.get("kind") == "abstract" else None)
    found = {
        "id": held[0].id if held else None,
        "supporting_text": [text],
        "subject_location_in_text": _location(subject, held, text),
        "object_location_in_text": _location(object_, held, text),
        "extraction_confidence_score": confidence,
        "supporting_text_section_type": section,
        "supporting_document_type": stated.get("kind"),
        "supporting_document_year": stated.get("year"),
    }
    return {name: value for name, value in found.items() if value is not None}


def _location(end: Mapping[str, Any] | None, held: list[StatedSentence], text: str) -> list[int] | None:
    """Give the characters of a mention in the text of a claim: one sentence, or two joined ones.

    None where the text there is not the mention's.
    """
    if end is None or not isinstance(end.get("start"), int) or not isinstance(end.get("end"), int):
        return None
    offsets = [0]
    if len(held) == 2:
        gaps = [gap for gap in _GAPS if text == held[0].text + gap + held[1].text]
        offsets = [0, len(held[0].text) + len(gaps[0])] if gaps else [0]
    for sentence, offset in zip(held, offsets, strict=False):
        start, stop = (int(end[side]) - sentence.start + offset for side in ("start", "end"))
        if 0 <= start < stop and text[start:stop] == end.get("name"):
            return [start, stop]
    return None
