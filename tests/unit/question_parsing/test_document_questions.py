"""Questions for documents: their forms, and questions that only look like them."""

import pytest

from bioloom.question_parsing import DocumentQuestion, parse_question


@pytest.mark.parametrize(
    ("question", "noun", "kind", "words", "counted"),
    [
        ("how many protocols are loaded", "protocols", "protocol", "", True),
        ("How many papers are in the graph?", "papers", "publication", "", True),
        ("Which documents do you have?", "documents", "", "", False),
        ("List all protocols.", "protocols", "protocol", "", False),
        ("Show me the protocols that use liquid nitrogen", "protocols", "protocol", "liquid nitrogen", False),
        ("In how many protocols is ethanol used?", "protocols", "protocol", "ethanol", True),
        ("Which protocol uses SOC?", "protocols", "protocol", "SOC", False),
        ("What paper is about gout?", "papers", "publication", "gout", False),
        ("which papers are about gout", "papers", "publication", "gout", False),
    ],
)
def test_documents_are_asked_for(question: str, noun: str, kind: str, words: str, counted: bool) -> None:
    assert parse_question(question).documents == DocumentQuestion(noun, kind, words, counted)


@pytest.mark.parametrize(
    "question",
    [
        "How many papers were screened?",
        "Which protocol uses the longer spin?",
        "Which protocol uses more SOC than water?",
        "How many studies are in the meta-analysis?",
        "Through which paper is the homogenate filtered?",
        "Which protocols use it?",
        "Which protocols use ethanol, and how much of it?",
    ],
)
def test_other_questions_are_no_questions_for_documents(question: str) -> None:
    assert parse_question(question).documents is None
