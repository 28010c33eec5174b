"""Exploration over HTTP: entity search, groups of neighbours page by page, sentences that mention one."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr

from bioloom import around, claims
from bioloom.errors import UsageError
from bioloom.graph.connection import Endpoint, connect
from bioloom.serving import create_app, graph_services
from bioloom.serving.limits import Limits
from bioloom.settings import Settings
from page_graph import ASTHMA, DRUGS, GARTANIN, MISREAD, P62, write
from served_graph import KEY, TOKEN

pytestmark = pytest.mark.integration


@pytest.fixture(scope="module")
def client(server: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Serve the graph of the page's tests: a disease with 35 drugs, minted entities of one name."""
    settings = Settings(
        home=tmp_path_factory.mktemp("served"),
        neo4j_uri=server.uri,
        neo4j_user=server.user,
        neo4j_password=SecretStr(server.password),
        llm_url=None,
    )
    with connect(server) as graph:
        write(graph)
    app = create_app(graph_services(settings), token=TOKEN, limits=Limits(rate=0))
    with TestClient(app, headers=KEY) as opened:
        yield opened


@pytest.mark.parametrize(
    "text",
    ["asthma", "ASTH", "bronchial asthma", "bronchial asth", "DOID:2841", "MESH:D001249", ' "asthma" ~ '],
)
def test_an_entity_is_found_by_every_name_and_id(client: TestClient, text: str) -> None:
    found = client.get("/entities", params={"q": text}).json()["items"]
    assert found[0] == {
        "id": "DOID:2841",
        "name": "asthma",
        "category": "biolink:Disease",
        "synonyms": ["bronchial asthma"],
        "connections": 39,
    }


def test_the_best_is_found_however_few_are_asked_for(client: TestClient, server: Endpoint) -> None:
    with connect(server) as graph, graph.session() as session:
        session.run(
            "UNWIND range(1, 4) AS n CREATE (e:`biolink:NamedThing` {id: 'X:' + n, name: 'rare gout', "
            "normalised: 'rare gout'}) WITH e, n UNWIND range(1, n % 4) AS _ "
            "CREATE (e)-[:MENTIONS]->(:Probe)"
        ).consume()
        session.run("CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()").consume()
        try:
            shown = [
                [one["id"] for one in client.get(f"/entities?q=rare gout&limit={limit}").json()["items"]]
                for limit in (1, 2, 4)
            ]
        finally:
            session.run("MATCH (n) WHERE n:Probe OR n.id STARTS WITH 'X:' DETACH DELETE n").consume()
    assert shown == [["X:3"], ["X:3", "X:2"], ["X:3", "X:2", "X:1", "X:4"]]


@pytest.mark.parametrize(
    "text", ["+", '"', "\\", "a AND", "NOT", "[a TO", "bioloom:", "\x00", "a" * 1000, "(((", "٣*~"]
)
def test_a_search_takes_any_text(client: TestClient, text: str) -> None:
    assert client.get("/entities", params={"q": text}).status_code == 200


def test_minted_entities_of_one_name_are_found_once(client: TestClient) -> None:
    found = client.get("/entities", params={"q": "gartanin"}).json()["items"]
    assert len([one for one in found if one["name"] == "gartanin"]) == 1
    for id_ in (GARTANIN.id, MISREAD.id):
        [group] = client.get(f"/neighbours/{quote(id_, safe='')}").json()["groups"]
        [edge] = group["edges"]
        assert (edge["subject"], edge["object"]) == (id_, P62.id)


def test_a_group_goes_on_from_page_to_page(client: TestClient) -> None:
    found = client.get("/neighbours/DOID:2841?first=8").json()
    assert found["center"]["name"] == "asthma"
    drugs, signs = found["groups"]
    assert (drugs["total"], drugs["kind"], len(drugs["edges"])) == (35, "biolink:ChemicalEntity", 8)
    assert (signs["total"], signs["next"]) == (4, None)
    assert drugs["edges"][0]["subject"] == DRUGS[-1].id  # the one with a publication
    assert {node["category"] for node in drugs["nodes"]} == {"biolink:SmallMolecule"}  # the most specific
    read, cursor = [edge["subject"] for edge in drugs["edges"]], drugs["next"]
    while cursor:
        answer = client.get("/neighbours/DOID:2841", params={"first": 20, "cursor": cursor}).json()
        [page] = answer["groups"]
        read += [edge["subject"] for edge in page["edges"]]
        cursor = page["next"]
    assert sorted(read) == sorted(drug.id for drug in DRUGS)


def test_a_mention_gives_the_entity_that_it_denotes(client: TestClient) -> None:
    found = client.get(f"/neighbours/{quote('lab:told#T1', safe='')}").json()
    assert found["center"]["id"] == P62.id


def test_an_action_gives_what_belongs_to_it(client: TestClient) -> None:
    found = client.get(f"/neighbours/{quote('lab:heat#T2.0', safe='')}").json()
    assert found["center"]["name"] == "Heat shock"
    assert {node["name"] for group in found["groups"] for node in group["nodes"]} == {
        "cells",
        "45 sec",
        "42 °C",
    }


def test_sentences_that_mention_an_entity_are_paged(client: TestClient) -> None:
    found = client.get(f"/mentions/{quote(P62.id, safe='')}?limit=1").json()
    [sentence] = found["items"]
    assert (sentence["sentence_id"], sentence["names"], found["next"]) == ("lab:told#s0", ["p62"], None)
    assert sentence["document_title"] == "Gartanin in glioma"
    assert client.get("/mentions/DOID:2841").json() == {"items": [], "next": None}
    assert client.get("/mentions/DOID:0000000").status_code == 404


@pytest.mark.parametrize("cursor", ["x", "WzFd", "e30", "WyJhIl0", "A" * 4001])
def test_a_cursor_of_another_list_is_refused(client: TestClient, cursor: str) -> None:
    for path in (f"/neighbours/{ASTHMA.id}", f"/mentions/{ASTHMA.id}"):
        answer = client.get(path, params={"cursor": cursor})
        assert answer.status_code in {200, 400, 422}, path
    assert client.get(f"/neighbours/{ASTHMA.id}", params={"cursor": cursor}).status_code in {400, 422}


def test_what_is_not_there_is_not_found(client: TestClient) -> None:
    assert client.get("/neighbours/DOID:0").status_code == 404


@pytest.mark.usefixtures("client")
def test_python_gives_surroundings_and_claims(server: Endpoint) -> None:
    with connect(server) as graph:
        named = around(graph, "bronchial asthma", most=3)
        assert named == around(graph, "DOID:2841", most=3)
        assert next(node.name for node in named.nodes if node.id == "DOID:2841") == "asthma"
        assert 3 <= len(named.edges) < 35
        treating = list(claims(graph, predicates=["treats"]))
        assert {claim.predicate for claim in treating} == {"biolink:treats"}
        assert "DOID:2841" in {claim.object for claim in treating}
        assert len(treating) < len(list(claims(graph)))
        with pytest.raises(UsageError, match="did you mean biolink:treats"):
            list(claims(graph, predicates=["treat"]))
        with pytest.raises(UsageError, match="nothing with the name, synonym or id 'nonsuch'"):
            around(graph, "nonsuch")
