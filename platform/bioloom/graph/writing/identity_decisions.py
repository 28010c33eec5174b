"""Identity decisions: which ids stand for one entity, by statement of a source or of a curator.

A decision is a node ``(:Identity {id, canonical, method, score, source, justification, refused, held})``.
Ids that are stated to be the same stand for one leader (method `equivalent`); an id that was minted here
stands for the entity that a curator named (`curated`) or that its name was grounded to. `refused` lists what
it must not stand for, `held` is what it stood for until the pass that is due. A decision takes effect where
its `canonical` is in the graph; the grounding pass then merges the nodes of other ids.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import neo4j

from bioloom.biolink import Biolink
from bioloom.graph.rows.property_values import PropertyRow
from bioloom.graph.rows.upsert_policy import LOCAL, WriteResult
from bioloom.graph.statements import statement
from bioloom.records import Assertion, Entity

SAME_AS = "biolink:same_as"
NO_TERM = "sssom:NoTermFound"
EQUIVALENTS = ("equivalent_identifiers", "same_as")
"""Slots of an entity that say which other ids are its own."""

CURATED, EQUIVALENT, OPEN = "curated", "equivalent", "open"
"""Methods: decided by a curator, by a source that states two ids to be one, or open (refusals only)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """State of an id before a statement on it: its decision, and its own node if it has one."""

    id: str
    decision: Mapping[str, object] | None = None
    present: bool = False
    categories: tuple[str, ...] = ()

    @property
    def leader(self) -> str:
        """The id that it stands for, itself if undecided."""
        canonical = (self.decision or {}).get("canonical")
        return self.id if canonical is None else str(canonical)

    @property
    def refused(self) -> tuple[str, ...]:
        """The ids that it must not stand for."""
        listed = (self.decision or {}).get("refused")
        return tuple(map(str, listed)) if isinstance(listed, list) else ()

    @property
    def method(self) -> str | None:
        """Method of the decision; None without one."""
        method = (self.decision or {}).get("method")
        return None if method is None else str(method)


def read_standing(tx: neo4j.ManagedTransaction, ids: Sequence[str]) -> dict[str, Standing]:
    """Read the states of ids."""
    rows = tx.run(statement("identity/standing"), ids=ids).values()
    return {
        id_: Standing(id_, decision, present, tuple(categories or ()))
        for id_, decision, present, categories in rows
    }


def decide_identities(
    tx: neo4j.ManagedTransaction,
    claims: Mapping[int, Assertion],
    entities: Sequence[Entity],
    biolink: Biolink,
) -> dict[int, WriteResult]:
    """Apply the identity statements of a batch; result of each.

    Statements are `biolink:same_as` claims: between two ids of vocabularies both become one; between an
    id that was minted here and an entity they are a curator's decision. Negated, they part what is one.
    The ids that described entities list as equivalent count as statements too.
    """
    listed = tuple(_listed(entities))
    if not claims and not listed:
        return {}
    book = _Book(tx, biolink)
    book.learn({end for claim in claims.values() for end in (claim.subject, claim.object)})
    book.learn({end for pair in listed for end in pair})
    results = {position: book.take(claim) for position, claim in claims.items()}
    for one, other in listed:
        if one in book.standing and other in book.standing:
            book.unite(one, other, _own_words(one))
    book.write()
    return results


def _listed(entities: Sequence[Entity]) -> Iterable[tuple[str, str]]:
    for entity in entities:
        for slot in EQUIVALENTS:
            values = entity.properties.get(slot)
            for other in values if isinstance(values, tuple) else ():
                is_curie = isinstance(other, str) and ":" in other
                if is_curie and other != entity.id and not str(other).startswith(LOCAL):
                    yield entity.id, str(other)


def _own_words(one: str) -> PropertyRow:
    return {"score": 1.0, "source": one.partition(":")[0], "justification": "semapv:UnspecifiedMatching"}


