"""A citation counts only if it stands in the evidence."""

from dataclasses import replace

from bioloom.answering.composition.citation_verification import verifiable, verify
from bioloom.answering.composition.draft_answer import Draft, DraftSentence, Quote
from bioloom.records import Evidence

EVIDENCE = (
    Evidence(
        "Heat for 20 minutes at 75°C.",
        3.0,
        "wlp:a#s5",
        "wlp:a",
        "Klenow (M0210)",
        before="Add EDTA to 10 mM.",
    ),
    Evidence("aspirin treats headache", 2.0, assertion_id="e1", source="infores:hetionet"),
)


def check(text: str, *quotes: tuple[int, str]) -> tuple[tuple[str, ...], list[str | None]]:
    sentence = DraftSentence(text, tuple(Quote(number, quote) for number, quote in quotes))
    sentences, citations = verify(Draft((sentence,), evidence=EVIDENCE), "How?")
    return sentences, [citation.sentence_id or citation.assertion_id for citation in citations]


def test_true_quotes_are_numbered() -> None:
    assert check("75°C.", (1, "at 75°C")) == (("75°C. [1]",), ["wlp:a#s5"])


def test_white_space_and_case_do_not_matter() -> None:
    assert check("Heat it.", (1, "heat  FOR\n20 minutes"))[1] == ["wlp:a#s5"]


def test_wrong_number_invented_quote_and_crumbs_are_dropped() -> None:
    for number, quote in (
        (0, "Heat for"),
        (3, "Heat for"),
        (-1, "aspirin"),
        (1, "Cool for 20 minutes"),
        (1, "H"),
    ):
        assert check("Heat it.", (number, quote)) == ((), [])


def test_one_true_quote_saves_a_sentence_but_not_the_false_quote() -> None:
    assert check("Heat it.", (1, "Heat for 20 minutes"), (2, "cures all"))[1] == ["wlp:a#s5"]


def test_numbers_must_stand_in_what_is_cited() -> None:
    assert check("Heat for 30 minutes.", (1, "Heat for")) == ((), [])
    assert check("Heat for 20 minutes (M0210).", (1, "Heat for"))[1] == ["wlp:a#s5"]


def test_the_number_in_the_name_of_a_source_is_no_statement() -> None:
    claim = Evidence("renaflozin reduces albuminuria", 2.0, assertion_id="e1", source="infores:texts2")
    sentence = DraftSentence(f"{claim.text} (texts2).", (Quote(1, claim.text),))
    assert verify(Draft((sentence,), evidence=(claim,)), "What?")[0] == (f"{sentence.text} [1]",)
    wrong = replace(sentence, text=f"2 of them: {sentence.text}")
    assert verify(Draft((wrong,), evidence=(claim,)), "What?")[0] == ()


def test_a_draft_is_verifiable_if_one_of_its_parts_is() -> None:
    true = Draft((DraftSentence("Heat it.", (Quote(1, "Heat for"),)),))
    false = Draft((DraftSentence("Heat it.", (Quote(1, "Cool for"),)),))
    assert verifiable(Draft(parts=(false, true), evidence=EVIDENCE), "How?")
    assert not verifiable(Draft(parts=(false, false), evidence=EVIDENCE), "How?")
    assert verifiable(replace(false, abstained=True, evidence=EVIDENCE), "How?")


def test_a_quote_of_the_step_before_cites_that_step() -> None:
    assert check("EDTA.", (1, "Add EDTA"))[1] == ["wlp:a#s4"]


def test_marks_of_the_writer_are_replaced() -> None:
    assert check("It treats headache [7, 8].", (2, "aspirin treats"))[0] == ("It treats headache. [1]",)


def test_the_day_of_a_fetched_statement_may_be_said_and_lends_its_numbers_to_nothing() -> None:
    fetched = Evidence(
        "A affects B", 1.0, source="infores:s-33", endpoint="http://h:8642/query", retrieved_on="2026-01-22"
    )
    for text, kept in (("A affects B (s-33, from h:8642 on 2026-01-22).", 1), ("Heat for 22 minutes.", 0)):
        sentence = DraftSentence(text, (Quote(1, "A affects B"),))
        assert len(verify(Draft((sentence,), evidence=(fetched,)), "How?")[0]) == kept
