"""One CURIE a thing: whatever the order of loading, whatever was decided before, nothing is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bioloom.biolink import model
from bioloom.graph.connection import Endpoint, Graph
from bioloom.graph.cookbook.cookbook_runner import run_query
from bioloom.graph.digest import digest
from bioloom.graph.fulltext_names import GraphNames
from bioloom.graph.integrity_checks import find_faults
from bioloom.loading import Loader
from bioloom.pipeline import LoadReport, ground, load, replay
from bioloom.pipeline.passes.name_index import Decide
from bioloom.pipeline.withdrawals.withdrawal import plan_withdrawal, withdraw
from bioloom.records import Grounding, Naming, Place, SourceEdge, SourceNode, SourceRecord, Value
from bioloom.settings import Settings
from bioloom_loaders.brat import BratLoader
from listed_loader import Listed

pytestmark = pytest.mark.integration

Put = Callable[[str, str | bytes], Path]
Rows = list[dict[str, object]]
PROVENANCE: dict[str, Value] = {
    "primary_knowledge_source": "infores:test",
    "knowledge_level": "knowledge_assertion",
    "agent_type": "manual_agent",
}
CHEMICAL, GENE = "biolink:SmallMolecule", "biolink:Gene"
PROTOCOL = "Wash cells\nAdd ethanol to the cells.\nDiscard the ethanol.\n"
ANNOTATION = (
    "T1\tAction 0 4\tWash\nT2\tReagent 5 10\tcells\nT3\tAction 11 14\tAdd\nT4\tReagent 15 22\tethanol\n"
    "T5\tAction 37 44\tDiscard\nT6\tReagent 49 56\tethanol\nE1\tAction:T1 Acts-on:T2\n"
    "E2\tAction:T3 Acts-on:T4\nE3\tAction:T5 Acts-on:T6\n"
)
LOCAL = "bioloom:chemical.ethanol"


def node(id_: str, name: str, category: str = CHEMICAL, **properties: Value) -> SourceNode:
    return SourceNode(id_, (category,), Place("n.tsv", 1), name, properties)


def edge(subject: str, predicate: str, object_: str, **properties: Value) -> SourceEdge:
    return SourceEdge(subject, f"biolink:{predicate}", object_, Place("e.tsv", 1), PROVENANCE | properties)


def same(one: str, other: str, **properties: Value) -> SourceEdge:
    return edge(one, "same_as", other, **properties)


def ask(graph: Graph, cypher: str) -> Rows:
    with graph.session(read=True) as session:
        return session.run(cypher).data()


def by_name(graph: Graph) -> Decide:
    """Ground a name to the only entity of a source that is called so."""

    def decide(namings: Sequence[Naming]) -> list[Grounding | None]:
        found: dict[str, set[str]] = {}
        for row in ask(
            graph,
            "MATCH (n:`biolink:NamedThing`) WHERE NOT n.id STARTS WITH 'bioloom:' "
            "UNWIND [n.name] + coalesce(n.synonym, []) AS name RETURN toLower(name) AS name, n.id AS id",
        ):
            found.setdefault(str(row["name"]), set()).add(str(row["id"]))
        return [_only(found.get(naming.text.lower(), set())) for naming in namings]

    return decide


def _only(ids: set[str]) -> Grounding | None:
    return Grounding(min(ids), "", 1.0, "exact") if len(ids) == 1 else None


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home")


Run = Callable[..., LoadReport]


@pytest.fixture
def run(graph: Graph, settings: Settings, tmp_path: Path) -> Run:
    """Load records as the content of one source."""

    def loading(
        *records: SourceRecord, name: str = "s", state: str = "1", fresh: bool = True, ground: bool = True
    ) -> LoadReport:
        source = tmp_path / f"{name}.tsv"
        source.write_text(state)
        return load(
            source, graph, settings, format=Listed(records), fresh=fresh, ground=ground, decide=by_name(graph)
        )

    return loading


@pytest.fixture
def protocols(put: Put) -> Path:
    put("wlp/one.ann", ANNOTATION)
    return put("wlp/one.txt", PROTOCOL).parent


@pytest.fixture
def read(graph: Graph, settings: Settings, protocols: Path) -> Run:
    """Load the protocols."""

    def loading(loader: Loader | None = None) -> LoadReport:
        return load(
            protocols, graph, settings, format=loader or BratLoader(), fresh=True, decide=by_name(graph)
        )

    return loading


def empty(graph: Graph) -> None:
    with graph.session() as session:
        session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()


DRUGS = (
    node("DRUGBANK:DB00898", "Ethanol", synonym=("alcohol",)),
    node("NCBIGene:2554", "GABRA1", GENE),
    edge("DRUGBANK:DB00898", "affects", "NCBIGene:2554"),
)
DENOTED = (
    "MATCH (:Mention)-[d:DENOTES]->(n) "
    "RETURN n.id AS id, d.method AS method, d.local_id AS local, count(*) AS n ORDER BY id"
)


def sound(graph: Graph) -> None:
    assert find_faults(graph, model()) == ()


def test_the_order_of_loading_does_not_matter(graph: Graph, run: Run, read: Run) -> None:
    read()
    report = run(*DRUGS)
    first = digest(graph)
    assert report.grounded is not None
    assert (report.grounded.grounded, report.grounded.grounded_mentions) == ({"exact": 1}, 2)
    assert ask(graph, DENOTED)[0] == {
        "id": "DRUGBANK:DB00898", "method": "exact", "local": LOCAL, "n": 2,
    }  # fmt: skip
    assert ask(graph, f"MATCH (n {{id: '{LOCAL}'}}) WHERE n:`biolink:NamedThing` RETURN n.id") == []
    sound(graph)
    empty(graph)
    run(*DRUGS)
    read()
    assert digest(graph) == first
    sound(graph)


def test_a_step_leads_to_the_gene_of_its_reagent(graph: Graph, run: Run, read: Run) -> None:
    read()
    before = run_query(graph, "genes_of_reagents", None, {"reagent": "ethanol"})
    run(*DRUGS)
    found = run_query(graph, "genes_of_reagents", None, {"reagent": "ethanol"})
    assert before.rows == ()
    assert found.columns == (
        "reagent",
        "predicate",
        "gene",
        "gene_id",
        "steps",
        "first_protocol",
        "first_sentence",
    )
    ((reagent, predicate, gene, _, steps, *first),) = found.rows
    assert (reagent, predicate, gene, steps) == ("Ethanol", "affects", "GABRA1", 2)
    assert first == ["wlp:one", 2]


def test_a_second_load_after_grounding_changes_nothing(graph: Graph, run: Run, read: Run) -> None:
    read()
    run(*DRUGS)
    before = digest(graph)
    again, documents = run(*DRUGS), read()
    assert (again.counts.written, documents.counts.written) == (0, 0)
    assert (again.counts.balanced, documents.counts.balanced) == (True, True)
    assert (again.grounded, documents.grounded) == (None, None)
    assert digest(graph) == before


def test_a_better_name_that_comes_later_wins(graph: Graph, run: Run, read: Run) -> None:
    read()
    run(*DRUGS)
    report = run(node("CHEBI:16236", "ethanol"), name="chebi")  # two entities of one name: neither
    assert report.grounded is not None
    assert report.grounded.grounded == {}
    assert [row["id"] for row in ask(graph, DENOTED) if row["local"] == LOCAL] == [LOCAL]
    run(same("CHEBI:16236", "DRUGBANK:DB00898"), name="same")
    assert [row["id"] for row in ask(graph, DENOTED) if row["local"] == LOCAL] == ["CHEBI:16236"]
    sound(graph)


CLIQUE = (
    node("CHEBI:16236", "ethanol", xref=("CAS:64-17-5",)),
    node("DRUGBANK:DB00898", "Ethanol", synonym=("alcohol",)),
    node("NCBIGene:2554", "GABRA1", GENE),
    edge("DRUGBANK:DB00898", "affects", "NCBIGene:2554", publications=("PMID:1",)),
    edge("CHEBI:16236", "affects", "NCBIGene:2554", publications=("PMID:2",)),
    edge("NCBIGene:2554", "affects", "DRUGBANK:DB00898"),
    edge("DRUGBANK:DB00898", "related_to", "CHEBI:16236"),
)
SAME = same("DRUGBANK:DB00898", "CHEBI:16236")


def test_a_clique_is_one_entity_and_loses_no_edge(graph: Graph, run: Run) -> None:
    run(*CLIQUE)
    report = run(SAME, name="same")
    assert report.grounded is not None
    assert report.grounded.folded.entities == 1
    assert (report.grounded.folded.edges, report.grounded.folded.united, report.grounded.folded.loops) == (
        3,
        1,
        1,
    )
    found = ask(graph, "MATCH (n:`biolink:SmallMolecule`) RETURN properties(n) AS n")
    assert len(found) == 1
    entity = found[0]["n"]
    assert isinstance(entity, dict)
    assert (entity["id"], entity["name"]) == ("CHEBI:16236", "ethanol")
    assert entity["equivalent_identifiers"] == ["DRUGBANK:DB00898"]
    assert entity["synonym"] == ["alcohol", "Ethanol"]
    edges = ask(
        graph,
        "MATCH (s)-[e]->(o) RETURN s.id AS s, type(e) AS p, o.id AS o, e.subject AS es, e.object AS eo, "
        "e.publications AS publications, e.original_subject AS was ORDER BY s",
    )
    assert edges == [
        {
            "s": "CHEBI:16236", "p": "biolink:affects", "o": "NCBIGene:2554", "es": "CHEBI:16236",
            "eo": "NCBIGene:2554", "publications": ["PMID:2", "PMID:1"], "was": "DRUGBANK:DB00898",
        },
        {
            "s": "NCBIGene:2554", "p": "biolink:affects", "o": "CHEBI:16236", "es": "NCBIGene:2554",
            "eo": "CHEBI:16236", "publications": None, "was": None,
        },
    ]  # fmt: skip
    sound(graph)


def test_loading_again_after_a_merge_recreates_nothing(graph: Graph, run: Run) -> None:
    run(*CLIQUE)
    run(SAME, name="same")
    before = digest(graph)
    again = run(*CLIQUE)
    assert again.counts.written == 0
    assert again.counts.skips == {"both ends are one thing": 1, "unchanged": 6}
    assert run(SAME, name="same").counts.skips == {"unchanged": 1}
    assert digest(graph) == before


def test_the_leader_is_the_same_in_any_order(graph: Graph, run: Run) -> None:
    parts: dict[str, list[SourceRecord]] = {
        "a": [CLIQUE[0], CLIQUE[2], CLIQUE[4]],
        "b": [CLIQUE[1], CLIQUE[2], CLIQUE[3], CLIQUE[5]],
        "c": [SAME, same("MESH:D000431", "DRUGBANK:DB00898")],
        "d": [node("MESH:D000431", "Ethanol")],
    }
    found = {}
    for order in ("abcd", "cabd", "dcba", "bdca", "cdba"):
        empty(graph)
        for part in order:
            run(*parts[part], name=part)
        sound(graph)
        found[order] = ask(graph, "MATCH (n:`biolink:SmallMolecule`) RETURN n.id AS id, COUNT {(n)--()} AS n")
    assert all(rows == [{"id": "CHEBI:16236", "n": 2}] for rows in found.values()), found


def test_a_leader_must_be_in_the_graph(graph: Graph, run: Run) -> None:
    run(*DRUGS, same("DRUGBANK:DB00898", "CHEBI:16236"))
    assert ask(graph, "MATCH (n:`biolink:SmallMolecule`) RETURN n.id AS id") == [{"id": "DRUGBANK:DB00898"}]
    sound(graph)


def test_xrefs_alone_never_merge(graph: Graph, run: Run) -> None:
    run(node("CHEBI:16236", "ethanol", xref=("DRUGBANK:DB00898",)), *DRUGS)
    assert len(ask(graph, "MATCH (n:`biolink:SmallMolecule`) RETURN n.id AS id")) == 2


def test_equivalent_identifiers_of_a_node_count(graph: Graph, run: Run) -> None:
    run(*DRUGS)
    run(node("CHEBI:16236", "ethanol", equivalent_identifiers=("CHEBI:16236", "DRUGBANK:DB00898")), name="x")
    assert ask(graph, "MATCH (n:`biolink:SmallMolecule`) RETURN n.id AS id") == [{"id": "CHEBI:16236"}]
    later = run(edge("DRUGBANK:DB00898", "related_to", "NCBIGene:2554"), name="y")
    assert later.counts.edges == 1
    assert ask(graph, "MATCH (n)-[:`biolink:related_to`]->() RETURN n.id AS id") == [{"id": "CHEBI:16236"}]


def test_withdrawing_a_source_gives_mentions_their_own_names_back(
    graph: Graph, run: Run, read: Run, settings: Settings
) -> None:
    read()
    alone = digest(graph)
    run(*DRUGS)
    withdraw(graph, settings, plan_withdrawal(graph, "test"))
    assert digest(graph) == alone
    sound(graph)


def test_withdrawing_documents_leaves_the_source_as_it_was(
    graph: Graph, run: Run, read: Run, settings: Settings
) -> None:
    run(*DRUGS)
    alone = digest(graph)
    read()
    withdraw(graph, settings, plan_withdrawal(graph, "wlp"))
    assert digest(graph) == alone
    sound(graph)


def test_a_minted_thing_is_called_as_most_texts_write_it(
    graph: Graph, settings: Settings, by_spelling: Callable[[str, str], None]
) -> None:
    name = "MATCH (n {id: 'bioloom:chemical.tris-hcl'}) WHERE n:`biolink:NamedThing` RETURN n.name AS name"
    by_spelling("one", "tris-HCl")
    assert ask(graph, name) == [{"name": "tris-HCl"}]
    alone = digest(graph)
    by_spelling("two", "Tris-HCl")
    by_spelling("three", "Tris-HCl")
    assert ask(graph, name) == [{"name": "Tris-HCl"}]
    sound(graph)
    both = digest(graph)
    withdraw(graph, settings, plan_withdrawal(graph, "wlp:two"))
    withdraw(graph, settings, plan_withdrawal(graph, "wlp:three"))
    assert (ask(graph, name), digest(graph)) == ([{"name": "tris-HCl"}], alone)
    empty(graph)
    for document, spelling in (("two", "Tris-HCl"), ("three", "Tris-HCl"), ("one", "tris-HCl")):
        by_spelling(document, spelling)
    assert digest(graph) == both


@pytest.fixture
def by_spelling(graph: Graph, settings: Settings, put: Put, tmp_path: Path) -> Callable[[str, str], None]:
    """Load a protocol of its own folder that adds a reagent in a given spelling."""

    def loading(document: str, reagent: str) -> None:
        put(
            f"{document}/wlp/{document}.ann",
            f"T1\tAction 6 9\tAdd\nT2\tReagent 10 18\t{reagent}\nE1\tAction:T1 Acts-on:T2\n",
        )
        folder = put(f"{document}/wlp/{document}.txt", f"Title\nAdd {reagent}.\n").parent
        load(folder, graph, settings, format=BratLoader(), fresh=True, decide=by_name(graph))

    return loading


def test_a_curator_grounds_what_no_name_does(graph: Graph, run: Run, read: Run) -> None:
    run(node("DRUGBANK:DB00898", "Alcohol"))
    read()
    report = run(same(LOCAL, "DRUGBANK:DB00898"), name="fixes")
    assert report.counts.edges == 1
    assert [(row["id"], row["method"]) for row in ask(graph, DENOTED) if row["local"] == LOCAL] == [
        ("DRUGBANK:DB00898", "curated")
    ]
    before = digest(graph)
    assert run(same(LOCAL, "DRUGBANK:DB00898"), name="fixes").counts.skips == {"unchanged": 1}
    assert digest(graph) == before


@pytest.mark.parametrize("object_", ["sssom:NoTermFound", "DRUGBANK:DB00898"])
def test_a_curator_undoes_a_wrong_merge(graph: Graph, run: Run, read: Run, object_: str) -> None:
    read()
    before = ask(graph, f"MATCH (n {{id: '{LOCAL}'}}) RETURN labels(n) AS labels, properties(n) AS n")
    run(*DRUGS)
    negated = object_ != "sssom:NoTermFound"
    run(same(LOCAL, object_, negated=negated), name="fixes")
    assert [(row["id"], row["method"]) for row in ask(graph, DENOTED) if row["local"] == LOCAL] == [
        (LOCAL, "minted")
    ]
    after = ask(
        graph,
        f"MATCH (n:`biolink:NamedThing` {{id: '{LOCAL}'}}) RETURN labels(n) AS labels, properties(n) AS n",
    )
    assert len(before) == len(after) == 1
    assert after == before
    run(*DRUGS)  # the decision holds
    read()
    assert [row["id"] for row in ask(graph, DENOTED) if row["local"] == LOCAL] == [LOCAL]
    run(same(LOCAL, "DRUGBANK:DB00898"), name="other")  # until a curator says otherwise
    assert [row["id"] for row in ask(graph, DENOTED) if row["local"] == LOCAL] == ["DRUGBANK:DB00898"]


@pytest.mark.parametrize("turned", [False, True])
def test_an_unknown_entity_is_rejected_and_replayed(
    graph: Graph, run: Run, read: Run, settings: Settings, turned: bool
) -> None:
    read()
    ends = (LOCAL, "DRUGBANK:DB00898")[:: -1 if turned else 1]
    report = run(same(*ends), name="fixes")
    assert report.counts.rejected == {"UNKNOWN_ENTITY": 1}
    assert "DRUGBANK:DB00898 is no entity" in report.examples["UNKNOWN_ENTITY"]
    run(*DRUGS)
    assert report.rejects_file is not None
    assert replay(graph, settings, report.rejects_file).edges == 1
    ground(graph, settings, decide=by_name(graph))
    assert [row["method"] for row in ask(graph, DENOTED) if row["local"] == LOCAL] == ["curated"]


def test_what_a_load_left_is_grounded_by_the_next(
    graph: Graph, run: Run, read: Run, settings: Settings
) -> None:
    run(*DRUGS, ground=False)
    report = read()
    assert report.grounded is not None
    assert report.grounded.grounded == {"exact": 1}
    assert ground(graph, settings, decide=by_name(graph)).changed == 0


def test_edges_of_minted_things_move_with_them_and_back(graph: Graph, run: Run, settings: Settings) -> None:
    local = node(LOCAL, "ethanol", "biolink:ChemicalEntity")
    claims = [
        edge(LOCAL, "affects", "NCBIGene:2554", publications=("PMID:7",)),
        edge(LOCAL, "related_to", "NCBIGene:2554"),
    ]
    run(node("NCBIGene:2554", "GABRA1", GENE), local, *claims, name="texts")
    alone = digest(graph)
    with_source = run(DRUGS[0], DRUGS[1], DRUGS[2], name="drugs")
    assert with_source.counts.edges == 1
    found = ask(
        graph, "MATCH (s)-[e]->() RETURN s.id AS id, e.original_subject AS was, type(e) AS p ORDER BY p"
    )
    assert found == [
        {"id": "DRUGBANK:DB00898", "was": None, "p": "biolink:affects"},  # both said it: the name's no more
        {"id": "DRUGBANK:DB00898", "was": LOCAL, "p": "biolink:related_to"},
    ]
    sound(graph)
    assert run(node("NCBIGene:2554", "GABRA1", GENE), *claims, name="texts").counts.skips == {"unchanged": 3}
    run(same(LOCAL, "sssom:NoTermFound"), name="fixes")
    edges = ask(graph, "MATCH (s)-[e:`biolink:related_to`]->() RETURN s.id AS id, e.original_subject AS was")
    assert edges == [{"id": LOCAL, "was": None}]
    assert alone != digest(graph)
    sound(graph)


KILLED = """
import os, signal, sys
from pathlib import Path
import bioloom.graph.merging.entity_merge as folding
from bioloom.graph.connection import Endpoint, connect
from bioloom.pipeline import ground
from bioloom.settings import Settings

