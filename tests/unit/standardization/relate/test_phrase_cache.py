"""The cache file: shared, torn, locked, not writable."""

from __future__ import annotations

import logging
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from bioloom.records.predicate_mapping import Candidate, Claim, Standardized
from bioloom.standardization.relate.phrase_cache import PhraseCache

FOUND = Standardized(
    "biolink:affects",
    0.75,
    "toy",
    qualifiers={"object_aspect_qualifier": "activity"},
    negated=True,
    swapped=True,
    candidates=(
        Candidate("k", "biolink:affects", 0.75, {"object_aspect_qualifier": "activity"}, "β-Wörter"),
    ),
)
NONE = Standardized(None, 0.0, "rules", reason="METHODOLOGICAL")


def claim(phrase: str, text: str = "") -> Claim:
    return Claim("s", phrase, "o", text)


def test_decisions_come_back_as_they_were(tmp_path: Path) -> None:
    cache = PhraseCache(tmp_path / "new" / "a.sqlite")
    cache.keep([(claim("p"), FOUND), (claim("q"), NONE), (claim("p", "text"), NONE)])
    asked = [claim("p"), claim("other"), claim("q"), claim("p"), claim("p", "text")]
    assert cache.find(asked) == {0: FOUND, 2: NONE, 3: FOUND, 4: NONE}


def test_every_part_of_a_claim_counts(tmp_path: Path) -> None:
    cache = PhraseCache(tmp_path / "a.sqlite")
    cache.keep([(Claim("a", "p", "b"), FOUND), (Claim("a", "p", "b", "t"), NONE)])
    asked = [Claim("a", "p", "b", "t"), Claim("c", "p", "b"), Claim("a", "p", "b", "", ("biolink:Gene",))]
    assert cache.find(asked) == {0: NONE}


@pytest.mark.parametrize("damage", ["zeros", "cut", "text"])
def test_a_damaged_file_is_begun_again_with_a_notice(
    tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "a.sqlite"
    before = PhraseCache(file)
    before.keep((claim(f"phrase {n}"), FOUND) for n in range(500))
    content = file.read_bytes()
    if damage == "zeros":
        file.write_bytes(b"\0" * len(content))
    elif damage == "cut":
        file.write_bytes(content[: len(content) // 3])
    else:
        file.write_bytes(b"not a database at all" * 400)
    cache = PhraseCache(file)
    with caplog.at_level(logging.WARNING):
        assert cache.find([claim(f"phrase {n}") for n in range(500)]) == {}
        cache.keep([(claim("p"), FOUND)])
    assert cache.find([claim("p")]) == {0: FOUND}
    assert "begun again" in caplog.text


@pytest.mark.parametrize("value", [b"[1, 2]", b"{", b"7", b"\xff"])
def test_a_decision_of_another_form_is_decided_anew(tmp_path: Path, value: bytes) -> None:
    file = tmp_path / "a.sqlite"
    cache = PhraseCache(file)
    cache.keep([(claim("p"), FOUND), (claim("q"), NONE)])
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE entry SET value = ? WHERE length(value) > 200", [value])
    assert cache.find([claim("p"), claim("q")]) == {1: NONE}
    cache.keep([(claim("p"), FOUND)])
    assert cache.find([claim("p")]) == {0: FOUND}


def test_several_may_write_at_once(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"

    def write(part: int) -> None:
        cache = PhraseCache(file)
        for n in range(20):
            cache.keep([(claim(f"{part}-{n}"), FOUND), (claim(f"shared-{n}"), FOUND)])

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, range(4)))
    cache = PhraseCache(file)
    names = [f"{part}-{n}" for part in (0, 1, 2, 3, "shared") for n in range(20)]
    assert len(cache.find([claim(name) for name in names])) == 100


def test_a_folder_that_cannot_be_used_is_done_without(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = PhraseCache(tmp_path / "file" / "a.sqlite")
    with caplog.at_level(logging.WARNING):
        cache.keep([(claim("p"), FOUND)])
        assert cache.find([claim("p")]) == {}
    assert "cannot be used" in caplog.text
