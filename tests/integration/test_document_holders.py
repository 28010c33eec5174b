"""Documents that several loads read, in a real graph: none replaces another file's, or what was extracted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.errors import UsageError
from bioloom.extraction.opening import open_by_kind
from bioloom.graph.connection import Graph
from bioloom.pipeline import LoadReport, load
from bioloom.pipeline.document_holders import KEPT
from bioloom.pipeline.withdrawals.withdrawal import count_planned, plan_withdrawal
from bioloom.settings import Settings
from toy_extractor import ToyExtractor

pytestmark = pytest.mark.integration

Put = Callable[[str, str | bytes], Path]
Run = Callable[..., LoadReport]

FIRST, SECOND = "Mix\n\n1. Add 5 ml water.\n", "Wash\n\n1. Wash with 2 ml ethanol.\n"


@pytest.fixture
def run(graph: Graph, tmp_path: Path) -> Run:
    """Load a file or folder as the command does."""

    def loading(source: Path, **options: object) -> LoadReport:
        settings = Settings(home=tmp_path / "home")
        return load(source, graph, settings, **{"keep_extracted": True, **options})  # type: ignore[arg-type]

    return loading


def titles(graph: Graph) -> list[str]:
    with graph.session(read=True) as session:
        return session.run("MATCH (d:Document) RETURN d.title ORDER BY d.title").value()


def mentions(graph: Graph) -> int:
    with graph.session(read=True) as session:
        return int(session.run("MATCH (m:Mention) RETURN count(m) AS n").single(strict=True)["n"])


def test_a_second_folder_of_the_same_name_leaves_the_first_alone(graph: Graph, put: Put, run: Run) -> None:
    one, other = put("a/protocols/p1.txt", FIRST), put("b/protocols/p1.txt", SECOND)
    first = run(one.parent)
    report = run(other.parent)
    assert report.counts.rejected == {"DUPLICATE_DOCUMENT": 1}
    assert str(one) in report.examples["DUPLICATE_DOCUMENT"]
    assert "--corpus" in report.examples["DUPLICATE_DOCUMENT"]
    assert titles(graph) == ["Mix"]
    plan = count_planned(graph, plan_withdrawal(graph, None, load=first.load_id))
    assert plan.deleted["documents"] == 1
    taken = run(other.parent, replace=True)
    assert (titles(graph), dict(taken.counts.rejected)) == (["Wash"], {})
    again = run(one.parent)
    assert again.status == "complete"
    assert "replaced by another load" in again.notes[0]


def test_what_a_refused_publication_claims_is_left_out(
    graph: Graph, put: Put, run: Run, tmp_path: Path
) -> None:
    extractor = open_by_kind("local", Settings(home=tmp_path / "home"))
    text = "Aspirin\n\nWe found that aspirin inhibited COX-2 in patients. {} was reduced by ibuprofen."
    first = run(put("a/papers/p.txt", text.format("TNF")).parent, format="abstracts", extractor=extractor)
    assert first.counts.edges > 0
    other = put("b/papers/p.txt", text.format("IL6"))
    report = run(other.parent, format="abstracts", extractor=extractor)
    assert report.counts.rejected["DUPLICATE_DOCUMENT"] == 1
    assert report.counts.edges == 0
    with graph.session(read=True) as session:
        assert session.run("MATCH (n:`biolink:NamedThing`) WHERE n.name = 'IL6' RETURN n.id").value() == []


PUBMED = (
    "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>77</PMID><Article><ArticleTitle>{}</ArticleTitle>"
    "<Abstract><AbstractText>It was found.</AbstractText></Abstract></Article></MedlineCitation>"
    "</PubmedArticle></PubmedArticleSet>"
)


def test_a_later_file_of_pubmed_revises_a_publication(graph: Graph, put: Put, run: Run) -> None:
    run(put("pubmed/base.xml", PUBMED.format("Early title.")))
    report = run(put("pubmed/update.xml", PUBMED.format("Late title.")))
    assert (titles(graph), dict(report.counts.rejected)) == (["Late title."], {})


def test_a_file_that_moved_or_is_read_again_is_replaced(graph: Graph, put: Put, run: Run) -> None:
    path = put("root/protocols/p1.txt", FIRST)
    run(path)
    path.write_text(FIRST + "2. Mix.\n")
    assert run(path.parent).counts.documents == 1
    path.write_text(SECOND)
    assert run(path.parent.parent).counts.documents == 1
    moved = path.parent.parent.rename(path.parent.parent.with_name("elsewhere"))
    (moved / "protocols" / "p1.txt").write_text(FIRST)
    assert run(moved).counts.documents == 1
    assert titles(graph) == ["Mix"]


def test_of_two_copies_the_edited_one_does_not_replace_the_other(graph: Graph, put: Put, run: Run) -> None:
    one, other = put("a/protocols/p1.txt", FIRST), put("b/protocols/p1.txt", FIRST)
    run(other.parent)
    run(one.parent)
    other.write_text(SECOND)
    assert run(other.parent).counts.rejected == {"DUPLICATE_DOCUMENT": 1}
    assert titles(graph) == ["Mix"]


def test_a_load_without_extraction_keeps_what_another_extracted(graph: Graph, put: Put, run: Run) -> None:
    path = put("pro/x.txt", FIRST)
    run(path.parent, extractor=ToyExtractor())
    found = mentions(graph)
    assert found
    for source in (path, path.parent.parent):
        report = run(source)
        assert (report.counts.warnings, mentions(graph)) == ({KEPT: 1}, found)
        assert not any("--extract local to find" in note for note in report.notes)
    assert run(path.parent, extractor=ToyExtractor()).status == "already loaded"
    path.write_text(SECOND)
    with pytest.raises(UsageError, match="--extract"):
        run(path)
    assert mentions(graph) == found


def test_a_load_whose_documents_were_replaced_is_read_again(graph: Graph, put: Put, run: Run) -> None:
    path = put("pro/x.txt", FIRST)
    run(path.parent, extractor=ToyExtractor())
    found = mentions(graph)
    run(path, keep_extracted=False)
    assert mentions(graph) == 0
    assert run(path.parent, extractor=ToyExtractor()).status == "complete"
    assert mentions(graph) == found
