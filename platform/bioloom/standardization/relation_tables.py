"""Relation tables: relations of schemes to Biolink predicates, by ontology/ and the kinds of the ends."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from bioloom.biolink import model
from bioloom.errors import OntologyError
from bioloom.records import OWN_SCHEME
from bioloom.resources import read_table
from bioloom.standardization.sssom import SssomMapping, read_mapping_set, read_mappings

SUBJECT_CONDITION = "edge_subject_category"
OBJECT_CONDITION = "edge_object_category"
NO_TERM = "sssom:NoTermFound"
_HETIONET = "hetionet"
_DENIED = re.compile(r"\s*(SEMMEDDB:)NEG_(\S+)\s*", re.IGNORECASE)
_DENIED_WORD = re.compile(r"\s*(?:NEG|NOT)[_-]([^\s:]+)\s*", re.IGNORECASE)
_METAEDGES = "hetionet/metaedges.sssom.tsv"
BEYOND_BIOPIE = "wlp/beyond_biopie.sssom.tsv"
"""Relations of WLP that BioPIE has no name for."""


def map_relation(
    scheme: str,
    label: str,
    subject_categories: Sequence[str] = (),
    object_categories: Sequence[str] = (),
) -> SssomMapping | None:
    """Find what a relation of ``ontology/<scheme>/relations.sssom.tsv`` means between two kinds of things.

    Of several rows for one relation the first counts whose end categories hold and whose predicate
    accepts the ends, before they swap where it says `inverse`; if none does, the last one. None for a
    label that the scheme does not have, or that is no relation; OntologyError for an unknown scheme.

    >>> map_relation("semmeddb", "TREATS", ["biolink:Drug"], ["biolink:Disease"]).object_id
    'biolink:treats_or_applied_or_studied_to_treat'
    >>> map_relation("biored", "Association", ["biolink:Disease"], ["biolink:Gene"]).inverse
    True
    """
    rows = _tables(scheme).get(_spelled(label), ())
    found = next(
        (row for row in rows if _holds(row, tuple(subject_categories), tuple(object_categories))),
        rows[-1] if rows else None,
    )
    return None if found is None or found.object_id == NO_TERM else found


def relation_term(scheme: str, text: str, finer: str | None = None) -> str | None:
    """Name a relation of an annotated text as a CURIE of the table that maps it; None for free words.

    A relation may be of another scheme than its document: then that scheme stands before a colon. `finer` is
    what the annotators said more exactly: it counts where the table has it. A label that a corpus writes for
    a whole group of relations (``groups.tsv``) means the group.

    >>> relation_term("git", "TREATS"), relation_term("biored", "chemprot:CPR:3")
    ('semmeddb:TREATS', 'chemprot:CPR:3')
    >>> relation_term("chemprot", "PRODUCT-OF"), relation_term("chemprot", "PRODUCT-OF", "SUBSTRATE")
    ('chemprot:CPR:9', 'chemprot:SUBSTRATE')
    >>> relation_term("biored", "is inhibited by") is None
    True
    """
    if finer is not None and (term := _known_term(scheme, finer)) is not None:
        return term
    term = _known_term(scheme, text)
    return _groups().get(term, term) if term is not None else None


def _known_term(scheme: str, text: str) -> str | None:
    prefix, _, label = text.strip().partition(":")
    for name, wanted in ((prefix.casefold(), label), (scheme, text.strip())):
        table = _TABLE_OF.get(name, name)
        if name in PUBLICATION_SCHEMES or name in RELATION_SCHEMES:
            rows = _tables(table).get(_spelled(wanted))
            if rows:
                return f"{table}:{rows[0].subject_label}"
    return None


@lru_cache(maxsize=1)
def _groups() -> Mapping[str, str]:
    return {row["label"]: row["group"] for row in read_table("chemprot/groups.tsv")}


def is_no_relation(term: str) -> bool:
    """Say whether a table has a label only to say that there is no relation.

    >>> is_no_relation("ddi:None"), is_no_relation("ddi:int")
    (True, False)
    """
    table, _, label = term.partition(":")
    return all(row.object_id == NO_TERM for row in _tables(table).get(_spelled(label), ()))


@lru_cache(maxsize=1024)
def mapping_table(term: str) -> str | None:
    """Name the table that maps a relation of a scheme, or its denial, and its version; None if none does.

    >>> mapping_table("chemprot:CPR:3"), mapping_table("treats") is None
    ('chemprot/relations.sssom.tsv 1', True)
    """
    term, _ = affirmed(term)
    prefix, label = _curie_parts(term)
    scheme = prefix if label else "biopie"
    known = _spelled(label or term)
    if scheme == _HETIONET:
        file = _METAEDGES
    elif not label and known in read_mappings(BEYOND_BIOPIE):
        file = BEYOND_BIOPIE
    elif scheme in RELATION_SCHEMES and known in _tables(scheme):
        file = _file(scheme)
    else:
        return None
    return f"{file} {read_mapping_set(file).metadata.get('mapping_set_version', '')}".strip()


def is_foreign(curie: str) -> bool:
    """Say whether a term has the prefix of a scheme that a table maps.

    >>> is_foreign("SEMMEDDB:TREATS"), is_foreign("biolink:treats")
    (True, False)
    """
    return _curie_parts(curie)[0] in _FOREIGN


def foreign_relation(
    curie: str, subject_categories: Sequence[str] = (), object_categories: Sequence[str] = ()
) -> SssomMapping | None:
    """Find what a relation of another scheme means between two kinds of things; None if none is known.

    >>> found = foreign_relation("ChemProt:PRODUCT-OF")
    >>> found.object_id, found.inverse
    ('biolink:produces', True)
    """
    prefix, label = _curie_parts(curie)
    if prefix not in _FOREIGN:
        return None
    if prefix == _HETIONET:
        return read_mappings(_METAEDGES).get(label)
    return map_relation(prefix, label, subject_categories, object_categories)


RELATION_SCHEMES = ("biopie", "biored", "chemprot", "ddi", "drugaction", "semmeddb")
"""Schemes whose relations a table maps to Biolink."""

_FOREIGN = frozenset((_HETIONET, *RELATION_SCHEMES))
_TABLE_OF: Mapping[str, str] = {"git": "semmeddb", "pubtator": "biored"}

PUBLICATION_SCHEMES = ("biored", "chemprot", "ddi", "git", "pubtator")
"""Schemes that publications are annotated in."""

CLAIM_SCHEMES = (*PUBLICATION_SCHEMES, OWN_SCHEME)
"""Schemes whose relations are claims about entities."""


def _file(scheme: str) -> str:
    return f"{scheme}/relations.sssom.tsv"


@lru_cache(maxsize=16)
def _tables(scheme: str) -> Mapping[str, tuple[SssomMapping, ...]]:
    """Read a scheme's rows by label, in the order of the file."""
    if scheme not in RELATION_SCHEMES:
        raise OntologyError(
            f"there is no table of relations for {scheme!r}: one of {', '.join(RELATION_SCHEMES)}"
        )
    rows: dict[str, list[SssomMapping]] = defaultdict(list)
    for mapping in read_mapping_set(_file(scheme)).mappings:
        rows[_spelled(mapping.subject_label)].append(mapping)
    return MappingProxyType({label: tuple(found) for label, found in rows.items()})


