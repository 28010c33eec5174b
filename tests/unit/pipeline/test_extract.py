"""`extract`: documents to a file or folder, whole or not there, going on where a run stopped."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.errors import ModelUnavailable, UsageError
from bioloom.extraction.document_jsonl import parse_document
from bioloom.pipeline.extract import ExtractReport, extract
from bioloom.pipeline.extraction_output import ExtractionForm
from bioloom.pipeline.reject_file import read_rejects
from bioloom.records import AnnotatedDocument, LoadOptions, Place
from bioloom_loaders.brat import BratLoader
from toy_extractor import FailingExtractor, ToyExtractor

Put = Callable[[str, str | bytes], Path]

TEXT = "Lysis of {} cells\n1. Add 5 ml of lysis buffer.\n2. Incubate at 37 °C for 10 min.\n"


@pytest.fixture
def folder(put: Put) -> Path:
    for number in range(40):
        put(f"lab/p{number:02}.txt", TEXT.format(number))
    return put("lab/broken.txt", b"Add \xff").parent


def read(path: Path) -> list[AnnotatedDocument]:
    return [parse_document(line, Place(str(path))) for line in path.read_bytes().splitlines()]


def hidden(path: Path) -> list[str]:
    return sorted(entry.name for entry in path.parent.iterdir() if entry.name.startswith("."))


def test_a_folder_of_text_becomes_one_line_a_document(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    report = extract(folder, out, ToyExtractor())
    documents = read(out)
    assert [d.document.id for d in documents] == [f"lab:p{number:02}" for number in range(40)]
    assert (report.documents, report.untouched, report.mentions) == (40, 0, 40 * 6)
    assert all(d.extractor == "toy:rules@1" and d.scheme == "wlp" for d in documents)
    assert all(d.document.text[m.start : m.end] == m.text for d in documents for m in d.mentions)
    assert report.rejects_file == tmp_path / "out.rejects.jsonl"
    (rejected,) = read_rejects(report.rejects_file)
    assert (rejected.reject.code, rejected.reject.place.line) == ("BAD_ENCODING", 1)
    assert rejected.reject.place.file.endswith("broken.txt")
    assert hidden(out) == []


@pytest.mark.parametrize("form", ["jsonl", "brat"])
def test_a_run_that_broke_off_goes_on(folder: Path, tmp_path: Path, form: ExtractionForm) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    extract(folder, whole, ToyExtractor(), form=form)
    with pytest.raises(ModelUnavailable, match="the same command goes on"):
        extract(folder, broken, FailingExtractor(32), form=form)
    assert not broken.exists()
    last = ToyExtractor()
    report = extract(folder, broken, last, form=form)
    assert report.resumed_from == 32
    assert sum(map(len, last.asked)) == 8
    assert report.rejected == {"BAD_ENCODING": 1}
    assert content(broken) == content(whole)
    assert hidden(broken) == []


def content(path: Path) -> dict[str, bytes]:
    files = path.iterdir() if path.is_dir() else [path]
    return {file.name if path.is_dir() else "": file.read_bytes() for file in files}


def test_another_extractor_does_not_go_on_from_it(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    with pytest.raises(ModelUnavailable):
        extract(folder, out, FailingExtractor(32))
    report = extract(folder, out, ToyExtractor("toy:rules@2"))
    assert report.resumed_from == 0
    assert {d.extractor for d in read(out)} == {"toy:rules@2"}
    assert hidden(out) == []


def test_a_changed_document_ends_what_is_kept(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    with pytest.raises(ModelUnavailable):
        extract(folder, out, FailingExtractor(32))
    (folder / "p05.txt").write_text(TEXT.format("other"))
    report = extract(folder, out, ToyExtractor())
    assert report.resumed_from == 5
    assert [d.document.id for d in read(out)] == [f"lab:p{number:02}" for number in range(40)]
    assert read(out)[5].document.text == TEXT.format("other")


def test_a_line_cut_off_by_a_crash_is_written_again(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    with pytest.raises(ModelUnavailable):
        extract(folder, out, FailingExtractor(32))
    (part,) = tmp_path.glob(".out.jsonl.*.part")
    part.write_bytes(part.read_bytes()[:-30])
    assert extract(folder, out, ToyExtractor()).resumed_from == 31
    assert len(read(out)) == 40


def test_annotated_documents_go_in_as_they_are(put: Put, tmp_path: Path) -> None:
    put("lab/gold.txt", "Boil water\n")
    put("lab/gold.ann", "T1\tAction 0 4\tBoil\nT2\tReagent 5 10\twater\nE1\tAction:T1 Acts-on:T2\n")
    source = put("lab/plain.txt", TEXT.format("yeast")).parent
    report = extract(source, tmp_path / "out.jsonl", ToyExtractor(), format="brat")
    gold, plain = read(tmp_path / "out.jsonl")
    assert (gold.extractor, gold.agent_type, len(gold.mentions)) == (None, "manual_agent", 2)
    assert (plain.extractor, report.untouched) == ("toy:rules@1", 1)


def test_brat_files_can_be_loaded_again(folder: Path, tmp_path: Path) -> None:
    extract(folder, tmp_path / "out.jsonl", ToyExtractor())
    extract(folder, tmp_path / "lab2", ToyExtractor(), form="brat")
    again = list(BratLoader().records(tmp_path / "lab2", LoadOptions()))
    for before, after in zip(read(tmp_path / "out.jsonl"), again, strict=True):
        assert isinstance(after, AnnotatedDocument)
        assert [(m.native_type, m.start, m.end) for m in after.mentions] == [
            (m.native_type, m.start, m.end) for m in before.mentions
        ]
        assert len(after.relations) == len(before.relations) > 0
        assert after.rejects == ()


def test_what_was_found_can_be_mapped(folder: Path, tmp_path: Path) -> None:
    extract(folder, tmp_path / "out.jsonl", ToyExtractor(), scheme="biopie")
    first = read(tmp_path / "out.jsonl")[0]
    assert {m.native_type for m in first.mentions} >= {"verb", "temperature", "time", "blend"}
    assert {m.annotated_type for m in first.mentions} >= {"Action", "Reagent"}
    assert first.scheme == "biopie"
    with pytest.raises(UsageError, match="wlp cannot be made of it"):
        extract(folder, tmp_path / "x.jsonl", ToyExtractor(scheme="biopie"), scheme="wlp")


@pytest.mark.parametrize(
    ("name", "form", "message"),
    [
        ("file.jsonl", "jsonl", "--force"),
        ("folder", "jsonl", "--format-out brat"),
        ("folder", "brat", "not an empty folder"),
        ("no/where.jsonl", "jsonl", "does not exist"),
    ],
)
def test_nothing_is_overwritten(
    put: Put, tmp_path: Path, name: str, form: ExtractionForm, message: str
) -> None:
    put("file.jsonl", "mine")
    put("folder/mine.txt", "mine")
    source = put("lab/a.txt", TEXT.format("a"))
    with pytest.raises(UsageError, match=message):
        extract(source, tmp_path / name, ToyExtractor(), form=form)
    assert (tmp_path / "file.jsonl").read_text() == "mine"
    assert extract(source, tmp_path / "file.jsonl", ToyExtractor(), force=True).documents == 1


def test_an_empty_folder_may_be_filled(put: Put, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    source = put("lab/a.txt", TEXT.format("a"))
    extract(source, tmp_path / "empty", ToyExtractor(), form="brat")
    assert sorted(file.name for file in (tmp_path / "empty").iterdir()) == ["a.ann", "a.txt"]


def test_progress_is_told(folder: Path, tmp_path: Path) -> None:
    stages: list[str] = []
    report: ExtractReport = extract(
        folder, tmp_path / "out.jsonl", ToyExtractor(), on_progress=lambda now: stages.append(now.stage)
    )
    assert set(stages) <= {"extracting"}
    assert json.dumps(report.as_json())


KILLED = """
import os, signal, sys
from pathlib import Path
from bioloom.pipeline.extract import extract
from toy_extractor import FailingExtractor, ToyExtractor

