"""Confidences that were fitted change what is said of a decision, never the decision."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from bioloom.errors import SourceError
from bioloom.extraction.networks import open_local
from bioloom.extraction.networks.model_settings import Calibration
from bioloom.loading import loader_for
from bioloom.records import AnnotatedDocument, LoadOptions
from bioloom_lab.training.extraction.calibration import fit_calibration

DATA = Path(__file__).parents[3] / "data"


def test_an_overconfident_model_is_brought_down() -> None:
    random = np.random.default_rng(2)
    odds = random.normal(1, 2, size=4_000)
    right = random.random(4_000) < 1 / (1 + np.exp(-(0.5 * odds - 0.4)))
    judged = [(float(1 / (1 + np.exp(-each))), bool(yes)) for each, yes in zip(odds, right, strict=True)]
    fitted = fit_calibration(judged)
    assert fitted.slope == pytest.approx(0.5, abs=0.08)
    assert fitted.offset == pytest.approx(-0.4, abs=0.12)


@pytest.mark.parametrize("judged", [[], [(1.0, True)] * 5, [(0.0, False), (1.0, True)] * 50])
def test_little_to_learn_from_leaves_sane_numbers(judged: list[tuple[float, bool]]) -> None:
    fitted = fit_calibration(judged)
    assert 0 < fitted.apply(0.2) < fitted.apply(0.8) < 1


@pytest.mark.parametrize("seed", range(5))
def test_what_is_mostly_certain_is_fitted_no_worse_than_left_alone(seed: int) -> None:
    random = np.random.default_rng(seed)
    chance = np.clip(1 - random.exponential(0.002, size=400), 0.35, 1.0)
    right = random.random(400) < 0.81
    fitted = fit_calibration(list(zip(chance.tolist(), right.tolist(), strict=True)))

    def loss(calibration: Calibration) -> float:
        given = np.array([calibration.apply(each) for each in chance])
        return float(-np.log(np.where(right, given, 1 - given)).mean())

    assert loss(fitted) <= loss(Calibration())
    assert fitted.slope < 5


def test_one_that_is_wrong_when_sure_is_left_alone() -> None:
    assert fit_calibration([(0.9, False), (0.1, True)] * 100) == Calibration()


def test_a_calibrated_folder_decides_as_before(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(DATA / "protocol_model", tmp_path / "model"))
    stated = json.loads((folder / "settings.json").read_text())
    fitted = {"entity_confidence": {"slope": 0.5}, "relation_confidence": {"slope": 0.5, "offset": -1}}
    (folder / "settings.json").write_text(json.dumps(stated | fitted))
    source = DATA / "text" / "staining.txt"
    (document,) = loader_for(source).records(source, LoadOptions())
    assert isinstance(document, AnnotatedDocument)
    (before,) = open_local(DATA / "protocol_model").extract([document])
    (after,) = open_local(folder).extract([document])
    assert [(m.id, m.start, m.end, m.native_type) for m in before.mentions] == [
        (m.id, m.start, m.end, m.native_type) for m in after.mentions
    ]
    assert len(before.relations) == len(after.relations) > 0
    nearer = [abs((m.confidence or 0) - 0.5) for m in after.mentions]
    assert all(
        near <= abs((m.confidence or 0) - 0.5) for near, m in zip(nearer, before.mentions, strict=True)
    )
    stated |= {"entity_confidence": {"slope": -1}}
    (folder / "settings.json").write_text(json.dumps(stated))
    with pytest.raises(SourceError, match=r"settings\.json"):
        open_local(folder)
