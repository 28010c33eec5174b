"""A user's scheme file: what it asks for, what its names mean, and where it is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bioloom.biolink import model as biolink
from bioloom.errors import SourceError, UsageError
from bioloom.extraction.llm import open_with_scheme
from bioloom.extraction.llm.scheme_file import read_scheme
from bioloom.extraction.opening import Prompting, open_by_kind
from bioloom.llm import Patience
from bioloom.pipeline.validation.publication_claims import extract_claims
from bioloom.records import SourceClaim
from bioloom.settings import Settings
from bioloom.standardization import standardize
from model_endpoint import Endpoint
from prompted_protocols import asked_about, protocol

QUICK = Patience(total=30.0, call=30.0, first_wait=0.01, attempts=2)
SCHEME = """\
id: https://example.org/antibiotics
name: antibiotics
comments:
  - Strains are species, not samples.
classes:
  Document:
    tree_root: true
    attributes:
      drugs: {range: Drug, multivalued: true}
  Drug:
    description: A substance given to stop microbes.
    class_uri: biolink:Drug
    examples:
      - value: penicillin
    attributes:
      stops:
        description: The drug stops the growth of the species.
        range: Species
  Species:
    annotations:
      prompt: A kind of microbe.
    class_uri: biolink:OrganismTaxon
slots:
  given with:
    description: Both are given together.
    domain: Drug
    range: Drug
    slot_uri: biolink:coexists_with
    examples:
      - value: ampicillin given with sulbactam
"""
SENTENCE = "Ampicillin and sulbactam stop E. coli."
ANSWER = """\
Ampicillin: drug
sulbactam: Drug
E. coli: species
head: Ampicillin tail: E. coli relation: stops
head: Ampicillin tail: sulbactam relation: given with
head: E. coli tail: sulbactam relation: stops"""


@pytest.fixture
def model(endpoint: Endpoint, tmp_path: Path) -> Settings:
    return endpoint.settings.model_copy(update={"cache": tmp_path / "cache"})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "antibiotics.yaml"
    path.write_text(SCHEME, encoding="utf-8")
    return path


def test_classes_slots_and_attributes_are_what_is_asked_for(file: Path) -> None:
    own = read_scheme(file)
    assert dict(own.categories) == {"Drug": "biolink:Drug", "Species": "biolink:OrganismTaxon"}
    assert [each.name for each in own.terms.relations] == ["given with", "stops"]
    stops, given = own.relations["stops"], own.relations["given with"]
    assert (stops.meaning, stops.domain, stops.range) == ("stops", "Drug", "Species")
    assert (given.meaning, given.domain, given.range) == ("biolink:coexists_with", "Drug", "Drug")


def test_a_model_is_asked_in_the_files_terms_and_held_to_them(
    file: Path, endpoint: Endpoint, model: Settings
) -> None:
    endpoint.answer = lambda user: ANSWER if asked_about(user) == SENTENCE else "NONE"
    extractor = open_with_scheme(model, file, mode="joint", patience=QUICK)
    (found,) = extractor.extract([protocol("x:one", SENTENCE, "Nothing else.")])
    system = endpoint.requests[0]["messages"][0]["content"]
    for told in (
        "- Drug: A substance given to stop microbes. (e.g. penicillin)",
        "- Species: A kind of microbe.\n",
        "- given with: Both are given together. (e.g. head: ampicillin tail: sulbactam relation: given with)",
        "- stops: The drug stops the growth of the species.\n",
        "1. Strains are species, not samples.",
    ):
        assert told in system
    assert "is_object_of" not in system
    assert [(each.text, each.native_type, each.annotated_type) for each in found.mentions] == [
        ("Ampicillin", "biolink:Drug", "Drug"),
        ("sulbactam", "biolink:Drug", "Drug"),
        ("E. coli", "biolink:OrganismTaxon", "Species"),
    ]
    assert [(each.predicate, each.annotated_predicate) for each in found.relations] == [
        ("stops", "stops"),
        ("biolink:coexists_with", "given with"),
    ]
    (refused,) = found.rejects
    assert (refused.code, refused.message) == ("BAD_ENDS", "stops is no relation from Species to Drug")
    assert re.fullmatch(r"llm:tiny:joint-antibiotics@[0-9a-f]{8}", extractor.name)


def test_relations_become_claims_that_keep_the_names_of_the_file(
    file: Path, endpoint: Endpoint, model: Settings
) -> None:
    endpoint.answer = lambda _user: ANSWER
    extractor = open_by_kind("llm", model, prompting=Prompting("joint", scheme_file=file))
    assert extractor is not None
    (found,) = extractor.extract([protocol("x:one", SENTENCE)])
    claims = extract_claims(found, standardize(found, biolink()))
    free, mapped = (each for each in claims if isinstance(each, SourceClaim))
    assert (free.subject_category, free.relationship, free.object_category) == (
        "biolink:Drug",
        "stops",
        "biolink:OrganismTaxon",
    )
    assert free.properties["annotated_predicate"] == "stops"
    assert mapped.relationship == "biolink:coexists_with"
    assert mapped.properties["annotated_predicate"] == "given with"


def test_another_meaning_or_wording_is_another_extractor(file: Path, model: Settings) -> None:
    before = open_with_scheme(model, file).name
    file.write_text(SCHEME.replace("biolink:coexists_with", "biolink:interacts_with"), encoding="utf-8")
    meant = open_with_scheme(model, file).name
    file.write_text(SCHEME.replace("to stop microbes", "against microbes"), encoding="utf-8")
    assert len({before, meant, open_with_scheme(model, file).name}) == 3


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("classes:", "classes: [", 7, "is no YAML"),
        ("class_uri: biolink:Drug", "class_uri: biolink:Drog", 12, "no category of Biolink"),
        ("slot_uri: biolink:coexists_with", "slot_uri: biolink:goes_with", 28, "no predicate of Biolink"),
        ("    domain: Drug", "    domain: Drugs", 26, "'Drugs' of given with is no class"),
        ("    description: A substance given", "    desciption: A substance given", 11, "'description'"),
        ("    description: A substance given to stop microbes.\n", "", 10, "Drug has no description"),
        ("  given with:", "  none:", 24, "there is no relation"),
        ("  Species:\n", "  drug:\n", 10, "spelled like another"),
        ("  Species:\n", "  Spec*es:\n", 19, "letters, digits"),
        ("    examples:\n      - value: penicillin", "    examples: penicillin", 13, "a list is expected"),
        ("classes:", "clases:", 5, "'classes' may be meant"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_line(
    file: Path, old: str, new: str, line: int, message: str
) -> None:
    assert old in SCHEME
    file.write_text(SCHEME.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SourceError, match=re.escape(message)) as wrong:
        read_scheme(file)
    assert (wrong.value.file, wrong.value.line) == (str(file), line)


@pytest.mark.parametrize("text", ["", "- a list\n", "classes: {}\n", "name: no classes\n"])
def test_a_file_without_types_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "empty.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SourceError):
        read_scheme(path)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="cannot be read"):
        read_scheme(tmp_path / "no.yaml")


def test_without_a_language_model_the_file_has_no_reader(file: Path) -> None:
    with pytest.raises(UsageError, match="BIOLOOM_LLM_URL"):
        open_with_scheme(Settings(), file)


def test_examples_of_the_file_that_do_not_name_the_relation_are_left_out(file: Path) -> None:
    file.write_text(SCHEME.replace("ampicillin given with sulbactam", "both at once"), encoding="utf-8")
    assert read_scheme(file).terms.relations[0].examples == ()
