"""Mechanism questions over tables that a real load brought together by id and by name."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bioloom.answering import ask
from bioloom.graph.connection import Endpoint, Graph, connect
from bioloom.graph.cookbook.cookbook_runner import run_query
from bioloom.mechanism import rank_genes
from bioloom.mechanism.candidates import ExcludedSources
from bioloom.pipeline.load import load
from bioloom.question_parsing import MechanismQuestion
from bioloom.records import LoadOptions
from bioloom.settings import Settings
from bioloom_lab.evaluation.gold_files import read_csv
from bioloom_lab.evaluation.mechanism.drug_evaluator import measure_drugs, measure_metabolites
from bioloom_lab.evaluation.mechanism.drug_questions import read_drug_gold, read_metabolite_gold
from bioloom_lab.evaluation.mechanism.gene_evaluator import measure_genes
from bioloom_lab.evaluation.mechanism.gene_questions import read_gene_questions
from bioloom_lab.evaluation.mechanism.model_routes import measure_model, read_named_answers
from kept_graph import keep
from model_endpoint import Endpoint as Model

pytestmark = pytest.mark.integration

NAMES = (
    "id\tname\tcategory\tsynonyms\txrefs\n"
    "NCBIGene:5742\tPTGS1\tbiolink:Gene\tCOX1\t\n"
    "NCBIGene:5743\tPTGS2\tbiolink:Gene\tCOX2\t\n"
    "NCBIGene:1559\tCYP2C9\tbiolink:Gene\t\t\n"
    "NCBIGene:3269\tHRH1\tbiolink:Gene\t\t\n"
    "DOID:9206\tBarrett's esophagus\tbiolink:Disease\t\tMESH:D001471\n"
    "DOID:4481\tallergic rhinitis\tbiolink:Disease\t\tMESH:D065631\n"
    "GO:0001696\tgastric acid secretion\tbiolink:BiologicalProcess\t\t\n"
    "GO:0006954\tinflammatory response\tbiolink:BiologicalProcess\t\t\n"
)
TAKES_PART = (
    "id\tsubject\tpredicate\tobject\tprimary_knowledge_source\tknowledge_level\tagent_type\n"
    "e1\tNCBIGene:3269\tbiolink:actively_involved_in\tGO:0006954\tinfores:goa\tknowledge_assertion\tmanual_agent\n"
    "e2\tNCBIGene:5743\tbiolink:actively_involved_in\tGO:0006954\tinfores:goa\tknowledge_assertion\tmanual_agent\n"
    "e3\tNCBIGene:5743\tbiolink:actively_involved_in\tGO:0001696\tinfores:goa\tknowledge_assertion\tmanual_agent\n"
)
DRUG_QUESTIONS = (
    "id,drug,Drug_MeshID,disease,bp,drug_name,disease_name,bp_name,question\n"
    "1,DRUGBANK:DB00341,MESH:D017332,MESH:D065631,GO:0006954,cetirizine,allergic rhinitis,"
    "inflammatory response,"
    "Which Drug can be used in the treatment of allergic rhinitis by targeting biological process: "
    "inflammatory response?\n"
)
METABOLITE_QUESTIONS = (
    "drug,Drug_MeshID,disease,metabolite,drug_name,disease_name,metabolite_name\n"
    "DRUGBANK:DB00341,MESH:D017332,MESH:D065631,CHEBI:18295,cetirizine,allergic rhinitis,['histamine']\n"
)
PROTEINS = (
    "drugbank_id\tcategory\tuniprot_id\tentrez_gene_id\torganism\tknown_action\tactions\tpubmed_ids\n"
    "DB00945\ttarget\tP23219\t5742\tHuman\tunknown\tinhibitor\t\n"
    "DB00945\ttarget\tP35354\t5743\tHuman\tyes\tinhibitor\t1|2|3\n"
    "DB00945\tenzyme\tP11712\t1559\tHuman\tunknown\tsubstrate\t\n"
    "DB00341\ttarget\tP35367\t3269\tHuman\tyes\tantagonist\t4\n"
)
HUB = (
    "!Source\tThe Hub\n"
    "pert_iname\tclinical_phase\tmoa\ttarget\tdisease_area\tindication\n"
    "aspirin\tLaunched\tcyclooxygenase inhibitor\tPTGS2\t\t\n"
    "cetirizine\tLaunched\thistamine receptor antagonist\tHRH1\t\tallergic rhinitis\n"
    "amphetrizine\tLaunched\thistamine receptor antagonist\tHRH1\t\tallergic rhinitis\n"
)
QUESTIONS = (
    "id,drug,Drug_MeshID,disease,protein,drug_name,disease_name,protein_name,"
    "protein_gene_symbol,question,count\n"
    "['1'],DB:DB00945,MESH:D001241,MESH:D001471,['UniProt:P35354'],aspirin,Barrett,['x'],['PTGS2'],"
    "Which gene matters most in how Drug aspirin treats or impacts the Disease Barrett?,1\n"
    "['2'],DB:DB00341,MESH:D017332,MESH:D065631,['UniProt:P35367'],cetirizine,"
    "allergic rhinitis,['x'],['HRH1'],"
    "Which gene matters most in how Drug cetirizine treats or impacts the Disease allergic rhinitis?,1\n"
)


@pytest.fixture
def tables(server: Endpoint, tmp_path: Path) -> Iterator[Graph]:
    """Give a graph of names, DrugBank's rows and the Hub's."""
    with connect(server) as graph:
        keep(graph, "tables of drugs", lambda emptied: _load_tables(emptied, tmp_path))
        yield graph


def _load_tables(graph: Graph, tmp_path: Path) -> None:
    (tmp_path / "drugbank_aliases.json").write_text('{"DB00945": ["Aspirin"], "DB00341": ["Cetirizine"]}')
    files = (
        ("names.tsv", NAMES),
        ("drugbank_proteins.tsv", PROTEINS),
        ("hub.txt", HUB),
        ("goa_edges.tsv", TAKES_PART),
    )
    for name, content in files:
        (tmp_path / name).write_text(content)
        report = load(tmp_path / name, graph, Settings(), options=LoadOptions())
        assert not report.counts.rejected


def test_the_gene_is_answered_with_its_path_and_nothing_is_answered_without_one(tables: Graph) -> None:
    answer = ask(tables, Settings(), "Which gene matters most in how cetirizine treats allergic rhinitis?")
    assert answer.answer.startswith("HRH1: Cetirizine decreases the activity of HRH1")
    assert {citation.source for citation in answer.citations} == {
        "infores:drugbank",
        "infores:drug-repurposing-hub",
    }
    assert any("treats allergic rhinitis" in citation.text for citation in answer.citations)
    for drug in ("zzyzxin", "amphetrizine hydrochloride of nothing"):
        unknown = ask(tables, Settings(), f"Which gene matters most in how {drug} treats allergic rhinitis?")
        assert unknown.abstained
        assert not unknown.citations
        assert "does not know the drug" in unknown.answer


def test_ids_names_salts_and_spellings_lead_to_one_drug_and_sources_can_be_left_out(tables: Graph) -> None:
    by_id = rank_genes(tables, MechanismQuestion("x", "y", ("DRUGBANK:DB00945",), ("MESH:D001471",)))
    assert by_id.disease.ids == ("DOID:9206",)
    assert by_id.ranked[0].symbol == "PTGS2"
    assert {one.symbol for one in by_id.ranked if one.acted_on} == {"PTGS1", "PTGS2", "CYP2C9"}
    for name in ("aspirin", "Aspirin sodium", "ASPIRYN"):
        found = rank_genes(tables, MechanismQuestion(name, "headache"))
        assert found.ranked[0].symbol == "PTGS2", name
    spelt = rank_genes(tables, MechanismQuestion("amfetrizine", "headache"))
    assert [one.symbol for one in spelt.ranked if one.acted_on] == ["HRH1"]
    asked = MechanismQuestion("aspirin", "headache")
    left = rank_genes(tables, asked, without=ExcludedSources(("infores:drugbank",)))
    assert [one.symbol for one in left.ranked if one.acted_on] == ["PTGS2"]
    given = {"drug": "Cetirizine", "disease": "Allergic rhinitis"}
    (row,) = run_query(tables, "genes_between_drug_and_disease", None, given).rows
    assert list(row[:5]) == ["Cetirizine", "HRH1", "NCBIGene:3269", ["target"], ["antagonism"]]
    assert isinstance(row[5], list)
    assert set(row[5]) == {"infores:drug-repurposing-hub", "infores:drugbank"}
    assert list(row[6:]) == [False, 1]


def test_the_suite_measures_on_the_graph(tables: Graph, tmp_path: Path) -> None:
    data = tmp_path / "gene.csv"
    data.write_text(QUESTIONS)
    found = measure_genes(tables, read_gene_questions(data), ablation=False)
    assert found.rows["vote of the tables, given ids"]["top1"].value == 1
    assert found.rows["learned, from words"]["reached"].value == 1
    shipped = measure_genes(tables, read_gene_questions(data), as_shipped=True)
    assert shipped.rows["shipped, from words"]["top1"].value == 1
    assert not any(row.startswith("learned") for row in shipped.rows)
    assert found.rows["learned, without DrugBank's rows"]["reached"].value == 1
    assert set(found.rows["learned, given ids"]) == {
        "top1",
        "top5",
        "top1_by_any_name",
        "reached",
        "answered",
    }


@pytest.mark.parametrize("without", [False, True])
def test_a_model_names_genes_with_evidence_and_without(
    tables: Graph, endpoint: Model, tmp_path: Path, without: bool
) -> None:
    data = tmp_path / "gene.csv"
    data.write_text(QUESTIONS)
    endpoint.answer = lambda asked: '{"answer": "hrh1"}' if "Drug cetirizine" in asked else "no form"
    questions = read_named_answers(read_csv(data))
    found = measure_model(tables, endpoint.settings, questions, without_evidence=without)
    (row,) = found
    assert row == f"language model, {'without' if without else 'with'} evidence"
    assert [found[row][name].value for name in ("top1", "answered")] == [0.5, 0.5]
    turns = [asked["messages"] for asked in endpoint.requests]
    shown = [user["content"] for _, user in turns if "Drug cetirizine" in user["content"]]
    assert ("activity of HRH1" in shown[0]) is not without
    assert all("the official symbol of one gene" in system["content"] for system, _ in turns)


def test_the_drug_between_a_disease_and_a_process_is_answered_with_the_path_through_its_target(
    tables: Graph,
) -> None:
    asked = "Which drug treats allergic rhinitis by acting on the inflammatory response?"
    answer = ask(tables, Settings(), asked)
    texts = [citation.text for citation in answer.citations]
    assert answer.short[0].casefold() == "cetirizine"
    assert [
        any(words in text for text in texts) for words in ("treats allergic", "HRH1", "inflammatory")
    ] == ([True] * 3)
    apart = ask(tables, Settings(), asked.replace("the inflammatory response", "gastric acid secretion"))
    assert apart.abstained
    assert "no drug that is used against" in apart.answer
    unknown = ask(tables, Settings(), asked.replace("the inflammatory response", "the left knee"))
    assert "no drug that is used against" not in unknown.answer


def test_drug_and_metabolite_questions_say_how_far_the_graph_joins(tables: Graph, tmp_path: Path) -> None:
    (tmp_path / "drug.csv").write_text(DRUG_QUESTIONS)
    (tmp_path / "metabolite.csv").write_text(METABOLITE_QUESTIONS)
    drugs = measure_drugs(tables, read_drug_gold(tmp_path / "drug.csv"))
    assert {name: each["top1"].value for name, each in drugs.rows.items()} == dict.fromkeys(drugs.rows, 1.0)
    assert {one.value for one in drugs.joins.values()} == {1.0}
    metabolites = measure_metabolites(tables, read_metabolite_gold(tmp_path / "metabolite.csv"))
    assert {name: one.value for name, one in metabolites.joins.items()} == {
        "drug known": 1.0,
        "disease known": 1.0,
        "metabolite known": 0.0,
        "drug and metabolite joined by a claim": 0.0,
    }
