"""Corpora of labelled sentences and abstracts: what they say, and what happens where they say it wrongly."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.biolink.prefixes import prefix_map
from bioloom.loading import Loader
from bioloom.records import AnnotatedDocument, LoadOptions, Reject, SourceRecord
from bioloom_loaders.chemprot import ChemprotLoader
from bioloom_loaders.format_detection import format_of
from bioloom_loaders.labelled_sentences import DdiLoader, GitLoader
from bioloom_loaders.pubtator import BioredLoader, PubtatorLoader
from bioloom_loaders.text import TextLoader

Put = Callable[[str, str | bytes], Path]
PADDED = "the finding that  brinzol  binds to delta- microtubes  supports [  brinzol  ], not water."
GIT = {"SENTENCE": PADDED, "SUBJECT_TEXT": "brinzol", "PREDICATE": "INHIBITS", "OBJECT_TEXT": "microtubes"}
TEXTS = "11\tAlol lowers KX1.\tWe gave alol to cells. KX1 kinase fell.\n12\tNo names.\tNone here.\n"
ENTITIES = (
    "11\tT1\tCHEMICAL\t0\t4\tAlol\tNone\n"
    "11\tT2\tGENE-Y\t12\t15\tKX1\tNone\n"
    "11\tT3\tCHEMICAL\t25\t29\talol\tNone\n"
    "11\tT4\tGENE-N\t40\t50\tKX1 kinase\tNone\n"
    "11\tT5\tGENE-Y\t40\t43\tKX1\tNone\n"
)
RELATIONS = (
    "11\tT1-T2\tT1\tT2\t4\tINHIBITOR\n11\tT3-T4\tT3\tT4\t4\tDOWNREGULATOR\n11\tT1-T2\tT1\tT2\t1\tPART-OF\n"
)


def read(loader: Loader, source: Path, options: LoadOptions | None = None) -> list[SourceRecord]:
    return list(loader.records(source, options or LoadOptions()))


def only(loader: Loader, source: Path) -> AnnotatedDocument:
    (document,) = read(loader, source)
    assert isinstance(document, AnnotatedDocument)
    check(document)
    return document


def check(annotated: AnnotatedDocument) -> None:
    """Hold every offset against the text, and every mention against its sentence."""
    text = annotated.document.text
    sentences = {sentence.id: sentence for sentence in annotated.sentences}
    for sentence in annotated.sentences:
        assert text[sentence.start : sentence.end] == sentence.text
    for mention in annotated.mentions:
        assert text[mention.start : mention.end] == mention.text
        sentence = sentences[mention.sentence_id]
        assert sentence.start <= mention.start < mention.end <= sentence.end
    known = {mention.id for mention in annotated.mentions}
    assert all({relation.subject, relation.object} <= known for relation in annotated.relations)


def triples(annotated: AnnotatedDocument) -> list[tuple[str, str, str]]:
    texts = {mention.id: mention.text for mention in annotated.mentions}
    return [(texts[one.subject], one.predicate, texts[one.object]) for one in annotated.relations]


def rejects(records: list[SourceRecord]) -> list[tuple[str, int | None]]:
    found = [one for one in records if isinstance(one, Reject)]
    found += [one for record in records if isinstance(record, AnnotatedDocument) for one in record.rejects]
    assert all(one.place.file and one.message and one.record for one in found)
    return [(one.code, one.place.line) for one in found]


def rows(*values: object) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)


def test_git_loses_its_marks(put: Put) -> None:
    found = only(GitLoader(), put("git/train.jsonl.gz", gzip.compress(rows(GIT).encode())))
    assert (
        found.document.text
        == "the finding that brinzol binds to delta-microtubes supports brinzol, not water."
    )
    assert (found.document.id, found.document.kind, found.scheme) == ("git:train-000001", "sentence", "git")
    assert found.document.properties == {"split": "train"}
    assert Counter(mention.text for mention in found.mentions) == {"brinzol": 2, "microtubes": 1}
    assert {mention.native_type for mention in found.mentions} == {"term"}
    (relation,) = found.relations
    ends = {mention.id: mention.start for mention in found.mentions}
    assert (ends[relation.subject], ends[relation.object]) == (60, 40)  # the closer of the two


def test_a_name_that_is_lost_rejects_its_row(put: Put) -> None:
    lost = {**GIT, "OBJECT_TEXT": "tubulin"}
    records = read(GitLoader(), put("git/dev.jsonl", rows(GIT, lost, GIT)))
    assert rejects(records) == [("NOT_IN_SENTENCE", 2)]
    assert [one.document.id for one in records if isinstance(one, AnnotatedDocument)] == [
        "git:dev-000001",
        "git:dev-000003",
    ]


@pytest.mark.parametrize(
    "line", ["[1", '{"SENTENCE": 5}', "[]", '{"SENTENCE": "a", "SUBJECT_TEXT": ""}', "5"]
)
def test_a_broken_row_is_a_reject(put: Put, line: str) -> None:
    records = read(GitLoader(), put("git/dev.jsonl", rows(GIT) + line + "\n" + rows(GIT)))
    ((code, number),) = rejects(records)
    assert code in ("BAD_JSON", "BAD_ROW")
    assert (number, len(records)) == (2, 3)


def test_the_label_none_is_no_relation(put: Put) -> None:
    text = "Alol and brinzol were taken with alol."
    path = put(
        "ddi/dev_triples.jsonl",
        rows(
            {"text": text, "triple_list": [["Alol", "None", "brinzol"]]},
            {"text": text, "triple_list": [["brinzol", "effect", "alol"]]},
            {"text": text, "triple_list": [["alol", "effect", "alol"]]},
        ),
    )
    assert format_of(path) == "ddi"
    none, effect, itself = read(DdiLoader(), path)
    assert isinstance(none, AnnotatedDocument)
    assert isinstance(effect, AnnotatedDocument)
    assert isinstance(itself, AnnotatedDocument)
    assert (triples(none), [(skip.reason, skip.count) for skip in none.skips]) == ([], [("NO_RELATION", 1)])
    assert triples(effect) == [("brinzol", "effect", "alol")]
    assert effect.document.properties["duplicate_of"] == none.document.id == "ddi:dev-000001"
    assert rejects([itself]) == [("SELF_RELATION", 3)]


def test_ddi_is_not_glued_where_nothing_was_padded(put: Put) -> None:
    row = {"text": "He takes alol with  brinzol daily.", "triple_list": [["alol", "int", "brinzol"]]}
    assert (
        only(DdiLoader(), put("ddi/train.jsonl", rows(row))).document.text
        == "He takes alol with brinzol daily."
    )


def test_sentences_of_chemprot(put: Put) -> None:
    row = {"text": " Alol  lowers  KX1 .", "triple_list": [["Alol", "DOWNREGULATOR", "KX1"]]}
    path = put("chemprot/train_triples.jsonl", rows(row))
    assert format_of(path) == "chemprot"
    found = only(ChemprotLoader(), path)
    assert found.document.text == "Alol lowers KX1."
    assert triples(found) == [("Alol", "DOWNREGULATOR", "KX1")]
    assert [mention.native_type for mention in found.mentions] == ["CHEMICAL", "GENE"]


def test_a_longer_name_is_not_cut(put: Put) -> None:
    row = {"text": "KX and the KX kinase met", "triple_list": [["KX", "int", "KX kinase"]]}
    found = only(DdiLoader(), put("ddi/train.jsonl", rows(row)))
    assert [mention.text for mention in found.mentions] == ["KX", "KX kinase"]


def chemprot(put: Put, entities: str = ENTITIES, relations: str = RELATIONS) -> Path:
    put("cp/dev.ent", entities)
    put("cp/dev.rel.gz", gzip.compress(relations.encode()))
    return put("cp/dev.txt.gz", gzip.compress(TEXTS.encode()))


def test_chemprot_abstracts(put: Put) -> None:
    path = chemprot(put)
    for source in (path, path.parent, path.parent / "dev.ent", path.parent / "dev"):
        assert format_of(source) == "chemprot"
        named, nameless = read(ChemprotLoader(), source)
        assert isinstance(named, AnnotatedDocument)
        assert isinstance(nameless, AnnotatedDocument)
        check(named)
        assert (named.document.id, named.document.kind, named.document.title) == (
            "cp:11",
            "abstract",
            "Alol lowers KX1.",
        )
        assert [sentence.text for sentence in named.sentences] == [
            "Alol lowers KX1.",
            "We gave alol to cells.",
            "KX1 kinase fell.",
        ]
        kinds = [(one.native_type, one.annotated_type) for one in named.mentions]
        assert kinds[1:] == [("GENE", "GENE-Y"), ("CHEMICAL", None), ("GENE", "GENE-Y"), ("GENE", "GENE-N")]
        assert triples(named) == [("Alol", "DOWNREGULATOR", "KX1"), ("alol", "DOWNREGULATOR", "KX1 kinase")]
        assert [one.annotated_predicate for one in named.relations] == ["INHIBITOR", "DOWNREGULATOR"]
        assert [(skip.reason, skip.count) for skip in named.skips] == [("GROUP_NOT_EVALUATED", 1)]
        assert (nameless.scheme, nameless.mentions) == (None, ())


def test_what_is_wrong_in_chemprot_is_said(put: Put) -> None:
    entities = ENTITIES + (
        "11\tT1\tCHEMICAL\t0\t4\tAlol\tNone\n"  # 6: the id is taken
        "11\tT6\tCHEMICAL\t5\t11\tlowed \tNone\n"  # 7: the text says lowers
        "11\tT7\tCHEMICAL\t50\t5000\tx\tNone\n"  # 8
        "11\tT8\tCHEMICAL\tx\n"  # 9
        "99\tT1\tCHEMICAL\t0\t4\tAlol\tNone\n"  # 10: no such abstract
    )
    records = read(ChemprotLoader(), chemprot(put, entities, RELATIONS + "11\tx\tT6\tT2\t3\tACTIVATOR\n"))
    assert rejects(records) == [
        ("MISSING_TEXT", 10),
        ("DUPLICATE_ID", 6),
        ("OFFSET_MISMATCH", 7),
        ("BAD_OFFSETS", 8),
        ("BAD_ROW", 9),
        ("UNKNOWN_MENTION", 4),
    ]
    assert isinstance(records[0], AnnotatedDocument)
    assert (len(records[0].mentions), len(records[0].relations)) == (5, 2)


def test_biored(data: Path) -> None:
    source = data / "corpora" / "biored.pubtator"
    assert format_of(source) == "biored"
    first, second = read(BioredLoader(), source)
    assert isinstance(first, AnnotatedDocument)
    assert isinstance(second, AnnotatedDocument)
    for found in (first, second):
        check(found)
        assert (found.scheme, found.agent_type, found.rejects) == ("biored", "manual_agent", ())
    assert (first.document.id, first.document.properties["pmid"]) == ("corpora:18262054", "18262054")
    lines = source.read_text(encoding="utf-8").splitlines()
    mentions = [line for line in lines if line.count("\t") == 5]
    assert len(first.mentions) + len(second.mentions) == len(mentions)
    assert len(first.relations) + len(second.relations) == sum(line.count("\t") == 4 for line in lines)
    others = ("T6 c.735_736TG>AT", "T7 p.Y245X", "T8 p.G246X")
    assert first.document.properties["other_identifiers"] == others
    assert second.document.properties["other_identifiers"] == ("T2 NCBIGene:5870 NCBIGene:84084",)
    prefixes = {str(one.entity_id).partition(":")[0] for one in (*first.mentions, *second.mentions)}
    assert prefixes - {"None"} == {"NCBIGene", "MESH", "NCBITaxon", "Cellosaurus"}
    assert prefixes - {"None"} <= set(prefix_map())
    assert all(relation.annotated_predicate for relation in first.relations)
    assert {str(one.annotated_predicate).partition("|")[2] for one in first.relations} <= {"Novel", "No"}


TITLE = "7|t|Alol and KX1 in WILDgut.\n7|a|Alol stops KX1. It stops KX2.\n"


def test_relations_join_the_closest_mentions_of_what_they_name(put: Put) -> None:
    text = TITLE + (
        "7\t0\t4\tAlol\tChemical\tMESH:D000001\n"
        "7\t9\t12\tKX1\tGene\t501,502\n"
        "7\t25\t29\tAlol\tChemical\tMESH:D000001\n"
        "7\t36\t39\tKX1\tGene\t501\n"
        "7\t50\t53\tKX2\tGene\t503\n"
        "7\tNegative_Correlation\tMESH:D000001\tNCBIGene:501\n"
        "7\tNegative_Correlation\tD000001\t503\tNovel\n"
        "7\tAssociation\t501\t502\n"
        "7\tAssociation\t501\t504\n"
    )
    path = put("p/a.txt", text)
    assert format_of(path) == "pubtator"
    (found,) = read(PubtatorLoader(), path)
    assert isinstance(found, AnnotatedDocument)
    check(found)
    starts = {mention.id: mention.start for mention in found.mentions}
    pairs = [(starts[one.subject], starts[one.object]) for one in found.relations]
    assert pairs == [(25, 36), (25, 50), (36, 9)]
    assert found.relations[1].annotated_predicate == "Negative_Correlation|Novel"
    assert [mention.entity_id for mention in found.mentions][:2] == ["MESH:D000001", None]
    assert found.document.properties["other_identifiers"] == ("T2 NCBIGene:501 NCBIGene:502",)
    assert rejects([found]) == [("UNKNOWN_MENTION", 11)]
    assert (found.scheme, found.agent_type) == ("pubtator", "not_provided")


def test_a_wrong_offset_loses_one_mention_only(put: Put) -> None:
    lines = [
        "7\t1\t5\tAlol\tChemical\tD000001",  # 3: one too far
        "7\t9\t12\tKX1\tGene\t501",
        "7\t0\t900\tAlol\tChemical\t-",  # 5
        "8\t0\t4\tAlol\tChemical\t-",  # 6: of another publication
        "7\tsomething",  # 7
        "7\tAssociation\tD000001\t501",  # 8: only the rejected mention names it
    ]
    records = read(PubtatorLoader(), put("p/a.pubtator", TITLE + "\n".join(lines) + "\n\n9|t|\n9|a|\n"))
    assert rejects(
        [one for one in records if not isinstance(one, Reject) or one.code != "EMPTY_DOCUMENT"]
    ) == [
        ("BAD_LINE", 6),
        ("OFFSET_MISMATCH", 3),
        ("BAD_OFFSETS", 5),
        ("BAD_LINE", 7),
        ("UNKNOWN_MENTION", 8),
    ]
    assert [one.code for one in records if isinstance(one, Reject)] == ["BAD_LINE", "EMPTY_DOCUMENT"]


def test_a_folder_of_corpora_is_read_with_the_reader_of_each(put: Put, data: Path) -> None:
    put("all/git/train.jsonl", rows(GIT))
    put("all/ddi/rel2id.json", "{}")
    put("all/cp/dev.txt", TEXTS)
    put("all/cp/dev.ent", ENTITIES)
    put("all/cp/dev.rel", RELATIONS)
    put("all/biored/dev.pubtator", (data / "corpora" / "biored.pubtator").read_bytes())
    folder = put("all/ddi/dev.jsonl", rows({"text": "a b", "triple_list": [["a", "int", "b"]]})).parent.parent
    assert format_of(folder) == "text"
    schemes = [one.scheme for one in read(TextLoader(), folder) if isinstance(one, AnnotatedDocument)]
    assert schemes == ["biored", "biored", "chemprot", None, "ddi", "git"]
