"""Corpora of four schemes become lines: what is linked, what is known to have none, what is admitted."""

import json
from pathlib import Path

import pytest

from bioloom.embedding.model_files import open_tokenizer
from bioloom.errors import UsageError
from bioloom.extraction.networks.tokenization import WordReader
from bioloom_lab.training.extraction.annotated_lines import TripleLine
from bioloom_lab.training.extraction.corpora import TripleLines, as_triples, read_corpora
from marked_corpora import corpora

DATA = Path(__file__).parents[2] / "data"

GIT = {
    "SENTENCE": "a wash of  buffer  helped the  pellet .",
    "SUBJECT_TEXT": "buffer",
    "PREDICATE": "TREATS",
    "OBJECT_TEXT": "pellet",
}
DDI = [("Mix water with ice or buffer.", [["water", "None", "ice"]])]
DDI += [("Mix water with ice or buffer.", [["water", "effect", "buffer"]])]
BIORED = """7|t|The A1 gene
7|a|Water lowers A1 well. Aqua is mixed with ice and A1.
7\t4\t6\tA1\tGeneOrGeneProduct\t11
7\t12\t17\tWater\tChemicalEntity\tD1
7\t25\t27\tA1\tGeneOrGeneProduct\t11
7\t34\t38\tAqua\tChemicalEntity\tD1
7\t53\t56\tice\tChemicalEntity\tD2
7\t61\t63\tA1\tGeneOrGeneProduct\t11
7\tNegative_Correlation\tD1\t11\tNovel
"""


@pytest.fixture
def words() -> WordReader:
    file = DATA / "protocol_model" / "tokenizer.json"
    return WordReader(open_tokenizer(file.read_bytes(), file))


def put(folder: Path) -> Path:
    """Write a little of each corpus but ChemProt, in its own format."""
    for name, content in {
        "git/train.jsonl": json.dumps(GIT) + "\n",
        "ddi/train_triples.jsonl": "".join(
            json.dumps({"text": text, "triple_list": triples}) + "\n" for text, triples in DDI
        ),
        "biored/train.pubtator": BIORED,
    }.items():
        (folder / name).parent.mkdir()
        (folder / name).write_text(content, encoding="utf-8")
    return folder


def texts(line: TripleLine) -> list[str]:
    return [
        line.text[line.words.starts[span.first] : line.words.ends[span.last]].lower() for span in line.spans
    ]


def stated(triples: TripleLines, line: TripleLine) -> set[tuple[str, str, str]]:
    names = texts(line)
    return {
        (names[one], "none" if kind == 0 else triples.relations[kind - 1], names[other])
        for (one, other), kind in triples.answers(line).items()
    }


def test_corpora_are_read_by_their_loaders(tmp_path: Path, words: WordReader) -> None:
    triples = as_triples(read_corpora(put(tmp_path), "train"), words, longest=60)
    assert triples.schemes == ("biored", "ddi", "git")
    assert triples.types == ("biored/ChemicalEntity", "biored/GeneOrGeneProduct", "ddi/drug", "git/term")
    assert triples.relations == ("biored/Negative_Correlation", "ddi/effect", "git/TREATS")
    by_scheme = {scheme: [x for x in triples.sentences if x.scheme == scheme] for scheme in triples.schemes}
    (git,) = by_scheme["git"]
    assert git.text == "a wash of buffer helped the pellet."
    assert stated(triples, git) == {("buffer", "git/TREATS", "pellet"), ("pellet", "none", "buffer")}
    (ddi,) = by_scheme["ddi"]
    assert texts(ddi) == ["water", "ice", "buffer"]
    assert stated(triples, ddi) == {("water", "none", "ice"), ("water", "ddi/effect", "buffer")}
    first, second = by_scheme["biored"]
    assert stated(triples, first) == {("water", "biored/Negative_Correlation", "a1")}
    assert stated(triples, second) == {
        ("aqua", "biored/Negative_Correlation", "a1"),
        ("ice", "none", "a1"),
    }, "all mentions of a pair of things are related; two chemicals never are in this corpus"


def test_a_split_that_is_not_there_is_empty(tmp_path: Path, words: WordReader) -> None:
    assert read_corpora(put(tmp_path), "dev") == {}
    with pytest.raises(UsageError, match="chemprot_corpus"):
        as_triples({}, words, longest=60)


def test_a_pair_admits_the_relations_of_its_scheme_in_their_direction(words: WordReader) -> None:
    triples = as_triples(corpora(), words, longest=60)
    at = {name: number for number, name in enumerate(triples.types)}
    chemical, gene = at["chemprot/CHEMICAL"], at["chemprot/GENE"]
    assert triples.admitted[chemical, gene].sum() == 2
    assert not triples.admitted[gene, chemical].any()
    one, other = at["biored/ChemicalEntity"], at["biored/DiseaseOrPhenotypicFeature"]
    assert (triples.admitted[one, other] == triples.admitted[other, one]).all()
    for kind, name in enumerate(triples.types):
        for relation, label in enumerate(triples.relations):
            same = name.partition("/")[0] == label.partition("/")[0]
            assert same or not triples.admitted[kind, :, relation].any()


def test_what_is_held_out_has_the_names_of_what_was_learnt(words: WordReader) -> None:
    whole = as_triples(corpora(), words, longest=60)
    few = as_triples({"git": corpora()["git"][:1]}, words, longest=60, like=whole)
    assert (few.types, few.relations) == (whole.types, whole.relations)
    assert few.sentences[0].links == whole.sentences[-3].links


def test_long_lines_are_cut_between_words(words: WordReader) -> None:
    triples = as_triples(corpora(), words, longest=4)
    assert max(len(line.words.ids) for document in triples.documents for line in document) <= 4
    whole = as_triples(corpora(), words, longest=60)
    links = [sum(len(line.links) for line in each.sentences) for each in (triples, whole)]
    assert 0 < links[0] < links[1]


def test_names_of_other_sentences_make_pairs_without_relation(tmp_path: Path, words: WordReader) -> None:
    rows = [
        GIT,
        GIT | {"SENTENCE": "a  wash  of  buffer  helped the pellet.", "OBJECT_TEXT": "wash"},
        GIT | {"SENTENCE": "the  pellet  kept the  wash  and a pellet of buffers.", "SUBJECT_TEXT": "wash"},
    ]
    (tmp_path / "git").mkdir()
    (tmp_path / "git" / "train.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    triples = as_triples(read_corpora(tmp_path, "train"), words, longest=60)
    (group,) = triples.wrong
    assert [texts(line) for line in group] == [["wash", "pellet"]], "rows join both other pairs"
    assert triples.answers(group[0]) == {(0, 1): 0, (1, 0): 0}
