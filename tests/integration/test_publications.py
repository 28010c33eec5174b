"""Abstracts into a real Neo4j: claims between entities, with every sentence that supports them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from abstracts import abstract, annotated
from bioloom.answering import ask as ask_question
from bioloom.biolink import model
from bioloom.graph.connection import Endpoint, Graph
from bioloom.graph.cookbook.cookbook_runner import run_query
from bioloom.graph.digest import digest
from bioloom.graph.integrity_checks import find_faults
from bioloom.pipeline import LoadReport, load, replay
from bioloom.pipeline.validation.edge_validation import PhraseMapper
from bioloom.pipeline.withdrawals.withdrawal import plan_withdrawal, withdraw
from bioloom.records import Claim, Place, SourceNode, SourceRecord, Standardized
from bioloom.settings import Settings
from listed_loader import Listed
from toy_triples import ToyTriples

pytestmark = pytest.mark.integration

Put = Callable[[str, str | bytes], Path]

ONE = abstract(
    "one", "Gefitinib and lung cancer. Gefitinib inhibits EGFR. Gefitinib does not inhibit HER2.", pmid="11"
)
TWO = abstract(
    "two", "EGFR is associated with lung cancer. We saw that gefitinib inhibits EGFR in cells.", pmid="12"
)
DENIAL = abstract("three", "In these cells gefitinib did not inhibit EGFR.", pmid="13")
CLAIMS = (
    "MATCH (s:`biolink:NamedThing`)-[e]->(o:`biolink:NamedThing`) WHERE e.document_ids IS NOT NULL "
    "RETURN s.name AS s, type(e) AS type, o.name AS o, e AS e, properties(e) AS p ORDER BY o, e.negated, s"
)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home")


@pytest.fixture
def run(graph: Graph, settings: Settings, put: Put) -> Callable[..., LoadReport]:
    source = put("abstracts.txt", "records in memory")

    def loading(
        *records: SourceRecord, extractor: ToyTriples | None = None, fresh: bool = True
    ) -> LoadReport:
        report = load(
            source, graph, settings, format=Listed(records), extractor=extractor, fresh=fresh, phrases=MAPPER
        )
        assert report.counts.balanced
        assert find_faults(graph, model()) == ()
        return report

    return loading


def by_words(claims: Sequence[Claim]) -> tuple[Standardized, ...]:
    """Map the one phrase that the toy finds, and refuse every other."""
    known = Standardized("biolink:affects", 0.9, "words 1")
    unknown = Standardized(None, 0.0, "words 1", reason="NO_PREDICATE")
    return tuple(known if claim.relationship == "lowers the number of" else unknown for claim in claims)


MAPPER = PhraseMapper(lambda: by_words)


def ask(graph: Graph, cypher: str) -> list[dict[str, object]]:
    with graph.session(read=True) as session:
        return session.run(cypher).data()


def claims(graph: Graph) -> dict[tuple[str, str, str, bool], dict[str, object]]:
    """Give the claims of texts by what they say."""
    with graph.session(read=True) as session:
        rows = [(row["s"], row["type"], row["o"], row["p"]) for row in session.run(CLAIMS)]
    return {(s, type_, o, bool(p["negated"])): p for s, type_, o, p in rows}


def listed(value: object) -> list[str]:
    assert isinstance(value, list), value
    return value


INHIBITS = ("Gefitinib", "biolink:affects", "EGFR", False)
DENIED = ("Gefitinib", "biolink:affects", "HER2", True)
ASSOCIATED = ("EGFR", "biolink:gene_associated_with_condition", "lung cancer", False)


def test_abstracts_become_claims_with_their_sentences(graph: Graph, run: Callable[..., LoadReport]) -> None:
    report = run(ONE, TWO, extractor=ToyTriples())
    found = claims(graph)
    assert set(found) == {INHIBITS, DENIED, ASSOCIATED}
    counts = report.counts
    assert (counts.documents, counts.sentences, counts.nodes, counts.rejected) == (2, 5, 10, {})
    assert counts.edges == 4  # one of the three claims is stated twice
    inhibits = found[INHIBITS]
    assert inhibits["supporting_text"] == [
        "Gefitinib inhibits EGFR.",
        "We saw that gefitinib inhibits EGFR in cells.",
    ]
    assert inhibits["publications"] == ["PMID:11", "PMID:12"]
    assert inhibits["document_ids"] == ["toy:one", "toy:two"]
    assert inhibits["sentence_ids"] == ["toy:one#s1", "toy:two#s1"]
    assert inhibits["original_predicate"] == "chemprot:DOWNREGULATOR"
    assert (inhibits["original_subject"], inhibits["original_object"]) == ("Gefitinib", "EGFR")
    assert inhibits["object_direction_qualifier"] == "decreased"
    assert (inhibits["extractor"], inhibits["extraction_confidence_score"]) == (["toy:triples@1"], 0.75)
    assert (inhibits["knowledge_level"], inhibits["agent_type"]) == ("not_provided", "text_mining_agent")
    for entry in map(json.loads, listed(inhibits["support"])):
        document = {one.document.id: one.document for one in (ONE, TWO)}[entry["document"]]
        for end in (entry["subject"], entry["object"]):
            assert document.text[end["start"] : end["end"]] == end["name"]
    assert ask(graph, "MATCH (:Mention)-[e]->(:Mention) RETURN e") == []
    types = ask(
        graph,
        "MATCH (m:`biored:GeneOrGeneProduct`)-[:DENOTES]->(g:`biolink:Gene`) "
        "RETURN DISTINCT g.name AS g ORDER BY g",
    )
    assert types == [{"g": "EGFR"}, {"g": "HER2"}]


def test_a_second_load_changes_nothing_and_another_extractor_replaces(
    graph: Graph, run: Callable[..., LoadReport]
) -> None:
    run(ONE, TWO, extractor=ToyTriples())
    before = digest(graph)
    assert run(ONE, TWO, extractor=ToyTriples(), fresh=False).status == "already loaded"
    assert run(ONE, TWO, extractor=ToyTriples()).counts.written == 0
    assert run(TWO, ONE, extractor=ToyTriples()).counts.written == 0
    assert digest(graph) == before
    run(ONE, TWO, extractor=ToyTriples("toy:triples@2", verbs={"inhibit": "chemprot:ANTAGONIST"}))
    found = claims(graph)
    assert {key[2] for key in found} == {"EGFR", "HER2"}
    assert found[INHIBITS]["causal_mechanism_qualifier"] == "antagonism"
    assert {tuple(listed(claim["extractor"])) for claim in found.values()} == {("toy:triples@2",)}
    run(ONE, TWO, extractor=ToyTriples())
    assert digest(graph) == before
    run(ONE, TWO)
    assert claims(graph) == {}
    assert ask(graph, "MATCH (n:`biolink:NamedThing`) RETURN n.name AS name") == []


def test_withdrawing_a_document_deletes_what_only_it_supports(
    graph: Graph, settings: Settings, run: Callable[..., LoadReport]
) -> None:
    run(ONE, extractor=ToyTriples())
    alone = claims(graph)[INHIBITS]
    run(ONE, TWO, extractor=ToyTriples())
    before = digest(graph)
    done = withdraw(graph, settings, plan_withdrawal(graph, "toy:two"))
    assert done.deleted["edges"] == 1  # EGFR and lung cancer; the other is stated elsewhere too
    left = claims(graph)
    assert set(left) == {INHIBITS, DENIED}
    for slot in ("supporting_text", "publications", "document_ids", "sentence_ids", "support"):
        assert left[INHIBITS][slot] == alone[slot]
    assert find_faults(graph, model()) == ()
    run(ONE, TWO, extractor=ToyTriples())
    assert digest(graph) == before
    for name in ("toy:one", "toy:two"):
        withdraw(graph, settings, plan_withdrawal(graph, name))
    assert ask(graph, "MATCH (n) WHERE NOT n:Migration AND NOT n:Load AND NOT n:Lease RETURN n") == []


def test_a_document_that_changed_takes_back_what_it_said(
    graph: Graph, run: Callable[..., LoadReport]
) -> None:
    names = (("Aspirin", "ChemicalEntity", "MESH:D001241"), ("headache", "DiseaseOrPhenotypicFeature", None))
    plain = abstract("four", "Aspirin and headache.")
    run(annotated(plain, names, [(0, "Association", 1)]))
    assert [key[1] for key in claims(graph)] == ["biolink:associated_with"]
    run(annotated(plain, names, [(1, "Negative_Correlation", 0)]))  # the same mentions, another relation
    assert [key[:3] for key in claims(graph)] == [
        ("Aspirin", "biolink:negatively_correlated_with", "headache")
    ]


def test_gold_curies_are_denoted_and_named_by_all_their_names(
    graph: Graph, run: Callable[..., LoadReport]
) -> None:
    kind = "GeneOrGeneProduct"
    gold = annotated(
        abstract("gold", "EGFR and EGFR, the epidermal growth factor receptor, and lung cancer."),
        [
            ("EGFR", kind, "NCBIGene:1956"),
            ("EGFR", kind, "NCBIGene:1956"),
            ("epidermal growth factor receptor", kind, "NCBIGene:1956"),
            ("lung cancer", "DiseaseOrPhenotypicFeature", None),
        ],
        [(3, "Association", 0), (0, "Association", 2)],
    )
    report = run(gold)
    assert report.counts.skips == {"both ends are one thing": 1}
    (key,) = claims(graph)
    claim = claims(graph)[key]
    assert key[1:] == ("biolink:gene_associated_with_condition", "lung cancer", False)
    assert (claim["subject"], claim["agent_type"]) == ("NCBIGene:1956", "manual_agent")
    assert "extractor" not in claim
    named = ask(graph, "MATCH (n {id: 'NCBIGene:1956'}) RETURN n.name AS name, n.synonym AS other")
    assert named == [{"name": "EGFR", "other": ["epidermal growth factor receptor"]}]
    run(gold, TWO, extractor=ToyTriples())  # EGFR of the other abstract is grounded to what has that name
    assert {claim["subject"] for claim in claims(graph).values()} >= {"NCBIGene:1956"}
    supported = claims(graph)[key]
    assert supported["document_ids"] == ["toy:gold", "toy:two"]
    assert (supported["agent_type"], supported["knowledge_level"]) == ("manual_agent", "knowledge_assertion")


def test_a_described_entity_takes_the_claims_of_its_name(
    graph: Graph, run: Callable[..., LoadReport]
) -> None:
    gene = SourceNode("HGNC:3236", ("biolink:Gene",), Place("n", 1), "EGFR")
    run(ONE, gene, extractor=ToyTriples())
    found = claims(graph)
    assert {claim["object"] for claim in found.values()} == {"HGNC:3236", "bioloom:gene.her-2"}
    run(ONE, gene, extractor=ToyTriples())
    assert claims(graph) == found


def test_what_must_not_be_written_is_rejected_with_its_place_and_replayed(
    graph: Graph, settings: Settings, run: Callable[..., LoadReport]
) -> None:
    plain = abstract("bad", "Gefitinib inhibits EGFR. Aspirin eases headache.")
    kinds = "ChemicalEntity", "GeneOrGeneProduct", "DiseaseOrPhenotypicFeature"
    good = annotated(
        plain,
        [
            ("Gefitinib", kinds[0], None),
            ("EGFR", kinds[1], None),
            ("Aspirin", kinds[0], None),
            ("headache", kinds[2], None),
        ],
        [(0, "chemprot:DOWNREGULATOR", 1), (0, "ddi:effect", 3), (2, "eases", 3)],
    )
    lying = replace(good.mentions[1], text="ERBB1")
    bad = replace(good, mentions=(good.mentions[0], lying, *good.mentions[2:]))
    report = run(bad)
    assert report.counts.rejected == {"NAME_NOT_IN_TEXT": 2, "NO_PREDICATE": 2}
    assert not any(key[2] == "ERBB1" for key in claims(graph))
    file = report.rejects_file
    assert file is not None
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    invented = next(
        line
        for line in lines
        if line["record"].get("subject") == "Gefitinib" and line["code"] == "NAME_NOT_IN_TEXT"
    )
    assert (invented["file"], invented["line"], invented["record"]["kind"]) == ("bad.txt", 10, "claim")
    replay(graph, settings, file, phrases=MAPPER)
    assert claims(graph) == {}  # nothing was mended
    invented["record"]["object"] = "EGFR"
    eases = next(line for line in lines if line["record"].get("relationship") == "eases")
    eases["record"]["relationship"] = "lowers the number of"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    told = replay(graph, settings, file, phrases=MAPPER)
    assert told.edges == 2
    assert {key[0] for key in claims(graph)} == {"Gefitinib", "Aspirin"}
    assert run(bad).counts.documents == 0
    withdraw(graph, settings, plan_withdrawal(graph, "toy:bad"))
    assert claims(graph) == {}


def test_a_name_that_the_extractor_invents_is_never_written(
    graph: Graph, run: Callable[..., LoadReport]
) -> None:
    report = run(ONE, TWO, extractor=ToyTriples(invents=True))
    assert report.counts.rejected["NAME_NOT_IN_TEXT"] == 2
    assert ask(graph, "MATCH (n) WHERE n.name CONTAINS 'unobtainium' RETURN n") == []


def test_free_phrases_go_through_relate(graph: Graph, run: Callable[..., LoadReport]) -> None:
    report = run(
        abstract("five", "Aspirin lowers the number of PTGS2. Aspirin eases headache."),
        extractor=ToyTriples(verbs={"lowers": "lowers the number of", "eases": "eases"}),
    )
    assert report.counts.rejected == {"NO_PREDICATE": 1}
    (claim,) = claims(graph).values()
    assert claim["predicate_mapped_by"] == "words 1"
    assert claim["original_predicate"] == "lowers the number of"


def test_a_question_is_answered_with_the_sentence_that_states_it(
    graph: Graph, settings: Settings, run: Callable[..., LoadReport]
) -> None:
    activates = abstract("six", "Aspirin activates EGFR.")
    run(
        ONE,
        TWO,
        activates,
        extractor=ToyTriples(verbs={"inhibit": "chemprot:INHIBITOR", "activate": "chemprot:ACTIVATOR"}),
    )
    answer = ask_question(graph, settings, "What inhibits EGFR?", llm=False)
    assert not answer.abstained
    assert "gefitinib" in answer.answer.lower()
    assert "aspirin" not in answer.answer.lower()
    (citation,) = answer.citations
    assert (citation.text, citation.sentence_id) == ("Gefitinib inhibits EGFR.", "toy:one#s1")
    assert citation.document_id == "toy:one"


def answered(graph: Graph, query: str, /, **given: str) -> list[dict[str, object]]:
    """Run a query of the cookbook."""
    found = run_query(graph, query, None, given)
    return [dict(zip(found.columns, row, strict=True)) for row in found.rows]


def test_both_sides_of_a_conflict_are_kept(graph: Graph, run: Callable[..., LoadReport]) -> None:
    run(ONE, TWO, DENIAL, extractor=ToyTriples())
    (row,) = answered(graph, "conflicting_evidence")
    assert row["denied_in"] == ["In these cells gefitinib did not inhibit EGFR."]
    assert row["asserted_by"] == ["toy:one", "toy:two"]
    assert answered(graph, "conflicting_evidence", about="gefitinib") == [row]
    assert answered(graph, "conflicting_evidence", about="lung cancer") == []
    found = answered(graph, "chemical_gene_disease", name="gefitinib")
    assert {(hop["gene"], hop["disease"], hop["document"], hop["second_document"]) for hop in found} == {
        ("EGFR", "lung cancer", "toy:three", "toy:two")
    }
    rows = answered(graph, "what_inhibits", target="EGFR")
    assert [(row["negated"], row["document"]) for row in rows] == [
        (False, "toy:one"),
        (False, "toy:two"),
        (True, "toy:three"),
    ]


KILLED = """
import os, signal, sys
from pathlib import Path
from abstracts import abstract
from bioloom.graph.connection import Endpoint, connect
from bioloom.pipeline import load
from bioloom.settings import Settings
from listed_loader import Listed
from toy_triples import ToyTriples

