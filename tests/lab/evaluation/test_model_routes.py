"""Questions that a language model is to name the answers of: what is right, and which options go together."""

from __future__ import annotations

from pathlib import Path

import pytest

from bioloom.errors import UsageError
from bioloom_lab.evaluation.mechanism.model_routes import NamedAnswer, read_named_answers
from bioloom_lab.evaluation.mechanism.suite import MechanismSuite

DRUGS = {
    "drug": "D:1",
    "Drug_MeshID": "",
    "disease": "M:1",
    "bp": "G:1",
    "disease_name": "Fever",
    "bp_name": "heat",
}


def test_each_drug_of_a_question_is_right() -> None:
    asked = "Which Drug can be used in the treatment of Fever by targeting biological process: heat?"
    rows = [{**DRUGS, "drug_name": name, "question": asked} for name in ("Acetaminophen", "Ibuprofen")]
    right = frozenset({"acetaminophen", "ibuprofen"})
    assert read_named_answers(rows) == (NamedAnswer(asked, "the name of one drug", right, "acetaminophen"),)
    with pytest.raises(UsageError, match="column question"):
        read_named_answers([{**DRUGS, "drug_name": "Acetaminophen"}])


@pytest.mark.parametrize(
    ("options", "words"),
    [({"llm": True, "ablation": True}, "--llm is measured"), ({"without_evidence": True}, "needs --llm")],
)
def test_the_routes_are_for_a_model_alone(options: dict[str, bool], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        MechanismSuite([Path("genes.csv")], **options).load()  # type: ignore[arg-type]
