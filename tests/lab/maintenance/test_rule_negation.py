"""Negations of descriptors, by rule and by a model's reply."""

import pytest

from bioloom.errors import ModelUnavailable
from bioloom.llm import Patience, prompt
from bioloom.standardization.relate.vocabulary import vocabulary
from bioloom_lab.maintenance.predicate_descriptors import negate_by_model, parse_negation
from bioloom_lab.maintenance.rule_negation import negate_descriptor
from model_endpoint import Endpoint

QUICK = Patience(total=5.0, call=5.0, first_wait=0.01, attempts=2)


@pytest.mark.parametrize(
    ("text", "negation"),
    [
        ("affects", "does not affect"),
        ("catalyzes", "does not catalyze"),
        ("reaches", "does not reach"),
        ("modifies", "does not modify"),
        ("is related to", "is not related to"),
        ("can be carried out by", "cannot be carried out by"),
        ("located in", "is not located in"),
        ("process positively regulates process", "is not process positively regulates process"),
        ("3 prime UTR variant", "is not 3 prime UTR variant"),
        ("variants of the gene are associated with", "variants of the gene are not associated with"),
        ("Describes an entity.", "Does not describe an entity."),
        ("a homology relation.", "not a homology relation."),
        ("not completed by", None),
        ("lacks part", None),
        ("does not affect", None),
        ("", None),
        ("123", None),
    ],
)
def test_the_opposite_of_a_descriptor(text: str, negation: str | None) -> None:
    assert negate_descriptor(text) == negation


def test_nearly_every_descriptor_has_a_negation_and_none_is_its_own() -> None:
    for name in ("biolink", "chemprot"):
        described = vocabulary(name).descriptors
        positive = {each.text for each in described if not each.negated}
        negated = {each.text for each in described if each.negated}
        assert len(negated) > 0.95 * len(positive)
        assert not positive & negated


def test_a_reply_in_another_form_is_refused() -> None:
    with pytest.raises(ModelUnavailable):
        parse_negation("does not bind")
    assert parse_negation('{"negation_of_the_descriptor_text": "is\\nnot  a"}') == "is not a"


def test_a_descriptor_stands_in_the_prompt_as_data() -> None:
    system, user = prompt("standardization/relate/prompts/negate.md").fill(descriptor="treats", mark="7f")
    assert "treats" not in system
    assert user == "<descriptor-7f>\ntreats\n</descriptor-7f>"


@pytest.mark.parametrize(
    ("reply", "negation"),
    [
        ('{"negation_of_the_descriptor_text": "does not treat"}', "does not treat"),
        ('{"negation_of_the_descriptor_text": "NOT ENOUGH INFORMATION"}', None),
        ('{"negation_of_the_descriptor_text": "Treats"}', None),
        ('{"negation_of_the_descriptor_text": ""}', None),
        ("I would rather not.", None),
    ],
)
def test_a_refusal_of_the_model_leaves_no_negation(
    endpoint: Endpoint, reply: str, negation: str | None
) -> None:
    endpoint.replies = [reply]
    assert negate_by_model(endpoint.settings, ["treats"], patience=QUICK) == [negation]


def test_a_model_that_is_down_makes_no_half_vocabulary(endpoint: Endpoint) -> None:
    endpoint.replies = [500]
    with pytest.raises(ModelUnavailable):
        negate_by_model(endpoint.settings, ["treats", "binds"], patience=QUICK)
