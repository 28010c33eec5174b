"""The compact table is what bmt says about the installed release, and neither needs the network."""

import json
import socket
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn

import pytest

from bioloom.biolink import PINNED, Biolink, model
from bioloom.biolink.release import read_release
from bioloom.errors import OntologyError
from bioloom.resources import text
from bioloom_lab.maintenance.biolink_release import Table, compile_release, dump, main, open_toolkit


def refuse(*_: object, **__: object) -> NoReturn:
    raise AssertionError("something tried to reach the network")


@pytest.fixture(scope="module")
def toolkit() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex", "sendto"):
            patch.setattr(socket.socket, name, refuse)
        for name in ("getaddrinfo", "create_connection", "gethostbyname"):
            patch.setattr(socket, name, refuse)
        return open_toolkit()


@pytest.fixture(scope="module")
def table(toolkit: Any) -> Table:
    return compile_release(toolkit)


def test_the_pinned_release_is_the_installed_one() -> None:
    assert version("biolink-model") == PINNED == model().version == read_release().version


def test_the_committed_table_is_what_bmt_says(table: Table) -> None:
    assert dump(table) == text("ontology", f"biolink/{PINNED}.json"), (
        "compile it again: python -m bioloom_lab.maintenance.biolink_release ontology/biolink"
    )


def test_the_table_can_be_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["compiling", str(tmp_path)])
    main()
    written = json.loads((tmp_path / f"{PINNED}.json").read_text(encoding="utf-8"))
    assert written["release"] == PINNED


def test_a_release_that_was_not_compiled_is_named() -> None:
    with pytest.raises(OntologyError, match=r"no table of Biolink 1\.2\.3; compile"):
        read_release("1.2.3")


def test_reading_the_model_loads_neither_bmt_nor_linkml() -> None:
    code = (
        "import sys, socket\n"
        "socket.socket = None\n"
        "from bioloom.biolink import model\n"
        "assert model().category('gene') == 'biolink:Gene'\n"
        "print(sorted({'bmt', 'linkml_runtime', 'requests', 'rdflib'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_every_class_below_named_thing_is_there(toolkit: Any) -> None:
    names = toolkit.get_descendants("named thing", reflexive=True, formatted=True)
    assert set(names) <= set(model().categories())


def test_every_ancestor_is_what_bmt_says(toolkit: Any) -> None:
    biolink = model()
    for curie in biolink.categories():
        said = toolkit.get_ancestors(biolink.release.categories[curie].name, reflexive=False, formatted=True)
        assert list(biolink.ancestors(curie)) == said, curie


def test_every_predicate_is_what_bmt_says(toolkit: Any) -> None:
    biolink = model()
    said = toolkit.get_descendants("related to", reflexive=True)
    assert sorted(term.name for term in biolink.release.predicates.values()) == sorted(said)
    for curie, term in biolink.release.predicates.items():
        assert term.canonical == bool(toolkit.is_translator_canonical_predicate(term.name)), curie
        assert term.symmetric == bool(toolkit.is_symmetric(term.name)), curie
        if "_" in term.name:  # bmt cannot ask for the inverse of names that hold an underscore
            continue
        assert biolink.inverse(curie) == toolkit.get_inverse_predicate(term.name, formatted=True), curie


def test_inverses_come_in_pairs() -> None:
    predicates = model().release.predicates
    for curie, term in predicates.items():
        if term.inverse:
            assert predicates[term.inverse].inverse == curie
            assert not (term.canonical and predicates[term.inverse].canonical)


def test_every_name_in_the_table_is_a_term_of_the_table() -> None:
    release = read_release()
    categories, predicates = set(release.categories), set(release.predicates)
    for category in release.categories.values():
        assert set(category.ancestors) <= categories | {"biolink:Entity"}
    for predicate in release.predicates.values():
        assert set(predicate.ancestors) <= predicates
        assert {predicate.domain, predicate.range} <= categories | {None}
        assert {predicate.inverse, predicate.replacement} <= predicates | {None}
    for second in release.signatures:
        assert {second.subject, second.object} <= categories
        assert second.predicate in predicates


def test_every_qualified_meaning_is_valid_in_the_release() -> None:
    biolink = Biolink(read_release())
    assert len(biolink.release.qualified) == 138
    for term, meaning in biolink.release.qualified.items():
        assert biolink.is_predicate(meaning.predicate), term
        assert biolink.qualifier_fault(meaning.qualifiers) is None, term
