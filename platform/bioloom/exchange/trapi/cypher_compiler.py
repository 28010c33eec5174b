"""Cypher compiler: a query graph as one statement; labels and types from the pinned model, values apart.

No key, id or value of the request stands in the text: nodes are ``n0``, ``n1``, edges ``e0``, ``e1``, in
their order, and what the caller sent travels in parameters named after them.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from bioloom.biolink import Biolink
from bioloom.biolink.model import NAMED_THING
from bioloom.exchange.trapi.query_graph import Constraint, QueryEdge, QueryGraph, QueryNode
from bioloom.exchange.trapi.term_resolution import directions, mention_categories, qualifier_meaning, turned
from bioloom.graph.statements import part

_PARTS = "trapi/parts"
_OPERATORS = {"==": "among", "===": "equal", ">": "above", "<": "under", "matches": "matching"}


@dataclass(frozen=True, slots=True)
class CompiledQuery:
    """The statement and its parameters; it returns a column for each query node and edge, in their order.

    `empty` says why nothing can answer it, so that it need not be run.
    """

    cypher: str
    parameters: Mapping[str, object]
    nodes: tuple[str, ...]
    edges: tuple[str, ...]
    empty: str | None = None


@dataclass(slots=True)
class _StatementBuilder:
    """State of a statement while it is built."""

    graph: QueryGraph
    pinned: Mapping[str, Sequence[str]]
    biolink: Biolink
    lifted: frozenset[str]
    held: AbstractSet[str] | None = None
    parameters: dict[str, object] = field(default_factory=dict)
    empty: str | None = None

    def is_lifted(self, node: QueryNode) -> bool:
        """Say whether mentions may stand for a node: whether an edge of it may be lifted from mentions."""
        return any(
            edge.key in self.lifted and node.key in (edge.subject, edge.object) for edge in self.graph.edges
        )

    def types(self, edge: QueryEdge, asked: AbstractSet[str]) -> str:
        """Name the relationship types of the graph among those asked for; all of them where it has none."""
        found = asked if self.held is None else asked & self.held
        if not found:
            self.empty = f"the graph has no claim with a predicate that answers edge {edge.key!r}"
        return "|".join(sorted(found or asked))

    def variable(self, key: str) -> str:
        """Name the variable of a query node."""
        return f"n{next(i for i, node in enumerate(self.graph.nodes) if node.key == key)}"

    def parameter(self, name: str, value: object) -> str:
        """Keep a value under the next free name that begins so; give the name."""
        full = f"{name}_{len(self.parameters)}"
        self.parameters[full] = value
        return full


def compile_query(
    graph: QueryGraph,
    pinned: Mapping[str, Sequence[str]],
    biolink: Biolink,
    *,
    rows: int,
    lifted: frozenset[str] = frozenset(),
    held: AbstractSet[str] | None = None,
) -> CompiledQuery:
    """Write the statement that answers a query graph with at most `rows` rows.

    `pinned` gives for each node with ids the ids that these stand for in the graph. `lifted` are the keys of
    the edges that claims between mentions may answer too, lifted to the entities that the mentions denote.
    Of the predicates that answer an edge those are named that the graph has, if `held` says which: a plan for
    all of them takes the database seconds.
    """
    writing = _StatementBuilder(graph, pinned, biolink, lifted, held)
    lines: list[str] = []
    seen: set[str] = set()
    start = _first(graph, pinned)
    if not writing.is_lifted(start):
        pattern = _part("node", node=writing.variable(start.key), any_labels=_labels(start))
        lines += _matched(pattern, _named(start, writing))
        seen.add(start.key)
    placed: list[QueryEdge] = []
    for edge in _walk(graph, start.key):
        new = [graph.node(end) for end in (edge.subject, edge.object) if end not in seen]
        pattern, conditions = _edge(edge, writing)
        for node in new:
            conditions = [*conditions, *_node(node, writing), *_apart_from(node, seen, writing)]
            seen.add(node.key)
        lines += _matched(pattern, [*conditions, *_other_edges(edge, placed, graph)])
        placed.append(edge)
    nodes = tuple(writing.variable(node.key) for node in graph.nodes)
    edges = tuple(f"e{i}" for i in range(len(graph.edges)))
    columns = [_part("node_id", node=name) for name in nodes]
    columns += [_part("edge_id", edge=name) for name in edges]
    lines.append(_part("answer") + " " + ", ".join(columns))
    lines.append(_part("limit"))
    writing.parameters["rows"] = rows
    return CompiledQuery("\n".join(lines), writing.parameters, nodes, edges, writing.empty)


def _part(name: str, **identifiers: str) -> str:
    return part(f"{_PARTS}/{name}", **identifiers)


def _matched(pattern: str, conditions: Sequence[str]) -> list[str]:
    return [pattern, _part("where") + " " + _all(conditions)] if conditions else [pattern]


def _all(conditions: Iterable[str]) -> str:
    return " AND ".join(conditions)


def _one_of(conditions: Sequence[str]) -> str:
    return "(" + " OR ".join(f"({condition})" for condition in conditions) + ")"


def _first(graph: QueryGraph, pinned: Mapping[str, Sequence[str]]) -> QueryNode:
    """Begin with the node that the fewest ids name, or else with the first."""
    named = [node for node in graph.nodes if node.ids]
    return min(named, key=lambda node: len(pinned.get(node.key, ())), default=graph.nodes[0])


def _walk(graph: QueryGraph, start: str) -> list[QueryEdge]:
    """Order the edges so that each one touches what came before."""
    reached, waiting, ordered = {start}, list(graph.edges), list[QueryEdge]()
    while waiting:
        edge = next(edge for edge in waiting if edge.subject in reached or edge.object in reached)
        waiting.remove(edge)
        ordered.append(edge)
        reached |= {edge.subject, edge.object}
    return ordered


def _labels(node: QueryNode) -> str:
    """Give the labels of which a node has one; ids decide alone, since each names one thing."""
    wanted = () if node.ids else node.categories
    if not wanted or NAMED_THING in wanted or "biolink:Entity" in wanted:
        return NAMED_THING
    return "|".join(wanted)


def _node(node: QueryNode, writing: _StatementBuilder) -> list[str]:
    name, labels = writing.variable(node.key), _labels(node)
    if writing.is_lifted(node):
        things = mention_categories(labels.split("|"), writing.biolink)
        kept = writing.parameter(name, list(things))
        return [_part("lifted_node", node=name, any_labels=labels, parameter=kept), *_named(node, writing)]
    return [_part("labelled", node=name, any_labels=labels), *_named(node, writing)]


def _named(node: QueryNode, writing: _StatementBuilder) -> list[str]:
    name, conditions = writing.variable(node.key), list[str]()
    if node.ids:
        ids = list(writing.pinned.get(node.key, ()))
        if not ids:
            writing.empty = f"none of the ids of node {node.key!r} is in the graph"
        conditions.append(_part("named", node=name, parameter=writing.parameter(name, ids)))
    return conditions + [_constraint(name, constraint, writing) for constraint in node.constraints]


def _apart_from(node: QueryNode, seen: Iterable[str], writing: _StatementBuilder) -> list[str]:
    """Condition that two query nodes without an edge between them are different, unless both have ids."""
    graph = writing.graph
    joined = {_ends(edge) for edge in graph.edges}
    others = [graph.node(key) for key in sorted(seen)]
    return [
        _part("apart", one=writing.variable(node.key), other=writing.variable(other.key))
        for other in others
        if frozenset((node.key, other.key)) not in joined and not (node.ids and other.ids)
    ]


def _other_edges(edge: QueryEdge, placed: Iterable[QueryEdge], graph: QueryGraph) -> list[str]:
    """Condition that one claim answers one query edge, unless two edges join the same nodes."""
    name = _edge_name(edge, graph)
    others = [other for other in placed if _ends(other) != _ends(edge)]
    return [_part("apart", one=name, other=_edge_name(other, graph)) for other in others]


def _edge_name(edge: QueryEdge, graph: QueryGraph) -> str:
    return f"e{graph.edges.index(edge)}"


def _ends(edge: QueryEdge) -> frozenset[str]:
    return frozenset((edge.subject, edge.object))


def _edge(edge: QueryEdge, writing: _StatementBuilder) -> tuple[str, list[str]]:
    """Give the pattern of a query edge and the conditions on its answers."""
    biolink, name, lifted = writing.biolink, _edge_name(edge, writing.graph), edge.key in writing.lifted
    subject, object_ = writing.variable(edge.subject), writing.variable(edge.object)
    asked = directions(edge.predicates, biolink)
    back = [found for found in (turned(one, biolink) for one in edge.qualifiers) if found is not None]
    out, into = asked.out, asked.into if back or not edge.qualifiers else frozenset[str]()
    conditions = [_part("stated", edge=name)]
    conditions += [_constraint(name, constraint, writing) for constraint in edge.constraints]
    same = out == into and list(edge.qualifiers) == back
    ends = {"subject": subject, "edge": name, "object": object_}
    shape = "lifted" if lifted else "edge"
    if lifted:  # the claim's own ends, which denote those of the query edge or are they
        ends |= {"head": f"{name}_subject", "tail": f"{name}_object"}
    if same:
        way, types, sets = "both", out, edge.qualifiers
    elif not into:
        way, types, sets = "out", out, edge.qualifiers
    elif not out:
        way, types, sets = "in", into, tuple(back)
    else:
        way, types, sets = "both", out | into, ()
        starts = (ends["head"], ends["tail"]) if lifted else (subject, object_)
        fitting: list[str] = []
        for start, those, stated in zip(starts, (out, into), (edge.qualifiers, back), strict=True):
            kept = writing.parameter(name, sorted(those))
            begins = _part("from", edge=name, node=start, parameter=kept)
            fitting.append(_all([begins, *_qualified(name, stated, writing)]))
        conditions.append(_one_of(fitting))
    conditions += _qualified(name, sets, writing)
    if way == "both" and asked.any and not lifted:
        return _part("edge_any", **ends), conditions
    return _part(f"{shape}_{way}", any_types=writing.types(edge, types), **ends), conditions


def _qualified(name: str, sets: Sequence[Mapping[str, str]], writing: _StatementBuilder) -> list[str]:
    if not sets:
        return []
    fitting: list[str] = []
    for one in sets:
        slots: list[str] = []
        for slot, value in sorted(one.items()):
            meant = list(qualifier_meaning(slot, value, writing.biolink))
            slots.append(_part("among", item=name, slot=slot, parameter=writing.parameter(name, meant)))
        fitting.append(_all(slots))
    return [_one_of(fitting)]


def _constraint(name: str, constraint: Constraint, writing: _StatementBuilder) -> str:
    values: object = list(constraint.values)
    if constraint.operator == "===" and not constraint.whole:
        values = constraint.values[0]
    kept = writing.parameter(name, values)
    condition = _part(_OPERATORS[constraint.operator], item=name, slot=constraint.slot, parameter=kept)
    return _part("denied").replace("condition", condition, 1) if constraint.negated else condition
