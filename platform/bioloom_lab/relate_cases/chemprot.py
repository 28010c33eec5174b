"""Reader of relation cases from ChemProt: a chemical and a gene product in one sentence."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bioloom.errors import SourceError
from bioloom.extraction import split_sentences
from bioloom.extraction.relation_phrases import relation_phrase
from bioloom.extraction.text_blocks import Span
from bioloom.records.predicate_mapping import Claim
from bioloom_lab.relate_cases.case import NONE, RelationCase, Split, read_lines

PREDICATES = {
    "3": "upregulator",
    "4": "downregulator",
    "5": "agonist",
    "6": "antagonist",
    "9": "substrate",
}
"""The five groups that the corpus marks as evaluated, as predicates of the ChemProt vocabulary."""
_CHEMICAL, _GENE = ("biolink:ChemicalEntity",), ("biolink:GeneOrGeneProduct",)


@dataclass(frozen=True, slots=True)
class _ChemprotMention:
    chemical: bool
    span: Span


@dataclass(frozen=True, slots=True)
class _Document:
    id: str
    text: str
    sentences: tuple[Span, ...]
    mentions: dict[str, _ChemprotMention]
    relations: dict[tuple[str, str], list[tuple[str, str]]]


def chemprot_cases(folder: Path, split: Split) -> tuple[RelationCase, ...]:
    """Give one case for each related pair of mentions, subject the chemical, in the order of the files.

    The text is the sentence that holds both mentions, or the run of sentences from one to the other. A pair
    with labels of several groups has several labels, each of them right. Pairs without any word between or
    around them are left out (4 of 4,147 in train, 1 of 2,412 in dev).
    """
    return tuple(
        case
        for document in _documents(folder, split)
        for (chemical, gene), labels in document.relations.items()
        if (case := _case(document, chemical, gene, labels)) is not None
    )


def chemprot_unrelated(
    folder: Path, split: Split, *, seed: int = 0, each: int = 2
) -> tuple[RelationCase, ...]:
    """Give at most `each` pairs a document that share a sentence and are not annotated, labelled NONE.

    They are noisy: the corpus lists five of its ten groups, so some of these pairs are related otherwise.
    """
    dice = random.Random(seed)
    found: list[RelationCase] = []
    for document in _documents(folder, split):
        pairs = [
            (chemical, gene)
            for start, end in document.sentences
            for chemical, gene in _pairs_within(document, (start, end))
            if (chemical, gene) not in document.relations
        ]
        for chemical, gene in dice.sample(pairs, min(each, len(pairs))):
            case = _case(document, chemical, gene, [])
            if case is not None:
                found.append(case)
    return tuple(found)


def _pairs_within(document: _Document, sentence: Span) -> list[tuple[str, str]]:
    inside = {
        name: m
        for name, m in document.mentions.items()
        if sentence[0] <= m.span[0] and m.span[1] <= sentence[1]
    }
    return [
        (chemical, gene)
        for chemical, one in inside.items()
        if one.chemical
        for gene, other in inside.items()
        if not other.chemical and (one.span[1] <= other.span[0] or other.span[1] <= one.span[0])
    ]


def _case(
    document: _Document, chemical: str, gene: str, labels: Sequence[tuple[str, str]]
) -> RelationCase | None:
    one, other = document.mentions[chemical].span, document.mentions[gene].span
    start = max((start for start, _ in document.sentences if start <= min(one[0], other[0])), default=0)
    end = min(
        (end for _, end in document.sentences if end >= max(one[1], other[1])), default=len(document.text)
    )
    sentence = document.text[start:end].replace("\n", " ")
    others = [
        _moved(mention.span, start)
        for name, mention in document.mentions.items()
        if name not in (chemical, gene) and start <= mention.span[0] and mention.span[1] <= end
    ]
    phrase = relation_phrase(sentence, _moved(one, start), _moved(other, start), others)
    if not phrase:
        return None
    return RelationCase(
        source="chemprot",
        document=document.id,
        claim=Claim(
            document.text[slice(*one)], phrase, document.text[slice(*other)], sentence, _CHEMICAL, _GENE
        ),
        labels=tuple(sorted({PREDICATES[group] for group, _ in labels})) or (NONE,),
        textual=one <= other,
        details=tuple(sorted({detail for _, detail in labels})),
    )


def _moved(span: Span, by: int) -> Span:
    return span[0] - by, span[1] - by


def _documents(folder: Path, split: Split) -> list[_Document]:
    mentions: dict[str, dict[str, _ChemprotMention]] = {}
    for document, name, kind, start, end, *_ in _rows(folder, f"{split}.ent.gz", 6):
        mentions.setdefault(document, {})[name] = _ChemprotMention(kind == "CHEMICAL", (int(start), int(end)))
    relations: dict[str, dict[tuple[str, str], list[tuple[str, str]]]] = {}
    for document, _, chemical, gene, group, detail in _rows(folder, f"{split}.rel.gz", 6):
        relations.setdefault(document, {}).setdefault((chemical, gene), []).append((group, detail))
    return [
        _Document(id_, text, split_sentences(text), mentions.get(id_, {}), relations[id_])
        for id_, title, abstract in _rows(folder, f"{split}.txt.gz", 3)
        if id_ in relations and (text := f"{title}\n{abstract}")
    ]


def _rows(folder: Path, name: str, columns: int) -> list[list[str]]:
    rows = [line.split("\t") for line in read_lines(folder, name)]
    short = next((at for at, row in enumerate(rows, 1) if len(row) < columns), None)
    if short is not None:
        raise SourceError(f"expected {columns} columns", str(folder / name), short)
    return rows
