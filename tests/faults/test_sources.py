"""Sources that change: the graph follows them, whatever was loaded before, in whatever order and batches."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import pytest

from bioloom.errors import SourceError
from bioloom.graph.connection import Graph
from bioloom.graph.digest import Digest, digest
from bioloom.graph.writing.checkpoint import list_checkpoints
from bioloom.loading import Loader
from bioloom.pipeline import load
from bioloom.pipeline.withdrawals.withdrawal import plan_withdrawal, withdraw
from bioloom.records import LoadOptions, SourceRecord
from bioloom.settings import Settings
from bioloom_loaders.brat import BratLoader
from bioloom_loaders.kgx import KgxLoader
from bioloom_loaders.obo import OboLoader
from bioloom_loaders.pubmed import PubmedLoader
from bioloom_loaders.pubtator import BioredLoader
from bioloom_loaders.quadruples import QuadruplesLoader

pytestmark = pytest.mark.integration

Rounds = Callable[[int, int], range]
Report = Callable[..., None]
Files = dict[str, str]


def node_tables(rng: random.Random) -> Files:
    """Make KGX tables of nodes, some described twice, and of edges, some dangling or stated twice."""
    kinds = ("Gene", "Disease", "SmallMolecule")
    ids = rng.sample(range(30), 20)
    rows = [f"HGNC:{i}\tbiolink:{kinds[i % 3]}\tname {i}{rng.choice(['', '', ' b'])}\tX:{i}" for i in ids]
    rows += [f"HGNC:{i}\tbiolink:{kinds[i % 3]}\tother {i}\tY:{i}" for i in rng.sample(ids, 5)]
    claims = []
    for _ in range(40):
        one, two = rng.choice(ids), rng.randrange(30)
        predicate = rng.choice(["affects", "interacts_with"])
        paper = rng.choice(["", "PMID:1", "PMID:2|PMID:3"])
        claims.append(
            f"HGNC:{one}\tbiolink:{predicate}\tHGNC:{two}\tinfores:x\tnot_provided\tnot_provided\t{paper}"
        )
    rng.shuffle(rows)
    head = "subject\tpredicate\tobject\tprimary_knowledge_source\tknowledge_level\tagent_type\tpublications"
    return {
        "s/x_nodes.tsv": "\n".join(["id\tcategory\tname\txref", *rows, ""]),
        "s/x_edges.tsv": "\n".join([head, *claims, ""]),
    }


def protocols(rng: random.Random) -> Files:
    """Make BRAT protocols that share reagents, under several spellings."""
    files: Files = {}
    for name in rng.sample(["a", "b", "c", "d", "e"], 3):
        verb, thing = rng.choice(["Boil", "Mix"]), rng.choice(["water", "Water", "salt", "lysis buffer"])
        files[f"s/{name}.txt"] = f"{verb} {thing}\n"
        end = len(verb)
        spans = f"T1\tAction 0 {end}\t{verb}\nT2\tReagent {end + 1} {end + 1 + len(thing)}\t{thing}\n"
        files[f"s/{name}.ann"] = f"{spans}E1\tAction:T1 Acts-on:T2\n"
    return files


def ontology(rng: random.Random) -> Files:
    """Make an ontology."""
    ids = rng.sample(range(20), 12)
    terms = []
    for i in ids:
        parents = "".join(f"is_a: HP:{one:07}\n" for one in rng.sample(ids, rng.randrange(3)) if one != i)
        terms.append(f"[Term]\nid: HP:{i:07}\nname: sign {i}{rng.choice(['', '!'])}\nxref: M:{i}\n{parents}")
    return {"s.obo": "format-version: 1.2\nontology: hp\n\n" + "\n".join(terms)}


def abstracts(rng: random.Random) -> Files:
    """Make a file of PubMed."""
    articles = "".join(
        f"<PubmedArticle><MedlineCitation><PMID>{i}</PMID><Article><ArticleTitle>Title {i}"
        f"{rng.choice(['', ' b'])}.</ArticleTitle><Abstract><AbstractText>Text {i} of it.</AbstractText>"
        "</Abstract></Article></MedlineCitation></PubmedArticle>"
        for i in rng.sample(range(100, 112), 7)
    )
    return {"s.xml": f'<?xml version="1.0"?>\n<PubmedArticleSet>{articles}</PubmedArticleSet>\n'}


def publications(rng: random.Random) -> Files:
    """Make annotated abstracts in PubTator's format, some of which state the same."""
    blocks = []
    for pmid in rng.sample(range(200, 210), 6):
        gene, disease = rng.choice(["TNF", "SHH", "TP53"]), rng.choice(["asthma", "gout"])
        title, text = f"{gene} and {disease}.", f"{gene} is raised in {disease}."
        ids = {"TNF": "7124", "SHH": "6469", "TP53": "7157", "asthma": "D001249", "gout": "D006073"}
        spans, at = [], len(title) + 1
        for name, kind in ((gene, "GeneOrGeneProduct"), (disease, "DiseaseOrPhenotypicFeature")):
            start = at + text.index(name)
            spans.append(f"{pmid}\t{start}\t{start + len(name)}\t{name}\t{kind}\t{ids[name]}")
        stated = f"{pmid}\tPositive_Correlation\t{ids[gene]}\t{ids[disease]}\tNovel"
        blocks.append("\n".join([f"{pmid}|t|{title}", f"{pmid}|a|{text}", *spans, stated]))
    return {"s.pubtator": "\n\n".join(blocks) + "\n"}


