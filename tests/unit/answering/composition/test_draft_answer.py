"""Drafts of separate questions are put together with their evidence."""

from dataclasses import replace

from bioloom.answering.composition.answer_composition import compose_answer
from bioloom.answering.composition.citation_verification import verify_parts
from bioloom.answering.composition.draft_answer import Draft, DraftSentence, Quote, abstain, join_questions
from bioloom.records import Evidence

DRY = Evidence("Dry the pellet for 10 min.", 2.0, "a#s1", "a")
WASH = Evidence("Wash the pellet.", 1.0, "a#s2", "a")


def given(text: str, number: int, *evidence: Evidence, confidence: float = 0.9) -> Draft:
    """Quote one of some pieces of evidence."""
    sentence = DraftSentence(text, (Quote(number, text),))
    return Draft((sentence,), confidence=confidence, short=(text,), evidence=evidence)


def test_one_question_is_left_as_it_is() -> None:
    draft = given(DRY.text, 1, DRY)
    assert join_questions(["Is it dried?"], [draft]) is draft


def test_each_question_cites_its_own_evidence() -> None:
    asked = ["Is the pellet washed?", "how long is it dried?"]
    drafts = [given(WASH.text, 1, WASH), given(DRY.text, 2, WASH, DRY, confidence=0.7)]
    joined = join_questions(asked, drafts)
    assert joined.confidence == 0.7
    assert [part.asked for part in joined.parts] == asked
    assert joined.evidence == (WASH, WASH, DRY)
    verified, citations = verify_parts(joined, " ".join(asked))
    assert [sentences for _, sentences in verified] == [(f"{WASH.text} [1]",), (f"{DRY.text} [2]",)]
    assert [citation.text for citation in citations] == [WASH.text, DRY.text]


def test_parts_of_one_of_the_questions_stand_beside_the_other() -> None:
    parts = tuple(replace(abstain("No."), asked=asked) for asked in ("how fast?", "how long?"))
    joined = join_questions(["Is it spun?", "how fast and how long?"], [abstain("No."), Draft(parts=parts)])
    assert [part.asked for part in joined.parts] == ["Is it spun?", "how fast?", "how long?"]
    assert joined.abstained


def test_what_the_answer_to_another_question_implies_is_no_question_left_open() -> None:
    asked = ["Is the pellet dried?", "for how long is the pellet dried?"]
    joined = join_questions(asked, [abstain("Too weak."), given(DRY.text, 1, DRY)])
    assert [part.asked for part in joined.parts] == asked[1:]
    both = join_questions(asked, [abstain("Too weak."), abstain("Too weak.")])
    assert [part.asked for part in both.parts] == asked


def test_words_that_nothing_speaks_of_are_named_as_the_question_writes_them() -> None:
    draft = replace(given(DRY.text, 1, DRY), unsaid=("wich", "children", "paget's"))
    question = "Wich Children with Paget's are dried?"
    answer = compose_answer(question, draft, *verify_parts(draft, question))
    assert answer.answer.endswith("Nothing cited here speaks of: Wich, Children, paget's.")
