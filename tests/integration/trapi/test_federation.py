"""Our own TRAPI endpoint asked over HTTP as if it were somebody else's, beside one that fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from bioloom.embedding import open_encoder
from bioloom.federation import Federation, query_endpoints, write_kgx
from bioloom.federation.response_cache import ResponseCache
from bioloom.pipeline import load
from bioloom.settings import Settings
from trapi_endpoint import serve

pytestmark = pytest.mark.integration

TOKEN = "t" * 43
CELECOXIB, ARTHRITIS = "DRUGBANK:DB00482", "DOID:7148"


@pytest.mark.parametrize("plan", ["separate", "intersect", "two-hops"])
def test_the_gene_between_a_drug_and_a_disease_is_found(address: str, plan: str) -> None:
    with serve(b"<html>") as broken:
        federation = Federation([broken.url, address], tokens={address: TOKEN})
        found = query_endpoints(federation, "gene", ((CELECOXIB,), (ARTHRITIS,)), open_encoder(), plan=plan)  # type: ignore[arg-type]
    faults = [reply.fault for reply in found.replies]
    assert faults == ["its answer is not JSON", None] * (1 if plan == "two-hops" else 2)
    best = found.candidates[0]
    assert (best.thing.id, best.thing.name, best.both) == ("NCBIGene:5743", "PTGS2", True)
    said = "object aspect activity, object direction decreased, qualified predicate causes"
    assert f"Celecoxib affects PTGS2 ({said})" in [statement.text for statement in found.statements]
    assert found.question.startswith("Which gene")
    assert "Celecoxib" in found.question
    assert {fact.primary_source for fact in best.facts} == {
        "infores:drugcentral", "infores:ctd", "infores:gwas-catalog"
    }  # fmt: skip


def test_an_answer_is_replayed_and_kept_as_a_source(address: str, tmp_path: Path) -> None:
    cache = ResponseCache(tmp_path / "cache")
    asked = query_endpoints(
        Federation([address], cache=cache, tokens={address: TOKEN}),
        "gene",
        ((CELECOXIB,), (ARTHRITIS,)),
        open_encoder(),
    )
    replayed = query_endpoints(
        Federation([address], cache=cache, offline=True), "gene", ((CELECOXIB,), (ARTHRITIS,)), open_encoder()
    )
    assert replayed.facts == asked.facts
    assert all(reply.cached for reply in replayed.replies)
    write_kgx(asked.facts, tmp_path / "kept")
    report = load(tmp_path, None, Settings(home=tmp_path / "home"), format="kgx", dry_run=True)
    assert not report.counts.rejected
    assert report.counts.edges == len(asked.facts)