def quadruples(rng: random.Random) -> Files:
    """Make claims of an extractor."""
    rows = [
        {
            "subject": rng.choice(["TNF", "IL6", "aspirin"]),
            "relationship": rng.choice(["affects", "interacts with", "treats"]),
            "object": rng.choice(["asthma", "gout", "pain"]),
            "abstract": f"Text {rng.randrange(4)}.",
            "primary_knowledge_source": "infores:q",
        }
        for _ in range(12)
    ]
    return {"s.jsonl": "".join(json.dumps(row) + "\n" for row in rows)}


@dataclass
class Trial:
    """A graph, and a folder whose content is replaced."""

    graph: Graph
    folder: Path
    homes: int = 0
    settings: Settings = field(init=False)

    def __post_init__(self) -> None:
        self.empty()

    def empty(self) -> None:
        """Empty the graph and begin a new home."""
        self.homes += 1
        self.settings = Settings(home=self.folder / f"home{self.homes}")
        with self.graph.session() as session:
            session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()

    def put(self, files: Files, name: str) -> Path:
        """Let the source hold these files and no others."""
        root = self.folder / name
        for path in sorted(root.rglob("*"), reverse=True) if root.exists() else ():
            path.unlink() if path.is_file() else path.rmdir()
        for file, text in files.items():
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).write_text(text, encoding="utf-8")
        return root / next(iter(files)).partition("/")[0]

    def load(self, files: Files, loader: Loader, name: str = "source", rows: int = 10_000) -> Digest:
        """Load the source in its present state; give the digest of the graph."""
        load(self.put(files, name), self.graph, self.settings, format=loader, rows=rows)
        return digest(self.graph)


@dataclass
class Cut:
    """A loader that fails after some records."""

    loader: Loader
    after: int
    name: str = field(init=False)
    description = "a loader that fails"

    def __post_init__(self) -> None:
        self.name = self.loader.name

    def recognises(self, source: Path) -> bool:
        return True

    def records(self, source: Path, options: LoadOptions) -> Iterator[SourceRecord]:
        yield from islice(self.loader.records(source, options), self.after)
        raise SourceError("the cable was pulled", "source")


SOURCES: dict[str, tuple[Callable[[random.Random], Files], Loader]] = {
    "kgx": (node_tables, KgxLoader()),
    "brat": (protocols, BratLoader()),
    "obo": (ontology, OboLoader()),
    "pubmed": (abstracts, PubmedLoader()),
    "biored": (publications, BioredLoader()),
    "quadruples": (quadruples, QuadruplesLoader()),
}


STATED = sorted(set(SOURCES).difference({"quadruples"}))
"""Sources whose loads commute; which decisions are kept on names of bare claims depends on the order."""


@pytest.mark.parametrize("kind", SOURCES)
def test_a_changed_source_leaves_nothing_of_its_past(
    kind: str, graph: Graph, tmp_path: Path, rounds: Rounds, report: Report
) -> None:
    make, loader = SOURCES[kind]
    trial = Trial(graph, tmp_path)
    seeds = rounds(1, 25)
    failed = []
    for seed in seeds:
        rng = random.Random(seed)
        states = [make(rng) for _ in range(3)]
        trial.empty()
        for state in states:
            with suppress(SourceError):
                trial.load(state, Cut(loader, rng.randrange(60)), rows=3)
            followed = trial.load(state, loader, rows=rng.choice([3, 20, 10_000]))
        trial.empty()
        if trial.load(states[-1], loader) != followed:
            failed.append(seed)
    report("a changed source leaves nothing of its past", len(seeds) - len(failed), len(seeds), kind=kind)
    assert not failed, f"seeds {failed}"


def test_a_withdrawn_load_leaves_the_graph_as_it_was(
    graph: Graph, tmp_path: Path, rounds: Rounds, report: Report
) -> None:
    trial = Trial(graph, tmp_path)
    seeds = rounds(1, 25)
    failed = []
    for seed in seeds:
        rng = random.Random(seed)
        trial.empty()
        before = {}
        for name in rng.sample(STATED, 3):
            make, loader = SOURCES[name]
            before[name] = digest(graph)
            trial.load(make(rng), loader, name, rows=rng.choice([3, 20, 10_000]))
        for name in reversed(before):
            found = next(one for one in list_checkpoints(graph) if f"/{name}/" in one.source)
            plan = plan_withdrawal(graph, None, load=found.id)
            withdraw(graph, trial.settings, plan)
            if digest(graph) != before[name] and seed not in failed:
                failed.append(seed)
    report("a withdrawn load leaves the graph as it was", len(seeds) - len(failed), len(seeds))
    assert not failed, f"seeds {failed}"


def test_order_batches_and_repetition_of_loads_do_not_show(
    graph: Graph, tmp_path: Path, rounds: Rounds, report: Report
) -> None:
    trial = Trial(graph, tmp_path)
    seeds = rounds(1, 20)
    failed = []
    for seed in seeds:
        rng = random.Random(seed)
        sources = {name: SOURCES[name][0](rng) for name in STATED}
        found = set()
        for _ in range(2):
            trial.empty()
            order = rng.sample(STATED, len(STATED))
            for name in [*order, rng.choice(order)]:
                last = trial.load(sources[name], SOURCES[name][1], name, rows=rng.choice([3, 20, 10_000]))
            found.add(last)
        if len(found) > 1:
            failed.append(seed)
    report("order, batches and repetition of loads do not show", len(seeds) - len(failed), len(seeds))
    assert not failed, f"seeds {failed}"
