"""Grounding pass: names of texts are linked to the loaded entities, equivalent ids merged into one.

The outcome is a function of what the graph holds (minted things, names, statements on identity), not of the
order in which it came: every pass decides every name anew and changes what differs. So a pass that was broken
off is finished by the next one, and a better name that comes later wins.
"""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from bioloom.biolink import Biolink, model
from bioloom.graph.connection import Graph
from bioloom.graph.merging.entity_merge import Folded
from bioloom.graph.merging.identity_cliques import settle_cliques
from bioloom.graph.merging.minted_entities import (
    MentionRedirect,
    MintedThing,
    read_minted,
    read_minted_decisions,
    redirect_mentions,
)
from bioloom.graph.rows.property_maps import MINTED_METHOD
from bioloom.graph.rows.upsert_policy import LOCAL
from bioloom.graph.statements import statement
from bioloom.graph.writing.entity_writer import name_minted
from bioloom.graph.writing.identity_decisions import CURATED, OPEN
from bioloom.graph.writing.relationship_types import EdgeTypes
from bioloom.graph.writing.write_lease import LeasedGraph, hold_lease
from bioloom.grounding import unmint
from bioloom.grounding.minting import is_spelling, singular_form
from bioloom.names import normalise
from bioloom.pipeline.passes.name_index import Decide, open_decide
from bioloom.records import Entity, Grounding, Naming
from bioloom.records.attributes import attributes
from bioloom.settings import Settings

OnGround = Callable[[int, int | None], None]
"""Told how many names are done, of how many."""

LEAST_SCORE = 0.6
"""Answers below it are left to a person."""

_BARE = re.compile("[A-Za-z]{1,4}")
_SHORTEST = 2
_GENES = frozenset({"biolink:Gene", "biolink:Protein", "biolink:Polypeptide", "biolink:GeneOrGeneProduct"})
_GENE_IDS = ("NCBIGene:", "HGNC:", "ENSEMBL:", "UniProtKB:", "PR:")
_NAMES, _CHANGES = 500, 200  # in one question, in one transaction
_SOURCE, _JUSTIFICATION = "infores:bioloom", "semapv:LexicalMatching"


@dataclass(frozen=True, slots=True)
class GroundReport:
    """Report of a grounding pass.

    `names` things were minted from names of texts; `grounded` of them stand for an entity, by method;
    `changed` is what this pass changed; `folded` what equivalent ids brought together.
    """

    names: int = 0
    grounded: Mapping[str, int] = field(default_factory=dict)
    mentions: int = 0
    grounded_mentions: int = 0
    changed: int = 0
    folded: Folded = field(default_factory=Folded)
    seconds: float = 0.0

    def as_json(self) -> dict[str, object]:
        """Give the report as JSON values."""
        return {
            "names": self.names,
            "grounded": sum(self.grounded.values()),
            "ungrounded": self.names - sum(self.grounded.values()),
            "methods": dict(self.grounded),
            **attributes(self, "mentions", "grounded_mentions", "changed"),
            "folded": attributes(self.folded, "entities", "edges", "united", "loops"),
            "seconds": round(self.seconds, 3),
        }


def ground(
    graph: Graph, settings: Settings, *, decide: Decide | None = None, on_progress: OnGround | None = None
) -> GroundReport:
    """Run the grounding pass; names whose grounding is unchanged are left alone."""
    with hold_lease(graph, settings, "grounding names") as leased:
        return ground_names(leased, decide, on_progress)


def is_due(graph: Graph) -> bool:
    """Say whether a load brought names or things since the last pass."""
    (counted,) = graph.read("loads/count_ungrounded")
    return bool(counted["count"])


def ground_names(
    graph: LeasedGraph, decide: Decide | None, on_progress: OnGround | None = None
) -> GroundReport:
    """Run the grounding pass."""
    begun = time.monotonic()
    biolink = model()
    folded = settle_cliques(graph, biolink, lambda count: None)
    things = read_minted(graph)
    decisions = read_minted_decisions(graph)
    found = _decide_all(things, decisions, decide or open_decide(graph), on_progress)
    found = _not_kept_apart(graph, things, found)
    wanted = dict(_wanted(graph, things, decisions, found))
    folded += _apply(graph, things, decisions, wanted, biolink)
    _name_as_written(graph, {id_: things[id_] for id_, one in wanted.items() if one.change.target == id_})
    _forget_unused(graph, things, decisions)
    graph.write(lambda tx: tx.run(statement("loads/mark_grounded")).consume())
    return _report(things, wanted, folded, time.monotonic() - begun)


def release_names(graph: LeasedGraph, held: frozenset[str]) -> None:
    """Unground the names that were grounded to some entities: they stand for themselves again."""
    biolink = model()
    things, decisions = read_minted(graph), read_minted_decisions(graph)
    wanted: dict[str, _Wanted] = {}
    for id_, thing in things.items():
        before = decisions.get(id_)
        if held.intersection(_held(thing, before)):
            keeps = before is not None and (before.get("method") == CURATED or before.get("refused"))
            change = MentionRedirect(_entity(thing), id_, held=_held(thing, before))
            wanted[id_] = _Wanted(change, before if keeps else None)
    _apply(graph, things, decisions, wanted, biolink)


