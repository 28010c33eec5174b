"""Questions for yes or no read off whole abstracts made by hand: sides, disagreement, and silence."""

import pytest

from bioloom.answering.composition.draft_answer import Draft
from bioloom.answering.readers.abstract_reader import quote_abstract, read_abstracts
from bioloom.question_parsing import parse_question
from bioloom.question_parsing.question_type import classify_question
from bioloom.records import Evidence, Subgraph, SubgraphNode

QUESTION = "Does barley tea affect sleep?"
WEIGHTS = {"barley": 5.0, "tea": 3.0, "affect": 1.0, "sleep": 3.0}
ASKED = (
    "Barley tea is said to affect sleep.",
    "Its roasted grains hold little caffeine.",
    "Eighty adults drank it or water for six weeks.",
    "They wore a wrist watch at night.",
    "Analyses were done by a blinded reader.",
)
FOR = "Sleep was significantly longer with barley tea than with water (p = 0.002)."
AGAINST = "Barley tea had no significant effect on sleep, which did not differ between groups (p = 0.61)."


def abstract(name: str, *sentences: str, verb: bool = False) -> tuple[Evidence, ...]:
    nodes = (SubgraphNode("v", "drank", "verb"),) if verb else ()
    return tuple(
        Evidence(text, 1.0, f"{name}#s{at}", name, "On tea", subgraph=Subgraph(nodes))
        for at, text in enumerate(sentences)
    )


def read(*sentences: Evidence, question: str = QUESTION) -> Draft | None:
    return read_abstracts(parse_question(question), WEIGHTS, sentences, before=4)


def test_the_sentence_that_tells_is_cited() -> None:
    supported, denied = read(*abstract("a", *ASKED, FOR)), read(*abstract("a", *ASKED, AGAINST))
    assert supported
    assert denied
    assert (supported.short, denied.short) == (("yes",), ("no",))
    (said,) = denied.sentences
    assert said.text == f"Probably no: On tea: “{AGAINST}”"
    assert said.quotes[0].number == 10  # the sixth, after four pieces before it


def test_abstracts_that_disagree_are_both_shown_with_less_confidence() -> None:
    one, both = (
        read(*abstract("a", *ASKED, FOR)),
        read(*abstract("a", *ASKED, FOR), *abstract("b", *ASKED, AGAINST)),
    )
    assert one
    assert both
    assert [said.text.split(":")[0] for said in both.sentences] == ["Studies disagree. No", "Yes"]
    assert both.short == ()
    assert both.confidence < one.confidence <= 0.78


def test_nothing_is_said_where_it_would_be_a_guess() -> None:
    told = abstract("a", *ASKED, FOR)
    assert read(*told, question="Why does barley tea affect sleep?") is None
    assert read(*told, question="Does barley tea not affect sleep?") is None
    assert read(*abstract("a", *ASKED, FOR, verb=True)) is None, "a protocol states no findings"
    assert read(*abstract("a", *ASKED)) is None, "nothing is found"
    off = abstract("b", *["Rice was dried."] * 5, "It was significantly lighter (p < 0.01).")
    assert read(*off) is None, "another matter"
    assert read() is None


def test_an_unsure_abstract_is_quoted_without_a_side() -> None:
    asked = classify_question(QUESTION)
    unsure = abstract("a", *ASKED, "Barley tea might affect sleep in some, but only in part (p = 0.04).")
    assert read(*unsure) is None
    quoted = quote_abstract(asked, WEIGHTS, unsure, before=0)
    assert quoted
    assert quoted.sentences[0].text.startswith("Closest finding: On tea: “Barley tea might")
    assert quoted.confidence <= 0.5
    assert quote_abstract(asked, {**WEIGHTS, "whale": 9.0}, unsure, before=0) is None, "whales are not in it"
    assert quote_abstract(asked, {"tea": 1.0}, unsure, before=0) is None, "one word says too little"


def about_tea(
    question: str, *sentences: str, known: str = "", title: str = "Barley tea in adults: a trial"
) -> Draft | None:
    """Read one abstract of what is known, five sentences that state nothing, and these."""
    telling = parse_question(question).content_words
    told = (
        *filter(None, [known]),
        *ASKED[1:],
        "Weight rose significantly in both groups (p = 0.01).",
        *sentences,
    )
    pieces = [Evidence(text, 1.0, f"a#s{at}", "a", title) for at, text in enumerate(told)]
    return read_abstracts(parse_question(question), dict.fromkeys(telling, 1.0), pieces, before=0)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Does barley tea prevent headaches?", "Barley tea does not prevent headaches in most adults."),
        ("Does barley tea lower serum urate?", "Serum urate was not affected (P = 0.47)."),
        ("Does barley tea reduce TNF mRNA?", "TNF mRNA remained unchanged, whereas IL1B mRNA decreased."),
        ("Did barley tea cause rashes?", "Rashes were not observed."),
        ("Did digestion improve on barley tea?", "Digestion did not improve significantly (41% versus 34%)."),
    ],
)
def test_a_sentence_that_denies_what_is_asked_says_no(question: str, sentence: str) -> None:
    found = about_tea(question, sentence)
    assert found
    assert found.short == ("no",)
    assert sentence in found.sentences[0].text


@pytest.mark.parametrize(
    "sentence",
    [
        "Relapses came back in 6 adults after barley tea was stopped.",
        "Whether barley tea lowers serum urate is debated.",
        "Serum urate was measured in all adults who drank barley tea.",
        "Barley tea resolved cramps without raising serum urate.",
        "Barley tea may lower serum urate.",
    ],
)
def test_a_sentence_that_states_something_else_says_nothing(sentence: str) -> None:
    assert about_tea("Does barley tea lower serum urate?", sentence) is None


def test_a_claim_is_a_yes_where_it_concludes_and_not_where_it_is_what_was_known() -> None:
    question, claim = "Does barley tea lower serum urate?", "barley tea lowers serum urate."
    found = about_tea(question, f"Our data show that {claim}")
    assert found
    assert found.short == ("yes",)
    assert about_tea(question, *["Nobody left the trial."] * 9, known=f"It is true that {claim}") is None


@pytest.mark.parametrize(
    ("question", "sentence", "answer"),
    [
        ("Does barley tea raise or lower serum urate?", "Serum urate was lower with barley tea.", "lower"),
        ("Does barley tea lower or raise IL6?", "Barley tea increased IL6 but did not change TNF.", "raise"),
        ("Does barley tea raise or lower serum urate?", "Serum urate was not affected.", "neither"),
    ],
)
def test_a_choice_of_directions_is_answered_by_one_of_them(question: str, sentence: str, answer: str) -> None:
    found = about_tea(question, sentence)
    assert found
    assert found.short == (answer,)
    assert found.sentences[0].text.startswith(f"{answer.capitalize()}: ")


def test_a_choice_of_which_nothing_is_stated_is_never_a_yes() -> None:
    told = "Barley tea was significantly liked (p = 0.003)."
    assert about_tea("Does barley tea raise or lower serum urate?", told) is None


def test_abbreviations_stand_for_their_long_forms() -> None:
    told = "Tooth decay index (TDI) is a score of dentists.", "TDI was not changed."
    found = about_tea("Does barley tea reduce the tooth decay index?", *told)
    assert found
    assert found.short == ("no",)


def test_another_matter_of_the_same_words_is_no_answer() -> None:
    """The title is about another thing, and so is the sentence that denies."""
    denied = "Vitamin levels were not affected in children with headaches."
    assert about_tea("Does barley tea reduce headaches?", denied, title="Vitamins in children") is None
