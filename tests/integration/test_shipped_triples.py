"""Plain abstracts through the triple model that travels with the package, into a real Neo4j."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.biolink import model
from bioloom.extraction.opening import open_by_kind
from bioloom.graph.connection import Graph
from bioloom.graph.cookbook.cookbook_runner import run_query
from bioloom.graph.integrity_checks import find_faults
from bioloom.pipeline import load
from bioloom.resources import has_weights
from bioloom.settings import Settings

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(not has_weights("triples"), reason="installed without the triple model"),
]

Put = Callable[[str, str | bytes], Path]

ABSTRACTS = (
    "pmid\ttitle\tabstract\n"
    "90000011\tGefitinib in cell culture.\tGefitinib is a potent inhibitor of EGFR. Cells grew.\n"
    "90000012\tEGFR in lung cancer.\tMutations of EGFR are associated with lung cancer in these patients.\n"
)


def test_plain_abstracts_become_claims_that_a_query_joins(graph: Graph, put: Put, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")
    extractor = open_by_kind("local", settings)
    assert extractor is not None
    source = put("notes/abstracts.tsv", ABSTRACTS)
    report = load(source, graph, settings, extractor=extractor)
    assert report.counts.balanced
    assert report.counts.documents == 2
    assert find_faults(graph, model()) == ()
    hops = run_query(graph, "chemical_gene_disease", None, {"name": "gefitinib"})
    (hop,) = (dict(zip(hops.columns, row, strict=True)) for row in hops.rows)
    with graph.session(read=True) as session:
        rows = session.run(
            "MATCH (:`biolink:NamedThing`)-[e]->() WHERE e.document_ids IS NOT NULL RETURN e.extractor AS e"
        ).data()
    assert (hop["gene"], hop["disease"]) == ("EGFR", "lung cancer")
    assert hop["direction"] == "decreased"
    assert (hop["document"], hop["second_document"]) == ("notes:90000011", "notes:90000012")
    assert hop["sentence"] == "Gefitinib is a potent inhibitor of EGFR."
    assert all(name.startswith("local:triples@") for row in rows for name in row["e"])
    again = load(source, graph, settings, extractor=extractor, fresh=True)
    assert again.counts.written == 0
