"""The local readers on evidence made by hand."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from bioloom.answering.composition.draft_answer import Draft
from bioloom.answering.readers.assertion_reader import DifferenceReader, read_claims
from bioloom.answering.readers.protocol_reader import read_parts
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.answering.readers.whole_protocol_reader import read_protocol
from bioloom.question_parsing import parse_question
from bioloom.question_parsing.question_pattern import parse_pattern
from bioloom.question_parsing.question_type import classify_question
from bioloom.records import Evidence, EvidenceEdge, Subgraph, SubgraphNode, Value
from bioloom.retrieval import LeftOut, RankedAssertions
from bioloom.settings import Settings


def step(index: int, text: str, score: float, *nodes: tuple[str, str]) -> Evidence:
    made = tuple(SubgraphNode(f"{index}{name}", name, kind) for name, kind in nodes)
    edges = tuple(EvidenceEdge(f"e{node.id}", made[0].id, "biolink:related_to", node.id) for node in made[1:])
    return Evidence(text, score, f"d#s{index}", "d", "Lysis", subgraph=Subgraph(made, edges))


ADD = step(1, "Add RNase to the lysate.", 9.0, ("Add", "verb"), ("RNase", "protein"))
WAIT = step(2, "Wait 30 min on the bench.", 2.0, ("Wait", "verb"), ("30 min", "time"))
FAR = step(7, "Dry for 5 h.", 3.0, ("Dry", "verb"), ("5 h", "time"))
WEIGHTS = {"rnase": 5.0, "lysate": 4.0}


def read(question: str, weights: Mapping[str, float], *evidence: Evidence) -> Draft:
    """Read without a least confidence."""
    return read_parts(parse_question(question), weights, evidence, needed=0.0)


def test_a_value_is_taken_from_the_next_step_rather_than_from_afar() -> None:
    draft = read("How long does RNase stay on the lysate?", WEIGHTS, ADD, FAR, WAIT)
    assert draft.sentences[0].text == "30 min – Lysis: “Wait 30 min on the bench.”"
    assert draft.sentences[0].quotes[0].number == 3


def test_a_step_that_holds_no_word_of_the_question_is_no_evidence() -> None:
    question = "How long does RNase stay on the lysate?"
    assert read(question, WEIGHTS, ADD, FAR).abstained
    assert not read(question, WEIGHTS, ADD, WAIT).abstained


def test_uncovered_rare_words_lower_the_confidence() -> None:
    weights = {**WEIGHTS, "tungsten": 9.0}
    draft = read("How long does RNase stay with tungsten lysate?", weights, ADD, WAIT)
    known = read("How long does RNase stay with the lysate?", WEIGHTS, ADD, WAIT)
    assert draft.confidence < 0.8 * known.confidence


def claim(number: int, score: float = 3.0) -> Evidence:
    nodes = (
        SubgraphNode("a", "aspirin", "biolink:SmallMolecule"),
        SubgraphNode(str(number), f"x{number}", "biolink:Disease"),
    )
    edge = EvidenceEdge(f"e{number}", "a", "biolink:treats", str(number))
    return Evidence(f"aspirin treats x{number}", score, assertion_id=edge.id, source="infores:toy",
                    matched=("aspirin",), subgraph=Subgraph(nodes, (edge,)))  # fmt: skip


def ranked(
    *claims: Evidence, best: int | None = None, things: int = 0, shared: bool | None = None
) -> RankedAssertions:
    """Rank assertions as they are given."""
    return RankedAssertions(claims, len(claims) if best is None else best, things, shared)


def test_only_the_best_claims_are_listed_and_the_others_counted() -> None:
    asked = classify_question("What does aspirin treat?")
    weights = {"aspirin": 5.0, "treat": 3.0}
    draft = read_claims(asked, weights, ranked(*map(claim, range(3)), claim(9, 1.0), best=7))
    assert len(draft.sentences) == 3
    assert (draft.found, draft.unsaid) == (7, ())
    assert draft.confidence > 0.9


def test_words_that_no_claim_covers_are_named_and_cost_confidence() -> None:
    weights = {"aspirin": 5.0, "treat": 3.0, "mars": 4.0}
    draft = read_claims(classify_question("What does aspirin treat on Mars?"), weights, ranked(claim(1)))
    assert draft.unsaid == ("mars",)
    assert 0.5 < draft.confidence < 0.65
    closed = read_claims(classify_question("Does aspirin treat it on Mars?"), weights, ranked(claim(1)))
    assert closed.confidence < 0.5
    generic = {"aspirin": 5.0, "treatment": 3.0, "approved": 4.0, "else": 4.0}
    asked = classify_question("What is aspirin an approved treatment for?")
    assert read_claims(asked, generic, ranked(claim(1))).unsaid == ()


def test_the_sentences_of_several_claims_do_not_cover_a_question_together() -> None:
    weights = {"aspirin": 5.0, "treat": 3.0, "rats": 2.0, "fasted": 2.0}
    asked = classify_question("What does aspirin treat in fasted rats?")
    rats, fasted = "Aspirin treats x1 in rats.", "Aspirin treats x2 in fasted mice."
    apart = [replace(claim(at), supporting_text=text) for at, text in ((1, rats), (2, fasted))]
    both = replace(claim(1), supporting_text="Aspirin treats x1 in fasted rats.")
    found = [read_claims(asked, weights, ranked(*claims)) for claims in (apart, [both], [both, *apart])]
    assert [draft.unsaid for draft in found] == [(), (), ()], "each word stands in what is cited"
    assert found[0].confidence < found[1].confidence == found[2].confidence


def test_one_assertion_must_hold_all_that_a_question_for_yes_or_no_says() -> None:
    weights = {"aspirin": 5.0, "x9": 5.0, "treat": 3.0}
    asked = classify_question("Does aspirin treat x9?")
    ibuprofen = SubgraphNode("b", "ibuprofen", "biolink:SmallMolecule")
    subgraph = replace(claim(9).subgraph, nodes=(ibuprofen, claim(9).subgraph.nodes[1]))
    other = replace(claim(9), text="ibuprofen treats x9", matched=("x9",), subgraph=subgraph)
    apart = read_claims(asked, weights, ranked(claim(1), other))
    assert apart.abstained
    assert apart.reason == "The graph does not state this of “aspirin” and “x9”."
    both = replace(claim(9, 9.0), matched=("aspirin", "x9"), graph_matches=2)
    assert read_claims(asked, weights, ranked(both)).sentences[0].text.startswith("Yes: ")
    more = {**weights, "x2": 5.0}
    half = read_claims(classify_question("Does aspirin treat x9 and x2?"), more, ranked(both))
    assert not half.sentences[0].text.startswith("Yes"), "x2 is left open"


def test_how_many_things_there_are_is_counted_beyond_those_that_are_listed() -> None:
    weights = {"aspirin": 5.0, "treat": 3.0, "x": 1.0}
    many = ranked(*map(claim, range(3)), best=40, things=37)
    counted = read_claims(classify_question("How many things does aspirin treat?"), weights, many)
    assert (counted.counted, counted.found) == (37, 40)
    assert read_claims(classify_question("What does aspirin treat?"), weights, many).counted == 0


def test_what_two_things_have_in_common_is_refused_where_nothing_is() -> None:
    weights = {"aspirin": 5.0, "gout": 5.0, "treat": 3.0}
    asked = classify_question("What do aspirin and gout both treat?")
    apart = read_claims(asked, weights, ranked(claim(1), shared=False))
    assert apart.abstained
    assert apart.reason == "No assertion answers this of “aspirin” and “gout” together."
    assert apart.sentences, "what is known is shown"


def test_a_difference_says_what_was_left_out_and_what_is_not_known() -> None:
    weights = {"aspirin": 5.0, "treat": 3.0}
    asked = classify_question("What does aspirin treat but not gold?")
    some = RankedAssertions((claim(1),), 1, left_out=LeftOut(("Gold",), 2, 1, "gold"))
    draft = read_claims(asked, weights, some)
    assert not draft.abstained, "what is denied is not asked for"
    assert draft.note == (
        "None of these is joined like that with Gold in this graph; 2 others are, and are left out."
    )
    none = RankedAssertions((claim(1),), 0, left_out=LeftOut(("Gold",), 1, 0, "gold"))
    assert read_claims(asked, weights, none).reason == (
        "All that the graph joins like that with “aspirin” it joins with “Gold” as well."
    )
    unknown = RankedAssertions((claim(1),), 1, left_out=LeftOut((), 0, 1, "gold"))
    assert read_claims(asked, weights, unknown).reason.startswith("The graph knows nothing of “gold”")


def test_what_a_thing_is_begins_with_its_category() -> None:
    drug = SubgraphNode("a", "aspirin", "biolink:SmallMolecule", "biolink:SmallMolecule")
    piece = replace(
        claim(1, 1.0), subgraph=replace(claim(1).subgraph, nodes=(drug, claim(1).subgraph.nodes[1]))
    )
    told = RankedAssertions((piece,), 1, described="aspirin")
    draft = read_claims(classify_question("What is aspirin?"), {"aspirin": 5.0}, told)
    assert draft.sentences[0].text == "aspirin is a small molecule. aspirin treats x1 (toy)."


def test_of_two_opposite_effects_the_one_that_is_stated_is_no_yes() -> None:
    piece = claim(1, 7.0)
    edge = replace(
        piece.subgraph.edges[0],
        predicate="biolink:affects",
        properties={"object_direction_qualifier": "upregulated", "object_aspect_qualifier": "expression"},
    )
    said = replace(
        piece, text="aspirin upregulates the expression of x1", matched=("aspirin", "x1"), graph_matches=2,
        subgraph=replace(piece.subgraph, edges=(edge,)),
    )  # fmt: skip
    weights = {"aspirin": 5.0, "raise": 3.0, "lower": 3.0, "x1": 5.0, "expression": 2.0}
    asked = classify_question("Does aspirin raise or lower x1 expression?")
    draft = read_claims(asked, weights, ranked(said))
    assert draft.sentences[0].text == "aspirin upregulates the expression of x1 (toy)."
    assert (draft.unsaid, draft.confidence > 0.9) == ((), True)
    neither = replace(said, subgraph=replace(said.subgraph, edges=piece.subgraph.edges))
    assert read_claims(asked, weights, ranked(neither)).unsaid, "which of the two it is stays open"
    one = {word: weight for word, weight in weights.items() if word != "lower"}
    yes = read_claims(classify_question("Does aspirin raise x1 expression?"), one, ranked(said))
    assert yes.sentences[0].text.startswith("Yes: ")


@pytest.mark.parametrize("word", ["against", "reported", "graph"])
def test_words_that_name_nothing_are_not_missed(word: str) -> None:
    weights = {"aspirin": 5.0, "treat": 3.0, word: 4.0}
    assert read_claims(classify_question("What does aspirin treat?"), weights, ranked(claim(1))).unsaid == ()


@pytest.mark.parametrize(
    "read_by", [{"extraction_confidence_score": 0.6}, {"extractor": ("llm:tiny:triples-bars@1",)}]
)
def test_a_claim_that_a_model_read_is_believed_as_much_as_the_model_does(read_by: dict[str, Value]) -> None:
    weights = {"aspirin": 5.0, "treat": 3.0}
    sure = claim(1)
    (edge,) = sure.subgraph.edges
    read_out = replace(edge, properties=read_by)
    unsure = replace(sure, subgraph=replace(sure.subgraph, edges=(read_out,)))
    asked = classify_question("What does aspirin treat?")
    believed = [read_claims(asked, weights, ranked(each)).confidence for each in (sure, unsure)]
    assert believed[1] == pytest.approx(0.6 * believed[0])


def test_another_relation_than_the_one_asked_for_is_no_answer() -> None:
    weights = {"aspirin": 5.0, "cause": 3.0}
    other = read_claims(classify_question("What does aspirin cause?"), weights, ranked(claim(1)))
    assert other.abstained
    assert "“cause”" in other.reason
    asked = {"aspirin": 5.0, "treat": 3.0}
    assert (
        read_claims(classify_question("What does aspirin treat?"), asked, ranked(claim(1))).confidence > 0.9
    )


def test_a_title_is_no_answer() -> None:
    title = replace(step(0, "Lysis", 12.0), document_title="Lysis")
    draft = read("How is the lysate made?", WEIGHTS, title, ADD)
    assert "Add RNase" in draft.sentences[0].text
    assert draft.sentences[0].quotes[0].number == 2


def test_order_is_told_from_the_step_whose_own_words_fit() -> None:
    beside = replace(FAR, score=10.0, before="Add RNase to the lysate.")
    meant = replace(ADD, after="Wait 30 min on the bench.")
    draft = read("What comes after adding RNase to the lysate?", WEIGHTS, beside, meant)
    assert "“Wait 30 min on the bench.” follows “Add RNase to the lysate.”" in draft.sentences[0].text


def test_the_noun_asked_for_wins_over_other_things_of_its_kind() -> None:
    antibody = step(
        2,
        "Add the CD3 antibody and serum to the cells.",
        8.0,
        ("Add", "verb"),
        ("serum", "blend"),
        ("CD3 antibody", "protein"),
    )
    assert read("Which antibody do the cells get?", {"cells": 2.0}, antibody).short == ("CD3 antibody",)


def test_a_whole_protocol_is_told_in_order_and_a_cut_list_says_so() -> None:
    asked = parse_pattern("List the steps of the lysis.")
    draft = read_protocol(asked, {"lysis": 1.0}, (ADD,), (ADD, WAIT, FAR), before=1, most=2)
    assert [sentence.quotes[0].number for sentence in draft.sentences] == [2, 3]
    assert draft.sentences[-1].text.endswith("More steps follow: ask for more with -k.")


def test_of_a_whole_protocol_only_the_steps_with_the_things_asked_for() -> None:
    asked = parse_pattern("Which reagents are needed for lysis?")
    draft = read_protocol(asked, {"lysis": 1.0}, (ADD,), (ADD, WAIT), before=1, most=10)
    assert [sentence.text for sentence in draft.sentences] == ["Lysis: RNase – “Add RNase to the lysate.”"]


def test_an_assertion_of_another_relation_is_no_yes() -> None:
    asked = classify_question("Does aspirin cause x1?")
    said = read_claims(asked, {"aspirin": 5.0}, ranked(claim(1, 7.0)))
    other = read_claims(asked, {"aspirin": 5.0}, ranked(claim(1, 5.0)))
    assert said.sentences[0].text.startswith("Yes: ")
    assert other.sentences[0].text.startswith("aspirin treats x1")


def test_what_is_not_so_is_never_answered_with_what_is() -> None:
    weights = {"aspirin": 5.0, "treat": 3.0}
    asked = classify_question("Which compounds does aspirin not treat?")
    assert read_claims(asked, weights, ranked(claim(1))).abstained
    doubted = classify_question("Doesn't aspirin treat x1?")
    assert read_claims(doubted, weights, ranked(claim(1, 7.0))).sentences[0].text.startswith("aspirin treats")


def test_how_something_is_done_is_looked_for_in_protocols_first() -> None:
    found = Evidence("S100A7 binds calcium.", 9.0, "p#s1", "p", "S100A7 in skin", document_kind="abstract")
    done = Evidence("The cells are competent now.", 2.0, "d#s1", "d", "Cobalt", document_kind="protocol")
    weights = {"competent": 2.0, "cells": 1.0, "calcium": 6.0}
    draft = read("How do I make competent cells with calcium?", weights, found, done)
    assert draft.abstained
    assert draft.reason == "The nearest protocol, Cobalt, does not mention: calcium."


def test_a_refusal_tells_of_the_protocol_that_is_meant_and_not_of_a_step_that_sounds_like_it() -> None:
    spin = Evidence("Wash the column.", 1.0, "a#s1", "a", "Plasmid miniprep, spin")
    vacuum = Evidence("Wash the plate.", 1.0, "b#s1", "b", "Plasmid miniprep, vacuum")
    vector = Evidence("Boil the oligos in buffer.", 1.0, "c#s1", "c", "Vectors for sgRNA")
    asked = parse_question("How long are the oligos boiled with glycogen in the plasmid miniprep?")
    draft = read_parts(asked, {}, (spin, vacuum, vector))
    assert draft.abstained
    assert draft.reason == (
        "The nearest protocol, Plasmid miniprep, spin, does not mention: oligos, boiled, glycogen."
    )


def test_a_relation_that_the_ranking_did_not_find_is_refused() -> None:
    found = replace(ranked(claim(1)), unstated="contraindicated")
    read = read_claims(classify_question("What is aspirin contraindicated in?"), {"aspirin": 5.0}, found)
    assert read.abstained
    assert read.reason == "No assertion about “aspirin” states “contraindicated”."
    assert read.sentences[0].text == "It does say: aspirin treats x1."


def test_what_is_stated_the_other_way_round_is_no_yes() -> None:
    back = replace(claim(9, 0.0), matched=("aspirin", "x9"), graph_matches=2)
    found = replace(ranked(claim(1), back), reverse="e9")
    read = read_claims(classify_question("Does x9 treat aspirin?"), {"aspirin": 5.0, "x9": 5.0}, found)
    assert read.reason == "The graph states this of “aspirin” and “x9” only the other way round."
    assert read.sentences[0].text == "It does say: aspirin treats x9."


def test_a_contradiction_is_told_as_such() -> None:
    stated = replace(claim(9, 9.0), matched=("aspirin", "x9"), graph_matches=2)
    edge = replace(stated.subgraph.edges[0], id="e10", negated=True)
    denied = replace(stated, assertion_id="e10", subgraph=replace(stated.subgraph, edges=(edge,)))
    weights = {"aspirin": 5.0, "x9": 5.0, "treat": 3.0}
    read = read_claims(classify_question("Does aspirin treat x9?"), weights, ranked(stated, denied))
    assert [each.text.split(":")[0] for each in read.sentences] == ["Evidence for", "Evidence against"]
    assert "contradicts itself" in read.note
    assert read.confidence <= 0.6


def test_nothing_in_common_is_told_of_both_and_goes_before_a_sentence() -> None:
    other = replace(claim(2), matched=("ibuprofen",))
    found = ranked(claim(1), other, shared=False)
    question = parse_question("What do aspirin and ibuprofen both treat?")
    read = DifferenceReader().read(ReadingContext(question, Settings(), claims=found))
    assert read is not None
    assert read.reason == "No assertion answers this of “aspirin” and “ibuprofen” together."
    assert [each.text for each in read.sentences] == ["It does say: aspirin treats x1.", "aspirin treats x2."]


def test_what_a_step_forbids_is_said_before_what_other_steps_say() -> None:
    prepare = step(1, "Prepare the lysis buffer.", 9.0, ("Prepare", "verb"))
    never = step(3, "Do not heat the buffer.", 1.0, ("heat", "verb"))
    draft = read("Should I heat the lysis buffer?", {}, prepare, never)
    assert draft.sentences[0].text == "Evidence against: Lysis: “Do not heat the buffer.”"
    assert draft.short == ("no",)


def test_an_act_on_things_that_no_protocol_has_is_not_answered() -> None:
    boil = step(1, "Boil the samples for 5 min.", 9.0, ("Boil", "verb"), ("5 min", "time"))
    assert read("How long do I boil eggs?", {}, boil).abstained
    assert not read("How long do I boil samples?", {}, boil).abstained


def test_assertions_are_not_counted_where_they_say_less_than_is_asked() -> None:
    ranked = RankedAssertions((claim(1), claim(2)), best=2, things=2)
    asked = classify_question("How many mutant diseases has aspirin?")
    said = read_claims(asked, {"aspirin": 2.0}, ranked)
    assert said.counted == 2
    less = read_claims(asked, {"aspirin": 2.0, "mutant": 2.0}, ranked)
    assert (less.abstained, "does not say: mutant" in less.reason) == (True, True)


def acting(number: int, way: str, score: float, predicate: str = "biolink:affects") -> Evidence:
    """Give an assertion that tea raises or lowers urate, or goes together with it."""
    nodes = (
        SubgraphNode("t", "tea", "biolink:SmallMolecule"),
        SubgraphNode("u", "urate", "biolink:SmallMolecule"),
    )
    properties: dict[str, Value] = {"object_direction_qualifier": way} if way else {}
    edge = EvidenceEdge(f"e{number}", "t", predicate, "u", properties=properties)
    text = f"tea {'affects' if way else 'is negatively correlated with'} urate ({way})"
    return Evidence(text, score, assertion_id=edge.id, source="infores:toy", matched=("tea", "urate"),
                    graph_matches=2, subgraph=Subgraph(nodes, (edge,)))  # fmt: skip


def test_two_directions_of_one_effect_are_both_shown_and_neither_is_a_yes() -> None:
    asked, weights = (
        classify_question("Does tea decrease urate?"),
        {"tea": 3.0, "decrease": 2.0, "urate": 3.0},
    )
    lone = read_claims(asked, weights, ranked(acting(1, "decreased", 8.0)))
    both = read_claims(asked, weights, ranked(acting(1, "decreased", 8.0), acting(2, "increased", 6.0)))
    assert [one.text.split(":")[0] for one in lone.sentences] == ["Yes"]
    assert [one.text.split(":")[0] for one in both.sentences] == ["Evidence for", "Evidence against"]
    assert both.confidence < lone.confidence
    assert "contradicts itself" in both.note


def test_a_correlation_is_no_yes_to_a_question_for_an_effect() -> None:
    ranking = ranked(acting(1, "", 8.0, "biolink:negatively_correlated_with"))
    for verb, lead in (("decrease", False), ("correlate with", True)):
        weights = {"tea": 3.0, verb.split()[0]: 2.0, "urate": 3.0}
        draft = read_claims(classify_question(f"Does tea {verb} urate?"), weights, ranking)
        assert draft.sentences[0].text.startswith("Yes") is lead


def test_assertions_do_not_tell_which_of_two_is_more() -> None:
    asked, weights = (
        classify_question("Which has more targets, aspirin or ibuprofen?"),
        {"aspirin": 5.0, "more": 1.0},
    )
    draft = read_claims(asked, weights, ranked(claim(1), claim(2)))
    assert draft.abstained
    assert draft.reason == "What the graph states of “aspirin” does not tell what is more."


def test_one_end_of_a_question_for_yes_or_no_is_no_answer_where_the_other_is_unknown() -> None:
    asked, weights = classify_question("Does dansofen treat x1?"), {"dansofen": 2.0, "treat": 3.0, "x1": 9.0}
    draft = read_claims(asked, weights, ranked(replace(claim(1), matched=("x1",), graph_matches=1)))
    assert draft.abstained
    assert "dansofen" in draft.reason
