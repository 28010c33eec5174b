"""A source's state changes when one of its files does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bioloom.pipeline.sources.source_fingerprint import fingerprint, source_files

Put = Callable[[str, str | bytes], Path]


def test_a_folder_changes_with_names_and_contents(put: Put) -> None:
    folder = put("f/a.txt", "a").parent
    states = [fingerprint(folder)]
    for name, text in (("f/a.txt", "b"), ("f/sub/c.txt", ""), ("f/é.ann", "")):
        put(name, text)
        states.append(fingerprint(folder))
    assert len(set(states)) == 4
    put("f/a.txt", "b")
    assert fingerprint(folder) == states[-1]


def test_a_table_brings_its_sibling(put: Put) -> None:
    edges = put("x_edges.tsv", "e")
    put("x_nodes.tsv", "n")
    put("y_nodes.tsv", "n")
    assert [path.name for path in source_files(edges)] == ["x_edges.tsv", "x_nodes.tsv"]
    before = fingerprint(edges)
    put("x_nodes.tsv", "changed")
    assert fingerprint(edges) != before
