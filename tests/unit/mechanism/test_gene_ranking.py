"""Questions, names, features and weights of mechanism questions, without a database."""

import random

import pytest

from bioloom.mechanism.candidates import GeneCandidate, PathEdge
from bioloom.mechanism.entity_resolution import spellings, without_salt
from bioloom.mechanism.features import FEATURES, NAMES, features_of
from bioloom.mechanism.ranking import RankerWeights, shipped_weights, weights_from
from bioloom.question_parsing.mechanism_questions import parse_drug_question, parse_gene_question
from bioloom.records import EvidenceEdge, SubgraphNode, Value
from bioloom.resources import parse_table
from bioloom_lab.evaluation.cross_validation import folds_of
from bioloom_lab.evaluation.mechanism.gene_evaluator import RankingExample, learn, write_weights

DRUG = SubgraphNode("DRUGBANK:1", "aspirin", "biolink:Drug")


def gene(symbol: str, *stated: dict[str, Value], by_mechanism: int = 0) -> GeneCandidate:
    """Make a candidate on which a drug acts as the properties of some edges say."""
    node = SubgraphNode(f"NCBIGene:{symbol}", symbol, "biolink:Gene")
    claims = [
        PathEdge(
            EvidenceEdge(f"{symbol}{number}", DRUG.id, "biolink:affects", node.id, properties=each),
            DRUG,
            node,
        )
        for number, each in enumerate(stated)
    ]
    return GeneCandidate(node.id, node, claims, by_mechanism=by_mechanism)


@pytest.mark.parametrize(
    "question",
    [
        "Which gene plays the most significant mechanistic role in how Drug aspirin treats or impacts the "
        "Disease chronic pain?",
        "Which gene matters most in how aspirin treats chronic pain?",
        "Through which gene does aspirin work against chronic pain?",
        "What protein does aspirin act on to treat chronic pain?",
        "Which gene mediates the effect of aspirin on chronic pain",
    ],
)
def test_drug_and_disease_are_read_off_the_words(question: str) -> None:
    found = parse_gene_question(question)
    assert found is not None
    assert (found.drug, found.disease) == ("aspirin", "chronic pain")


@pytest.mark.parametrize(
    "question",
    [
        "Which genes does aspirin bind?",
        "What does aspirin treat?",
        "How long is the heat shock?",
        "How does aspirin treat pain?",
        "Which gene is associated with asthma?",
        "Which gene " + "how " * 5000 + "treats",
    ],
)
def test_other_questions_are_left_alone(question: str) -> None:
    assert parse_gene_question(question) is None


def test_salts_are_left_out_but_never_the_whole_name() -> None:
    assert without_salt("Hydroxyzine hydrochloride monohydrate") == "Hydroxyzine"
    assert without_salt("Sodium chloride") == "Sodium chloride"
    assert without_salt("Zinc sulfate") == "Zinc sulfate"
    assert without_salt("Insulin lispro") == "Insulin lispro"


def test_spellings_go_both_ways_and_stay_few() -> None:
    assert "oestradiol" in spellings("Estradiol")
    assert "estradiol" in spellings("oestradiol")
    assert len(spellings("phenylpropanolaminohydroxyethyltheophylline")) < 2_000


def test_features_tell_sources_and_paths_apart() -> None:
    bank: dict[str, Value] = {
        "primary_knowledge_source": "infores:drugbank",
        "roles": ("target",),
        "known_action": ("yes",),
        "object_direction_qualifier": "decreased",
    }
    enzyme: dict[str, Value] = {"primary_knowledge_source": "infores:drugbank", "roles": ("enzyme",)}
    first, second, other = features_of([gene("A", bank, by_mechanism=4), gene("B", enzyme), gene("C")])
    told = dict(zip(NAMES, first, strict=True))
    assert (told["target"], told["known_action"], told["only_known"], told["directed"]) == (1, 1, 1, 1)
    assert told["by_mechanism"] == told["most_votes"] == 1
    assert dict(zip(NAMES, second, strict=True))["only_handles"] == 1
    assert not any(other)
    assert features_of([]) == []


def test_learning_finds_the_feature_that_tells_and_leaves_out_what_it_is_told_to() -> None:
    dice = random.Random(0)
    examples = []
    for _ in range(80):
        rows = [[dice.random() for _ in NAMES] for _ in range(6)]
        examples.append(RankingExample(rows, max(range(6), key=lambda place: rows[place][3])))
    weights = learn(examples)
    assert max(weights.of, key=lambda name: weights.of[name]) == NAMES[3]
    right = sum((shares := weights.shares(one.rows)).index(max(shares)) == one.right for one in examples)
    assert right > 60
    assert NAMES[3] not in learn(examples, leave_out=[NAMES[3]]).of
    assert learn([]).of == {}


def test_weights_survive_their_table() -> None:
    weights = RankerWeights(dict.fromkeys(NAMES, 0.5), 0.7, -0.1)
    table = write_weights(weights, FEATURES)
    assert weights_from(parse_table(table, "weights")) == weights


def test_the_shipped_weights_name_every_feature() -> None:
    weights = shipped_weights()
    assert set(weights.of) == set(NAMES)
    assert weights.confidence(0.99) > weights.confidence(0.3)
    assert weights.shares([]) == []
    assert sum(weights.shares([[0.0] * len(NAMES), [1.0] * len(NAMES)])) == pytest.approx(1)


def test_folds_keep_a_drug_together() -> None:
    labels = [f"drug {number % 30}" for number in range(100)]
    folds = folds_of(labels)
    assert len(set(folds)) == 10
    assert all(
        len({fold for fold, its in zip(folds, labels, strict=True) if its == label}) == 1 for label in labels
    )


@pytest.mark.parametrize(
    "question",
    [
        "Which Drug can be used in the treatment of Fever by targeting biological process: heat generation?",
        "What drugs treat the disease fever through the process of heat generation?",
        "Which medicine works against fever via heat generation",
    ],
)
def test_disease_and_process_are_read_off_the_words(question: str) -> None:
    found = parse_drug_question(question)
    assert found is not None
    assert (found.disease.casefold(), found.process) == ("fever", "heat generation")


@pytest.mark.parametrize(
    "question",
    [
        "Which drugs treat fever?",
        "Through which gene does aspirin treat fever?",
        "Which drug " + "treats " * 5000 + "through x",
    ],
)
def test_other_questions_are_not_for_a_drug_and_a_process(question: str) -> None:
    assert parse_drug_question(question) is None
