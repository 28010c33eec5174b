"""Answers that stand beside the step a question describes, and answers that protocols disagree on."""

from dataclasses import replace

from bioloom.answering.protocol_reader import read_steps
from bioloom.answering.role_matching import acts_on
from bioloom.question_parsing import classify_question
from bioloom.records import Evidence, EvidenceEdge, Subgraph, SubgraphNode


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
        f"Title {document}",
        subgraph=Subgraph(tuple(nodes.values()), tuple(made)),
    )


PHENOL = step("a", 1, "Add phenol to the lysate.", ("Add", "is_object_of", "phenol", "chemical"))
SALT = step("a", 2, "Add salt.", ("Add", "is_object_of", "salt", "chemical"))


def test_what_is_added_after_a_thing_is_not_that_thing() -> None:
    asked = classify_question("What is added after phenol?")
    assert asked.step == 1
    draft = read_steps(asked, {"added": 1.0, "phenol": 4.0}, (PHENOL, SALT))
    assert draft.short == ("salt",)
    assert draft.sentences[0].quotes[0].number == 2


def test_the_end_of_the_asked_relation_answers_in_place_of_the_sentence() -> None:
    moved = step(
        "b", 1, "Transfer the supernatant to a new bottle.",
        ("Transfer", "is_object_of", "supernatant", "blend"), ("Transfer", "to", "new bottle", "container"),
    )  # fmt: skip
    asked = classify_question("What is the supernatant transferred to?")
    draft = read_steps(asked, {"supernatant": 3.0, "transferred": 2.0}, (moved,))
    assert draft.short == ("new bottle",)


def test_an_answer_from_another_step_says_which() -> None:
    rest = step("a", 2, "Rest 5 min.", ("Rest", "have_parameter", "5 min", "time"))
    warm = step("a", 2, "Warm to 37 °C.", ("Warm", "have_parameter", "37 °C", "temperature"))
    weights = {"phenol": 4.0, "salt": 4.0, "added": 1.0}
    after = read_steps(classify_question("How long is phenol added?"), weights, (PHENOL, rest))
    assert after.sentences[0].text == "In the next step: 5 min – Title a: “Rest 5 min.”"
    salt = replace(SALT, sentence_id="a#s3", score=2.0)
    before = read_steps(classify_question("At what temperature is salt added?"), weights, (salt, warm))
    assert before.sentences[0].text == "In the step before: 37 °C – Title a: “Warm to 37 °C.”"
    named = read_steps(
        classify_question("How long is a rest after phenol?"), {**weights, "rest": 1.0}, (PHENOL, rest)
    )
    assert named.sentences[0].text.startswith("5 min – ")


def test_an_act_counts_if_it_is_done_to_the_thing_that_is_named() -> None:
    assert acts_on(frozenset({"phenol", "add"}), PHENOL) == (True, True)
    assert acts_on(frozenset({"phenol", "heat"}), PHENOL) == (True, False)
    assert acts_on(frozenset({"lysat", "add"}), PHENOL) == (False, False)


def add(document: str, amount: str) -> Evidence:
    found = step(
        document, 1, f"Add {amount} of isopropanol.",
        ("Add", "is_object_of", "isopropanol", "chemical"), ("Add", "have_parameter", amount, "volume"),
    )  # fmt: skip
    return replace(found, score=0.5)


def test_other_protocols_that_say_otherwise_are_shown_and_cost_confidence() -> None:
    asked, weights = classify_question("How much isopropanol is added?"), {"isopropanol": 4.0, "added": 1.0}
    alone = read_steps(asked, weights, (add("a", "600 µl"), add("b", "600 µl")))
    assert len(alone.sentences) == 1
    differing = read_steps(asked, weights, (add("a", "600 µl"), add("b", "2 ml")))
    assert [each.text.startswith("Elsewhere otherwise: ") for each in differing.sentences] == [False, True]
    assert differing.confidence < alone.confidence


def test_a_value_of_another_verb_is_believed_less() -> None:
    weights = {"leaves": 4.0, "incubated": 2.0}
    asked = classify_question("At what temperature are leaves incubated?")
    stored = step(
        "a", 1, "Store the RNA at -80 °C.",
        ("Store", "is_object_of", "RNA", "nucleic acid"),
        ("Store", "have_parameter", "-80 °C", "temperature"),
    )  # fmt: skip
    incubated = step(
        "a", 1, "Incubate leaves at 25 °C.",
        ("Incubate", "is_object_of", "leaves", "plant"),
        ("Incubate", "have_parameter", "25 °C", "temperature"),
    )  # fmt: skip
    low = read_steps(asked, weights, (stored,)).confidence
    assert low < 0.3 < read_steps(asked, weights, (incubated,)).confidence
