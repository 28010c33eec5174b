"""PubTator's format: titles and abstracts with mentions, their identifiers and relations between these."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from bioloom.records import AnnotatedDocument, Place, Reject, SourceRecord
from bioloom_loaders.annotations import (
    LONGEST_NAME,
    Collected,
    Linked,
    Marked,
    annotate,
    reject_line,
    storable,
    with_list,
)
from bioloom_loaders.document_catalogue import Catalogue, DocumentLoader, Readers
from bioloom_loaders.nearest_mentions import nearest_pair
from bioloom_loaders.publications import abstract_spans, abstract_text, describe_abstract
from bioloom_loaders.pubtator_ids import curie_of, identifiers, spelled
from bioloom_loaders.text_composer import one_line
from bioloom_loaders.text_lines import TextLine, open_bytes, read_lines, shown

_TEXT = re.compile(r"([^\s|]{1,100})\|([ta])\|(.*)", re.DOTALL)


def read_biored(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read the publications of one file of BioRED."""
    return _read(path, catalogue, "biored", "manual_agent")


def read_pubtator(path: Path, catalogue: Catalogue) -> Iterator[SourceRecord]:
    """Read the publications of one file of any origin."""
    return _read(path, catalogue, "pubtator", catalogue.options.agent_type or "not_provided")


@dataclass
class _Open:
    """The lines of one publication, until it ends."""

    id: str
    place: Place
    texts: dict[str, str] = field(default_factory=dict)
    lines: list[TextLine] = field(default_factory=list)


def _read(path: Path, catalogue: Catalogue, scheme: str, agent_type: str) -> Iterator[SourceRecord]:
    current: _Open | None = None
    with open_bytes(path) as opened:
        for line in read_lines(opened, shown(path)):
            if isinstance(line, Reject):
                yield line
                continue
            found = _TEXT.fullmatch(line.text)
            if found is not None:
                if current is None or current.id != found[1] or found[2] in current.texts:
                    if current is not None:
                        yield _close(current, path, catalogue, scheme, agent_type)
                    current = _Open(found[1], line.place)
                current.texts[found[2]] = found[3]
            elif current is not None and line.text.partition("\t")[0] == current.id:
                current.lines.append(line)
            else:
                message = "this is neither a title, an abstract nor an annotation of the one above"
                yield reject_line("BAD_LINE", message, line)
    if current is not None:
        yield _close(current, path, catalogue, scheme, agent_type)


def _close(
    read: _Open, path: Path, catalogue: Catalogue, scheme: str, agent_type: str
) -> AnnotatedDocument | Reject:
    title = read.texts.get("t", "")
    text = abstract_text(title, read.texts.get("a", ""))
    name = storable(read.id)
    if not text.strip():
        return Reject("EMPTY_DOCUMENT", "extract", f"{name} has neither title nor abstract", read.place)
    found = _Annotations(text)
    spans = abstract_spans(text, len(title))
    found.read(read.lines, [start for start, _ in spans])
    described = describe_abstract(catalogue, path, name, title, text, read.place.line)
    described = with_list(described, "other_identifiers", found.others)
    return annotate(described, spans, found, scheme, agent_type)


class _Annotations(Collected):
    """The mentions and relations of one publication."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.others: list[str] = []
        self._composite: set[str] = set()
        self._named: dict[str, list[Marked]] = defaultdict(list)

    def read(self, lines: list[TextLine], sentences: list[int]) -> None:
        """Read the mentions, then the relations between what they denote."""
        relations = []
        count = 0
        for line in lines:
            cells = line.text.split("\t")
            if len(cells) >= 5 and cells[1].strip().isdecimal() and cells[2].strip().isdecimal():
                count += 1
                self._mention(f"T{count}", cells, line)
            elif len(cells) in (4, 5) and all(cell.strip() for cell in cells[1:4]):
                relations.append((line, cells))
            else:
                self.reject("BAD_LINE", "this is neither a mention nor a relation", line)
        for line, cells in relations:
            self._relation(cells, line, sentences)

    def _mention(self, name: str, cells: list[str], line: TextLine) -> None:
        type_ = one_line(cells[4])[:LONGEST_NAME]
        if not type_ or max(len(cells[1]), len(cells[2])) > 15:
            self.reject("BAD_LINE", "a mention needs offsets and a type", line)
            return
        ids = identifiers(storable(cells[5]), type_) if len(cells) > 5 else ()
        curies = {id_: curie_of(id_, type_) for id_ in ids}
        whole = len(ids) == 1
        span = Marked(name, int(cells[1]), int(cells[2]), type_, entity_id=curies[ids[0]] if whole else None)
        if not self.mark(span, cells[3], line):
            return
        marked = self.marked[name]
        known = [curie for curie in curies.values() if curie]
        for key in {*ids, *known, *(curie.partition(":")[2] for curie in known)}:
            self._named[key].append(marked)
        if len(ids) > 1:
            self._composite.add(name)
        if ids and span.entity_id is None:
            self.others.append(" ".join((name, *(spelled(id_, type_) for id_ in ids))))

    def _relation(self, cells: list[str], line: TextLine, sentences: list[int]) -> None:
        """Join the closest mentions of the two things that a relation is about."""
        label = one_line(cells[1])[:LONGEST_NAME]
        ends = [self._denoting(storable(cell.strip())) for cell in cells[2:4]]
        if not all(ends):
            missing = ", ".join(cell for cell, end in zip(cells[2:4], ends, strict=True) if not end)
            message = f"no mention of {missing[:200]} stands in the text"
            self.reject("UNKNOWN_MENTION", message, line)
            return
        pair = self._pair(ends[0], ends[1], sentences)
        if pair is None:
            message = f"one mention names both ends of {label}"
            self.reject("SELF_RELATION", message, line)
            return
        novelty = one_line(cells[4])[:LONGEST_NAME] if len(cells) > 4 else ""
        stated = f"{label}|{novelty}" if novelty else None
        self.linked.append(Linked(pair[0].name, label, pair[1].name, line.place, stated))

    def _pair(
        self, subjects: list[Marked], objects: list[Marked], sentences: list[int]
    ) -> tuple[Marked, Marked] | None:
        """Choose the closest pair; in one sentence, mentions of one thing go before those of several."""
        found = nearest_pair(subjects, objects, sentences)
        alone = [[one for one in end if one.name not in self._composite] for end in (subjects, objects)]
        better = nearest_pair(alone[0], alone[1], sentences)
        if better is not None and len({bisect_right(sentences, one.start) for one in better}) == 1:
            return better
        return found

    def _denoting(self, identifier: str) -> list[Marked]:
        """Find the mentions of an identifier, which some exports write behind its type and a bar."""
        return self._named.get(identifier) or self._named.get(identifier.partition("|")[2], [])


class PubtatorLoader(DocumentLoader):
    """Reads what PubTator exports, and corpora in its format; who annotated is as the user declares."""

    name = "pubtator"
    description = "PubTator format: abstracts with mentions, identifiers and relations"
    readers: ClassVar[Readers] = {"pubtator": read_pubtator, "biored": read_biored}


class BioredLoader(DocumentLoader):
    """Reads BioRED, which people annotated: PubTator's format with Biolink's classes as types."""

    name = "biored"
    description = "BioRED: PubTator format with gold entities and relations"
    readers: ClassVar[Readers] = {"biored": read_biored, "pubtator": read_biored}
