"""Review list: ungrounded names, the most used first, for a curator's decision.

It is written as SSSOM: a row a candidate, none of them an exact match. A curator turns the predicate of the
right one into ``skos:exactMatch`` (or, where there is none, that of a row to ``sssom:NoTermFound``) and gives
the file to ``bioloom ground``; rows that were left alone change nothing.
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bioloom.biolink.sssom_header import sssom_header
from bioloom.graph.connection import Graph
from bioloom.graph.merging.minted_entities import MintedThing, read_minted, read_minted_decisions
from bioloom.graph.writing.identity_decisions import CURATED, NO_TERM
from bioloom.pipeline.passes.grounding_pass import naming_of, surface_of
from bioloom.pipeline.passes.name_index import Candidates
from bioloom.records import Grounding
from bioloom.records.attributes import attributes

_COLUMNS = (
    "subject_id", "subject_label", "subject_category", "predicate_id", "object_id", "object_label",
    "mapping_justification", "confidence", "comment",
)  # fmt: skip
_UNDECIDED = "skos:relatedMatch"
_LONGEST = 300  # characters of an example


@dataclass(frozen=True, slots=True)
class OpenName:
    """Ungrounded name: its uses, an example sentence and its candidates."""

    id: str
    name: str
    category: str
    uses: int
    sentence: str = ""
    candidates: tuple[Grounding, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Give the name as JSON values."""
        return {
            **attributes(self, "id", "name", "category", "uses", "sentence"),
            "candidates": [
                {"id": one.entity_id, "name": one.name, "score": one.score, "method": one.method}
                for one in self.candidates
            ],
        }


def open_names(graph: Graph, candidates: Candidates, most: int) -> tuple[OpenName, ...]:
    """List up to `most` ungrounded names without a curator's decision."""
    decisions = read_minted_decisions(graph)
    things = [
        thing
        for id_, thing in read_minted(graph).items()
        if decisions.get(id_, {}).get("method") != CURATED and _stands_alone(thing)
    ]
    things = sorted(things, key=lambda thing: (-thing.uses, thing.id))[:most]
    found = graph.read("identity/examples", ids=[thing.id for thing in things])
    examples: Mapping[str, str] = dict(map(tuple, found))
    return tuple(
        OpenName(
            thing.id,
            surface_of(thing),
            thing.category,
            thing.uses,
            examples.get(thing.id, ""),
            tuple(candidates(naming_of(thing))),
        )
        for thing in things
    )


def write_review(names: Sequence[OpenName]) -> str:
    """Serialize the list as an SSSOM file.

    >>> text = write_review([OpenName("bioloom:chemical.etoh", "EtOH", "biolink:ChemicalEntity", 3)])
    >>> text.splitlines()[-1].split("\\t")[:5]
    ['bioloom:chemical.etoh', 'EtOH', 'biolink:ChemicalEntity', 'skos:relatedMatch', 'sssom:NoTermFound']
    """
    rows = [row for name in names for row in _rows(name)]
    written = io.StringIO()
    used = (cell for row in rows for cell in (row[0], row[2], row[3], row[4], row[6]))
    written.write(sssom_header(used, "review", "Names of texts that stand for no entity yet"))
    table = csv.writer(written, delimiter="\t", lineterminator="\n")
    table.writerow(_COLUMNS)
    table.writerows(rows)
    return written.getvalue()


def _rows(name: OpenName) -> Iterator[tuple[str, ...]]:
    mentions = f"{name.uses} mention{'' if name.uses == 1 else 's'}"
    comment = f"{mentions}, such as: {name.sentence}" if name.sentence else mentions
    head = (name.id, _plain(name.name), name.category, _UNDECIDED)
    for one in name.candidates:
        shown = _plain(one.name)
        justification = "semapv:LexicalMatching"
        yield (*head, one.entity_id, shown, justification, f"{one.score:.3f}", _plain(comment))
    if not name.candidates:
        yield (*head, NO_TERM, "", "semapv:UnspecifiedMatching", "", _plain(comment))


def _plain(text: str) -> str:
    """Put a text on one line, without characters that would end a cell."""
    joined = " ".join(text.replace('"', "'").split())
    shown = joined if len(joined) <= _LONGEST else f"{joined[: _LONGEST - 1]}…"
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in shown)


def _stands_alone(thing: MintedThing) -> bool:
    return all(denoted == thing.id for denoted, _, _ in thing.denoted)
