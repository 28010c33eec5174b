"""Kind of plain texts: what instructs is a protocol, what reports is a publication."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.loading import Loader
from bioloom.records import AnnotatedDocument, LoadOptions
from bioloom_loaders.abstract_table import AbstractsLoader
from bioloom_loaders.document_kind import kind_of
from bioloom_loaders.pdf import PdfLoader
from bioloom_loaders.sentences import lay_out
from bioloom_loaders.text import TextLoader
from small_pdf import pdf

Put = Callable[[str, str | bytes], Path]
WRITTEN = sorted((Path(__file__).parents[2] / "data" / "written_protocols").glob("*.txt"))

TITLE = "Exenatide and liver fat in adolescents: a pilot trial"
REPORTED = (
    "Fatty liver is common among obese adolescents. We assigned 44 patients to exenatide (n = 22) or "
    "placebo. Liver fat fell by 3.1 points with exenatide (P = 0.02). Body weight did not change. "
    "In conclusion, exenatide reduced liver fat."
)
STRUCTURED = (
    "Background: The role of TRPV4 in lung oedema is poorly understood.\n"
    "Methods: Lungs of 12 rats were perfused at 37 °C for 30 min.\n"
    "Results: The blocker reduced oedema by half (95% CI 31 to 66).\n"
    "Conclusions: TRPV4 mediates oedema."
)
HEADED = (
    "# Statins and delirium\n\n## Objective\nTo learn whether statins prevent delirium after surgery.\n\n"
    "## Methods\nWe followed 800 patients of a registry.\n\n## Results\nDelirium occurred in 9% and 11% "
    "(odds ratio 0.8).\n\n## Conclusion\nThese data do not support a role of statins.\n"
)
MEASURED = (
    "Pharmacology of AB-12 in rats\n\nAB-12 is a morphinan. Its affinity was 2 nM at most. After an "
    "intravenous dose of 1 mg/kg the half-life was 3.8 h. Bioavailability reached 27%. Rotarod performance "
    "was impaired only at 10 mg. Tolerance was not observed after 7 days."
)
PASSIVE = (
    "Fixation of larvae\n\nLarvae were rinsed in PBS for 5 min and fixed in 4% formaldehyde at 4 °C "
    "overnight. They were washed three times for 10 min each. The tissue was cleared in 50% glycerol for "
    "2 h, then in 70% glycerol. Larvae were mounted between cover slips with 80 µl of glycerol."
)
NUMBERED = (
    "Resistance to a phage costs the capsule\n\n1. We isolated the phage from sewage.\n"
    "2. The MIC fell from 128 mg/L in the wild type to 8 mg/L in mutants.\n"
    "3. Survival of larvae at 96 h was 85% with both and 20% with buffer.\n4. Other MICs were unchanged.\n"
)
COMPARED = (
    "Voiding of mice without a channel\nOn paper, females voided 3.1 times in 4 h. Mutants did not differ in "
    "other measures. Nine of 24 had bacteria, against one in controls. Seed set fell from 61% to 38%."
)
BEGUN_WITH_AN_ABSTRACT = (
    "Staining of patient biopsies\nAbstract: We describe a stain for biopsies of patients. Results showed "
    "that it works.\n\n1. Cut sections of 5 µm.\n2. Dry them at 37 °C overnight.\n3. Wash in PBS for 5 min.\n"
    "4. The sections of patients with psoriasis need 10 min.\n"
)


def kind(text: str) -> str:
    return kind_of(text, lay_out(text).sentences)


@pytest.mark.parametrize(
    "text", [f"{TITLE}\n\n{REPORTED}", REPORTED, STRUCTURED, HEADED, MEASURED, NUMBERED, COMPARED]
)
def test_what_reports_is_an_abstract_with_title_or_headings_or_without(text: str) -> None:
    assert kind(text) == "abstract"


@pytest.mark.parametrize("text", [PASSIVE, BEGUN_WITH_AN_ABSTRACT, "Add 5 ml.", "Washing buffer"])
def test_what_states_steps_is_a_protocol_in_the_passive_too_and_behind_an_abstract(text: str) -> None:
    assert kind(text) == "protocol"


def test_a_long_publication_is_an_article() -> None:
    assert kind("\n\n".join([TITLE, *[REPORTED] * 15])) == "article"


def test_written_protocols_are_protocols() -> None:
    several = WRITTEN[::10]
    assert len(several) > 40
    assert [path.name for path in several if kind(path.read_text(encoding="utf-8")) != "protocol"] == []


def documents(loader: Loader, source: Path) -> dict[str, AnnotatedDocument]:
    found = loader.records(source, LoadOptions())
    return {one.document.id: one for one in found if isinstance(one, AnnotatedDocument)}


def test_a_folder_holds_both_kinds_and_a_format_decides_otherwise(put: Put) -> None:
    put("c/steps.txt", PASSIVE)
    folder = put("c/trial.txt", f"{TITLE}\n\n{REPORTED}").parent
    kinds = {id_: one.document.kind for id_, one in documents(TextLoader(), folder).items()}
    assert kinds == {"c:steps": "protocol", "c:trial": "abstract"}
    assert {one.document.kind for one in documents(AbstractsLoader(), folder).values()} == {"abstract"}


def test_every_plain_text_is_a_protocol_where_the_format_says_so(put: Put) -> None:
    from bioloom_loaders.text import ProtocolsLoader

    folder = put("c/trial.txt", f"{TITLE}\n\n{REPORTED}").parent
    put("c/page.pdf", pdf([[TITLE, *REPORTED.split(". ")]]))
    assert {one.document.kind for one in documents(ProtocolsLoader(), folder).values()} == {"protocol"}
    assert not ProtocolsLoader().recognises(folder)


def test_a_pdf_is_told_by_its_sentences_too(put: Put) -> None:
    source = put("c/page.pdf", pdf([[TITLE, *REPORTED.split(". ")]]))
    assert documents(PdfLoader(), source)["c:page"].document.kind == "abstract"
    assert documents(AbstractsLoader(), source)["c:page"].document.kind == "abstract"


def test_the_title_of_an_abstract_is_one_sentence(put: Put) -> None:
    found = documents(TextLoader(), put("c/tea.txt", f"Is tea safe? A randomised trial.\n{REPORTED}"))[
        "c:tea"
    ]
    assert found.document.title == found.sentences[0].text == "Is tea safe? A randomised trial."


def test_an_abstract_without_title_is_titled_by_its_first_sentence(put: Put) -> None:
    found = documents(TextLoader(), put("c/bare.txt", REPORTED))["c:bare"]
    assert found.document.title == found.sentences[0].text == "Fatty liver is common among obese adolescents."


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Labelling of beads\n\n## Activation\nAdd EDC.\n", "Labelling of beads"),
        ("## Labelling of beads\n\n## Activation\nAdd EDC.\n", "Labelling of beads"),
        ("Version 2\n\n# Labelling of beads\n\n## Activation\nAdd EDC.\n", "Labelling of beads"),
        ("Labelling of beads\n\n# Activation\nAdd EDC.\n\n# Washing\nWash.\n", "Labelling of beads"),
    ],
)
def test_the_first_line_is_the_title_unless_one_heading_stands_above_all_others(
    text: str, title: str
) -> None:
    assert lay_out(text).title == title
