"""Parsers of outside input, called with any bytes: records, rejects or one line of an error."""

from __future__ import annotations

import io
import json
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from bioloom.answering.readers.llm_writer import parse_reply
from bioloom.biolink import model
from bioloom.errors import BioloomError, UsageError
from bioloom.exchange.trapi.request_parsing import read_request
from bioloom.extraction.document_jsonl import parse_document
from bioloom.extraction.llm.answer_parsing import parse_answer
from bioloom.extraction.triples.label_guides import guide_to
from bioloom.extraction.triples.output_parsing import TripleForm, parse_triples
from bioloom.federation.facts import read_facts
from bioloom.graph.rows.edge_rows import EdgeRows
from bioloom.graph.rows.property_maps import document_rows, entity_row
from bioloom.graph.rows.upsert_policy import Origin
from bioloom.graph.server.memory_sizing import parse_size
from bioloom.graph.server.password import read_password
from bioloom.graph.server.paths import Home
from bioloom.graph.server.state_file import parse_state
from bioloom.llm.streaming_json import JsonTextStream
from bioloom.loading import TableLoader, loader_for
from bioloom.pipeline.reject_file import read_rejects, summarise, write_line
from bioloom.pipeline.sources.uploads import keep_upload
from bioloom.pipeline.validation.batch_builder import BatchBuilder
from bioloom.pipeline.validation.record_validation import validate_edge, validate_node
from bioloom.records import (
    AnnotatedDocument,
    LoadOptions,
    NumberedReject,
    Place,
    Reject,
    Skip,
    SourceEdge,
    SourceNode,
    TableRows,
)
from bioloom.records.record_serialization import parse_record
from bioloom.serving.bearer_token import read_token
from bioloom.serving.models.page_cursors import read_cursor
from bioloom.settings import Settings
from bioloom.standardization.relate.claim_files import read_claims
from bioloom.standardization.relate.llm_choice import parse_choice
from bioloom.standardization.sssom import parse_mapping_set
from fuzz_samples import DATA, Sample, samples, word_file
from small_pdf import pdf

OPTIONS = LoadOptions("fuzz", "infores:fuzz", "not_provided", "not_provided")
MOST_CALLS = 20_000_000


@contextmanager
def bounded_work(most: int = MOST_CALLS) -> Iterator[None]:
    """Fail when a parser calls more functions than a file of this size may need: no clock."""
    left = most
    main = threading.get_ident()

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal left
        left -= 1
        if left < 0 and threading.get_ident() == main:
            sys.setprofile(None)
            raise AssertionError(f"more than {most} calls for one input")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)


def read_file(loader: str, folder: Path, sample: Sample) -> int:
    """Read a file with its loader and validate what it gives, as a load does; give the count of records.

    Only a BioloomError of one line may be raised; every record can be counted, stored and written to a file.
    """
    for name, content in {**(sample.beside or {}), sample.name: sample.content}.items():
        (folder / name).write_bytes(content)
    source = folder / sample.name
    size = sum(len(content) for content in {**(sample.beside or {}), "": sample.content}.values())
    most = 10_000 + 20 * size
    count = 0
    try:
        builder = BatchBuilder(OPTIONS, model())
        chosen = loader_for(source, loader)
        read = chosen.rows if isinstance(chosen, TableLoader) else chosen.records
        for record in read(source, OPTIONS):
            count += len(record) if isinstance(record, TableRows) else 1
            assert count < most, "records without end"
            for reject in _rejects(record):
                assert reject.code == reject.code.upper(), reject
                assert "\n" not in reject.message, reject
                assert json.loads(write_line(NumberedReject(count, reject)))
            if isinstance(record, AnnotatedDocument):
                _check_document(record)
            builder.add(count, record)
            if builder.rows > 1000:
                _check_batch(builder)
        _check_batch(builder)
    except BioloomError as error:
        _check_message(error)
    return count


def _rejects(record: object) -> Sequence[Reject]:
    if isinstance(record, AnnotatedDocument):
        return record.rejects
    return (record,) if isinstance(record, Reject) else ()


def _check_document(record: AnnotatedDocument) -> None:
    text = record.document.text
    assert all(text[one.start : one.end] == one.text for one in record.sentences)
    assert all(skip.count > 0 for skip in record.skips if isinstance(skip, Skip))


def _check_batch(builder: BatchBuilder) -> None:
    batch = builder.take_batch()
    for entity in batch.entities:
        entity_row(entity)
    EdgeRows("4.4.6").build(enumerate(batch.assertions))
    for columns in (*batch.nodes, *batch.edges):
        assert len(columns.property_maps("x.")) == len(columns)
    for document in batch.documents:
        document_rows(document, "4.4.6", Origin("fuzz", "0"))


def _check_message(error: BioloomError) -> None:
    said = str(error)
    assert said.strip(), "an error without words"
    assert "\n" not in said, f"more than one line: {said!r}"
    assert "Traceback" not in said


def _upload(folder: Path, content: bytes) -> None:
    settings = Settings(home=folder)
    for name in ("a.txt", "a.json", "a.xml", "a.pdf", "a.docx", "a.nbib"):
        try:
            kept = keep_upload(settings, name, io.BytesIO(content))
        except UsageError as error:
            _check_message(error)
        else:
            read_file(loader_for(kept).name, kept.parent, Sample(kept.name, kept.read_bytes()))


