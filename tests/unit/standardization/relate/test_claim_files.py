"""Claims from files: what is read, what is passed over with its line and reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.errors import SourceError, UsageError
from bioloom.records.predicate_mapping import Claim
from bioloom.standardization.relate.claim_files import BadClaim, read_claims

Put = Callable[[str, str | bytes], Path]
GOOD = {"subject": "a", "object": "b", "relationship": "blocks", "abstract": "A blocks b."}
READ = Claim("a", "blocks", "b", "A blocks b.")


def codes(path: Path) -> list[tuple[int, str] | int]:
    return [
        (entry.line, entry.code) if isinstance(entry, BadClaim) else entry[0] for entry in read_claims(path)
    ]


def test_the_three_formats_give_the_same_claims(put: Put) -> None:
    files = [
        put("a.jsonl", "\ufeff" + json.dumps(GOOD) + "\n\n"),
        put("a.json", json.dumps([GOOD], indent=2)),
        put("a.tsv", "object\tsubject\trelationship\tabstract\nb\ta\tblocks\tA blocks b.\n"),
    ]
    assert [[entry[1] for entry in read_claims(path) if isinstance(entry, tuple)] for path in files] == [
        [READ]
    ] * 3


def test_categories_are_found_by_any_spelling(put: Put) -> None:
    row = {**GOOD, "subject_category": "small molecule|biolink:Drug", "object_category": ["Gene"]}
    entry = next(iter(read_claims(put("a.jsonl", json.dumps(row)))))
    assert isinstance(entry, tuple)
    assert entry[1].subject_categories == ("biolink:SmallMolecule", "biolink:Drug")
    assert entry[1].object_categories == ("biolink:Gene",)


def test_what_a_load_takes_beside_a_claim_is_no_fault(put: Put) -> None:
    row = {**GOOD, "pmid": "1", "sentence": "A blocks b here.", "confidence": 0.9, "subject_id": "CHEBI:1"}
    entry = next(iter(read_claims(put("a.jsonl", json.dumps(row)))))
    assert isinstance(entry, tuple)
    assert entry[1].text == "A blocks b here."


def test_bad_lines_are_named_and_the_rest_goes_on(put: Put) -> None:
    lines = [
        json.dumps(GOOD),
        "{",
        "[1]",
        '{"subject": "a", "object": "b"}',
        json.dumps({**GOOD, "colour": 1}),
        json.dumps({**GOOD, "subject": 5}),
        json.dumps({**GOOD, "object_category": "gremlin"}),
        "[" * 5_000,
        json.dumps(GOOD),
    ]
    assert codes(put("a.jsonl", "\n".join(lines))) == [
        1,
        (2, "BAD_JSON"),
        (3, "BAD_ROW"),
        (4, "BAD_ROW"),
        (5, "BAD_ROW"),
        (6, "BAD_ROW"),
        (7, "UNKNOWN_CATEGORY"),
        (8, "BAD_JSON"),
        9,
    ]
    assert codes(put("b.jsonl", b"\xff\xfe\n" + json.dumps(GOOD).encode())) == [(1, "BAD_ENCODING"), 2]


def test_a_phrase_is_judged_by_the_standardizer_and_not_here(put: Put) -> None:
    assert codes(put("a.jsonl", json.dumps({**GOOD, "relationship": None}))) == [1]


def test_a_list_that_ends_in_the_middle_gives_what_came_before(put: Put) -> None:
    text = json.dumps([GOOD, GOOD], indent=1)
    assert codes(put("a.json", text[: len(text) * 3 // 4])) == [2, (8, "BAD_JSON")]
    assert codes(put("b.json", "[]")) == []
    assert codes(put("c.json", json.dumps([GOOD, 5]))) == [1, (1, "BAD_ROW")]
    assert codes(put("d.json", f"[{json.dumps(GOOD)} {json.dumps(GOOD)}]")) == [1, (1, "BAD_JSON")]


def test_tables_are_held_to_their_header(put: Put) -> None:
    head = b"subject\tobject\trelationship\n"
    assert codes(put("a.tsv", head + b"a\tb\tblocks\r\n\na\tb\n\xff\tb\tblocks\nc\td\theals")) == [
        2,
        (4, "BAD_ROW"),
        (5, "BAD_ENCODING"),
        6,
    ]


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("a.csv", "x", UsageError),
        ("a.json", "{}", SourceError),
        ("a.json", "", SourceError),
        ("a.tsv", "subject\tobject\n", SourceError),
        ("a.json", b"\xff[", SourceError),
    ],
)
def test_what_is_no_file_of_claims_is_refused(
    put: Put, name: str, content: str | bytes, error: type[Exception]
) -> None:
    with pytest.raises(error, match=name):
        list(read_claims(put(name, content)))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"none\.jsonl"):
        list(read_claims(tmp_path / "none.jsonl"))