@dataclass
class _Book:
    """Unit of work over the decisions that a batch touches: read once, changed here, written once."""

    tx: neo4j.ManagedTransaction
    biolink: Biolink
    standing: dict[str, Standing] = field(default_factory=dict)
    leaders: dict[str, str] = field(default_factory=dict)
    rows: dict[str, dict[str, object]] = field(default_factory=dict)

    def learn(self, ids: Iterable[str]) -> None:
        """Read the states of ids and of their leaders."""
        wanted = {id_ for id_ in ids if id_ != NO_TERM}.difference(self.standing)
        while wanted:
            found = read_standing(self.tx, sorted(wanted))
            self.standing |= found
            wanted = {one.leader for one in found.values()}.difference(self.standing)

    def leader(self, id_: str) -> str:
        """Follow an id to the one that it stands for, statements of this batch included."""
        found = self.leaders.get(id_) or self.standing[id_].leader
        while found in self.leaders:
            found = self.leaders[found]
        return found

    def take(self, claim: Assertion) -> WriteResult:
        """Apply one statement."""
        one, other = claim.subject, claim.object
        if other.startswith(LOCAL) and not one.startswith(LOCAL):
            one, other = other, one
        words = _words(claim)
        if one.startswith(LOCAL):
            return self._deny(one, other, words) if claim.negated else self._curate(one, other, words)
        if one == NO_TERM or other == NO_TERM:
            return WriteResult.UNKNOWN
        if claim.negated:
            return self._part(one, other, words)
        return self.unite(one, other, words)

    def _curate(self, local: str, target: str, words: PropertyRow) -> WriteResult:
        now = self.standing[local]
        if target == NO_TERM:
            return self._decide(now, None, CURATED, words, ())
        leader = "" if target.startswith(LOCAL) else self.leader(target)
        if not leader or not (self.standing[target].present or self.standing[leader].present):
            return WriteResult.UNKNOWN
        refused = tuple(id_ for id_ in now.refused if id_ not in (target, leader))
        return self._decide(now, leader, CURATED, words, refused)

    def _deny(self, local: str, target: str, words: PropertyRow) -> WriteResult:
        if target == NO_TERM:
            return WriteResult.UNKNOWN
        now = self.standing[local]
        refused = tuple(sorted({*now.refused, target}))
        if now.method is None or now.leader in (target, self.leader(target)):
            return self._decide(now, None, OPEN, words, refused)
        canonical = None if now.leader == local else now.leader
        return self._decide(now, canonical, now.method, now.decision or {}, refused)

    def _decide(
        self,
        now: Standing,
        canonical: str | None,
        method: str,
        words: Mapping[str, object],
        refused: tuple[str, ...],
    ) -> WriteResult:
        kept = {name: words[name] for name in ("score", "source", "justification") if name in words}
        decision: dict[str, object] = {"id": now.id, "method": method, **kept}
        decision |= {"canonical": canonical} if canonical is not None else {}
        decision |= {"refused": list(refused)} if refused else {}
        known = (now.decision or {}).get("category")
        decision |= {"category": known} if known is not None else {}
        stood = (now.decision or {}).get("held", None if now.leader == now.id else now.leader)
        decision |= {"held": stood} if stood not in (None, canonical) else {}
        if now.decision is not None and dict(now.decision) == decision:
            return WriteResult.UNCHANGED
        self.standing[now.id] = replace(now, decision=decision)
        self.rows[now.id] = {"canonical": None, "refused": None, "held": None, **decision}
        return WriteResult.CREATED if now.decision is None else WriteResult.UPDATED

    def _part(self, one: str, other: str, words: PropertyRow) -> WriteResult:
        now = self.standing[one]
        if other in now.refused:
            return WriteResult.UNCHANGED
        refused = sorted({*now.refused, other})
        row: dict[str, object] = {"id": one, "method": OPEN, **words, **(now.decision or {})}
        row["refused"] = refused
        if self.leader(one) == self.leader(other):
            apart = one if self.leader(one) != one else other
            self.rows.setdefault(apart, {"id": apart})["canonical"] = None
        self.rows[one] = {**row, **self.rows.get(one, {})}
        self.standing[one] = replace(now, decision=row)
        return WriteResult.UPDATED

    def unite(self, one: str, other: str, words: PropertyRow) -> WriteResult:
        """Let two ids of vocabularies stand for one leader."""
        if other in self.standing[one].refused or one in self.standing[other].refused:
            return WriteResult.REFUSED
        leaders = {self.leader(one), self.leader(other)}
        if len(leaders) == 1:
            return WriteResult.UNCHANGED
        first, *others = sorted(leaders, key=self._rank)
        for before in others:
            led = {"id": before, "canonical": first, "method": EQUIVALENT, **words}
            self.rows[before] = self.rows.get(before, {}) | led
            self.leaders[before] = first
        return WriteResult.CREATED

    def _rank(self, id_: str) -> tuple[bool, int, str]:
        found = self.standing.get(id_) or Standing(id_)
        known = [category for category in found.categories if self.biolink.is_category(category)]
        return not found.present, self.biolink.prefix_rank(id_, known), id_

    def write(self) -> None:
        """Write the changed decisions; each id stands for a leader that stands for itself."""
        for row in self.rows.values():
            if row.get("canonical") in self.leaders:
                row["canonical"] = self.leader(str(row["canonical"]))
        if self.leaders:
            moved = [{"before": before, "now": self.leader(before)} for before in self.leaders]
            self.tx.run(statement("identity/relead"), rows=moved).consume()
        if self.rows:
            rows = [{"id": id_, "properties": row} for id_, row in self.rows.items()]
            self.tx.run(statement("identity/write"), rows=rows).consume()


def _words(claim: Assertion) -> PropertyRow:
    """Collect the provenance of a statement: source, confidence and justification."""
    confidence = claim.properties.get("extraction_confidence_score", 1.0)
    justification = claim.properties.get("mapping_justification")
    return {
        "score": float(confidence) if isinstance(confidence, int | float) else 1.0,
        "source": claim.primary_knowledge_source,
        "justification": str(justification) if justification else "semapv:UnspecifiedMatching",
    }
