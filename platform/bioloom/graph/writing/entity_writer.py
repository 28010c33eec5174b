"""Entity writer: nodes are probed by id, created where missing, merged where changed."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter

import neo4j

from bioloom.biolink import Biolink
from bioloom.graph.rows.id_redirects import Redirect, Redirects
from bioloom.graph.rows.name_keys import found_by, keys_row
from bioloom.graph.rows.property_maps import entity_labels, entity_of, entity_row
from bioloom.graph.rows.property_values import PropertyRow, content_hash, normal_forms, row
from bioloom.graph.rows.record_columns import ColumnSink, RecordColumns
from bioloom.graph.rows.supporting_evidence import listed
from bioloom.graph.rows.upsert_policy import (
    LOCAL,
    MINTED,
    NO_VALUES_OF_NODES,
    Origin,
    ValueConflict,
    WriteResult,
    find_conflict,
    merge_record,
    says_the_same,
)
from bioloom.graph.statements import statement
from bioloom.graph.writing.endpoint_cache import Categories, End
from bioloom.graph.writing.identity_decisions import EQUIVALENTS
from bioloom.names import normalise
from bioloom.records import Entity

_CHEMICAL = "biolink:ChemicalEntity"


def write_entities(
    tx: neo4j.ManagedTransaction,
    entities: Sequence[Entity],
    columns: Sequence[RecordColumns],
    origin: Origin,
    biolink: Biolink,
    redirects: Redirects,
) -> tuple[list[WriteResult], dict[str, End], dict[int, ValueConflict]]:
    """Write described entities, each as the entity that its id stands for; result of each.

    What came by columns, each the first of the batch with its id, is written first, its results come last.
    What stands in the graph just as it came by columns is given besides, for the edges that will end there,
    and by position what states another value than the entity has from an earlier record.
    """
    later, stored, ends = _write_columns(tx, columns, origin)
    described = [_described(entity, biolink, redirects) for entity in (*stored, *entities)]
    rounds: list[list[int]] = []
    depth: dict[str, int] = {}
    for position, entity in enumerate(described):  # records of one id are merged one after the other
        level = depth[entity.id] = depth.get(entity.id, -1) + 1
        if level == len(rounds):
            rounds.append([])
        rounds[level].append(position)
    results = [WriteResult.UNCHANGED] * len(described)
    merged_at = [at for at, result in enumerate(later) if result is None]
    final = [*(len(entities) + at for at in merged_at), *range(len(entities))]
    conflicts: dict[int, ValueConflict] = {}
    for positions in rounds:
        batch = [described[position] for position in positions]
        written, lost = _write_distinct(tx, batch, origin)
        for position, entity, result in zip(positions, batch, written, strict=True):
            results[position] = result
            if entity.id in lost:
                conflicts[final[position]] = lost[entity.id]
    for entity in described:  # what else is said of one may have changed it
        ends.pop(entity.id, None)
    merged = iter(results[: len(stored)])
    by_columns = (next(merged) if result is None else result for result in later)
    return [*results[len(stored) :], *by_columns], ends, conflicts


def _write_columns(
    tx: neo4j.ManagedTransaction, columns: Sequence[RecordColumns], origin: Origin
) -> tuple[list[WriteResult | None], list[Entity], dict[str, End]]:
    """Create the nodes that are not there; results, none for the entities that are there otherwise."""
    known = _probe(tx, [id_ for part in columns for id_ in part.texts("id")])
    results: list[WriteResult | None] = []
    stored: list[Entity] = []
    fresh: list[RecordColumns] = []
    ends: dict[str, End] = {}
    for part in columns:
        missing, other, categories = [], [], _categories(part)
        for at, (id_, content) in enumerate(zip(part.texts("id"), part.contents, strict=True)):
            if id_ not in known:
                missing.append(at)
                results.append(WriteResult.CREATED)
                continue
            entries, node = known[id_]
            entry = origin.entry(content)
            if entries == [entry]:
                ends[id_] = categories, node
            if entry in entries:
                results.append(WriteResult.UNCHANGED)
            else:
                other.append(at)
                results.append(None)
        if other:
            stored.extend(map(entity_of, part.pick(other).property_maps()))
        if missing:
            fresh.append(part.pick(missing))
    return results, stored, ends | _create_columns(tx, fresh, origin.current)


def _create_columns(
    tx: neo4j.ManagedTransaction, fresh: Sequence[RecordColumns], current: str
) -> dict[str, End]:
    """Create nodes that came by columns, those with the same labels in one statement."""
    if isinstance(tx, ColumnSink):
        tx.create_columns("entity", fresh, current)
        return _ends(fresh, [0] * sum(map(len, fresh)))
    ends: dict[str, End] = {}
    for labels, alike in groupby(sorted(fresh, key=attrgetter("kind")), key=attrgetter("kind")):
        parts = list(alike)
        rows = [row for part in parts for row in part.property_maps(current)]
        ends |= _ends(parts, _create(tx, labels, rows))
    return ends


def _ends(columns: Sequence[RecordColumns], nodes: Sequence[int]) -> dict[str, End]:
    """Give nodes that came by columns as ends of edges, by their ids, given their internal ids."""
    kinds = [(id_, kind) for part in columns for kind in [_categories(part)] for id_ in part.texts("id")]
    return {id_: (kind, node) for (id_, kind), node in zip(kinds, nodes, strict=True)}


def _categories(columns: RecordColumns) -> Categories:
    listed = columns.shared["category"]
    assert isinstance(listed, list)
    return tuple(map(str, listed))


def equivalents(columns: RecordColumns) -> Iterator[Entity]:
    """Give the entities that came by columns and say which ids are theirs too."""
    if columns.own.keys() & EQUIVALENTS:
        yield from map(entity_of, columns.property_maps())


@dataclass(frozen=True, slots=True)
class _Described:
    """Entity to be written, and the hash of its record as its source states it."""

    id: str
    labels: tuple[str, ...]
    properties: PropertyRow
    content: str
    entity: Entity

    def keyed(self) -> PropertyRow:
        """Give the properties with the keys of the names."""
        return self.properties | keys_row(self.entity)


def describe(entity: Entity, biolink: Biolink) -> tuple[tuple[str, ...], PropertyRow, str]:
    """Give the labels of an entity, its properties but the keys of its names, and the hash of its record."""
    labels, properties = entity_labels(entity, biolink), entity_row(entity)
    return labels, properties, content_hash([properties, labels])


def _described(entity: Entity, biolink: Biolink, redirects: Redirects) -> _Described:
    labels, properties, content = describe(entity, biolink)
    found = redirects.get(entity.id)
    if found is None or _outranks(entity, found, biolink):
        return _Described(entity.id, labels, properties, content, entity)
    alias = alias_row(properties, found.canonical)
    return _Described(found.canonical, labels, alias, content, entity)


def _outranks(entity: Entity, found: Redirect, biolink: Biolink) -> bool:
    """Say whether a newly described id ranks above the canonical one of the same thing."""
    if entity.id.startswith(LOCAL):
        return False
    own = biolink.prefix_rank(entity.id, entity.categories), entity.id
    return own < (biolink.prefix_rank(found.canonical, found.categories), found.canonical)


def alias_row(properties: PropertyRow, canonical: str) -> PropertyRow:
    """Build the properties of an entity as those of another: its id and name become aliases."""
    own = dict(properties)
    id_, name = str(own.pop("id")), own.pop("name", None)
    for slot, value in (("synonym", name), ("equivalent_identifiers", id_)):
        values = dict.fromkeys([*listed(own, slot), *(() if value is None else (str(value),))])
        own.pop(slot, None)
        if others := [each for each in values if each != canonical]:
            own[slot] = others
    return {"id": canonical, **own}


def without_own_name(properties: PropertyRow) -> PropertyRow:
    """Drop the name from the synonyms, where two entities of one name became one."""
    synonyms = properties.get("synonym")
    if not isinstance(synonyms, list) or properties.get("name") not in synonyms:
        return properties
    others = [str(synonym) for synonym in synonyms if synonym != properties["name"]]
    rest = {slot: value for slot, value in properties.items() if slot != "synonym"}
    return {**rest, "synonym": others} if others else rest


def _with_second_name(properties: PropertyRow, first: object) -> PropertyRow:
    """Keep the name of a further record as a synonym: the entity has one name, its first."""
    name = properties.get("name")
    if name is None or first is None or str(name).casefold() == str(first).casefold():
        return properties
    return {**properties, "synonym": list(dict.fromkeys([*listed(properties, "synonym"), str(name)]))}


def _write_distinct(
    tx: neo4j.ManagedTransaction, entities: Sequence[_Described], origin: Origin
) -> tuple[list[WriteResult], dict[str, ValueConflict]]:
    stored = _probe(tx, [entity.id for entity in entities])
    results: list[WriteResult] = []
    created: dict[tuple[str, ...], list[PropertyRow]] = defaultdict(list)
    changed: dict[str, tuple[PropertyRow, tuple[str, ...], str]] = {}
    restated: list[dict[str, object]] = []
    for entity in entities:
        labels, content = entity.labels, entity.content
        if entity.id not in stored:
            created[labels].append(entity.keyed() | {"record_hash": [origin.entry(content)]})
            results.append(WriteResult.CREATED)
            continue
        entries, _ = stored[entity.id]
        if origin.known(entries, content):
            results.append(WriteResult.UNCHANGED)
            if origin.rebuilds(entries, content):
                changed[entity.id] = entity.keyed(), labels, content
            elif origin.entry(content) not in entries:
                restated.append({"id": entity.id, "record_hash": origin.restated(entries, content)})
        else:
            changed[entity.id] = entity.keyed(), labels, content
            results.append(WriteResult.UPDATED)
    _create_all(tx, created)
    updated, conflicts = _update(tx, changed, origin)
    if restated:
        tx.run(statement("write/restate_nodes"), rows=restated).consume()
    results = [
        updated.get(entity.id, result) if result is WriteResult.UPDATED else result
        for entity, result in zip(entities, results, strict=True)
    ]
    return results, conflicts


def write_minted(tx: neo4j.ManagedTransaction, entities: Sequence[Entity], biolink: Biolink) -> int:
    """Create the entities that documents or claims name where they are missing; count the new ones.

    An entity that no source describes gets the further names that documents give it.
    """
    distinct: dict[str, Entity] = {}
    for entity in entities:
        known = distinct.get(entity.id)
        distinct[entity.id] = entity if known is None else _both(known, entity)
    stored = _probe(tx, list(distinct))
    _name_further(tx, [distinct[id_] for id_, (entries, _) in stored.items() if _only_named(entries)])
    created: dict[tuple[str, ...], list[PropertyRow]] = defaultdict(list)
    for entity in distinct.values():
        if entity.id not in stored:
            properties = entity_row(entity)
            entry = f"{MINTED}{content_hash(properties)}"
            row = properties | keys_row(entity) | {"record_hash": [entry]}
            created[entity_labels(entity, biolink)].append(row)
    _create_all(tx, created)
    return sum(len(rows) for rows in created.values())


def _both(one: Entity, other: Entity) -> Entity:
    """Merge the names of two records of an entity; spellings of one name count once."""
    names = {normalise(name): name for name in reversed((*one.synonyms, other.name, *other.synonyms))}
    return replace(
        one,
        synonyms=tuple(sorted(name for form, name in names.items() if form not in ("", normalise(one.name)))),
    )


def _only_named(entries: list[str]) -> bool:
    return bool(entries) and all(entry.startswith(MINTED) for entry in entries)


def _name_further(tx: neo4j.ManagedTransaction, entities: Sequence[Entity]) -> None:
    """Add names to entities that only documents name, unless they have them in any spelling."""
    named = {entity.id: entity for entity in entities}
    if not named:
        return
    rows: list[dict[str, object]] = []
    for id_, old, _ in tx.run(statement("write/read_nodes"), ids=list(named)).values():
        known = set(old.get("normalised") or ())
        fresh = {
            form: name
            for name in reversed((named[id_].name, *named[id_].synonyms))
            if (form := normalise(name)) and form not in known
        }
        if fresh:
            synonyms = sorted({*listed(old, "synonym"), *fresh.values()})
            rows.append(_named(old, str(old.get("name") or ""), synonyms))
    if rows:
        tx.run(statement("write/update_nodes"), rows=rows).consume()


def name_minted(tx: neo4j.ManagedTransaction, names: Mapping[str, str]) -> None:
    """Name the nodes of minted ids; one that a source describes keeps the name that it gave."""
    rows = [
        _named(old, names[id_], listed(old, "synonym"))
        for id_, old, _ in tx.run(statement("write/read_nodes"), ids=list(names)).values()
        if all(entry.startswith(MINTED) for entry in listed(old, "record_hash"))
    ]
    tx.run(statement("write/update_nodes"), rows=rows).consume()


def _named(old: PropertyRow, name: str, synonyms: Sequence[str]) -> dict[str, object]:
    """Build the update that gives an entity its names, and what it is found by under them."""
    entity = Entity(str(old["id"]), name, (), tuple(synonyms))
    forms = row(
        {"name": name or None, "synonym": entity.synonyms, "normalised": normal_forms(found_by(entity))}
    )
    return {"id": entity.id, "properties": old | forms | keys_row(entity), "add": [], "drop": []}


def _probe(tx: neo4j.ManagedTransaction, ids: list[str]) -> dict[str, tuple[list[str], int]]:
    """Give the records and the internal id of each entity that exists."""
    if not ids:
        return {}
    found = tx.run(statement("write/probe_nodes"), ids=ids)
    return {id_: (list(entries or ()), node) for id_, entries, node in found.values()}


def _create_all(
    tx: neo4j.ManagedTransaction, created: Mapping[tuple[str, ...], Sequence[PropertyRow]]
) -> None:
    for labels, rows in created.items():
        _create(tx, "|".join(labels), rows)


def _create(tx: neo4j.ManagedTransaction, labels: str, rows: Sequence[PropertyRow]) -> list[int]:
    """Create nodes with the same labels; their internal ids."""
    nodes = tx.run(statement("write/create_nodes", labels=labels), rows=rows).single(strict=True)["nodes"]
    return list(nodes)


def _update(
    tx: neo4j.ManagedTransaction, changed: dict[str, tuple[PropertyRow, tuple[str, ...], str]], origin: Origin
) -> tuple[dict[str, WriteResult], dict[str, ValueConflict]]:
    """Merge records into stored entities; say of each id what became of the record, and what it lost."""
    if not changed:
        return {}, {}
    rows = []
    results: dict[str, WriteResult] = {}
    conflicts: dict[str, ValueConflict] = {}
    for id_, old, old_labels in tx.run(statement("write/read_nodes"), ids=list(changed)).values():
        properties, labels, content = changed[id_]
        entries = list(old.get("record_hash", ()))
        alone = origin.supersedes(entries)
        adds = properties if alone else _with_second_name(properties, old.get("name"))
        merged = merge_record(old, entries, adds, origin, content)
        if without_own_name(old) is old:  # else a source states its name as a synonym too
            merged = without_own_name(merged)
        drop = [label for label in old_labels if label not in labels] if alone else []
        rows.append({"id": id_, "properties": merged, "add": list(labels), "drop": drop})
        conflict = find_conflict(merged, properties, NO_VALUES_OF_NODES)
        if conflict is not None:
            conflicts[id_] = conflict
        if says_the_same(old, merged) and not drop and set(labels) <= set(old_labels):
            results[id_] = WriteResult.UNCHANGED if conflict is None else WriteResult.ONLY_VALUE
        elif not alone and not _only_named(entries) and _differ(old, old_labels, properties, labels):
            results[id_] = WriteResult.UPDATED_KIND
    tx.run(statement("write/update_nodes"), rows=rows).consume()
    return results, conflicts


def _differ(one: PropertyRow, labels: Iterable[str], other: PropertyRow, other_labels: Iterable[str]) -> bool:
    """Say whether no category of one description is among those of the other and what is above them.

    Chemicals are of one kind: whether a small molecule or a drug is how a source sees it.
    """
    if _CHEMICAL in labels and _CHEMICAL in other_labels:
        return False
    return {*labels}.isdisjoint(listed(other, "category")) and {*other_labels}.isdisjoint(
        listed(one, "category")
    )
