"""Links between names, the questions for their relations, and files of them (SPEC P1)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from bioloom.errors import SourceError
from bioloom_lab.baselines.labelled_texts import numbered_lines, read_labelled

BEFORE, BETWEEN, AFTER = "what is the relationship between ", " and ", " ?"
ALTERNATIVES = "|"


@dataclass(frozen=True, slots=True)
class NamedLink:
    """Known relation from a head to a tail, each named as its source names it."""

    head: str
    relation: str
    tail: str

    @property
    def pair(self) -> tuple[str, str]:
        """Head and tail."""
        return self.head, self.tail


def ways_to_cut(question: str) -> list[tuple[str, str]]:
    """List every way to read head and tail out of a question, in the order of the text; none if it is none.

    >>> ways_to_cut("what is the relationship between Chills and aches and pains ?")
    [('Chills', 'aches and pains'), ('Chills and aches', 'pains')]
    """
    if not (question.startswith(BEFORE) and question.endswith(AFTER)):
        return []
    words = question[len(BEFORE) : -len(AFTER)].split(BETWEEN)
    return [(BETWEEN.join(words[:at]), BETWEEN.join(words[at:])) for at in range(1, len(words))]


def cut(question: str, names: Collection[str] = ()) -> tuple[str, str] | None:
    """Read head and tail out of a question, None if it is none.

    Where several words "and" stand in it, the cut is chosen whose ends are most often among `names`; of
    those, one before a capital or a sign, with which most names begin; then the one with ends most alike in
    length; then the first.

    >>> cut("what is the relationship between Chills and Generalized aches and pains ?")
    ('Chills', 'Generalized aches and pains')
    >>> cut("what is the relationship between Wounds and Injuries and Pain ?", {"Pain"})
    ('Wounds and Injuries', 'Pain')
    """
    ways = ways_to_cut(question)
    if not ways:
        return None

    def worth(way: tuple[str, str]) -> tuple[int, bool, int]:
        head, tail = way
        lengths = len(head.split()), len(tail.split())
        return (head in names) + (tail in names), not tail[:1].islower(), -abs(lengths[0] - lengths[1])

    return max(ways, key=worth)


def read_links(path: Path, names: Collection[str] = ()) -> tuple[NamedLink, ...]:
    """Read questions with labels (JSON lines) or ``head, relation, tail`` (tab separated), gzip'd or not.

    `names` are known beside those of the file's own questions that can be cut in one way only.
    SourceError names the line that cannot be read.
    """
    if not path.name.removesuffix(".gz").endswith(".jsonl"):
        return tuple(_from_cells(row.split("\t"), path, number) for number, row in numbered_lines(path))
    asked = read_labelled(path)
    known = set(names)
    for each in asked:
        if len(ways := ways_to_cut(each.text)) == 1:
            known.update(ways[0])
    links = []
    for each in asked:
        found = cut(each.text, known)
        if found is None:
            raise SourceError("is no question for the relation between two names", str(path), each.line)
        links.append(NamedLink(found[0], each.label, found[1]))
    return tuple(links)


def alternatives(name: str) -> tuple[str, ...]:
    """Give the names of an entity that stand in one, with bars between them.

    >>> alternatives("PLSCR1 gene|PLSCR1")
    ('PLSCR1 gene', 'PLSCR1')
    """
    parts = tuple(part for part in name.split(ALTERNATIVES) if part.strip())
    return parts or (name,)


def spelled(name: str) -> str:
    """Write a name as a text reads it: its alternatives after one another, spaces for underscores.

    >>> spelled("PLSCR1 gene|PLSCR1")
    'PLSCR1 gene, PLSCR1'
    """
    return ", ".join(alternatives(name)).replace("_", " ")


def names_of(links: Iterable[NamedLink]) -> tuple[str, ...]:
    """List the names of some links, sorted, each once."""
    return tuple(sorted({name for link in links for name in link.pair}))


def relations_of(links: Iterable[NamedLink]) -> tuple[str, ...]:
    """List the relations of some links, sorted, each once."""
    return tuple(sorted({link.relation for link in links}))


def _from_cells(cells: list[str], path: Path, number: int) -> NamedLink:
    if len(cells) != 3 or not all(cells):
        raise SourceError("is not head, relation and tail", str(path), number)
    return NamedLink(*cells)