uri, user, password, home, source, count, death = sys.argv[1:]

class Dying(ToyTriples):
    def extract(self, documents):
        if sum(map(len, self.asked)) >= int(death):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().extract(documents)

text = "Gefitinib inhibits EGFR. EGFR is associated with lung cancer."
records = [abstract(f"d{number}", text) for number in range(int(count))]
with connect(Endpoint(uri, user, password)) as graph:
    load(Path(source), graph, Settings(home=Path(home)), format=Listed(records), rows=60, extractor=Dying())
"""


def test_a_load_killed_while_it_extracts_ends_as_an_unbroken_one(
    server: Endpoint, graph: Graph, put: Put, settings: Settings
) -> None:
    source, count = put("abstracts.txt", "records in memory"), 48
    text = "Gefitinib inhibits EGFR. EGFR is associated with lung cancer."
    records = [abstract(f"d{number}", text) for number in range(count)]
    whole = load(source, graph, settings, format=Listed(records), rows=60, extractor=ToyTriples())
    expected = digest(graph)
    with graph.session() as session:
        session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()
    argv = [server.uri, server.user, server.password, str(settings.home), str(source), str(count), "32"]
    path = {"PYTHONPATH": ":".join([str(Path(__file__).parents[1]), *sys.path])}
    died = subprocess.run([sys.executable, "-c", KILLED, *argv], capture_output=True, check=False, env=path)
    assert died.returncode == -signal.SIGKILL, died.stderr.decode()
    resumed = load(source, graph, settings, format=Listed(records), rows=60, extractor=ToyTriples())
    assert resumed.resumed_from > 0
    assert digest(graph) == expected
    assert resumed.counts == whole.counts
