"""Entity resolution: the entities of the graph that a mechanism question names."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from neo4j.exceptions import ClientError

from bioloom.graph.connection import Graph
from bioloom.graph.fulltext_names import GraphNames
from bioloom.grounding import keys
from bioloom.grounding.category_compatibility import fit
from bioloom.names import normalise
from bioloom.records import NamedEntity
from bioloom.resources import read_table
from bioloom.retrieval import fuller_names, names_by_initials, run_statement, short_names

MOST_CHANGES = 2
"""Places of a name that are spelt otherwise at once."""


def spellings(name: str) -> list[str]:
    """List the spellings of a name by the WHO's rule for international names, in both directions.

    >>> "amphetamine" in spellings("amfetamine"), "sulfasalazine" in spellings("sulphasalazine")
    (True, True)
    """
    found = {name.lower(): None}
    for _ in range(MOST_CHANGES):
        for each in list(found):
            found |= dict.fromkeys(_one_change(each))
    return [each for each in found if each != name.lower()]


def _one_change(name: str) -> Iterator[str]:
    for one, other in _pairs():
        at = name.find(one)
        while at >= 0:
            yield f"{name[:at]}{other}{name[at + len(one) :]}"
            at = name.find(one, at + 1)


@cache
def _pairs() -> tuple[tuple[str, str], ...]:
    rows = [(row["inn"], row["national"]) for row in read_table("mechanism/inn_spellings.tsv")]
    return (*rows, *((national, inn) for inn, national in rows))


EntityKind = Literal["drug", "disease", "process", "chemical"]

_CATEGORIES: Mapping[EntityKind, tuple[str, ...]] = {
    "drug": ("biolink:Drug",),
    "disease": ("biolink:Disease",),
    "process": ("biolink:BiologicalProcess",),
    "chemical": ("biolink:ChemicalEntity",),
}
_LOCAL = "bioloom:"
_IDS_A_QUERY = 500


@dataclass(frozen=True, slots=True)
class EntityName:
    """An entity as a question gives it: by name, by ids, or by both; ids are CURIEs of any vocabulary."""

    kind: EntityKind
    name: str
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResolvedEntity:
    """The entities of the graph that stand for one name: their ids, and the name in the graph."""

    ids: tuple[str, ...] = ()
    name: str = ""


def resolve_entities(graph: Graph, asked: Sequence[EntityName]) -> list[ResolvedEntity]:
    """Resolve names and ids to entities: one statement for all names, one more where ids are given.

    A drug: entities with its ids, else with its name, and what its salt is of; things that sources call by
    the same name, but that no vocabulary has an id for, count as the same drug; a drug that is found in no
    other way is looked for by other spellings, which takes one more statement. Anything else: by ids or
    cross references, and by name; both count. Where no vocabulary knows the name it is a shortened one
    ("type 2 diabetes"), or that of a disease has its initials ("COPD", one statement or two more).
    """
    known = _with_ids(graph, [one.ids for one in asked])
    tried = [_names_tried(one, found) for one, found in zip(asked, known, strict=True)]
    entities = _named(graph, {name for names in tried for name in names if name})
    matches = [
        {name: _fitting(entities, name, one.kind) for name in names}
        for one, names in zip(asked, tried, strict=True)
    ]
    lost = {
        names[-1]
        for one, names, found, its in zip(asked, tried, known, matches, strict=True)
        if one.kind == "drug" and not found.ids and not any(its.values())
    }
    otherwise = _spelt_otherwise(graph, lost) if lost else {}
    resolved = [
        _drug(found, names, its, otherwise) if one.kind == "drug" else _other(one, names, found, its)
        for one, names, found, its in zip(asked, tried, known, matches, strict=True)
    ]
    short = {
        one.name
        for one, each in zip(asked, resolved, strict=True)
        if one.kind == "disease" and _unknown(each.ids)
    }
    full = _of_initials(graph, short) if short else {}
    return [full.get(one.name, each) for one, each in zip(asked, resolved, strict=True)]


def _unknown(ids: Iterable[str]) -> bool:
    """Say whether no vocabulary has an id for it: only texts name it, or nothing does."""
    return all(id_.startswith(_LOCAL) for id_ in ids)


def _names_tried(one: EntityName, found: ResolvedEntity) -> tuple[str, ...]:
    if one.kind != "drug":
        return (one.name, *fuller_names([normalise(one.name)])) if one.name else (one.name,)
    best = found.name or one.name
    return best, one.name, without_salt(best)


def _other(
    one: EntityName,
    names: Sequence[str],
    found: ResolvedEntity,
    matches: Mapping[str, Sequence[NamedEntity]],
) -> ResolvedEntity:
    """Resolve what is no drug: by its ids and its name, and by fuller names where only texts know that."""
    ids = dict.fromkeys((*found.ids, *_best(matches.get(one.name, ()))))
    if _unknown(ids):
        ids |= dict.fromkeys(id_ for name in names for id_ in _best(matches.get(name, ())))
    return ResolvedEntity(tuple(ids), found.name or one.name)


def _of_initials(graph: Graph, names: Collection[str]) -> dict[str, ResolvedEntity]:
    """Find the diseases that abbreviations stand for; several diseases for one are none."""
    short = [name for name in names if short_names(name) == (name,)]
    full = names_by_initials(graph, short)
    entities = _named(graph, full) if full else {}
    found = {}
    for name in short:
        meant = [each for each, of in full.items() if of == normalise(name)]
        fitting = {each: _fitting(entities, each, "disease") for each in meant}
        ids = {each: own for each, match in fitting.items() if (own := _best(match))}
        if len(ids) == 1:
            ((only, its),) = ids.items()
            found[name] = ResolvedEntity(its, only)
    return found


def _drug(
    found: ResolvedEntity,
    names: Sequence[str],
    matches: Mapping[str, Sequence[NamedEntity]],
    otherwise: Mapping[str, tuple[str, ...]],
) -> ResolvedEntity:
    ids = found.ids or otherwise.get(names[-1], ())
    for each in names:
        ids = ids or _best(matches.get(each, ()))
    own = [match for each in names for match in matches.get(each, ()) if not match.synonym]
    same = [one.id for one in own if one.id.startswith(_LOCAL) or one in matches.get(names[-1], ())]
    return ResolvedEntity(tuple(dict.fromkeys((*ids, *same))), names[0])


def without_salt(name: str) -> str:
    """Leave out the words at a name's end that only say which salt or hydrate it is.

    >>> without_salt("Hydroxyzine dihydrochloride"), without_salt("sodium chloride"), without_salt("aspirin")
    ('Hydroxyzine', 'sodium chloride', 'aspirin')
    """
    words = name.split()
    while len(words) > 1 and words[-1].lower() in salts():
        words.pop()
    if all(word.lower() in _words() for word in words):
        return name
    return " ".join(words)


@cache
def salts() -> frozenset[str]:
    """Give the words of ontology/mechanism/salts.tsv that a name may end with."""
    return frozenset(word for word, kind in _words().items() if kind != "metal")


@cache
def _words() -> dict[str, str]:
    return {row["word"]: row["kind"] for row in read_table("mechanism/salts.tsv")}


def _with_ids(graph: Graph, asked: Sequence[Sequence[str]]) -> list[ResolvedEntity]:
    """Find the entities that have ids, or cite them; one statement for all."""
    clean = [[id_.replace('"', "").replace("\\", "") for id_ in ids] for ids in asked]
    every = sorted({id_ for ids in clean for id_ in ids})
    found: dict[str, list[dict[str, str]]] = defaultdict(list)
    for start in range(0, len(every), _IDS_A_QUERY):
        batch = every[start : start + _IDS_A_QUERY]
        query = " ".join(f'"{id_}"' for id_ in batch)
        wanted = set(batch)
        for row in run_statement(graph, "mechanism/entities", {"ids": batch, "query": query}):
            for id_ in wanted.intersection((row["id"], *(row["cited"] or ()))):
                found[id_].append(row)
    result = []
    for ids in clean:
        listed = [row for id_ in ids for row in sorted(found[id_], key=lambda row: row["id"] not in ids)]
        names = [row["name"] for row in listed if row["name"]]
        result.append(
            ResolvedEntity(tuple(dict.fromkeys(row["id"] for row in listed)), names[0] if names else "")
        )
    return result


def _named(graph: Graph, names: Collection[str]) -> dict[str, tuple[NamedEntity, ...]]:
    """Look all names up at once; a graph without its indexes knows none."""
    keyed = {name: tuple(keys(name)) for name in names}
    try:
        found = GraphNames(graph).exact([key for each in keyed.values() for key in each])
    except ClientError as error:
        if "no such fulltext schema index" not in str(error):
            raise
        return {}
    return {
        name: tuple(dict.fromkeys(match for key in each for match in found.get(key, ())))
        for name, each in keyed.items()
    }


def _fitting(
    entities: Mapping[str, Sequence[NamedEntity]], name: str, kind: EntityKind
) -> tuple[NamedEntity, ...]:
    """Keep the entities of a name that may be of a kind."""
    return tuple(
        match
        for match in entities.get(name, ())
        if fit(_CATEGORIES[kind], match.categories) in ("same", "wider", "joined")
    )


def _spelt_otherwise(graph: Graph, names: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Find drugs by the other spellings of their names; several drugs for one name are none."""
    spelt = {name: spellings(name) for name in names}
    entities = _named(graph, {other for each in spelt.values() for other in each})
    found = {
        name: {id_ for other in each for id_ in _best(_fitting(entities, other, "drug"))}
        for name, each in spelt.items()
    }
    return {name: tuple(ids) for name, ids in found.items() if len(ids) == 1}


def _best(matches: Sequence[NamedEntity]) -> tuple[str, ...]:
    """Take what is called so by its own name, else what has the name for a synonym."""
    own = [match.id for match in matches if not match.synonym]
    return tuple(dict.fromkeys(own or [match.id for match in matches]))
