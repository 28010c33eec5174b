"""The local triple model, over a tiny one: distributions of pairs, exact offsets, schemes kept apart."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bioloom.errors import SourceError, UsageError
from bioloom.extraction import split_sentences
from bioloom.extraction.triples.local import LocalTriples, open_local_triples
from bioloom.records import AnnotatedDocument, Document, Mention, Place, Relation, Sentence
from bioloom_lab.evaluation.gold_mentions import TripleRelater
from bioloom_lab.readers.instruction import LabelQuestion
from bioloom_lab.readers.local_reader import LocalReader, open_local_reader
from marked_corpora import corpora

DATA = Path(__file__).parents[3] / "data"
TINY = DATA / "triple_model"
WASH = "The buffer wash the tube."
BUFFER, TUBE = (4, 10), (20, 24)


@pytest.fixture(scope="module")
def tiny() -> LocalTriples:
    return open_local_triples(TINY, threads=1)


def reader(scheme: str) -> LocalReader:
    return open_local_reader(TINY, scheme, threads=1)


def plain(text: str, name: str = "a") -> AnnotatedDocument:
    """Give a text as a loader does, without annotation."""
    document = Document(f"t:{name}", "", text, "abstract", "infores:test", Place(f"{name}.txt"))
    sentences = tuple(
        Sentence(f"t:{name}#s{number}", document.id, number, text[start:end], start, end)
        for number, (start, end) in enumerate(split_sentences(text))
    )
    return AnnotatedDocument(document, sentences)


def bare(document: AnnotatedDocument) -> AnnotatedDocument:
    return replace(document, mentions=(), relations=(), scheme=None)


def stated(document: AnnotatedDocument) -> set[tuple[str, str, str]]:
    texts = {mention.id: mention.text for mention in document.mentions}
    return {(texts[link.subject], link.predicate, texts[link.object]) for link in document.relations}


def check(document: AnnotatedDocument) -> None:
    """Assert what every extractor promises."""
    sentences = {sentence.id: sentence for sentence in document.sentences}
    mentions = {mention.id: mention for mention in document.mentions}
    assert len(mentions) == len(document.mentions)
    for mention in document.mentions:
        sentence = sentences[mention.sentence_id]
        assert document.document.text[mention.start : mention.end] == mention.text
        assert sentence.start <= mention.start < mention.end <= sentence.end
        assert "/" not in mention.native_type
        assert 0 <= (mention.confidence or 0) <= 1
    pairs = [frozenset((link.subject, link.object)) for link in document.relations]
    assert len(set(pairs)) == len(pairs), "a pair is related twice"
    for link in document.relations:
        assert mentions[link.subject].sentence_id == mentions[link.object].sentence_id
        assert 0 <= (link.confidence or 0) <= 1


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """Give a copy of the tiny model, to be changed."""
    return Path(shutil.copytree(TINY, tmp_path / "model"))


def with_threshold(model: Path, threshold: float) -> None:
    """Set the threshold of all relations."""
    stated_ = json.loads((model / "settings.json").read_text())
    for scheme in stated_["schemes"].values():
        scheme["relation_threshold"] = threshold
    (model / "settings.json").write_text(json.dumps(stated_))


@pytest.mark.parametrize("scheme", ["biored", "chemprot", "ddi", "git"])
def test_a_row_is_a_distribution_over_the_labels_of_its_scheme(scheme: str) -> None:
    asked = [
        LabelQuestion(WASH, BUFFER, TUBE),
        LabelQuestion(WASH, BUFFER, TUBE, document="water to plate = activator"),
        LabelQuestion(WASH, TUBE, BUFFER),
    ]
    rows = reader(scheme).likelihoods(asked)
    labels = reader(scheme).labels
    assert rows.shape == (3, len(labels))
    assert np.allclose(np.exp(rows).sum(axis=1), 1)
    assert ("none" in labels) == (scheme != "git")
    assert not any("/" in label for label in labels)
    assert not np.allclose(rows[0], rows[1])
    alone = np.concatenate([reader(scheme).likelihoods([each]) for each in asked])
    assert np.allclose(alone, rows, atol=1e-4)
    assert np.allclose(rows[0], rows[2]) == (scheme in ("biored", "ddi"))


def test_no_question_gives_no_row() -> None:
    assert reader("git").likelihoods([]).shape == (0, len(reader("git").labels))


def test_what_was_learnt_is_the_likeliest_label() -> None:
    known = reader("chemprot")
    (row,) = known.likelihoods([LabelQuestion(WASH, BUFFER, TUBE, types=("CHEMICAL", "GENE-Y"))])
    assert known.labels[int(row.argmax())] == "DOWNREGULATOR"


@pytest.mark.parametrize(
    ("head", "tail", "types"),
    [
        ((3, 4), TUBE, None),  # a space
        (BUFFER, BUFFER, None),
        (BUFFER, (100, 104), None),
        (TUBE, BUFFER, ("GENE", "CHEMICAL")),  # a gene does nothing to a chemical in ChemProt
    ],
)
def test_what_cannot_be_asked_is_none(
    head: tuple[int, int], tail: tuple[int, int], types: tuple[str, str] | None
) -> None:
    known = reader("chemprot")
    (row,) = known.likelihoods([LabelQuestion(WASH, head, tail, types=types)])
    assert np.isfinite(row).all()
    assert row[known.labels.index("none")] == pytest.approx(0, abs=1e-6)
    (alike,) = reader("git").likelihoods([LabelQuestion(WASH, (3, 4), tail)])
    assert np.allclose(alike, alike[0])


def test_ends_are_needed() -> None:
    with pytest.raises(ValueError, match="head and tail"):
        reader("git").likelihoods([LabelQuestion(WASH)])


def test_learnt_documents_are_found_again(tiny: LocalTriples) -> None:
    documents = corpora()["biored"]
    found = tiny.extract([bare(document) for document in documents])
    for document, gold in zip(found, documents, strict=True):
        check(document)
        assert {(m.start, m.end, m.native_type) for m in document.mentions} == {
            (m.start, m.end, m.native_type) for m in gold.mentions
        }
        assert document.extractor == tiny.name
        assert (document.scheme, document.agent_type) == ("biored", "text_mining_agent")
    related = set().union(*(stated(document) for document in found))
    assert {
        ("buffer", "Negative_Correlation", "pellet"),
        ("water", "Positive_Correlation", "pellet"),
    } <= related


def test_chemicals_and_genes_are_asked_in_chemprot_alone(broken: Path) -> None:
    with_threshold(broken, 0.0)
    (found,) = open_local_triples(broken, threads=1).extract([bare(corpora()["biored"][0])])
    check(found)
    kinds = {mention.id: mention.native_type for mention in found.mentions}
    both = [
        link
        for link in found.relations
        if {kinds[link.subject], kinds[link.object]} == {"ChemicalEntity", "GeneOrGeneProduct"}
    ]
    assert both
    for link in found.relations:
        assert link.predicate.startswith("chemprot:") == (link in both)
        assert kinds[link.subject] == "ChemicalEntity" or link not in both
    (alone,) = open_local_triples(broken, "biored", threads=1).extract([bare(corpora()["biored"][0])])
    assert alone.relations
    assert not any(":" in link.predicate for link in alone.relations)


def test_a_scheme_has_no_types_of_another() -> None:
    own = {"biored": "ChemicalEntity", "chemprot": "CHEMICAL", "ddi": "drug", "git": "term"}
    for scheme, name in own.items():
        extractor = open_local_triples(TINY, scheme, threads=1)
        found = extractor.extract([bare(document) for some in corpora().values() for document in some])
        kinds = {mention.native_type for document in found for mention in document.mentions}
        assert name in kinds
        assert not kinds & ({*own.values()} - {name})


def test_a_document_does_not_depend_on_its_company(tiny: LocalTriples) -> None:
    documents = [
        *(replace(bare(document)) for document in corpora()["biored"]),
        plain("", "z"),
        *(plain(WASH[: 5 * number] + " Spin the pellet with water.", f"n{number}") for number in range(6)),
    ]
    alone = [tiny.extract([document])[0] for document in documents]
    assert tiny.extract(documents) == alone
    assert open_local_triples(TINY, threads=2).extract(documents[::-1]) == alone[::-1]


def test_annotated_documents_come_back_as_they_were(tiny: LocalTriples) -> None:
    annotated = corpora()["biored"][0]
    assert tiny.extract([annotated, plain(WASH)])[0] is annotated


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(["buffer", "tube", "\u0301", "µ", "\r\n", " ", ". ", "The", "\ud800", "×"])))
def test_any_text_has_exact_offsets(pieces: list[str]) -> None:
    check(once().extract([plain("".join(pieces))])[0])


def test_a_sentence_of_any_length_is_read(tiny: LocalTriples) -> None:
    long = "The buffer wash the pellet and tube and " * 300
    (found,) = tiny.extract([plain(long)])
    check(found)
    assert max(mention.start for mention in found.mentions) > len(long) - 100


@pytest.mark.parametrize("scheme", ["biored", "chemprot", "ddi", "git"])
def test_gold_mentions_are_related_as_they_are(scheme: str) -> None:
    relater = TripleRelater(open_local_triples(TINY, scheme, threads=1))
    for document in corpora()[scheme]:
        sentence = document.sentences[0]
        odd = Mention("odd", sentence.id, sentence.text[:3], sentence.start, sentence.start + 3, "x/y")
        given_ = replace(document, mentions=(*document.mentions, odd), relations=())
        (related,) = relater.relate([given_])
        assert related.mentions == given_.mentions
        assert stated(document) <= stated(related)
        assert not any(":" in link.predicate for link in related.relations)
        assert not any("odd" in (link.subject, link.object) for link in related.relations)


def test_mentions_within_others_are_asked_in_turn(tiny: LocalTriples) -> None:
    text = "The buffer wash the pellet."
    document = plain(text)
    spans = [(4, 10), (4, 15), (20, 26)]
    kinds = ["ChemicalEntity", "ChemicalEntity", "DiseaseOrPhenotypicFeature"]
    mentions = tuple(
        Mention(f"m{at}", "t:a#s0", text[start:end], start, end, kind)
        for at, ((start, end), kind) in enumerate(zip(spans, kinds, strict=True))
    )
    (related,) = TripleRelater(tiny).relate([replace(document, mentions=mentions, scheme="biored")])
    pairs = {frozenset((link.subject, link.object)) for link in related.relations}
    assert frozenset(("m0", "m1")) not in pairs
    (single,) = TripleRelater(tiny).relate(
        [replace(document, mentions=(mentions[0], mentions[2]), scheme="biored")]
    )
    first = [link for link in related.relations if "m0" in (link.subject, link.object)]
    assert first == list(single.relations)
    assert isinstance(first[0], Relation)


def test_a_scheme_that_the_model_does_not_know_is_named() -> None:
    with pytest.raises(UsageError, match=r"wlp.*biored, chemprot, ddi, git"):
        open_local_reader(TINY, "wlp")
    with pytest.raises(SourceError, match="schemes"):
        open_local_triples(DATA / "protocol_model")


@pytest.mark.parametrize(
    "change",
    [
        {"schemes": {}},
        {"schemes": {"biored": {}}},
        {"types": ["drug"]},
        {"schemes": {"git": {"read_as": {"a": "b"}}}},
    ],
)
def test_settings_that_contradict_themselves_are_refused(broken: Path, change: dict[str, object]) -> None:
    stated_ = json.loads((broken / "settings.json").read_text())
    schemes = change.get("schemes")
    if isinstance(schemes, dict) and "git" in schemes:
        change = {"schemes": stated_["schemes"] | schemes}
    (broken / "settings.json").write_text(json.dumps(stated_ | change))
    with pytest.raises(SourceError, match=r"settings\.json"):
        open_local_triples(broken)


def test_a_higher_threshold_gives_fewer_relations(broken: Path) -> None:
    documents = [bare(document) for document in corpora()["biored"]]
    counts = []
    for threshold in (0.0, 1.0):
        with_threshold(broken, threshold)
        found = open_local_triples(broken, threads=1).extract(documents)
        counts.append(sum(len(document.relations) for document in found))
    assert counts[0] > counts[1] == 0


_OPEN: list[LocalTriples] = []


def once() -> LocalTriples:
    """Open the tiny model for properties, which take no fixture of the module."""
    if not _OPEN:
        _OPEN.append(open_local_triples(TINY, threads=1))
    return _OPEN[0]
