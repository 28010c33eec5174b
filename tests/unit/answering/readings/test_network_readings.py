"""The step reader's network beside the rules: whose words answer, and when they do not."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from bioloom.answering.composition.confidence import LEAST_BELIEF
from bioloom.answering.constraints.missing_words import NOTHING_MISSING
from bioloom.answering.readers.protocol_reader import read_parts
from bioloom.answering.readings.network_readings import (
    PredictedStep,
    network_signals,
    predict_steps,
    predicted_nodes,
)
from bioloom.answering.readings.part_readings import read_in_turn
from bioloom.answering.texts.protocol_text import protocol_texts
from bioloom.question_parsing import parse_question
from bioloom.records import Evidence, Subgraph, SubgraphNode
from bioloom.retrieval import PUBLICATIONS
from step_scorer import Scorer

STEPS = (
    "Spin the culture for 5 minutes.",
    "Add 2 volumes of cold EtOH to bring the DNA down.",
    "Incubate at 37 °C for 1 hour.",
)
EVIDENCE = tuple(
    Evidence(text, 1.0 / number, f"a#s{number}", "a", "Plasmid miniprep")
    for number, text in enumerate(STEPS, 1)
)


def predicted(words: str, text: str = STEPS[1]) -> PredictedStep:
    start = text.find(words)
    return PredictedStep(4.0, start, start + len(words), 0.9, -0.1)


def test_shares_of_all_steps_and_of_no_answer_are_one() -> None:
    found = predict_steps(Scorer("EtOH", 1.0), "with what?", "", protocol_texts(EVIDENCE))
    total = sum(2.718281828459045**each.log_probability for each in found["a"].values())
    none = 2.718281828459045 ** (found["a"][2].log_probability - found["a"][2].score)
    assert total + none == pytest.approx(1.0)
    assert max(found["a"], key=lambda at: found["a"][at].score) == 2


def test_what_the_question_calls_otherwise_is_found_by_the_network_only() -> None:
    asked = parse_question("Which reagent precipitates the plasmid in the plasmid miniprep?")
    assert read_parts(asked, {}, EVIDENCE, needed=0.4).short != ("EtOH",)
    assert read_parts(asked, {}, EVIDENCE, needed=0.4, network=Scorer("EtOH")).short == ("EtOH",)


@pytest.mark.parametrize(
    ("said", "words", "given"),
    [("HEK cells, spare tube", "spare tube", ()), ("Box 4: HEK cells", "Box 4", ("Box 4",))],
)
def test_a_step_without_a_place_does_not_tell_where_a_thing_is_stored(
    said: str, words: str, given: tuple[str, ...]
) -> None:
    kept = Evidence(said, 1.0, "a#s4", "a", "Plasmid miniprep")
    asked = parse_question("Where are the HEK cells stored in the plasmid miniprep?")
    assert read_parts(asked, {}, (*EVIDENCE, kept), needed=0.4, network=Scorer(words)).short == given


def test_the_network_is_told_the_part_and_the_whole_question() -> None:
    asked = parse_question("How long is the culture spun, and at what temperature is it incubated?")
    scorer = Scorer("5 minutes")
    read_parts(asked, {}, EVIDENCE, network=scorer)
    assert len(scorer.asked) == 2
    assert all(whole == asked.text for _, whole in scorer.asked)


def test_a_step_before_or_after_is_found_by_the_rules_alone() -> None:
    scorer = Scorer("EtOH")
    asked = parse_question("Which step comes after spinning the culture?")
    part = next(read_in_turn(asked, {}, EVIDENCE, network=scorer))
    assert scorer.asked == []
    assert all("log probability" not in each.signals for each in part.own)


@pytest.mark.parametrize(
    ("question", "words", "given"),
    [
        ("At what temperature is the DNA left?", "bring the DNA", ()),
        ("At what temperature is the gel run?", "cold EtOH", ()),
        ("What is added to the DNA?", "cold EtOH", ("cold EtOH",)),
        ("What brings the DNA down?", "DNA", ()),
    ],
)
def test_words_of_another_kind_than_asked_for_are_no_reading(
    question: str, words: str, given: tuple[str, ...]
) -> None:
    (pattern,) = parse_question(question).patterns
    assert tuple(node.name for node in predicted_nodes(pattern, EVIDENCE[1], predicted(words))) == given


def test_a_measured_value_of_another_kind_is_no_reading() -> None:
    (pattern,) = parse_question("How long is it incubated?").patterns
    text = STEPS[2]
    assert predicted_nodes(pattern, EVIDENCE[2], predicted("37 °C", text)) == ()
    (warm,) = parse_question("At what temperature is it incubated?").patterns
    marked = replace(EVIDENCE[2], text="Incubate (~20'' plus 6 h).")
    assert predicted_nodes(warm, marked, predicted("20''", marked.text)) == ()
    assert [each.name for each in predicted_nodes(pattern, EVIDENCE[2], predicted("1 hour", text))] == [
        "1 hour"
    ]


@pytest.mark.parametrize(
    ("question", "words", "answers"),
    [
        ("How fast is the ramp?", "0.1 °C/s", True),
        ("What temperature ramp is it?", "0.1 °C/s", True),
        ("What is the ramp rate?", "50 °C", False),
        ("At what temperature does it end?", "0.1 °C/s", False),
        ("At what temperature does it end?", "50 °C", True),
    ],
)
def test_a_rate_of_temperature_answers_how_fast(question: str, words: str, answers: bool) -> None:
    (pattern,) = parse_question(question).patterns
    piece = replace(EVIDENCE[0], text="Ramp down to 50 °C at 0.1 °C/s.")
    assert bool(predicted_nodes(pattern, piece, predicted(words, piece.text))) is answers


def test_a_node_of_the_graph_stands_for_its_own_words() -> None:
    node = SubgraphNode("n1", "cold EtOH", "reagent")
    piece = replace(EVIDENCE[1], subgraph=Subgraph((node,), ()))
    (pattern,) = parse_question("What is added to the DNA?").patterns
    assert predicted_nodes(pattern, piece, predicted("cold EtOH")) == (node,)


@pytest.mark.parametrize(
    ("question", "answers"),
    [("Grams of EtOH for the DNA?", True), ("Which pipette brings the DNA down?", False)],
)
def test_a_value_is_no_answer_where_a_thing_is_asked_for_by_its_noun(question: str, answers: bool) -> None:
    node = SubgraphNode("n1", "2 volumes", "volume")
    piece = replace(EVIDENCE[1], subgraph=Subgraph((node,), ()))
    (pattern,) = parse_question(question).patterns
    assert bool(predicted_nodes(pattern, piece, predicted("2 volumes"))) is answers


def test_a_step_that_was_not_read_has_the_least_share() -> None:
    (pattern,) = parse_question("What is added to the DNA?").patterns
    signals = partial(network_signals, pattern, EVIDENCE[1], missing=NOTHING_MISSING)
    read = signals(predicted("cold EtOH"), (), own=True, lacking=0, document=-0.1, meant=0.0)
    unread = signals(None, (), own=False, lacking=3, document=-8.0, meant=-1.0)
    assert read.keys() == unread.keys()
    assert unread["log probability"] < read["log probability"] <= 0
    assert (read["agreement"], unread["agreement"], unread["foreign words"]) == (1.0, 0.0, 1.0)


def test_a_value_that_rules_find_too_is_read_though_no_word_of_its_step_is_asked_for() -> None:
    kept = Evidence("Keep for 1 year.", 1.0, "b#s1", "b", "Chloramphenicol stock")
    node = SubgraphNode("n1", "1 year", "time")
    evidence = (replace(kept, subgraph=Subgraph((node,), ())),)
    asked = parse_question("How long does a chloramphenicol stock last in the freezer?")
    assert read_parts(asked, {}, evidence, needed=0.1, network=Scorer("1 year")).short == ("1 year",)


def test_a_document_that_is_hardly_meant_is_not_read_by_the_network() -> None:
    titles = {"b": "Agarose gel", "c": "Chloramphenicol stock, small", "d": "Chloramphenicol stock, large"}
    said = {"b": "Run it.", "c": "Keep it for 1 year.", "d": "Keep it for 2 years."}
    evidence = [Evidence(said[name], 1.0, f"{name}#s1", name, title) for name, title in titles.items()]
    asked = parse_question("How long does a chloramphenicol stock keep?")
    scorer = Scorer("1 year")
    read_parts(asked, {}, evidence, network=scorer)
    assert sorted(scorer.titles) == [titles["d"], titles["c"]]


def test_yes_or_no_is_read_by_the_rules_alone() -> None:
    scorer = Scorer("EtOH")
    next(read_in_turn(parse_question("Is the DNA brought down with EtOH?"), {}, EVIDENCE, network=scorer))
    assert scorer.asked == []


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("Which instrument measures the absorbance?", "Nanodrop"),
        ("Which instrument measures the DNA?", "Qubit"),
        ("Which instrument measures it?", "Qubit"),
    ],
)
def test_a_thing_in_a_clause_with_more_of_the_asked_words_goes_before_the_predicted_one(
    asked: str, given: str
) -> None:
    nodes = tuple(SubgraphNode(name, name, "device") for name in ("Qubit", "Nanodrop"))
    text = "Measure DNA of all tubes using the Qubit and measure absorbance with Nanodrop."
    evidence = Evidence(text, 1.0, "a#s1", "a", "Plasmids", subgraph=Subgraph(nodes, ()))
    read = read_parts(parse_question(asked), {}, (evidence,), needed=0.1, network=Scorer("Qubit"))
    assert given in read.short


def test_what_is_spared_is_not_read() -> None:
    paper = replace(
        EVIDENCE[0], sentence_id="b#s1", document_id="b", document_title="Mites", document_kind="article"
    )
    network = Scorer("EtOH")
    question = parse_question("How much ethanol is added?")
    read_parts(question, {}, (EVIDENCE[0], paper), network=network, spared=PUBLICATIONS)
    assert network.titles == ["Plasmid miniprep"]
    read_parts(question, {}, (EVIDENCE[0], paper), network=network)
    assert sorted(network.titles) == ["Mites", "Plasmid miniprep", "Plasmid miniprep"]


def answered(question: str, text: str, words: str) -> tuple[str, ...]:
    evidence = (Evidence(text, 1.0, "a#s1", "a", "Plasmid miniprep"),)
    return read_parts(parse_question(question), {}, evidence, needed=0.4, network=Scorer(words)).short


def test_a_reason_is_given_to_the_end_of_its_clause() -> None:
    text = "Avoid milk here: its casein is phosphorylated. Use BSA."
    reason = "its casein is phosphorylated"
    assert answered("Why no milk in the plasmid miniprep?", text, "its casein") == (reason,)


def test_what_is_denied_may_answer_why_it_is() -> None:
    text = "Do not vortex, since the strands break."
    asked = "Why should I not vortex in the plasmid miniprep?"
    assert answered(asked, text, "since the strands break") == ("since the strands break",)
    assert answered("How long do I vortex in the plasmid miniprep?", text, "Do not") == ()


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("What current is used for the transfer?", "100 V"),
        ("What voltage is used for the transfer?", "20 mA"),
    ],
)
def test_volts_are_no_current(asked: str, words: str) -> None:
    assert answered(asked, f"Use {words} for the transfer.", words) == ()


def test_who_makes_something_is_a_name_where_makers_stand() -> None:
    assert answered("Who sells the lysis buffer?", "Add the lysis buffer (Qiagen).", "Qiagen") == ("Qiagen",)
    assert answered("Who sells the lysis buffer?", "Add lysis buffer with supplement.", "supplement") == ()


def test_a_step_is_believed_as_a_whole_where_its_words_are_not_believed_enough() -> None:
    evidence = (Evidence("Cap the tube with a red lid.", 1.0, "a#s1", "a", "Plasmid miniprep"),)
    asked = parse_question("What is the lid like?")

    def believed(score: float) -> dict[bool, float]:
        (part,) = read_in_turn(asked, {}, evidence, network=Scorer("red lid", score))
        return {bool(each.nodes): each.belief for each in part.own}

    sure, unsure = believed(6.0), believed(-3.0)
    assert sure[True] >= LEAST_BELIEF > sure[False]
    assert unsure[False] > unsure[True]


def test_a_refusal_names_what_is_lacking_as_it_is_written() -> None:
    draft = read_parts(parse_question("How long is P3 kept in the freezer?"), {}, EVIDENCE, needed=0.9)
    assert "P3" in draft.reason


def test_the_number_of_a_lot_stands_where_one_is_named() -> None:
    text = "Stain the lysis tubes with DAPI at 1 µg/ml."
    assert answered("Which lot of DAPI stains the lysis tubes?", text, "DAPI at 1 µg/ml") == ()
    told = "Stain the lysis tubes with DAPI (lot A23)."
    assert answered("Which lot of DAPI stains the lysis tubes?", told, "A23") == ("A23",)


def test_a_count_that_is_not_stated_is_no_number_of_times() -> None:
    draft = read_parts(
        parse_question("How many tubes are in the plasmid miniprep?"), {}, EVIDENCE, needed=1.1
    )
    assert "number of times" not in draft.reason
