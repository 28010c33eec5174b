"""Claims in an extractor's words, through the load, into the graph (SPEC I3)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bioloom.biolink import model
from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.cookbook.cookbook_runner import run_query
from bioloom.graph.digest import digest
from bioloom.pipeline import LoadReport, load, replay
from bioloom.pipeline.validation.edge_validation import PhraseMapper
from bioloom.pipeline.withdrawals.withdrawal import plan_withdrawal, withdraw
from bioloom.records import Claim, LoadOptions, Standardized
from bioloom.settings import Settings
from bioloom_loaders.kgx import KgxLoader
from bioloom_loaders.quadruples import QuadruplesLoader

pytestmark = pytest.mark.integration

Put = Callable[[str, str | bytes], Path]

ABSTRACT = (
    "Clinicians prescribed haloperidol to twelve patients. Haloperidol increased the levels of prolactin. "
    "Haloperidol did not affect cortisol."
)
OPTIONS = LoadOptions(primary_knowledge_source="infores:toy")
EDGES = (
    "MATCH (s)-[e]->(o) WHERE e.primary_knowledge_source = 'infores:toy' "
    "RETURN s.name AS s, type(e) AS type, o.name AS o, properties(e) AS e ORDER BY o"
)


def rows(*claims: tuple[str, str, str], **more: object) -> str:
    return "".join(
        json.dumps({"subject": s, "relationship": r, "object": o, "abstract": ABSTRACT, **more}) + "\n"
        for s, r, o in claims
    )


def by_words(claims: Sequence[Claim]) -> tuple[Standardized, ...]:
    """Map by single words, where a test asks what the load does with an answer, not how it is found."""
    answers = []
    for claim in claims:
        if "prescribed" in claim.relationship:
            answers.append(Standardized(None, 0.0, "words 1", reason="ADMINISTRATIVE"))
        else:
            denied = "not" in claim.relationship.split()
            answers.append(Standardized("biolink:affects", 0.9, "words 1", negated=denied))
    return tuple(answers)


def found(graph: Graph) -> list[tuple[str, str, str, dict[str, object]]]:
    with graph.session(read=True) as session:
        return [(row["s"], row["type"], row["o"], row["e"]) for row in session.run(EDGES)]


TOY = (
    ("Clinicians", "prescribed", "haloperidol"),
    ("Haloperidol", "increased the levels of", "prolactin"),
    ("Haloperidol", "did not affect", "cortisol"),
)


def test_a_toy_abstract_into_the_graph_and_out_again(graph: Graph, put: Put, tmp_path: Path) -> None:
    settings, source = Settings(), put("claims.jsonl", rows(*TOY, pmid=7))
    mapper = PhraseMapper(lambda: by_words)
    report = load(source, graph, settings, format=QuadruplesLoader(), options=OPTIONS, phrases=mapper)
    assert (report.counts.read, report.counts.edges, report.counts.derived_nodes) == (3, 2, 3)
    assert report.counts.rejected == {"ADMINISTRATIVE": 1}
    (denied, raised) = found(graph)
    assert denied[:3] == ("Haloperidol", "biolink:affects", "cortisol")
    assert (denied[3]["negated"], raised[3]["negated"]) == (True, False)
    assert denied[3]["supporting_text"] == ["Haloperidol did not affect cortisol."]
    assert denied[3]["publications"] == ["PMID:7"]
    assert denied[3]["original_predicate"] == "did not affect"
    assert denied[3]["agent_type"] == "text_mining_agent"

    again = load(
        source, graph, settings, format=QuadruplesLoader(), options=OPTIONS, phrases=mapper, fresh=True
    )
    assert (again.counts.edges, again.counts.skips) == (0, {"unchanged": 2})
    assert len(found(graph)) == 2

    withdraw(graph, settings, plan_withdrawal(graph, "infores:toy"))
    with graph.session(read=True) as session:
        assert (
            session.run("MATCH (n:`biolink:NamedThing`) RETURN count(n) AS n").single(strict=True)["n"] == 0
        )


def test_an_end_that_the_graph_has_stays_as_it_is(graph: Graph, put: Put) -> None:
    settings = Settings()
    put("g_nodes.tsv", "id\tcategory\tname\nCHEBI:5613\tbiolink:SmallMolecule\thaloperidol (drug)\n")
    load(put("g_edges.tsv", "subject\tpredicate\tobject\n"), graph, settings, format=KgxLoader())
    claim = rows(("Haldol", "lowers", "dopamine"), subject_id="CHEBI:5613", object_id="CHEBI:18243")
    report = load(
        put("claims.jsonl", claim), graph, settings, format=QuadruplesLoader(), options=OPTIONS,
        phrases=PhraseMapper(lambda: by_words),
    )  # fmt: skip
    assert (report.counts.edges, report.counts.derived_nodes) == (1, 1)
    ((subject, _, object_, edge),) = found(graph)
    assert (subject, object_) == ("haloperidol (drug)", "dopamine")
    assert (edge["subject"], edge["original_subject"]) == ("CHEBI:5613", "Haldol")


def test_without_a_model_all_phrases_wait_in_the_reject_file_for_a_replay(graph: Graph, put: Put) -> None:
    settings, source = Settings(), put("claims.jsonl", rows(*TOY))
    report = load(source, graph, settings, format=QuadruplesLoader(), options=OPTIONS, phrases=False)
    assert report.counts.edges == 0
    assert sum(report.counts.rejected.values()) == 3
    assert report.rejects_file is not None
    told = replay(graph, settings, report.rejects_file, phrases=PhraseMapper(lambda: by_words))
    assert (told.read, told.edges, dict(told.rejected)) == (3, 2, {"ADMINISTRATIVE": 1})
    assert len(found(graph)) == 2


def test_a_graph_with_phrases_for_predicates(graph: Graph, put: Put) -> None:
    put(
        "g_nodes.tsv",
        "id\tcategory\tname\nCHEBI:1\tbiolink:SmallMolecule\ta\nNCBIGene:1\tbiolink:Gene\tb\n",
    )
    edges = "subject\tpredicate\tobject\tknowledge_level\tagent_type\n" + "".join(
        f"CHEBI:1\t{predicate}\tNCBIGene:1\tnot_provided\tnot_provided\n"
        for predicate in (
            "increases abundance of",
            "SEMMEDDB:NEG_INHIBITS",
            "lowers",
            "prescribed",
            "biolink:foo",
        )
    )
    asked: list[Claim] = []

    def remember(claims: Sequence[Claim]) -> tuple[Standardized, ...]:
        asked.extend(claims)
        return by_words(claims)

    report = load(
        put("g_edges.tsv", edges), graph, Settings(), format=KgxLoader(), options=OPTIONS,
        phrases=PhraseMapper(lambda: remember),
    )  # fmt: skip
    assert report.counts.rejected == {"ADMINISTRATIVE": 1, "UNKNOWN_PREDICATE": 1}
    assert (report.counts.read, report.counts.nodes, report.counts.edges) == (7, 2, 3)
    assert [claim.relationship for claim in asked] == ["lowers", "prescribed"]
    assert asked[0].subject_categories == ("biolink:SmallMolecule",)
    written = {edge["original_predicate"]: edge for *_, edge in found(graph)}
    assert set(written) == {"increases abundance of", "SEMMEDDB:NEG_INHIBITS", "lowers"}
    assert written["SEMMEDDB:NEG_INHIBITS"]["negated"] is True
    assert written["lowers"]["predicate_mapped_by"] == "words 1"
    assert written["increases abundance of"]["predicate_mapped_by"] == f"Biolink {model().version}"


def test_a_mended_copy_of_a_reject_file_keeps_the_options_of_its_load(graph: Graph, put: Put) -> None:
    settings = Settings(home=put("home/x", "").parent)
    source = put("claims.jsonl", json.dumps({"subject": "aspirin", "relationship": "treats", "object": "?"}))
    options = LoadOptions(primary_knowledge_source="infores:x")
    report = load(source, graph, settings, options=options)
    assert report.rejects_file is not None
    text = report.rejects_file.read_text().replace('"?"', '"gout"')
    assert replay(graph, settings, put("mended.jsonl", text)).edges == 1
    report.rejects_file.write_text(text)
    assert replay(graph, settings, report.rejects_file).rejected == {}


NAMED = "MATCH ()-[e]->(o) WHERE e.primary_knowledge_source = 'infores:toy' RETURN o.id AS id, o.name AS name"
VOCABULARY = (
    "id\tcategory\tname\n"
    "DOID:14330\tbiolink:Disease\tParkinson's disease\n"
    "DOID:3083\tbiolink:Disease\tchronic obstructive pulmonary disease\n"
    "UMLS:C0042029\tbiolink:PhenotypicFeature\tUrinary tract infection\n"
    "NCBIGene:8856\tbiolink:Gene\tNR1I2\n"
    "NCBIGene:523\tbiolink:Gene\tATP6V1A\n"
    "DRUGBANK:DB00960\tbiolink:Drug\tPindolol\n"
)
WRITTEN = (
    ("Parkinson's Disease", "biolink:Disease", "DOID:14330"),
    ("chronic obstructive pulmonary disease (COPD)", "biolink:Disease", "DOID:3083"),
    ("urinary tract infections", "biolink:Disease", "UMLS:C0042029"),
    ("NR1I2", "biolink:Gene", "NCBIGene:8856"),
    ("ATP6V1A", "biolink:Gene", "NCBIGene:523"),
    ("(+/-)-pindolol", "biolink:Drug", "DRUGBANK:DB00960"),
    ("(-)-Pindolol", "biolink:Drug", "bioloom:drug.minus-pindolol"),
    ("Atrial fibrillation (AF)", "biolink:Disease", "bioloom:disease.atrial-fibrillation"),
)


def named(graph: Graph) -> dict[str, str]:
    with graph.session(read=True) as session:
        return {row["id"]: row["name"] for row in session.run(NAMED)}


@pytest.fixture
def load_names(graph: Graph, put: Put) -> Callable[[str], LoadReport]:
    """Load one of two sources: the entities, or the claims that write their names."""

    def loading(source: str) -> LoadReport:
        if source == "entities":
            return load(put("g_nodes.tsv", VOCABULARY), graph, Settings(), format=KgxLoader(), fresh=True)
        claims = "".join(
            rows(("Drugoxin", "biolink:treats", name), object_category=category)
            for name, category, _ in WRITTEN
        )
        written = put("claims.jsonl", claims)
        return load(written, graph, Settings(), format=QuadruplesLoader(), options=OPTIONS, fresh=True)

    return loading


def test_a_name_of_a_claim_is_grounded_as_it_is_written_in_any_order(
    graph: Graph, load_names: Callable[[str], LoadReport]
) -> None:
    digests = set()
    for order in (
        ("entities", "claims"),
        ("claims", "entities"),
        ("entities", "claims", "claims", "entities"),
    ):
        with graph.session() as session:
            session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()
        for source in order:
            load_names(source)
        names = named(graph)
        assert set(names) == {id_ for *_, id_ in WRITTEN}
        digests.add(digest(graph))
    assert len(digests) == 1
    assert names["bioloom:drug.minus-pindolol"] == "(-)-Pindolol"
    assert names["bioloom:disease.atrial-fibrillation"] == "Atrial fibrillation (AF)"
    found = run_query(graph, "drugs_for_disease", None, {"disease": "atrial fibrillation"})
    assert "Drugoxin" in str(found.rows)


def test_an_edge_of_a_claim_goes_back_where_its_name_is_no_longer_clear(
    graph: Graph, load_names: Callable[[str], LoadReport]
) -> None:
    load_names("claims")
    alone = digest(graph)
    entities = load_names("entities")
    withdraw(graph, Settings(), plan_withdrawal(graph, None, load=entities.load_id))
    assert digest(graph) == alone


def test_a_suggestion_is_of_the_kind_that_the_parameter_names(
    load_names: Callable[[str], LoadReport], graph: Graph
) -> None:
    load_names("entities")
    with pytest.raises(UsageError, match="did you mean NR1I2"):
        run_query(graph, "roles_of_gene", None, {"gene": "NR1I3"})
    with pytest.raises(UsageError) as told:
        run_query(graph, "drugs_for_disease", None, {"disease": "NR1I3"})
    assert "NR1I2" not in str(told.value)
