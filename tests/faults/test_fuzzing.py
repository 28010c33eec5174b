"""Parsers of outside input on mutated files: they give records, rejects or one line of an error, and end."""

from __future__ import annotations

import gzip
import io
import os
import random
import resource
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from bioloom_loaders.docx import LARGEST_PART
from fuzz_samples import Sample, mutate, samples
from fuzzing import bounded_work, read_file, targets
from small_pdf import pdf

FULL = os.environ.get("BIOLOOM_FAULTS") == "full"
SECONDS = float(os.environ.get("BIOLOOM_FUZZ_SECONDS", "3600" if FULL else "0"))
MEMORY = 1 << 30

SAMPLES = list(samples())
TARGETS = targets()
LOADERS = sorted({name for name, _ in SAMPLES})
PARSERS = [*LOADERS, *TARGETS]


def _check(parser: str, chance: random.Random) -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        if parser in TARGETS:
            contents, target = TARGETS[parser]
            content = mutate(chance, chance.choice(contents), contents)
            with bounded_work():
                target(folder, content)
            return
        sample = chance.choice([sample for name, sample in SAMPLES if name == parser])
        mutated = mutate(chance, sample.content, [other.content for _, other in SAMPLES])
        with bounded_work():
            read_file(parser, folder, replace(sample, content=mutated))


def _fuzz(parser: str, number: int, examples: int) -> None:
    @seed(number)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )
    @given(st.integers(0, 2**64 - 1))
    def one(drawn: int) -> None:
        _check(parser, random.Random(drawn))

    one()


@pytest.mark.parametrize("parser", PARSERS)
def test_a_mutated_file_never_breaks_its_reader(
    parser: str, report: Callable[..., None], rounds: Callable[[int, int], range]
) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    end = time.monotonic() + SECONDS / len(PARSERS)
    examples = 0
    number = 0
    while number < 1 or time.monotonic() < end:
        number += 1
        portion = 200 if SECONDS else len(rounds(6, 200))
        try:
            _fuzz(parser, number, portion)
        except BaseException:
            report("a reader ends with records, rejects or one line", 0, 1, parser=parser, seed=number)
            raise
        examples += portion
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    assert grown < MEMORY, f"{parser} took {grown} bytes more"
    report("a reader ends with records, rejects or one line", examples, examples, parser=parser)


def _packed_zeros() -> bytes:
    return gzip.compress(bytes(1 << 26), mtime=0)


def _page() -> bytes:
    page, stream = pdf([["Add water."]]), zlib.compress(bytes(1 << 26), 9)
    start, end = page.index(b"stream\n") + 7, page.index(b"\nendstream")
    length = b"/Length %d" % (end - start)
    bomb = page[:start] + stream + page[end:]
    return bomb.replace(length, b"/Filter /FlateDecode /Length %d" % len(stream))


def _word() -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("word/document.xml", b" " * (LARGEST_PART + 1))
    return held.getvalue()


BOMBS: dict[str, tuple[str, str, Callable[[], bytes]]] = {
    "table": ("kgx", "g_nodes.tsv.gz", _packed_zeros),
    "lines": ("kgx", "g_nodes.jsonl.gz", _packed_zeros),
    "text": ("text", "p.txt", _packed_zeros),
    "items": ("kgx", "g.json.gz", lambda: gzip.compress(b'{"nodes": [' + b"[" * (1 << 22))),
    "objects": ("kgx", "g.json.gz", lambda: gzip.compress(b'{"nodes": [' + b'{"a":[' * (1 << 18))),
    "articles": ("pubmed", "p.xml.gz", lambda: gzip.compress(b"<PubmedArticle>" + b"<A>" * (1 << 20))),
    "attributes": ("pubmed", "p.xml.gz", lambda: gzip.compress(b"<PubmedArticle a='" + b"a" * (1 << 24))),
    "page": ("pdf", "p.pdf", _page),
    "word": ("docx", "w.docx", _word),
}
"""Files of some kilobytes that would grow to many megabytes: their loader, name and content."""


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_in_bounded_memory(name: str, tmp_path: Path, report: Callable[..., None]) -> None:
    loader, file, write = BOMBS[name]
    content = write()
    assert len(content) < 1 << 18
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with bounded_work():
        read_file(loader, tmp_path, Sample(file, content))
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    assert grown < MEMORY, f"{name} took {grown} bytes more"
    report("a bomb is refused in bounded memory", 1, 1, bomb=name, megabytes=grown >> 20)
