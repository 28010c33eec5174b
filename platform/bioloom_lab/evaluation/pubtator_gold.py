"""Reader of texts with gold identifiers in PubTator's format."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bioloom.errors import SourceError
from bioloom_lab.evaluation.row_faults import row_fault

_TEXT = re.compile(r"^(\d+)\|([ta])\|(.*)$")
_MENTION_CELLS = 6
_RELATION_CELLS = (4, 5)

KINDS: Mapping[str, tuple[str, str]] = {
    "GeneOrGeneProduct": ("NCBIGene", "biolink:GeneOrGeneProduct"),
    "DiseaseOrPhenotypicFeature": ("MESH", "biolink:DiseaseOrPhenotypicFeature"),
    "ChemicalEntity": ("MESH", "biolink:ChemicalEntity"),
}
"""BioRED's types whose ids are of a vocabulary of names: the prefix of its bare ids, its Biolink category."""


@dataclass(frozen=True, slots=True)
class GoldMention:
    """A name in a text with its type and the CURIEs that it denotes; none where gold says there is none."""

    text: str
    kind: str
    ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class GoldText:
    """A title and an abstract, and the mentions of the kinds in KINDS."""

    id: str
    text: str
    mentions: tuple[GoldMention, ...] = ()


@dataclass
class _OpenText:
    id: str = ""
    texts: dict[str, str] = field(default_factory=dict)
    mentions: list[GoldMention] = field(default_factory=list)

    def closed(self) -> GoldText:
        text = " ".join(self.texts[part] for part in ("t", "a") if part in self.texts)
        return GoldText(self.id, text, tuple(self.mentions))


def read_pubtator(path: Path) -> Iterator[GoldText]:
    """Read a file, gzip'd or not; relations and mentions of other types are passed over.

    Several ids of one mention stand with commas between; "-" is none. SourceError names file and line.
    """
    document = _OpenText()
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            if document.id:
                yield document.closed()
            document = _OpenText()
        elif (match := _TEXT.match(line)) is not None:
            document.id = match[1]
            document.texts[match[2]] = match[3]
        else:
            cells = line.split("\t")
            if len(cells) < 4 or cells[0] != document.id:
                raise SourceError("is neither a text nor an annotation of one", str(path), number)
            if len(cells) == _MENTION_CELLS and cells[1].isdigit() and cells[4] in KINDS:
                document.mentions.append(GoldMention(cells[3], cells[4], _ids(cells[5], cells[4])))
    if document.id:
        yield document.closed()


@dataclass(frozen=True, slots=True)
class Concepts:
    """Concepts of a text: identifiers of mentions by their offsets, and relations between identifiers.

    Relations have no direction; of several between two identifiers the first counts. Identifiers are as the
    file spells them.
    """

    mentions: Mapping[tuple[int, int], tuple[str, ...]]
    relations: Mapping[frozenset[str], str]


def read_concepts(path: Path) -> Mapping[str, Concepts]:
    """Read the identifiers and relations of each text of a file, by the text's number."""
    mentions: dict[str, dict[tuple[int, int], tuple[str, ...]]] = {}
    relations: dict[str, dict[frozenset[str], str]] = {}
    for line in _lines(path):
        text = _TEXT.match(line)
        cells = line.split("\t")
        if text is not None:
            mentions.setdefault(text[1], {})
            relations.setdefault(text[1], {})
        elif len(cells) == _MENTION_CELLS and cells[1].isdigit() and cells[2].isdigit():
            ids = tuple(part.strip() for part in cells[5].split(",") if part.strip() not in ("", "-"))
            mentions.setdefault(cells[0], {})[int(cells[1]), int(cells[2])] = ids
        elif len(cells) in _RELATION_CELLS:
            pair = frozenset(cell.strip() for cell in cells[2:4])
            relations.setdefault(cells[0], {}).setdefault(pair, cells[1].strip())
    return {name: Concepts(found, relations.get(name, {})) for name, found in mentions.items()}


def _lines(path: Path) -> Iterator[str]:
    try:
        if path.suffix == ".gz":
            with gzip.open(path, "rt", encoding="utf-8", newline="\n") as opened:
                yield from (line.rstrip("\n") for line in opened)
        else:
            with path.open(encoding="utf-8", newline="\n") as opened:
                yield from (line.rstrip("\n") for line in opened)
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise SourceError(f"cannot be read: {row_fault(error)}", str(path)) from error


def _ids(cell: str, kind: str) -> frozenset[str]:
    prefix = KINDS[kind][0]
    found = (part.strip() for part in cell.split(","))
    return frozenset(part if ":" in part else f"{prefix}:{part}" for part in found if part not in ("", "-"))
