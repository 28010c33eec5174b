"""The property reader on assertions made by hand."""

from dataclasses import replace

import pytest

from bioloom.answering.composition.draft_answer import Draft
from bioloom.answering.readers.property_reader import PropertyReader, asked_for, read_properties
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.question_parsing import parse_question
from bioloom.records import Evidence, EvidenceEdge, Subgraph, SubgraphNode, Value
from bioloom.retrieval import RankedAssertions
from bioloom.settings import Settings

DRUG = SubgraphNode("d", "veltorinib", "biolink:SmallMolecule", properties={"half_life": "8 h"})
PSORIASIS = SubgraphNode("p", "psoriasis", "biolink:Disease")
ECZEMA = SubgraphNode("e", "eczema", "biolink:Disease")


def treats(disease: SubgraphNode, matched: tuple[str, ...], **properties: Value) -> Evidence:
    """Say that the drug treats a disease, with properties."""
    edge = EvidenceEdge(f"e{disease.id}", "d", "biolink:treats", disease.id, properties=properties)
    return Evidence(
        f"veltorinib treats {disease.name}",
        7.0,
        assertion_id=edge.id,
        graph_matches=len(matched),
        matched=matched,
        subgraph=Subgraph((DRUG, disease), (edge,)),
    )


FOR_PSORIASIS = treats(
    PSORIASIS, ("psoriasis", "veltorinib"), dose_mg=50, route="oral", publications=("PMID:1",)
)
FOR_ECZEMA = treats(ECZEMA, ("veltorinib",), dose_mg=100, verified=True)


def ask(question: str, *claims: Evidence, **weights: float) -> Draft | None:
    """Read the properties that a question asks for of some assertions."""
    return read_properties(question, weights, RankedAssertions(claims), most=10)


def texts(draft: Draft | None) -> list[str]:
    """Give the sentences of a draft."""
    assert draft is not None
    return [each.text for each in draft.sentences]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What dose of veltorinib treats psoriasis?", "veltorinib treats psoriasis: dose 50 mg."),
        ("By which route is veltorinib given for psoriasis?", "veltorinib treats psoriasis: route oral."),
        ("What are the publications?", "veltorinib treats psoriasis: publications PMID:1."),
        ("What dose and route has it?", "veltorinib treats psoriasis: dose 50 mg, route oral."),
        ("What is the half-life of veltorinib?", "veltorinib: half life 8 h."),
    ],
)
def test_a_property_is_told_by_its_name(question: str, told: str) -> None:
    assert texts(ask(question, FOR_PSORIASIS)) == [told]


def test_of_one_name_every_assertion_with_the_property_is_told() -> None:
    alone = replace(FOR_PSORIASIS, graph_matches=1)
    assert texts(ask("What dose of veltorinib is used?", alone, FOR_ECZEMA)) == [
        "veltorinib treats psoriasis: dose 50 mg.",
        "veltorinib treats eczema: dose 100 mg.",
    ]


def test_what_all_assertions_about_a_thing_have_is_told_once() -> None:
    phase = {"clinical_phase": "Launched"}
    claims = (treats(PSORIASIS, ("veltorinib",), **phase), treats(ECZEMA, ("veltorinib",), **phase))
    assert texts(ask("In which phase is veltorinib?", *claims)) == [
        "veltorinib treats psoriasis: clinical phase Launched."
    ]


def test_the_last_word_of_a_name_is_not_enough_where_it_is_vague_or_of_two() -> None:
    properties: dict[str, Value] = {"agent_type": "manual", "first_dose": 1, "last_dose": 2}
    assert not asked_for("Which type is it?", properties)
    assert not asked_for("Which dose is it?", properties)
    assert [each.stated for each in asked_for("What is the last dose?", properties)] == ["last dose 2"]


def test_where_an_assertion_joins_what_is_named_others_are_no_answer() -> None:
    question = "What dose of veltorinib treats psoriasis?"
    assert texts(ask(question, FOR_ECZEMA, FOR_PSORIASIS)) == ["veltorinib treats psoriasis: dose 50 mg."]


def test_a_word_that_nothing_states_leaves_the_question_to_others() -> None:
    question = "What dose of veltorinib treats psoriasis in children?"
    assert ask(question, FOR_PSORIASIS, dose=1.0, treats=1.0, psoriasis=1.0) is not None
    assert ask(question, FOR_PSORIASIS, dose=1.0, treats=1.0, psoriasis=1.0, children=1.0) is None


@pytest.mark.parametrize(
    "question",
    [
        "Does the dose of veltorinib matter?",
        "Which drugs treat psoriasis at a dose of 50 mg?",
        "What treats psoriasis by the oral route?",
        "What is the price of veltorinib?",
    ],
)
def test_what_is_not_asked_for_is_not_told(question: str) -> None:
    assert ask(question, FOR_PSORIASIS) is None


def test_names_of_categories_and_relations_ask_for_what_assertions_join() -> None:
    properties: dict[str, Value] = {"target": "JAK3", "gene": "JAK3", "indication": "gout", "phase": 3}
    for word in ("target", "gene", "indication"):
        assert not asked_for(f"What is the {word} of it?", properties), word
    assert [each.stated for each in asked_for("What is the phase of it?", properties)] == ["phase 3"]


@pytest.mark.parametrize("name", ["", "_", "__", "???", "_mg", "mg_", "µ", "n_", "N", "1.2.3", "a" * 5000])
def test_any_name_of_a_property_is_borne(name: str) -> None:
    asked_for(f"What is the {name} of it?", {name: "x", f"{name}_mg": 1, "dose": None})  # type: ignore[dict-item]


def test_truth_values_are_told_as_words() -> None:
    assert [each.value for each in asked_for("What is its verified value?", {"verified": True})] == ["yes"]


def test_parts_that_ask_for_no_property_are_read_as_others_are() -> None:
    question = parse_question("What treats psoriasis and what is the dose of veltorinib?")
    context = ReadingContext(
        question,
        Settings(),
        weights={"treats": 1.0, "psoriasis": 2.0, "dose": 1.0, "veltorinib": 3.0},
        claims=RankedAssertions((FOR_PSORIASIS,), 1),
        part_claims=(RankedAssertions((FOR_PSORIASIS,), 1), RankedAssertions((FOR_ECZEMA,), 1)),
    )
    draft = PropertyReader().read(context)
    assert draft is not None
    assert [texts(part) for part in draft.parts] == [
        ["veltorinib treats psoriasis."],
        ["veltorinib treats eczema: dose 100 mg."],
    ]
    assert [quote.number for part in draft.parts for each in part.sentences for quote in each.quotes] == [
        1,
        2,
    ]
