"""The head comments of the cookbook: purpose, typed parameters, and what becomes of wrong ones."""

from typing import cast

import pytest

from bioloom import resources
from bioloom.errors import BioloomError, UnknownQueryError, UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.cookbook import cookbook_runner
from bioloom.graph.cookbook.cookbook_runner import DenotedEntity
from bioloom.graph.cookbook.recipes import Need, parse_recipe, recipe, recipes

HEAD = """// What it is for,
// in two lines.
// needs: Mention|biolink:treats : protocols (bioloom load wlp/)
// param: top float = 37 : a limit
// param: word name = "Phosphate  Buffered" : a name
// param: kinds list = "a|b" : several
// param: sure bool = true : a truth
// param: many int ~ 5 : must be given
RETURN $top
"""


def test_a_head_is_read() -> None:
    entry = parse_recipe("x", HEAD)
    assert entry.purpose == "What it is for, in two lines."
    assert entry.needs == (Need(("Mention", "biolink:treats"), "protocols (bioloom load wlp/)"),)
    assert entry.examples == {"many": "5"}
    assert [(p.name, p.type, p.default) for p in entry.parameters] == [
        ("top", "float", "37"),
        ("word", "name", "Phosphate  Buffered"),
        ("kinds", "list", "a|b"),
        ("sure", "bool", "true"),
        ("many", "int", None),
    ]


def test_defaults_and_types() -> None:
    assert parse_recipe("x", HEAD).bind({"many": "3", "top": "1e2", "kinds": "a = b | c"}) == {
        "top": 100.0,
        "word": "phosphate buffered",
        "kinds": ["a = b", "c"],
        "sure": True,
        "many": 3,
    }


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "needs --param many.*for example: bioloom query x -p many=5"),
        ({"many": " ", "top": "2"}, "needs --param many.*for example: bioloom query x -p many=5 -p top=2"),
        ({"many": "3", "other": "1"}, "no parameter 'other'; it takes: top, word"),
        ({"many": "three"}, "many must be int, not 'three'"),
        ({"many": str(2**63)}, "many must be int"),
        ({"many": "1", "top": "nan"}, "top must be float"),
        ({"many": "1", "top": "warm"}, "top must be float"),
        ({"many": "1", "sure": "perhaps"}, "sure must be bool"),
    ],
)
def test_wrong_parameters_are_named(given: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_recipe("x", HEAD).bind(given)


@pytest.mark.parametrize(
    "head",
    [
        "RETURN 1",
        "// x\n// param: a wrong = 1 : b",
        "// x\n// param a float",
        "// param: a float : b",
        "// x\n// needs: a b",
    ],
)
def test_broken_heads_are_refused(head: str) -> None:
    with pytest.raises(BioloomError):
        parse_recipe("x", head)


def test_an_unknown_query_says_where_to_look() -> None:
    with pytest.raises(UnknownQueryError, match="bioloom query --list"):
        recipe("../write/create_nodes")


def test_a_mistyped_query_is_told_the_nearest_name() -> None:
    with pytest.raises(UnknownQueryError, match="did you mean drugs_for_disease"):
        recipe("drug_for_diseases")


def test_every_file_of_the_cookbook_has_a_whole_head() -> None:
    assert len(list(resources.names("cypher", "cookbook", ".cypher"))) >= 40
    for entry in recipes():
        assert entry.purpose.endswith("."), entry.name
        assert entry.needs or entry.name in {"graph_counts", "weak_provenance"}, entry.name
        for parameter in entry.parameters:
            assert f"${parameter.name}" in entry.cypher, (entry.name, parameter.name)
            if parameter.default is not None:
                required = {p.name: "1" for p in entry.parameters if p.default is None}
                entry.bind(required)


def test_cypher_in_the_place_of_a_name_is_told_where_it_belongs() -> None:
    with pytest.raises(UnknownQueryError, match=r"behind --cypher \(in Python cypher="):
        recipe("MATCH (n) RETURN count(n)")


@pytest.mark.parametrize("several", [False, True])
def test_all_things_of_a_name_are_told_where_it_is_not_the_name_of_each(
    monkeypatch: pytest.MonkeyPatch, several: bool
) -> None:
    gene = DenotedEntity("NCBIGene:1956", "EGFR", ())
    other = DenotedEntity("bioloom:gene.egfr", "growth factor receptor", ())
    monkeypatch.setattr(cookbook_runner, "find_entities", lambda *_: (gene, other) if several else (gene,))
    roles = recipe("roles_of_gene")
    _, notes = cookbook_runner.look_up_arguments(cast(Graph, None), roles, roles.bind({"gene": "EGFR"}))
    told = "EGFR is EGFR (NCBIGene:1956) and growth factor receptor (bioloom:gene.egfr)"
    assert notes == ((told,) if several else ())


def test_of_very_many_things_of_a_name_the_first_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    genes = tuple(DenotedEntity(f"X:{number}", "a gene", ()) for number in range(3000))
    monkeypatch.setattr(cookbook_runner, "find_entities", lambda *_: genes)
    roles = recipe("roles_of_gene")
    found, notes = cookbook_runner.look_up_arguments(cast(Graph, None), roles, roles.bind({"gene": "EGFR"}))
    assert len(cast(list[str], found["gene"])) == 3000
    assert notes[0].endswith("a gene (X:9) and 2,990 more")
