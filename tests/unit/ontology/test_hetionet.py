"""Hetionet's kinds and metaedges become valid Biolink, with full provenance."""

import re

import pytest

from bioloom.biolink import expand, model, prefix_map
from bioloom.standardization.sssom import read_mappings

KINDS = read_mappings("hetionet/kinds.sssom.tsv")
METAEDGES = read_mappings("hetionet/metaedges.sssom.tsv")
PUBLISHED = (
    "AdG AeG AuG CbG CcSE CdG CpD CrC CtD CuG DaG DdG DlA DpS DrD DuG GcG GiG GpBP GpCC GpMF GpPW Gr>G PCiC"
)


def test_all_kinds_and_metaedges_are_mapped() -> None:
    assert len(KINDS) == 11
    assert " ".join(METAEDGES) == PUBLISHED


@pytest.mark.parametrize("name", METAEDGES)
def test_a_metaedge_fits_the_release(name: str) -> None:
    mapping = METAEDGES[name]
    source, target = re.split(r" - \w+ - | > \w+ > ", mapping.extensions["relation_name"])
    ends = [KINDS[source].object_id, KINDS[target].object_id]
    subject, object_ = reversed(ends) if mapping.inverse else ends
    assert model().signature_fault([subject], mapping.object_id, [object_]) is None


@pytest.mark.parametrize("name", METAEDGES)
def test_a_metaedge_has_full_provenance(name: str) -> None:
    given = METAEDGES[name].extensions
    assert model().knowledge_level(given["knowledge_level"]) == given["knowledge_level"]
    assert model().agent_type(given["agent_type"]) == given["agent_type"]
    primary, aggregator = given["primary_knowledge_source"], given.get("aggregator_knowledge_source")
    assert aggregator == (None if primary == "infores:hetionet" else "infores:hetionet")
    for source in (primary, *given.get("supporting_data_source", primary).split("|")):
        assert re.fullmatch(r"infores:[a-z0-9-]+", source)
        assert source in INFORES


@pytest.mark.parametrize("name", METAEDGES)
def test_a_symmetric_metaedge_stays_symmetric(name: str) -> None:
    source, verb, target = re.split(r" [->] ", METAEDGES[name].extensions["relation_name"])
    if source == target and verb in ("resembles", "interacts", "covaries"):
        assert model().symmetric(METAEDGES[name].object_id)
    if source != target and not METAEDGES[name].inverse:
        assert METAEDGES[name].object_id not in ("biolink:expressed_in", "biolink:associated_with")


@pytest.mark.parametrize("kind", KINDS)
def test_the_prefix_of_a_kind_is_registered_and_fits_the_category(kind: str) -> None:
    prefix = KINDS[kind].extensions["curie_prefix"]
    assert prefix in prefix_map()
    assert prefix_map().get(KINDS[kind].extensions.get("other_prefix", prefix))
    expected = model().release.categories[KINDS[kind].object_id].id_prefixes
    assert prefix in expected or kind in ("Pharmacologic Class", "Side Effect")


@pytest.mark.parametrize(
    ("identifier", "local"), [("WP100_r74146", "WP100"), ("WP5", "WP5"), ("PC7_1532", None)]
)
def test_pathways_of_wikipathways_lose_their_revision(identifier: str, local: str | None) -> None:
    found = re.fullmatch(KINDS["Pathway"].extensions["identifier_pattern"], identifier)
    assert (found[1] if found else None) == local


def test_an_expanded_example_of_every_prefix_is_an_address() -> None:
    for mapping in KINDS.values():
        assert str(expand(f"{mapping.extensions['curie_prefix']}:1")).startswith("http")


INFORES = {
    "infores:bgee",
    "infores:bindingdb",
    "infores:diseases",
    "infores:disgenet",
    "infores:doaf",
    "infores:drugbank",
    "infores:drugcentral",
    "infores:goa",
    "infores:gwas-catalog",
    "infores:hetionet",
    "infores:lincs",
    "infores:pathway-commons",
    "infores:pharmacotherapydb",
    "infores:pubmed",
    "infores:reactome",
    "infores:sider",
    "infores:startgeo",
    "infores:tissues",
    "infores:wikipathways",
}
"""The resources named, each looked up in the Information Resource Registry of 2026-08-03."""
