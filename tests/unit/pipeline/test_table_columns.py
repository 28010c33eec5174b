"""Tables that are read and written by columns give the graph that their records give one by one."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from bioloom.graph.writing.bulk_store import BulkGraph, BulkStore
from bioloom.loading import Loader
from bioloom.pipeline import LoadReport, reading_process
from bioloom.pipeline.batch_reading import BatchReader
from bioloom.pipeline.load import LoadJob
from bioloom.pipeline.load_report import LoadProgress, ProgressMeter
from bioloom.pipeline.load_request import LoadRequest, OnLoadProgress
from bioloom.pipeline.reject_file import read_rejects
from bioloom.records import LoadOptions, SourceRecord
from bioloom.settings import Settings
from bioloom_loaders import tables
from bioloom_loaders.kgx import KgxLoader

NODES = ["id\tcategory\tname\tsynonym\tdescription"]
NODES += [f"HGNC:{n}\tbiolink:Gene\tgene {n}\tg{n}|gene-{n}\tsays 50 % of {n}" for n in range(40)]
NODES += [f"MONDO:{n}\tbiolink:Disease\tdisease {n}" for n in range(20)]  # short rows
NODES += [
    'HGNC:40\tbiolink:Gene\t"quoted\tname"\ta "stray" quote\tx',
    "HGNC:3\tbiolink:Gene\tanother name\tg3\tsecond record",
    "HGNC:3\tbiolink:Protein\tthird name",
    "no curie\tbiolink:Gene\tnameless",
    "HGNC:41\tbiolink:Nonsense\tunknown category",
    "HGNC:42\t\tno category",
    "HGNC:43\tbiolink:Gene\tnäive β-catenin\tΩ|ω\tnot ASCII",
    "",
    "\t\t\t\t",
    "HGNC:44\tbiolink:Gene\ttoo\tmany\tcells\there",
    "HGNC:45\tbiolink:Gene\tcarriage\rreturn\tx\ty",
    'HGNC:46\tbiolink:Gene\t"quoted ""name"""\tx|"y"\tz',
]

_SHARED = "infores:x\tknowledge_assertion\tmanual_agent"
EDGES = [
    "id\tsubject\tpredicate\tobject\tprimary_knowledge_source\tknowledge_level\tagent_type\tpublications\tnote"
]
EDGES += [
    f"e{n}\tHGNC:{n % 40}\tbiolink:related_to\tMONDO:{n * 7 % 20}\t{_SHARED}\tPMID:{n}|PMID:{n + 1}"
    f"\tnote {n % 40 if n < 140 else n}"
    for n in range(150)  # from 40 on the claims repeat, from 140 on with another note
]
EDGES += [f"f{n}\tMONDO:{n}\tbiolink:condition_associated_with_gene\tHGNC:{n}\t{_SHARED}" for n in range(20)]
EDGES += [f"\tHGNC:{n}\tbiolink:has_phenotype\tHGNC:{n + 1}\t{_SHARED}\tPMID:{n}" for n in range(15)]
EDGES += [f"g{n}\tHGNC:{n}\tbiolink:affected_by\tHGNC:{n + 2}\t{_SHARED}\t|\tx" for n in range(5)]
EDGES += [f"h{n}\tHGNC:{n + 90}\tbiolink:related_to\tMONDO:{n}\t{_SHARED}" for n in range(5)]  # no such node
EDGES += [f"i{n}\tHGNC:{n}\tbiolink:related_to\tMONDO:{n + 90}\t{_SHARED}" for n in range(5)]
EDGES += [f"j{n}\tHGNC:{n}\tbiolink:foo_bar\tMONDO:{n}\t{_SHARED}" for n in range(5)]
EDGES += [f"k{n}\tHGNC:{n}\tbiolink:affects\tMONDO:{n}\tinfores:y\tsaid\tmanual_agent" for n in range(5)]
EDGES += [f"l{n}\tHGNC {n}\tbiolink:affects\tMONDO:{n}\t{_SHARED}" for n in range(3)]
EDGES += ["m1\tHGNC:1", "", "m2\tHGNC:1\tbiolink:affects\tHGNC:2\t" + _SHARED + '\tPMID:1\t"one\t""two"""']
EDGES += [f"n{n}\tHGNC:{n}\tbiolink:affects\tHGNC:{n + 3}\t{_SHARED}\tPMID:1\tn° {n}" for n in range(5)]
EDGES += [
    "o1\t" * 12,
    "p1\tHGNC:1\tbiolink:affects\tHGNC:4\t" + _SHARED + "\tPMID:2\tthe last, no end of line",
]


REVERSED = "biolink:participates_in", "biolink:affected_by", "biolink:affects"
"""Predicates of which the release states two the other way round."""


class OneByOne:
    """Loader of KGX that gives every record by itself."""

    name, description = KgxLoader.name, KgxLoader.description

    def recognises(self, source: Path) -> bool:
        return KgxLoader().recognises(source)

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        return KgxLoader().records(source, options)


