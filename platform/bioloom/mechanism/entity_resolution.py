"""The entities that a mechanism question means: by ids, by names, and by a drug's name without its salt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from bioloom.graph.connection import Graph
from bioloom.graph.fulltext_names import GraphNames
from bioloom.grounding import keys
from bioloom.grounding.category_compatibility import fit
from bioloom.records import NamedEntity
from bioloom.resources import read_table
from bioloom.retrieval.query_runner import rows

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


DRUG, DISEASE = ("biolink:Drug",), ("biolink:Disease",)
PROCESS, CHEMICAL = ("biolink:BiologicalProcess",), ("biolink:ChemicalEntity",)
_LOCAL = "bioloom:"
_IDS_A_QUERY = 500


@dataclass(frozen=True, slots=True)
class Found:
    """The entities that stand for one thing: their ids, and the name that the graph has for it."""

    ids: tuple[str, ...] = ()
    name: str = ""


def find_drugs(graph: Graph, asked: Sequence[tuple[str, Sequence[str]]]) -> list[Found]:
    """Find drugs, each by name and ids: entities with its ids, else with its name, and what its salt is of.

    Things that sources call by the same name, but that no vocabulary has an id for, count as the same drug.
    """
    known = _with_ids(graph, [ids for _, ids in asked])
    called = [found.name or name for found, (name, _) in zip(known, asked, strict=True)]
    tried = [(best, name, without_salt(best)) for best, (name, _) in zip(called, asked, strict=True)]
    matches = _with_names(graph, {each for names in tried for each in names if each}, DRUG)
    lost = {
        names[-1]
        for found, names in zip(known, tried, strict=True)
        if not found.ids and not any(matches.get(each) for each in names)
    }
    otherwise = _spelt_otherwise(graph, lost)
    result = []
    for found, names in zip(known, tried, strict=True):
        ids = found.ids or otherwise.get(names[-1], ())
        for each in names:
            ids = ids or _best(matches.get(each, ()))
        own = [match for each in names for match in matches.get(each, ()) if not match.synonym]
        same = [one.id for one in own if one.id.startswith(_LOCAL) or one in matches.get(names[-1], ())]
        result.append(Found(tuple(dict.fromkeys((*ids, *same))), names[0]))
    return result


def find_diseases(graph: Graph, asked: Sequence[tuple[str, Sequence[str]]]) -> list[Found]:
    """Find diseases by ids or cross references, and by their names; both count."""
    return _find(graph, asked, DISEASE)


def find_processes(graph: Graph, asked: Sequence[tuple[str, Sequence[str]]]) -> list[Found]:
    """Find biological processes likewise."""
    return _find(graph, asked, PROCESS)


def find_chemicals(graph: Graph, asked: Sequence[tuple[str, Sequence[str]]]) -> list[Found]:
    """Find chemicals likewise."""
    return _find(graph, asked, CHEMICAL)


def _find(graph: Graph, asked: Sequence[tuple[str, Sequence[str]]], category: tuple[str, ...]) -> list[Found]:
    known = _with_ids(graph, [ids for _, ids in asked])
    matches = _with_names(graph, {name for name, _ in asked if name}, category)
    return [
        Found(tuple(dict.fromkeys((*found.ids, *_best(matches.get(name, ()))))), found.name or name)
        for found, (name, _) in zip(known, asked, strict=True)
    ]


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


def _with_ids(graph: Graph, asked: Sequence[Sequence[str]]) -> list[Found]:
    """Find the entities that have ids, or cite them; one look-up for all."""
    clean = [[id_.replace('"', "").replace("\\", "") for id_ in ids] for ids in asked]
    every = sorted({id_ for ids in clean for id_ in ids})
    found: dict[str, list[dict[str, str]]] = defaultdict(list)
    for start in range(0, len(every), _IDS_A_QUERY):
        batch = every[start : start + _IDS_A_QUERY]
        query = " ".join(f'"{id_}"' for id_ in batch)
        wanted = set(batch)
        for row in rows(graph, "mechanism/entities", {"ids": batch, "query": query}):
            for id_ in wanted.intersection((row["id"], *(row["cited"] or ()))):
                found[id_].append(row)
    result = []
    for ids in clean:
        listed = [row for id_ in ids for row in sorted(found[id_], key=lambda row: row["id"] not in ids)]
        names = [row["name"] for row in listed if row["name"]]
        result.append(Found(tuple(dict.fromkeys(row["id"] for row in listed)), names[0] if names else ""))
    return result


def _with_names(
    graph: Graph, names: Collection[str], category: tuple[str, ...]
) -> dict[str, tuple[NamedEntity, ...]]:
    """Look all names up at once; entities of another kind are left out."""
    keyed = {name: tuple(keys(name)) for name in names}
    found = GraphNames(graph).exact([key for each in keyed.values() for key in each])
    return {
        name: tuple(
            dict.fromkeys(
                match
                for key in each
                for match in found.get(key, ())
                if fit(category, match.categories) in ("same", "wider", "joined")
            )
        )
        for name, each in keyed.items()
    }


def _spelt_otherwise(graph: Graph, names: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Find drugs by the other spellings of their names; several drugs for one name are none."""
    spelt = {name: spellings(name) for name in names}
    matches = _with_names(graph, {other for each in spelt.values() for other in each}, DRUG)
    found = {name: {id_ for other in each for id_ in _best(matches[other])} for name, each in spelt.items()}
    return {name: tuple(ids) for name, ids in found.items() if len(ids) == 1}


def _best(matches: Sequence[NamedEntity]) -> tuple[str, ...]:
    """Take what is called so by its own name, else what has the name for a synonym."""
    own = [match.id for match in matches if not match.synonym]
    return tuple(dict.fromkeys(own or [match.id for match in matches]))