class Dying(ToyExtractor):
    def extract(self, documents):
        if sum(map(len, self.asked)) >= 32:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().extract(documents)

extract(Path(sys.argv[1]), Path(sys.argv[2]), Dying())
"""


def test_a_killed_run_goes_on(folder: Path, tmp_path: Path) -> None:
    out, whole = tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    died = subprocess.run(
        [sys.executable, "-c", KILLED, str(folder), str(out)],
        capture_output=True,
        check=False,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert died.returncode == -signal.SIGKILL, died.stderr.decode()
    report = extract(folder, out, ToyExtractor())
    assert 0 < report.resumed_from < 40
    extract(folder, whole, ToyExtractor())
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("form", ["jsonl", "brat"])
def test_rejects_of_an_earlier_run_are_kept(put: Put, tmp_path: Path, form: ExtractionForm) -> None:
    rejects, source = put("out.rejects.jsonl", "mine"), put("lab/a.txt", TEXT.format("a"))
    with pytest.raises(UsageError, match=r"out\.rejects\.jsonl exists already; .* --force"):
        extract(source, tmp_path / "out", ToyExtractor(), form=form)
    assert rejects.read_text() == "mine"
    extract(source, tmp_path / "out", ToyExtractor(), form=form, force=True)
    assert not rejects.exists()
