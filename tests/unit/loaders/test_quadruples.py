"""The quadruples loader: every form of file, every optional field, every kind of bad row."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.records import LoadOptions, Reject, SourceClaim, SourceRecord
from bioloom_loaders.format_detection import format_of
from bioloom_loaders.quadruples import QuadruplesLoader

Put = Callable[[str, str | bytes], Path]

ABSTRACT = "We gave haloperidol to six men. Haloperidol raised serum prolactin within an hour."
ROWS = [
    {"subject": "Haloperidol", "object": "prolactin", "relationship": "raised", "abstract": ABSTRACT},
    {"subject": "Haloperidol", "object": "men", "relationship": "was given to", "abstract": ABSTRACT},
]


def read(source: Path) -> list[SourceRecord]:
    return list(QuadruplesLoader().records(source, LoadOptions()))


def claims(source: Path) -> list[SourceClaim]:
    found = read(source)
    assert all(isinstance(record, SourceClaim) for record in found), found
    return [record for record in found if isinstance(record, SourceClaim)]


def as_json() -> str:
    return json.dumps(ROWS, indent=1)


def as_lines() -> str:
    return "".join(json.dumps(row) + "\n" for row in ROWS)


def as_table() -> str:
    return "subject\trelationship\tobject\tabstract\n" + "".join(
        f"{row['subject']}\t{row['relationship']}\t{row['object']}\t{row['abstract']}\n" for row in ROWS
    )


@pytest.mark.parametrize(
    ("name", "content"),
    [("c.json", as_json()), ("c.jsonl", as_lines()), ("c.tsv", as_table()), ("kgx.ndjson", as_lines())],
)
def test_every_form_gives_the_same_claims(put: Put, name: str, content: str) -> None:
    source = put(name, content)
    assert format_of(source) == "quadruples"
    found = claims(source)
    assert [(one.subject, one.relationship, one.object, one.text) for one in found] == [
        ("Haloperidol", "raised", "prolactin", ABSTRACT),
        ("Haloperidol", "was given to", "men", ABSTRACT),
    ]
    assert [one.properties for one in found] == [{}, {}]
    assert found[1].place.line is not None
    assert found[0].place.line is not None
    assert found[1].place.line > found[0].place.line


def test_optional_fields_go_where_they_belong(put: Put) -> None:
    row = {
        **ROWS[0],
        "id": 7,
        "subject_id": "CHEBI:5613",
        "object_category": "protein",
        "pmid": 123,
        "publications": ["PMID:5"],
        "sentence": "Haloperidol raised serum prolactin.",
        "confidence": "0.75",
        "primary_knowledge_source": "infores:text-mining-provider-targeted",
        "in_cells": True,
    }
    (found,) = claims(put("c.jsonl", json.dumps(row)))
    assert (found.subject_id, found.object_id, found.object_category) == ("CHEBI:5613", "", "protein")
    assert found.text == "Haloperidol raised serum prolactin."
    assert found.properties == {
        "original_id": "7",
        "publications": ("PMID:5", "PMID:123"),
        "supporting_text": ("Haloperidol raised serum prolactin.",),
        "extraction_confidence_score": 0.75,
        "primary_knowledge_source": "infores:text-mining-provider-targeted",
        "in_cells": True,
    }


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("[1, 2]", "BAD_TYPE"),
        ('{"subject": 1, "relationship": "r", "object": "b"}', "BAD_TYPE"),
        ('{"subject": "a", "relationship": ["r"], "object": "b"}', "BAD_TYPE"),
        ('{"subject": "a", "relationship": "\\ud800", "object": "b"}', "BAD_ENCODING"),
        ('{"subject": "a", "relationship": "r", "object": "b", "confidence": "high"}', "BAD_TYPE"),
        ('{"subject": "a", "relationship": "r", "object": "b", "confidence": 1.5}', "BAD_TYPE"),
        ('{"subject": "a", "relationship": "r", "object": "b", "confidence": true}', "BAD_TYPE"),
        ('{"subject": "a", ', "BAD_JSON"),
    ],
)
def test_a_bad_row_is_one_reject_and_the_rest_is_read(put: Put, row: str, code: str) -> None:
    source = put("c.jsonl", as_lines() + row + "\n" + as_lines())
    found = read(source)
    assert [record.code for record in found if isinstance(record, Reject)] == [code]
    assert sum(isinstance(record, SourceClaim) for record in found) == 4
    (reject,) = (record for record in found if isinstance(record, Reject))
    assert reject.place.line == 3


def test_missing_names_stay_in_the_record_to_be_mended(put: Put) -> None:
    (found,) = claims(put("c.jsonl", '{"subject": "a", "relationship": null, "object": " "}'))
    assert (found.subject, found.relationship, found.object) == ("a", "", " ")


@pytest.mark.parametrize(
    ("name", "content", "format_"),
    [
        ("x_edges.jsonl", as_lines(), "kgx"),
        ("c.json", '{"nodes": [], "edges": [{"subject": 1, "relationship": 2, "object": 3}]}', "kgx"),
        ("c.jsonl", '{"subject": "a", "object": "b"}', None),
        ("c.tsv", "subject\tpredicate\tobject\n", None),
        ("c.csv", '"subject","relationship","object"\n', "quadruples"),
    ],
)
def test_no_two_loaders_claim_a_file(put: Put, name: str, content: str, format_: str | None) -> None:
    assert format_of(put(name, content)) == format_
