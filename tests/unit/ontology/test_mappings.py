"""Every mapping set of ontology/: its form, and that its targets are terms of the pinned release."""

import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from bioloom.biolink import PINNED, curie_fault, model, prefix_map
from bioloom.resources import folder
from bioloom.standardization.sssom import SssomMapping, read_mapping_set, read_mappings
from bioloom_lab.evaluation.protocol_ie.annotation_schemes import scheme

ONTOLOGY = Path(str(folder("ontology")))
SETS = sorted(str(path.relative_to(ONTOLOGY)) for path in ONTOLOGY.rglob("*.sssom.tsv"))
RELATIONS = {"skos:exactMatch", "skos:closeMatch", "skos:broadMatch", "skos:narrowMatch", "skos:relatedMatch"}


def rows() -> Iterator[tuple[str, SssomMapping]]:
    for name in SETS:
        for mapping in read_mapping_set(name).mappings:
            yield name, mapping


def conditional(name: str) -> bool:
    """Whether a set may hold several rows for one term, told apart by the ends that they accept."""
    return name.removesuffix("/relations.sssom.tsv") in {"biored", "chemprot", "ddi", "semmeddb"}


def test_the_mapping_sets_are_found() -> None:
    assert {
        "biopie/entities.sssom.tsv",
        "biopie/relations.sssom.tsv",
        "hetionet/kinds.sssom.tsv",
        "hetionet/metaedges.sssom.tsv",
        "wlp/entities.sssom.tsv",
        "wlp/relations.sssom.tsv",
    } <= set(SETS)


@pytest.mark.parametrize("name", SETS)
def test_every_target_is_in_the_pinned_release_or_in_a_scheme(name: str) -> None:
    biolink, biopie = model(), scheme("biopie")
    for mapping in read_mapping_set(name).mappings:
        target = mapping.object_id
        if target.startswith("biolink:"):
            assert biolink.is_category(target) or biolink.is_predicate(target), f"{target} in {name}"
            assert not biolink.is_deprecated(target), f"{target} in {name}"
        elif target.startswith("biopie:"):
            words = target.removeprefix("biopie:")
            assert biopie.entity_type(words) or biopie.relation(words), f"{target} in {name}"
        else:
            assert target == "sssom:NoTermFound", f"{target} in {name}"


@pytest.mark.parametrize("name", SETS)
def test_every_qualifier_is_allowed_and_every_predicate_canonical(name: str) -> None:
    biolink = model()
    for mapping in read_mapping_set(name).mappings:
        assert biolink.qualifier_fault(mapping.qualifiers) is None, mapping.subject_label
        if biolink.is_predicate(mapping.object_id):
            assert biolink.canonical(mapping.object_id) == (mapping.object_id, False), mapping.subject_label


@pytest.mark.parametrize("name", SETS)
def test_the_header_names_licence_versions_and_prefixes(name: str) -> None:
    content = read_mapping_set(name)
    metadata = content.metadata
    assert (
        metadata["mapping_set_id"] == f"https://w3id.org/bioloom/mappings/{name.removesuffix('.sssom.tsv')}"
    )
    assert metadata["license"] == "https://creativecommons.org/publicdomain/zero/1.0/"
    assert metadata["subject_source"]
    assert metadata["object_source"]
    curie_map = metadata["curie_map"]
    assert isinstance(curie_map, dict)
    if any(mapping.object_id.startswith("biolink:") for mapping in content.mappings):
        assert metadata["object_source_version"] == PINNED
    for mapping in content.mappings:
        ids = (mapping.subject_id, mapping.predicate_id, mapping.object_id, mapping.mapping_justification)
        for curie in ids:
            assert curie_fault(curie) is None
            prefix = curie.partition(":")[0]
            assert prefix in curie_map or prefix == "sssom", f"{prefix} of {curie} is not in the curie_map"
    for prefix, iri in curie_map.items():
        assert prefix_map().get(prefix, iri) == iri


def test_every_row_says_how_near_its_terms_are_and_why() -> None:
    for name, mapping in rows():
        assert mapping.predicate_id in RELATIONS, f"{name}: {mapping.subject_label}"
        assert mapping.mapping_justification == "semapv:ManualMappingCuration"
        assert mapping.object_label or mapping.object_id == "sssom:NoTermFound"


def test_labels_agree_with_their_terms() -> None:
    biolink = model()
    for name, mapping in rows():
        if mapping.object_id.startswith("biolink:"):
            found = biolink.category(mapping.object_label) or biolink.predicate(mapping.object_label)
            assert found == mapping.object_id, f"{name}: {mapping.object_label}"


def test_a_target_that_is_no_exact_match_for_a_relation_says_why() -> None:
    for mapping in read_mapping_set("biopie/relations.sssom.tsv").mappings:
        if mapping.object_id == "biolink:related_to":
            assert mapping.comment, mapping.subject_label


def test_every_file_of_the_folder_is_described_in_its_readme() -> None:
    readme = (ONTOLOGY / "README.md").read_text(encoding="utf-8")
    for path in sorted(ONTOLOGY.rglob("*")):
        if path.is_file() and path.name != "README.md":
            assert f"`{path.relative_to(ONTOLOGY)}`" in readme, f"{path.name} is not in ontology/README.md"


@pytest.mark.filterwarnings("ignore")  # the package and pandas warn of their own future
@pytest.mark.parametrize("name", SETS)
def test_the_sssom_package_reads_the_same_mappings(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parsers = pytest.importorskip("sssom.parsers")
    table = parsers.parse_sssom_table(ONTOLOGY / name).df
    ours = [(m.subject_id, m.predicate_id, m.object_id) for m in read_mapping_set(name).mappings]
    theirs = table[["subject_id", "predicate_id", "object_id"]].itertuples(index=False, name=None)
    assert sorted(theirs) == sorted(ours)


def test_no_mapping_is_read_twice_under_one_name() -> None:
    for name in SETS:
        if not conditional(name):
            assert len(read_mappings(name)) == len(read_mapping_set(name).mappings)


def test_identifiers_of_subjects_are_distinct_and_plain() -> None:
    for name in SETS:
        mappings = read_mapping_set(name).mappings
        ids = [mapping.subject_id for mapping in mappings]
        assert len({(mapping.subject_id, mapping.object_id, mapping.inverse) for mapping in mappings}) == len(
            ids
        )
        assert conditional(name) or len(set(ids)) == len(ids)
        assert all(re.fullmatch(r"[a-z.]+:[\w-]+", curie) for curie in ids)
