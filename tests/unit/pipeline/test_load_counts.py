"""Counts reconcile for any mix of records."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as trials
from hypothesis import strategies as st

from bioloom.errors import BioloomError
from bioloom.loading import Loader
from bioloom.pipeline import Counts, LoadReport, load
from bioloom.records import (
    AnnotatedDocument,
    Document,
    Mention,
    Place,
    Reject,
    Relation,
    Sentence,
    Skip,
    SourceEdge,
    SourceNode,
    SourceRecord,
)
from bioloom.settings import Settings
from listed_loader import Listed

PLACE = Place("f", 1)
IDS = st.sampled_from(["A:1", "A:2", "bad", ""])
STATED = {"primary_knowledge_source": "infores:x", "knowledge_level": "not_provided", "agent_type": "x"}


@st.composite
def documents(draw: st.DrawFn) -> AnnotatedDocument:
    """Draw a small annotated document, ids often taken twice."""
    id_ = f"c:{draw(st.integers(0, 2))}"
    text = "Boil the water"
    document = Document(id_, "t", text, "protocol", "infores:x", PLACE)
    sentence = Sentence(f"{id_}#s0", id_, 0, text, 0, len(text))
    mentions = (
        Mention(f"{id_}#T1", sentence.id, "Boil", 0, 4, "Action"),
        Mention(f"{id_}#T2", sentence.id, "water", 9, 14, "Reagent"),
    )
    relation = Relation(mentions[0].id, "Acts-on", mentions[1].id, PLACE)
    return AnnotatedDocument(
        document,
        (sentence,),
        mentions,
        (relation,) * draw(st.integers(0, 2)),
        draw(st.sampled_from(["wlp", "other"])),
        rejects=(Reject("BAD_LINE", "extract", "m", PLACE),) * draw(st.integers(0, 2)),
        skips=(Skip("NOTE", PLACE, draw(st.integers(1, 5))),) * draw(st.integers(0, 1)),
    )


RECORDS: st.SearchStrategy[SourceRecord] = st.one_of(
    documents(),
    st.builds(SourceNode, IDS, st.sampled_from([(), ("biolink:Gene",)]), st.just(PLACE)),
    st.builds(
        SourceEdge,
        IDS,
        st.sampled_from(["biolink:treats", "no"]),
        IDS,
        st.just(PLACE),
        st.sampled_from([{}, STATED, STATED | {"agent_type": "manual_agent"}]),
    ),
    st.builds(Reject, st.just("BAD_ROW"), st.just("extract"), st.text(max_size=5), st.just(PLACE)),
    st.builds(Skip, st.just("NOTE"), st.just(PLACE), st.integers(1, 9)),
)


def rehearsed(records: Sequence[SourceRecord], home: Path, rows: int) -> LoadReport:
    source = home / "s.txt"
    source.write_text("s")
    loader: Loader = Listed(records)
    return load(source, None, Settings(home=home), format=loader, dry_run=True, rows=rows)


@trials(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(records=st.lists(RECORDS, max_size=12))
def test_any_mix_of_records_reconciles(records: list[SourceRecord], tmp_path: Path) -> None:
    records.sort(key=lambda record: isinstance(record, SourceEdge))  # an edge finds the nodes before it only
    report = rehearsed(records, tmp_path, rows=1000)
    assert report.counts.balanced
    assert report.counts == rehearsed(records, tmp_path, rows=2).counts
    expected = sum(
        1
        + len(r.sentences)
        + len(r.mentions)
        + len(r.relations)
        + len(r.rejects)
        + sum(s.count for s in r.skips)
        if isinstance(r, AnnotatedDocument)
        else r.count
        if isinstance(r, Skip)
        else 1
        for r in records
    )
    assert report.counts.read == expected
    assert len((report.rejects_file or Path("/dev/null")).read_text().splitlines()) == sum(
        report.counts.rejected.values()
    )


def test_a_document_id_taken_twice_is_rejected(tmp_path: Path) -> None:
    def document(file: str) -> AnnotatedDocument:
        place = Place(file)
        return AnnotatedDocument(
            Document("c:1", "t", "x", "protocol", "infores:x", place),
            (Sentence("c:1#s0", "c:1", 0, "x", 0, 1),),
        )

    report = rehearsed([document("a.txt"), document("b/a.txt")], tmp_path, rows=1)
    assert report.counts.rejected == {"DUPLICATE_DOCUMENT": 1}
    assert report.counts.skips == {"in a rejected document": 1}
    assert report.examples["DUPLICATE_DOCUMENT"].startswith("b/a.txt c:1 is already the id of a.txt")


def test_counts_that_do_not_reconcile_raise() -> None:
    with pytest.raises(BioloomError, match="do not reconcile"):
        Counts(read=2, nodes=1).check()


def test_counts_survive_the_load_node() -> None:
    counts = Counts(read=4, nodes=1, rejected={"BAD_CURIE": 1}, skips={"é": 2}, warnings={"w": 1})
    assert Counts.from_properties(counts.to_properties()) == counts
