"""Questions for yes or no read off whole abstracts made by hand: sides, disagreement, and silence."""

from bioloom.answering.abstract_reader import quote_abstract, read_abstracts
from bioloom.answering.draft_answer import Draft
from bioloom.question_parsing import classify_question, parse_question
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
    assert {said.text.split(":")[0] for said in both.sentences} == {"Probably yes", "Probably no"}
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
