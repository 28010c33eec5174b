"""Real small samples of every format, and mutations of them."""

from __future__ import annotations

import gzip
import io
import json
import random
import tarfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hostile_files import FETCHING, LAUGHS
from small_pdf import pdf

DATA = Path(__file__).parent / "data"
LARGEST = 1 << 17


@dataclass(frozen=True, slots=True)
class Sample:
    """A file as it is, under the name by which its format is recognised, with what lies beside it."""

    name: str
    content: bytes
    beside: Mapping[str, bytes] | None = None


def _packed(files: Mapping[str, bytes], *, tarred: bool) -> bytes:
    held = io.BytesIO()
    if tarred:
        with tarfile.open(fileobj=held, mode="w") as tar:
            for name, content in files.items():
                entry = tarfile.TarInfo(name)
                entry.size = len(content)
                tar.addfile(entry, io.BytesIO(content))
    else:
        with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as zipped:
            for name, content in files.items():
                zipped.writestr(name, content)
    return held.getvalue()


def word_file() -> bytes:
    import docx

    document = docx.Document()
    document.add_heading("Miniprep", 0)
    document.add_paragraph("Add 5 ml of ethanol.", style="List Number")
    table = document.add_table(rows=1, cols=2)
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "NaCl", "5 g"
    held = io.BytesIO()
    document.save(held)
    return held.getvalue()


