"""Terminal view of answers and evidence."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from bioloom.cli.terminal_text import span
from bioloom.records import Answer, Citation, Evidence, EvidenceEdge, Subgraph, SubgraphNode, sentence_place

MOST_DRAWN = 40
"""Edges drawn of one subgraph; the rest are counted."""


def draw_answer(console: Console, answer: Answer, titles: dict[str, str]) -> None:
    """Show the answer, its citations and the subgraph of what it cites."""
    for part in answer.parts:
        sure = "not answered" if part.abstained else f"confidence {part.confidence:.2f}"
        console.print(span(f"{part.question} ({sure})", "dim"))
        console.print(_indented_answer(part.answer, abstained=part.abstained))
    if not answer.parts:
        console.print(span(answer.answer, "bold yellow" if answer.abstained else "bold"))
    if answer.citations:
        console.print()
    for citation in answer.citations:
        where = _place(citation)
        line = Text(f"[{citation.id}] ", style="cyan").append_text(span(citation.text))
        named = f"{titles[citation.document_id]} · " if citation.document_id in titles else ""
        source = f" · {citation.source}" if citation.source else ""
        console.print(line)
        console.print(_indented(f"{named}{where}{source}"))
    if not answer.abstained and answer.subgraph.edges:
        console.print()
        console.print(tree(answer.subgraph, "evidence graph"))
    told = f"confidence {answer.confidence:.2f} · {answer.model} · {answer.timings.get('total', 0):.2f} s"
    if answer.tokens:
        told += f" · {answer.tokens['prompt'] + answer.tokens['completion']:,.0f} tokens"
    console.print(span(told, "dim"))


def draw_hits(console: Console, hits: Sequence[Evidence], claims: Sequence[Evidence]) -> None:
    """Show ranked sentences, each with its neighbours and subgraph, then assertions."""
    for rank, hit in enumerate(hits, 1):
        head = Text(f"{rank:>2}. ", style="cyan").append_text(span(hit.text, "bold"))
        head.append(f"  {hit.score:.2f}", style="green")
        console.print(head)
        matched = f" · matches: {', '.join(hit.matched)}" if hit.matched else ""
        place = sentence_place(hit.sentence_id or "")
        section = f" · {hit.section}" if hit.section else ""
        console.print(_indented(f"{hit.document_title or hit.document_id}{section} · {place}{matched}"))
        for label, text in (("before", hit.before), ("after", hit.after)):
            if text:
                console.print(_indented(f"{label}: {text}"))
        if hit.subgraph.edges:
            console.print(tree(hit.subgraph, "graph"))
    for rank, claim in enumerate(claims, 1):
        line = Text(f"{rank:>2}. ", style="magenta").append_text(span(claim.text, "bold"))
        console.print(line.append_text(span(f"  ({claim.source})", "dim")))


def tree(subgraph: Subgraph, title: str) -> Tree:
    """Draw a subgraph: steps in the order of the text, below each its parameters, objects and devices."""
    nodes = {node.id: node for node in subgraph.nodes}
    below: dict[str, list[tuple[EvidenceEdge, str, bool]]] = {}
    for edge in subgraph.edges:
        if edge.subject not in nodes or edge.object not in nodes:
            continue
        head, _, tail = edge.stated
        towards_step = nodes[tail].type == "verb" and nodes[head].type != "verb"
        if towards_step:
            head, tail = tail, head
        below.setdefault(head, []).append((edge, tail, towards_step))
    held = {tail for pairs in below.values() for _, tail, _ in pairs}
    roots = [
        node for node in subgraph.nodes if node.id in below and (node.type == "verb" or node.id not in held)
    ]
    drawn = Tree(Text(title, style="dim"))
    left = [MOST_DRAWN]
    for node in roots or [nodes[head] for head in below][:1]:
        _grow(drawn.add(_name(node)), node.id, nodes, below, {node.id}, left)
    total = sum(map(len, below.values()))
    if left[0] <= 0 < total:
        drawn.add(Text(f"… of {total} edges", style="dim"))
    return drawn


def _grow(
    branch: Tree,
    head: str,
    nodes: dict[str, SubgraphNode],
    below: dict[str, list[tuple[EvidenceEdge, str, bool]]],
    above: set[str],
    left: list[int],
) -> None:
    for edge, tail, turned in below.get(head, []):
        if left[0] <= 0:
            return
        left[0] -= 1
        _, relation, _ = edge.stated
        label = Text("←" if turned else "", style="dim")
        label.append(f"{'not ' if edge.negated else ''}{relation}", style="red" if edge.negated else "blue")
        label.append(f"{' (derived)' if edge.derived else ''}{'' if turned else '→'} ", style="dim")
        twig = branch.add(label.append_text(_name(nodes[tail])))
        if tail not in above and nodes[tail].type != "verb":
            _grow(twig, tail, nodes, below, above | {tail}, left)


def _place(citation: Citation) -> str:
    """Say where a citation stands: here, or in which other graph on which day."""
    if citation.endpoint:
        return f"{citation.endpoint}, {citation.retrieved_on}"
    if citation.node_id:
        return f"node {citation.node_id}"
    return sentence_place(citation.sentence_id or f"assertion {citation.assertion_id}")


def _indented_answer(text: str, *, abstained: bool) -> Text:
    return Text("  ").append_text(span(text, "bold yellow" if abstained else "bold"))


def _indented(text: str) -> Text:
    return Text("    ").append_text(span(text, "dim"))


def _name(node: SubgraphNode) -> Text:
    text = span(node.name, "bold green" if node.type == "verb" else "")
    value, unit = node.properties.get("si_value"), node.properties.get("si_unit")
    measured = f", {value:g} {unit}" if isinstance(value, int | float) and unit else ""
    return text.append_text(span(f" ({node.type.removeprefix('biolink:')}{measured})", "dim"))
