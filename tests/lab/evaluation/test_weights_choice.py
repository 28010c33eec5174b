"""Options of the suites that are measured with fitted or with shipped weights."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bioloom.errors import UsageError
from bioloom_lab.evaluation.choices import ChoiceSuite
from bioloom_lab.evaluation.mechanism.suite import MechanismSuite
from bioloom_lab.evaluation.suite import WeightsChoice

SHIPPED = WeightsChoice.shipped


def test_weights_for_choices_about_steps_are_not_shipped(tmp_path: Path) -> None:
    items = tmp_path / "items.json"
    items.write_text(json.dumps([]))
    with pytest.raises(UsageError, match="leave --weights out"):
        ChoiceSuite([items], weights=SHIPPED).load()


@pytest.mark.parametrize("options", [{"ablation": True}, {"federate": ["http://127.0.0.1:1"]}])
def test_shipped_weights_of_mechanisms_go_with_nothing_that_is_fitted(options: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="--weights shipped"):
        MechanismSuite([Path("genes.csv")], weights=SHIPPED, **options).load()  # type: ignore[arg-type]
