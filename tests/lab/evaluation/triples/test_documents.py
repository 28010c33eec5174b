"""Relations and mentions of whole abstracts; the texts are our own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bioloom.errors import UsageError
from bioloom.records import AnnotatedDocument, Document, Mention, Place, Relation, Sentence
from bioloom_lab.evaluation.pubtator_gold import read_concepts
from bioloom_lab.evaluation.triples.documents import (
    Cooccurrence,
    DocumentReadings,
    evaluate_concept_relations,
    evaluate_mention_relations,
    evaluate_tagger,
    read_documents,
)
from bioloom_lab.evaluation.triples.outcomes import SystemOutcome

TEXT = "Zinc blocks ATPase. Iron and zinc act."
PLACE = Place("own")
PUBTATOR = (
    "7|t|Zinc blocks ATPase.\n7|a|Iron and zinc act.\n"
    "7\t0\t4\tZinc\tChemicalEntity\tD1\n7\t12\t18\tATPase\tGeneOrGeneProduct\t11,12\n"
    "7\t20\t24\tIron\tChemicalEntity\tD2\n7\t29\t33\tzinc\tChemicalEntity\tD1\n"
    "7\tNegative_Correlation\tD1\t11\tNovel\n7\tNegative_Correlation\t12\tD1\tNovel\n"
    "7\tAssociation\tD2\tD1\tNo\n7\tAssociation\tD2\t11\tNo\n"
)


def document(scheme: str, kinds: tuple[str, str], *links: tuple[str, str, str]) -> AnnotatedDocument:
    chemical, gene = kinds
    spans = (("a", 0, 4, chemical), ("b", 12, 18, gene), ("c", 20, 24, chemical), ("d", 29, 33, chemical))
    return AnnotatedDocument(
        Document(f"{scheme}:7", "", TEXT, "abstract", "infores:own", PLACE),
        (Sentence("s1", "7", 0, TEXT[:19], 0, 19), Sentence("s2", "7", 1, TEXT[20:], 20, 38)),
        tuple(
            Mention(name, "s1" if start < 19 else "s2", TEXT[start:end], start, end, kind)
            for name, start, end, kind in spans
        ),
        tuple(Relation(one, label, other, PLACE) for one, label, other in links),
        scheme=scheme,
    )


CHEMPROT = document("chemprot", ("CHEMICAL", "GENE"), ("a", "DOWNREGULATOR", "b"), ("d", "AGONIST", "b"))
BIORED = document("biored", ("ChemicalEntity", "GeneOrGeneProduct"), ("a", "Negative_Correlation", "b"))


@dataclass
class Fixed:
    """Finds what it is told to find, on bare text and between given mentions."""

    found: AnnotatedDocument
    name: str = "toy:fixed@1"
    scheme: str = "chemprot"

    def extract(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        assert not any(each.mentions or each.relations for each in documents)
        return [self.found for _ in documents]

    def relate(self, documents: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
        assert all(each.mentions and not each.relations for each in documents)
        return [replace(each, relations=self.found.relations) for each in documents]


def only(outcomes: Sequence[SystemOutcome], task: str, entities: str) -> SystemOutcome:
    (found,) = (each for each in outcomes if (each.task, each.said["entities"]) == (task, entities))
    return found


def test_chemprot_relations_given_and_found() -> None:
    found = document("chemprot", ("CHEMICAL", "GENE"), ("a", "DOWNREGULATOR", "b"), ("c", "AGONIST", "b"))
    shifted = replace(found.mentions[0], end=5, text="Zinc ")
    read = read_documents([CHEMPROT], Fixed(replace(found, mentions=(shifted, *found.mentions[1:]))))
    outcomes = evaluate_mention_relations([CHEMPROT], [read], "chemprot")
    assert only(outcomes, "re", "given").figures["f1"].value == 0.5
    assert only(outcomes, "re", "tagger").figures["f1"].value == 0.0  # one span is shifted, one end is wrong
    named = only(outcomes, "triples", "tagger")
    assert named.n == 2
    assert named.figures["precision"].value == 0.5  # as names, "Zinc " is "zinc"
    assert named.figures["recall"].value == 0.5


def test_the_tagger_is_scored_by_bounds_and_type() -> None:
    found = replace(
        CHEMPROT, mentions=(replace(CHEMPROT.mentions[0], native_type="GENE"), *CHEMPROT.mentions[1:3])
    )
    (outcome,) = evaluate_tagger(
        [CHEMPROT], [read_documents([CHEMPROT], Fixed(replace(found, relations=())))], "x"
    )
    assert outcome.figures["precision"].value == pytest.approx(2 / 3)
    assert outcome.figures["recall"].value == pytest.approx(2 / 4)


def test_biored_is_scored_by_unordered_pairs_of_identifiers(
    put: Callable[[str, str | bytes], Path],
) -> None:
    concepts = read_concepts(put("dev.pubtator", PUBTATOR))
    assert concepts["7"].mentions[12, 18] == ("11", "12")
    found = document(
        "biored",
        ("ChemicalEntity", "GeneOrGeneProduct"),
        ("b", "Negative_Correlation", "a"),
        ("c", "Comparison", "d"),
    )
    reader = Fixed(found, scheme="biored")
    outcomes = evaluate_concept_relations([BIORED], concepts, [read_documents([BIORED], reader)], "biored")
    given = only(outcomes, "re", "given")
    # gold D1-11, D1-12, D2-D1, D2-11; found D1-11, D1-12 of the right type, D2-D1 of the wrong one
    assert given.figures["precision"].value == pytest.approx(2 / 3)
    assert given.figures["recall"].value == pytest.approx(2 / 4)
    assert given.figures["pair f1"].value == pytest.approx(2 * 3 / (3 + 4))


def test_a_found_mention_has_the_identifiers_of_the_one_it_overlaps_and_the_surest_type_counts(
    put: Callable[[str, str | bytes], Path],
) -> None:
    concepts = read_concepts(put("dev.pubtator", PUBTATOR))
    longer = replace(BIORED.mentions[3], start=25, text="and zinc")
    other = replace(BIORED.mentions[2], id="e", start=34, end=37, text="act")
    found = replace(
        BIORED,
        mentions=(BIORED.mentions[2], longer, other),
        relations=(
            Relation("c", "Bind", "d", PLACE, confidence=0.4),
            Relation("d", "Association", "c", PLACE, confidence=0.6),
            Relation("c", "Association", "e", PLACE, confidence=0.9),
        ),
    )
    read = DocumentReadings("toy", extracted=(found,))
    outcome = only(evaluate_concept_relations([BIORED], concepts, [read], "biored"), "re", "tagger")
    assert outcome.types["Association"].counts == (1, 2, 2)
    assert "Bind" not in outcome.types


def test_the_rule_for_proportion_relates_all_pairs_of_a_sentence_alike() -> None:
    rule = Cooccurrence.of([CHEMPROT], "chemprot")
    assert rule.labels == {("CHEMICAL", "GENE"): "DOWNREGULATOR"}
    read = read_documents([CHEMPROT], rule, run=False)
    (outcome,) = evaluate_mention_relations([CHEMPROT], [read], "chemprot")
    assert (outcome.figures["precision"].value, outcome.figures["recall"].value) == (1.0, 0.5)
    assert outcome.run is False


def test_a_system_of_another_scheme_is_refused() -> None:
    with pytest.raises(UsageError, match="reads chemprot"):
        read_documents([BIORED], Fixed(CHEMPROT))