def forget_unused(graph: LeasedGraph) -> None:
    """Delete automatic decisions on things that no text names any more, and names that no text writes."""
    things = read_minted(graph)
    _name_as_written(graph, {id_: thing for id_, thing in things.items() if thing.has_node})
    _forget_unused(graph, things, read_minted_decisions(graph))


def surface_of(thing: MintedThing) -> str:
    """Choose the name of a thing, to show it and to ground it by: its most frequent spelling.

    Texts and claims count. Without any it is the name of a source, such as an export of another graph.
    """
    if thing.sources and thing.node_name:
        return thing.node_name
    spellings = thing.spellings
    fitting = [name for name in spellings if is_spelling(name, thing.id)]
    if not fitting:
        minted = unmint(thing.id, thing.category)
        return minted.name if minted is not None else min(spellings or thing.names, default=thing.id)
    return min(fitting, key=lambda name: (-spellings[name], name))


def naming_of(thing: MintedThing) -> Naming:
    """Build the grounding query of a thing."""
    return Naming(surface_of(thing), (thing.category,))


def accepts(naming: Naming, answer: Grounding) -> bool:
    """Say whether a grounding is certain enough to be written without review.

    Up to four bare letters that are no preferred name are too often another thing: RNP is no gene.

    >>> gene = Naming("CIP", ("biolink:Protein",))
    >>> accepts(gene, Grounding("NCBIGene:102157402", "AK6", 0.81, "exact"))
    False
    """
    if answer.entity_id.startswith(LOCAL) or answer.score < LEAST_SCORE:
        return False
    text = naming.text.strip()
    if not _BARE.fullmatch(text) or text.casefold() == answer.name.casefold():
        return True
    of_a_gene = bool(_GENES.intersection(naming.categories)) or answer.entity_id.startswith(_GENE_IDS)
    return not of_a_gene and len(text) > _SHORTEST


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Intended grounding of a thing, and the decision to store on it (None: none)."""

    change: MentionRedirect
    decision: Mapping[str, object] | None


def _decide_all(
    things: Mapping[str, MintedThing],
    decisions: Mapping[str, Mapping[str, object]],
    decide: Decide,
    on_progress: OnGround | None,
) -> dict[str, Grounding]:
    """Ground every thing that no curator has decided on, by its name or else by that in the singular."""
    asked = [thing for id_, thing in things.items() if decisions.get(id_, {}).get("method") != CURATED]
    found: dict[str, Grounding] = {}
    rest = iter(asked)
    done = 0
    while batch := list(islice(rest, _NAMES)):
        namings = {thing.id: naming_of(thing) for thing in batch}
        found |= _accepted(namings, decide)
        singular = {
            id_: replace(naming, text=form)
            for id_, naming in namings.items()
            if id_ not in found and (form := singular_form(naming.text)) != naming.text
        }
        found |= _accepted(singular, decide)
        done += len(batch)
        if on_progress is not None:
            on_progress(done, len(asked))
    return found


def _accepted(namings: Mapping[str, Naming], decide: Decide) -> dict[str, Grounding]:
    answers = zip(namings.items(), decide([*namings.values()]) if namings else (), strict=True)
    return {id_: one for (id_, naming), one in answers if one is not None and accepts(naming, one)}


def _not_kept_apart(
    graph: Graph, things: Mapping[str, MintedThing], found: Mapping[str, Grounding]
) -> dict[str, Grounding]:
    """Leave out the groundings to an entity that the source of the thing describes beside it.

    Such a source is the export of another graph, where the name was grounded already.
    """
    asked = {answer.entity_id for id_, answer in found.items() if things[id_].sources}
    loads = {
        id_: {entry.partition(".")[0] for entry in entries or ()}
        for id_, entries, _ in (graph.read("write/probe_nodes", ids=sorted(asked)) if asked else ())
    }
    return {
        id_: answer
        for id_, answer in found.items()
        if things[id_].sources.isdisjoint(loads.get(answer.entity_id, ()))
    }


def _wanted(
    graph: Graph,
    things: Mapping[str, MintedThing],
    decisions: Mapping[str, Mapping[str, object]],
    found: Mapping[str, Grounding],
) -> Iterator[tuple[str, _Wanted]]:
    present = _present(graph, {str(row["canonical"]) for row in decisions.values() if "canonical" in row})
    for id_, thing in things.items():
        before = decisions.get(id_)
        entity, held = _entity(thing), _held(thing, before)
        if before is not None and before.get("method") == CURATED:
            target = str(before.get("canonical") or id_)
            target = target if target in present else id_
            score = before.get("score")
            known = float(score) if isinstance(score, int | float) and target != id_ else None
            method = CURATED if target != id_ else MINTED_METHOD
            kept_on = {name: value for name, value in before.items() if name != "held"}
            kept_on["category"] = thing.category
            yield id_, _Wanted(MentionRedirect(entity, target, method, known, held), kept_on)
            continue
        refused = before.get("refused") if before is not None else None
        refusals = tuple(map(str, refused)) if isinstance(refused, list) else ()
        answer = found.get(id_)
        if answer is None or answer.entity_id in refusals:
            kept = None
            if refusals and before is not None:
                kept = {**_without_target(before), "method": OPEN, "category": thing.category}
            yield id_, _Wanted(MentionRedirect(entity, id_, held=held), kept)
            continue
        decision: dict[str, object] = {
            "id": id_,
            "canonical": answer.entity_id,
            "method": answer.method,
            "score": answer.score,
            "source": _SOURCE,
            "justification": _JUSTIFICATION,
            "category": thing.category,
        }
        if refusals:
            decision["refused"] = list(refusals)
        change = MentionRedirect(entity, answer.entity_id, answer.method, answer.score, held)
        yield id_, _Wanted(change, decision)


def _entity(thing: MintedThing) -> Entity:
    """Rebuild a minted entity; a name too long for its id is read from the texts."""
    native = thing.id.removeprefix(LOCAL).partition(".")[0].replace("-", " ")
    minted = unmint(thing.id, thing.category)
    entity = minted or Entity(thing.id, normalise(surface_of(thing)), (thing.category,), native_type=native)
    return entity if thing.uses else replace(entity, native_type=None)


def _name_as_written(graph: LeasedGraph, things: Mapping[str, MintedThing]) -> None:
    """Name the nodes of things that stand for themselves as the texts write them."""
    names = [
        (id_, name)
        for id_, thing in things.items()
        if (name := " ".join(surface_of(thing).split())) != (thing.node_name or _entity(thing).name)
    ]
    for start in range(0, len(names), _NAMES):
        graph.write(name_minted, dict(names[start : start + _NAMES]))


def _held(thing: MintedThing, before: Mapping[str, object] | None) -> tuple[str, ...]:
    """List the entities that a thing's mentions and edges denote so far."""
    stood = {str(before[slot]) for slot in ("canonical", "held") if slot in before} if before else set()
    return tuple(sorted(stood.union(denoted for denoted, _, _ in thing.denoted)))


