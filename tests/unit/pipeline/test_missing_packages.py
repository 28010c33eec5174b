"""Files that were rejected for a missing package are read again once it is installed."""

from pathlib import Path

import pytest

from bioloom import extras
from bioloom.biolink import model
from bioloom.graph.writing.checkpoint import Checkpoint
from bioloom.pipeline.load import LoadJob
from bioloom.pipeline.load_request import LoadRequest
from bioloom.pipeline.reject_file import RejectFile
from bioloom.pipeline.sources.source_fingerprint import fingerprint
from bioloom.records import LoadOptions, NumberedReject, Place, Reject
from bioloom.records.load_counts import Counts
from bioloom.settings import Settings
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
    job, state = LoadJob(LoadRequest(source), Settings(home=tmp_path / "home")), fingerprint(source)
    rejects = RejectFile(job._rejects, 0)
    reject = Reject("MISSING_EXTRA", "extract", "it needs a package", Place("b.pdf"), record)
    rejects.append([NumberedReject(1, reject)])
    rejects.commit()
    counts = Counts(read=2, documents=1, sentences=0, rejected={"MISSING_EXTRA": 1}).to_properties()
    properties = {**counts, "biolink_version": model().version, "extractor": ""}
    plan = job._plan(Checkpoint(job.id, state, "complete", 2, properties), state)
    assert (plan.done is None) == again
    said = "files of it were rejected for a missing package, which is installed now: it was read again"
    assert [note.startswith(said) for note in plan.notes] == [True] * again