uri, user, password, home, death = sys.argv[1:]
whole, groups = folding.fold_group, []

def dying(tx, pairs, biolink):
    folding._PAIRS = 3
    done = whole(tx, pairs, biolink)
    groups.append(done)
    if len(groups) == int(death):
        os.kill(os.getpid(), signal.SIGKILL)
    return done

folding.fold_group = dying
folding._PAIRS = 3
with connect(Endpoint(uri, user, password)) as graph:
    ground(graph, Settings(home=Path(home)), decide=lambda namings: [None] * len(namings))
"""


def test_a_pass_killed_at_any_moment_ends_as_an_unbroken_one(
    graph: Graph, run: Run, server: Endpoint, settings: Settings
) -> None:
    records: list[SourceRecord] = []
    for number in range(20):
        records += [node(f"CHEBI:{number}", f"c{number}"), node(f"DRUGBANK:{number}", f"d{number}")]
    for number in range(20):
        records += [
            edge(f"DRUGBANK:{number}", "affects", f"CHEBI:{(number + 3) % 20}"),
            edge(f"DRUGBANK:{number}", "affects", f"DRUGBANK:{(number + 1) % 20}"),
            same(f"DRUGBANK:{number}", f"CHEBI:{number}"),
        ]
    run(*records)
    expected = digest(graph)
    empty(graph)
    run(*records, ground=False)
    for death in (1, 3):
        argv = [server.uri, server.user, server.password, str(settings.home), str(death)]
        died = subprocess.run(
            [sys.executable, "-c", KILLED, *argv], capture_output=True, check=False, env=dict(os.environ)
        )
        assert died.returncode == -signal.SIGKILL, died.stderr.decode()
    assert digest(graph) != expected
    ground(graph, settings, decide=by_name(graph))
    assert digest(graph) == expected
    sound(graph)


def test_every_name_that_a_source_gives_an_id_is_found(graph: Graph, run: Run) -> None:
    for order in (("ethanol", "ethyl alcohol"), ("ethyl alcohol", "ethanol")):
        empty(graph)
        run(*(node("CHEBI:16236", name) for name in order), node("CHEBI:16236", order[0].title()))
        (found,) = ask(graph, "MATCH (n:`biolink:NamedThing`) RETURN n.name AS name, n.synonym AS synonym")
        assert found == {"name": order[0], "synonym": [order[1]]}
        index = GraphNames(graph).exact(["ethylalcohol", "ethanol"])
        assert {key: [one.id for one in ones] for key, ones in index.items()} == {
            "ethylalcohol": ["CHEBI:16236"],
            "ethanol": ["CHEBI:16236"],
        }
        run(node("CHEBI:16236", "alcohol"), state="2", fresh=False)  # the source changed: its names go
        (found,) = ask(graph, "MATCH (n:`biolink:NamedThing`) RETURN n.name AS name, n.synonym AS synonym")
        assert found == {"name": "alcohol", "synonym": None}


def test_a_warning_about_the_ends_is_that_of_the_ends_which_an_edge_has_now(graph: Graph, run: Run) -> None:
    warned = "MATCH ()-[e:`biolink:treats`]->() RETURN e.subject AS s, e.validation_warning IS NULL AS fits"
    disease = node("MONDO:1", "gout", "biolink:Disease")
    run(node("X:1", "drug", GENE), disease, edge("X:1", "treats", "MONDO:1"))
    assert ask(graph, warned) == [{"s": "X:1", "fits": False}]
    run(node("CHEBI:16236", "ethanol"), same("X:1", "CHEBI:16236"), name="other")
    assert ask(graph, warned) == [{"s": "CHEBI:16236", "fits": True}]
    sound(graph)