def samples() -> Iterator[tuple[str, Sample]]:
    """Give the samples of every loader, by the loader's name."""

    def read(place: str) -> bytes:
        return (DATA / place).read_bytes()

    nodes, edges = read("kgx/valid_nodes.jsonl"), read("kgx/valid_edges.jsonl")
    node_table, edge_table = read("kgx/graph_nodes_small.tsv"), read("kgx/graph_edges_small.tsv")
    yield "kgx", Sample("g_nodes.jsonl", nodes, {"g_edges.jsonl": edges})
    yield "kgx", Sample("g_edges.jsonl", edges, {"g_nodes.jsonl": nodes})
    yield "kgx", Sample("g_nodes.tsv", node_table, {"g_edges.tsv": edge_table})
    yield "kgx", Sample("g_edges.tsv", edge_table)
    yield "kgx", Sample("g_edges.csv", read("kgx/test_edges.csv"))
    yield "kgx", Sample("g.json", read("kgx/valid.json"))
    yield "kgx", Sample("g.tar", _packed({"a_nodes.tsv": node_table, "a_edges.tsv": edge_table}, tarred=True))
    yield "kgx", Sample("g.zip", _packed({"a_nodes.jsonl": nodes, "a.json": edges}, tarred=False))
    yield "kgx", Sample("g_nodes.tsv.gz", gzip.compress(node_table))
    text, marks = next(
        (path.read_bytes(), path.with_suffix(".ann").read_bytes())
        for path in sorted((DATA / "brat").rglob("*.txt"))
        if path.with_suffix(".ann").is_file()
    )
    yield "brat", Sample("p.ann", marks, {"p.txt": text})
    yield "brat", Sample("p.txt", text, {"p.ann": marks})
    yield "text", Sample("miniprep.md", read("text/miniprep.md"))
    yield "text", Sample("staining.txt", read("text/staining.txt"))
    yield "protocols", Sample("staining.txt", read("text/staining.txt"))
    yield "pubmed", Sample("p.xml", read("corpora/pubmed.xml"))
    yield "pubmed", Sample("p.xml.gz", gzip.compress(read("corpora/pubmed.xml")))
    yield "medline", Sample("m.nbib", read("corpora/medline.nbib"))
    yield "biored", Sample("b.pubtator", read("corpora/biored.pubtator"))
    yield "pubtator", Sample("b.pubtator", read("corpora/biored.pubtator"))
    yield "bioc", Sample("c.xml", read("documents/collection.xml"))
    yield "bioc", Sample("c.json", read("documents/collection.json"))
    yield "jats", Sample("a.xml", read("documents/article.xml"))
    yield "jats", Sample("a.nxml", LAUGHS.encode())
    yield "jats", Sample("a.nxml", FETCHING.encode())
    yield "protocolsio", Sample("l.json", read("documents/lysis.json"))
    yield "squad", Sample("s.json", read("squad/sample.json"))
    yield "obo", Sample("r.obo", read("names/reagents.obo"))
    vocab = "https://w3id.org/biolink/vocab/"
    triples = f'<http://purl.obolibrary.org/obo/GO_1> <{vocab}name> "one" .\n'
    triples += f"<urn:uuid:7> <{vocab}subject> <http://purl.obolibrary.org/obo/GO_1> .\n"
    yield "rdf", Sample("g.nt", triples.encode())
    yield "rdf", Sample("g.ttl", triples.replace("\n<urn", f"\n<x> a <{vocab}Gene>, <y> .\n<urn").encode())
    yield "names", Sample("r.tsv", read("names/reagents.tsv"))
    yield "sssom", Sample("m.sssom.tsv", read("names/mp_hp.sssom.tsv")[:8000])
    yield "sssom", Sample("m.sssom.tsv", read("names/ma_uberon.sssom.tsv")[:8000])
    yield (
        "hetionet",
        Sample("nodes.tsv", read("hetionet/nodes.tsv"), {"edges.sif.gz": read("hetionet/edges.sif.gz")}),
    )
    yield "hetionet", Sample("edges.sif", gzip.decompress(read("hetionet/edges.sif.gz")))
    yield "hetionet", Sample("DaG-association.tsv", read("hetionet/DaG-association.tsv"))
    yield "abstracts", Sample("a.tsv", b"pmid\ttitle\tabstract\n12345\tIs tea safe?\tIt is. We asked.\n")
    quadruple = {"subject": "tea", "relationship": "eases", "object": "pain", "pmid": "7", "confidence": 0.5}
    yield (
        "quadruples",
        Sample("q.jsonl", json.dumps({**quadruple, "sentence": "Tea eases pain."}).encode() + b"\n"),
    )
    yield "quadruples", Sample("q.json", json.dumps([quadruple] * 2, indent=1).encode())
    git = {
        "SENTENCE": " Tea eases pain .",
        "SUBJECT_TEXT": "Tea",
        "PREDICATE": "TREATS",
        "OBJECT_TEXT": "pain",
    }
    yield "git", Sample("g.jsonl", json.dumps(git).encode() + b"\n")
    rows = [{"text": "Tea with milk.", "triple_list": [["Tea", label, "milk"]]} for label in ("int", "None")]
    yield "ddi", Sample("d.jsonl", b"\n".join(json.dumps(row).encode() for row in rows))
    yield (
        "chemprot",
        Sample(
            "c.txt",
            b"1\tTea on KX1\tTea inhibits KX1.\n",
            {
                "c.ent": b"1\tT1\tCHEMICAL\t11\t14\tTea\n1\tT2\tGENE-Y\t24\t27\tKX1\n",
                "c.rel": b"1\tCPR:4\tY \tINHIBITOR\tArg1:T1\tArg2:T2\n",
            },
        ),
    )
    yield (
        "drug-targets",
        Sample(
            "d.tsv",
            (
                b"drugbank_id\tcategory\tuniprot_id\tentrez_gene_id\torganism\tknown_action\tactions\tpubmed_ids\n"
                b"DB1\ttarget\tP1\t7\tHuman\tyes\tinhibitor|binder\t12|13\n"
            ),
        ),
    )
    yield (
        "repurposing-hub",
        Sample(
            "h.txt",
            (
                b"!a\npert_iname\tclinical_phase\tmoa\ttarget\tdisease_area\tindication\n"
                b"alol\tLaunched\tx inhibitor\tKX1|KX2\t\t\n"
            ),
        ),
    )
    yield (
        "disease-xrefs",
        Sample("x.tsv", b"doid_code\tdoid_name\tresource\tresource_id\nDOID:1\tgout\tMESH\tD1\n"),
    )
    yield "pdf", Sample("p.pdf", pdf([["Miniprep", "Add 5 ml of ethanol."], ["Mix."]]))
    yield "docx", Sample("w.docx", word_file())


