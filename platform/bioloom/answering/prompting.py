"""Prompts as files with declared inputs, and evidence laid out as numbered, delimited data."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from bioloom import resources
from bioloom.errors import BioloomError
from bioloom.records import Evidence, EvidenceEdge, SubgraphNode

LONGEST_EVIDENCE = 24_000
"""Characters of evidence in one prompt; what lies beyond is left out, the best evidence first."""

_PLACE = re.compile(r"\{\{(\w+)\}\}")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A system and a user text with ``{{places}}``, all of them declared."""

    inputs: frozenset[str]
    system: str
    user: str

    def fill(self, **values: str) -> tuple[str, str]:
        """Fill both texts; the values must be exactly the declared inputs. Values are not read again."""
        if values.keys() != self.inputs:
            raise BioloomError(f"the prompt takes {sorted(self.inputs)}, not {sorted(values)}")
        return tuple(_PLACE.sub(lambda place: values[place[1]], text) for text in (self.system, self.user))  # type: ignore[return-value]


@cache
def prompt(name: str) -> Prompt:
    """Read a prompt file and check that it uses exactly the inputs that its first line declares."""
    return parse_prompt(resources.package("bioloom", f"answering/prompts/{name}.md"), name)


def parse_prompt(text: str, name: str) -> Prompt:
    """Read ``inputs: a, b``, ``---``, system text, ``---``, user text.

    >>> parse_prompt("inputs: q\\n---\\nBe brief.\\n---\\n{{q}}", "tiny").fill(q="Why?")
    ('Be brief.', 'Why?')
    """
    parts = re.split(r"^---$", text, flags=re.MULTILINE)
    if len(parts) != 3 or not parts[0].startswith("inputs:"):
        raise BioloomError(
            f"prompt {name}: expected 'inputs: …', system text and user text, set apart by ---"
        )
    declared = {item.strip() for item in parts[0].removeprefix("inputs:").split(",") if item.strip()}
    used = set(_PLACE.findall(parts[1] + parts[2]))
    if declared != used:
        raise BioloomError(f"prompt {name} declares {sorted(declared)} but uses {sorted(used)}")
    return Prompt(frozenset(declared), parts[1].strip(), parts[2].strip())


def lay_out(evidence: Sequence[Evidence], mark: str) -> str:
    """Number and delimit evidence; a subgraph is one line an edge, ``head –relation→ tail`` with types."""
    pieces: list[str] = []
    room = LONGEST_EVIDENCE
    for number, piece in enumerate(evidence, 1):
        laid = _piece(number, piece, mark)
        if len(laid) > room and pieces:
            break
        pieces.append(laid[:room])
        room -= len(laid)
    return "\n".join((f"<evidence-{mark}>", *pieces, f"</evidence-{mark}>"))


def _piece(number: int, piece: Evidence, mark: str) -> str:
    lines = [f"[{number}]"]
    if piece.document_title:
        lines.append(f"document: {piece.document_title}")
    if piece.assertion_id:
        against = any(edge.negated for edge in piece.subgraph.edges)
        lines.append(f"assertion from {piece.source}" + (" (against)" if against else ""))
    if piece.before:
        lines.append(f"before: {piece.before}")
    lines.append(f"text: {piece.text}")
    if piece.after:
        lines.append(f"after: {piece.after}")
    nodes = {node.id: node for node in piece.subgraph.nodes}
    graph = [
        _edge(edge, nodes) for edge in piece.subgraph.edges if edge.subject in nodes and edge.object in nodes
    ]
    if graph:
        lines += ["graph:", *graph]
    return "\n".join(_CONTROL.sub(" ", line).replace(mark, "") for line in lines)


def _edge(edge: EvidenceEdge, nodes: dict[str, SubgraphNode]) -> str:
    subject, relation, object_ = edge.stated
    head, tail = nodes[subject], nodes[object_]
    negation = "not " if edge.negated else ""
    return f"{head.name} ({head.type}) –{negation}{relation}→ {tail.name} ({tail.type})"
