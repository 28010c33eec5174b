"""The local readers on evidence made by hand."""

from bioloom.answering.claims import read_claims
from bioloom.answering.questions import read_question
from bioloom.answering.steps import read_steps
from bioloom.records import Evidence, EvidenceEdge, Subgraph, SubgraphNode


def step(index: int, text: str, score: float, *nodes: tuple[str, str]) -> Evidence:
    made = tuple(SubgraphNode(f"{index}{name}", name, kind) for name, kind in nodes)
    edges = tuple(EvidenceEdge(f"e{node.id}", made[0].id, "biolink:related_to", node.id) for node in made[1:])
    return Evidence(text, score, f"d#s{index}", "d", "Lysis", subgraph=Subgraph(made, edges))


ADD = step(1, "Add RNase to the lysate.", 9.0, ("Add", "verb"), ("RNase", "protein"))
WAIT = step(2, "Wait 30 min on the bench.", 2.0, ("Wait", "verb"), ("30 min", "time"))
FAR = step(7, "Dry for 5 h.", 3.0, ("Dry", "verb"), ("5 h", "time"))
WEIGHTS = {"rnase": 5.0, "lysate": 4.0}


def test_a_value_is_taken_from_the_next_step_rather_than_from_afar() -> None:
    draft = read_steps(read_question("How long does RNase stay on the lysate?"), WEIGHTS, (ADD, FAR, WAIT))
    assert draft.sentences[0].text.startswith("30 min")
    assert draft.sentences[0].quotes[0].number == 3


def test_without_the_value_the_best_step_is_quoted_with_less_confidence() -> None:
    draft = read_steps(read_question("How long does RNase stay on the lysate?"), WEIGHTS, (ADD, FAR))
    assert "Add RNase" in draft.sentences[0].text
    assert draft.confidence == 0.8


def test_uncovered_rare_words_lower_the_confidence() -> None:
    weights = {**WEIGHTS, "tungsten": 9.0}
    draft = read_steps(read_question("How long does RNase stay with tungsten lysate?"), weights, (ADD, WAIT))
    assert draft.confidence < 0.5


def claim(number: int, score: float = 3.0) -> Evidence:
    nodes = (
        SubgraphNode("a", "aspirin", "biolink:SmallMolecule"),
        SubgraphNode(str(number), f"x{number}", "biolink:Disease"),
    )
    edge = EvidenceEdge(f"e{number}", "a", "biolink:treats", str(number))
    return Evidence(f"aspirin treats x{number}", score, assertion_id=edge.id, source="infores:toy",
                    matched=("aspirin",), subgraph=Subgraph(nodes, (edge,)))  # fmt: skip


def test_only_the_best_claims_are_listed_and_the_others_counted() -> None:
    asked = read_question("What does aspirin treat?")
    weights = {"aspirin": 5.0, "treat": 3.0}
    draft = read_claims(asked, weights, (*map(claim, range(3)), claim(9, 1.0)), found=7)
    assert len(draft.sentences) == 3
    assert (draft.found, draft.unsaid) == (7, ())
    assert draft.confidence > 0.9


def test_words_that_no_claim_covers_are_named_and_cost_confidence() -> None:
    weights = {"aspirin": 5.0, "treat": 3.0, "mars": 4.0}
    draft = read_claims(read_question("What does aspirin treat on Mars?"), weights, (claim(1),), found=1)
    assert draft.unsaid == ("mars",)
    assert 0.5 < draft.confidence < 0.65
    closed = read_claims(read_question("Does aspirin treat it on Mars?"), weights, (claim(1),), found=1)
    assert closed.confidence < 0.5
    generic = {"aspirin": 5.0, "treatment": 3.0, "approved": 4.0}
    asked = read_question("What is aspirin an approved treatment for?")
    assert read_claims(asked, generic, (claim(1),), found=1).unsaid == ()
