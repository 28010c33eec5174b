"""Reader of relation cases from BioRED: pairs of concepts in one sentence, related or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from bioloom.extraction import split_sentences
from bioloom.extraction.relation_phrases import relation_phrase
from bioloom.extraction.text_blocks import Span
from bioloom.records.predicate_mapping import Claim
from bioloom_lab.relate_cases.case import NONE, RelationCase, Split, read_lines


@dataclass(frozen=True, slots=True)
class _BioredMention:
    start: int
    end: int
    text: str
    kind: str
    concepts: tuple[str, ...]


def biored_cases(folder: Path, split: Split) -> tuple[RelationCase, ...]:
    """Give one case for each pair of different concepts in each sentence, by their nearest mentions.

    The label is that of the pair in the document, so a sentence need not say it; NONE for a pair without.
    Subject is the mention that stands first, since the relations of the source have no direction.
    """
    return tuple(case for block in _blocks(folder, split) for case in _cases(block))


def _blocks(folder: Path, split: Split) -> Iterator[list[str]]:
    block: list[str] = []
    for line in read_lines(folder, f"{split}.pubtator.gz"):
        if line:
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _cases(block: list[str]) -> Iterator[RelationCase]:
    document, _, title = block[0].split("|", 2)
    text = f"{title}\n{block[1].split('|', 2)[2]}"
    mentions: list[_BioredMention] = []
    relations: dict[frozenset[str], str] = {}
    for row in (line.split("\t") for line in block[2:]):
        if len(row) == 6:
            mentions.append(
                _BioredMention(int(row[1]), int(row[2]), row[3], row[4], tuple(row[5].split(",")))
            )
        elif len(row) == 5:
            relations[frozenset((row[2], row[3]))] = row[1]
    for start, end in split_sentences(text):
        inside = sorted(
            (mention for mention in mentions if start <= mention.start and mention.end <= end),
            key=lambda mention: (mention.start, mention.end),
        )
        for first, second in _pairs(inside):
            sentence = text[start:end]
            others = [_span(mention, start) for mention in inside if mention not in (first, second)]
            phrase = relation_phrase(sentence, _span(first, start), _span(second, start), others)
            if phrase:
                claim = Claim(first.text, phrase, second.text, sentence, _category(first), _category(second))
                yield RelationCase("biored", document, claim, (_label(first, second, relations),))


def _pairs(inside: list[_BioredMention]) -> list[tuple[_BioredMention, _BioredMention]]:
    nearest: dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[_BioredMention, _BioredMention]] = {}
    for first, second in combinations(inside, 2):
        if first.end > second.start or set(first.concepts) & set(second.concepts):
            continue
        known = nearest.get((first.concepts, second.concepts))
        if known is None or second.start - first.end < known[1].start - known[0].end:
            nearest[first.concepts, second.concepts] = (first, second)
    return list(nearest.values())


def _label(first: _BioredMention, second: _BioredMention, relations: dict[frozenset[str], str]) -> str:
    pairs = (frozenset((one, other)) for one in first.concepts for other in second.concepts)
    return next((relations[pair] for pair in pairs if pair in relations), NONE)


def _span(mention: _BioredMention, by: int) -> Span:
    return mention.start - by, mention.end - by


def _category(mention: _BioredMention) -> tuple[str, ...]:
    return (f"biolink:{mention.kind}",)
