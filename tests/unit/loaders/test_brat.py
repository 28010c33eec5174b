"""The BRAT loader on real protocols and on everything that standoff files get wrong."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.errors import SourceError
from bioloom.records import AnnotatedDocument, LoadOptions, Reject, Skip
from bioloom_loaders.brat import BratLoader

Put = Callable[[str, str | bytes], Path]
NONE = LoadOptions()


def read(source: Path, options: LoadOptions = NONE) -> list[AnnotatedDocument]:
    records = list(BratLoader().records(source, options))
    documents = [record for record in records if isinstance(record, AnnotatedDocument)]
    assert len(documents) == len(records), records
    return documents


def one(put: Put, text: str | bytes, ann: str | bytes) -> AnnotatedDocument:
    path = put("corpus/d.txt", text)
    put("corpus/d.ann", ann)
    (document,) = read(path)
    check_offsets(document)
    return document


def check_offsets(document: AnnotatedDocument) -> None:
    text = document.document.text
    sentences = {sentence.id: sentence for sentence in document.sentences}
    for sentence in document.sentences:
        assert text[sentence.start : sentence.end] == sentence.text
    for mention in document.mentions:
        assert text[mention.start : mention.end] == mention.text
        within = sentences[mention.sentence_id]
        assert within.start <= mention.start < mention.end <= within.end


def codes(document: AnnotatedDocument) -> list[str]:
    return [reject.code for reject in document.rejects]


def test_real_protocols_are_read_whole(data: Path) -> None:
    documents = read(data / "brat" / "wlp")
    assert [d.document.id for d in documents] == ["wlp:protocol_363", "wlp:protocol_4", "wlp:protocol_413"]
    for document in documents:
        check_offsets(document)
        assert document.scheme == "wlp"
        assert document.agent_type == "manual_agent"
        assert document.document.primary_knowledge_source == "infores:wlp"
        assert not document.rejects
    last = documents[2]
    assert last.document.title == "DNA Extraction for college laboratory setting"
    assert len(last.sentences) == 26
    lines = (data / "brat" / "wlp" / "train" / "protocol_413.ann").read_text(encoding="utf-8").splitlines()
    kinds = Counter(line[0] for line in lines)
    assert len(last.mentions) == kinds["T"] == 111
    arguments = sum(len(line.split()) - 2 for line in lines if line[0] == "E")
    assert len(last.relations) == arguments + kinds["R"] == 67
    assert sum(skip.count for skip in last.skips) == sum(
        len(line.split()) == 2 for line in lines if line[0] == "E"
    )


def test_a_tab_inside_a_mention_is_part_of_it(data: Path) -> None:
    document = read(data / "brat" / "wlp")[2]
    texts = {mention.id: mention.text for mention in document.mentions}
    assert texts["wlp:protocol_413#T59"] == "12,000\trpm"


def test_a_second_document_of_the_same_text_is_kept_and_marked(data: Path) -> None:
    first, second, _ = read(data / "brat" / "wlp")
    assert "duplicate_of" not in first.document.properties
    assert second.document.properties["duplicate_of"] == first.document.id
    assert second.mentions


def test_events_become_relations_from_the_trigger(put: Put) -> None:
    document = one(
        put,
        "Title\nAdd water and mix, then add salt.\n",
        "T1\tAction 6 9\tAdd\nT2\tReagent 10 15\twater\nT3\tAction 20 23\tmix\n"
        "E1\tAction:T1 Acts-on:T2 Acts-on2:E3\nE2\tAction:T3\nE3\tAction:T3 \n"
        "R1\tMeasure Arg2:T2 Arg1:E1\n*\tEquiv T1 T2 T3\n",
    )
    ends = [(r.subject[-2:], r.predicate, r.object[-2:]) for r in document.relations]
    assert ends == [
        ("T1", "Acts-on", "T2"),
        ("T1", "Acts-on", "T3"),
        ("T1", "Measure", "T2"),
        ("T1", "Equiv", "T2"),
        ("T2", "Equiv", "T3"),
    ]
    assert Counter(skip.reason for skip in document.skips) == {"EVENT_WITHOUT_ARGUMENT": 2}
    assert document.relations[0].place.line == 4


def test_every_line_is_accounted_for(put: Put) -> None:
    document = one(
        put,
        "Add water.\nMix.\n",
        "T1\tAction 0 3\tAdd\nT2\tReagent 4 9\tfire\nT3\tAction 11 14\tMix\nT3\tAction 11 14\tMix\n"
        "T4\tAction 90 93\tMix\nT5\tAction nowhere\tMix\n"
        "R1\tOr Arg1:T1 Arg2:T2\nR2\tOr Arg1:T1 Arg2:T9\nR3\tOr Arg1:T1\nR4\tOr Arg1:T1 Arg2:T3\n"
        "R5\tOr Arg1:T1 Arg2:T3\nE1\tAction:T2 Acts-on:T1\n"
        "#1\tAnnotatorNotes T1\twhy?\nA1\tConfidence T1 low\nN1\tReference T1 CHEBI:1\tx\nwhat is this\n",
    )
    assert [(r.code, r.place.line) for r in document.rejects] == [
        ("OFFSET_MISMATCH", 2),
        ("DUPLICATE_ID", 4),
        ("BAD_OFFSETS", 5),
        ("BAD_LINE", 6),
        ("DANGLING_ARGUMENT", 7),
        ("DANGLING_ARGUMENT", 8),
        ("BAD_LINE", 9),
        ("DANGLING_ARGUMENT", 12),
        ("BAD_LINE", 16),
    ]
    assert [s.reason for s in document.skips] == ["DUPLICATE_RELATION", "NOTE", "ATTRIBUTE", "NORMALISATION"]
    assert len(document.mentions) + len(document.relations) + 9 + 4 == 16
    assert "'water', not 'fire'" in document.rejects[0].message
    assert "was rejected itself" in document.rejects[4].message


def test_a_negated_event_is_not_stored_as_positive(put: Put) -> None:
    ann = "T1\tGene 0 1\tA\nT2\tBind 2 7\tbinds\nE1\tBind:T2 Theme:T1\nA1\tNegation E1\n"
    document = one(put, "A binds.\n", ann)
    assert [relation.negated for relation in document.relations] == [True]
    assert [skip.reason for skip in document.skips] == ["NEGATION_APPLIED"]
    assert document.scheme == "brat:corpus"


@pytest.mark.parametrize(
    ("text", "ann"),
    [
        ("🧬 DNA\nAdd Tris\n", "T1\tReagent 10 14\tTris\n"),
        ("a\r\nAdd Tris\r\n", "T1\tReagent 7 11\tTris\n"),
        ("a\r\nAdd Tris\r\n", "T1\tReagent 6 10\tTris\r\n"),
        ("\ufeffa\nAdd Tris\n", "\ufeffT1\tReagent 7 11\tTris\n"),
        ("\ufeffa\nAdd Tris\n", "T1\tReagent 6 10\tTris\n"),
        ("a\nAdd Tris\u00a0\n", "T1\tReagent 6 11\tTris \n"),
        ("a\u2028b\x0bc\x85d\nAdd Tris\n", "T1\tReagent 12 16\tTris\n"),
    ],
)
def test_offsets_count_characters_however_the_file_was_written(put: Put, text: str, ann: str) -> None:
    document = one(put, text, ann)
    assert [mention.text for mention in document.mentions] == ["Tris"]
    assert not document.rejects


def test_sentences_are_lines_in_protocols_and_split_in_prose(put: Put) -> None:
    text = "Title\n\nAdd Tris. Mix it.\n"
    protocol = one(put, text, "T1\tReagent 11 15\tTris\n")
    assert [sentence.text for sentence in protocol.sentences] == ["Title", "Add Tris. Mix it."]
    prose = one(put, text, "T1\tChemical 11 15\tTris\n")
    assert [sentence.text for sentence in prose.sentences] == ["Title", "Add Tris.", "Mix it."]


def test_no_sentence_ends_inside_a_mention(put: Put) -> None:
    document = one(put, "Title\nWe used E. Coli. We ate.\nEnd\n", "T1\tSpecies 14 21\tE. Coli\n")
    assert document.mentions[0].text == "E. Coli"


def test_a_discontinuous_span_is_covered_within_its_line_only(put: Put) -> None:
    document = one(
        put,
        "Use 5 or 10 ml.\nMix\n",
        "T1\tAmount 4 5;12 14\t5 ml\nT2\tAmount 9 14\t10 ml\nT3\tAmount 4 5;16 19\t5 Mix\n",
    )
    assert [(m.id, m.text) for m in document.mentions] == [
        ("corpus:d#T1", "5 or 10 ml"),
        ("corpus:d#T2", "10 ml"),
    ]
    assert document.document.properties["discontinuous_mentions"] == ("T1",)
    assert codes(document) == ["DISCONTINUOUS_SPAN"]


def test_one_bad_file_leaves_the_others(put: Put) -> None:
    put("c/a.txt", b"Title\nfine\n\xff\xfe bad\n")
    put("c/a.ann", "T1\tAction 0 5\tTitle\n")
    put("c/b.ann", "T1\tAction 0 5\tTitle\n")
    put("c/e.txt", "")
    put("c/e.ann", "")
    put("c/n.txt", "Only text. Two sentences.\n")
    put("c/z.txt", "Title\n")
    root = put("c/z.ann", b"T1\tAction 0 5\tTitle\nT2\tAction 0 5\tTitl\xe9\n").parent
    records = list(BratLoader().records(root, NONE))
    rejects = [(r.code, Path(r.place.file).name, r.place.line) for r in records if isinstance(r, Reject)]
    assert rejects == [
        ("BAD_ENCODING", "a.txt", 3),
        ("MISSING_TEXT", "b.ann", None),
        ("EMPTY_DOCUMENT", "e.txt", None),
    ]
    assert isinstance(records[0], Reject)
    assert "byte 0xff" in records[0].message
    plain, last = (record for record in records if isinstance(record, AnnotatedDocument))
    assert (plain.scheme, plain.agent_type, len(plain.sentences)) == (None, "not_provided", 2)
    assert [(r.code, r.place.line) for r in last.rejects] == [("BAD_ENCODING", 2)]
    assert len(last.mentions) == 1


def test_two_documents_cannot_share_a_name(put: Put) -> None:
    put("wlp/train/p.txt", "One\n")
    put("wlp/dev/p.txt", "Two\n")
    root = put("wlp/dev/p.ann", "T1\tAction 0 3\tTwo\n").parents[1]
    first, second = BratLoader().records(root, NONE)
    assert isinstance(first, AnnotatedDocument)
    assert first.document.id == "wlp:p"
    assert isinstance(second, Reject)
    assert second.code == "DUPLICATE_DOCUMENT"


def test_the_user_may_name_corpus_and_source(put: Put) -> None:
    path = put("x/p.txt", "One\n")
    put("x/p.ann", "")
    (document,) = read(path, LoadOptions(corpus="lab", primary_knowledge_source="infores:my-lab"))
    assert document.document.id == "lab:p"
    assert document.document.primary_knowledge_source == "infores:my-lab"
    assert document.scheme is None


def test_a_missing_source_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="does not exist"):
        list(BratLoader().records(tmp_path / "nowhere", NONE))


@pytest.mark.parametrize("line", [f"T2\t{'Z' * 5000} 4 5\t5", f"T{'2' * 5000}\tReagent 4 5\t5"])
def test_ids_and_types_that_no_index_takes_are_rejected(put: Put, line: str) -> None:
    document = one(put, "Add 5 ml", f"T1\tAction 0 3\tAdd\n{line}\n")
    assert [reject.code for reject in document.rejects] == ["TOO_LARGE"]
    assert len(document.mentions) == 1


def test_lines_without_a_body_are_rejected(put: Put) -> None:
    document = one(put, "Add 5 ml", "T1\tAction 0 3\tAdd\nT2\t \nR1\t\t\nT3\tA\0B 4 5\t5\n")
    assert [reject.code for reject in document.rejects] == ["BAD_LINE"] * 3


def test_a_link_that_leads_nowhere_is_named_as_it_is(put: Put) -> None:
    text = put("corpus/a.txt", "Mix.")
    put("corpus/a.ann", "T1\tAction 0 3\tMix\n")
    (text.parent / "b.txt").symlink_to("b.txt")
    rejects = [found for found in BratLoader().records(text.parent, NONE) if isinstance(found, Reject)]
    assert [(found.code, found.place.file) for found in rejects] == [
        ("UNREADABLE", str(text.parent / "b.txt"))
    ]


def test_files_that_are_no_annotated_text_are_named(put: Put) -> None:
    put("lab/wash.txt", "Add 5 ml.")
    put("lab/wash.ann", "T1\tAction 0 3\tAdd\n")
    put("lab/annotation.conf", "[entities]")
    folder = put("lab/notes.md", "Prepare the buffer.").parent
    left = [record for record in BratLoader().records(folder, NONE) if isinstance(record, Skip)]
    assert [(Path(skip.place.file).name, skip.reason) for skip in left] == [("notes.md", "OTHER_FORMAT")]
