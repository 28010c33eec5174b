"""A loader that gives other records than before has a higher version, so graphs read its sources again."""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from bioloom.biolink import model
from bioloom.loading import loader_for, loaders
from bioloom.pipeline.sources.reading_state import next_state, reading_state
from bioloom.pipeline.validation.batch_builder import BatchBuilder
from bioloom.records import LoadOptions, Reject
from bioloom.resources import ontology_folders, parse_table
from bioloom_loaders.reading_versions import READINGS, TABLES, version_of
from fuzz_samples import DATA, Sample, samples
from listed_loader import Listed

STORED = DATA / "readings.tsv"
OPTIONS = LoadOptions("lab", "infores:lab", "not_provided", "not_provided")
HEAD = """\
# What the samples of each loader give (tests/fuzz_samples.py), as a digest, at which version of its reading.
# Written by BIOLOOM_WRITE_READINGS=1 pytest tests/unit/loaders/test_reading_versions.py
format\tversion\tdigest
"""
SAMPLES: dict[str, list[Sample]] = defaultdict(list)
for _name, _sample in samples():
    SAMPLES[_name].append(_sample)


def read(name: str, folder: Path) -> Iterator[str]:
    """Give what a loader makes of its samples, without words of messages and without paths."""
    for number, sample in enumerate(SAMPLES[name]):
        place = folder / str(number)
        place.mkdir()
        for file, content in {**(sample.beside or {}), sample.name: sample.content}.items():
            (place / file).write_bytes(content)
        builder = BatchBuilder(OPTIONS, model())
        for at, record in enumerate(loader_for(place, name).records(place / sample.name, OPTIONS), start=1):
            if isinstance(record, Reject):
                yield record.code
            builder.add(at, record)
        batch = builder.take_batch()
        held = (batch.entities, batch.assertions, batch.documents, batch.named)
        codes = [one.reject.code for one in batch.rejects]
        yield repr((held, codes, batch.skips)).replace(f"{place}/", "").replace(str(place), "")


def digest(name: str, folder: Path) -> str:
    return hashlib.blake2b(
        "\n".join(read(name, folder)).encode("utf-8", "replace"), digest_size=8
    ).hexdigest()


def stored() -> dict[str, tuple[str, str]]:
    rows = parse_table(STORED.read_text(encoding="utf-8"), STORED.name)
    return {row["format"]: (row["version"], row["digest"]) for row in rows}


@pytest.mark.skipif(
    "BIOLOOM_WRITE_READINGS" not in os.environ, reason="writes anew what the others compare with"
)
def test_readings_are_written(tmp_path: Path) -> None:
    rows = []
    for name in sorted(READINGS):
        (tmp_path / name).mkdir()
        rows.append(f"{name}\t{READINGS[name]}\t{digest(name, tmp_path / name)}\n")
    STORED.write_text(HEAD + "".join(rows), encoding="utf-8")


@pytest.mark.parametrize("name", sorted(READINGS))
def test_other_records_raise_the_version(name: str, tmp_path: Path) -> None:
    version, before = stored()[name]
    now = digest(name, tmp_path)
    write = "BIOLOOM_WRITE_READINGS=1 pytest tests/unit/loaders/test_reading_versions.py"
    if now != before and version == str(READINGS[name]):
        pytest.fail(
            f"{name} gives other records of its samples than version {version} did: raise its number "
            "in loaders/bioloom_loaders/reading_versions.py, so that graphs read its sources again, then "
            f"{write} (only the latter where the samples changed, or where no graph has had those records)"
        )
    assert (version, before) == (str(READINGS[name]), now), f"write the digest of the new version: {write}"


def test_every_loader_has_a_version_and_tables_that_exist() -> None:
    assert {*READINGS} == {*SAMPLES} == {*loaders()} == {*stored()}
    assert {table for tables in TABLES.values() for table in tables} <= {*ontology_folders()}


def test_a_loader_of_folders_changes_with_each_format_that_it_reads() -> None:
    text = loaders()["text"]
    assert getattr(text, "reading") > READINGS["text"]  # noqa: B009 -- loaders of others have none
    assert version_of(["text", "pdf"]) == READINGS["text"] + READINGS["pdf"]


def test_the_mark_changes_with_the_version_and_with_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "a.tsv"
    source.write_text("a")
    first, second = Listed(()), Listed(())
    second.reading = 2  # type: ignore[attr-defined]
    states = [reading_state(source, one) for one in (first, second)]
    assert states[0].reading != states[1].reading
    assert (states[0].fingerprint, states[0].program) == (states[1].fingerprint, states[1].program)
    assert states[0].shared_with(states[1]).reading == ""
    first.tables = ("units",)  # type: ignore[attr-defined]
    assert reading_state(source, first).reading not in (states[0].reading, states[1].reading)
    assert next_state("a", "ag9") == "ag10"
