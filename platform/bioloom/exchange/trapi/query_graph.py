"""Parsed TRAPI request: a query graph of known terms, its bounds, and how to answer it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

from bioloom.exchange.trapi.workflow import Workflow
from bioloom.records.graph import Scalar


@dataclass(frozen=True, slots=True)
class Bounds:
    """Results and rows of one answer, ids that subclasses may add to a query, seconds of database time."""

    results: int = 5_000
    rows: int = 50_000
    expanded: int = 20_000
    seconds: float = 20.0


Operator: TypeAlias = Literal["==", "===", ">", "<", "matches"]
Level: TypeAlias = Literal["ERROR", "WARNING", "INFO", "DEBUG"]
Interpretation: TypeAlias = Literal["BATCH", "ALL", "MANY", "COLLATE"]


@dataclass(frozen=True, slots=True)
class Constraint:
    """What an attribute of a node or an edge must be; of several `values` one is enough.

    `whole` says that the value was given as a list: it matters only to ``===``.
    """

    slot: str
    operator: Operator
    values: tuple[Scalar, ...]
    negated: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True)
class QueryNode:
    """A node of a query graph; no ids: any entity of its categories, no categories: any entity.

    The ids of an ALL or MANY node are the members of its set.
    """

    key: str
    ids: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    interpretation: Interpretation = "BATCH"


@dataclass(frozen=True, slots=True)
class QueryEdge:
    """An edge of a query graph between two of its nodes; no predicates: any claim.

    One of the sets of `qualifiers` (slot to value) must fit as a whole.
    """

    key: str
    subject: str
    object: str
    predicates: tuple[str, ...] = ()
    qualifiers: tuple[Mapping[str, str], ...] = ()
    constraints: tuple[Constraint, ...] = ()


@dataclass(frozen=True, slots=True)
class QueryGraph:
    """The nodes and edges of a query, each in the order in which they were sent."""

    nodes: tuple[QueryNode, ...]
    edges: tuple[QueryEdge, ...]

    def node(self, key: str) -> QueryNode:
        """Find a node by its key."""
        return next(node for node in self.nodes if node.key == key)


@dataclass(frozen=True, slots=True)
class LogNote:
    """An entry of the response's log."""

    level: Level
    code: str
    message: str

    def as_json(self) -> dict[str, str]:
        """Give the entry as TRAPI has it, written now."""
        return {"timestamp": datetime.now(UTC).isoformat(timespec="milliseconds"), **asdict(self)}


@dataclass(frozen=True, slots=True)
class TrapiRequest:
    """A parsed message: the query graph, what is echoed, and the notes on it.

    `carried` is the knowledge that came along, for a workflow that begins with it. `unsupported` names
    constraints that cannot be checked here: then nothing may be answered.
    """

    graph: QueryGraph
    sent: Mapping[str, Any]
    workflow: Workflow
    carried: Mapping[str, Any] = field(default_factory=dict)
    log_level: Level = "INFO"
    submitter: str | None = None
    unsupported: tuple[str, ...] = ()
    notes: tuple[LogNote, ...] = field(default=())
