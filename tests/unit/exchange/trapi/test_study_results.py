"""Sentences behind a claim: their text and where in it the ends of the claim stand."""

import json
from typing import Any

from bioloom.exchange.trapi.knowledge_fetching import StatedSentence, StoredEdge
from bioloom.exchange.trapi.study_results import supporting_studies

FIRST = StatedSentence("d:1#s0", "d:1", "Gartanin was given.", 0, {"kind": "abstract", "year": 2016})
SECOND = StatedSentence("d:1#s1", "d:1", "It inhibits p62.", 20, {"kind": "abstract", "year": 2016})
SENTENCES = {one.id: one for one in (FIRST, SECOND)}


def mined(text: str, sentences: list[str], subject: tuple[str, int], object_: tuple[str, int]) -> Any:
    ends = [{"name": name, "start": start, "end": start + len(name)} for name, start in (subject, object_)]
    entry = {"document": "d:1", "sentences": sentences, "text": text, "subject": ends[0], "object": ends[1]}
    edge = StoredEdge("X:1", "biolink:affects", "X:2", {"support": [json.dumps(entry | {"confidence": 0.5})]})
    (result,) = supporting_studies(edge, SENTENCES)["d:1"]["has_study_results"]
    return result


def test_offsets_are_in_the_text_of_the_claim() -> None:
    one = mined(SECOND.text, ["d:1#s1"], ("It", 20), ("p62", 32))
    assert (one["subject_location_in_text"], one["object_location_in_text"]) == ([0, 2], [12, 15])
    assert one["supporting_text"] == [SECOND.text]
    assert (one["supporting_text_section_type"], one["supporting_document_year"]) == ("abstract", 2016)
    assert one["extraction_confidence_score"] == 0.5


def test_only_what_a_program_read_is_a_text_mining_result() -> None:
    entry = json.dumps({"document": "d:1", "text": "a text"})
    for agent, category in (("text_mining_agent", ["biolink:TextMiningStudyResult"]), ("manual_agent", None)):
        edge = StoredEdge("X:1", "biolink:affects", "X:2", {"support": [entry], "agent_type": agent})
        (result,) = supporting_studies(edge, {})["d:1"]["has_study_results"]
        assert result.get("category") == category


def test_offsets_reach_into_a_second_sentence() -> None:
    for gap in (" ", " [...] "):
        text = FIRST.text + gap + SECOND.text
        one = mined(text, ["d:1#s0", "d:1#s1"], ("Gartanin", 0), ("p62", 32))
        start, end = one["object_location_in_text"]
        assert (one["subject_location_in_text"], text[start:end]) == ([0, 8], "p62")


def test_offsets_that_do_not_fit_are_left_out() -> None:
    one = mined(SECOND.text, ["d:1#s1"], ("It", 3), ("p63", 32))
    assert not {"subject_location_in_text", "object_location_in_text"} & one.keys()
    assert mined("a text", ["d:1#s9"], ("a", 0), ("text", 2))["supporting_text"] == ["a text"]


def test_a_claim_between_mentions_has_its_sentence() -> None:
    spans = ({"name": "Add", "start": 20, "end": 23}, {"name": "water", "start": 24, "end": 29})
    step = StatedSentence("w:1#s1", "w:1", "Add water.", 20, {"kind": "protocol"})
    edge = StoredEdge("w:1#T1", "biolink:consumes", "X:2", {"sentence_id": "w:1#s1"}, spans)
    (result,) = supporting_studies(edge, {step.id: step})["w:1"]["has_study_results"]
    assert (result["subject_location_in_text"], result["object_location_in_text"]) == ([0, 3], [4, 9])
    assert "supporting_text_section_type" not in result
    assert supporting_studies(StoredEdge("X:1", "biolink:treats", "X:2", {}), {}) == {}