_TOKENS = (
    *(
        b"\0",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\xed\xa0\x80",
        b"\r",
        b"\r\n",
        b"\n",
        b"\t",
        b"\\",
        b'"',
        b"'",
    ),
    *(
        b"[",
        b"]",
        b"{",
        b"}",
        b"<",
        b">",
        b"</",
        b"&",
        b"&a;",
        b"&#0;",
        b"&#xD800;",
        b"]]>",
        b"<![CDATA[",
        b"<!--",
    ),
    *(
        b"|",
        b",",
        b":",
        b";",
        b"#",
        b"!",
        b"NaN",
        b"Infinity",
        b"-1",
        b"1e999",
        b"9" * 400,
        b"\\ud800",
        b"null",
        b"true",
    ),
    *(
        b"\xe2\x80\xa8",
        b"\xc2\x85",
        b"\xcc\x81",
        b"\xef\xbf\xbf",
        "²".encode(),
        "٣".encode(),
        b"[Term",
        b"PMID- ",
        b"T1",
    ),
    *(
        b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>',
        b'<?xml version="1.0" encoding="utf-7"?>',
    ),
)
_NESTED = ((b"[", b"]"), (b'{"a":', b"}"), (b"<b>", b"</b>"), (b"(", b")"), (b"<article>", b""), (b"{", b""))


def mutate(chance: random.Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """Change a sample once or several times: bytes, pieces, lines, nesting, length, packing."""
    mutated = bytearray(raw)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at = chance.randrange(len(mutated) + 1)
        end = min(len(mutated), at + chance.choice((1, 2, 8, 64, 1000)))
        kind = chance.randrange(13)
        if kind == 0 and mutated:
            mutated[at % len(mutated)] = chance.randrange(256)
        elif kind == 1:
            mutated[at:end] = b""
        elif kind == 2:
            mutated[at:at] = chance.choice(_TOKENS)
        elif kind == 3:
            mutated[at:end] = chance.choice(_TOKENS) * chance.choice((1, 2, 300))
        elif kind == 4:
            mutated[at:at] = mutated[at:end] * chance.choice((1, 2, 50))
        elif kind == 5:
            other = chance.choice(others)
            start = chance.randrange(len(other) + 1)
            mutated[at:end] = other[start : start + chance.choice((1, 20, 500, 5000))]
        elif kind == 6:
            del mutated[at:]
        elif kind == 7:
            opening, closing = chance.choice(_NESTED)
            depth = chance.choice((3, 150, 1000, 5000))
            mutated[at:at] = opening * depth + (closing * depth if chance.random() < 0.5 else b"")
        elif kind == 8:
            lines = bytes(mutated).split(b"\n")
            one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
            lines[one], lines[two] = lines[two], lines[one]
            mutated[:] = chance.choice((b"\n", b"\r\n", b"\r")).join(lines)
        elif kind == 9:
            number = chance.choice((b"-1", b"0", b"99999999999999999999", b"1e400", b"0.1", b"x", b""))
            digits = [place for place, byte in enumerate(mutated) if 48 <= byte < 58]
            if digits:
                place = chance.choice(digits)
                mutated[place : place + 1] = number
        elif kind == 10:
            mutated[:] = mutated.decode("utf-8", "replace").encode(
                chance.choice(("utf-16", "utf-16-le", "utf-32"))
            )
        elif kind == 11:
            mutated[:0] = chance.choice(
                (b"\xef\xbb\xbf", b"\xff\xfe", b"\0", b"\x1f\x8b", b"PK\x03\x04", b"\n\n", b" ")
            )
        else:
            mutated[:] = gzip.compress(bytes(mutated))[: chance.choice((20, 200, 1 << 20))]
        del mutated[LARGEST:]
    return bytes(mutated)