def _without_target(decision: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in decision.items() if name not in ("canonical", "held")}


def _present(graph: Graph, ids: set[str]) -> set[str]:
    return {row["id"] for row in graph.read("write/probe_nodes", ids=sorted(ids))} if ids else set()


def _apply(
    graph: LeasedGraph,
    things: Mapping[str, MintedThing],
    decisions: Mapping[str, Mapping[str, object]],
    wanted: Mapping[str, _Wanted],
    biolink: Biolink,
) -> Folded:
    """Apply the changes in groups, each in one transaction."""
    differing = [one for id_, one in wanted.items() if _differs(things[id_], decisions.get(id_), one)]
    if differing:
        EdgeTypes(graph).finish()
    total = Folded()
    for start in range(0, len(differing), _CHANGES):
        group = differing[start : start + _CHANGES]
        rows = {one.change.id: _row(one.decision) for one in group}
        total += graph.write(redirect_mentions, [one.change for one in group], rows, biolink)
    return total


def _differs(thing: MintedThing, before: Mapping[str, object] | None, one: _Wanted) -> bool:
    change = one.change
    denoted = {(change.target, change.method, change.score)} if thing.uses else set()
    same = set(thing.denoted) == denoted and thing.has_node == (change.target == thing.id)
    if thing.only_edges and change.target != thing.id:
        same = (before or {}).get("canonical") == change.target
    return not same or dict(before or {}) != dict(one.decision or {})


def _row(decision: Mapping[str, object] | None) -> Mapping[str, object] | None:
    return None if decision is None else {"canonical": None, "refused": None, "held": None, **decision}


def _forget_unused(
    graph: LeasedGraph, things: Mapping[str, MintedThing], decisions: Mapping[str, Mapping[str, object]]
) -> None:
    """Delete automatic decisions on things that no text names any more."""
    unused = [
        id_
        for id_, row in decisions.items()
        if id_ not in things and row.get("method") not in (CURATED, OPEN) and not row.get("refused")
    ]
    if unused:
        graph.write(lambda tx: tx.run(statement("identity/forget"), ids=unused).consume())


def _report(
    things: Mapping[str, MintedThing], wanted: Mapping[str, _Wanted], folded: Folded, seconds: float
) -> GroundReport:
    moved = {id_: one.change.method for id_, one in wanted.items() if one.change.target != id_}
    return GroundReport(
        names=len(things),
        grounded=dict(sorted(Counter(moved.values()).items())),
        mentions=sum(thing.uses for thing in things.values()),
        grounded_mentions=sum(things[id_].uses for id_ in moved),
        changed=folded.mentions,
        folded=folded,
        seconds=seconds,
    )
