"""Statements that are no relations are refused with a reason; relations never are."""

import pytest

from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.statement_filter import REASONS, refuse


@pytest.mark.parametrize(
    ("subject", "phrase", "object_", "reason"),
    [
        ("Clinicians", "prescribe", "opioids", "ADMINISTRATIVE"),
        ("patients", "were enrolled in", "trial", "ADMINISTRATIVE"),
        ("buprenorphine", "was approved by", "FDA", "ADMINISTRATIVE"),
        ("the nurses", "documented", "pain scores", "ADMINISTRATIVE"),
        ("opioid use", "was noted in", "medical records", "ADMINISTRATIVE"),
        ("Anisomycin", "used to detect", "GNPTG", "METHODOLOGICAL"),
        ("dopamine", "was measured by", "HPLC", "METHODOLOGICAL"),
        ("samples", "were stained with", "eosin", "METHODOLOGICAL"),
        ("mutations", "were detected by", "RT-PCR", "METHODOLOGICAL"),
        ("morphine", "was investigated for", "pain", "METHODOLOGICAL"),
        ("patients with OUD", "underwent", "detoxification", "ADMINISTRATIVE"),
        ("drug", "was dissolved in", "saline", "METHODOLOGICAL"),
        ("OPRM1", "is also known as", "MOR1", "NOMENCLATURE"),
        ("mu-opioid receptor", "is encoded by the symbol", "OPRM1", "NOMENCLATURE"),
        ("OUD", "is the abbreviation of", "opioid use disorder", "NOMENCLATURE"),
        ("we", "report", "a case of lupus", "REPORTING"),
        ("this study", "describes", "naloxone", "REPORTING"),
        ("naloxone", "is reviewed in", "chapter 3", "REPORTING"),
    ],
)
def test_statements_that_are_no_relations(subject: str, phrase: str, object_: str, reason: str) -> None:
    assert refuse(Claim(subject, phrase, object_)) == reason
    assert reason in REASONS


@pytest.mark.parametrize(
    ("subject", "phrase", "object_"),
    [
        ("morphine", "treats", "pain"),
        ("surgeons", "treat", "patients"),
        ("OPRM1", "encodes", "mu-opioid receptor"),
        ("mu-opioid receptor", "is encoded by", "OPRM1"),
        ("MRI", "was used to detect", "breast cancer"),
        ("hypertension", "is characterized by", "endothelial dysfunction"),
        ("MDMA", "has been reported to cause", "memory deficits"),
        ("glycine", "is conjugated to", "bile acid"),
        ("dna", "was injected into", "xenopus oocytes"),
        ("aspirin", "", "COX-1"),
        ("", "", ""),
        ("SRY", "determines", "male sex"),
        ("patients", "have been provided with", "implants"),
        ("nicotine", "modulates", "nicotinic receptor"),
        ("phosphatase", "downregulates", "MAPK"),
    ],
)
def test_relations(subject: str, phrase: str, object_: str) -> None:
    assert refuse(Claim(subject, phrase, object_)) is None


def test_a_disease_as_object_makes_detection_a_relation() -> None:
    claim = Claim("GeneTest", "was used to detect", "X1", object_categories=("biolink:Disease",))
    assert refuse(claim) is None
    assert refuse(Claim("GeneTest", "was used to detect", "X1")) == "METHODOLOGICAL"


@pytest.mark.parametrize("text", ["used " * 2000, "(" * 5000, "\x00", "is " * 4000 + "used to detect"])
def test_hostile_text_is_read_without_complaint(text: str) -> None:
    assert refuse(Claim(text, text, text)) in (None, *REASONS)
