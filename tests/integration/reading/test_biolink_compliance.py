"""`bioloom validate`: every rule of Biolink, and each broken one with an example and its mend."""

import json

import pytest
from typer.testing import CliRunner

from bioloom.biolink import model
from bioloom.cli.app import app
from bioloom.graph.biolink_compliance import biolink_compliance
from bioloom.graph.connection import Graph

pytestmark = pytest.mark.integration

run = CliRunner()
EDGE = "knowledge_level: 'prediction', agent_type: 'manual_agent', primary_knowledge_source: 'infores:x'"
TYPES = {"drug": "biolink:SmallMolecule", "disease": "biolink:Disease", "gene": "biolink:Gene"}


def claim(
    subject: str, predicate: str, object_: str, slots: str = EDGE, ids: tuple[str, str] = ("", "")
) -> str:
    def end(name: str, id_: str, number: int) -> str:
        category = TYPES.get(name, name)
        id_ = id_ or {"drug": "CHEBI:1", "disease": "MONDO:1", "gene": "HGNC:1"}.get(name, "CHEBI:9")
        return f"(n{number}:`biolink:NamedThing` {{id: '{id_}', category: ['{category}']}})"

    return (
        f"CREATE {end(subject, ids[0], 0)}-[:`{predicate}` {{id: 'e', {slots}}}]->{end(object_, ids[1], 1)}"
    )


@pytest.mark.parametrize(
    ("cypher", "rule", "fault"),
    [
        (claim("biolink:Pill", "biolink:treats", "disease"), "of the release", "biolink:Pill is no category"),
        (claim("drug", "biolink:cures", "disease"), "of the release", "biolink:cures is no predicate"),
        (claim("disease", "biolink:treated_by", "drug"), "canonical direction", "instead of biolink:treats"),
        (claim("disease", "biolink:treats", "drug"), "domain and range", "wants a biolink:Chemical"),
        (claim("drug", "biolink:treats", "disease", EDGE.replace("prediction", "guess")),
         "values of the release", "knowledge_level is guess"),
        (claim("drug", "biolink:treats", "disease", EDGE.replace("infores:x", "me")),
         "infores", "source is me"),
        (claim("drug", "biolink:affects", "gene", EDGE + ", object_aspect_qualifier: 'colour'"),
         "qualifiers", "object_aspect_qualifier 'colour' is not one of"),
        (claim("drug", "biolink:treats", "disease", ids=("CHEBY:1", "MONDO:1")),
         "prefixes of ids", "prefix CHEBY"),
        (claim("drug", "biolink:treats", "disease", ids=("HP:1", "MONDO:1")),
         "lists the prefix", "HP is not listed"),
    ],
)  # fmt: skip
def test_a_broken_rule_is_named_with_an_example(graph: Graph, cypher: str, rule: str, fault: str) -> None:
    with graph.session() as session:
        session.run(cypher).consume()
    (broken,) = (each for each in biolink_compliance(graph, model()) if each.broken and rule in each.rule)
    assert (broken.broken, len(broken.faults)) == (1, 1)
    assert fault in broken.faults[0]
    assert broken.mend


@pytest.mark.usefixtures("use_server")
def test_the_report_has_every_rule(small_graph: Graph) -> None:
    done = run.invoke(app, ["validate", "--json"])
    found = json.loads(done.stdout)
    assert len(found["rules"]) == 10
    assert {each["checked"] for each in found["rules"] if "ends fit" in each["rule"]} == {7}
    shown = run.invoke(app, ["validate"], env={"COLUMNS": "160"})
    assert "ids are CURIEs" in shown.stdout
    assert shown.exit_code == done.exit_code == 1  # one of its ids is no CURIE
    assert "weird id:<1>" in shown.stdout
