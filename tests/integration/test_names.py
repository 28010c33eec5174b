"""The name index over a real graph, and graphs that were written before names had keys."""

import pytest

from bioloom.biolink import model
from bioloom.graph.connection import Graph
from bioloom.graph.fulltext_names import KEYS_A_QUERY, GraphNames
from bioloom.graph.rows.name_keys import fill_name_keys
from bioloom.graph.schema import apply_schema
from bioloom.graph.writing.pending_batch import PendingBatch
from bioloom.graph.writing.writer import Writer
from bioloom.grounding.name_normalization import key
from bioloom.records import Entity
from leased_graph import leased

pytestmark = pytest.mark.integration

TNF = Entity("NCBIGene:7124", "TNF", ("biolink:Gene",), ("TNF-α", "Tumor necrosis factors", "DIF"))
DRUG = Entity("DRUGBANK:DB1", "Dif", ("biolink:Drug",), xrefs=("MESH:D1",))
ACID = Entity("CHEBI:1", 'alpha "A" \\ (+)-acid~1', ("biolink:ChemicalEntity",))
UNNAMED = Entity("CHEBI:2", "", ("biolink:ChemicalEntity",), ("sulphate",))


@pytest.fixture
def names(graph: Graph) -> GraphNames:
    with leased(graph) as held:
        Writer(held, model()).write(PendingBatch(entities=[TNF, DRUG, ACID, UNNAMED]))
    with graph.session() as session:
        session.run("CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()").consume()
    return GraphNames(graph)


def test_exact_finds_every_entity_with_a_key_and_the_name_that_has_it(names: GraphNames) -> None:
    found = names.exact([key("TNFalpha"), key("tumour necrosis factor"), key("dif"), key("other")])
    assert {wanted: [(one.id, one.matched) for one in ones] for wanted, ones in found.items()} == {
        "tnfalpha": [("NCBIGene:7124", "TNF-α")],
        "tumornecrosisfactor": [("NCBIGene:7124", "Tumor necrosis factors")],
        "dif": [("DRUGBANK:DB1", "Dif"), ("NCBIGene:7124", "DIF")],
    }
    assert found["dif"][0].categories == ("biolink:Drug",)
    assert [one.synonym for one in found["dif"]] == [False, True]


def test_signs_of_a_name_are_no_query_syntax(names: GraphNames) -> None:
    (found,) = names.exact([key(ACID.name)]).values()
    assert found[0].id == ACID.id
    assert names.near(['alpha "A" \\ (+)-acid~1 AND [TO {'], 3)[0][0].id == ACID.id


def test_a_thing_that_only_has_synonyms_is_found_by_them(names: GraphNames) -> None:
    assert names.exact(["sulfate"])["sulfate"][0].id == UNNAMED.id


def test_more_keys_than_a_query_takes_are_asked_in_several(names: GraphNames) -> None:
    many = [f"name{number}" for number in range(2 * KEYS_A_QUERY)]
    assert set(names.exact([*many, "tnf"])) == {"tnf"}
    assert names.exact([]) == {}


def test_an_entity_that_only_texts_name_is_told(names: GraphNames, graph: Graph) -> None:
    with graph.session() as session:
        session.run("MATCH (n {id: 'DRUGBANK:DB1'}) SET n.record_hash = ['minted.aa']").consume()
    assert {one.id: one.described for one in names.exact(["dif"])["dif"]} == {DRUG.id: False, TNF.id: True}
    assert names.near(["Tumor necrosis factors"], 1)[0][0].described


def test_near_keeps_the_order_of_the_texts_and_forgives_letters(names: GraphNames) -> None:
    found = names.near(["nothing alike", "tumor necrosys factor", ""], 5)
    assert [len(one) for one in found] == [0, 1, 0]
    assert found[1][0].matched == "Tumor necrosis factors"


def test_a_graph_from_before_is_filled_once(names: GraphNames, graph: Graph) -> None:
    with graph.session() as session:
        session.run("MATCH (n:`biolink:NamedThing`) REMOVE n.name_keys").consume()
    assert names.exact(["tnf"]) == {}
    assert fill_name_keys(graph) == 4
    assert names.exact(["tnf"])["tnf"][0].id == TNF.id
    assert fill_name_keys(graph) == 0


def test_the_migration_fills_a_graph_that_lacks_keys(names: GraphNames, graph: Graph) -> None:
    with graph.session() as session:
        session.run("MATCH (n:`biolink:NamedThing`) REMOVE n.name_keys").consume()
        session.run("MATCH (m:Migration {name: '015_entity_name_keys'}) DELETE m").consume()
    assert apply_schema(graph) == ("015_entity_name_keys",)
    assert names.exact(["tnf"])["tnf"][0].id == TNF.id


def test_a_record_of_another_source_adds_its_names(names: GraphNames, graph: Graph) -> None:
    more = Entity("NCBIGene:7124", "TNF", ("biolink:Gene",), ("cachectin",))
    with leased(graph) as held:
        Writer(held, model(), source="other").write(PendingBatch(entities=[more]))
    found = names.exact(["cachectin", "tnfalpha"])
    assert {one.id for ones in found.values() for one in ones} == {TNF.id}
    assert len(found) == 2
