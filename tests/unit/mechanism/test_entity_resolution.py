"""Which entities of a graph a mechanism question means."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

import pytest

from bioloom.graph.connection import Graph
from bioloom.mechanism import EntityName, entity_resolution, resolve_entities
from bioloom.records import NamedEntity

NOWHERE = cast(Graph, None)
DISEASE = ("biolink:Disease",)
KNOWN = {
    "type 2 diabetes": NamedEntity("bioloom:t2d", "type 2 diabetes", DISEASE, "type 2 diabetes"),
    "type 2 diabetes mellitus": NamedEntity("DOID:9352", "type 2 diabetes mellitus", DISEASE, "t2d"),
    "anemia": NamedEntity("DOID:2355", "anemia", DISEASE, "anemia"),
    "anemia disorder": NamedEntity("DOID:1", "anemia disorder", DISEASE, "anemia disorder"),
    "chronic lung disease": NamedEntity("DOID:2", "chronic lung disease", DISEASE, "x"),
    "chronic liver disease": NamedEntity("DOID:3", "chronic liver disease", DISEASE, "x"),
    "graves disease": NamedEntity("DOID:4", "Graves' disease", DISEASE, "x"),
}


@pytest.fixture(autouse=True)
def names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Know some diseases by name, and by initials."""

    def named(_: Graph, asked: Collection[str]) -> dict[str, tuple[NamedEntity, ...]]:
        return {name: (KNOWN[name],) for name in asked if name in KNOWN}

    def initials(_: Graph, short: Collection[str]) -> dict[str, str]:
        of = {"CLD": ("chronic lung disease", "chronic liver disease"), "GD": ("graves disease",)}
        return {full: one.lower() for one in short for full in of.get(one, ())}

    monkeypatch.setattr(entity_resolution, "_named", named)
    monkeypatch.setattr(entity_resolution, "names_by_initials", initials)


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("type 2 diabetes", ("bioloom:t2d", "DOID:9352")),
        ("anemia", ("DOID:2355",)),
        ("Grave's disease", ("DOID:4",)),
        ("GD", ("DOID:4",)),
        ("CLD", ()),
    ],
    ids=["shortened", "known as it stands", "apostrophe", "initials", "initials of two"],
)
def test_a_disease_is_found_by_a_short_name(name: str, ids: tuple[str, ...]) -> None:
    (found,) = resolve_entities(NOWHERE, [EntityName("disease", name)])
    assert found.ids == ids