def _spelled(label: str) -> str:
    return label.strip().casefold().replace("_", " ").replace("-", " ")


@lru_cache(maxsize=4096)
def _fits(categories: tuple[str, ...], wanted: str) -> bool:
    return any(given == wanted or wanted in model().ancestors(given) for given in categories)


def _holds(row: SssomMapping, subject: tuple[str, ...], object_: tuple[str, ...]) -> bool:
    """Say whether a row's end categories hold and its predicate accepts the ends that are known."""
    for given, condition in ((subject, SUBJECT_CONDITION), (object_, OBJECT_CONDITION)):
        wanted = row.extensions.get(condition)
        if wanted and not _fits(given, wanted):
            return False
    if row.object_id == NO_TERM or not (subject and object_):
        return True
    ends = (object_, subject) if row.inverse else (subject, object_)
    return model().signature_fault(ends[0], row.object_id, ends[1]) is None


@lru_cache(maxsize=4096)
def affirmed(term: str) -> tuple[str, bool]:
    """Give the relation that a term of SemMedDB denies, and whether it denies one; other terms as they are.

    Without a prefix it is the denial of a predicate of the release, or else of a relation of SemMedDB.

    >>> affirmed("SEMMEDDB:NEG_TREATS"), affirmed("SEMMEDDB:TREATS")
    (('SEMMEDDB:TREATS', True), ('SEMMEDDB:TREATS', False))
    >>> affirmed("NEG_TREATS"), affirmed("not-inhibits"), affirmed("NEG_CONTROL")
    (('biolink:treats', True), ('SEMMEDDB:inhibits', True), ('NEG_CONTROL', False))
    """
    denied = _DENIED.fullmatch(term)
    if denied is not None:
        return denied[1] + denied[2], True
    denied = _DENIED_WORD.fullmatch(term)
    if denied is None or model().predicate(term) is not None:
        return term, False
    word = denied[1]
    if (known := model().predicate(word)) is not None:
        return known, True
    if model().qualified(word) is not None:
        return word, True
    return (f"SEMMEDDB:{word}", True) if _spelled(word) in _tables("semmeddb") else (term, False)


def _curie_parts(curie: str) -> tuple[str, str]:
    """Split a CURIE; a group of ChemProt may stand without the prefix of its scheme (``CPR:4``)."""
    prefix, _, label = curie.strip().partition(":")
    return ("chemprot", curie.strip()) if prefix.casefold() == "cpr" else (prefix.casefold(), label)
