"""Cross references of the Disease Ontology (``doid_xrefs.tsv``): its diseases under other ids."""

from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path

from bioloom.records import LoadOptions, Place, Reject, Skip, SourceEdge, SourceNode, SourceRecord, Value
from bioloom_loaders.format_detection import FormatLoader
from bioloom_loaders.hetionet_tables import xref_curie
from bioloom_loaders.tables import TableRow, rows_of

_CARRIED = "doid_xrefs_prop_slim.tsv"
_PROVENANCE: Mapping[str, Value] = {
    "primary_knowledge_source": "infores:disease-ontology",
    "aggregator_knowledge_source": ("infores:hetionet",),
    "knowledge_level": "logical_entailment",
    "agent_type": "automated_agent",
    "original_predicate": "xref of a descendant",
}


class DiseaseXrefsLoader(FormatLoader):
    """Reads a disease a `doid_code`, with what it is called in MeSH, UMLS, OMIM and others as `xref`.

    Where doid_xrefs_prop_slim.tsv lies beside it (Hetionet's 137 diseases with the references of their
    descendants), a disease all of whose references such a disease was given is a kind of it
    (`biolink:subclass_of`, derived).
    """

    name = "disease-xrefs"
    description = "cross references of the Disease Ontology (doid_xrefs.tsv)"

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give all diseases, then how they lie below those of Hetionet."""
        diseases = yield from _read(source)
        for doid, found in diseases.items():
            xrefs = tuple(dict.fromkeys(filter(None, (xref_curie(*pair) for pair in found.references))))
            properties: dict[str, Value] = {"xref": xrefs} if xrefs else {}
            yield SourceNode(doid, ("biolink:Disease",), found.place, found.name, properties)
        carried = source.parent / _CARRIED
        if source.name != _CARRIED and carried.is_file():
            yield from _kinds(diseases, (yield from _read(carried)))


class _Disease:
    """Disease, collected from the rows of a table."""

    def __init__(self, name: str | None, place: Place) -> None:
        self.name, self.place = name, place
        self.references: dict[tuple[str, str], None] = {}


def _read(path: Path) -> Generator[Skip | Reject, None, dict[str, _Disease]]:
    """Gather the rows of each disease; the return value of the generator is by DOID."""
    found: dict[str, _Disease] = {}
    for row in rows_of(path):
        if not isinstance(row, TableRow):
            yield row
        elif (fault := _take(row, found)) is not None:
            yield fault
    return found


def _take(row: TableRow, found: dict[str, _Disease]) -> Reject | None:
    doid = row.cells.get("doid_code", "")
    if not doid:
        return Reject("MISSING_ID", "extract", "it has no doid_code", row.place, dict(row.cells))
    disease = found.setdefault(doid, _Disease(row.cells.get("doid_name"), row.place))
    disease.references[row.cells.get("resource", ""), row.cells.get("resource_id", "")] = None
    return None


def _kinds(diseases: Mapping[str, _Disease], wider: Mapping[str, _Disease]) -> Iterator[SourceEdge]:
    holding: dict[tuple[str, str], set[str]] = defaultdict(set)
    for doid, disease in wider.items():
        for pair in disease.references:
            holding[pair].add(doid)
    for doid, disease in diseases.items():
        above = set.intersection(*(holding.get(pair, set()) for pair in disease.references))
        for other in sorted(above - {doid}):
            yield SourceEdge(
                doid, "biolink:subclass_of", other, disease.place, {**_PROVENANCE, "derived": True}
            )
