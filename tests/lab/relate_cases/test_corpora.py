"""Cases from small corpora written here in the files' own formats."""

import gzip
import json
from pathlib import Path

import pytest

from bioloom.errors import SourceError
from bioloom.records.predicate_mapping import Claim
from bioloom_lab.relate_cases.biored import biored_cases
from bioloom_lab.relate_cases.case import NONE, in_text_order
from bioloom_lab.relate_cases.chemprot import chemprot_cases, chemprot_unrelated
from bioloom_lab.relate_cases.labelled_pairs import ddi_cases, git_cases
from bioloom_lab.training.standardizer.standardizer import split_cases


def write(folder: Path, name: str, *lines: str) -> None:
    with gzip.open(folder / name, "wt", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)


@pytest.fixture
def chemprot(tmp_path: Path) -> Path:
    title, abstract = "On kinases.", "EGFR is inhibited by gefitinib. AKT1 and gefitinib were seen."
    text = f"{title}\n{abstract}"
    mentions = {"T1": ("CHEMICAL", "gefitinib"), "T2": ("GENE-Y", "EGFR"), "T3": ("GENE-Y", "AKT1")}
    spans = {name: (kind, text.index(found), found) for name, (kind, found) in mentions.items()}
    spans["T4"] = ("CHEMICAL", text.rindex("gefitinib"), "gefitinib")
    write(tmp_path, "train.txt.gz", f"1\t{title}\t{abstract}", "2\tNo relation\tNothing.")
    write(
        tmp_path,
        "train.ent.gz",
        *(f"1\t{n}\t{k}\t{at}\t{at + len(f)}\t{f}\tNone" for n, (k, at, f) in spans.items()),
    )
    write(tmp_path, "train.rel.gz", "1\tT1-T2\tT1\tT2\t4\tINHIBITOR", "1\tT1-T2\tT1\tT2\t6\tANTAGONIST")
    return tmp_path


def test_a_chemprot_case_is_a_pair_with_its_sentence_and_all_its_labels(chemprot: Path) -> None:
    (case,) = chemprot_cases(chemprot, "train")
    assert case.claim == Claim(
        "gefitinib",
        "is inhibited by",
        "EGFR",
        "EGFR is inhibited by gefitinib.",
        ("biolink:ChemicalEntity",),
        ("biolink:GeneOrGeneProduct",),
    )
    assert case.labels == ("antagonist", "downregulator")
    assert case.details == ("ANTAGONIST", "INHIBITOR")


def test_the_input_does_not_depend_on_the_label(chemprot: Path) -> None:
    before = chemprot_cases(chemprot, "train")
    write(chemprot, "train.rel.gz", "1\tT1-T2\tT1\tT2\t3\tACTIVATOR")
    after = chemprot_cases(chemprot, "train")
    assert [case.claim for case in before] == [case.claim for case in after]
    assert [case.labels for case in after] == [("upregulator",)]


def test_a_pair_that_is_not_annotated_is_none(chemprot: Path) -> None:
    (case,) = chemprot_unrelated(chemprot, "train")
    assert (case.claim.subject, case.claim.object, case.labels) == ("gefitinib", "AKT1", (NONE,))


def test_text_order_turns_a_claim_once(chemprot: Path) -> None:
    (case,) = chemprot_cases(chemprot, "train")
    turned = in_text_order(case)
    assert (turned.claim.subject, turned.claim.object) == ("EGFR", "gefitinib")
    assert (case.textual, turned.textual, turned.backward) == (False, True, True)
    assert in_text_order(turned) == turned


def test_a_git_sentence_loses_its_marks(tmp_path: Path) -> None:
    rows = [
        ("TREATS", "drug", "fever", "high  fever  fell with  drug ."),
        ("TREATS", "newer drugs", "pain", "the [  newer drugs  ] relieve {  pain  }."),
    ]
    names = ("PREDICATE", "SUBJECT_TEXT", "OBJECT_TEXT", "SENTENCE")
    write(tmp_path, "dev.jsonl.gz", *(json.dumps(dict(zip(names, row, strict=True))) for row in rows))
    backward, forward = git_cases(tmp_path, "dev")
    assert (backward.claim.subject, backward.backward) == ("fever", True)
    assert forward.claim.text == "the newer drugs relieve pain."
    assert (forward.claim.relationship, forward.backward) == ("relieve", False)


def test_ddi_pairs_are_distinct_and_none_is_none(tmp_path: Path) -> None:
    row = json.dumps({"text": "A1x raises B2x levels.", "triple_list": [["A1x", "None", "B2x"]]})
    same = json.dumps({"text": "A1x raises A1x.", "triple_list": [["A1x", "effect", "A1x"]]})
    write(tmp_path, "train_triples.jsonl.gz", row, row, same)
    (case,) = ddi_cases(tmp_path, "train")
    assert case.labels == (NONE,)


def test_biored_relations_join_concepts_in_either_order(tmp_path: Path) -> None:
    write(
        tmp_path,
        "dev.pubtator.gz",
        "7|t|Aspirin reduces fever in rats.",
        "7|a|Done.",
        "7\t0\t7\tAspirin\tChemicalEntity\tD1",
        "7\t16\t21\tfever\tDiseaseOrPhenotypicFeature\tD2,D3",
        "7\t25\t29\trats\tOrganismTaxon\t10116",
        "7\tNegative_Correlation\tD3\tD1\tNovel",
    )
    labels = {(case.claim.subject, case.claim.object): case.labels for case in biored_cases(tmp_path, "dev")}
    assert labels["Aspirin", "fever"] == ("Negative_Correlation",)
    assert labels["Aspirin", "rats"] == (NONE,)


def test_a_file_that_is_cut_short_is_named(chemprot: Path) -> None:
    whole = (chemprot / "train.ent.gz").read_bytes()
    (chemprot / "train.ent.gz").write_bytes(whole[:-9])
    with pytest.raises(SourceError, match=r"train\.ent\.gz"):
        chemprot_cases(chemprot, "train")


def test_a_document_is_never_in_both_parts(chemprot: Path) -> None:
    cases = chemprot_cases(chemprot, "train") + chemprot_unrelated(chemprot, "train")
    taught, held = split_cases(cases, share=0.5)
    assert len(taught) + len(held) == 2
    assert not {case.document for case in taught} & {case.document for case in held}