def tables_of(
    source: Path, loader: Loader | str, folder: Path, rows: int, on_progress: OnLoadProgress | None = None
) -> tuple[LoadReport, object, object]:
    """Load into files: the report, the rejects, and what nodes and edges hold."""
    (folder / "tables").mkdir(parents=True)
    request = LoadRequest(source, loader, rows=rows, phrases=False, on_progress=on_progress)
    job = LoadJob(request, Settings(home=folder))
    store = BulkStore(folder / "tables")
    report = job.run(BulkGraph.over(store))
    held = []
    for table in store.close():
        header = next(csv.reader(table.header.read_text(encoding="utf-8").splitlines()))
        with table.path.open(encoding="utf-8", newline="") as opened:
            for row in csv.reader(opened, lineterminator="\n"):
                cells = {name: cell for name, cell in zip(header, row, strict=False) if cell}
                if table.kind != "load":
                    held.append((table.kind, sorted(cells.items())))
    rejects = [
        (one.position, one.reject.code, one.reject.message, one.reject.place.line, one.reject.record)
        for one in (read_rejects(report.rejects_file) if report.rejects_file else ())
    ]
    return report, rejects, sorted(held)


def write_source(folder: Path, end: str = "\n", pack: Callable[[bytes], bytes] = bytes) -> Path:
    source = folder / "graph"
    source.mkdir()
    suffix = "" if pack is bytes else ".gz"
    (source / f"g_nodes.tsv{suffix}").write_bytes(pack((end.join(NODES) + end).encode()))
    (source / f"g_edges.tsv{suffix}").write_bytes(pack(end.join(EDGES).encode() + b"\n\xff\xfe broken"))
    return source


@pytest.mark.parametrize(("rows", "chunk"), [(3, 1 << 20), (64, 80), (5_000, 400)])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_columns_write_what_records_write_one_by_one(
    tmp_path: Path,
    rows: int,
    chunk: int,
    end: str,
    pack: Callable[[bytes], bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tables, "_CHUNK", chunk)
    source = write_source(tmp_path, end, pack)
    by_columns, rejects, held = tables_of(source, KgxLoader(), tmp_path / "columns", rows)
    one_by_one, expected_rejects, expected = tables_of(source, OneByOne(), tmp_path / "single", rows)
    assert by_columns.counts == one_by_one.counts
    assert rejects == expected_rejects
    assert held == expected
    counts = by_columns.counts
    assert {
        "CONFLICTING_VALUE": 11,
        "DANGLING_SUBJECT": 5,
        "DANGLING_OBJECT": 5,
        "UNKNOWN_PREDICATE": 5,
    }.items() <= counts.rejected.items()
    assert {"BAD_CURIE": 4, "BAD_ROW": 2, "BAD_ENCODING": 1, "BAD_KNOWLEDGE_LEVEL": 5}.items() <= (
        counts.rejected.items()
    )
    assert counts.warnings["outside the predicate's domain or range"] >= 15
    assert (counts.nodes, counts.edges) == (66, 186)


@pytest.mark.parametrize("loader", [KgxLoader(), OneByOne()])
def test_a_dangling_end_is_told_as_its_record_states_it(tmp_path: Path, loader: Loader) -> None:
    source = tmp_path / "graph"
    source.mkdir()
    (source / "g_nodes.tsv").write_text("\n".join(NODES[:4]) + "\n")
    ends = ("HGNC:1", "MONDO:404"), ("MONDO:404", "HGNC:1")
    rows = [f"\t{one}\t{name}\t{other}\t{_SHARED}" for one, other in ends for name in REVERSED]
    (source / "g_edges.tsv").write_text("\n".join([EDGES[0], *rows]) + "\n")
    _, rejects, _ = tables_of(source, loader, tmp_path / "home", 100)
    assert isinstance(rejects, list)
    told = [(code, message.partition(" is not in")[0]) for _, code, message, _, _ in rejects]
    assert told == [("DANGLING_OBJECT", "its object MONDO:404")] * len(REVERSED) + [
        ("DANGLING_SUBJECT", "its subject MONDO:404")
    ] * len(REVERSED)


@pytest.fixture
def read_here(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let a process apart read however little there is; give the positions from which this one reads."""
    monkeypatch.setattr(reading_process, "LEAST", 1)
    read, positions = BatchReader.read, list[int]()

    def noted(reader: BatchReader, position: int, place: str, meter: ProgressMeter) -> object:
        positions.append(position)
        return read(reader, position, place, meter)

    monkeypatch.setattr(BatchReader, "read", noted)
    return positions


@pytest.mark.parametrize("rows", [3, 5_000])
def test_a_process_apart_reads_what_this_one_reads(tmp_path: Path, rows: int, read_here: list[int]) -> None:
    source = write_source(tmp_path)
    apart = tables_of(source, "kgx", tmp_path / "apart", rows)
    assert read_here == []
    here = tables_of(source, KgxLoader(), tmp_path / "here", rows)
    assert read_here == [0]
    assert (apart[0].counts, *apart[1:]) == (here[0].counts, *here[1:])


def test_what_a_killed_process_leaves_is_read_here(tmp_path: Path, read_here: list[int]) -> None:
    def kill(_: LoadProgress) -> None:
        for child in psutil.Process().children():
            with suppress(psutil.NoSuchProcess):  # a zombie has no command line
                if any(reading_process.__name__ in word for word in child.cmdline()):
                    child.kill()

    source = write_source(tmp_path)
    killed = tables_of(source, "kgx", tmp_path / "killed", 3, kill)
    assert len(read_here) == 1
    assert 0 < read_here[0] < killed[0].counts.read
    here = tables_of(source, KgxLoader(), tmp_path / "here", 3)
    assert (killed[0].counts, *killed[1:]) == (here[0].counts, *here[1:])
