"""Constraints on an answer: the named protocol, stated values, order, parts; and what refusals say."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from bioloom.answering.composition.answer_composition import compose_answer
from bioloom.answering.composition.citation_verification import verify_parts
from bioloom.answering.composition.confidence import confidence_of
from bioloom.answering.composition.draft_answer import Draft
from bioloom.answering.constraints.foreign_words import denied_words, foreign_words
from bioloom.answering.constraints.step_constraints import StepReading
from bioloom.answering.readers.protocol_reader import read_parts
from bioloom.answering.readings.answer_nodes import limiting_steps
from bioloom.answering.readings.part_readings import read_in_turn
from bioloom.answering.readings.step_answers import answered, is_shared
from bioloom.answering.texts.protocol_text import protocol_texts
from bioloom.question_parsing import parse_question
from bioloom.question_parsing.question_pattern import parse_patterns
from bioloom.records import Answer, Evidence, EvidenceEdge, Subgraph, SubgraphNode

TITLES = {"a": "Plasmid miniprep", "b": "Staining of yeast with Nile Red", "c": "Gel recovery"}


def step(document: str, index: int, text: str, *edges: tuple[str, str, str, str]) -> Evidence:
    """Lay out a sentence; an edge is (verb, relation, name, type)."""
    nodes: dict[str, SubgraphNode] = {}
    made = []
    for at, (verb, relation, name, kind) in enumerate(edges):
        head = nodes.setdefault(verb, SubgraphNode(f"{document}{index}{verb}", verb, "verb"))
        tail = nodes.setdefault(name, SubgraphNode(f"{document}{index}{name}", name, kind))
        ends = (tail.id, head.id) if relation == "is_object_of" else (head.id, tail.id)
        made.append(
            EvidenceEdge(
                f"{document}{index}e{at}",
                ends[0],
                "biolink:related_to",
                ends[1],
                original_predicate=relation,
                properties={"sentence_id": f"{document}#s{index}"},
            )
        )
    return Evidence(
        text,
        1.0 / index,
        f"{document}#s{index}",
        document,
        TITLES[document],
        subgraph=Subgraph(tuple(nodes.values()), tuple(made)),
    )


def read(question: str, *evidence: Evidence) -> Draft:
    """Read with all words of the same weight."""
    return read_parts(parse_question(question), WEIGHTS, evidence)


def answer(question: str, *evidence: Evidence) -> Answer:
    """Read and compose."""
    draft = replace(read(question, *evidence), evidence=evidence)
    return compose_answer(question, draft, *verify_parts(draft, question))


NAMED = "plasmid miniprep staining yeast nile red gel recovery pellet cells lysed ethanol"
WEIGHTS: Mapping[str, float] = dict.fromkeys(NAMED.split(), 4.0)

SPIN = step(
    "a", 1, "Spin the cells at 4000 x g for 10 min.",
    ("Spin", "is_object_of", "cells", "cell"), ("Spin", "have_parameter", "4000 x g", "force"),
    ("Spin", "have_parameter", "10 min", "time"),
)  # fmt: skip
LYSE = step(
    "a", 2, "Incubate the cells in lysis buffer at 37 °C for 5 min.",
    ("Incubate", "is_object_of", "cells", "cell"), ("Incubate", "use_reagent", "lysis buffer", "blend"),
    ("Incubate", "have_parameter", "37 °C", "temperature"), ("Incubate", "have_parameter", "5 min", "time"),
)  # fmt: skip
DRY = step(
    "a", 3, "Air dry the pellet for 15 minutes.",
    ("Air dry", "is_object_of", "pellet", "blend"), ("Air dry", "have_parameter", "15 minutes", "time"),
)  # fmt: skip
STAIN = step(
    "b", 1, "Yeast cells are stained with Nile Red for 1 hour.",
    ("stained", "is_object_of", "Yeast cells", "cell"), ("stained", "use_reagent", "Nile Red", "chemical"),
    ("stained", "have_parameter", "1 hour", "time"),
)  # fmt: skip
ALL = (SPIN, LYSE, DRY, STAIN)


def test_a_named_protocol_binds_and_another_is_only_offered_beside() -> None:
    asked = "How long is the pellet air dried in the staining of yeast with Nile Red?"
    found = answer(asked, *ALL)
    assert found.abstained
    assert found.confidence == 0
    assert "does not mention: pellet" in found.answer
    assert (
        "Elsewhere: 15 minutes – Plasmid miniprep: “Air dry the pellet for 15 minutes.” [1]" in found.answer
    )
    assert [citation.document_id for citation in found.citations] == ["a"]
    named = answer("How long is the pellet air dried in the plasmid miniprep?", *ALL)
    assert named.short == ("15 minutes",)


def test_the_initials_of_a_title_are_no_foreign_word() -> None:
    dry = replace(DRY, document_title="Plasmid Operating Procedure")
    asked = "How long is the pellet air dried in the plasmid POP?"
    assert read(asked, dry).short == ("15 minutes",)
    assert read(asked.replace("POP", "PQP"), dry).abstained


def test_a_protocol_of_another_name_is_said_to_be_unknown() -> None:
    found = read("How long is the pellet air dried in the kidney dissection protocol?", *ALL)
    assert found.abstained
    assert found.reason == "No loaded protocol is called “kidney dissection”."


def test_a_refusal_names_no_everyday_words() -> None:
    asked = "What volume should I aim for when the pellet is dried in the plasmid miniprep?"
    found = read(asked, *ALL)
    assert found.abstained
    assert "states no amount" in found.reason
    asked = "How long is the ferret dried in the plasmid miniprep?"
    assert "does not mention: ferret" in read(asked, *ALL).reason


@pytest.mark.parametrize(
    ("asked", "kind"),
    [("At what wavelength", "wavelength"), ("At what humidity", "humidity"), ("At what ratio", "ratio")],
)
def test_a_refusal_names_the_kind_of_value_that_is_not_stated(asked: str, kind: str) -> None:
    found = read(f"{asked} is the pellet air dried in the plasmid miniprep?", *ALL)
    assert found.abstained
    assert found.reason == f"Plasmid miniprep states no {kind} for this."


@pytest.mark.parametrize("condition", ["80 °C", "80 degrees Celsius"])
def test_a_step_at_another_temperature_than_the_stated_one_is_no_evidence(condition: str) -> None:
    found = read(
        f"How long are cells incubated in lysis buffer at {condition} in the plasmid miniprep?", *ALL
    )
    assert found.abstained
    assert "does not mention: 80" in found.reason
    same = read("How long are cells incubated in lysis buffer at 310.15 K in the plasmid miniprep?", *ALL)
    assert same.short == ("5 min",)


def test_parts_are_answered_each_for_itself_and_the_missing_one_is_named() -> None:
    both = answer("In the plasmid miniprep, at what speed and for how long are the cells spun?", *ALL)
    assert [part.short for part in both.parts] == [("4000 x g",), ("10 min",)]
    assert [part.citations for part in both.parts] == [(1,), (1,)]
    half = answer("Plasmid miniprep: how long are cells spun, and which pH has the lysis buffer?", *ALL)
    assert [part.abstained for part in half.parts] == [False, True]
    assert not half.abstained
    assert half.confidence == pytest.approx(half.parts[0].confidence / 2, abs=0.001)
    assert "Not answered, “which pH has the lysis buffer?”" in half.answer


def test_a_refused_part_shows_the_step_that_answers_the_other_part() -> None:
    store = step("c", 1, "Store the pellet at -20 °C.", ("Store", "have_parameter", "-20 °C", "temperature"))
    found = answer("At which temperature and for how long is the pellet air dried?", *ALL, store)
    assert [part.short for part in found.parts] == [(), ("15 minutes",)]
    assert (
        "The step of Plasmid miniprep that is nearest to this states no temperature." in found.parts[0].answer
    )
    assert "Air dry the pellet" in found.parts[0].answer
    assert "-20" not in found.answer


def test_a_value_must_be_of_the_dimension_asked_for() -> None:
    found = read("What is the pH of the lysis buffer in the plasmid miniprep?", *ALL)
    assert found.abstained
    assert "pH" in found.reason
    stated = step("a", 2, "Add lysis buffer, pH 7.5.", ("Add", "is_object_of", "lysis buffer", "blend"))
    assert read("What is the pH of the lysis buffer in the plasmid miniprep?", SPIN, stated).short == (
        "pH 7.5",
    )


@pytest.mark.parametrize(
    "question",
    [
        "How long are yeast cells stained in Nile Red?",
        "For how many minutes does one stain yeast cells with Nile Red?",
        "What is the staining time of yeast cells in Nile Red?",
        "Staining of yeast with Nile Red: how long is the stain left on the cells?",
    ],
)
def test_wording_does_not_decide(question: str) -> None:
    assert read(question, *ALL).short == ("1 hour",)


def test_equal_values_of_another_protocol_are_agreement() -> None:
    other = step(
        "c", 1, "Spin the cells at 4000 x g for 600 s.",
        ("Spin", "is_object_of", "cells", "cell"), ("Spin", "have_parameter", "600 s", "time"),
    )  # fmt: skip
    found = read_parts(parse_question("How long are the cells spun?"), {}, (SPIN, other), needed=0.0)
    assert [each.text.startswith("Elsewhere too: ") for each in found.sentences] == [False, True]
    assert found.short == ("10 min",)
    longer = step(
        "c", 1, "Spin the cells at 4000 x g for 20 min.",
        ("Spin", "is_object_of", "cells", "cell"), ("Spin", "have_parameter", "20 min", "time"),
    )  # fmt: skip
    differing = read_parts(parse_question("How long are the cells spun?"), {}, (SPIN, longer), needed=0.0)
    assert [each.text.startswith("Elsewhere otherwise: ") for each in differing.sentences] == [False, True]
    assert differing.short == ("10 min", "20 min")


def test_values_of_several_protocols_are_given_where_none_is_sure_enough() -> None:
    """The belief is that of all that are shown; a protocol that lacks a word of the part is none of them."""
    shares = {"a": 0.4, "b": 0.35, "c": 0.2}
    readings = [
        StepReading(
            at,
            step(document, 1, f"Heat shock for {at}0 s."),
            document,
            0,
            (SubgraphNode(document, f"{at}0 s", "time"),),
            {"overlap": 1.0, "answerless": 0.0},
            belief,
        )
        for at, (document, belief) in enumerate(shares.items(), 1)
    ]
    draft = answered(parse_patterns("How long is the heat shock?")[0], readings[0], readings)
    assert draft.short == ("10 s", "20 s", "30 s")
    assert draft.confidence == pytest.approx(confidence_of(0.95))
    lacking = [replace(each, signals={"overlap": 0.5, "answerless": 0.0}) for each in readings]
    assert not is_shared(lacking[0], lacking[1:])
    assert not is_shared(replace(readings[0], belief=0.6), readings[1:])


def test_a_chance_likeness_is_no_agreement() -> None:
    """All share the belief in "10 s"; only the step with as many asked words tells of the same."""
    first, likewise, by_chance = (
        StepReading(
            at,
            step(document, 1, f"{act} for 10 s."),
            document,
            0,
            (SubgraphNode(document, "10 s", "time"),),
            {"overlap": overlap, "answerless": 0.0},
            0.9,
        )
        for at, (document, act, overlap) in enumerate(
            [("a", "Heat shock", 1.0), ("b", "Shock with heat", 1.0), ("c", "Heat", 0.5)], 1
        )
    )
    pattern = parse_patterns("How long is the heat shock?")[0]
    told = [each.text for each in answered(pattern, first, [first, by_chance, likewise]).sentences]
    assert len(told) == 2
    assert told[1].startswith("Elsewhere too: ")
    assert "Shock with heat" in told[1]


def test_the_words_of_an_order_clause_stand_in_the_step_before() -> None:
    rest = step("a", 4, "Spin again for 2 min.", ("Spin", "have_parameter", "2 min", "time"))
    found = read("How long does one spin after air drying the pellet in the plasmid miniprep?", *ALL, rest)
    assert found.short == ("2 min",)


def test_a_refusal_says_what_is_known() -> None:
    found = answer("At what temperature is the pellet air dried in the plasmid miniprep?", *ALL)
    assert found.abstained
    told = "The step of Plasmid miniprep that is nearest to this states no temperature. It does say:"
    assert found.answer.startswith(told), "another one does"
    assert "“Air dry the pellet for 15 minutes.” [1]" in found.answer


@pytest.mark.parametrize("foreign", ["with gold nanoparticles", "of zebrafish", "in the presence of acetone"])
@pytest.mark.parametrize("named", ["", " in the plasmid miniprep"])
def test_a_question_about_something_that_no_step_names_is_refused(foreign: str, named: str) -> None:
    assert read(f"How long are the cells {foreign} spun{named}?", *ALL).abstained
    found = answer(f"How long is the pellet {foreign} air dried{named}?", *ALL)
    assert found.abstained
    assert f"does not mention: {foreign.rpartition(' ')[2]}" in found.answer.replace("gold, ", "")
    assert "It does say: “Air dry the pellet for 15 minutes.” [1]" in found.answer


@pytest.mark.parametrize(
    "question",
    ["How long are the cells together spun?", "How long are cell samples centrifuged in a device?"],
)
def test_everyday_words_and_words_for_kinds_make_no_question_a_foreign_one(question: str) -> None:
    assert read(f"In the plasmid miniprep, {question[0].lower()}{question[1:]}", *ALL).short == ("10 min",)


def test_methanol_is_no_ethanol() -> None:
    fixed = step(
        "a", 4, "Fix the cells in ethanol for 3 min.",
        ("Fix", "is_object_of", "cells", "cell"), ("Fix", "have_parameter", "3 min", "time"),
    )  # fmt: skip
    assert read("How long are cells fixed in ethanol in the plasmid miniprep?", *ALL, fixed).short == (
        "3 min",
    )
    assert read("How long are cells fixed in methanol in the plasmid miniprep?", *ALL, fixed).abstained


@pytest.mark.parametrize(
    ("text", "question", "value"),
    [
        ("Put 1.5 mL of lysis buffer in a 2 mL tube.", "How much lysis buffer is put in the tube?", "1.5 mL"),
        (
            "Add 100 mM IPTG to a final concentration of 2 mM.",
            "What is the final concentration of IPTG?",
            "2 mM",
        ),
        (
            "Incubate cells overnight at 37 °C, for 6 hours at 45 °C, or for 2 hours at 55 °C.",
            "How long are cells incubated at 45 °C?",
            "6 hours",
        ),
        (
            "Homogenize the pellet (working time 10 s / rest time 20 s).",
            "What is the rest time of the pellet?",
            "20 s",
        ),
    ],
)
def test_of_several_values_the_fitting_one_is_given(text: str, question: str, value: str) -> None:
    found = read(f"Plasmid miniprep: {question[0].lower()}{question[1:]}", SPIN, step("a", 4, text))
    assert found.short == (value,)


def test_the_parts_of_a_comparison_bind_each_to_the_protocol_that_they_name() -> None:
    drying = step(
        "c", 1, "Air dry the pellet for 2 minutes.",
        ("Air dry", "is_object_of", "pellet", "blend"), ("Air dry", "have_parameter", "2 minutes", "time"),
    )  # fmt: skip
    asked = "How long is the pellet air dried in the plasmid miniprep, and how long in the gel recovery?"
    found = answer(asked, *ALL, drying)
    assert [part.short for part in found.parts] == [("15 minutes",), ("2 minutes",)]
    assert [part.question for part in found.parts][1] == (
        "how long is the pellet air dried in the gel recovery?"
    )


@pytest.mark.parametrize(
    "asked",
    [
        "How long is the pellet air dried in the plasmid miniprep, compared with the gel recovery?",
        "Compare how long the pellet is air dried in the plasmid miniprep and in the gel recovery.",
        "How does the time of air drying in the plasmid miniprep compare with that of the gel recovery?",
    ],
)
def test_a_comparison_has_two_parts_however_it_is_said(asked: str) -> None:
    drying = step(
        "c", 1, "Air dry the pellet for 2 minutes.",
        ("Air dry", "is_object_of", "pellet", "blend"), ("Air dry", "have_parameter", "2 minutes", "time"),
    )  # fmt: skip
    assert [part.short for part in answer(asked, *ALL, drying).parts] == [("15 minutes",), ("2 minutes",)]


def test_a_later_part_at_another_value_of_the_same_step_is_read_from_its_clause() -> None:
    fixed = step("a", 4, "Fix the cells for 3 h on ice or 1 h at RT.")
    asked = "In the plasmid miniprep, how long are cells fixed on ice, and how long at room temperature?"
    assert [part.short for part in answer(asked, *ALL, fixed).parts] == [("3 h",), ("1 h",)]


def test_what_the_protocol_says_not_to_do_may_not_be_done() -> None:
    denied = step("a", 4, "Do not vortex the cells.", ("vortex", "is_object_of", "cells", "cell"))
    found = answer("May I vortex the cells in the plasmid miniprep?", *ALL, denied)
    assert found.short == ("no",)
    assert "Do not vortex the cells." in found.answer
    assert answer("May I vortex the ethanol wash in the plasmid miniprep?", *ALL, denied).abstained
    refrozen = step("a", 4, "Do not refreeze a thawed aliquot.")
    assert answer("Can a thawed aliquot be refrozen in the plasmid miniprep?", refrozen).short == ("no",)


@pytest.mark.parametrize(
    ("step_text", "asked", "denied"),
    [
        ("Never heat the solution above 65 °C.", "At what temperature is the solution heated?", set()),
        ("Never heat the solution above 65 °C.", "May I heat the solution above 65 °C?", {"heat"}),
        ("Do not vortex the tubes for more than 5 s.", "How long are the tubes vortexed?", set()),
        ("Do not freeze it until it is clear.", "How long is it frozen?", set()),
        ("Do not vortex and spin above 300 x g.", "How long is it vortexed?", {"vortex"}),
    ],
)
def test_what_is_forbidden_beyond_a_limit_is_done_within_it(
    step_text: str, asked: str, denied: set[str]
) -> None:
    (text,) = protocol_texts((step("a", 4, step_text),))
    assert set(denied_words(parse_question(asked).patterns[0], text)) == denied


def test_a_limit_that_a_step_forbids_to_pass_is_not_the_value_that_another_one_has() -> None:
    limit = step("a", 4, "Never heat the cells above 65 °C.")
    warmed = step("a", 5, "Warm the cells to 60 °C and heat them with care.")
    asked = "In the plasmid miniprep, at what temperature are the cells heated?"
    assert answer(asked, limit, warmed).short == ("60 °C",)
    (text,) = protocol_texts((limit, warmed))
    for question, places in ((asked, {4}), ("Up to what temperature may the cells be heated?", set())):
        assert limiting_steps(parse_question(question).patterns[0], text) == places


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("At what speed are the spores spun in the plasmid miniprep?", ("4,000 rpm",)),
        ("At what speed in x g are the spores spun in the plasmid miniprep?", ()),
        ("What g force spins the spores in the plasmid miniprep?", ()),
        ("How many rpm are the spores spun at in the plasmid miniprep?", ("4,000 rpm",)),
        ("What SDS concentration in mM is in the spores in the plasmid miniprep?", ()),
    ],
)
def test_a_value_that_the_unit_of_the_question_cannot_state_is_no_answer(
    asked: str, given: tuple[str, ...]
) -> None:
    spun = step("a", 4, "Spin the spores in 0.2 % SDS at 4,000 rpm.")
    assert answer(asked, spun).short == given


def test_a_word_that_tells_the_kind_of_a_thing_is_no_act_that_is_denied() -> None:
    told = step("a", 4, "The range is 4 to 8 °C.", ("is", "have_parameter", "4 to 8 °C", "temperature"))
    denied = step("a", 5, "Mixed growth: do not test.")
    pattern = parse_question("In the plasmid miniprep, what is the test range?").patterns[0]
    (text,) = protocol_texts((told, denied))
    assert "test" in text.denied
    assert denied_words(pattern, text) == {}
    tested = parse_question("In the plasmid miniprep, how long is it tested?").patterns[0]
    assert set(denied_words(tested, text)) == {"test"}


def test_a_protocol_is_called_by_its_field_of_work() -> None:
    asked = "How long is the pellet air dried in the {} protocol?"
    dry = replace(DRY, document_title="Gibson assembly of three fragments")
    assert read(asked.format("cloning"), dry).short == ("15 minutes",)
    assert read(asked.format("histology"), dry).reason == "No loaded protocol is called “histology”."


def test_headings_notes_and_warnings_are_no_next_step() -> None:
    lines = ("Spin the cells.", "Lysis and wash", "Caution: ethanol burns.", "Lyse the cells.", "Dry them.")
    told = [step("a", at, line) for at, line in enumerate(lines, 1)]
    around = [("", *lines[:-1]), (*lines[1:], "")]
    told = [
        replace(piece, before=before or None, after=after or None)
        for piece, before, after in zip(told, *around, strict=True)
    ]
    assert answer("What follows spinning in the plasmid miniprep?", *told).short == ("Lyse the cells.",)
    assert answer("What comes before lysing in the plasmid miniprep?", *told).short == ("Spin the cells.",)


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("who sells the lysis buffer", ("Qiagen",)),
        ("what is the catalogue number of the lysis buffer", ("19053",)),
        ("where is the ethanol from", ("Sigma",)),
        ("which clone is the Ki-67 antibody", ("MIB-1",)),
        ("which lot is the Ki-67 antibody", ()),
        ("who sells the water", ()),
    ],
)
def test_makers_and_numbers_are_those_of_the_thing_that_is_named(asked: str, given: tuple[str, ...]) -> None:
    told = step(
        "a", 1, "Add lysis buffer (Qiagen, 19053), water and ethanol (Sigma); add Ki-67 antibody clone MIB-1."
    )
    assert answer(f"In the plasmid miniprep, {asked}?", told).short == given


def test_tissues_before_a_word_are_no_other_organism() -> None:
    told = step("a", 1, "Image the hemispheres for 4 h.", ("Image", "have_parameter", "4 h", "time"))
    brain = replace(told, document_title="Clearing of mouse brain hemispheres")
    assert read("How long are the mouse hemispheres imaged in the clearing?", brain).short == ("4 h",)
    assert read("How long are the rat hemispheres imaged in the clearing?", brain).abstained


def test_an_act_that_the_protocol_denies_is_refused_with_the_step_that_says_so() -> None:
    denied = step("a", 4, "Do not vortex.", ("vortex", "use_method", "vortex", "method"))
    found = answer("How long are the cells vortexed in the plasmid miniprep?", *ALL, denied)
    assert found.abstained
    assert found.answer == (
        "Plasmid miniprep says that this is not done: vortexed. It does say: “Do not vortex.” [1]"
    )
    limit = step("a", 4, "Heat the cells. Do not heat higher than 60 °C.")
    assert read("To what temperature may cells be heated at most in the plasmid miniprep?", limit).short == (
        "60 °C",
    )


def test_steps_that_state_no_such_value_share_the_belief_with_those_that_do() -> None:
    asked = "At what speed are the cells incubated in lysis buffer in the plasmid miniprep?"
    parts = next(read_in_turn(parse_question(asked), WEIGHTS, ALL))
    assert [each.evidence for each in parts.own] == [SPIN]
    assert LYSE in [each.evidence for each in parts.answerless]
    assert sum(each.belief for each in (*parts.own, *parts.answerless)) < 1


@pytest.mark.parametrize(
    ("text", "question", "value"),
    [
        ("Read the cells at 405 nm.", "At which wavelength are the cells read?", "405 nm"),
        ("Keep the cells at 4 °C, then for 1 h at 65 °C.", "How warm are cells kept for an hour?", "65 °C"),
        ("Run the gel at 3 V (MOI = 10).", "At what voltage is the gel run?", "3 V"),
        ("Sample the cells every 15 min.", "At what intervals are the cells sampled?", "15 min"),
        ("Add 8,000 mg PEG 8,000 to the cells.", "What mass of PEG 8000 goes to the cells?", "8,000 mg"),
        ("Shake the fungi for 9 min.", "How long are the fungal cells shaken?", "9 min"),
    ],
)
def test_values_and_words_are_told_in_any_spelling(text: str, question: str, value: str) -> None:
    found = read(f"Plasmid miniprep: {question[0].lower()}{question[1:]}", SPIN, step("a", 4, text))
    assert [words.removeprefix("every ") for words in found.short] == [value]


GEL = (
    step("c", 1, "Weigh 0.6 g (1.2%) agarose and add 50 mL of running buffer."),
    step("c", 2, "Wait 30 minutes until the agarose gel sets."),
    step("c", 3, "Run the gel at 100V for 45-60 minutes."),
)


def test_the_step_that_answers_one_part_is_the_first_candidate_of_the_other() -> None:
    """Read alone, the time is that of step 2 as much as that of step 3."""
    alone = next(read_in_turn(parse_question("How long is the gel run in the gel recovery?"), WEIGHTS, GEL))
    asked = "How long and at what voltage is the gel run in the gel recovery?"
    beside = next(read_in_turn(parse_question(asked), WEIGHTS, GEL))
    assert beside.own[0].evidence == GEL[2]
    assert beside.own[0].belief > alone.own[0].belief + 0.05
    assert [part.short for part in answer(asked, *GEL).parts] == [("45-60 minutes",), ("100V",)]


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ("How much agarose is there for the gel in the gel recovery?", ("0.6 g",)),
        ("How much running buffer is there for the gel in the gel recovery?", ("50 mL",)),
        ("Gel recovery: agarose amount?", ("0.6 g",)),
    ],
)
def test_an_amount_is_of_the_thing_asked_for(asked: str, value: tuple[str, ...]) -> None:
    assert answer(asked, *GEL).short == value


def test_an_amount_of_another_thing_is_no_answer() -> None:
    steps = (step("a", 4, "Add cells to the flask, then add 500 ml fresh medium to each flask."), SPIN)
    assert answer("How much cells are added to the flask in the plasmid miniprep?", *steps).abstained
    assert answer("How much medium is added to the flask in the plasmid miniprep?", *steps).short == (
        "500 ml",
    )


def test_numbers_of_a_name_tell_amounts_apart() -> None:
    culture = step("a", 4, "Grow with TGF-β1 (10 ng/mL), IL-4 (10 ng/mL) and IL-2 (20 ng/mL).")
    found = answer("Plasmid miniprep: IL-4 and IL-2 conc?", SPIN, culture)
    assert [part.short for part in found.parts] == [("10 ng/mL",), ("20 ng/mL",)]


def test_one_value_does_not_answer_for_two_things() -> None:
    warm = step(
        "a", 1, "Warm the cells in the oven for 4 minutes.", ("Warm", "have_parameter", "4 minutes", "time")
    )
    steps = (warm, step("a", 2, "Keep the medium in the oven."))
    asked = "Plasmid miniprep: how long are the cells in the oven and how long is the medium in the oven?"
    found = answer(asked, *steps)
    assert [part.short for part in found.parts] == [("4 minutes",), ()]
    assert "Not answered, “how long is the medium in the oven?”" in found.answer


def test_values_that_the_title_states_are_no_conditions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TITLES, "d", "Lysis Buffer (10 mM Tris, 1% SDS)")
    steps = (step("d", 1, "Add 2.5 g of SDS."), step("d", 2, "Add 2.5 ml of 1 M Tris."))
    asked = "How much SDS goes into the Lysis Buffer (10 mM Tris, 1% SDS)?"
    assert answer(asked, *steps).short == ("2.5 g",)


def test_a_force_tells_that_a_step_spins() -> None:
    pelleted = step(
        "c", 1, "Pellet the cells: 16,000 x g, 5 min.", ("Pellet", "is_object_of", "cells", "cell")
    )
    assert answer("How long is the spin of the cells in the gel recovery?", pelleted).short == ("5 min",)


def test_the_thing_at_the_end_of_the_preposition_is_given() -> None:
    cover = step(
        "a", 4, "Cover the top of the flask with aluminum foil.",
        ("Cover", "is_object_of", "top", "container"), ("Cover", "is_object_of", "flask", "container"),
        ("Cover", "use_device", "aluminum foil", "consumable"),
    )  # fmt: skip
    asked = "What is the mouth of the flask covered with before the cells go into it in the plasmid miniprep?"
    assert read_parts(parse_question(asked), WEIGHTS, (cover, SPIN), needed=0.0).short == ("aluminum foil",)


def test_a_thing_is_given_though_title_and_question_hold_its_words() -> None:
    wash = step("b", 2, "Wash cells in Staining Buffer.", ("Wash", "use_reagent", "Staining Buffer", "blend"))
    asked = "Which buffer is used to wash cells in the staining of yeast with Nile Red?"
    assert answer(asked, wash, STAIN).short == ("Staining Buffer",)


@pytest.mark.parametrize(
    "asked",
    [
        "I only have a water bath and we forgot it all: how long are the cells spun, plasmid miniprep?",
        "My tubes broke, which I gather is due to zebrafish. How long are cells spun, plasmid miniprep?",
        "Someone set our block to 80 out of habit; how long are the cells spun in the plasmid miniprep?",
    ],
)
def test_what_is_told_before_a_question_constrains_nothing(asked: str) -> None:
    assert answer(asked, *ALL).short == ("10 min",)


def test_a_value_is_stated_only_with_its_unit() -> None:
    dye = step("a", 4, "Take 1 ml of sea water and add 1 µl of dye.")
    assert answer("How much dye is added to 1 ml of sea water in the plasmid miniprep?", dye, SPIN).short == (
        "1 µl",
    )


def test_an_isotope_is_no_temperature() -> None:
    fed = step("a", 4, "Add 15N 13C labeled cells.")
    assert answer("At what temperature are labeled cells added in the plasmid miniprep?", fed, SPIN).abstained


def test_an_enzyme_that_no_step_names_is_refused_though_a_protein_is_named() -> None:
    steps = (step("a", 4, "Dilute the sample to 700 µL."), step("a", 5, "Leave the protein behind."))
    assert "Proteinase" in answer("How much Proteinase K goes into the plasmid miniprep?", *steps).answer


def test_a_short_name_that_no_step_has_is_foreign() -> None:
    steps = (step("a", 4, "Add 200 µl of buffer WB to the column."),)
    assert answer("Plasmid miniprep: how much Buffer PE is added to the column?", *steps).abstained
    assert answer("Plasmid miniprep: how much Buffer WB is added to the column?", *steps).short == ("200 µl",)
    (pattern,) = parse_patterns("How much is added to the column with PE?")
    assert foreign_words(pattern, protocol_texts(steps)[0]) == ("pe",)


def test_a_name_of_letters_and_digits_that_no_step_has_is_foreign_however_it_is_written() -> None:
    steps = (
        step("a", 4, "Spin at OD 600 of 0.4 for 10 min."),
        step("a", 5, "Add 5 µl of T4-ligase and water."),
    )
    (pattern,) = parse_patterns(
        "How long is the spin of HEK293s at OD600 after adding N3, T4 and H2O at pH7?"
    )
    assert foreign_words(pattern, protocol_texts(steps)[0]) == ("HEK293s", "N3")


def test_an_amount_of_another_thing_alone_is_void() -> None:
    steps = (step("a", 4, "Add 200 µl of ethanol to the column."), step("a", 5, "Keep the water cold."))
    asked = "Plasmid miniprep: how much water is added to the column?"
    assert all(
        each.answerless
        for part in read_in_turn(parse_question(asked), WEIGHTS, steps)
        for each in part.answerless
    )
    assert not next(iter(read_in_turn(parse_question(asked), WEIGHTS, steps))).own


def test_a_formula_of_water_is_the_thing_asked_for() -> None:
    wet = step("a", 4, "Prewet the filter by drawing through 5-10 ml of sterile H2O.")
    asked = "Plasmid miniprep: which filter is prewetted, and how much water wets it?"
    assert answer(asked, SPIN, wet).parts[1].short == ("5-10 ml",)


def test_what_tells_another_act_apart_is_no_condition() -> None:
    steps = (
        step("a", 1, "Heat shock the cells for 45 sec at 42 °C."),
        step("a", 2, "Add 800 µl of SOC and incubate the cells for 1 hour at 37 °C."),
        step("a", 3, "Plate the transformation."),
    )
    asked = "How long are cells heat shocked in the plasmid miniprep transformation with 800 µl SOC?"
    assert answer(asked, *steps).short == ("45 sec",)


def test_a_time_is_in_the_unit_asked_for() -> None:
    steps = (
        step("a", 1, "Spin the dialysis tube for 30 seconds with the sample."),
        step("a", 2, "Dialyze in buffer for 18-24 hours."),
    )
    asked = "Plasmid miniprep: how many hours is the sample dialyzed in buffer in the tube?"
    assert answer(asked, *steps).short == ("18-24 hours",)


def test_words_of_talk_do_not_constrain() -> None:
    steps = (step("a", 1, "Keep the recirculation rate at 20-40 ml/min."), SPIN)
    asked = "Plasmid miniprep: what recirculation rate should I aim for if I really want a good result?"
    plain = "Plasmid miniprep: what recirculation rate?"
    one, two = (answer(each, *steps) for each in (asked, plain))
    assert one.short == two.short == ("20-40 ml/min",)


def test_the_other_part_of_a_comparison_is_bound_by_forms_of_its_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(TITLES, "d", "High quality DNA from Fungi for long read sequencing e.g. PacBio")
    monkeypatch.setitem(TITLES, "e", "High quality DNA extraction from Fungi_small scale")
    monkeypatch.setitem(TITLES, "f", "Small scale culture of phage")
    monkeypatch.setitem(TITLES, "g", "Small scale staining of yeast")
    steps = (
        step("d", 1, "Add 3.5 mL of KAc."),
        step("e", 1, "Add 100 ul of KAc."),
        step("f", 1, "Add phage."),
        step("g", 1, "Stain the yeast."),
    )
    asked = (
        "How much KAc is used in the PacBio long-read fungal DNA protocol "
        "compared with the small scale fungal one?"
    )
    assert [part.short for part in answer(asked, *steps).parts] == [("3.5 mL",), ("100 ul",)]
