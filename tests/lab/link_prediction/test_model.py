"""Link prediction on a small farm: what its experts see, what is known already, and the folder of a model."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from bioloom.embedding import Encoder, open_encoder
from bioloom.errors import SourceError, UsageError
from bioloom_lab.link_prediction.experts import LinkMemory, NameVectors
from bioloom_lab.link_prediction.model import LinkModel, fit_links, leave_known
from bioloom_lab.link_prediction.model_folder import read_link_model, write_link_model
from bioloom_lab.link_prediction.questions import NamedLink, read_links

EXPERTS = {"profiles": 1.0, "letters": 0.5, "vectors": 0.5, "memory": 0.5}


@pytest.fixture
def encoder(data: Path) -> Encoder:
    return open_encoder(str(data / "encoder"))


@pytest.fixture
def train(data: Path) -> tuple[NamedLink, ...]:
    return read_links(data / "links" / "farm" / "train.tsv")


def answers(model: LinkModel, links: tuple[NamedLink, ...]) -> list[str]:
    pairs = [link.pair for link in links]
    found = leave_known(model.log_probabilities(pairs), pairs, model.links, model.relations)
    return [model.relations[at] for at in found.argmax(axis=1)]


def test_profiles_tell_what_holds_for_like_things(
    data: Path, encoder: Encoder, train: tuple[NamedLink, ...]
) -> None:
    dev = read_links(data / "links" / "farm" / "dev.tsv")
    model = fit_links(train, encoder, parts=["profiles"], weights={"profiles": 1.0})
    right = [got == link.relation for got, link in zip(answers(model, dev), dev, strict=True)]
    assert sum(right) >= 14
    probabilities = np.exp(model.log_probabilities([dev[0].pair, ("comet", "moon")]))
    assert np.allclose(probabilities.sum(axis=1), 1)
    assert np.allclose(probabilities[1], 1 / len(model.relations))


def test_weights_are_chosen_on_links_held_out(encoder: Encoder, train: tuple[NamedLink, ...]) -> None:
    model = fit_links(train, encoder, parts=["profiles", "letters"], seed=1)
    assert model.weights.keys() == {"profiles", "letters"}
    assert model.weights["profiles"] > 0


def test_names_that_seldom_recur_have_no_profiles(encoder: Encoder) -> None:
    links = [
        NamedLink(f"drug {number}", "treats" if number % 2 else "causes", f"ill {number}")
        for number in range(20)
    ]
    model = fit_links(links, encoder, parts=["profiles", "letters"])
    assert model.experts.keys() == {"letters"}


def test_too_few_links_are_refused(encoder: Encoder, train: tuple[NamedLink, ...]) -> None:
    with pytest.raises(UsageError, match="too few"):
        fit_links(train[:5], encoder)


def test_a_pair_is_no_neighbour_of_itself(encoder: Encoder) -> None:
    links = (NamedLink("hen", "eats", "oats"), NamedLink("duck", "fears", "cow"))
    memory = LinkMemory(links, ("eats", "fears"), NameVectors(encoder), n=1)
    assert memory.shares([("hen", "oats")]).tolist() == [[0.0, 1.0]]


def test_what_is_known_is_left_out_unless_nothing_is_left() -> None:
    known = [
        NamedLink("a", "r", "b"),
        NamedLink("c", "r", "d"),
        NamedLink("c", "s", "d"),
        NamedLink("a", "other", "b"),
    ]
    left = leave_known(np.zeros((2, 2)), [("a", "b"), ("c", "d")], known, ["r", "s"])
    assert left.tolist() == [[-np.inf, 0.0], [0.0, 0.0]]


@pytest.fixture
def folder(encoder: Encoder, train: tuple[NamedLink, ...], tmp_path: Path) -> Path:
    vectors = NameVectors(encoder)
    model = fit_links(train, encoder, vectors=vectors, weights=EXPERTS)
    write_link_model(model, tmp_path / "farm", vectors)
    return tmp_path / "farm"


def test_a_model_comes_back_from_its_folder(
    data: Path, encoder: Encoder, train: tuple[NamedLink, ...], folder: Path
) -> None:
    dev = read_links(data / "links" / "farm" / "dev.tsv")
    pairs = [link.pair for link in dev]
    model = fit_links(train, encoder, weights=EXPERTS)
    again, _ = read_link_model(folder, encoder)
    assert again.links == model.links
    assert again.name.startswith("links:farm@")
    first, second = (np.exp(each.log_probabilities(pairs)) for each in (model, again))
    assert np.allclose(first, second, atol=0.05)


@pytest.mark.parametrize("name", ["settings.json", "links.tsv", "heads.npz"])
def test_a_broken_file_is_named(encoder: Encoder, folder: Path, name: str) -> None:
    (folder / name).write_text("nothing")
    with pytest.raises(SourceError, match=name):
        read_link_model(folder, encoder)
    (folder / name).unlink()
    with pytest.raises(UsageError, match="not the folder of a model"):
        read_link_model(folder, encoder)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"encoder": "another"}, UsageError),
        ({"weights": {"stars": 1}}, SourceError),
        ({"places": 3}, SourceError),
    ],
)
def test_settings_that_do_not_fit_are_refused(
    encoder: Encoder, folder: Path, change: dict[str, object], error: type[Exception]
) -> None:
    settings = json.loads((folder / "settings.json").read_text())
    (folder / "settings.json").write_text(json.dumps(settings | change))
    with pytest.raises(error):
        read_link_model(folder, encoder)
