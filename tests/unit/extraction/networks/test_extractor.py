"""The local extractor over a tiny model: exact offsets, no influence between documents, plain errors."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bioloom.errors import SourceError, UsageError
from bioloom.extraction import split_sentences
from bioloom.extraction.networks import LocalExtractor, open_local
from bioloom.extraction.networks.model import LocalModel
from bioloom.extraction.networks.model_settings import ProtocolSettings
from bioloom.records import AnnotatedDocument, Document, Mention, Place, Sentence
from bioloom_lab.evaluation.gold_mentions import ProtocolRelater

DATA = Path(__file__).parents[3] / "data"
TINY = DATA / "protocol_model"
LEARNT = (DATA / "brat" / "wlp" / "train" / "protocol_4.txt").read_text(encoding="utf-8")
ODD = (
    "Add 10mL of α-MEM\tto the tube.\r\nMix\u0301 5 µl × 3 (0.5 μM) cafe\u0301 at −20 °C 🧊.\r\n\r\n"
    "Incubate\u00a0for 5\u2009min\x0b or over\u00adnight; 愛 ½ x² e\u20dd.\nSpin."
)


@pytest.fixture(scope="module")
def tiny() -> LocalExtractor:
    return open_local(TINY, threads=1)


def plain(text: str, name: str = "a") -> AnnotatedDocument:
    """Give a text as a loader does, without annotation."""
    document = Document(f"t:{name}", "", text, "protocol", "infores:test", Place(f"{name}.txt"))
    sentences = tuple(
        Sentence(f"t:{name}#s{number}", document.id, number, text[start:end], start, end)
        for number, (start, end) in enumerate(split_sentences(text))
    )
    return AnnotatedDocument(document, sentences)


def check(document: AnnotatedDocument) -> None:
    """Assert what every extractor promises."""
    sentences = {sentence.id: sentence for sentence in document.sentences}
    mentions = {mention.id: mention for mention in document.mentions}
    assert len(mentions) == len(document.mentions)
    ends = 0
    for mention in document.mentions:
        sentence = sentences[mention.sentence_id]
        assert document.document.text[mention.start : mention.end] == mention.text
        assert sentence.start <= mention.start < mention.end <= sentence.end
        assert mention.text == mention.text.strip()
        assert mention.start >= ends, "mentions overlap"
        ends = mention.end
        assert mention.confidence is not None
        assert 0 <= mention.confidence <= 1
    for relation in document.relations:
        assert mentions[relation.subject].sentence_id == mentions[relation.object].sentence_id
        assert relation.subject != relation.object
        assert relation.confidence is not None
        assert 0 <= relation.confidence <= 1


def test_what_was_learnt_is_found(tiny: LocalExtractor) -> None:
    (found,) = tiny.extract([plain(LEARNT)])
    check(found)
    assert found.extractor == tiny.name
    assert (found.scheme, found.agent_type) == ("wlp", "text_mining_agent")
    kinds = {(mention.text, mention.native_type) for mention in found.mentions}
    assert ("Add", "Action") in kinds or ("Transfer", "Action") in kinds or len(kinds) > 20
    assert {relation.predicate for relation in found.relations} >= {"Acts-on", "Measure"}
    assert [mention.id for mention in found.mentions[:2]] == ["t:a#T1", "t:a#T2"]


def test_odd_texts_have_exact_offsets(tiny: LocalExtractor) -> None:
    check(tiny.extract([plain(ODD)])[0])


@example(["\u0301", "\u0301", "\t", "µ"])
@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(["Add 5 ml", "µ", "\u0301", "α", "\r\n", "\t", " ", ". ", "mix", "×", "\ud800"]))
)
def test_any_text_has_exact_offsets(pieces: list[str]) -> None:
    check(open_local_once().extract([plain("".join(pieces))])[0])


@settings(max_examples=60, deadline=None)
@given(st.text())
def test_any_unicode_has_exact_offsets(text: str) -> None:
    check(open_local_once().extract([plain(text)])[0])


def test_a_combining_character_is_never_cut_off(tiny: LocalExtractor) -> None:
    (found,) = tiny.extract([plain("\u0301Ad\u0301d\u0301 5\u0301 m\u0301l\u0301 \u0301.")])
    for mention in found.mentions:
        assert mention.text[0] != "\u0301"
        assert found.document.text[mention.end : mention.end + 1] != "\u0301"


def test_a_document_does_not_depend_on_its_company(tiny: LocalExtractor) -> None:
    documents = [
        plain(LEARNT, "x"),
        plain(ODD, "y"),
        plain("", "z"),
        *(plain(LEARNT[: 40 * number], f"n{number}") for number in range(1, 20)),
    ]
    alone = [tiny.extract([document])[0] for document in documents]
    assert tiny.extract(documents) == alone
    assert tiny.extract(documents[::-1]) == alone[::-1]
    assert open_local(TINY, threads=2).extract(documents) == alone


def test_annotated_documents_come_back_as_they_were(tiny: LocalExtractor) -> None:
    document = plain(LEARNT)
    sentence = document.sentences[0]
    mention = Mention("t:a#T1", sentence.id, sentence.text, sentence.start, sentence.end, "Reagent")
    annotated = replace(document, mentions=(mention,), scheme="wlp")
    found = tiny.extract([annotated, plain(LEARNT, "b")])
    assert found[0] is annotated
    assert len(found[1].mentions) > 5


def test_a_line_of_a_megabyte_is_read_to_its_end(tiny: LocalExtractor) -> None:
    line = "Add 5 ml water and mix for 10 min, " * 3_000
    (found,) = tiny.extract([plain(line)])
    check(found)
    places = [mention.start for mention in found.mentions]
    assert min(places) < 1_000
    assert max(places) > len(line) - 1_000


def test_gold_mentions_are_related_as_they_are(tiny: LocalExtractor) -> None:
    (extracted,) = tiny.extract([plain(LEARNT)])
    bare = [replace(mention, confidence=None) for mention in reversed(extracted.mentions)]
    odd = Mention("t:a#T999", extracted.sentences[0].id, LEARNT[0:1], 0, 1, "Unheard-of")
    given_ = replace(extracted, mentions=(*bare, odd), relations=(), extractor=None)
    (related,) = ProtocolRelater(tiny).relate([given_])
    assert related.mentions == given_.mentions
    assert related.extractor == tiny.name

    def ends(document: AnnotatedDocument) -> set[tuple[str, str, str]]:
        return {(link.subject, link.predicate, link.object) for link in document.relations}

    assert ends(related) == ends(extracted)
    sure = {(link.subject, link.object): link.confidence for link in related.relations}
    for link in extracted.relations:
        assert (sure[link.subject, link.object] or 0) >= (link.confidence or 0)


def test_mentions_that_are_no_whole_words_are_related(tiny: LocalExtractor) -> None:
    document = plain("Add 10mL buffer")
    name = document.sentences[0].id
    spans = [(0, 2, "Action"), (4, 7, "Amount"), (6, 8, "Amount"), (9, 15, "Reagent"), (9, 15, "Reagent")]
    mentions = tuple(
        Mention(f"m{number}", name, document.document.text[start:end], start, end, kind)
        for number, (start, end, kind) in enumerate(spans)
    )
    (related,) = ProtocolRelater(tiny).relate([replace(document, mentions=mentions, scheme="wlp")])
    assert related.mentions == mentions
    assert all(0 <= (link.confidence or 0) <= 1 for link in related.relations)


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """Give a copy of the tiny model, to be broken."""
    return Path(shutil.copytree(TINY, tmp_path / "model"))


FILES = (
    "settings.json",
    "tokenizer.json",
    *(f"{part}/{name}" for part in ("entities", "relations") for name in ("model.onnx", "heads.npz")),
)


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_named(broken: Path, name: str) -> None:
    (broken / name).unlink()
    with pytest.raises(UsageError, match=Path(name).name):
        open_local(broken)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\x00 not this", None])
def test_a_broken_file_is_named(broken: Path, name: str, content: bytes | None) -> None:
    whole = (broken / name).read_bytes()
    (broken / name).write_bytes(whole[: len(whole) // 2] if content is None else content)
    with pytest.raises(SourceError, match=Path(name).name):
        open_local(broken)


def test_settings_that_do_not_fit_are_refused(broken: Path) -> None:
    stated = json.loads((broken / "settings.json").read_text())
    (broken / "settings.json").write_text(json.dumps(stated | {"types": stated["types"][1:]}))
    with pytest.raises(SourceError, match="shape"):
        open_local(broken)


def test_heads_that_are_not_finite_are_refused(broken: Path) -> None:
    with np.load(broken / "entities" / "heads.npz") as stored:
        heads = {name: stored[name] for name in stored.files}
    heads["bias"] = np.full_like(heads["bias"], np.nan)
    np.savez(broken / "entities" / "heads.npz", **heads)
    with pytest.raises(SourceError, match="not finite"):
        open_local(broken)


def test_the_name_follows_the_weights(broken: Path, tiny: LocalExtractor) -> None:
    assert open_local(broken).name == tiny.name
    assert tiny.name.startswith("local:protocol@")
    with np.load(broken / "entities" / "heads.npz") as stored:
        heads = {name: stored[name] for name in stored.files}
    heads["bias"] = heads["bias"] + 1
    np.savez(broken / "entities" / "heads.npz", **heads)
    assert open_local(broken).name != tiny.name


_OPEN: list[LocalExtractor] = []


def open_local_once() -> LocalExtractor:
    """Open the tiny model for properties, which take no fixture of the module."""
    if not _OPEN:
        _OPEN.append(open_local(TINY, threads=1))
    return _OPEN[0]


def test_a_text_without_sentence_ends_is_read_in_parts_as_long_as_a_window() -> None:
    """So that pairs of mentions do not grow with the square of what a network could take at once."""
    model = LocalModel(TINY, ProtocolSettings, threads=1)
    window, most = model.settings.window, model.settings.max_tokens - 2
    sentence = model.read("add the buffer " * 200)
    assert [len(part.ids) for part in sentence[:-1]] == [most] * (len(sentence) - 1) or len(sentence) == 1
    parts = model.read("add the buffer " * 1_000)
    assert max(len(part.ids) for part in parts) <= min(window, most)
    assert sum(len(part) for part in parts) == 3_000
