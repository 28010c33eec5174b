"""Cut the relations between reagents of the demo's protocols and genes out of BioRED's training set.

Usage: python loaders/demo/make_demo_relations.py BIORED_TRAIN_PUBTATOR

A chemical is taken if its annotated name is that of a reagent of loaders/demo/wlp; its relations to genes
make a small KGX graph beside this file.
"""

import gzip
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from bioloom.grounding.grounder import Grounder
from bioloom.records import AnnotatedDocument, Entity, LoadOptions, Naming
from bioloom_lab.evaluation.memory_index import MemoryIndex
from bioloom_loaders.brat import BratLoader

HERE = Path(__file__).parent
CHEMICAL, GENE = "biolink:ChemicalEntity", "biolink:Gene"
_KINDS = {"ChemicalEntity": (CHEMICAL, "MESH"), "GeneOrGeneProduct": (GENE, "NCBIGene")}
_MENTION, _RELATION = 6, 5  # fields of a line
_SOURCE = {
    "primary_knowledge_source": "infores:biored",
    "knowledge_level": "knowledge_assertion",
    "agent_type": "manual_agent",
}


def read_pubtator(
    path: Path,
) -> tuple[dict[str, Entity], list[tuple[str, str, str, str]]]:
    """Read entities with one id, their names most frequent first, and relations (abstract, kind, ends)."""
    names: dict[str, Counter[str]] = defaultdict(Counter)
    kinds: dict[str, tuple[str, str]] = {}
    relations = []
    with gzip.open(path, "rt", encoding="utf-8") as opened:
        for line in opened:
            fields = line.rstrip("\n").split("\t")
            if len(fields) == _MENTION and fields[4] in _KINDS and "," not in fields[5]:
                names[fields[5]][fields[3]] += 1
                kinds[fields[5]] = _KINDS[fields[4]]
            elif len(fields) == _RELATION:
                relations.append((fields[0], fields[1], fields[2], fields[3]))
    entities = {}
    for local, (category, prefix) in sorted(kinds.items()):
        listed = sorted(names[local], key=lambda name: (-names[local][name], name))
        entities[local] = Entity(f"{prefix}:{local}", listed[0], (category,), tuple(listed[1:]))
    return entities, relations


def chemicals_of_protocols(entities: Iterable[Entity]) -> frozenset[str]:
    """List the chemicals that the demo's protocols name as reagents."""
    grounder = Grounder(MemoryIndex(one for one in entities if one.categories == (CHEMICAL,)))
    texts = {
        mention.text
        for document in BratLoader().records(HERE / "wlp", LoadOptions())
        if isinstance(document, AnnotatedDocument)
        for mention in document.mentions
        if mention.native_type == "Reagent"
    }
    found = (grounder.ground([Naming(text, (CHEMICAL,))])[0] for text in sorted(texts))
    return frozenset(answer.entity_id for answer in found if answer is not None)


def edges_to_genes(
    entities: Mapping[str, Entity], relations: Iterable[tuple[str, str, str, str]], chosen: frozenset[str]
) -> Iterator[dict[str, object]]:
    """Give the relations between a chosen chemical and a gene, the chemical first, with their abstracts."""
    abstracts: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for abstract, kind, *ends in relations:
        if all(end in entities for end in ends):
            for one, other in (ends, ends[::-1]):
                chemical, gene = entities[one], entities[other]
                if chemical.id in chosen and gene.categories == (GENE,):
                    abstracts[chemical.id, kind, gene.id].add(abstract)
    for (subject, kind, object_), numbers in sorted(abstracts.items()):
        yield {
            "subject": subject,
            "predicate": f"biored:{kind}",
            "object": object_,
            "publications": [f"PMID:{number}" for number in sorted(numbers)],
            **_SOURCE,
        }


def write_lines(path: Path, records: Iterable[Mapping[str, object]]) -> int:
    """Write JSON Lines; say how many."""
    lines = [json.dumps(record, ensure_ascii=False) + "\n" for record in records]
    path.write_text("".join(lines), encoding="utf-8", newline="\n")
    return len(lines)


def main(path: Path) -> None:
    """Write biored_nodes.jsonl and biored_edges.jsonl into the folder biored beside this file."""
    entities, relations = read_pubtator(path)
    edges = list(edges_to_genes(entities, relations, chemicals_of_protocols(entities.values())))
    used = {str(edge[end]) for edge in edges for end in ("subject", "object")}
    nodes = [
        {"id": one.id, "name": one.name, "category": list(one.categories)}
        | ({"synonym": list(one.synonyms)} if one.synonyms else {})
        for one in sorted(entities.values(), key=lambda one: one.id)
        if one.id in used
    ]
    counts = (
        write_lines(HERE / "biored" / "biored_nodes.jsonl", nodes),
        write_lines(HERE / "biored" / "biored_edges.jsonl", edges),
    )
    sys.stdout.write(f"{counts[0]} nodes, {counts[1]} edges\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
