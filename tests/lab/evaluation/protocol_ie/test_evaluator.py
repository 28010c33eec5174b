"""The whole suite on three protocols of WLP: what is compared with what, copies, errors, published rows."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bioloom.errors import SourceError, UsageError
from bioloom.records import AnnotatedDocument, Relation
from bioloom_lab.evaluation.protocol_ie.conventions import convention
from bioloom_lab.evaluation.protocol_ie.errors import list_errors, write_errors
from bioloom_lab.evaluation.protocol_ie.evaluator import (
    ProtocolReadings,
    evaluate_protocol_ie,
    read_annotated,
    read_predicted,
    run_extractor,
)
from bioloom_lab.evaluation.protocol_ie.gold import check_gold
from bioloom_lab.evaluation.protocol_ie.overlap import families, shares_with
from bioloom_lab.evaluation.protocol_ie.suite import published
from toy_extractor import ToyExtractor


class ToyRelater(ToyExtractor):
    """A toy extractor that also says that the first mention of a document acts on the second one."""

    def relate(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        assert not any(document.relations for document in documents)
        return [
            replace(
                document,
                relations=(
                    Relation(document.mentions[0].id, "or", document.mentions[1].id, document.document.place),
                ),
            )
            for document in documents
        ]


@pytest.fixture(scope="module")
def gold() -> tuple[AnnotatedDocument, ...]:
    return read_annotated(Path(__file__).parents[3] / "data" / "brat" / "wlp" / "train")


def test_gold_against_itself_is_right_in_both_schemes(gold: tuple[AnnotatedDocument, ...]) -> None:
    for scheme in ("wlp", "biopie"):
        report = evaluate_protocol_ie(ProtocolReadings("gold", gold, gold, gold), scheme)
        assert {each.f1.value for each in report.scores.values()} == {1.0}
        assert {"NER", "Rel", "Rel+", "RE", "RE directed"} <= {*report.scores}
    assert {"NER types by WLP", "NER types by words"} <= {*report.scores}


def test_an_extractor_sees_the_bare_text_and_a_relater_the_gold_mentions(
    gold: tuple[AnnotatedDocument, ...],
) -> None:
    extractor = ToyRelater()
    readings = run_extractor(extractor, gold)
    assert [document.mentions for document in readings.related] == [each.mentions for each in gold]
    assert all(found.mentions for found in readings.predicted)
    report = evaluate_protocol_ie(readings)
    assert 0 < report.scores["NER"].recall.value < report.scores["NER"].precision.value
    assert report.scores["RE"].counts == (0, 3, report.scores["Rel"].counts.gold)


def test_an_extractor_that_relates_nothing_has_no_re(gold: tuple[AnnotatedDocument, ...]) -> None:
    assert "RE" not in evaluate_protocol_ie(run_extractor(ToyExtractor(), gold)).scores


def test_what_is_in_another_scheme_is_refused(gold: tuple[AnnotatedDocument, ...]) -> None:
    extractor = ToyRelater(scheme="biopie")
    with pytest.raises(UsageError, match="not compared in wlp"):
        run_extractor(extractor, gold)
    assert extractor.asked == []
    readings = run_extractor(extractor, gold, "biopie")
    assert {mention.native_type for each in readings.related for mention in each.mentions} >= {"verb"}
    with pytest.raises(UsageError, match="biopie, not in wlp"):
        evaluate_protocol_ie(readings, "wlp")
    assert evaluate_protocol_ie(readings, "biopie").scores["RE"].counts.predicted == 3
    types = evaluate_protocol_ie(readings, "biopie").scores["NER"].types
    assert {name for name, each in types.items() if each.counts.predicted} == {"time"}  # `Time`, spelled


def test_copies_are_one_family_and_can_be_left_out(gold: tuple[AnnotatedDocument, ...]) -> None:
    names = [document.document.id.rpartition("_")[2] for document in gold]
    family = dict(zip(names, families(gold), strict=True))
    assert family["363"] == family["4"] != family["413"]
    copy = [document for document, name in zip(gold, names, strict=True) if name == "4"]
    shares = shares_with(gold, copy)
    assert [shares[document.document.id] > 0.5 for document in gold] == [name != "413" for name in names]
    report = evaluate_protocol_ie(ProtocolReadings("gold", gold, gold))
    rest = report.without([name for name, share in shares.items() if share > 0.5])
    assert rest.documents == ("wlp:protocol_413",)
    assert rest.scores["NER"].counts.gold == len(gold[names.index("413")].mentions)


def test_predictions_come_from_files_and_what_is_absent_is_missed(
    gold: tuple[AnnotatedDocument, ...], data: Path, tmp_path: Path
) -> None:
    shutil.copytree(data / "brat" / "wlp" / "train", tmp_path / "found")
    (tmp_path / "found" / "protocol_413.txt").unlink()
    (tmp_path / "found" / "protocol_413.ann").unlink()
    report = evaluate_protocol_ie(ProtocolReadings("files", gold, read_predicted(tmp_path / "found", gold)))
    lost = next(each for each in gold if each.document.id == "wlp:protocol_413")
    counts = report.scores["NER"].counts
    assert counts.gold - counts.right == len(lost.mentions)
    assert counts.right == counts.predicted


def test_predictions_on_another_text_are_refused(
    gold: tuple[AnnotatedDocument, ...], data: Path, tmp_path: Path
) -> None:
    shutil.copytree(data / "brat" / "wlp" / "train", tmp_path / "found")
    text = tmp_path / "found" / "protocol_4.txt"
    text.write_text(text.read_text("utf-8") + "More.\n", "utf-8")
    with pytest.raises(SourceError, match="not the text"):
        read_predicted(tmp_path / "found", gold)


def test_annotation_that_cannot_be_read_is_no_smaller_gold(data: Path, tmp_path: Path) -> None:
    shutil.copytree(data / "brat" / "wlp" / "train", tmp_path / "gold")
    with (tmp_path / "gold" / "protocol_4.ann").open("a", encoding="utf-8") as file:
        file.write("T900\tReagent 0 99999\twater\n")
    with pytest.raises(SourceError, match=r"protocol_4\.ann:\d+: BAD_OFFSETS"):
        read_annotated(tmp_path / "gold")
    with pytest.raises(SourceError, match="no annotated document"):
        read_annotated(data / "text")


def test_the_gold_is_checked(gold: tuple[AnnotatedDocument, ...]) -> None:
    found = check_gold(gold)
    assert found.mentions == sum(len(document.mentions) for document in gold)
    assert (found.nested, found.crossing, found.doubly_labelled) == (0, 0, 0)
    document = gold[0]
    first = document.mentions[0]
    shorter = replace(first, id="x", end=first.end - 1)
    again = replace(document.relations[0], predicate="Using")
    to_cut = replace(document.relations[0], object="x")
    changed = check_gold(
        [
            replace(
                document,
                mentions=(*document.mentions, shorter),
                relations=(*document.relations, again, to_cut),
            )
        ]
    )
    whole = check_gold([document])
    assert (changed.unaligned - whole.unaligned, changed.nested) == (1, 1)
    assert changed.relations_unaligned - whole.relations_unaligned == 1
    assert (changed.doubly_labelled, changed.pairs) == (1, whole.pairs + 1)


def test_errors_are_listed_by_what_is_wrong(gold: tuple[AnnotatedDocument, ...], tmp_path: Path) -> None:
    document = gold[0]
    mentions, relations = list(document.mentions), list(document.relations)
    typed, cut, lost = mentions[0], next(each for each in mentions[1:] if len(each.text) > 3), mentions[-1]
    assert len({typed.id, cut.id, lost.id}) == 3
    changed = [
        replace(each, native_type="Seal")
        if each == typed
        else replace(each, end=each.end - 1, text=each.text[:-1])
        if each == cut
        else each
        for each in mentions
        if each != lost
    ]
    ends = {typed.id, cut.id, lost.id}
    kept = [each for each in relations if not {each.subject, each.object} & ends]
    turned = replace(kept[0], subject=kept[0].object, object=kept[0].subject, predicate="Acts-on")
    kept[0] = replace(kept[0], predicate="Acts-on")
    how = convention("wlp")
    one = replace(document, relations=tuple(kept))
    other = replace(
        document,
        mentions=tuple(changed),
        relations=(turned, replace(kept[1], predicate="Count"), *kept[2:]),
    )
    errors = list(list_errors([one], [other], how))
    assert sorted((each.level, each.kind) for each in errors) == [
        ("mention", "missed"),
        ("mention", "wrong boundary"),
        ("mention", "wrong type"),
        ("relation", "wrong direction"),
        ("relation", "wrong relation"),
    ]
    assert all(each.gold.split(" -> ")[0] in each.sentence for each in errors)
    back = list(list_errors([other], [one], how))
    assert [each.kind for each in back if each.kind == "spurious"] == ["spurious"]
    assert write_errors(iter(errors), tmp_path / "errors.tsv") == 5
    with (tmp_path / "errors.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, dialect="excel-tab"))
    assert [row["kind"] for row in rows] == [each.kind for each in errors]


def test_the_published_figures_are_those_of_the_sources() -> None:
    rows = published()
    best = {
        (test, name): max(row.metrics.get(name, 0) for row in rows if row.test == test)
        for test in {row.test for row in rows}
        for name in ("NER", "Rel", "Rel+", "RE")
    }
    assert (best["WNUT-2020", "NER"], best["WNUT-2020", "RE"]) == (0.7799, 0.8046)
    assert best["BioPIE in-domain", "Rel+"] == 0.7452
    assert (best["BioPIE out-of-domain", "NER"], best["BioPIE out-of-domain", "Rel+"]) == (0.757, 0.5241)
    assert len(rows) == 3 + 2 * 22
    assert all(row.source and row.metrics for row in rows)
