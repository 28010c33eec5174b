"""What is right, by hand; and systems whose numbers can be worked out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bioloom.errors import SourceError
from bioloom.records import AnnotatedDocument, Mention, Relation
from bioloom_lab.evaluation.triples.evaluator import (
    MeasuredModel,
    RetrievedContext,
    evaluate_relations,
    evaluate_triples,
)
from bioloom_lab.evaluation.triples.outcomes import SystemOutcome, spreads
from bioloom_lab.evaluation.triples.prediction_files import read_predictions
from bioloom_lab.evaluation.triples.scoring import score_triples
from bioloom_lab.evaluation.triples.sentence_rows import RowTriple, SentenceCorpus, SentenceRow
from bioloom_lab.evaluation.triples.systems import KnownNames, MarkRule, PriorReader, TaggedNames, choose
from shown_reader import ShownReader
from toy_reader import ToyReader

Put = Callable[[str, str | bytes], Path]

ROWS = (
    SentenceRow(1, " aspirin  treats  headache .", RowTriple("aspirin", "TREATS", "headache")),
    SentenceRow(2, " zinc  inhibits  growth  of  rats .", RowTriple("zinc", "INHIBITS", "growth")),
    SentenceRow(3, "{  growth  } now inhibits [  zinc  ].", RowTriple("zinc", "INHIBITS", "growth")),
    SentenceRow(4, " zinc  was found beside  iron .", RowTriple("zinc", "COEXISTS_WITH", "iron")),
)
GIT = SentenceCorpus("git", "dev", ROWS)
TRAIN = SentenceCorpus("git", "train", (replace(ROWS[0], text=" rest  treats  pain ."), ROWS[0]))


@dataclass
class WordTagger:
    """Takes listed words for terms, and relates the first two of a sentence as TREATS."""

    words: tuple[str, ...]
    name: str = "toy:words@1"
    scheme: str = "git"

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        return [self._read(document) for document in documents]

    def _read(self, document: AnnotatedDocument) -> AnnotatedDocument:
        text, sentence = document.document.text, document.sentences[0]
        starts = sorted((text.index(word), word) for word in self.words if word in text)
        mentions = tuple(
            Mention(f"t{start}", sentence.id, word, start, start + len(word), "term")
            for start, word in starts
        )
        ends = [mention.id for mention in mentions[:2]]
        place = document.document.place
        links = (Relation(ends[0], "TREATS", ends[1], place),) if len(ends) == 2 else ()
        return replace(document, mentions=mentions, relations=links, scheme=self.scheme)


def only(outcomes: Sequence[SystemOutcome], **wanted: object) -> SystemOutcome:
    (found,) = (
        each
        for each in outcomes
        if all(each.said.get(name, getattr(each, name, None)) == value for name, value in wanted.items())
    )
    return found


def test_the_example_of_the_papers_counts_only_where_all_three_parts_are_right() -> None:
    gold = [{RowTriple("infusion", "treats", "rat")}]
    right = score_triples(gold, [{RowTriple("Infusion ", "TREATS", "rat")}], [0])
    wrong = score_triples(gold, [{RowTriple("injury", "treats", "rat")}], [0])
    assert right["triple"].f1.value == 1.0
    assert {part: each.f1.value for part, each in wrong.items()} == {
        "triple": 0.0,
        "head": 0.0,
        "tail": 1.0,
        "relation": 1.0,
    }


def test_micro_figures_by_hand() -> None:
    gold = [{RowTriple("a", "r", "b"), RowTriple("a", "r", "c")}, {RowTriple("d", "s", "e")}]
    found = [
        {RowTriple("a", "r", "b"), RowTriple("A", "R", "b")},
        {RowTriple("d", "r", "e"), RowTriple("e", "s", "d")},
    ]
    scores = score_triples(gold, found, [0, 1])
    assert scores["triple"].counts == (1, 3, 3)  # the same triple twice is one
    assert scores["relation"].counts == (2, 3, 2)  # r; and of r, s the latter
    assert scores["head"].counts == (2, 3, 2)
    assert scores["triple"].precision.value == pytest.approx(1 / 3)


def test_marks_give_roles_or_names() -> None:
    sentences = [ROWS[1].text, ROWS[2].text, "no mark at all"]
    reads = MarkRule().read(sentences)
    candidates, texts = [read.candidates for read in reads], [read.text for read in reads]
    assert texts == ["zinc inhibits growth of rats.", "growth now inhibits zinc.", "no mark at all"]
    names = [
        [(text[slice(*each.head)], text[slice(*each.tail)]) for each in some]
        for text, some in zip(texts, candidates, strict=True)
    ]
    assert ("zinc", "growth") in names[0]
    assert len(names[0]) == 6
    assert names[1] == [("zinc", "growth")]
    assert candidates[2] == []


@dataclass
class KindTagger:
    """Finds listed words, each with its type."""

    kinds: Mapping[str, str]
    name: str = "toy:kinds@1"
    scheme: str = "chemprot"

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        return [
            replace(
                each,
                mentions=tuple(
                    Mention(word, each.sentences[0].id, word, at, at + len(word), kind)
                    for word, kind in self.kinds.items()
                    if (at := each.document.text.find(word)) >= 0
                ),
                scheme=self.scheme,
            )
            for each in documents
        ]


def test_types_tell_head_from_tail_where_a_mark_does_not() -> None:
    kinds = {"zinc": "CHEMICAL", "growth": "GENE", "rats": "GENE"}
    (read,) = MarkRule(typed=TaggedNames(KindTagger(kinds))).read([ROWS[1].text])
    types = {
        (read.text[slice(*each.head)], read.text[slice(*each.tail)]): each.types for each in read.candidates
    }
    assert types["zinc", "growth"] == ("CHEMICAL", "GENE")
    assert types["growth", "zinc"] == ("GENE", "CHEMICAL")
    assert types["growth", "rats"] is None


def test_the_most_probable_ordered_pair_is_chosen() -> None:
    sentences = [row.text for row in ROWS]
    found = choose(ToyReader(), MarkRule().read(sentences), [None] * 4)
    assert found[0] == {RowTriple("aspirin", "TREATS", "headache")}
    assert found[1] == {RowTriple("zinc", "INHIBITS", "growth")}  # the first of the pairs that are alike
    assert [triple.head for triple in found[2]] == ["zinc"]  # brackets say so


def test_raw_rows_take_names_from_marks_and_say_so() -> None:
    found = evaluate_triples(GIT, [MeasuredModel("toy", ToyReader())], views=["raw"])
    row = only(found, unit="row", entities="marks")
    assert row.n == 4
    # rows 1 and 2 right; 3 backwards, so the cue says none and all labels are alike: the first, INHIBITS
    assert row.figures["f1"].value == pytest.approx(3 / 4)
    assert row.figures["head f1"].value == 1.0
    assert row.said["retrieval"] == "none"


def test_cleaned_rows_take_names_from_the_tagger_one_or_all() -> None:
    tagger = WordTagger(("aspirin", "headache", "zinc", "growth"))
    found = evaluate_triples(GIT, [MeasuredModel("toy", ToyReader(), tagger)], views=["cleaned"])
    one, every = (only(found, unit="row", choice=choice) for choice in ("one", "all"))
    assert {one.said["entities"], every.said["entities"]} == {"tagger"}
    # one: row 1 and 2 right, in row 3 growth inhibits zinc, row 4 has one name only
    assert one.figures["precision"].value == pytest.approx(2 / 3)
    assert one.figures["recall"].value == pytest.approx(2 / 4)
    # all: three times TREATS, right in row 1
    assert every.figures["precision"].value == pytest.approx(1 / 3)
    assert every.figures["recall"].value == pytest.approx(1 / 4)


def test_a_pair_is_asked_once_for_all_rows_and_both_units() -> None:
    reader = ShownReader()
    twice = replace(GIT, rows=(*ROWS, replace(ROWS[0], number=5)))
    evaluate_triples(twice, [MeasuredModel("toy", reader)], views=["raw"])
    assert len(reader.asked) == len(set(reader.asked)) > 0


def test_baselines_need_no_model() -> None:
    found = evaluate_triples(GIT, train=TRAIN, views=["raw"])
    row = only(found, unit="row")
    assert row.system == "marks, subject first, majority relation"
    assert row.run is False
    assert row.figures["f1"].value == pytest.approx(1 / 4)


def test_names_of_the_training_file_are_found_longest_first() -> None:
    rows = [SentenceRow(1, "", RowTriple("iron", "USES", "iron oxide"))]
    (read,) = KnownNames.of(rows).read(["Iron oxide rusts like iron"])
    pair, _ = read.candidates
    assert (pair.head, pair.tail) == ((0, 10), (22, 26))


def test_relations_of_given_pairs_are_one_answer_a_row() -> None:
    found = evaluate_relations(GIT, [ToyReader()], train=TRAIN, views=["raw"])
    toy, majority = found
    assert toy.figures["precision"].value == toy.figures["recall"].value == toy.figures["f1"].value
    assert toy.figures["f1"].value == pytest.approx(3 / 4)
    assert majority.figures["f1"].value == pytest.approx(1 / 4)


def test_none_is_a_relation_in_the_rows_of_ddi_and_not_in_its_sentences() -> None:
    ddi = SentenceCorpus(
        "ddi",
        "dev",
        (
            SentenceRow(1, "zinc inhibits iron", RowTriple("zinc", "effect", "iron")),
            SentenceRow(2, "zinc and iron", RowTriple("zinc", "None", "iron")),
        ),
    )
    reader = PriorReader(("None", "effect"), (0.8, 0.2))
    counted, without = evaluate_relations(ddi, [reader], views=["raw"])
    assert (counted.unit, without.unit) == ("row", "row without None")
    assert counted.figures["f1"].value == 0.5
    assert without.figures["f1"].value == 0.0
    assert without.types["effect"].counts == (0, 0, 1)


def test_a_name_that_is_not_in_the_sentence_is_missed() -> None:
    lost = SentenceCorpus(
        "git", "dev", (ROWS[0], replace(ROWS[1], triple=RowTriple("gold", "INHIBITS", "growth")))
    )
    (found,) = evaluate_relations(lost, [ToyReader()], views=["cleaned"])
    assert (found.figures["precision"].value, found.figures["recall"].value) == (1.0, 0.5)
    assert found.said["lost names"] == 1


def test_what_is_shown_beside_a_sentence_reaches_the_reader() -> None:
    reader = ToyReader()
    shown = RetrievedContext("knn", lambda sentences: ["fell = treats"] * len(sentences))
    last = SentenceCorpus("git", "dev", (replace(ROWS[3], triple=RowTriple("zinc", "TREATS", "iron")),))
    (found,) = evaluate_relations(last, [reader], views=["raw"], beside=shown)
    assert found.figures["f1"].value == 1.0
    assert found.said["retrieval"] == "knn"
    assert {each.document for each in reader.asked} == {"fell = treats"}


def test_predictions_of_others_count_by_sentence_or_row(put: Put) -> None:
    lines = [
        {"sentence": ROWS[0].text, "triples": [["Aspirin", "treats", "headache"]]},
        {"id": 2, "triples": [["zinc", "INHIBITS", "growth"], ["zinc", "USES", "growth"]]},
        {"id": 99, "triples": []},
    ]
    path = put("mine.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    found = evaluate_triples(GIT, predictions=[read_predictions(path)], views=["raw"])
    row = only(found, unit="row")
    assert (row.system, row.said["unknown"]) == ("mine.jsonl", 1)
    assert row.figures["precision"].value == pytest.approx(2 / 3)
    assert row.figures["recall"].value == pytest.approx(2 / 4)


def test_a_broken_prediction_names_its_line(put: Put) -> None:
    with pytest.raises(SourceError, match=r"mine\.jsonl:1"):
        read_predictions(put("mine.jsonl", '{"id": 1, "triples": [["a", "b"]]}\n'))


def test_several_runs_have_a_mean_and_a_deviation() -> None:
    models = [
        MeasuredModel(f"seed {seed}", ToyReader(cues=cues))
        for seed, cues in ((1, {}), (2, {"treats": "TREATS"}))
    ]
    (setting,) = [
        each for each in spreads(evaluate_triples(GIT, models, views=["raw"])) if "per row" in each.setting
    ]
    assert setting.systems == ("seed 1", "seed 2")
    # without cues all is INHIBITS: rows 2 and 3; with "treats" also row 1
    assert setting.figures["f1"] == pytest.approx((0.625, 0.1767767))


def test_baselines_are_no_runs_to_be_averaged() -> None:
    assert spreads(evaluate_triples(GIT, [MeasuredModel("toy", ToyReader())], train=TRAIN)) == ()
