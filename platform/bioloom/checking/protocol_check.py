"""Protocol checker: runs every rule as a reading query over one loaded protocol."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import neo4j

from bioloom.checking.findings import CheckReport, Finding, Involved, in_order
from bioloom.checking.rules import Rule, Severity, rules
from bioloom.errors import UsageError
from bioloom.graph.connection import Graph, database_faults
from bioloom.graph.guard.read_only_guard import TIME_LIMIT, read_rows
from bioloom.graph.statements import statement
from bioloom.names import suggested_names

MOST = 500
"""Findings of one rule in one protocol that are reported at most."""

SHOWN = 5
_COLUMNS = frozenset({"sentence", "mentions", "message"})


@dataclass(frozen=True, slots=True)
class _RuleRow:
    """One row of a rule."""

    rule: Rule
    severity: Severity
    sentence: str
    mentions: tuple[str, ...]
    message: str


def check_protocol(
    graph: Graph, document_id: str, *, chosen: Sequence[Rule] | None = None, least: Severity = Severity.note
) -> CheckReport:
    """Run the rules over one loaded protocol; findings less grave than `least` are left out.

    Nothing is written: the session is READ, and a rule that did not come with the package runs within the
    walls and limits of `read_rows`. UsageError: no such document, or a rule whose rows are no findings of it.
    """
    ran = rules() if chosen is None else tuple(chosen)
    with _reading(graph) as session:
        about = _rows(session, "checking/document", document=document_id)
        if not about:
            raise UsageError(f"the graph holds no document {document_id!r}")
        rows = [row for rule in ran for row in _run(graph, session, rule, document_id)]
        found = [row for row in rows if row.severity.rank <= least.rank]
        findings = _filled(session, document_id, found)
    return CheckReport(
        document_id=document_id,
        title=about[0]["title"] or "",
        sentences=about[0]["sentences"],
        mentions=about[0]["mentions"],
        rules=tuple(rule.name for rule in ran),
        findings=in_order(findings),
        extractor=about[0]["extractor"],
    )


def find_protocol(graph: Graph, name: str) -> str:
    """Find the one protocol whose id is `name` or starts with it; UsageError lists those that come near."""
    with _reading(graph) as session:
        row = _rows(session, "checking/find_protocols", beginning=name, limit=SHOWN)[0]
        every = _rows(session, "checking/find_protocols", beginning="", limit=SHOWN)[0]
    ids, count = row["ids"], row["count"]
    if name in ids or count == 1:
        return str(name if name in ids else ids[0])
    if count:
        more = f" and {count - len(ids)} more" if count > len(ids) else ""
        raise UsageError(f"{count} protocols begin with {name!r}: {', '.join(ids)}{more}")
    if not every["count"]:
        raise UsageError("the graph holds no protocol; load one first: bioloom load FILE")
    with _reading(graph) as session:
        other = _rows(session, "checking/document", document=name)
    if other:
        raise UsageError(
            f"{name} is no protocol but of kind {other[0]['kind']!r}; the rules are for protocols"
        )
    near = suggested_names(name, protocols(graph))
    if near:
        raise UsageError(f"no protocol's id begins with {name!r}; did you mean {' or '.join(near)}?")
    raise UsageError(
        f"no protocol's id begins with {name!r}; the graph holds {every['count']}, such as: "
        f"{', '.join(every['ids'])}"
    )


def protocols(graph: Graph, beginning: str = "") -> tuple[str, ...]:
    """List the ids of all loaded protocols, or of those that begin so (``wlp:``)."""
    with _reading(graph) as session:
        rows = _rows(session, "checking/find_protocols", beginning=beginning, limit=2**31 - 1)
    return tuple(rows[0]["ids"])


def _run(graph: Graph, session: neo4j.Session, rule: Rule, document_id: str) -> list[_RuleRow]:
    parameters: dict[str, object] = {"document": document_id}
    parameters |= {name: [dict(row) for row in rows] for name, rows in rule.tables.items()}
    if rule.packaged:
        query = neo4j.Query(rule.cypher, timeout=TIME_LIMIT)
        rows = [record.data() for record in session.run(query, parameters)][:MOST]
        return [_found(rule, row) for row in rows]
    try:
        table = read_rows(graph, rule.cypher, parameters, limit=MOST, patterns=False)
    except UsageError as error:
        raise UsageError(f"rule {rule.name}: {error}") from error
    missing = _COLUMNS - set(table.columns)
    if missing:
        raise UsageError(f"rule {rule.name} does not return: {', '.join(sorted(missing))}")
    return [_found(rule, row) for row in table.to_dicts()]


def _found(rule: Rule, row: Mapping[str, object]) -> _RuleRow:
    sentence, mentions, message = row["sentence"], row["mentions"], row["message"]
    severity = row.get("severity") or rule.severity.value
    if not isinstance(sentence, str) or not isinstance(message, str) or not isinstance(mentions, list):
        raise UsageError(
            f"rule {rule.name}: sentence and message must be texts and mentions a list of ids, "
            f"not {sentence!r}, {message!r}, {mentions!r}"
        )
    if severity not in set(Severity):
        raise UsageError(f"rule {rule.name}: severity is {', '.join(Severity)}, not {severity!r}")
    return _RuleRow(rule, Severity(str(severity)), sentence, tuple(map(str, mentions)), message)


def _filled(session: neo4j.Session, document_id: str, found: Sequence[_RuleRow]) -> list[Finding]:
    if not found:
        return []
    sentences = {
        row["id"]: row
        for row in _rows(
            session, "checking/sentences", document=document_id, ids=sorted({each.sentence for each in found})
        )
    }
    wanted = sorted({mention for each in found for mention in each.mentions})
    mentions = {
        row["id"]: Involved(**row)
        for row in _rows(session, "checking/mentions", document=document_id, ids=wanted)
    }
    filled = []
    for each in found:
        if each.sentence not in sentences or not set(each.mentions) <= set(mentions):
            raise UsageError(f"rule {each.rule.name} names what is not in {document_id}: {each.sentence}")
        filled.append(
            Finding(
                rule=each.rule.name,
                severity=each.severity,
                message=each.message,
                document_id=document_id,
                sentence_id=each.sentence,
                step=sentences[each.sentence]["index"] + 1,
                sentence=sentences[each.sentence]["text"],
                mentions=tuple(mentions[mention] for mention in each.mentions),
            )
        )
    return filled


def _rows(session: neo4j.Session, name: str, **parameters: Any) -> list[dict[str, Any]]:
    return session.run(statement(name), parameters).data()


@contextmanager
def _reading(graph: Graph) -> Iterator[neo4j.Session]:
    """Open a session that the server lets read only; what the database refuses is told as our own error."""
    with database_faults("during the check"), graph.session(read=True) as session:
        yield session