def _home_files(folder: Path, content: bytes) -> None:
    readers: dict[str, Callable[[], str]] = {
        "token": lambda: read_token(Settings(home=folder)),
        "password": lambda: read_password(Home(folder)),
    }
    for name, read in readers.items():
        path = folder / name
        path.write_bytes(content)
        path.chmod(0o600)
        try:
            read()
        except BioloomError as error:
            _check_message(error)
    parse_state(content.decode("utf-8", "replace"))
    try:
        parse_size(content[:50].decode("utf-8", "replace"), "BIOLOOM_HEAP")
    except BioloomError as error:
        _check_message(error)


def _rejects_file(folder: Path, content: bytes) -> None:
    path = folder / "r.jsonl"
    path.write_bytes(content)
    try:
        summarise(path)
        for one in read_rejects(path):
            record = parse_record(one.reject.record, one.reject.place)
            if isinstance(record, SourceNode):
                validate_node(record, model())
            elif isinstance(record, SourceEdge):
                validate_edge(record, OPTIONS, model())
            write_line(replace(one, position=1))
    except BioloomError as error:
        _check_message(error)


def _trapi(_folder: Path, content: bytes) -> None:
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return
    try:
        read_request(body, model())
    except BioloomError as error:
        _check_message(error)


def _answers(_folder: Path, content: bytes) -> None:
    text = content.decode("utf-8", "replace")
    guide = guide_to("triples", ["TREATS", "CAUSES"])
    forms: tuple[TripleForm, ...] = ("bars", "P1", "P2")
    for form in forms:
        parse_triples("Aspirin eased pain (5 mg).", text, guide, form)
    parse_answer(text)
    stream = JsonTextStream("text")
    for start in range(0, len(text), 7):
        stream.feed(text[start : start + 7])
    for parse in (parse_reply, parse_choice):
        try:
            parse(text)
        except BioloomError as error:
            _check_message(error)


def _documents_and_facts(folder: Path, content: bytes) -> None:
    for line in content.split(b"\n")[:50]:
        try:
            parse_document(line, Place("f", 1))
        except BioloomError as error:
            _check_message(error)
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        body = None
    try:
        list(read_facts(body, "https://example.org", "2026-01-01"))
    except BioloomError as error:
        _check_message(error)
    try:
        read_cursor(content.decode("utf-8", "replace")[:4000], 1)
    except BioloomError as error:
        _check_message(error)
    for suffix in (".jsonl", ".json", ".tsv"):
        path = folder / f"claims{suffix}"
        path.write_bytes(content)
        try:
            list(read_claims(path))
        except BioloomError as error:
            _check_message(error)
    try:
        parse_mapping_set(content.decode("utf-8", "replace"), "m.sssom.tsv")
    except BioloomError as error:
        _check_message(error)


Target = Callable[[Path, bytes], Any]


def targets() -> Mapping[str, tuple[list[bytes], Target]]:
    """Give every parser that is no loader, with the samples to mutate."""
    trapi = [path.read_bytes() for path in sorted((DATA / "trapi" / "queries").glob("*.json"))]
    reject = Reject(
        "BAD_CURIE",
        "validate",
        "no",
        Place("f", 1),
        {
            "kind": "edge",
            "subject": "A:1",
            "predicate": "biolink:treats",
            "object": "B:1",
            "properties": {
                "p_value": 0.1,
                "publications": ["PMID:1"],
                "primary_knowledge_source": "infores:x",
            },
        },
    )
    node = replace(
        reject, record={"kind": "node", "id": "A:1", "categories": ["biolink:Gene"], "properties": {}}
    )
    lines = write_line(NumberedReject(1, reject)) + write_line(NumberedReject(2, node))
    reply = {
        "abstain": False,
        "reason": "",
        "sentences": [{"text": "A.", "citations": [{"id": "s", "quote": "q"}]}],
    }
    answers = [
        f"```json\n{json.dumps(reply)}\n```".encode(),
        b'{"choice": 1, "reason": "it says so"}',
        b"aspirin | TREATS | pain\nNone\n",
        *(path.read_bytes()[-1500:] for path in sorted((DATA / "prompted").glob("*.txt"))),
    ]
    files = [
        sample.content for _, sample in samples() if sample.name.endswith((".json", ".jsonl", ".tsv", ".xml"))
    ]
    states = [
        b'{"ports": {"bolt": 7687, "http": 7474}, "pid": 12, "host": "laptop"}\n',
        b"a" * 43 + b"\n",
        b"2g",
    ]
    response = {
        "message": {
            "knowledge_graph": {
                "nodes": {"A:1": {"categories": ["biolink:Gene"]}},
                "edges": {
                    "e": {
                        "subject": "A:1",
                        "predicate": "biolink:treats",
                        "object": "B:1",
                        "sources": [
                            {"resource_id": "infores:x", "resource_role": "primary_knowledge_source"}
                        ],
                        "attributes": [],
                    }
                },
            },
            "results": [],
        }
    }
    return {
        "reject files": ([lines], _rejects_file),
        "TRAPI requests": (trapi, _trapi),
        "language model output": (answers, _answers),
        "home files": (states, _home_files),
        "uploads": ([*files, pdf([["A protocol", "Add water."]]), word_file()], _upload),
        "documents and facts": ([*files[:3], json.dumps(response).encode(), *trapi], _documents_and_facts),
    }
