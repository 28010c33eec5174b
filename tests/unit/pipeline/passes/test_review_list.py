"""The review list is SSSOM that others read, and changes nothing as long as nobody edits it."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.pipeline.passes.review_list import OpenName, write_review
from bioloom.pipeline.validation.record_validation import NO_OPTIONS
from bioloom.records import Grounding, Skip, SourceEdge
from bioloom_loaders.format_detection import format_of
from bioloom_loaders.sssom import SssomLoader

Put = Callable[[str, str | bytes], Path]
NAMES = (
    OpenName(
        "bioloom:chemical.etoh",
        "EtOH",
        "biolink:ChemicalEntity",
        12,
        'Add 70 % "EtOH"\tand\nmix, \x1b[31m.',
        (
            Grounding("CHEBI:16236", "ethanol", 0.5, "fuzzy"),
            Grounding("DRUGBANK:DB00898", "Ethanol", 0.4, "fuzzy"),
        ),
    ),
    OpenName("bioloom:chemical.70-%25-x", '"x"', "biolink:ChemicalEntity", 1),
)


def test_an_unedited_list_changes_nothing(put: Put) -> None:
    source = put("review.tsv", write_review(NAMES))
    assert format_of(source) == "sssom"
    records = list(SssomLoader().records(source, NO_OPTIONS))
    assert [type(record) for record in records] == [Skip, Skip, Skip]


def test_an_edited_row_is_a_decision(put: Put) -> None:
    text = write_review(NAMES).replace("skos:relatedMatch\tCHEBI", "skos:exactMatch\tCHEBI")
    text = text.replace("skos:relatedMatch\tsssom:NoTermFound", "skos:exactMatch\tsssom:NoTermFound")
    records = list(SssomLoader().records(put("fixes.sssom.tsv", text), NO_OPTIONS))
    edges = [record for record in records if isinstance(record, SourceEdge)]
    assert [(edge.subject, edge.object) for edge in edges] == [
        ("bioloom:chemical.etoh", "CHEBI:16236"),
        ("bioloom:chemical.70-%25-x", "sssom:NoTermFound"),
    ]


@pytest.mark.filterwarnings("ignore")  # the package and pandas warn of their own future
def test_the_reference_parser_reads_it(put: Put) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parsers = pytest.importorskip("sssom.parsers")
    table = parsers.parse_sssom_table(put("review.sssom.tsv", write_review(NAMES))).df
    etoh, quoted = "bioloom:chemical.etoh", "bioloom:chemical.70-%25-x"
    assert sorted(table["subject_id"]) == [quoted, etoh, etoh]
