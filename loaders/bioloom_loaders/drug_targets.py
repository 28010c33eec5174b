"""Target tables of DrugBank and DrugCentral: which drug acts on which gene, in which part, and how."""

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path

from bioloom.records import LoadOptions, Place, Reject, Skip, SourceEdge, SourceNode, SourceRecord, Value
from bioloom.standardization.relation_tables import map_relation
from bioloom.standardization.sssom import SssomMapping
from bioloom_loaders.format_detection import FormatLoader
from bioloom_loaders.json_files import read_object
from bioloom_loaders.tables import TableRow, read_rows, rows_of
from bioloom_loaders.text_lines import open_bytes, shown

SCHEME = "drugaction"
"""The mapping set of action words (ontology/drugaction/)."""

_ALIASES, _NODES = "drugbank_aliases.json", "nodes.tsv"
_COMPOUND = "Compound::"
_WORD = re.compile("[A-Z][a-z]+")
_DRUGBANK: Mapping[str, Value] = {
    "primary_knowledge_source": "infores:drugbank",
    "aggregator_knowledge_source": ("infores:hetionet",),
    "license": "CC BY-NC 4.0",
}
_DRUGCENTRAL: Mapping[str, Value] = {
    "primary_knowledge_source": "infores:drugcentral",
    "aggregator_knowledge_source": ("infores:hetionet",),
    "license": "CC BY 4.0",
}
_STATED: Mapping[str, Value] = {"knowledge_level": "knowledge_assertion", "agent_type": "manual_agent"}


class DrugTargetsLoader(FormatLoader):
    """Reads one row a drug and gene, of DrugBank's proteins or DrugCentral's targets as Hetionet cut them.

    Each row becomes one edge for each thing that its action words mean, from the drug to the gene (or to
    the protein where the table gives no Entrez number). `roles` says what part the gene has (target,
    enzyme, transporter, carrier), `known_action` whether the action is known to be why the drug works.
    Drugs get their names from the table, from Hetionet's nodes.tsv beside it, or else from
    drugbank_aliases.json (`generic_name`).
    """

    name = "drug-targets"
    description = "target tables: DrugBank's proteins, DrugCentral's targets (TSV)"

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        """Give each drug and gene before the first edge that needs it."""
        aliases = yield from _aliases(source.parent / _ALIASES)
        generic = yield from _generic_names(source.parent / _NODES)
        known: set[str] = set()
        with open_bytes(source) as opened:
            for row in read_rows(opened, shown(source)):
                if isinstance(row, TableRow):
                    yield from _records(row, generic, aliases, known)
                else:
                    yield row


def _records(
    row: TableRow, generic: Mapping[str, str], aliases: Mapping[str, tuple[str, ...]], known: set[str]
) -> Iterator[SourceRecord]:
    cells = row.cells
    drug, gene = cells.get("drugbank_id", ""), cells.get("entrez_gene_id") or cells.get("GeneID", "")
    protein = cells.get("uniprot_id", "")
    if not drug or not (gene or protein):
        missing = "drugbank_id" if not drug else "entrez_gene_id and no uniprot_id"
        yield Reject("MISSING_ID", "extract", f"it has no {missing}", row.place, dict(cells))
        return
    drug_id = f"DRUGBANK:{drug}"
    other = f"NCBIGene:{gene}" if gene else f"UniProtKB:{protein}"
    if drug_id not in known:
        known.add(drug_id)
        others = aliases.get(drug, ())
        first = cells.get("drugbank_name") or generic.get(drug) or generic_name(others)
        names = tuple(dict.fromkeys((*filter(None, [first]), *others)))
        yield _drug(drug_id, names, row.place)
    if other not in known:
        known.add(other)
        category = "biolink:Gene" if gene else "biolink:Protein"
        organism: dict[str, Value] = {"organism": cells["organism"]} if "organism" in cells else {}
        yield SourceNode(other, (category,), row.place, None, organism)
    yield from _edges(row, drug_id, other)


def _drug(id_: str, names: tuple[str, ...], place: Place) -> SourceNode:
    synonyms: dict[str, Value] = {"synonym": names[1:]} if names[1:] else {}
    return SourceNode(id_, ("biolink:Drug",), place, names[0] if names else None, synonyms)


def _edges(row: TableRow, drug: str, gene: str) -> Iterator[SourceEdge]:
    """Give an edge for each meaning of the row's action words, with the words that have it."""
    cells = row.cells
    central = "GeneID" in cells
    part = cells.get("category", "target")
    properties: dict[str, Value] = {**(_DRUGCENTRAL if central else _DRUGBANK), **_STATED, "roles": (part,)}
    if "known_action" in cells:
        properties["known_action"] = (cells["known_action"],)
    if "pubmed_ids" in cells:
        properties["publications"] = tuple(f"PMID:{number}" for number in cells["pubmed_ids"].split("|"))
    for slot in ("sources", "urls"):
        if slot in cells:
            properties[slot] = tuple(cells[slot].split("|"))
    meanings: dict[tuple[str, bool, tuple[tuple[str, str], ...]], list[str]] = {}
    for word in [word.strip().lower() for word in cells.get("actions", "").split("|")]:
        found = meaning(word)
        means = found.object_id, found.inverse, tuple(sorted(found.qualifiers.items()))
        meanings.setdefault(means, []).append(word)
    for (predicate, inverse, qualifiers), words in meanings.items():
        said = [word for word in words if word]
        stated = {"actions": tuple(said)} if said else {}
        native = f"{SCHEME}:{'|'.join(said) or part}"
        edge = {**properties, **stated, **dict(qualifiers), "original_predicate": native}
        subject, object_ = (gene, drug) if inverse else (drug, gene)
        yield SourceEdge(subject, predicate, object_, row.place, edge)


def meaning(word: str) -> SssomMapping:
    """Find what an action word means; a word that says nothing, or an unknown one, means a target.

    >>> meaning("antagonist").qualifiers["causal_mechanism_qualifier"], meaning("other").object_id
    ('antagonism', 'biolink:interacts_with')
    """
    found = map_relation(SCHEME, word) or map_relation(SCHEME, "target")
    assert found is not None, "ontology/drugaction has a row for target"
    return found


def generic_name(aliases: Sequence[str]) -> str:
    """Choose the generic name among the names of a drug, brands among them, which are sorted by letters.

    It is the longest single word: right for 1,046 of the 1,423 drugs whose name Hetionet gives, the first
    one for 395.

    >>> generic_name(("Erbitux", "Cetuximab")), generic_name(("ONO-2506", "Proglia 2")), generic_name(())
    ('Cetuximab', 'ONO-2506', '')
    """
    words = [name for name in aliases if _WORD.fullmatch(name)]
    return max(words, key=len) if words else next(iter(aliases), "")


def _generic_names(path: Path) -> Generator[Skip | Reject, None, dict[str, str]]:
    """Read the names of compounds by their DrugBank number from Hetionet's nodes, if they lie there."""
    names: dict[str, str] = {}
    for row in rows_of(path) if path.is_file() else ():
        if not isinstance(row, TableRow):
            yield row
        elif (id_ := row.cells.get("id", "")).startswith(_COMPOUND) and "name" in row.cells:
            names[id_.removeprefix(_COMPOUND)] = row.cells["name"]
    return names


def _aliases(path: Path) -> Generator[Reject, None, dict[str, tuple[str, ...]]]:
    """Read the names of drugs; the return value of the generator is a mapping from number to names."""
    listed = yield from read_object(path)
    return {
        drug: tuple(name.strip() for name in names if isinstance(name, str) and name.strip())
        for drug, names in listed.items()
        if isinstance(names, list)
    }
