"""Files that were rejected for a missing package are read again once it is installed."""

from pathlib import Path

import pytest

from bioloom import extras
from bioloom.biolink import model
from bioloom.graph.writing.checkpoint import Checkpoint
from bioloom.pipeline.load_plan import LoadPlanner
from bioloom.pipeline.load_request import LoadRequest
from bioloom.pipeline.reject_file import RejectFile
from bioloom.pipeline.sources.reading_state import reading_state
from bioloom.records import LoadOptions, NumberedReject, Place, Reject
from bioloom.records.load_counts import Counts
from bioloom_loaders.pdf import PdfLoader
from bioloom_loaders.text import TextLoader
from small_pdf import pdf


def test_the_reject_names_the_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(module: str) -> object:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)

    (tmp_path / "b.pdf").write_bytes(pdf([["Mix."]]))
    (tmp_path / "a.txt").write_text("Mix.")
    assert PdfLoader().recognises(tmp_path / "b.pdf")
    monkeypatch.setattr(extras, "import_module", absent)
    _, reject = TextLoader().records(tmp_path, LoadOptions())
    assert isinstance(reject, Reject)
    assert (reject.code, reject.record) == ("MISSING_EXTRA", {"module": "pypdf"})


@pytest.mark.parametrize(
    ("record", "again"),
    [
        ({"module": "no_such_module"}, False),
        ({"module": "pypdf"}, True),
        ({"module": "a.b"}, False),
        ({}, True),
    ],
)
def test_a_load_reads_again_what_a_package_was_missing_for(
    tmp_path: Path, record: dict[str, str], again: bool
) -> None:
    source = tmp_path / "lab"
    source.mkdir()
    (source / "a.txt").write_text("Mix.")
    now = reading_state(source, TextLoader())
    rejects = RejectFile(tmp_path / "rejects.jsonl", 0)
    reject = Reject("MISSING_EXTRA", "extract", "it needs a package", Place("b.pdf"), record)
    rejects.append([NumberedReject(1, reject)])
    rejects.commit()
    counts = Counts(read=2, documents=1, sentences=0, rejected={"MISSING_EXTRA": 1}).to_properties()
    properties = {**counts, "biolink_version": model().version, "extractor": ""}
    planner = LoadPlanner(LoadRequest(source), now, model().version, tmp_path / "rejects.jsonl")
    plan = planner.plan(Checkpoint("load", now.fingerprint, "complete", 2, properties))
    assert (plan.done is None) == again
    said = "files of it were rejected for a missing package, which is installed now: it was read again"
    assert [note.startswith(said) for note in plan.notes] == [True] * again
